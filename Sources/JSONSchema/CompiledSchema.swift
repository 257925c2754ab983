@_spi(Engine) public import JSONTape

/// A schema ready to judge instances: compiled once, used from any thread.
public struct CompiledSchema: Sendable {
  let plan: Plan

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - document: The schema.
  ///   - uri: The URI under which it is known, against which its `$id` and `$ref` resolve.
  ///   - registry: Other documents that references may lead to; nothing is fetched.
  ///   - assertsFormats: Whether `format` is an assertion or says nothing.
  /// - Throws: ``SchemaError`` with the place of what is wrong.
  /// - Complexity: O(*n*) in the size of the schema.
  public init(
    _ document: JSONDocument, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    assertsFormats: Bool = true
  ) throws(SchemaError) {
    try self.init(
      document, uri: uri, registry: registry, assertsFormats: assertsFormats,
      keepsReferences: false)
  }

  /// The same, with references kept as nodes for ``outputUnits(for:base:)``.
  @_spi(Engine) public init(
    _ document: JSONDocument, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    assertsFormats: Bool = true, keepsReferences: Bool
  ) throws(SchemaError) {
    var registry = registry
    let number = try registry.add(document, uri: uri)
    let compiler = SchemaCompiler(
      registry: registry, assertsFormats: assertsFormats, keepsReferences: keepsReferences)
    let root = try compiler.compile(
      document.root, of: number, context: PlanContext(rawValue: 0))
    plan = try compiler.plan(root: root)
  }

  /// A schema whose root is a node of a compiler's plan.
  ///
  /// - Throws: ``SchemaError`` where a schema applies itself to the same value without end.
  @_spi(Engine) public init(
    _ compiler: SchemaCompiler, root: Int32
  ) throws(SchemaError) {
    plan = try compiler.plan(root: root)
  }

  /// Whether an instance is valid.
  ///
  /// - Complexity: O(*n*) in the size of the instance for schemas without branches over the same
  ///   value; evaluation stops at the first failure.
  public func isValid(_ document: JSONDocument) -> Bool { isValid(document, root: plan.root) }

  /// Every failure of an instance, in the order of the instance; empty when it is valid.
  ///
  /// - Complexity: A valid instance costs what ``isValid(_:)`` does; an invalid one is walked twice.
  public func failures(in document: JSONDocument) -> [SchemaFailure] {
    failures(in: document, root: plan.root)
  }

  /// Whether an instance is valid for a node of a plan with several roots.
  @_spi(Engine) public func isValid(_ document: JSONDocument, root: Int32) -> Bool {
    document.withCursor { cursor in
      var evaluator = SchemaEvaluator(plan: plan, cursor: cursor)
      var verdict = Verdict()
      return evaluator.evaluate(root, 0, -1, &verdict)
    }
  }

  /// Every failure of an instance, or of the value at a tape index of it, for a node of a plan with
  /// several roots.
  @_spi(Engine) public func failures(
    in document: JSONDocument, root: Int32, at index: Int = 0
  ) -> [SchemaFailure] {
    var list = failureList(in: document, root: root, at: index)
    return (0..<list.count).map { list.failure(at: $0) }
  }
}

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
