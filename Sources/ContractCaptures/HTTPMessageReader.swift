@_spi(Engine) import JSONTape

/// Reads the output of HTTP tools: `curl -i` and `curl -v` dumps, and messages saved from a proxy.
/// A file may contain requests, responses or both.
enum HTTPMessageReader {
  /// Whether the text begins with a start line or one of curl's own lines.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    isVerbose(bytes, from: startOfText(bytes)) != nil
  }

  /// Whether a text is a dump of `curl -v`. Nil if the text contains no message.
  private static func isVerbose(_ bytes: [UInt8], from start: Int) -> Bool? {
    guard start < bytes.count else { return nil }
    // A minified JSON file is one line, so the search is limited.
    let limit = min(bytes.count, start + HTTPHead.maximumStartLine + 2)
    let line = HTTPLine(at: start, in: bytes, limit: limit)
    switch CurlLine(bytes, line) {
    case .note, .noise: return true
    case .request(let text), .response(let text):
      if HTTPHead(startLine: text, in: bytes) != nil { return true }
    case .content: break
    }
    return HTTPHead(startLine: line.text, in: bytes) == nil ? nil : false
  }

  static func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    let start = startOfText(bytes)
    guard let isVerbose = isVerbose(bytes, from: start) else {
      let line = HTTPLine(at: start, in: bytes, limit: bytes.count)
      yield(.problem(CaptureProblem(kind: .notHTTP, range: ByteRange(line.text))))
      return
    }
    var exchanges = HTTPExchanges(file: bytes, followsRedirects: isVerbose)
    if isVerbose {
      var dump = CurlDump(bytes: bytes)
      var position = start
      while position < bytes.count {
        let line = HTTPLine(at: position, in: bytes, limit: bytes.count)
        dump.add(CurlLine(bytes, line)) { exchanges.add($0, yield) }
        position = line.next
      }
      dump.finish { exchanges.add($0, yield) }
    } else {
      readMessages(in: bytes, from: start) { exchanges.add($0, yield) }
    }
    exchanges.finish(yield)
    if exchanges.count == 0 {
      yield(.problem(CaptureProblem(kind: .notHTTP, range: ByteRange(start..<bytes.count))))
    }
  }

  /// Splits `text` into messages, with ranges of `text`. Text before the first start line is
  /// ignored.
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
          hasChunks: extent.hasChunks,
          range: position..<extent.end))
      position = extent.end
    }
  }

  /// The start of the text. The command may be copied together with its output: `$ curl -v …`.
  private static func startOfText(_ bytes: [UInt8]) -> Int {
    var start = ByteOrderMark.length(in: bytes)
    func skipLineEndings() {
      let text = bytes[start...].firstIndex { $0 != ASCIIByte.lineFeed && $0 != 0x0D }
      start = text ?? bytes.count
    }
    skipLineEndings()
    guard
      ["$ curl ", "> curl ", "% curl ", "# curl "].contains(where: {
        bytes[start...].starts(with: $0.utf8)
      })
    else { return start }
    var isContinued = true
    while isContinued, start < bytes.count {
      let line = HTTPLine(at: start, in: bytes, limit: bytes.count)
      isContinued = bytes[line.text].last == UInt8(ascii: "\\")
      start = line.next
    }
    skipLineEndings()
    return start
  }
}

/// Collects the lines of a `curl -v` dump into messages. curl writes a prefix before heads and
/// notes but not before the body's lines. With `-i` it writes the response's head twice.
struct CurlDump {
  private let bytes: [UInt8]
  private var head: HTTPHead?
  /// Whether the head with prefixes has ended. If so, lines of the body follow.
  private var isHeadDone = false
  private var content: [Range<Int>] = []
  private var scheme: String?

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func add(_ line: CurlLine, _ yield: (HTTPMessage) -> Void) {
    switch line {
    case .request(let text), .response(let text):
      if let next = HTTPHead(startLine: text, in: bytes) {
        finish(yield)
        head = next
        isHeadDone = false
      } else if text.isEmpty {
        isHeadDone = true
      } else if var current = head {
        _ = current.addField(text, in: bytes)
        current.range = current.range.lowerBound..<text.upperBound
        head = current
      }
    case .note(let text):
      noteScheme(bytes[text])
    case .noise:
      break
    case .content(let range):
      // With `-i`, the same lines are also written without a prefix, between the prefixed ones.
      if head == nil || isHeadDone { content.append(range) }
    }
  }

  mutating func finish(_ yield: (HTTPMessage) -> Void) {
    let body = Body(of: content, in: bytes)
    if let head {
      yield(message(head, body))
    } else {
      // In the output of `curl -i` with its progress meter, no line has a prefix.
      HTTPMessageReader.readMessages(in: body.bytes, from: 0) { yield(inFile($0, body)) }
    }
    head = nil
    content = []
  }

  private func message(_ head: HTTPHead, _ body: Body) -> HTTPMessage {
    var message = HTTPMessage(head: head, scheme: scheme, range: head.range)
    guard head.method == nil else { return message }
    var start = 0
    while start < body.bytes.count,
      let echo = HTTPHead(at: start, in: body.bytes, limit: body.bytes.count)
    {
      start = echo.range.upperBound
    }
    let extent = HTTPBodyExtent(
      after: head, in: body.bytes, from: start, limit: body.bytes.count, isVerbose: true)
    message.body = extent.ranges.flatMap { body.fileRanges(of: $0) }
    message.hasBrokenChunks = extent.hasBrokenChunks
    message.hasChunks = extent.hasChunks
    if let last = message.body.last {
      message.range = head.range.lowerBound..<max(head.range.upperBound, last.upperBound)
    }
    return message
  }

  /// Maps ranges of the parsed text to the file. The parsed text has no progress meter.
  private func inFile(_ found: HTTPMessage, _ text: Body) -> HTTPMessage {
    var message = found
    message.body = found.body.flatMap { text.fileRanges(of: $0) }
    message.head.move { text.fileRange(around: $0) }
    message.range = text.fileRange(around: found.range)
    return message
  }

  /// Reads the scheme from the notes about the connection. The targets in dumps are often only
  /// paths.
  private mutating func noteScheme(_ note: ArraySlice<UInt8>) {
    let ofTLS = ["SSL connection using", "ALPN", "TLSv1", "[HTTP/2] [", "[HTTP/3] ["]
    if ofTLS.contains(where: { note.starts(with: $0.utf8) }) {
      scheme = "https"
    } else if note.drop(while: { $0 == ASCIIByte.space }).starts(with: "Trying ".utf8) {
      scheme = nil
    } else if note.starts(with: "Connected to ".utf8) {
      let words = note.split(separator: ASCIIByte.space)
      let port = words.firstIndex { $0.elementsEqual("port".utf8) }.map { $0 + 1 }
      if let port, port < words.count, words[port].elementsEqual("443".utf8) {
        scheme = "https"
      } else {
        scheme = scheme ?? "http"
      }
    }
  }
}
