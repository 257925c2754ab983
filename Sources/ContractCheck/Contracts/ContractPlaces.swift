@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) package import JSONTape

/// A place in a contract, such as `api.yaml:97:23`.
public struct ContractPlace: Hashable, Sendable, CustomStringConvertible {
  /// The file, with the name that the caller gave for the contract. For a contract of the library,
  /// `schemas/NAME.json`.
  package let file: String
  /// The place of the keyword in the file.
  package let position: TextPosition

  /// The place as `FILE:LINE:COLUMN`.
  public var description: String { "\(file):\(position.line):\(position.column)" }
}

/// Finds the places in contracts that caused failures. It keeps the parts of files that were read.
/// So each thread has its own ``ContractPlaces``. It is used only for findings.
package final class ContractPlaces {
  /// The file's name and lines by document.
  private var files: [ObjectIdentifier: File] = [:]

  package init() {}

  private struct File {
    let name: String
    let document: JSONDocument
    var lines: LineIndex
  }

  /// The place of a failure; nil if its cause is a rule, not the contract.
  func place(of failure: SchemaFailure, in contract: Contract) -> ContractPlace? {
    guard let site = failure.site else { return nil }
    let schema = contract.schema.schema(of: site).node
    return place(of: Self.meant(by: failure, in: schema), in: contract)
  }

  /// The place of a value of the contract's documents.
  package func place(of node: JSONNode, in contract: Contract) -> ContractPlace? {
    let identity = node.document.identity
    guard var file = files[identity] ?? file(of: node.document, contract) else { return nil }
    // A formatted document has the same values in the same order.
    let node = file.document.node(at: node.tapeIndex)
    let position = file.lines.position(of: node.sourceRange.offset)
    files[identity] = file
    return ContractPlace(file: file.name, position: position)
  }

  /// The text of a bundled contract is minified. So positions are positions in the readable file of
  /// the contract.
  private func file(of document: JSONDocument, _ contract: Contract) -> File? {
    guard contract.isBundled else {
      let name = contract.registry.contents.first {
        $0.document.identity == document.identity
      }?.name
      guard let name else { return nil }
      return File(
        name: Redaction.fileName(name), document: document, lines: LineIndex(document.sourceBytes))
    }
    guard let text = try? Contract.bundledText(contract.name),
      let bytes = try? Contract.laidOut(text), let readable = try? JSONDocument(bytes)
    else { return nil }
    return File(
      name: "schemas/\(contract.name).json", document: readable, lines: LineIndex(bytes))
  }

  /// The most precise place for a failure. It is the name in `required`, the name of a property or
  /// the keyword. If there is none of these, it is the schema.
  private static func meant(by failure: SchemaFailure, in schema: JSONNode) -> JSONNode {
    switch failure.kind {
    case .required(let property):
      if let name = schema["required"]?.elements.first(where: { $0.string == property }) {
        return name
      }
    case .alias(let documented):
      if let name = key(documented, of: schema["properties"]) { return name }
    case .refused(let direction):
      if let keyword = key(direction.rawValue, of: schema) { return keyword }
    default: break
    }
    if let keyword = key(failure.keyword, of: schema) { return keyword }
    // The name of the schema is directly before it on the tape.
    let before = schema.tapeIndex > 0 ? schema.document.node(at: schema.tapeIndex - 1) : schema
    return before.kind == .string && before.range.end < schema.range.offset ? before : schema
  }

  private static func key(_ name: String, of object: JSONNode?) -> JSONNode? {
    object?.properties.first { $0.name == name }?.key
  }
}
