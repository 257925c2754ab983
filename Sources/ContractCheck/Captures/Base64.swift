/// The base64 of RFC 4648, section 4.
enum Base64 {
  /// The decoded bytes; nil when a character is none of the alphabet or the length is impossible.
  ///
  /// Line endings and spaces between the characters and missing padding are accepted, as recorders
  /// write them; so is the URL-safe alphabet of section 5.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text where !ASCIIByte.isSpace(byte) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count & 3 == 0 {
        decoded.append(UInt8(truncatingIfNeeded: bits >> 16))
        decoded.append(UInt8(truncatingIfNeeded: bits >> 8))
        decoded.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    switch (count & 3, padding) {
    case (0, 0):
      break
    case (2, 0), (2, 2):
      decoded.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 0), (3, 1):
      decoded.append(UInt8(truncatingIfNeeded: bits >> 10))
      decoded.append(UInt8(truncatingIfNeeded: bits >> 2))
    default:
      return nil
    }
    return decoded
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
