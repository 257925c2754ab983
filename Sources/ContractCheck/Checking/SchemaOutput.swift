@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks values against one JSON Schema and answers in one of JSON Schema's own output formats.
///
/// Source: JSON Schema Core 2020-12, section 12. Made by ``SchemaChecker/output(as:uri:)``.
public struct SchemaOutput: Sendable {
  /// What there is to say of one value.
  public struct Document: Hashable, Sendable {
    /// Whether the value is valid.
    public let isValid: Bool
    /// The output: one JSON object on one line, without a line ending.
    public let json: [UInt8]
  }

  /// The format.
  public let format: OutputFormat
  private let checker: SchemaChecker
  /// The schema with its references kept; nil where only verdicts are asked for.
  private let traced: CompiledSchema?
  private let uri: String

  init(_ checker: SchemaChecker, as format: OutputFormat, uri: String) throws(SchemaError) {
    self.checker = checker
    self.format = format
    self.uri = uri
    guard format != .flag else {
      traced = nil
      return
    }
    traced = try CompiledSchema(
      checker.document, registry: checker.registry, assertsFormats: checker.assertsFormats,
      keepsReferences: true)
  }

  /// The output for a value in JSON. A text that is not JSON is not valid.
  ///
  /// - Complexity: O(*n*) in the size of the value for schemas without branches over the same one; in
  ///   the formats with units every branch is walked.
  public func document(for bytes: [UInt8]) -> Document {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes)
    } catch {
      guard var unit = traced?.rootUnit(isValid: false, base: uri) else { return flag(false) }
      let error = Rule.jsonSyntax.text(of: .syntax(error, .schema)).message
      var writer = OutputWriter()
      if format == .basic {
        writer.add(unit, instance: JSONPointer(), error: nil)
        unit = unit.moved(to: 1)
      }
      writer.add(unit, instance: JSONPointer(), error: error)
      return Document(isValid: false, json: writer.finish())
    }
    guard let traced else { return flag(checker.schema.isValid(document)) }
    var units = traced.outputUnits(for: document, base: uri)
    if units.contains(where: \.isGivenUp), checker.schema.isValid(document) {
      // Only the walk through every branch was too much work: the verdict stands without it.
      units = [traced.rootUnit(isValid: true, base: uri)]
    }
    return write(units, of: document)
  }

  private func flag(_ isValid: Bool) -> Document {
    Document(isValid: isValid, json: Array("{\"valid\":\(isValid)}".utf8))
  }

  private func write(_ units: [OutputUnit], of document: JSONDocument) -> Document {
    let isValid = units[0].isValid
    let listed =
      format == .detailed
      ? OutputUnit.condensed(units)
      : [units[0].silenced] + units.filter(\.isTelling).map { $0.moved(to: 1) }
    let places = listed.flatMap { [$0.instance] + ($0.failure.map { [$0.instance] } ?? []) }
    let paths = document.withCursor { TapePath($0).paths(to: places) }
    let reading = FailureReading(
      document: document, answers: checker.answers, settings: .standard, authority: .schema)
    var writer = OutputWriter()
    for unit in listed {
      writer.add(
        unit, instance: (paths[unit.instance] ?? TapePath.Place()).pointer.shown,
        error: unit.failure.map { failure in
          reading.text(of: failure, at: paths[failure.instance] ?? TapePath.Place()).message
        })
    }
    // Annotations name members, too.
    let json = writer.finish()
    return Document(isValid: isValid, json: Redaction(looksOf: json).applied(to: json))
  }
}

extension SchemaChecker {
  /// The same schema, answering in one of JSON Schema's own output formats.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - uri: The URI of the schema, where it has no `$id`: the one that absolute locations begin
  ///     with. References do not depend on it.
  /// - Throws: ``ContractError`` as for the schema itself.
  public func output(
    as format: OutputFormat, uri: String = "schemacheck:schema"
  ) throws(ContractError) -> SchemaOutput {
    do {
      return try SchemaOutput(self, as: format, uri: uri)
    } catch {
      throw ContractError(error, contract: name)
    }
  }
}
