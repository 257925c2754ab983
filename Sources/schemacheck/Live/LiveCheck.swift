@_spi(Engine) import ContractCheck
import Dispatch
import JSONTape

/// Sends requests and checks their answers, on several threads.
struct LiveCheck: Sendable {
  let client: LiveClient
  let method: String
  private let body: LiveRequest.Body?
  private let expected: ExpectedStatuses
  private var record: LiveRecord?
  private let jobs: Int
  /// The most pages of an operation.
  private let pages: Int

  /// - Parameters:
  ///   - headers: What the user adds to the requests.
  ///   - origins: Those that get them, because the user named them on the command line or in the
  ///     configuration.
  init(
    _ arguments: Arguments, headers: [LiveHeader], origins: Set<LiveURL.Origin>,
    _ console: Console
  ) throws(ToolError) {
    method = arguments.text(.method)?.uppercased() ?? "GET"
    expected =
      arguments.has(.expect)
      ? ExpectedStatuses(arguments.all(.expect).map(\.text).joined(separator: ",")) ?? .success
      : .success
    jobs = arguments.integer(.jobs) ?? 2
    pages = arguments.integer(.pages) ?? 1
    body = try Self.body(arguments, method: method)
    var options = LiveOptions()
    if let seconds = arguments.integer(.timeout) { options.timeout = .seconds(seconds) }
    if let limit = arguments.byteCount(.maximumBody) { options.maxBody = limit }
    options.allowHTTP = arguments.has(.allowHTTP)
    options.caFile = arguments.text(.certificates)
    options.headers = headers
    options.trustedOrigins = origins
    options.userAgent = "schemacheck/\(Release.version)"
    options.decompressor = console.zlib.decompressor
    var client = LiveClient(options: options)
    client.sleep = console.wait
    client.pace = LivePace(rate: arguments.text(.rate).flatMap(LivePace.rate))
    self.client = client
  }

  /// The same with the file of `--record`, which is created.
  func recording(_ arguments: Arguments) throws(ToolError) -> LiveCheck {
    guard let file = arguments.argument(.record) else { return self }
    var copy = self
    copy.record = try LiveRecord(file)
    return copy
  }

  private static func body(
    _ arguments: Arguments, method: String
  ) throws(ToolError) -> LiveRequest.Body? {
    guard let file = arguments.argument(.body) else { return nil }
    guard method != "GET", method != "HEAD" else {
      throw ToolError("`--body` needs a `--method` that has a body, such as POST")
    }
    let bytes = try InputReader(InputFile(InputPath(file.bytes))).rest()
    return LiveRequest.Body(
      bytes: bytes, mediaType: arguments.text(.bodyType) ?? "application/json")
  }

  // MARK: Sending

  /// Sends one request and checks its answer. The sent secrets are never printed.
  ///
  /// - Parameters:
  ///   - open: Whose connections are used.
  ///   - say: Told before each wait.
  private func send(
    _ target: LiveTarget, on open: LiveTransfer?, say: (String) -> Void
  ) -> LiveAnswer {
    hidingSecrets(of: target) { answer(target, on: open, say: say) }
  }

  /// The answer, not checked and not recorded.
  func fetch(
    _ target: LiveTarget, on open: LiveTransfer? = nil, say: (String) -> Void = { _ in }
  ) -> LiveAnswer {
    var client = client
    let method = target.method ?? method
    client.redact = { target.checker.redacted($0, method: method) }
    var answer = LiveAnswer(target: target)
    do {
      let request = LiveRequest(
        target.url, method: method, body: body, headers: target.headers)
      answer.response = try client.send(request, on: open) { say($0.message) }
    } catch {
      answer.error = error
    }
    return answer
  }

  private func answer(
    _ target: LiveTarget, on open: LiveTransfer?, say: (String) -> Void
  ) -> LiveAnswer {
    let start = Timestamp.now
    var answer = fetch(target, on: open, say: say)
    if answer.isInterrupted || answer.endsPages { return answer }
    let method = target.method ?? method
    let exchange = exchange(of: answer, method: method, start)
    if record != nil { answer.record = exchange }
    guard let response = answer.response else { return answer }
    let name = target.checker.redacted(target.url, method: method)
    answer.trouble = response.undecoded.map { "\(name): the response body \($0)" }
    if !response.redirects.isEmpty {
      let shown = target.checker.redacted(response.url, method: method)
      answer.notes.append("\(name): redirected to \(shown)")
    }
    var checker = target.checker
    var sent = SentRequest()
    sent.expected = expected
    sent.isOfSweep = target.operation != nil
    sent.giver = target.giver
    sent.credentials = credentials(response, target.url)
    checker.sent = sent
    var source = CaptureSource(name: name, bytes: response.body)
    var result = checker.check(exchange.exchange, in: &source)
    for index in result.findings.indices where !result.findings[index].isInBody {
      // A status, a header and the URL have no line to show.
      result.findings[index].frame = nil
    }
    answer.result = result
    // What is recorded is no more traffic.
    checker.coverage = nil
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

  /// What was sent and answered, with how its secrets are replaced.
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
    if let failure = response.undecoded {
      exchange.responseBody = .leftOut("the body \(failure)")
      return exchange
    }
    let hasNone = method == "HEAD" || [204, 205, 304].contains(response.status)
    exchange.responseBody = response.body.isEmpty && hasNone ? .none : .bytes(response.body)
    return exchange
  }

