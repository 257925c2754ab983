@_spi(Engine) import JSONTape

/// The chunked transfer coding, RFC 9112, section 7.1.
enum ChunkedCoding {
  enum Outcome: Equatable {
    /// The data of each chunk; the last may be cut short by the end of the dump.
    case decoded([Range<Int>])
    /// No chunk size begins the text: the tool that recorded it has decoded it already.
    case plain
    /// Sizes and data do not agree.
    case broken
  }

  /// Finds the chunks of `bytes[range]`. Lines may end in `\n` alone, as in dumps that went through
  /// an editor.
  static func decode(_ bytes: [UInt8], _ range: Range<Int>) -> Outcome {
    var chunks: [Range<Int>] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let line = HTTPLine(at: position, in: bytes, limit: range.upperBound)
      guard let size = size(bytes[line.text]) else {
        if chunks.isEmpty { return .plain }
        let isBlank = bytes[position..<range.upperBound].allSatisfy(ASCIIByte.isSpace)
        return isBlank ? .decoded(chunks) : .broken
      }
      // Trailer fields follow the last chunk; nothing in them concerns the body.
      if size == 0 { return .decoded(chunks) }
      let rest = line.next..<range.upperBound
      guard size < rest.count else {
        // A bare number is a size without data.
        if chunks.isEmpty, bytes[rest].allSatisfy(ASCIIByte.isSpace) { return .plain }
        return .decoded(chunks + [rest])
      }
      let end = line.next + size
      chunks.append(line.next..<end)
      guard let next = endOfLineEnding(bytes, end, range.upperBound) else { return .broken }
      position = next
    }
    return .decoded(chunks)
  }

  /// Digits, then perhaps spaces and an extension.
  private static func size(_ line: ArraySlice<UInt8>) -> Int? {
    var size = 0
    var digits = 0
    var rest = line
    while let byte = rest.first, let value = byte.hexValue {
      digits += 1
      // 15 digits are past any file and still fit an Int.
      guard digits <= 15 else { return nil }
      size = size << 4 | Int(value)
      rest = rest.dropFirst()
    }
    let tail = rest.first { $0 != ASCIIByte.space && $0 != ASCIIByte.tab }
    return digits > 0 && (tail == nil || tail == UInt8(ascii: ";")) ? size : nil
  }

  private static func endOfLineEnding(_ bytes: [UInt8], _ offset: Int, _ limit: Int) -> Int? {
    if bytes[offset] == ASCIIByte.lineFeed { return offset + 1 }
    guard bytes[offset] == ASCIIByte.carriageReturn else { return nil }
    if offset + 1 == limit { return limit }
    return bytes[offset + 1] == ASCIIByte.lineFeed ? offset + 2 : nil
  }
}
