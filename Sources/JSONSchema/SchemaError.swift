public import JSONTape

/// A schema that cannot be compiled: what is wrong and where.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop, naming the keyword.
  public let message: String
  /// Base URI of the document it stands in; empty for one without.
  public let document: String
  /// The file that the document was read from; empty where that is not known.
  public let name: String
  /// The offending value within that document.
  public let pointer: JSONPointer
  /// Byte offset of the offending value within that document.
  public let offset: Int
  /// The same in lines and columns.
  public let position: TextPosition

  /// An error by its parts.
  public init(
    message: String, document: String, name: String = "", pointer: JSONPointer, offset: Int,
    position: TextPosition
  ) {
    self.message = message
    self.document = document
    self.name = name
    self.pointer = pointer
    self.offset = offset
    self.position = position
  }

  /// An error about a text that is no JSON.
  public init(
    _ error: JSONParseError, of bytes: some Sequence<UInt8>, document: String = "",
    name: String = ""
  ) {
    var lines = LineIndex(Array(bytes))
    self.init(
      message: "not JSON: \(error.message)", document: document, name: name,
      pointer: JSONPointer(), offset: error.offset, position: lines.position(of: error.offset))
  }

  /// The one line to print: `DOCUMENT#POINTER: message`.
  public var description: String { "\(document)#\(pointer): \(message)" }
}
