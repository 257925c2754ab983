public import JSONTape

/// The error for a schema that cannot be compiled, with its place.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop that names the keyword.
  public let message: String
  /// The base URI of the document. Empty if the document has no URI.
  public let document: String
  /// The file of the document. Empty if the file is unknown.
  public let name: String
  /// The pointer to the invalid value in the document.
  public let pointer: JSONPointer
  /// The byte offset of the invalid value.
  public let offset: Int
  /// The same place as line and column.
  public let position: TextPosition
  /// The name in a reference that does not exist at the target's place.
  package var unknown: UnknownName?

  /// A name that an object does not have, and the names that it has.
  package struct UnknownName: Hashable, Sendable {
    package let name: String
    package let known: [String]
    /// Whether the name is the last of the reference.
    package let isLast: Bool

    package init(_ name: String, in node: JSONNode, isLast: Bool) {
      self.name = name
      known = node.properties.map(\.name)
      self.isLast = isLast
    }
  }

  /// Creates an error from its parts.
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

  /// Creates an error for text that is not JSON.
  public init(
    _ error: JSONParseError, of bytes: some Sequence<UInt8>, document: String = "",
    name: String = ""
  ) {
    var lines = LineIndex(Array(bytes))
    self.init(
      message: "not JSON: \(error.message)", document: document, name: name,
      pointer: JSONPointer(), offset: error.offset, position: lines.position(of: error.offset))
  }

  /// The error in one line: `DOCUMENT#POINTER: message`.
  public var description: String { "\(document)#\(pointer): \(message)" }
}
