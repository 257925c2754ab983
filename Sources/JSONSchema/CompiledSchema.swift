@_spi(Engine) public import JSONTape

/// A schema that is ready for validation. Compile a schema only once. Any thread can use the
/// result.
public struct CompiledSchema: Sendable {
  let plan: Plan
  /// Whether a rule needs facts about the message that contains a value.
  package var asksOfMessage: Bool { plan.tables.relations.contains(where: \.asksOfMessage) }

  /// Compiles a schema.
  ///
  /// - Parameters:
  ///   - document: The schema.
  ///   - uri: The base URI for relative URIs in `$id` and `$ref`.
  ///   - registry: Other documents to which `$ref` can refer.
  ///   - assertsFormats: Whether `format` is an assertion.
  /// - Throws: ``SchemaError`` with the place of the error.
  /// - Complexity: O(*n*) in the size of the schema.
  public init(
    _ document: JSONDocument, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    assertsFormats: Bool = true
  ) throws(SchemaError) {
    try self.init(
      document, uri: uri, registry: registry, assertsFormats: assertsFormats,
      keepsReferences: false)
  }

  /// Compiles a schema with more options. If `keepsReferences` is true, references stay nodes of
  /// the plan. ``outputUnits(for:base:)`` needs these nodes. If `merges` is false, each schema
  /// becomes its own node.
  @_spi(Engine) public init(
    _ document: JSONDocument, uri: String = "", registry: SchemaRegistry = SchemaRegistry(),
    assertsFormats: Bool = true, keepsReferences: Bool, merges: Bool = true
  ) throws(SchemaError) {
    var registry = registry
    let number = try registry.add(document, uri: uri)
    let compiler = SchemaCompiler(
      registry: registry, assertsFormats: assertsFormats, keepsReferences: keepsReferences,
      merges: merges)
    let root = try compiler.compile(
      document.root, of: number, context: PlanContext(rawValue: 0))
    plan = try compiler.plan(root: root)
  }

  /// Creates a schema from the plan of a compiler. One node of the plan becomes the root.
  ///
  /// - Throws: ``SchemaError`` if a schema refers to itself for the same value without end.
  @_spi(Engine) public init(
    _ compiler: SchemaCompiler, root: Int32
  ) throws(SchemaError) {
    plan = try compiler.plan(root: root)
  }

  /// Whether an instance, the JSON value to check, is valid. The evaluation stops at the first
  /// failure.
  ///
  /// - Complexity: O(*n*) in the size of the instance if no branches check the same value.
  public func isValid(_ document: JSONDocument) -> Bool { isValid(document, root: plan.root) }

  /// Every failure of an instance, in the order of the instance. The list is empty if the instance
  /// is valid.
  ///
  /// - Complexity: Like ``isValid(_:)``, but an invalid instance is evaluated twice.
  public func failures(in document: JSONDocument) -> [SchemaFailure] {
    failures(in: document, root: plan.root)
  }

  /// Whether an instance is valid against a node of the plan.
  @_spi(Engine) public func isValid(_ document: JSONDocument, root: Int32) -> Bool {
    document.withCursor { cursor in
      var evaluator = SchemaEvaluator(plan: plan, cursor: cursor)
      var verdict = Verdict()
      return evaluator.evaluate(root, 0, -1, &verdict) && evaluator.abort == nil
    }
  }

  /// The schema object of a failure, and the name of its document.
  @_spi(Engine) public func schema(of site: SchemaSite) -> (node: JSONNode, document: String) {
    let entry = plan.documents[site.document]
    return (entry.document.node(at: site.index), entry.name)
  }

  /// Every failure of a value against a node of the plan. The value is at the tape index `index`.
  /// By default, the value is the whole instance.
  @_spi(Engine) public func failures(
    in document: JSONDocument, root: Int32, at index: Int = 0
  ) -> [SchemaFailure] {
    var list = failureList(in: document, root: root, at: index)
    return (0..<list.count).map { list.failure(at: $0) }
  }
}