  private static func field(_ header: LiveHeader) -> ExchangeRecord.Field {
    ExchangeRecord.Field(header.name, header.value, isSecret: header.isSecret)
  }

  /// Hides the secrets of the command line and of the URL in everything that `work` makes.
  func hidingSecrets<Result>(of target: LiveTarget, _ work: () -> Result) -> Result {
    target.checker.hidingSecrets {
      OwnSecrets.hide(
        URLRedaction.values(in: target.url) + LiveHeaders.secrets(client.options.headers),
        during: work)
    }
  }

  /// Whether the server that answered got the token, or the password of the URL.
  private func credentials(_ response: LiveResponse, _ url: String) -> SentRequest.Credentials {
    guard let first = try? LiveURL(url),
      client.options.headers(for: first).contains(where: \.isSecret)
    else { return .none }
    // Once dropped, they are not sent again.
    let hops = response.redirects + [response.url]
    return hops.allSatisfy { (try? LiveURL($0))?.origin == first.origin } ? .sent : .dropped
  }

  // MARK: Several requests

  /// What a target leads to: its answer, then those of its further pages.
  private func walk(
    _ target: LiveTarget, on open: LiveTransfer?, say: (String) -> Void
  ) -> [LiveAnswer] {
    var answers = [send(target, on: open, say: say)]
    if pages > 1 { addPages(to: &answers, of: target, on: open, say: say) }
    // What is wrong with a page among others is written beside it.
    hidingSecrets(of: target) {
      for answer in answers {
        guard var exchange = answer.record else { continue }
        exchange.keepPages(of: answer.result?.findings ?? [])
        record?.add(exchange)
      }
    }
    for index in answers.indices where index > 0 || !target.isGiver { answers[index].dropBody() }
    return answers
  }

  private func addPages(
    to answers: inout [LiveAnswer], of target: LiveTarget, on open: LiveTransfer?,
    say: (String) -> Void
  ) {
    var walk = PageWalk(limit: pages)
    while let last = answers.last, let next = walk.next(after: last) {
      let answer = send(next, on: open, say: say)
      if answer.endsPages || answer.isInterrupted { break }
      answers.append(answer)
    }
    hidingSecrets(of: target) {
      if let note = walk.note {
        answers[answers.count - 1].notes.append(note)
        answers[answers.count - 1].hasUnfollowedPage = true
      }
      walk.judge(&answers) { fetch($0, on: open, say: say) }
    }
  }

  /// Sends requests on several threads, and returns the answers in the order of the targets. After
  /// Ctrl-C, those of requests that were not sent are empty.
  ///
  /// - Parameter say: Gets what is said meanwhile.
  func walk(
    _ targets: [LiveTarget], _ run: inout InputRun,
    say: (String, inout InputRun) -> Void = { $1.addNote($0) }
  ) -> [[LiveAnswer]] {
    let work = LiveWork(count: targets.count)
    for _ in 0..<min(jobs, targets.count) {
      // A queue of its own has a thread of its own, also where there are fewer processors.
      DispatchQueue(label: "schemacheck.requests").async {
        let open = try? LiveTransfer()
        while let number = work.next() {
          work.finish(number, walk(targets[number], on: open) { work.say($0) })
        }
      }
    }
    var answers = [[LiveAnswer]](repeating: [], count: targets.count)
    for _ in targets {
      run.showAnswers(from: targets[0].url)
      while true {
        let event = work.wait()
        if let note = event.note {
          hidingSecrets(of: targets[0]) { say(note, &run) }
          continue
        }
        answers[event.number] = event.answers
        run.answers += event.answers.count
        break
      }
    }
    return answers
  }

