internal import JSONSchema
internal import JSONTape

/// Checks values against one JSON Schema (2020-12) and nothing else: no rules, no contract.
///
/// Formats are asserted. References lead to places within the schema; nothing is fetched.
public struct SchemaChecker: Sendable {
  private let schema: CompiledSchema
  private let answers: [RulePlan.Answer]

  /// Reads and compiles a schema.
  ///
  /// - Parameters:
  ///   - bytes: The schema in JSON or YAML.
  ///   - name: What it is called in errors; a file's path, usually. Ending in `.json`, `.yaml` or
  ///     `.yml`, it says what the schema is written in.
  /// - Throws: ``ContractError`` with the place and the keyword of the first thing that is wrong.
  /// - Complexity: O(*n*) in the size of the schema.
  public init(_ bytes: some Collection<UInt8>, name: String) throws(ContractError) {
    let document = try ContractText.document(bytes, name: name)
    do {
      schema = try CompiledSchema(document)
    } catch {
      throw ContractError(error, contract: name, document: document)
    }
    answers = RulePlan(contract: name).answers
  }

  /// The findings of a file that is one value, in the order of reports.
  ///
  /// - Complexity: O(*n*) in the size of the value for schemas without branches over the same one.
  public func check(_ bytes: [UInt8], name: String) -> [Finding] {
    check(bytes, CaptureSource(name: name, bytes: bytes), base: 0, reference: nil)
  }

  /// The findings of a line that is one value, in the order of reports.
  public func check(_ line: NDJSONLine, name: String) -> [Finding] {
    check(
      line.bytes,
      CaptureSource(
        name: name, bytes: line.bytes, offset: line.offset, firstLine: line.index + 1),
      base: line.offset, reference: ExchangeReference(index: line.index, unit: .line))
  }

  private func check(
    _ bytes: [UInt8], _ source: CaptureSource, base: Int, reference: ExchangeReference?
  ) -> [Finding] {
    var run = CheckRun(source: source)
    run.reference = reference
    let body = Body(bytes: bytes, map: .identity(base: base))
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes)
    } catch {
      let length = error.offset < bytes.count ? 1 : 0
      let fault = BodyFault(
        rule: .jsonSyntax, severity: Rule.jsonSyntax.severity,
        text: BodyMessage.syntax(error, .schema).text, instance: JSONPointer(),
        range: ByteRange(offset: error.offset, length: length))
      run.report([fault], of: body, isMalformed: true)
      return run.findings
    }
    let failures = schema.failures(in: document)
    guard !failures.isEmpty else { return [] }
    let reading = FailureReading(
      document: document, answers: answers, settings: .standard, authority: .schema)
    run.report(reading.faults(failures), of: body)
    return run.result(.checked).findings
  }
}
