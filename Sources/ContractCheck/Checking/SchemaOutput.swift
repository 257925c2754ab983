@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Checks values against one JSON Schema. The results are written in the output formats that JSON
/// Schema defines.
///
/// Source: JSON Schema Core 2020-12, section 12. To create a ``SchemaOutput``, use
/// ``SchemaChecker/output(as:uri:)``.
public struct SchemaOutput: Sendable {
  /// The result for one value.
  public struct Document: Hashable, Sendable {
    /// Whether the value is valid.
    public let isValid: Bool
    /// One JSON object on one line, without a line ending.
    public let json: [UInt8]
  }

  /// The format.
  public let format: OutputFormat
  private let checker: SchemaChecker
  /// The schema with its references kept; nil if only verdicts are needed.
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

  /// The output for a value in JSON. If the bytes are not JSON, the output says that the value is
  /// not valid.
  ///
  /// - Complexity: O(*n*) in the size of the value. A check takes longer if several branches check
  ///   the same value. All formats except `flag` check every branch.
  public func document(for bytes: [UInt8]) -> Document {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes)
    } catch {
      guard var unit = traced?.rootUnit(isValid: false, base: uri) else { return flag(false) }
      let error = Violation.Kind.syntax(error, .schema).text.message
      var writer = OutputWriter()
      if format == .basic {
        writer.add(unit, instance: JSONPointer(), error: nil)
        unit = unit.moved(to: 1)
      }
      writer.add(unit, instance: JSONPointer(), error: error)
      return Document(isValid: false, json: writer.finish())
    }
    guard let traced else { return flag(checker.schema.isValid(document)) }
    // Only the nesting of `detailed` needs units without information.
    let needsAll = format == .detailed
    var units = traced.outputUnits(for: document, base: uri) { needsAll || $0.isTelling }
    if units.contains(where: \.isGivenUp), checker.schema.isValid(document) {
      // Only the walk through every branch exceeded the limit; the verdict is still correct.
      units = [traced.rootUnit(isValid: true, base: uri)]
    }
    return write(units, of: document)
  }

  private func flag(_ isValid: Bool) -> Document {
    Document(isValid: isValid, json: Array("{\"valid\":\(isValid)}".utf8))
  }

  /// Each batch walks over the whole value.
  private static let batch = 1 << 16

  private func write(_ units: [OutputUnit], of document: JSONDocument) -> Document {
    let isValid = units[0].isValid
    let isFlat = format != .detailed
    let listed = isFlat ? units : OutputUnit.condensed(units)
    let reading = FailureReading(
      document: document, answers: SchemaChecker.answers, settings: .standard, authority: .schema)
    var writer = OutputWriter()
    if isFlat { writer.add(units[0].silenced, instance: JSONPointer(), error: nil) }
    // Paths take more memory than units, so they are not kept all at once.
    for start in stride(from: 0, to: listed.count, by: Self.batch) {
      let batch = listed[start...].prefix(Self.batch).filter { !isFlat || $0.isTelling }
      let places = batch.flatMap { [$0.instance] + ($0.failure.map { [$0.instance] } ?? []) }
      let paths = document.withCursor { TapePath($0).paths(to: places) }
      for unit in batch {
        writer.add(
          isFlat ? unit.moved(to: 1) : unit,
          instance: (paths[unit.instance] ?? TapePath.Place()).pointer.shown,
          error: unit.failure.map { failure in
            reading.text(of: failure, at: paths[failure.instance] ?? TapePath.Place()).message
          })
      }
    }
    // Annotations may contain names of properties that are secrets.
    let json = writer.finish()
    return Document(isValid: isValid, json: Redaction(looksOf: json).applied(to: json))
  }
}

extension SchemaChecker {
  /// Returns a checker with the same schema that writes an output format of JSON Schema.
  ///
  /// - Parameters:
  ///   - format: The output format.
  ///   - uri: The base URI of absolute locations in the output, if the schema has no `$id`.
  ///     References do not use this URI.
  /// - Throws: ``ContractError`` if the schema cannot be used with this output format.
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

/// The output formats that JSON Schema defines. Source: JSON Schema Core 2020-12, section 12.4.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Only whether the value is valid.
  case flag
  /// A flat list of errors or annotations.
  case basic
  /// A tree of errors or annotations.
  case detailed
}
