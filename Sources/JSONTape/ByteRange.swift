/// A run of bytes: where it starts and how many there are.
public struct ByteRange: Hashable, Sendable {
  /// The first byte, counted from 0.
  public var offset: Int

  /// How many bytes the range holds.
  public var length: Int

  /// The offset just past the last byte.
  public var end: Int { offset &+ length }

  /// A range of `length` bytes from `offset`.
  public init(offset: Int, length: Int) {
    self.offset = offset
    self.length = length
  }
}
