public import JSONTape

/// A range of an input. The range is given in lines and columns, and in bytes.
public struct Region: Hashable, Sendable {
  /// The position of the first character.
  public var start: TextPosition
  /// The position directly after the last character.
  public var end: TextPosition
  /// The range in bytes.
  public var bytes: ByteRange
  /// The column of the first byte in its line, counted in bytes. The first column is 1.
  public var startByteColumn: Int
  /// The column directly after the last byte, counted in bytes. The first column is 1.
  public var endByteColumn: Int

  /// Creates a region from its parts. By default, byte columns are equal to the columns in Unicode
  /// scalars. This is right for ASCII text.
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
