@_spi(Engine) public import JSONTape

/// A failure as the evaluator records it, with indexes only; later it becomes a ``SchemaFailure``.
struct RawFailure {
  var assertion: Int32
  var instance: Int
  var key = -1
  var detail = 0
  var second = 0
  /// Types merged from several branches.
  var types: TypeSet?
  var matches: [Int] = []
  /// The failed `const` or `enum` assertions of several branches.
  var choices: [Int32] = []
  var fault: KeyFault?
  var owner: Owner?
  /// The enclosing branches, outermost first.
  var branches: [RawBranch] = []
  /// The branches that are equally near.
  var alternatives: [(branch: RawBranch, failures: [RawFailure])] = []
  /// What the value fails: its schema, a rule, or a guess.
  var ground = SchemaFailure.Ground.schema
  /// Set if the failure stands for all those of a value that stands in the wrong place.
  var displacement: RawDisplacement?
}

/// An object or an array that is one level too deep or too high.
struct RawDisplacement {
  /// The value that the schema is about.
  var container: Int
  var level: SchemaFailure.Displacement.Level
  var member: String
  /// The owners of the failures that it replaces.
  var owners: [Owner]
}

/// One of the schemas of an `anyOf` or `oneOf`.
struct RawBranch {
  var position: Int
  var node: Int32
  /// How many branches there are; a branch for null counts only if the value is null.
  var count: Int
}

/// Receives failures; evaluation is specialized for each sink. Parameters are plain numbers, and
/// code that creates failures is never inlined: this keeps the evaluator's stack frames small.
protocol FailureSink {
  /// Whether evaluation continues after a failure.
  static var collects: Bool { get }
  /// Whether every result is recorded, even of valid values; fast paths are then off.
  static var traces: Bool { get }
  mutating func record(_ failure: RawFailure)
  mutating func add(_ failures: [RawFailure], of branch: RawBranch)
  /// Records failures of what rules ask. They are kept apart: they decide nothing.
  mutating func add(asked failures: [RawFailure])
  /// The number of failures recorded so far.
  var count: Int { get }
  /// The number of failures of what rules ask.
  var askedCount: Int { get }
  /// The failures from two positions on, of the schema and of what rules ask; others replace them.
  mutating func replace(
    from start: (Int, asked: Int), _ replacement: ([RawFailure]) -> [RawFailure]?)
  /// Records that a reference leads to the node that is entered next.
  mutating func follow(_ reference: Int32)
  /// Records that a node is applied to a value; all that follows until ``leave(_:)`` belongs to it.
  mutating func enter(_ node: Int32, _ instance: Int)
  /// Records the result of the last node entered.
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

  /// Records that an assertion fails at a value or its key. Always false, so that callers can
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

  /// Records a failure that needs more than numbers; always false.
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
  /// The failures of what rules ask beside the schema.
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
      // Only the inner branches are kept: recursive schemas have as many as the value has levels.
      if failure.branches.count < 8 {
        failure.branches = failure.branches.isEmpty ? alone : alone + failure.branches
      }
      failures.append(failure)
    }
  }
}

/// The failures of an instance. Each is built only on request, as there may be a million.
@_spi(Engine) public struct FailureList: Sendable {
  private var raw: [RawFailure] = []
  private var made: [SchemaFailure] = []
  private var reader: FailureReader?
  /// The failure that was last asked for: readers ask for one several times.
  private var last: (position: Int, failure: SchemaFailure)?
  /// About how many mistakes there are, apart from what only rules say: a member under another name is
  /// one.
  public private(set) var mistakes = 0
  /// Whether no object of the document repeats a name; false where that is not known.
  public private(set) var hasDistinctKeys = false

  /// A list of complete failures.
  public init(_ failures: [SchemaFailure] = []) {
    made = failures
    mistakes = failures.count
  }

  /// - Parameters:
  ///   - asked: The failures of what rules ask beside the schema.
  ///   - keysAreSure: Whether the evaluation found each name once, where it looked.
  init(
    _ failures: [RawFailure], asked: [RawFailure] = [], plan: Plan, document: JSONDocument,
    facts: MessageFacts = MessageFacts(), keysAreSure: Bool = false
  ) {
    let reader = FailureReader(plan: plan, document: document, facts: facts)
    let raw = failures + asked
    self.raw = raw
    mistakes = Self.mistakes(raw, plan)
    self.reader = reader
    // Of a container that fails otherwise, not all members may have been looked at.
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

  /// Adds failures of the same document against the same plan, which are guesses.
  public mutating func append(guesses other: FailureList) {
    raw += other.raw.map { failure in
      var guess = failure
      guess.ground = .guess
      return guess
    }
  }

  /// The failures of a value against the schema of the absent member that a failure reports; nil
  /// where that schema is not known.
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

  /// The tape index of the key that a failure reports, if any.
  public func key(at position: Int) -> Int? {
    guard reader != nil else { return made[position].key }
    return raw[position].key >= 0 ? raw[position].key : nil
  }

  /// Whether a failure reports an absent member.
  public func isAbsence(at position: Int) -> Bool {
    if let reader { return reader.isAbsence(raw[position]) }
    if case .required = made[position].kind { return true }
    return false
  }
}

extension CompiledSchema {
  /// The failures of an instance, or of the value at a tape index, against a node; nil for the
  /// root.
  ///
  /// - Complexity: As ``isValid(_:)`` for a valid instance; an invalid one is evaluated twice.
  @_spi(Engine) public func failureList(
    in document: JSONDocument, root: Int32? = nil, at index: Int = 0
  ) -> FailureList {
    var validator = SchemaValidator(self)
    let root = root ?? plan.root
    let isValid = document.withCursor { validator.isValid($0, index, root: root) }
    return isValid ? FailureList() : validator.failures(in: document, root: root, at: index)
  }
}
