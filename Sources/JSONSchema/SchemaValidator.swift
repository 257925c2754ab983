@_spi(Engine) public import JSONTape

/// Validates one value after another in memory that is kept; each thread has its own.
@_spi(Engine) public struct SchemaValidator {
  private let schema: CompiledSchema
  private var evaluator: SchemaEvaluator?

  /// A validator by the nodes of a plan.
  public init(_ schema: CompiledSchema) { self.schema = schema }

  /// Whether the value at a tape index is valid for a node; for the schema where no node is named.
  ///
  /// - Complexity: As ``CompiledSchema/isValid(_:)``. Nothing is allocated for a valid value, save for
  ///   patterns and escaped text, once memory suffices.
  public mutating func isValid(_ cursor: TapeCursor, _ index: Int, root: Int32? = nil) -> Bool {
    var verdict = Verdict()
    return evaluate(root ?? schema.plan.root, cursor, index, &verdict)
  }

  /// Whether the value at a tape index is valid for a node and no object in it has a key twice.
  ///
  /// - Complexity: As ``isValid(_:_:root:)``; keys that the schema does not list are looked at once more.
  public mutating func accepts(_ cursor: TapeCursor, _ index: Int, root: Int32) -> Bool {
    guard isValid(cursor, index, root: root) else { return false }
    return !(evaluator?.keysAreUnsure ?? true) || cursor.duplicateKeys(in: index).isEmpty
  }

  /// The failures of a value that the last verdict refused, of which the document is a copy.
  ///
  /// - Parameters:
  ///   - root: The node; that of the schema where nil.
  ///   - index: Where the value is in the document.
  public mutating func failures(
    in document: JSONDocument, root: Int32? = nil, at index: Int = 0
  ) -> FailureList {
    let root = root ?? schema.plan.root
    return document.withCursor { cursor in
      // Where evaluation was given up, a verdict on the copy has to say where.
      if evaluator?.abort != nil, isValid(cursor, index, root: root) { return FailureList() }
      var collector = Collector()
      if evaluator?.abort == nil { _ = evaluate(root, cursor, index, &collector) }
      if let abort = evaluator?.abort {
        return FailureList([SchemaFailure(abort, plan: schema.plan, root: root)])
      }
      return FailureList(collector.failures, plan: schema.plan, document: document)
    }
  }

  /// How many nodes of the plan the last verdict applied to values; plain types are none.
  public var nodesVisited: Int { evaluator?.work ?? 0 }

  private mutating func evaluate<Sink: FailureSink>(
    _ root: Int32, _ cursor: TapeCursor, _ index: Int, _ sink: inout Sink
  ) -> Bool {
    if evaluator == nil { evaluator = SchemaEvaluator(plan: schema.plan, cursor: cursor) }
    evaluator?.restart(cursor, at: index)
    return evaluator?.evaluate(root, index, -1, &sink) ?? false
  }
}
