@_spi(Engine) public import JSONTape

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
    guard reader != nil, let failure = reader?.failure(raw[position]) else {
      return made[position]
    }
    return failure
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
    guard let reader else {
      if case .required = made[position].kind { return true }
      return false
    }
    return reader.isAbsence(raw[position])
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
    let root = root ?? plan.root
    return document.withCursor { cursor in
      var judge = SchemaEvaluator(plan: plan, cursor: cursor)
      var verdict = Verdict()
      if judge.evaluate(root, index, -1, &verdict) { return FailureList() }
      var evaluator = SchemaEvaluator(plan: plan, cursor: cursor)
      var collector = Collector()
      _ = evaluator.evaluate(root, index, -1, &collector)
      if let abort = judge.abort ?? evaluator.abort {
        return FailureList([SchemaFailure(abort, plan: plan, root: root)])
      }
      return FailureList(collector.failures, plan: plan, document: document)
    }
  }
}
