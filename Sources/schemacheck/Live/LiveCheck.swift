@_spi(Engine) import ContractCheck
import JSONTape

struct LiveCheck {
  private let client: LiveClient
  private let method: String
  private let expected: ExpectedStatuses

  init(_ arguments: Arguments, _ console: Console) throws(ToolError) {
    method = arguments.text(.method)?.uppercased() ?? "GET"
    expected =
      arguments.has(.expect)
      ? ExpectedStatuses(arguments.all(.expect).map(\.text).joined(separator: ",")) ?? .success
      : .success
    var options = LiveOptions()
    if let seconds = arguments.integer(.timeout) { options.timeout = .seconds(seconds) }
    if let limit = arguments.byteCount(.maximumBody) { options.maxBody = limit }
    options.allowHTTP = arguments.has(.allowHTTP)
    options.caFile = arguments.text(.certificates)
    options.bearerToken = try BearerToken.read(arguments, console)
    options.userAgent = "schemacheck/\(Release.version)"
    var client = LiveClient(options: options)
    client.sleep = console.wait
    self.client = client
  }

  /// Checks the last response. The sent secrets are never printed.
  ///
  /// - Parameter isOfSweep: Whether options gave the values of the URL's parameters.
  func check(
    _ url: String, with checker: Checker, isOfSweep: Bool = false, _ run: inout InputRun
  ) {
    var checker = checker
    var sent = SentRequest()
    sent.expected = expected
    sent.isOfSweep = isOfSweep
    checker.sent = sent
    let secrets = URLRedaction.values(in: url) + [client.options.bearerToken].compactMap { $0 }
    OwnSecrets.hide(secrets) { send(url, with: checker, &run) }
  }

  private func send(_ url: String, with checker: Checker, _ run: inout InputRun) {
    let name = checker.redacted(url, method: method)
    var client = client
    client.redact = { [method] in checker.redacted($0, method: method) }
    let start = Timestamp.now
    let response: LiveResponse
    do {
      response = try client.send(LiveRequest(url, method: method)) { run.addNote($0.message) }
    } catch {
      run.addError(error.message)
      return
    }
    if !response.redirects.isEmpty {
      run.addNote("\(name): redirected to \(checker.redacted(response.url, method: method))")
    }
    var checker = checker
    checker.sent?.credentials = credentials(response, url)
    var source = CaptureSource(name: name, bytes: response.body)
    var exchange = response.exchange(method: method, url: url)
    exchange.sentAt = start
    var result = checker.check(exchange, in: &source)
    for index in result.findings.indices where !result.findings[index].isInBody {
      // A status, a header and the URL have no line to show.
      result.findings[index].frame = nil
    }
    run.add(result)
  }

  /// Whether the server that answered got the token, or the password of the URL.
  private func credentials(_ response: LiveResponse, _ url: String) -> SentRequest.Credentials {
    guard let first = try? LiveURL(url),
      client.options.bearerToken != nil || first.credentials != nil
    else { return .none }
    // Once dropped, they are not sent again.
    let hops = response.redirects + [response.url]
    return hops.allSatisfy { (try? LiveURL($0))?.origin == first.origin } ? .sent : .dropped
  }
}

extension LiveResponse {
  fileprivate func exchange(method: String, url: String) -> Exchange {
    let mediaType = headers.value(of: "Content-Type")
    let isBlank = body.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    var response =
      isBlank || status == 304
      ? Message(mediaType: mediaType, absence: status == 304 ? .notModified : .noBody)
      : Message(mediaType: mediaType, body: Body(bytes: body, map: .identity(base: 0)))
    if isBlank { response.emptyBody = ByteRange(offset: 0, length: 0) }
    return Exchange(
      method: method, url: url, status: status, request: Message(absence: .noBody),
      response: response, range: ByteRange(offset: 0, length: body.count))
  }
}

extension Finding {
  fileprivate var isInBody: Bool {
    if case .exchange? = Rule.named(rule)?.form { return false }
    return exchange?.part != .request
  }
}

extension Timestamp {
  fileprivate static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000)
  }
}
