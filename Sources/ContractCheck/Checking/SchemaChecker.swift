@_spi(Engine) internal import ContractCaptures
@_spi(Engine) public import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks values against one JSON Schema, without rules or contracts.
///
/// `$schema` names the dialect of the schema. The schema itself is first checked against the
/// metaschema of this dialect. Nothing is loaded from the network.
public struct SchemaChecker: Sendable {
  let schema: CompiledSchema
  /// The rules that report failures; created for the first invalid value.
  static let answers = RulePlan(contract: "").answers
  /// The schema's source. It is compiled again for the output formats.
  let document: JSONDocument
  let name: String
  let registry: SchemaRegistry
  let assertsFormats: Bool

  /// Reads and compiles a schema.
  ///
  /// - Parameters:
  ///   - bytes: The schema as JSON or YAML.
  ///   - name: The schema's name in errors, usually a file path. If the name ends with `.json`,
  ///     `.yaml` or `.yml`, this ending decides the language.
  ///   - registry: The documents that `$ref` can refer to, and the dialect of schemas without
  ///     `$schema`.
  ///   - assertsFormats: Whether `format` is an assertion in dialects that do not decide this.
  /// - Throws: ``ContractError`` with the place and the keyword of the first error.
  /// - Complexity: O(*n*) in the size of the schema.
  public init(
    _ bytes: some Collection<UInt8>, name: String, registry: SchemaRegistry = SchemaRegistry(),
    assertsFormats: Bool = true
  ) throws(ContractError) {
    document = try ContractText.document(bytes, name: name)
    self.name = name
    self.registry = registry
    self.assertsFormats = assertsFormats
    let failures: [SchemaFailure]
    do {
      var registry = registry
      let number = try registry.add(document)
      let compiler = SchemaCompiler(registry: registry, assertsFormats: assertsFormats)
      let root = try compiler.compile(
        document.root, of: number, context: PlanContext(rawValue: 0))
      schema = try CompiledSchema(compiler, root: root)
      failures = try CompiledSchema.metaschemaFailures(of: number, in: registry)
    } catch {
      throw ContractError(error, contract: name)
    }
    if failures.isEmpty { return }
    let reading = FailureReading(
      document: document, answers: Self.answers, settings: .standard, authority: .metaschema)
    if let violation = reading.violations(failures).first {
      throw ContractError(violation, contract: name, document: document)
    }
  }

  /// The findings of a file with one value, in the order of reports.
  ///
  /// - Complexity: O(*n*) in the size of the value. A check takes longer if several branches check
  ///   the same value.
  public func check(_ bytes: [UInt8], name: String, showsLines: Bool = true) -> [Finding] {
    result(bytes, name: name, showsLines: showsLines).complete.findings
  }

  /// The result of a file with one value. If there are too many findings for memory, the result has
  /// them as a stream.
  @_spi(Engine) public func result(
    _ bytes: [UInt8], name: String, showsLines: Bool = true
  ) -> Checker.Result {
    var source = CaptureSource(name: name, bytes: bytes)
    source.showsLines = showsLines
    let exchange = Exchange.bare(
      .body(Body(bytes: bytes, map: .identity(base: 0))),
      range: ByteRange(offset: 0, length: bytes.count))
    return exchangeValidator().check(exchange, in: &source)
  }

  /// A validator of values, for one thread.
  @_spi(Engine) public func exchangeValidator() -> any ExchangeValidator { ValueValidator(self) }
}

private final class ValueValidator: ExchangeValidator {
  private let checker: SchemaChecker
  /// The schema is behind a pointer and not a `var`. Swift would check each access to a `var` of a
  /// class at run time.
  private let schema = UnsafeMutablePointer<SchemaValidator>.allocate(capacity: 1)
  private let tape = BodyTape()
  private let secretNames = SecretNameMemory()
  /// Whether the fast verdict found a violation. If so, the full check does not repeat the fast
  /// one.
  private var isRefused = false

  init(_ checker: SchemaChecker) {
    self.checker = checker
    schema.initialize(to: SchemaValidator(checker.schema))
  }

  deinit {
    schema.deinitialize(count: 1)
    schema.deallocate()
  }

  var readsRecords: Bool { false }

  func begin(_ texts: StringArena?) {
    tape.clear()
    isRefused = false
  }

  func accepts(_ value: TapeCursor) -> Bool { schema.pointee.isValid(value, 0) }

  func verdict(_ exchange: Exchange, of name: String) -> SettledExchange? {
    guard case .value(let cursor, let index, _)? = tape.read(exchange.response, nil) else {
      return nil
    }
    isRefused = !schema.pointee.isValid(cursor, index)
    if isRefused { return nil }
    return SettledExchange(count: ExchangeCount(.checked), assumed: nil)
  }

  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    var run = CheckRun(source: source, secretNames: secretNames)
    run.reference = exchange.unit.map { ExchangeReference(index: exchange.index, unit: $0) }
    defer {
      source = run.source
      isRefused = false
    }
    guard let body = exchange.response.body else { return run.result(ExchangeCount(.checked)) }
    switch tape.read(exchange.response, nil) {
    case .malformed(let error)?:
      run.report(error, of: body, Rule.jsonSyntax.severity, .schema)
    case .value(let cursor, let index, let text)?:
      guard isRefused || !schema.pointee.isValid(cursor, index) else { break }
      let document = JSONDocument(copying: cursor, at: index, text: text)
      let failures = schema.pointee.failures(in: document, copyOf: (cursor, index))
      let reading = FailureReading(
        document: document, answers: SchemaChecker.answers, settings: .standard, authority: .schema)
      let reader = ViolationReader(
        reading, failures,
        hasRepeatedKeys: !failures.hasDistinctKeys && !document.duplicateKeys().isEmpty)
      run.report([], reader, of: body)
    case .undecodable?, nil: break
    }
    return run.result(ExchangeCount(.checked))
  }
}