  /// The same for a sweep: one request tells whether a server is there. Where it is not, no other
  /// is sent there.
  func walk(
    _ targets: [LiveTarget], _ reach: inout LiveReach, _ run: inout InputRun
  ) -> [[LiveAnswer]] {
    var answers = [[LiveAnswer]](repeating: [], count: targets.count)
    for first in reach.unknown(among: targets) {
      var notes: [String] = []
      answers[first] = walk([targets[first]], &run) { note, _ in notes.append(note) }[0]
      reach.note(targets[first], answers[first])
      // Where nobody is there, one line says it.
      if answers[first].first?.isUnreached != true { for note in notes { run.addNote(note) } }
    }
    let rest = targets.indices.filter { answers[$0].isEmpty && reach.takes(targets[$0]) }
    let others = walk(rest.map { targets[$0] }, &run)
    for (number, found) in zip(rest, others) { answers[number] = found }
    return answers
  }

  /// Reports answers to one target. Each page is an input of its own.
  func report(_ answers: [LiveAnswer], to run: inout InputRun) {
    // What Ctrl-C stopped is told in one line.
    for answer in answers where !answer.isInterrupted {
      guard run.hasRoom() else { return }
      run.validate(.url(answer.target.url)) { report(answer, to: &$0) }
    }
  }

  /// Reports the answer of the current input.
  func report(_ answer: LiveAnswer, to run: inout InputRun) {
    hidingSecrets(of: answer.target) {
      for note in answer.notes { run.addNote(note) }
      if answer.hasUnfollowedPage { run.skip(LiveReach.unfollowedPage) }
      if let trouble = answer.trouble { run.addError(trouble) }
      if let error = answer.error, !answer.isInterrupted {
        let unsent = LiveReach.unsent(answer.unsent, "request")
        run.addError(error.message + (answer.unsent > 0 ? "; \(unsent)" : ""))
        run.skip(LiveReach.noResponse, times: answer.unsent)
      }
      guard let result = answer.result else { return }
      run.add(result)
      if let name = result.count.operation, let response = answer.response {
        run.summary.operations[name]?.latencies.append(
          Int((response.duration / .milliseconds(1)).rounded()))
      }
    }
  }

  /// Says which origins do not get the credentials, and how many requests Ctrl-C has stopped.
  ///
  /// - Parameter unplanned: How many operations had no turn yet.
  func finish(
    _ targets: [LiveTarget], answers: [[LiveAnswer]], unplanned: Int = 0, _ run: inout InputRun
  ) {
    var told: Set<LiveURL.Origin> = []
    for target in targets where !client.options.headers.isEmpty {
      guard let origin = (try? LiveURL(target.url))?.origin,
        client.options.trustedOrigins?.contains(origin) == false, told.insert(origin).inserted
      else { continue }
      run.addNote(
        "\(origin) gets no credentials and headers: it is neither on the command line nor in "
          + "`allowedOrigins`")
    }
    let stopped = answers.count { $0.isEmpty || $0.contains(where: \.isInterrupted) }
    if Interruption.isRequested {
      let rest = unplanned > 0 ? "; \(LiveReach.unsent(unplanned, "operation"))" : ""
      run.skip(LiveReach.noResponse, times: stopped + unplanned)
      run.addError(
        "interrupted: \(Plural.count(stopped, "request")) of \(targets.count) "
          + "\(Plural.noun(stopped, "was", "were")) not answered\(rest)")
    }
    for line in record?.finish() ?? [] { run.addError(line) }
  }
}

/// Hands out requests to threads, and what became of them to the thread that waits.
private final class LiveWork: @unchecked Sendable {
  struct Event {
    var note: String?
    var number = 0
    var answers: [LiveAnswer] = []
  }

  private let queue = DispatchQueue(label: "schemacheck.live")
  private let news = DispatchSemaphore(value: 0)
  private var events: [Event] = []
  private var given = 0
  private let count: Int

  init(count: Int) { self.count = count }

  /// The number of the next request. After Ctrl-C, all others are finished without an answer.
  func next() -> Int? {
    queue.sync {
      while given < count {
        given += 1
        guard Interruption.isRequested else { return given - 1 }
        events.append(Event(number: given - 1))
        news.signal()
      }
      return nil
    }
  }

  func say(_ note: String) {
    queue.sync { events.append(Event(note: note)) }
    news.signal()
  }

  func finish(_ number: Int, _ answers: [LiveAnswer]) {
    queue.sync { events.append(Event(number: number, answers: answers)) }
    news.signal()
  }

  func wait() -> Event {
    news.wait()
    return queue.sync { events.removeFirst() }
  }
}

extension Finding {
  fileprivate var isInBody: Bool {
    if case .exchange? = Rule.named(rule)?.form { return false }
    return exchange?.part != .request
  }
}

extension LiveURL.Origin: CustomStringConvertible {
  var description: String {
    let usual = scheme == "https" ? 443 : 80
    return "\(scheme)://\(host)" + (port == usual ? "" : ":\(port)")
  }
}

extension Timestamp {
  fileprivate static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000)
  }
}
