/// The percent-encoding of RFC 3986, section 2.1.
package enum PercentEncoding {
  /// Decodes escapes. Invalid escapes stay unchanged.
  package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index != bytes.endIndex {
      let byte = bytes[index]
      bytes.formIndex(after: &index)
      guard byte == UInt8(ascii: "%"), index != bytes.endIndex else {
        decoded.append(byte)
        continue
      }
      let second = bytes.index(after: index)
      guard second != bytes.endIndex, let high = bytes[index].hexValue,
        let low = bytes[second].hexValue
      else {
        decoded.append(byte)
        continue
      }
      decoded.append(high << 4 | low)
      index = bytes.index(after: second)
    }
    return decoded
  }

  /// Decodes the escapes of a text. Invalid escapes stay unchanged.
  @_spi(Engine) public static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return String(decoding: decode(text.utf8), as: UTF8.self)
  }

  /// Escapes all bytes except unreserved characters (section 2.3) and the given characters.
  package static func encode(_ bytes: some Sequence<UInt8>, allowing others: String = "") -> String
  {
    var encoded: [UInt8] = []
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: encoded.append(byte)
      default:
        if byte < 0x80, others.utf8.contains(byte) {
          encoded.append(byte)
        } else {
          encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 0xF)]]
        }
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
