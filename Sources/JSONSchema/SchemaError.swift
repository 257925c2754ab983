public import JSONTape

/// A schema that cannot be compiled: what is wrong and where.
public struct SchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence without a full stop, naming the keyword.
  public let message: String
  /// Base URI of the document it stands in; empty for one without.
  public let document: String
  /// The offending value within that document.
  public let pointer: JSONPointer
  /// Byte offset of the offending value within that document.
  public let offset: Int

  /// An error by its parts.
  public init(message: String, document: String, pointer: JSONPointer, offset: Int) {
    self.message = message
    self.document = document
    self.pointer = pointer
    self.offset = offset
  }

  /// The one line to print: `DOCUMENT#POINTER: message`.
  public var description: String { "\(document)#\(pointer): \(message)" }
}
