@_spi(Engine) public import JSONTape

/// Judges one value after another in memory that is kept: the first look at traffic, most of which is
/// right.
///
/// Each thread has its own.
@_spi(Engine) public struct SchemaJudge {
  private let schema: CompiledSchema
  private var evaluator: SchemaEvaluator?

  /// A judge by the nodes of a plan.
  public init(_ schema: CompiledSchema) { self.schema = schema }

  /// Whether the value at a tape index is valid for the schema.
  ///
  /// - Complexity: As ``CompiledSchema/isValid(_:)``. Nothing is allocated for a valid value, save for
  ///   patterns and escaped text, once memory suffices.
  public mutating func isValid(_ cursor: TapeCursor, _ index: Int) -> Bool {
    judge(cursor, index, schema.plan.root)
  }

  /// Whether the value at a tape index is valid for a node.
  ///
  /// - Complexity: As ``isValid(_:_:)``.
  public mutating func isValid(_ cursor: TapeCursor, _ index: Int, root: Int32) -> Bool {
    judge(cursor, index, root)
  }

  /// Whether the value at a tape index is valid for a node and no object in it has a key twice.
  ///
  /// - Complexity: As ``isValid(_:_:)``; keys that the schema does not list are looked at once more.
  public mutating func accepts(_ cursor: TapeCursor, _ index: Int, root: Int32) -> Bool {
    guard judge(cursor, index, root) else { return false }
    return !(evaluator?.keysAreUnsure ?? true) || cursor.duplicateKeys(in: index).isEmpty
  }

  /// How many nodes of the plan the last judgement applied to values; plain types are none.
  public var nodesVisited: Int { evaluator?.work ?? 0 }

  private mutating func judge(_ cursor: TapeCursor, _ index: Int, _ root: Int32) -> Bool {
    if evaluator == nil { evaluator = SchemaEvaluator(plan: schema.plan, cursor: cursor) }
    evaluator?.restart(cursor, at: index)
    var verdict = Verdict()
    return evaluator?.evaluate(root, index, -1, &verdict) ?? false
  }
}
