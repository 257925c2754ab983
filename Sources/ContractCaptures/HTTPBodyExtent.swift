@_spi(Engine) internal import JSONTape

/// Finds the end of the body of a dumped message. A dump differs from the transferred bytes. Tools
/// decode chunks and compression but print the original fields. Tools also leave bodies out, and
/// write two messages without a line ending between them. So each field is only a hint, and the
/// text must confirm it.
struct HTTPBodyExtent {
  /// The body's bytes, without chunk sizes.
  private(set) var ranges: [Range<Int>]
  /// The start of the next message, or the limit.
  let end: Int
  private(set) var hasBrokenChunks = false
  /// Whether the dump has chunks, even if there is only the last chunk.
  private(set) var hasChunks = false

  /// Reads `bytes` from the end of `head` on. In a verbose dump, a tool's note may follow the body
  /// on its last line.
  init(after head: HTTPHead, in bytes: [UInt8], from start: Int, limit: Int, isVerbose: Bool) {
    end = Self.nextMessage(in: bytes, from: start, limit: limit) ?? limit
    ranges = []
    guard start < end else { return }
    let isChunked = head.lists("chunked", under: "transfer-encoding")
    switch isChunked ? ChunkedCoding.decode(bytes, start..<end) : .plain {
    case .decoded(let chunks):
      ranges = chunks
      hasChunks = true
    case .broken: hasBrokenChunks = true
    case .plain: ranges = [start..<Self.endOfBody(head, bytes, start..<end, isVerbose)]
    }
  }

  private static func endOfBody(
    _ head: HTTPHead, _ bytes: [UInt8], _ range: Range<Int>, _ isVerbose: Bool
  ) -> Int {
    // The length often counts compressed bytes, or line endings that differ from the dump's. So the
    // length is used only if the text after it is only line endings or a note.
    if let value = head["content-length"]?.value, let length = Int(value), length >= 0,
      length <= range.count,
      isNothing(bytes, range.lowerBound + length..<range.upperBound, isVerbose)
    {
      return range.lowerBound + length
    }
    if isVerbose {
      var tokenizer = JSONTokenizer(at: range.lowerBound)
      if let end = tokenizer.skipValue(bytes, end: range.upperBound),
        isNothing(bytes, end..<range.upperBound, true)
      {
        return end
      }
    }
    return range.upperBound
  }

  private static func isNothing(_ bytes: [UInt8], _ range: Range<Int>, _ isVerbose: Bool) -> Bool {
    guard let first = bytes[range].firstIndex(where: { !ASCIIByte.isSpace($0) }) else {
      return true
    }
    return isVerbose && bytes[first..<range.upperBound].starts(with: "* ".utf8)
  }

  /// The first start line from `start` on, if a field or a blank line follows it. Valid JSON
  /// contains no start line, because its strings contain no line endings.
  static func nextMessage(in bytes: [UInt8], from start: Int, limit: Int) -> Int? {
    var position = start
    while let found = bytes[position..<limit].firstIndex(of: UInt8(ascii: "H")) {
      position = found + 1
      guard bytes[found..<limit].starts(with: "HTTP/".utf8) else { continue }
      if let message = messageStart(around: found, in: bytes, from: start, limit: limit) {
        return message
      }
    }
    return nil
  }

  private static func messageStart(
    around version: Int, in bytes: [UInt8], from start: Int, limit: Int
  ) -> Int? {
    // A version is at the end of a request line and at the start of a short status line. The check
    // stops there, so that a long line full of versions is not searched again for each version.
    let near = min(limit, version + 256)
    let line = HTTPLine(at: version, in: bytes, limit: near)
    guard line.text.upperBound < near || near == limit else { return nil }
    let earliest = max(start, version - HTTPHead.maximumStartLine)
    let lineStart =
      bytes[earliest..<version].lastIndex(of: ASCIIByte.lineFeed).map { $0 + 1 } ?? earliest
    guard isHeadContinued(bytes, line.next, limit) else { return nil }
    if HTTPHead(startLine: version..<line.text.upperBound, in: bytes) != nil {
      if version == lineStart { return version }
      // The body before it has no line ending. In prose, a status line follows a space. In a
      // string, the quote is on the same line.
      let isGlued =
        bytes[version - 1] > ASCIIByte.space
        && !bytes[line.text].contains(UInt8(ascii: "\""))
      return isGlued ? version : nil
    }
    guard lineStart < version,
      HTTPHead(startLine: lineStart..<line.text.upperBound, in: bytes) != nil
    else { return nil }
    return lineStart
  }

  private static func isHeadContinued(_ bytes: [UInt8], _ offset: Int, _ limit: Int) -> Bool {
    guard offset < limit else { return true }
    let line = HTTPLine(at: offset, in: bytes, limit: min(limit, offset + 1024))
    return line.text.isEmpty || HTTPHead.endOfFieldName(line.text, bytes) != nil
  }
}

/// The chunked transfer coding, RFC 9112, section 7.1.
enum ChunkedCoding {
  enum Outcome {
    /// The data of each chunk. The last chunk may be incomplete at the end of the dump.
    case decoded([Range<Int>])
    /// There is no chunk size at the start, because the recording tool has already decoded the
    /// body.
    case plain
    /// Sizes and data do not agree.
    case broken
  }

  /// Finds the chunks of `bytes[range]`. Lines may also end in a single `\n`, because editors save
  /// them in this way.
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
      // Trailer fields follow the last chunk. They do not affect the body.
      if size == 0 { return .decoded(chunks) }
      let rest = line.next..<range.upperBound
      guard size < rest.count else {
        // A body that is only a number has no chunks, because the number is the body's text.
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

  /// The size on a line. It consists of digits. Spaces and an extension may follow.
  private static func size(_ line: ArraySlice<UInt8>) -> Int? {
    var size = 0
    var digits = 0
    var rest = line
    while let byte = rest.first, let value = byte.hexValue {
      digits += 1
      // 15 digits are more than any file needs, and they fit an Int.
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
