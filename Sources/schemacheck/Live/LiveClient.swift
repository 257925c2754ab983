import ContractRuns

/// Sends requests and returns the responses with any status. The client repeats requests and
/// follows redirects according to the options. A forbidden request is refused before anything is
/// sent. Any thread can use the client. `send` blocks the calling thread.
struct LiveClient: Sendable {
  var options = LiveOptions()
  var sleep: @Sendable (Duration) -> Void = LiveClient.sleepThread
  /// The current time in seconds since 1970, for a `Retry-After` date.
  var now: @Sendable () -> Int64 = LiveClient.systemTime
  /// Masks URLs in errors and notes, before ``URLRedaction``.
  var redact: @Sendable (String) -> String = { $0 }
  /// The pace. All connections of a run share it.
  var pace: LivePace?
  /// Receives items of a long sequence while they arrive.
  var arrived: Arrived?

  /// A function of the complete items, the number of earlier items, and the mistakes that are
  /// already reported.
  typealias Arrived =
    @Sendable (_ items: LiveResponse, _ first: Int, _ told: inout Set<String>) -> Void

  /// Sends a request. A 429 or 5xx after the last try is also a response. `onRetry` is called
  /// before each wait.
  ///
  /// - Parameter open: The transfer whose connections are reused. Nil for new connections.
  func send(
    _ request: LiveRequest, on open: LiveTransfer? = nil,
    onRetry: (RetryNote) -> Void = { _ in }
  ) throws(LiveError) -> LiveResponse {
    let start: LiveHop
    let transfer: LiveTransfer
    do throws(LiveError.Cause) {
      try request.checkSyntax(options.headers + request.headers)
      let url = try LiveURL(request.url)
      start = LiveHop(
        url: url, method: request.method, headers: options.headers(for: url) + request.headers,
        body: request.body, isPlain: request.isPlain)
      transfer = if let open { open } else { try LiveTransfer() }
    } catch {
      throw LiveError(cause: error, url: redact(request.url), attempts: 0, method: request.method)
    }

    let policy = RetryPolicy(tries: options.tries)
    var attempt = 0
    while true {
      attempt += 1
      var trail = Trail()
      let result = run(start, on: transfer, trail: &trail)
      let (reason, retryAfter): (RetryNote.Reason, String?) =
        switch result {
        case .success(let answer): (.status(answer.status), answer.headers.value(of: "Retry-After"))
        case .failure(let cause): (.failure(cause), nil)
        }
      let wait = policy.wait(
        after: attempt, of: request.method, outcome: reason, retryAfter: retryAfter, now: now())
      if let wait {
        onRetry(
          RetryNote(
            url: redact(trail.last ?? request.url), method: request.method, reason: reason,
            attempt: attempt,
            tries: options.tries, wait: wait))
        // If the server asks for a delay, all other connections also wait.
        if retryAfter != nil { pace?.hold(for: wait) }
        sleep(wait)
        continue
      }
      switch result {
      case .success(var response):
        response.redirects = trail.redirects
        response.attempts = attempt
        return response
      case .failure(let cause):
        throw LiveError(
          cause: cause, url: redact(request.url),
          redirectedTo: trail.redirects.isEmpty ? nil : trail.last.map(redact),
          attempts: trail.last == nil ? 0 : attempt, method: request.method)
      }
    }
  }

}

extension LiveClient {
  /// Sleeps, and continues to sleep after signals. Ctrl-C ends the sleep.
  @Sendable static func sleepThread(_ duration: Duration) {
    let end = ContinuousClock.now + duration
    while !Interruption.isRequested {
      let left = min(ContinuousClock.now.duration(to: end), .milliseconds(100))
      guard left > .zero else { return }
      var rest = timespec()
      rest.tv_nsec = Int(left.components.attoseconds / 1_000_000_000)
      _ = nanosleep(&rest, nil)
    }
  }

  @Sendable static func systemTime() -> Int64 { Int64(time(nil)) }
}

extension LiveClient {
  struct Trail {
    var redirects: [String] = []
    var last: String?
  }

  /// One try. The request and its redirects together have one timeout.
  func run(_ start: LiveHop, on transfer: LiveTransfer, trail: inout Trail)
    -> Result<LiveResponse, LiveError.Cause>
  {
    var deadline = ContinuousClock.now + options.timeout
    var hop = start
    var sent: [LiveHeader]?
    var duration = Duration.zero
    do throws(LiveError.Cause) {
      try admit(hop.url, from: nil)
      while true {
        if let wait = pace?.takeTurn(), wait > .zero {
          sleep(wait)
          deadline += wait
        }
        if Interruption.isRequested { throw .interrupted }
        trail.last = hop.url.text
        var answer = try transfer.perform(
          hop, options: options, remaining: deadline - ContinuousClock.now, arrived: arrived)
        duration += answer.duration
        (answer.sentHeaders, answer.duration) = (sent ?? answer.sentHeaders, duration)
        sent = answer.sentHeaders
        guard Self.redirectStatuses.contains(answer.status) else { return .success(answer) }
        guard trail.redirects.count < options.maxRedirects else {
          throw .tooManyRedirects(limit: options.maxRedirects)
        }
        let next = try hop.redirected(by: answer)
        trail.redirects.append(hop.url.text)
        trail.last = next.url.text
        try admit(next.url, from: hop.url)
        if options.staysAtOrigin, next.url.origin != hop.url.origin {
          throw .invalidRequest("a redirect to another server is not followed")
        }
        hop = next
      }
    } catch {
      return .failure(error)
    }
  }

  private static let redirectStatuses: Set<Int> = [301, 302, 303, 307, 308]

  /// Refuses plain http to other machines.
  private func admit(_ url: LiveURL, from previous: LiveURL?) throws(LiveError.Cause) {
    guard !url.isSecure, !options.allowHTTP, !url.isLoopback else { return }
    throw previous?.isSecure == true ? .insecureRedirect : .httpNotAllowed(host: url.origin.host)
  }
}

extension LiveOptions {
  /// The headers for the origin of a request. The password of a URL is used only if there is no
  /// other authorization.
  func headers(for url: LiveURL) -> [LiveHeader] {
    let isTrusted = trustedOrigins?.contains(url.origin) ?? true
    let own = isTrusted ? headers : []
    guard let credentials = url.credentials, own.value(of: "Authorization") == nil else {
      return own
    }
    return own + [.basic("\(credentials.user):\(credentials.password)")]
  }
}

extension LiveHop {
  /// The request to the target of a redirect (RFC 9110, section 15.4). A redirect to another origin
  /// drops all headers of the user. A later redirect back to the first origin does not restore them.
  func redirected(by answer: LiveResponse) throws(LiveError.Cause) -> LiveHop {
    guard let location = answer.headers.value(of: "Location"), !location.isEmpty else {
      throw .redirectWithoutLocation(status: answer.status)
    }
    var next = self
    do throws(LiveError.Cause) {
      next.url = try url.resolving(location)
    } catch .invalidURL(let fault) {
      throw .malformedLocation(location, fault)
    }
    if answer.status == 303 ? method != "HEAD" : answer.status < 303 && method == "POST" {
      next.method = "GET"
      next.body = nil
    }
    if next.url.origin != url.origin {
      next.headers = []
      // The user's data for one server must not be sent to another.
      next.body = nil
    }
    return next
  }
}
