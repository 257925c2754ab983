@_spi(Engine) import JSONTape

/// Reads what HTTP tools print: `curl -i` and `curl -v` dumps, messages saved from a proxy.
///
/// A file may hold a request, a response, a request with its response, or several of them.
enum HTTPMessageReader {
  /// Whether a start line or one of curl's own lines begins the text.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    let start = startOfText(bytes)
    guard start < bytes.count else { return false }
    if CurlLine.begins(bytes, at: start) { return true }
    let line = HTTPLine(at: start, in: bytes, limit: CurlLine.searchLimit(bytes, start))
    return HTTPHead(startLine: line.text, in: bytes) != nil
  }

  static func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    let start = startOfText(bytes)
    guard recognises(bytes) else {
      let line = HTTPLine(at: start, in: bytes, limit: bytes.count)
      yield(.problem(CaptureProblem(kind: .notHTTP, range: ByteRange(line.text))))
      return
    }
    if CurlLine.begins(bytes, at: start) {
      readVerbose(bytes, from: start, yield)
      return
    }
    var exchanges = HTTPExchanges(file: bytes, followsRedirects: false)
    readMessages(in: bytes, from: start) { exchanges.add($0, yield) }
    exchanges.finish(yield)
  }

  /// Splits `text` into its messages, with ranges of `text`; what stands before the first start line
  /// is passed over.
  static func readMessages(in text: [UInt8], from start: Int, _ add: (HTTPMessage) -> Void) {
    var position = start
    while position < text.count {
      guard let head = HTTPHead(at: position, in: text, limit: text.count) else {
        guard let next = HTTPBodyExtent.nextMessage(in: text, from: position, limit: text.count),
          next > position
        else { break }
        position = next
        continue
      }
      let extent = HTTPBodyExtent(
        after: head, in: text, from: head.range.upperBound, limit: text.count, isVerbose: false)
      add(
        HTTPMessage(
          head: head, body: extent.ranges, hasBrokenChunks: extent.hasBrokenChunks,
          range: position..<extent.end))
      position = extent.end
    }
  }

  private static func startOfText(_ bytes: [UInt8]) -> Int {
    let start = ByteOrderMark.length(in: bytes)
    let text = bytes[start...].firstIndex { $0 != ASCIIByte.lineFeed && $0 != 0x0D }
    return text ?? bytes.count
  }
}
