/// The meaning of a tape word. The raw value is the word's top four bits.
@_spi(Engine)
@frozen
public enum TapeTag: UInt8, Sendable {
  case null = 0
  case `false` = 1
  case `true` = 2
  /// A number written without `.`, `e` or `E`.
  case integer = 3
  case number = 4
  case string = 5
  case array = 6
  case object = 7
}

/// The layout of the tape. It consists of 64-bit words, in the order of the text.
///
/// A scalar is one word. A container, which is an array or an object, has two words and its values.
/// A property is the word of its name, and then its value. The offset and length of a string are
/// those of its raw content without the quotes. `end` is the offset after the closing bracket.
/// `next` is the index of the word after the container's last word.
///
///     scalar       tag:4  marked:1   length:27  offset:32
///     container    tag:4  marked:1   count:27   offset:32
///                  next:32                      end:32
///
/// For example, this is the tape of `{"id":7,"at":[1.5,null],"s":"\n"}`. The offset of the first
/// byte is 0:
///
///     0   object   count 3    offset 0
///     1            next 11    end 33
///     2   string   length 2   offset 2       id
///     3   integer  length 1   offset 6       7
///     4   string   length 2   offset 9       at
///     5   array    count 2    offset 13
///     6            next 9     end 23
///     7   number   length 3   offset 14      1.5
///     8   null     length 4   offset 18      null
///     9   string   length 1   offset 25      s
///     10  string   length 2   offset 29      \n        escaped
///
/// The tape is also the parser's stack. While a container is open, its second word contains the
/// index of the container around it and the number of values in that container so far.
@_spi(Engine)
public enum TapeWord {
  /// Lengths and counts are less than this, so that they fit into 27 bits.
  public static var lengthLimit: Int { 1 << 27 }

  /// The number of a document's bytes is less than this, so that offsets and tape indexes fit into
  /// 32 bits.
  public static var byteLimit: Int { 0xFFFE_0000 }

  /// The depth of nesting is less than this, even if the caller allows more.
  public static var depthLimit: Int { 0xFFFF }

  /// The bit that marks a value: decoders must check this value again. Such a value is a string with escapes, or a
  /// number with an exponent or with more than 15 bytes. Among containers, only the root may have
  /// the bit. For the root, the bit means that a string of the document contains half of a
  /// surrogate pair.
  @inlinable public static var markedBit: UInt64 { 1 << 59 }

  /// The bit of a string with escapes.
  @inlinable public static var escapedBit: UInt64 { markedBit }

  /// The bit of a number that may be outside the range of a machine's numbers.
  static var wideBit: UInt64 { markedBit }

  @inline(__always)
  static func scalar(_ tag: TapeTag, offset: Int, length: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: tag.rawValue) &<< 60
      | UInt64(truncatingIfNeeded: length) &<< 32
      | UInt64(truncatingIfNeeded: offset)
  }

  @inline(__always)
  static func head(_ tag: TapeTag, offset: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: tag.rawValue) &<< 60 | UInt64(truncatingIfNeeded: offset)
  }

  @inline(__always)
  static func pair(high: Int, low: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: high) &<< 32 | UInt64(truncatingIfNeeded: low)
  }
}
