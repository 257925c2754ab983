@_spi(Engine) internal import JSONTape

/// Text forms of bytes that recorders use instead of base64.
enum BinaryText {
  /// The bytes of a body that PollyJS wrote. The text is an array of chunks, `["1f8b08…", "…"]`, or
  /// a single chunk. All chunks are hexadecimal, or all chunks are base64.
  static func polly(_ text: [UInt8]) -> [UInt8]? {
    guard text.first == UInt8(ascii: "[") else { return hexadecimal(text) ?? Base64.decode(text) }
    guard let root = (try? JSONDocument(text))?.root, root.kind == .array else { return nil }
    let chunks = root.elements.compactMap { $0.string.map { Array($0.utf8) } }
    guard chunks.count == root.count, !chunks.isEmpty else { return nil }
    return join(chunks, hexadecimal) ?? join(chunks, Base64.decode)
  }

  /// The bytes of a text in which each character, U+0000 to U+00FF, is a byte. Nil for other text.
  static func latin1(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      index += 1
      if byte < 0x80 {
        bytes.append(byte)
        continue
      }
      guard byte == 0xC2 || byte == 0xC3, index < text.count else { return nil }
      bytes.append(byte << 6 | text[index] & 0x3F)
      index += 1
    }
    return bytes
  }

  private static func join(
    _ chunks: [[UInt8]], _ decode: ([UInt8]) -> [UInt8]?
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    for chunk in chunks {
      guard let decoded = decode(chunk) else { return nil }
      bytes += decoded
    }
    return bytes
  }

  private static func hexadecimal(_ digits: [UInt8]) -> [UInt8]? {
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index].hexValue, let low = digits[index + 1].hexValue else {
        return nil
      }
      bytes.append(UInt8(high) << 4 | UInt8(low))
    }
    return bytes
  }
}
