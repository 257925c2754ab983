/// Compares bytes with ASCII characters: `byte == "{"`, and `case "{":` in a switch over a byte.
@_spi(Engine)
extension UInt8 {
  /// Whether a byte is an ASCII character.
  @inlinable @inline(__always)
  public static func == (byte: UInt8, character: Unicode.Scalar) -> Bool {
    UInt32(byte) == character.value
  }

  /// Whether a byte is not an ASCII character.
  @inlinable @inline(__always)
  public static func != (byte: UInt8, character: Unicode.Scalar) -> Bool {
    UInt32(byte) != character.value
  }

  /// Whether a byte is an ASCII character, for `case` in a `switch`.
  @inlinable @inline(__always)
  public static func ~= (character: Unicode.Scalar, byte: UInt8) -> Bool {
    UInt32(byte) == character.value
  }

  /// The value of a hexadecimal digit, in capital or small letters. Nil for other bytes.
  public var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}
