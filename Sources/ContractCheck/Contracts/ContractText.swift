@_spi(Engine) internal import ContractCaptures
public import JSONSchema
@_spi(Engine) package import JSONTape

/// Reads the text of a contract or a schema as JSON or YAML.
package enum ContractText {
  /// A file `.json` is JSON; `.yaml` and `.yml` are YAML. With any other name, a text that begins
  /// with a brace or a bracket is JSON. All other texts are YAML.
  package static func document(
    _ bytes: some Collection<UInt8>, name: String
  ) throws(ContractError) -> JSONDocument {
    guard isYAML(bytes, name: name) else { return try json(bytes, name: name) }
    do {
      return try JSONDocument(yaml: bytes)
    } catch {
      throw ContractError(
        "not YAML: \(error.message)", contract: name, offset: error.offset, in: bytes)
    }
  }

  /// Reads JSON and refuses repeated names.
  package static func json(
    _ bytes: some Collection<UInt8>, name: String
  ) throws(ContractError) -> JSONDocument {
    let document: JSONDocument
    do {
      document = try JSONDocument(bytes)
    } catch {
      throw ContractError(
        "not JSON: \(error.message)", contract: name, offset: error.offset, in: bytes)
    }
    // It is unknown which of the two values is meant.
    if let duplicate = document.duplicateKeys().first {
      let key = document.node(at: duplicate.repeated)
      throw ContractError(
        "the object has the property `\(SafeText.line(key.string ?? ""))` twice; remove one of "
          + "them", contract: name,
        offset: key.range.offset, in: bytes)
    }
    return document
  }

  package static func isYAML(_ bytes: some Collection<UInt8>, name: String) -> Bool {
    let name = name.lowercased()
    if name.hasSuffix(".json") { return false }
    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") { return true }
    let text = bytes.dropFirst(ByteOrderMark.length(in: bytes))
    let first = text.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard let first else { return false }
    return first != UInt8(ascii: "{") && first != UInt8(ascii: "[")
  }
}

extension SchemaRegistry.Source {
  /// Reads a JSON or YAML document to which `$ref` can refer. The document's name or content
  /// decides the format.
  ///
  /// - Throws: ``SchemaError`` with the place of the error.
  public init(reading bytes: some Collection<UInt8>, name: String) throws(SchemaError) {
    do {
      self.init(try ContractText.document(bytes, name: name), name: name)
    } catch {
      throw SchemaError(
        message: error.message, document: "", name: name, pointer: error.pointer, offset: 0,
        position: error.position)
    }
  }
}
