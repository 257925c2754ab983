@_spi(Engine) public import JSONTape

/// A failure as the evaluator records it, with only indexes. Later it becomes a ``SchemaFailure``.
struct RawFailure {
  var assertion: Int32
  var instance: Int
  var key = -1
  var detail = 0
  var second = 0
  /// The combined types of several branches.
  var types: TypeSet?
  var matches: [Int] = []
  /// The failed `const` or `enum` assertions of several branches.
  var choices: [Int32] = []
  var fault: KeyFault?
  var owner: Owner?
  /// The enclosing branches, outermost first.
  var branches: [RawBranch] = []
  /// The branches that are equally near, with their failures.
  var alternatives: [(branch: RawBranch, failures: [RawFailure])] = []
  /// The cause of the failure: the schema, a rule, or a guess.
  var ground = SchemaFailure.Ground.schema
  /// Set if the failure represents all failures of a value at the wrong place.
  var displacement: RawDisplacement?
}

/// An object or an array that is one level too deep or too high.
struct RawDisplacement {
  /// The value that the schema describes.
  var container: Int
  var level: SchemaFailure.Displacement.Level
  var property: String
  /// The owners of the failures that this failure replaces.
  var owners: [Owner]
}

/// One of the schemas of an `anyOf` or `oneOf`.
struct RawBranch {
  var position: Int
  var node: Int32
  /// The number of branches. A branch for null counts only if the value is null.
  var count: Int
  /// The list of branches whose discriminator names this branch. -1 if this is only the nearest
  /// branch.
  var discriminator: Int32 = -1
}

/// Receives failures. The evaluation is specialized for each sink. Parameters are plain numbers,
/// and code that creates failures is never inlined. So the evaluator's stack frames stay small.
protocol FailureSink {
  /// Whether evaluation continues after a failure.
  static var collects: Bool { get }
  /// Whether every result is recorded, even for valid values. If so, fast paths are off.
  static var traces: Bool { get }
  mutating func record(_ failure: RawFailure)
  mutating func add(_ failures: [RawFailure], of branch: RawBranch)
  /// Records failures of rules' demands. These failures are kept separately and never decide
  /// whether a value is valid.
  mutating func add(asked failures: [RawFailure])
  /// The number of failures recorded so far.
  var count: Int { get }
  /// The number of failures of rules' demands.
  var askedCount: Int { get }
  /// Replaces the failures from two positions on. One position is for the schema's failures, the
  /// other for the failures of rules' demands.
  mutating func replace(
    from start: (Int, asked: Int), _ replacement: ([RawFailure]) -> [RawFailure]?)
  /// Records that a reference leads to the next node.
  mutating func follow(_ reference: Int32)
  /// Records that a node is applied to a value. Everything until ``leave(_:)`` belongs to this
  /// node.
  mutating func enter(_ node: Int32, _ instance: Int)
  /// Records the result of the last node that was entered.
  mutating func leave(_ holds: Bool)
}

extension FailureSink {
  static var traces: Bool { false }
  var count: Int { 0 }
  var askedCount: Int { 0 }
  mutating func add(asked failures: [RawFailure]) {}
  mutating func replace(
    from start: (Int, asked: Int), _ replacement: ([RawFailure]) -> [RawFailure]?
  ) {}
  @inline(__always)
  mutating func follow(_ reference: Int32) {}
  @inline(__always)
  mutating func enter(_ node: Int32, _ instance: Int) {}
  @inline(__always)
  mutating func leave(_ holds: Bool) {}

  /// Records that an assertion fails at a value or its key. The function always returns false, so
  /// that callers can return its result.
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

  /// Records a failure that needs more than numbers. Always returns false.
  @inline(never)
  mutating func fail(_ failure: RawFailure) -> Bool {
    record(failure)
    return false
  }
}

/// Stops at the first failure and records nothing.
struct Verdict: FailureSink {
  static var collects: Bool { false }
  mutating func record(_ failure: RawFailure) {}
  mutating func add(_ failures: [RawFailure], of branch: RawBranch) {}
}

/// Collects every failure, in instance order.
struct Collector: FailureSink {
  static var collects: Bool { true }
  private(set) var failures: [RawFailure] = []
  /// The failures of rules' demands, in addition to the schema's.
  private(set) var asked: [RawFailure] = []

  var count: Int { failures.count }
  var askedCount: Int { asked.count }

  mutating func add(asked failures: [RawFailure]) { asked += failures }

  mutating func record(_ failure: RawFailure) { failures.append(failure) }

  mutating func replace(
    from start: (Int, asked: Int), _ replacement: ([RawFailure]) -> [RawFailure]?
  ) {
    guard let others = replacement(Array(failures[start.0...] + asked[start.asked...])) else {
      return
    }
    failures.replaceSubrange(start.0..., with: others.filter { $0.ground == .schema })
    asked.replaceSubrange(start.asked..., with: others.filter { $0.ground != .schema })
  }

  mutating func add(_ found: [RawFailure], of branch: RawBranch) {
    guard branch.count > 1 else {
      failures += found
      return
    }
    let alone = [branch]
    for var failure in found {
      // Only the innermost branches are kept, because recursive schemas have a branch for each
      // level of the value.
      if failure.branches.count < 8 {
        failure.branches = failure.branches.isEmpty ? alone : alone + failure.branches
      }
      failures.append(failure)
    }
  }
}

