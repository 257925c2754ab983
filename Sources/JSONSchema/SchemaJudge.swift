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

  /// Whether the value at a tape index is valid for a node and no object in it has a key twice.
  ///
  /// - Complexity: As ``CompiledSchema/isValid(_:)``. Nothing is allocated for a value whose keys the
  ///   schema lists, once memory suffices.
  public mutating func accepts(_ cursor: TapeCursor, _ index: Int, root: Int32) -> Bool {
    if evaluator == nil { evaluator = SchemaEvaluator(plan: schema.plan, cursor: cursor) }
    evaluator?.restart(cursor, at: index)
    var verdict = Verdict()
    guard evaluator?.evaluate(root, index, -1, &verdict) ?? false else { return false }
    guard evaluator?.keysAreUnsure ?? true else { return true }
    return cursor.duplicateKeys(in: index).isEmpty
  }
}
