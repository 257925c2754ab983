@_spi(Engine) public import JSONTape

/// Validates one value after another in memory that is kept; each thread has its own.
@_spi(Engine) public struct SchemaValidator {
  private let schema: CompiledSchema
  private var evaluator: SchemaEvaluator?

  /// A validator by the nodes of a plan.
  public init(_ schema: CompiledSchema) { self.schema = schema }

  /// Whether the value at a tape index is valid for the schema.
  ///
  /// - Complexity: As ``CompiledSchema/isValid(_:)``. Nothing is allocated for a valid value, save for
  ///   patterns and escaped text, once memory suffices.
  public mutating func isValid(_ cursor: TapeCursor, _ index: Int) -> Bool {
    verdict(cursor, index, schema.plan.root)
  }

  /// Whether the value at a tape index is valid for a node.
  ///
  /// - Complexity: As ``isValid(_:_:)``.
  public mutating func isValid(_ cursor: TapeCursor, _ index: Int, root: Int32) -> Bool {
    verdict(cursor, index, root)
  }

  /// Whether the value at a tape index is valid for a node and no object in it has a key twice.
  ///
  /// - Complexity: As ``isValid(_:_:)``; keys that the schema does not list are looked at once more.
  public mutating func accepts(_ cursor: TapeCursor, _ index: Int, root: Int32) -> Bool {
    guard verdict(cursor, index, root) else { return false }
    return !(evaluator?.keysAreUnsure ?? true) || cursor.duplicateKeys(in: index).isEmpty
  }

  /// The failures of a value that the last verdict refused, of which the document is a copy.
  ///
  /// - Parameter root: The node; that of the schema where nil.
  public mutating func failures(in document: JSONDocument, root: Int32? = nil) -> FailureList {
    let root = root ?? schema.plan.root
    // Where evaluation was given up, the verdict has to say where.
    guard evaluator?.abort == nil else { return schema.failureList(in: document, root: root) }
    return document.withCursor { cursor in
      if evaluator == nil { evaluator = SchemaEvaluator(plan: schema.plan, cursor: cursor) }
      evaluator?.restart(cursor, at: 0)
      var collector = Collector()
      _ = evaluator?.evaluate(root, 0, -1, &collector)
      if let abort = evaluator?.abort {
        return FailureList([SchemaFailure(abort, plan: schema.plan, root: root)])
      }
      return FailureList(collector.failures, plan: schema.plan, document: document)
    }
  }

  /// How many nodes of the plan the last verdict applied to values; plain types are none.
  public var nodesVisited: Int { evaluator?.work ?? 0 }

  private mutating func verdict(_ cursor: TapeCursor, _ index: Int, _ root: Int32) -> Bool {
    if evaluator == nil { evaluator = SchemaEvaluator(plan: schema.plan, cursor: cursor) }
    evaluator?.restart(cursor, at: index)
    var verdict = Verdict()
    return evaluator?.evaluate(root, index, -1, &verdict) ?? false
  }
}
