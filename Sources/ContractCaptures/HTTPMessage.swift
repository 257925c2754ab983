import JSONTape

/// One message of a dump: its head and the file ranges of its body.
struct HTTPMessage {
  var head: HTTPHead
  /// The URL's scheme, if it is in the dump.
  var scheme: String?
  /// The ranges of the body without chunk sizes. Empty if there is no body.
  var body: [Range<Int>] = []
  var hasBrokenChunks = false
  /// Whether the dump has chunks, even if there is only the last chunk.
  var hasChunks = false
  /// The range of head and body.
  var range: Range<Int>

  /// Whether another response to the same request may follow. It may follow after a 1xx response, a
  /// proxy's response to CONNECT, a redirect, or a challenge whose body the client ignored.
  func isPreliminary(method: String?) -> Bool {
    guard case .status(let code, let reason) = head.start else { return false }
    if code < 200 { return true }
    guard body.isEmpty else { return false }
    switch code {
    case 200..<300:
      return method == "CONNECT"
        || ASCIIByte.equalIgnoringCase(reason, "Connection established")
    case 300..<400: return head["location"] != nil
    case 401, 407: return true
    default: return false
    }
  }
}

/// Pairs the messages of a dump, in order, and yields their exchanges.
struct HTTPExchanges {
  let file: [UInt8]
  /// Whether a new request replaces such a response. It does with curl, because curl itself follows
  /// redirects and answers challenges.
  let followsRedirects: Bool
  /// The number of yielded exchanges.
  private(set) var count = 0
  private var request: HTTPMessage?
  private var response: HTTPMessage?

  init(file: [UInt8], followsRedirects: Bool) {
    self.file = file
    self.followsRedirects = followsRedirects
  }

  private var method: String? { request?.head.method }

  mutating func add(_ message: HTTPMessage, _ yield: (CaptureItem) -> Void) {
    if message.head.method != nil {
      let isReplaced =
        response.map { response in
          response.isPreliminary(method: method) && (followsRedirects || method == "CONNECT")
        } ?? false
      if !isReplaced { finish(yield) }
      request = message
      response = nil
    } else {
      if let previous = response, !previous.isPreliminary(method: method) { finish(yield) }
      response = message
    }
  }

  mutating func finish(_ yield: (CaptureItem) -> Void) {
    guard request != nil || response != nil else { return }
    var problems: [(kind: CaptureProblem.Kind, range: Range<Int>?)] = []
    let start = request?.range.lowerBound ?? response?.range.lowerBound ?? 0
    let end = response?.range.upperBound ?? request?.range.upperBound ?? 0
    var exchange = Exchange(
      index: count, request: .absent(.noBody), response: .absent(.noResponse),
      range: ByteRange(offset: start, length: end - start))
    if let request, case .request(let method, let target) = request.head.start {
      exchange.methodText = .read(method, nil)
      exchange.address = .read(Self.url(of: target, request), ByteRange(request.head.place))
      exchange.request = message(request, .request, &problems)
      // curl does not print the bodies of requests.
      exchange.request.mayHoldBody = !followsRedirects
      // A file with a request alone is about the request.
      exchange.response.mayHoldBody = followsRedirects
    }
    if let response, case .status(let code, _) = response.head.start {
      exchange.status = code
      exchange.statusRange = ByteRange(response.head.place)
      exchange.response = message(response, .response, &problems)
      if code == 304 { exchange.response.content = .absent(.notModified) }
      if code == 101 { exchange.response.content = .absent(.websocket) }
    }
    for (kind, range) in problems {
      yield(
        .problem(
          CaptureProblem(
            kind: kind, index: count, range: range.map { ByteRange($0) } ?? exchange.range)))
    }
    yield(.exchange(exchange))
    count += 1
    request = nil
    response = nil
  }

  private func message(
    _ message: HTTPMessage, _ part: Exchange.Part,
    _ problems: inout [(kind: CaptureProblem.Kind, range: Range<Int>?)]
  ) -> Message {
    let head = message.head
    var read = Message(
      .absent(.undecodable),
      type: head["content-type"].map { .read($0.value, ByteRange($0.valueRange)) })
    read.headers = HeaderFields(head)
    var body = Body(of: message.body, in: file)
    body.hasDeclaredLength =
      head["content-length"].map { Int($0.value) == body.bytes.count } ?? false
    if message.hasBrokenChunks {
      problems.append((.chunks(part), nil))
    } else if body.bytes.allSatisfy(ASCIIByte.isSpace) {
      read.content = .absent(.noBody)
      if body.hasDeclaredLength || message.hasChunks,
        let length = head["content-length"] ?? head["transfer-encoding"]
      {
        read.emptyBody = ByteRange(length.valueRange)
      }
    } else {
      read.content = .body(body)
    }
    if let (length, range) = missingLength(of: message, part, body) {
      problems.append((.short(part, bytes: body.bytes.count, of: length), range))
    }
    return read
  }

  /// The `Content-Length` and its place, if the body is shorter. For a compressed body, the lengths
  /// are not comparable. A dump may also have lost the carriage returns of its line endings.
  private func missingLength(
    of message: HTTPMessage, _ part: Exchange.Part, _ body: Body
  ) -> (Int, Range<Int>)? {
    let head = message.head
    guard let field = head["content-length"], let length = Int(field.value),
      head["transfer-encoding"] == nil, head["content-encoding"] == nil
    else { return nil }
    if part == .request {
      // curl prints only the head of a request.
      guard !body.bytes.isEmpty else { return nil }
    } else {
      // A head without a body may be the response to a HEAD request that is not shown.
      let isHead = method?.uppercased() == "HEAD" || method == nil && body.bytes.isEmpty
      guard !isHead, case .status(let code, _) = head.start,
        code >= 200, code != 204, code != 304
      else { return nil }
    }
    let lineEndings = body.bytes.count { $0 == ASCIIByte.lineFeed }
    // An editor may have removed the last line ending, too.
    return length > body.bytes.count + lineEndings + 2 ? (length, field.valueRange) : nil
  }

  /// The URL of a request. If the target is only a path, the authority is from the `Host` field or
  /// from HTTP/2's pseudo-field.
  private static func url(of target: String, _ request: HTTPMessage) -> String {
    guard target.utf8.first == UInt8(ascii: "/"),
      let host = request.head["host"]?.value ?? request.head[":authority"]?.value, !host.isEmpty
    else { return target }
    return (request.scheme.map { $0 + ":" } ?? "") + "//" + host + target
  }
}
