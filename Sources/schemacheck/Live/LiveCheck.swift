@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns
import Dispatch
import JSONTape

/// Sends requests and checks their responses, on several threads.
struct LiveCheck: Sendable {
  let client: LiveClient
  let method: String
  private let body: LiveRequest.Body?
  private let expected: ExpectedStatuses
  private(set) var record: LiveRecord?
  let auth: LiveAuth
  let jobs: Int
  /// The most pages of an operation.
  let pages: Int

  /// - Parameters:
  ///   - headers: The user's additional headers.
  ///   - auth: The secrets for the security schemes of contracts.
  ///   - origins: The origins that may receive the secrets. The user named these origins on the
  ///     command line or in the configuration.
  init(
    _ arguments: Arguments, headers: [LiveHeader], auth: LiveAuth, origins: Set<LiveURL.Origin>,
    _ console: Console
  ) throws(RunError) {
    method = arguments.text(.method)?.uppercased() ?? "GET"
    expected =
      arguments.has(.expect)
      ? ExpectedStatuses(arguments.all(.expect).map(\.text).joined(separator: ",")) ?? .success
      : .success
    jobs = arguments.integer(.jobs) ?? 2
    self.auth = auth
    pages = arguments.integer(.pages) ?? 1
    body = try Self.body(arguments, method: method)
    var options = LiveOptions()
    if let seconds = arguments.integer(.timeout) { options.timeout = .seconds(seconds) }
    if let limit = arguments.byteCount(.maximumBody) { options.maxBody = limit }
    options.sequence = SequenceLimits(
      items: arguments.integer(.items), time: arguments.duration(.time))
    options.allowHTTP = arguments.has(.allowHTTP)
    options.tls = try LiveTLS(arguments)
    options.headers = headers
    options.trustedOrigins = origins
    options.userAgent = "schemacheck/\(Release.version)"
    options.zlib = console.zlib
    var client = LiveClient(options: options)
    client.sleep = console.wait
    client.pace = LivePace(rate: arguments.text(.rate).flatMap(LivePace.rate))
    self.client = client
  }

  /// The same check with the file of `--record`. The file is created.
  func recording(_ arguments: Arguments) throws(RunError) -> LiveCheck {
    guard let file = arguments.argument(.record) else { return self }
    var copy = self
    copy.record = try LiveRecord(file)
    return copy
  }

  private static func body(
    _ arguments: Arguments, method: String
  ) throws(RunError) -> LiveRequest.Body? {
    guard let file = arguments.argument(.body) else { return nil }
    guard method != "GET", method != "HEAD" else {
      throw RunError("`--body` needs a `--method` that has a body, such as POST")
    }
    let bytes = try InputReader(InputFile(InputPath(file.bytes))).rest()
    return LiveRequest.Body(
      bytes: bytes, mediaType: arguments.text(.bodyType) ?? "application/json")
  }

  // MARK: Sending

  /// Sends one request and checks its response. The secrets that are sent are never printed.
  ///
  /// - Parameters:
  ///   - open: The transfer whose connections are used.
  ///   - say: Receives a line before each wait, and lines for mistakes in items that have arrived.
  func send(
    _ target: LiveTarget, on open: LiveTransfer?, say: @escaping @Sendable (LiveNote) -> Void
  ) -> LiveAnswer {
    hidingSecrets(of: target) { answer(target, on: open, say: say) }
  }

  /// The response. It is not checked and not recorded.
  func fetch(
    _ target: LiveTarget, on open: LiveTransfer? = nil,
    say: @escaping @Sendable (LiveNote) -> Void = { _ in }
  ) -> LiveAnswer {
    var client = client
    let method = target.method ?? method
    client.redact = { target.checker.redacted($0, method: method) }
    client.arrived = { items, first, told in
      for line in mistakes(in: items, from: first, of: target, &told) {
        say(LiveNote(text: line, showsServer: true))
      }
    }
    var answer = LiveAnswer(target: target)
    do {
      let request = request(target, method)
      answer.response = try client.send(request, on: open) {
        say(LiveNote(text: $0.message, showsServer: $0.reason.showsServer))
      }
      answer.response?.forget(query: request.addedQuery)
    } catch {
      answer.error = error
    }
    return answer
  }

  /// A line for each kind of mistake in items that have just arrived. The report at the end
  /// contains all mistakes.
  private func mistakes(
    in items: LiveResponse, from first: Int, of target: LiveTarget, _ told: inout Set<String>
  ) -> [String] {
    let method = target.method ?? method
    var answer = LiveAnswer(target: target)
    answer.response = items
    var checker = target.checker
    checker.observers = []
    let name = checker.redacted(target.url, method: method)
    var source = CaptureSource(name: name, bytes: items.body)
    let exchange = exchange(of: answer, method: method, .now).exchange
    return checker.check(exchange, in: &source).findings.compactMap { finding in
      // Other findings are about the whole response.
      guard finding.isInBody, let index = finding.instance.tokens.first.flatMap({ Int($0) }),
        told.insert(finding.fingerprint).inserted
      else { return nil }
      return
        "\(name): item \(first + index): \(finding.severity)[\(finding.rule)] \(finding.message)"
    }
  }

