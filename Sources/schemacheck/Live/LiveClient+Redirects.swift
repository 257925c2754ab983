extension LiveClient {
  /// The URLs of one try, as they were sent to.
  struct Trail {
    var redirects: [String] = []
    var last: String?
  }

  /// One try: the request and its redirects, all within one timeout.
  func run(_ start: LiveHop, on transfer: LiveTransfer, trail: inout Trail)
    -> Result<LiveTransfer.Answer, LiveError.Cause>
  {
    let deadline = ContinuousClock.now + options.timeout
    var hop = start
    do throws(LiveError.Cause) {
      try admit(hop.url, from: nil)
      while true {
        trail.last = hop.url.text
        let answer = try transfer.perform(
          hop, options: options, remaining: deadline - ContinuousClock.now)
        guard Self.redirectStatuses.contains(answer.status) else { return .success(answer) }
        guard trail.redirects.count < options.maxRedirects else {
          throw .tooManyRedirects(limit: options.maxRedirects)
        }
        let next = try hop.redirected(by: answer)
        trail.redirects.append(hop.url.text)
        trail.last = next.url.text
        try admit(next.url, from: hop.url)
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

extension LiveHop {
  /// What is sent where a redirect leads (RFC 9110, section 15.4).
  ///
  /// To another origin goes nothing that could be a secret: no authorization, no cookie, no header but
  /// the few that merely describe the request. They do not come back when a later redirect returns.
  func redirected(by answer: LiveTransfer.Answer) throws(LiveError.Cause) -> LiveHop {
    let location = answer.headers.first { $0.isNamed("Location") }?.value
    guard let location, !location.isEmpty else {
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
      next.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }
    if next.url.origin != url.origin {
      next.authorization = nil
      next.headers.removeAll { !Self.openHeaders.contains($0.name.lowercased()) }
    }
    return next
  }

  private static let openHeaders: Set<String> = [
    "accept", "accept-language", "content-language", "content-type", "user-agent",
  ]
}
