@_spi(Engine) import JSONTape

/// Handles rules and leniencies. Rules never decide whether a value is valid. With a leniency, a
/// value can be valid even if an assertion fails.
extension SchemaEvaluator {
  /// The slots of an object's properties that are present under other keys. The app's decoder maps
  /// these keys to the properties.
  struct OtherCases {
    let object: UnsafePointer<ObjectPlan>
    let index: Int
    let slots: Set<Int>
  }

  /// Evaluates without leniencies and, if requested, without rules.
  mutating func without<Result>(
    rules: Bool, _ body: (inout SchemaEvaluator) -> Result
  ) -> Result {
    let (asked, lenient) = (asks, isLenient)
    if rules { asks = false }
    isLenient = false
    defer { (asks, isLenient) = (asked, lenient) }
    return body(&self)
  }

  /// Whether a failed assertion refuses the value. A rule's assertion never refuses a value, and a
  /// leniency may excuse a failed assertion.
  @inline(never)
  mutating func refuses<Sink: FailureSink>(_ at: Int, _ index: Int, _ sink: inout Sink) -> Bool {
    let assertion = view.assertions[at]
    if assertion.isRule {
      if assertion.excuse == .null, cursor.rawTag(index) == 0 { return false }
      owe(Int32(truncatingIfNeeded: at), index, &sink)
      return false
    }
    guard isLenient else { return true }
    switch assertion.excuse {
    case .none, .null: return true
    case .always(let leniency):
      grants.add(Grant(leniency: leniency, assertion: Int32(truncatingIfNeeded: at)))
    case .date(let profile):
      guard withText(at: index, { profile.accepts($0) }) else { return true }
      grants.add(Grant(leniency: .dateProfile, assertion: Int32(truncatingIfNeeded: at)))
    }
    return false
  }

  /// Notes that a property must not be present. Its type does not matter.
  @inline(never)
  mutating func oweRefusal<Sink: FailureSink>(
    _ node: UnsafePointer<PlanNode>, _ index: Int, _ sink: inout Sink
  ) {
    let start = Int(node.pointee.assertions)
    for at in start..<start &+ Int(node.pointee.anyEnd) {
      if case .refused = view.assertions[at].operation {
        owe(Int32(truncatingIfNeeded: at), index, &sink)
      }
    }
  }

  /// Notes that a value does not meet a rule's demand. This does not change whether the value is
  /// valid.
  @inline(never)
  mutating func owe<Sink: FailureSink>(
    _ assertion: Int32, _ index: Int, key: Int = -1, detail: Int = 0, _ sink: inout Sink
  ) {
    guard asks else { return }
    owes = true
    guard Sink.collects else { return }
    sink.add(asked: [
      RawFailure(
        assertion: assertion, instance: index, key: key, detail: detail, ground: .rule)
    ])
  }
}