  /// The request with the headers that the contract requires.
  private func request(_ target: LiveTarget, _ method: String) -> LiveRequest {
    let known = target.checker.operation(of: target.url, method: method)
    let operation = target.operation ?? known?.1
    var request = LiveRequest(target.url, method: method, body: body, headers: target.headers)
    if let accept = operation?.accept, client.options.headers.value(of: "Accept") == nil {
      request.headers.append(LiveHeader(name: "Accept", value: accept))
    }
    let limits = client.options.sequence
    request.isPlain =
      limits.items != nil || limits.time != nil || operation?.documentsSequence ?? false
    guard let origin = target.origin, client.options.trustedOrigins?.contains(origin) ?? true,
      let operation
    else { return request }
    auth.fill(&request, for: operation, besides: client.options.headers)
    return request
  }

  private func answer(
    _ target: LiveTarget, on open: LiveTransfer?, say: @escaping @Sendable (LiveNote) -> Void
  ) -> LiveAnswer {
    let start = Timestamp.now
    var answer = fetch(target, on: open, say: say)
    if answer.isInterrupted || answer.endsPages { return answer }
    let method = target.method ?? method
    let exchange = exchange(of: answer, method: method, start)
    if record != nil { answer.record = exchange }
    guard let response = answer.response else { return answer }
    let name = target.checker.redacted(target.url, method: method)
    answer.bodyError = response.undecoded.map { "\(name): the response body \($0)" }
    answer.loss = response.lossNote.map { LiveError.oneLine("\(name): \($0)") }
    if let note = response.endingNote { answer.notes.append("\(name): \(note)") }
    if !response.redirects.isEmpty {
      let shown = target.checker.redacted(response.url, method: method)
      answer.notes.append("\(name): redirected to \(shown)")
    }
    var checker = target.checker
    var sent = SentRequest()
    sent.expected = expected
    sent.isOfSweep = target.operation != nil
    sent.giver = target.giver
    sent.credentials = withheld(from: target, method) ?? credentials(response, target.url)
    checker.sent = sent
    var source = CaptureSource(name: name, bytes: response.body)
    var result = checker.check(exchange.exchange, in: &source)
    for index in result.findings.indices where !result.findings[index].isInBody {
      // A status, a header and the URL have no line to show.
      result.findings[index].frame = nil
    }
    answer.result = result
    // A recorded exchange must not be counted twice.
    checker.observers = []
    if let record {
      answer.record?.keep(result.findings) {
        record.literals(of: checker.contracts)
      } check: { exchange, body in
        var source = CaptureSource(name: name, bytes: body)
        return checker.check(exchange, in: &source).findings
      }
    }
    return answer
  }

  /// The request and response, with the replacement for their secrets.
  private func exchange(
    of answer: LiveAnswer, method: String, _ start: Timestamp
  ) -> ExchangeRecord {
    let target = answer.target
    var exchange = ExchangeRecord(method: method, url: target.url)
    exchange.time = start
    exchange.expected = expected
    exchange.keepsUnreadableBodies = true
    if let record {
      exchange.replacement = record.replacement
      exchange.writtenURL = target.checker.replacingSecrets(
        in: target.url, method: method, by: record.replacement)
    }
    if let body { exchange.requestBody = .bytes(body.bytes) }
    guard let response = answer.response else {
      exchange.error = answer.error?.cause.text
      return exchange
    }
    exchange.status = response.status
    exchange.duration = Int((response.duration / .milliseconds(1)).rounded())
    exchange.requestHeaders = response.sentHeaders.map(Self.field)
    exchange.responseHeaders = response.headers.map(Self.field)
    exchange.receivedBytes = response.receivedBytes
    exchange.error = response.lossNote
    if let failure = response.undecoded {
      exchange.responseBody = .leftOut("the body \(failure)")
      return exchange
    }
    if response.hasNoItem {
      exchange.responseBody = .leftOut("no item arrived", .truncated)
      return exchange
    }
    let hasNone = method == "HEAD" || [204, 205, 304].contains(response.status)
    exchange.responseBody = response.body.isEmpty && hasNone ? .none : .bytes(response.body)
    return exchange
  }

  private static func field(_ header: LiveHeader) -> ExchangeRecord.Field {
    ExchangeRecord.Field(header.name, header.value, isSecret: header.isSecret)
  }

  /// Hides the secrets of the command line and of the URL in all output of `work`.
  func hidingSecrets<Result>(of target: LiveTarget, _ work: () -> Result) -> Result {
    target.checker.hidingSecrets {
      OwnSecrets.hide(
        URLRedaction.values(in: target.url) + LiveHeaders.secrets(client.options.headers)
          + auth.secrets,
        during: work)
    }
  }

  /// The server that does not get the credentials of the command line. Nil if it gets them, or if
  /// there are none for the operation.
  private func withheld(from target: LiveTarget, _ method: String) -> SentRequest.Credentials? {
    guard let origin = target.origin, client.options.trustedOrigins?.contains(origin) == false,
      client.options.headers.contains(where: \.isSecret)
        || (target.operation ?? target.checker.operation(of: target.url, method: method)?.1)
          .map(auth.hasCredentials) ?? false
    else { return nil }
    return .withheld(from: "\(origin)")
  }

  /// Whether the responding server received the token or the URL's password.
  private func credentials(_ response: LiveResponse, _ url: String) -> SentRequest.Credentials {
    guard let first = try? LiveURL(url),
      client.options.headers(for: first).contains(where: \.isSecret)
        || response.sentHeaders.contains(where: \.isSecret)
    else { return .none }
    // Once they are dropped, they are not sent again.
    let hops = response.redirects + [response.url]
    return hops.allSatisfy { (try? LiveURL($0))?.origin == first.origin } ? .sent : .dropped
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
