/// Sends requests and returns the answers, whatever their status.
///
/// Tries again and follows redirects as its options say; a request that may not be sent is refused
/// before anything leaves this machine. Safe from any thread; `send` blocks the one it is called on.
struct LiveClient: Sendable {
  var options: LiveOptions
  var sleep: @Sendable (Duration) -> Void = LiveClient.sleepThread
  /// Seconds since 1970, for a `Retry-After` date.
  var now: @Sendable () -> Int64 = LiveClient.systemTime
  /// How URLs appear in errors and notes, before ``URLRedaction`` has its turn.
  var redact: @Sendable (String) -> String = { $0 }

  init(options: LiveOptions = LiveOptions()) {
    self.options = options
  }

  /// The answer to a request. A 429 or 5xx that stays after the last try is an answer too.
  ///
  /// - Parameter onRetry: called before each wait
  func send(
    _ request: LiveRequest, onRetry: (RetryNote) -> Void = { _ in }
  ) throws(LiveError) -> LiveResponse {
    let start: LiveHop
    let transfer: LiveTransfer
    do throws(LiveError.Cause) {
      try request.checkSyntax(options: options)
      start = try firstHop(of: request)
      transfer = try LiveTransfer()
    } catch {
      throw LiveError(error, url: redact(request.url), attempts: 0)
    }

    let policy = RetryPolicy(tries: options.tries)
    var notes: [RetryNote] = []
    var attempt = 0
    while true {
      attempt += 1
      var trail = Trail()
      let result = run(start, on: transfer, trail: &trail)
      let (reason, retryAfter) = Self.outcome(of: result)
      let wait = policy.wait(
        after: attempt, of: request.method, outcome: reason, retryAfter: retryAfter, now: now())
      if let wait {
        let note = RetryNote(
          url: redact(trail.last ?? request.url), reason: reason, attempt: attempt,
          tries: options.tries, wait: wait)
        notes.append(note)
        onRetry(note)
        sleep(wait)
        continue
      }
      switch result {
      case .success(let answer):
        return LiveResponse(
          status: answer.status, headers: answer.headers, body: answer.body,
          url: trail.last ?? start.url.text, redirects: trail.redirects, attempts: attempt,
          notes: notes)
      case .failure(let cause):
        throw LiveError(
          cause, url: redact(request.url),
          redirectedTo: trail.redirects.isEmpty ? nil : trail.last.map(redact),
          attempts: trail.last == nil ? 0 : attempt)
      }
    }
  }

  private func firstHop(of request: LiveRequest) throws(LiveError.Cause) -> LiveHop {
    let url = try LiveURL(request.url)
    let authorization: LiveHop.Authorization? =
      if request.headers.contains(where: { $0.isNamed("Authorization") }) {
        nil
      } else if let token = options.bearerToken {
        .bearer(token)
      } else {
        url.credentials.map { .basic($0) }
      }
    return LiveHop(
      url: url, method: request.method, headers: request.headers, body: request.body,
      authorization: authorization)
  }

  private static func outcome(of result: Result<LiveTransfer.Answer, LiveError.Cause>)
    -> (RetryNote.Reason, retryAfter: String?)
  {
    switch result {
    case .success(let answer):
      (.status(answer.status), answer.headers.first { $0.isNamed("Retry-After") }?.value)
    case .failure(let cause): (.failure(cause), nil)
    }
  }
}
