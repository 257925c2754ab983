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
