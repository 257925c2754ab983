@_spi(Engine) internal import JSONTape

/// A text after one layer of encoding is decoded: JSON's escapes, percent-encoding and HTML
/// entities.
///
/// This helps to find texts inside texts: `\"password\":\"x\"`, `%22password%22`,
/// `&quot;password&quot;`.
struct DecodedText {
  private(set) var bytes: [UInt8] = []
  /// The end of each decoded character, in the decoded bytes and in the source. Between two such
  /// characters, bytes are unchanged.
  private var ends: [(decoded: UInt32, source: UInt32)] = []

  /// Decodes a text. Nil if nothing is encoded. The time is linear in the length of the text.
  init?(_ text: [UInt8]) {
    guard text.count <= UInt32.max,
      text.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") || $0 == 0x26 })
    else { return nil }
    bytes.reserveCapacity(text.count)
    var at = 0
    while at < text.count {
      guard let (scalar, length) = Self.character(of: text, at: at) else {
        bytes.append(text[at])
        at += 1
        continue
      }
      at += length
      if let byte = UInt8(exactly: scalar) {
        // A byte of percent-encoded UTF-8 is still one byte.
        bytes.append(byte)
      } else {
        bytes += String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8
      }
      ends.append((UInt32(bytes.count), UInt32(at)))
    }
    if ends.isEmpty { return nil }
  }

  /// The bytes of the source for a range of the decoded bytes.
  func source(of range: Range<Int>) -> Range<Int> {
    let start = source(of: range.lowerBound)
    return start..<max(start, source(of: range.upperBound))
  }

  private func source(of offset: Int) -> Int {
    let next = ends.indices.partitionPoint { ends[$0].decoded > offset }
    guard next > 0 else { return offset }
    return Int(ends[next - 1].source) + offset - Int(ends[next - 1].decoded)
  }

  /// The character that several bytes encode, and the number of bytes.
  private static func character(of text: [UInt8], at start: Int) -> (scalar: UInt32, length: Int)? {
    switch text[start] {
    case UInt8(ascii: "%"):
      return hexadecimal(text, start + 1, 2).map { ($0, 3) }
    case UInt8(ascii: "\\"):
      guard start + 1 < text.count else { return nil }
      switch text[start + 1] {
      case UInt8(ascii: "u"):
        guard let unit = hexadecimal(text, start + 2, 4) else { return nil }
        // The exact value of characters outside ASCII does not matter.
        return (unit < 0x80 ? unit : 0xFFFD, 6)
      case UInt8(ascii: "n"): return (0x0A, 2)
      case UInt8(ascii: "r"): return (0x0D, 2)
      case UInt8(ascii: "t"): return (0x09, 2)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        return (UInt32(text[start + 1]), 2)
      default: return nil
      }
    case UInt8(ascii: "&"): return entity(text, start)
    default: return nil
    }
  }

  private static func hexadecimal(_ text: [UInt8], _ start: Int, _ count: Int) -> UInt32? {
    guard start + count <= text.count else { return nil }
    var value: UInt32 = 0
    for byte in text[start..<start + count] {
      guard let digit = byte.hexValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  private static func entity(_ text: [UInt8], _ start: Int) -> (scalar: UInt32, length: Int)? {
    let rest = text[(start + 1)...].prefix(9)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    let length = end - start + 1
    if let scalar = entities[name] { return (scalar, length) }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.dropFirst()
    let isHexadecimal = digits.utf8.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.map { ($0 < 0x80 ? $0 : 0xFFFD, length) }
  }

  private static let entities: [String: UInt32] = [
    "quot": 0x22, "amp": 0x26, "apos": 0x27, "lt": 0x3C, "gt": 0x3E, "equals": 0x3D, "colon": 0x3A,
  ]
}
