@_spi(Engine) package import JSONTape

/// The base64 of RFC 4648, section 4.
@_spi(Engine) public enum Base64 {
  /// Decodes base64. Nil if a character is not in the alphabet, or if the length is impossible.
  /// Recorders write line endings, spaces, base64 without padding, and the URL-safe alphabet of
  /// section 5. So these are accepted.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var text = text.filter { !ASCIIByte.isSpace($0) }
    if text.isEmpty { return [] }
    if text.last != UInt8(ascii: "=") {
      text += repeatElement(UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
    }
    var isRight = false
    let decoded = [UInt8](unsafeUninitializedCapacity: text.count + 4) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      // Bound: `decode` writes at most 4 bytes more than the text's count.
      let length = text.withByteView { decode($0, into: start) }
      isRight = length != nil
      count = length ?? 0
    }
    return isRight ? decoded : nil
  }

  /// Decodes well-formed base64 without white space, and returns the number of bytes. Nil for every
  /// other text. Such a text may still be base64.
  ///
  /// - Parameter target: Memory for `text.count` bytes and 4 more.
  package static func decode(
    _ text: ByteView, into target: UnsafeMutablePointer<UInt8>
  ) -> Int? {
    guard text.count >= 4, text.count % 4 == 0 else { return nil }
    return values.withUnsafeBufferPointer { values in
      let padding =
        text[text.count - 1] != UInt8(ascii: "=")
        ? 0
        : text[text.count - 2] != UInt8(ascii: "=") ? 1 : 2
      let whole = padding > 0 ? text.count - 4 : text.count
      var read = 0
      var written = 0
      while read < whole {
        // In bounds: a byte indexes 256 values, and groups of four are within the text.
        let first = UInt32(values[Int(text[read])])
        let second = UInt32(values[Int(text[read + 1])])
        let third = UInt32(values[Int(text[read + 2])])
        let fourth = UInt32(values[Int(text[read + 3])])
        if (first | second | third | fourth) & 0x80 != 0 { return nil }
        let bits = first << 26 | second << 20 | third << 14 | fourth << 8
        // Bound: `written` is at most three quarters of `read`, and 4 bytes follow.
        UnsafeMutableRawPointer(target + written).storeBytes(of: bits.bigEndian, as: UInt32.self)
        read += 4
        written += 3
      }
      guard padding > 0 else { return written }
      let first = values[Int(text[read])]
      let second = values[Int(text[read + 1])]
      let third = padding == 1 ? values[Int(text[read + 2])] : 0
      if (first | second | third) & 0x80 != 0 { return nil }
      // Bound: the last group writes at most 2 bytes, and has 4.
      target[written] = first << 2 | second >> 4
      if padding == 1 { target[written + 1] = second << 4 | third >> 2 }
      return written + 3 - padding
    }
  }

  /// The padded base64 text for bytes.
  public static func encode(_ bytes: [UInt8]) -> [UInt8] {
    let letters = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(0) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(3 - group.count) * 8
      for place in 0..<4 {
        let letter = letters[Int(bits >> UInt32(18 - place * 6) & 0x3F)]
        text.append(place <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return text
  }

  /// The six bits of each byte in the alphabet. 0x80 for all other bytes.
  private static let values: [UInt8] = (0...255).map { value($0) ?? 0x80 }

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
