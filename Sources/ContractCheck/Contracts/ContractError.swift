internal import JSONSchema
public import JSONTape

/// A contract that cannot be used: what is wrong with it and where.
public struct ContractError: Error, Hashable, Sendable {
  /// One sentence without a full stop.
  public let message: String
  /// The contract's name or file.
  public let contract: String
  /// The offending value.
  public let pointer: JSONPointer
  /// Its place in the file.
  public let position: TextPosition

  init(_ message: String, contract: String, node: JSONNode) {
    self.message = message
    self.contract = contract
    pointer = node.document.pointer(to: node.tapeIndex)
    position = Self.position(node.range.offset, in: node.document)
  }

  init(_ error: SchemaError, contract: String, document: JSONDocument) {
    message = error.message
    self.contract = contract
    pointer = error.pointer
    position = Self.position(error.offset, in: document)
  }

  /// Text that cannot be read, at a byte of it.
  init(_ message: String, contract: String, offset: Int, in bytes: some Collection<UInt8>) {
    self.message = message
    self.contract = contract
    pointer = JSONPointer()
    var lines = LineIndex(bytes)
    position = lines.position(of: offset)
  }

  /// The place in the file of a byte of the document's text.
  private static func position(_ offset: Int, in document: JSONDocument) -> TextPosition {
    var lines = LineIndex(document.sourceBytes)
    let word = ByteRange(offset: offset, length: 1)
    return lines.position(of: document.sourceRange(of: word).offset)
  }

  /// The one line to print: `FILE:LINE:COLUMN: message`.
  public var description: String {
    "\(contract):\(position.line):\(position.column): \(message)"
  }
}