/// The failures of an instance. Each failure is made only when it is requested, because there may
/// be a million failures.
@_spi(Engine) public struct FailureList: Sendable {
  private var raw: [RawFailure] = []
  private var made: [SchemaFailure] = []
  private var reader: FailureReader?
  /// The last failure that was built. It is kept because readers need a failure several times.
  private var last: (position: Int, failure: SchemaFailure)?
  /// The approximate number of mistakes in the instance. A property with a wrong name counts as one
  /// mistake. If only a rule reports a mistake, this mistake does not count.
  public private(set) var mistakes = 0
  /// Whether no object of the document has two properties with the same name. False if this is not
  /// known.
  public private(set) var hasDistinctKeys = false

  /// Creates a list of complete failures.
  public init(_ failures: [SchemaFailure] = []) {
    made = failures
    mistakes = failures.count
  }

  /// - Parameters:
  ///   - asked: The failures of rules' demands, in addition to the schema's.
  ///   - keysAreSure: Whether the evaluator found each name only once in the objects that it
  ///     checked.
  init(
    _ failures: [RawFailure], asked: [RawFailure] = [], plan: Plan, document: JSONDocument,
    facts: MessageFacts = MessageFacts(), keysAreSure: Bool = false
  ) {
    let reader = FailureReader(plan: plan, document: document, facts: facts)
    let raw = failures + asked
    self.raw = raw
    mistakes = Self.mistakes(raw, plan)
    self.reader = reader
    // If a container has other failures, perhaps not all its properties were checked.
    hasDistinctKeys =
      keysAreSure
      && raw.allSatisfy { failure in
        guard failure.alternatives.isEmpty, failure.displacement == nil else { return false }
        return reader.isScalar(failure) || reader.isAbsence(failure) && failure.detail >= 0
      }
  }

  private static func mistakes(_ failures: [RawFailure], _ plan: Plan) -> Int {
    var count = 0
    var aliased: Set<String> = []
    for failure in failures {
      if case .entry(.alias(let name))? = failure.fault { aliased.insert(name) }
    }
    for failure in failures {
      if case .entry(.alias)? = failure.fault {
        count += 1
      } else if failure.ground != .rule || failure.displacement != nil {
        let operation = plan.view.assertions[Int(failure.assertion)].operation
        if case .required(let name) = operation, failure.displacement == nil,
          aliased.contains(plan.tables.strings[Int(name)])
        {
          continue
        }
        count += 1
      }
    }
    return count
  }

  /// The number of failures.
  public var count: Int { made.count + raw.count }

  /// The failure at a position, in order of evaluation.
  public mutating func failure(at position: Int) -> SchemaFailure {
    if let last, last.position == position { return last.failure }
    let failure = reader?.failure(raw[position]) ?? made[position]
    last = (position, failure)
    return failure
  }

  /// Adds failures that are only guesses. These failures must belong to the same document and the
  /// same plan.
  public mutating func append(guesses other: FailureList) {
    raw += other.raw.map { failure in
      var guess = failure
      guess.ground = .guess
      return guess
    }
  }

  /// The failures that a value would have in the place of a missing property. The failure at
  /// `position` reports this missing property. Nil if the property's schema is not known.
  public func failures(ofValueAt index: Int, asAbsentAt position: Int) -> FailureList? {
    guard let reader, let node = reader.schema(ofAbsent: raw[position]) else { return nil }
    guard node >= 0 else { return FailureList([], plan: reader.plan, document: reader.document) }
    return reader.document.withCursor { cursor in
      var evaluator = SchemaEvaluator(plan: reader.plan, cursor: cursor)
      evaluator.facts = reader.facts
      var collector = Collector()
      _ = evaluator.evaluate(node, index, -1, &collector)
      guard evaluator.abort == nil else { return nil }
      return FailureList(
        collector.failures, plan: reader.plan, document: reader.document, facts: reader.facts)
    }
  }

  /// The tape index of the value that a failure reports.
  public func instance(at position: Int) -> Int {
    reader == nil ? made[position].instance : raw[position].instance
  }

  /// The tape index of the property name that a failure reports. Nil if the failure reports no
  /// name.
  public func key(at position: Int) -> Int? {
    guard reader != nil else { return made[position].key }
    return raw[position].key >= 0 ? raw[position].key : nil
  }

  /// Whether a failure reports a missing property.
  public func isAbsence(at position: Int) -> Bool {
    if let reader { return reader.isAbsence(raw[position]) }
    if case .required = made[position].kind { return true }
    return false
  }
}

extension CompiledSchema {
  /// The failures of the value at a tape index. By default, the value is the whole instance. The
  /// value is checked against the node `root`. If `root` is nil, the root of the schema is used.
  ///
  /// - Complexity: Like ``isValid(_:)`` for a valid instance; an invalid instance is evaluated
  ///   twice.
  @_spi(Engine) public func failureList(
    in document: JSONDocument, root: Int32? = nil, at index: Int = 0
  ) -> FailureList {
    var validator = SchemaValidator(self)
    let root = root ?? plan.root
    let isValid = document.withCursor { validator.isValid($0, index, root: root) }
    return isValid ? FailureList() : validator.failures(in: document, root: root, at: index)
  }
}
