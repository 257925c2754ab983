/// Decodes the escapes of strings (RFC 8259, section 7). A surrogate without its other half becomes
/// U+FFFD. JSON allows such a surrogate, but UTF-8 cannot express it.
///
/// The parser accepts only whole escapes. The scan of a broken text accepts any escape. An escape
/// is never shorter than the UTF-8 of its value, so a value always fits in the place of its text.
enum StringEscape {
  /// One escape: its number of bytes, and its scalar.
  struct Unit {
    var rawLength: Int
    var scalar: UInt32

    var utf8Length: Int {
      scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
    }
  }

  /// An escape that the end of the text cuts off means its backslash. (U+FFFD would be longer.)
  private static let cut = Unit(rawLength: 1, scalar: UInt32(UInt8(ascii: "\\")))

  /// The escape whose backslash is at `index`.
  static func unit(_ raw: ByteView, at index: Int) -> Unit {
    guard index &+ 1 < raw.count else { return cut }
    switch raw[index &+ 1] {
    case "b": return Unit(rawLength: 2, scalar: 0x08)
    case "f": return Unit(rawLength: 2, scalar: 0x0C)
    case "n": return Unit(rawLength: 2, scalar: 0x0A)
    case "r": return Unit(rawLength: 2, scalar: 0x0D)
    case "t": return Unit(rawLength: 2, scalar: 0x09)
    case "u": return unicodeUnit(raw, at: index)
    case let byte: return Unit(rawLength: 2, scalar: UInt32(byte))
    }
  }

  /// Writes the value of `raw` to `target`, and returns the number of bytes. `target` must have
  /// space for `raw.count` bytes.
  static func decode(
    _ raw: ByteView, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var written = 0
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      if byte != "\\" {
        // Bound: `written` never passes `index`, which is less than `raw.count`.
        target[written] = byte
        written &+= 1
        index &+= 1
        continue
      }
      let unit = unit(raw, at: index)
      index &+= unit.rawLength
      // Bound: no value is longer than its escape: escapes of 1, 2 and 6 bytes give at most 1, 2
      // and 4 bytes.
      written &+= UTF8Scan.encode(unit.scalar, into: target + written)
    }
    return written
  }

  static func decode(_ raw: ByteView, appendingTo target: inout [UInt8]) {
    target.append(
      contentsOf: [UInt8](unsafeUninitializedCapacity: raw.count) { buffer, count in
        // Bound: `decode` writes at most `raw.count` bytes.
        guard let start = buffer.baseAddress else { return }
        count = decode(raw, into: start)
      })
  }

  static func scalarCount(_ raw: ByteView) -> Int {
    var count = 0
    var index = 0
    while index < raw.count {
      let byte = raw[index]
      if byte == "\\" {
        index &+= unit(raw, at: index).rawLength
        count &+= 1
      } else {
        count &+= byte & 0xC0 == 0x80 ? 0 : 1
        index &+= 1
      }
    }
    return count
  }

  private static func unicodeUnit(_ raw: ByteView, at index: Int) -> Unit {
    guard let first = codeUnit(raw, at: index) else { return cut }
    guard first & 0xF800 == 0xD800 else { return Unit(rawLength: 6, scalar: first) }
    guard first < 0xDC00, let second = codeUnit(raw, at: index &+ 6), second & 0xFC00 == 0xDC00
    else { return Unit(rawLength: 6, scalar: 0xFFFD) }
    return Unit(
      rawLength: 12, scalar: 0x10000 &+ ((first & 0x3FF) &<< 10 | second & 0x3FF))
  }

  /// The UTF-16 code unit of the `\uXXXX` at `index`. Nil if there is none.
  private static func codeUnit(_ raw: ByteView, at index: Int) -> UInt32? {
    guard index &+ 6 <= raw.count, raw[index] == "\\", raw[index &+ 1] == "u" else { return nil }
    var unit: UInt32 = 0
    for digit in index &+ 2..<index &+ 6 {
      unit = unit &<< 4 | hexValue(raw[digit])
    }
    return unit
  }

  private static func hexValue(_ byte: UInt8) -> UInt32 {
    // Letters have bit 6 set and end with 1 to 6.
    UInt32(byte & 0xF) &+ UInt32(byte &>> 6) &* 9
  }
}
