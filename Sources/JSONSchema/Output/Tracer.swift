/// Every node applied to every value, with its verdict and its failures: what JSON Schema's own
/// output is made of afterwards.
///
/// Branches are not probed aside here: those that fail are noted with the rest, and it is for the
/// reader of the trace to say which failures count.
struct Tracer: FailureSink {
  /// A node applied to a value. An entry comes before those that its evaluation led to.
  struct Entry {
    let node: Int32
    /// The assertion by which a reference led here, or -1 where the schema stands in its parent's.
    let reference: Int32
    /// The entry that led here, or -1.
    let parent: Int
    let instance: Int
    var holds = false
  }

  /// A failure with the entry it belongs to.
  struct Failure {
    let entry: Int
    let raw: RawFailure
  }

  static var collects: Bool { true }
  static var traces: Bool { true }

  private(set) var entries: [Entry] = []
  private(set) var failures: [Failure] = []
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

  @inline(never)
  mutating func fail(
    _ assertion: Int32, _ instance: Int, key: Int, detail: Int, _ second: Int
  ) -> Bool {
    fail(
      RawFailure(
        assertion: assertion, instance: instance, key: key, detail: detail, second: second))
  }

  /// Keys are judged by rules alone, which a plan that is traced does not have.
  @inline(never)
  mutating func fail(
    _ assertion: Int32, _ key: Int, _ fault: KeyFault, _ owner: Owner
  ) -> Bool {
    fail(assertion, key + 1, key: key, detail: 0, 0)
  }

  @inline(never)
  mutating func fail(_ failure: RawFailure) -> Bool {
    failures.append(Failure(entry: current, raw: failure))
    return false
  }

  mutating func add(_ failures: [RawFailure], of branch: RawBranch) {
    for failure in failures { _ = fail(failure) }
  }
}
