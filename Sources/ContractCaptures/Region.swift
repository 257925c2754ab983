public import JSONTape

/// A stretch of an input, in lines and columns and in bytes.
public struct Region: Hashable, Sendable {
  /// The position of the first character.
  public var start: TextPosition
  /// The position just past the last character.
  public var end: TextPosition
  /// The same in bytes.
  public var bytes: ByteRange
  /// The column of the first byte in its line, from 1, in bytes.
  public var startByteColumn: Int
  /// The column just past the last byte, from 1, in bytes.
  public var endByteColumn: Int

  /// A region by its parts. Byte columns default to the columns in scalars, as in ASCII.
  public init(
    start: TextPosition, end: TextPosition, bytes: ByteRange, startByteColumn: Int? = nil,
    endByteColumn: Int? = nil
  ) {
    self.start = start
    self.end = end
    self.bytes = bytes
    self.startByteColumn = startByteColumn ?? start.column
    self.endByteColumn = endByteColumn ?? end.column
  }
}
