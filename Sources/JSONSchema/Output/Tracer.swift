/// Records every application of a node to a value, with its result and its failures. This is needed
/// for the output that JSON Schema defines. The failures of branches are also recorded. The reader
/// decides which failures count.
struct Tracer: FailureSink {
  struct Entry {
    let node: Int32
    /// The assertion of the reference to this entry. -1 for a schema inside its parent.
    let reference: Int32
    let parent: Int
    let instance: Int
    var holds = false
  }

  static var collects: Bool { true }
  static var traces: Bool { true }

  private(set) var entries: [Entry] = []
  /// The failures by entry.
  private(set) var failures: [Int: [RawFailure]] = [:]
  private var current = -1
  private var reference: Int32 = -1

  mutating func follow(_ reference: Int32) { self.reference = reference }

  @inline(never)
  mutating func enter(_ node: Int32, _ instance: Int) {
    entries.append(
      Entry(node: node, reference: reference, parent: current, instance: instance))
    current = entries.count - 1
    reference = -1
  }

  @inline(never)
  mutating func leave(_ holds: Bool) {
    entries[current].holds = holds
    current = entries[current].parent
  }

  mutating func record(_ failure: RawFailure) {
    failures[current, default: []].append(failure)
  }

  mutating func add(_ failures: [RawFailure], of branch: RawBranch) {
    for failure in failures { record(failure) }
  }
}

/// The parts of evaluation that differ with tracing.
extension SchemaEvaluator {
  /// Evaluates with tracing. A plain reference adds no level of depth, because ordinary plans
  /// resolve it in advance. So an instance is too deep for both kinds of plan or for neither.
  @inline(never)
  mutating func evaluateTraced<Sink: FailureSink>(
    _ nodeIndex: Int32, _ index: Int, _ outerTracker: Int, _ sink: inout Sink
  ) -> Bool {
    var nodeIndex = nodeIndex
    var entered = 0
    var holds = false
    while countsNode(index) {
      sink.enter(nodeIndex, index)
      entered &+= 1
      let node = view.nodes[Int(nodeIndex)]
      guard !usesScope, let target = node.soleReference({ view.assertions[$0] }) else {
        holds = judge(nodeIndex, index, outerTracker, &sink)
        break
      }
      sink.follow(node.assertions)
      nodeIndex = target
    }
    while entered > 0 {
      sink.leave(holds)
      entered &-= 1
    }
    return holds
  }

  /// Whether a value is valid against a node. The parent gets no failures, and rules' demands are
  /// not checked.
  ///
  /// - Parameter leniently: Whether leniencies are used.
  @inline(__always)
  mutating func probe<Sink: FailureSink>(
    _ node: Int32, _ index: Int, leniently: Bool, _ sink: inout Sink
  ) -> Bool {
    if Sink.traces { return evaluate(node, index, -1, &sink) }
    let (asked, lenient) = (asks, isLenient)
    (asks, isLenient) = (false, isLenient && leniently)
    defer { (asks, isLenient) = (asked, lenient) }
    var verdict = Verdict()
    return evaluate(node, index, -1, &verdict)
  }

  /// Whether a value is valid against a schema that only decides. No leniency is used.
  @inline(__always)
  mutating func probe<Sink: FailureSink>(
    _ node: Int32, _ index: Int, _ tracker: Int, tracks: Bool = false, _ sink: inout Sink
  ) -> Bool {
    if Sink.traces {
      return isValid(node, index, tracker, tracks: tracks, describes: false, &sink)
    }
    let (asked, lenient) = (asks, isLenient)
    (asks, isLenient) = (false, false)
    defer { (asks, isLenient) = (asked, lenient) }
    var verdict = Verdict()
    return isValid(node, index, tracker, tracks: tracks, describes: false, &verdict)
  }

  /// Evaluates all branches of an `anyOf` or `oneOf`, even after one accepts the value, because
  /// each may have annotations.
  @inline(never)
  mutating func traceBranches<Sink: FailureSink>(
    _ assertion: Int, _ list: ChildList, _ index: Int, _ tracker: Int, _ sink: inout Sink
  ) -> Bool {
    var matches: [Int] = []
    for position in 0..<Int(list.count) {
      let node = view.children[Int(list.start) &+ position]
      if isValid(node, index, tracker, &sink) { matches.append(position) }
    }
    if case .anyOf = view.assertions[assertion].operation, !matches.isEmpty { return true }
    if matches.count == 1 { return true }
    return sink.fail(
      RawFailure(
        assertion: Int32(truncatingIfNeeded: assertion), instance: index, matches: matches))
  }
}
