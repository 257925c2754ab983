public import JSONTape

/// A range of an input, in lines and columns and in bytes.
public struct Region: Hashable, Sendable {
  /// The position of the first character.
  public var start: TextPosition
  /// The position directly after the last character.
  public var end: TextPosition
  /// The range in bytes.
  public var bytes: ByteRange
  /// The column of the first byte in its line, from 1, in bytes.
  public var startByteColumn: Int
  /// The column directly after the last byte, from 1, in bytes.
  public var endByteColumn: Int

  /// Creates a region from its parts. By default, byte columns are the columns in scalars. For
  /// ASCII text, both are equal.
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
