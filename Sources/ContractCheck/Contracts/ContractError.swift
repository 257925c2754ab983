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
    position = node.document.position(of: node.range.offset)
  }

  init(_ error: SchemaError, contract: String) {
    message = error.message
    self.contract = error.name.isEmpty ? contract : error.name
    pointer = error.pointer
    position = error.position
  }

  /// What a metaschema finds in a schema.
  init(_ fault: Violation, contract: String, document: JSONDocument) {
    message = "\(fault.text.message) (`\(fault.instance)`)"
    self.contract = contract
    pointer = fault.instance
    position = document.position(of: fault.range.offset)
  }

  /// Text that cannot be read, at a byte of it.
  init(_ message: String, contract: String, offset: Int, in bytes: some Collection<UInt8>) {
    self.message = message
    self.contract = contract
    pointer = JSONPointer()
    var lines = LineIndex(bytes)
    position = lines.position(of: offset)
  }

  /// The one line to print: `FILE:LINE:COLUMN: message`.
  public var description: String {
    "\(contract):\(position.line):\(position.column): \(message)"
  }
}
