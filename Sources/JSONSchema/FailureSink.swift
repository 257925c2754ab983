@_spi(Engine) public import JSONTape

/// A failure as the evaluator notes it: indexes only; ``SchemaFailure`` is made of it afterwards.
struct RawFailure {
  var assertion: Int32
  var instance: Int
  var key = -1
  var detail = 0
  var second = 0
  /// Types merged from several branches.
  var types: TypeSet?
  var matches: [Int] = []
  /// The `const` or `enum` assertions of several branches, of which none holds.
  var choices: [Int32] = []
  var fault: KeyFault?
  var owner: Owner?
  /// The branches that the failure was found in, outermost first.
  var branches: [RawBranch] = []
  /// What else would do, where no branch is nearer than the others.
  var alternatives: [(branch: RawBranch, failures: [RawFailure])] = []
}

/// One of the schemas of an `anyOf` or `oneOf`: its place, its node, how many there are.
struct RawBranch {
  var position: Int
  var node: Int32
  /// Alternatives for the value; null is none for a value that is there.
  var count: Int
}

/// Where failures go. Three concrete sinks exist, so that evaluation is written once and specialised
/// three times: ``Verdict``, ``Collector`` and ``Tracer``.
///
/// Parameters are plain numbers, and what makes a failure of them is never inlined: what a failure
/// costs stays out of the evaluator's stack frames.
protocol FailureSink {
  /// Whether evaluation goes on after a failure.
  static var collects: Bool { get }
  /// Whether every judgement is noted, that of a valid value too: nothing is then judged aside.
  static var traces: Bool { get }
  /// Notes a failure.
  mutating func record(_ failure: RawFailure)
  /// Takes over the failures of a branch.
  mutating func add(_ failures: [RawFailure], of branch: RawBranch)
  /// Notes that a reference leads to the node that is entered next.
  mutating func follow(_ reference: Int32)
  /// Notes that a node is applied to a value; what comes until it is left belongs to it.
  mutating func enter(_ node: Int32, _ instance: Int)
  /// Notes whether the value holds against the node entered last.
  mutating func leave(_ holds: Bool)
}

extension FailureSink {
  static var traces: Bool { false }
  @inline(__always)
  mutating func follow(_ reference: Int32) {}
  @inline(__always)
  mutating func enter(_ node: Int32, _ instance: Int) {}
  @inline(__always)
  mutating func leave(_ holds: Bool) {}

  /// Notes that an assertion fails at a value, or at its key; always false, so that callers can
  /// return it.
  @inline(__always)
  mutating func fail(
    _ assertion: Int32, _ instance: Int, key: Int = -1, detail: Int = 0, _ second: Int = 0
  ) -> Bool {
    Self.collects && note(assertion, instance, key, detail, second)
  }

  @inline(never)
  private mutating func note(
    _ assertion: Int32, _ instance: Int, _ key: Int, _ detail: Int, _ second: Int
  ) -> Bool {
    fail(
      RawFailure(
        assertion: assertion, instance: instance, key: key, detail: detail, second: second))
  }

  /// Notes what is wrong with the key at a tape index; always false.
  @inline(never)
  mutating func fail(_ assertion: Int32, _ key: Int, _ fault: KeyFault, _ owner: Owner) -> Bool {
    guard Self.collects else { return false }
    return fail(
      RawFailure(assertion: assertion, instance: key + 1, key: key, fault: fault, owner: owner))
  }

  /// Notes a failure that needs more than numbers; always false.
  @inline(never)
  mutating func fail(_ failure: RawFailure) -> Bool {
    record(failure)
    return false
  }
}

/// Only whether the instance is valid: evaluation stops at the first failure.
struct Verdict: FailureSink {
  static var collects: Bool { false }
  mutating func record(_ failure: RawFailure) {}
  mutating func add(_ failures: [RawFailure], of branch: RawBranch) {}
}

/// Every failure, in the order of the instance.
struct Collector: FailureSink {
  static var collects: Bool { true }
  private(set) var failures: [RawFailure] = []

  mutating func record(_ failure: RawFailure) { failures.append(failure) }

  mutating func add(_ found: [RawFailure], of branch: RawBranch) {
    guard branch.count > 1 else {
      failures += found
      return
    }
    let alone = [branch]
    for var failure in found {
      // The inner ones say most; recursive schemas have as many as the value has levels.
      if failure.branches.count < 8 {
        failure.branches = failure.branches.isEmpty ? alone : alone + failure.branches
      }
      failures.append(failure)
    }
  }
}

/// The failures of an instance, each made when it is asked for: a body may have a million of them,
/// and what the evaluator notes is small.
@_spi(Engine) public struct FailureList: Sendable {
  private var raw: [RawFailure] = []
  private var made: [SchemaFailure] = []
  private var reader: FailureReader?

  /// Failures that are made already.
  public init(_ failures: [SchemaFailure] = []) { made = failures }

  init(_ raw: [RawFailure], plan: Plan, document: JSONDocument) {
    self.raw = raw
    reader = FailureReader(plan: plan, document: document)
  }

  /// How many there are.
  public var count: Int { made.count + raw.count }

  /// The failure at a position; positions are in the order of evaluation.
  public mutating func failure(at position: Int) -> SchemaFailure {
    reader?.failure(raw[position]) ?? made[position]
  }

  /// The tape index of the value that a failure is about.
  public func instance(at position: Int) -> Int {
    reader == nil ? made[position].instance : raw[position].instance
  }

  /// The tape index of the key at fault, where it is the key.
  public func key(at position: Int) -> Int? {
    guard reader != nil else { return made[position].key }
    return raw[position].key >= 0 ? raw[position].key : nil
  }

  /// Whether a failure is about an absent member.
  public func isAbsence(at position: Int) -> Bool {
    if let reader { return reader.isAbsence(raw[position]) }
    if case .required = made[position].kind { return true }
    return false
  }
}

extension CompiledSchema {
  /// Every failure of an instance, or of the value at a tape index of it, for a node of a plan with
  /// several roots; of the whole plan where none is named.
  ///
  /// - Complexity: A valid instance costs what ``isValid(_:)`` does; an invalid one is walked twice.
  @_spi(Engine) public func failureList(
    in document: JSONDocument, root: Int32? = nil, at index: Int = 0
  ) -> FailureList {
    var validator = SchemaValidator(self)
    let root = root ?? plan.root
    let isValid = document.withCursor { validator.isValid($0, index, root: root) }
    return isValid ? FailureList() : validator.failures(in: document, root: root, at: index)
  }
}
