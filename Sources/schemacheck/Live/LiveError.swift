import ContractCheck

/// Why there is no answer.
struct LiveError: Error, Hashable, Sendable {
  let cause: Cause
  /// What was asked for, redacted.
  let url: String
  /// Where a redirect had led to when it failed, redacted; nil without a redirect.
  let redirectedTo: String?
  /// How often the request was sent.
  let attempts: Int

  init(_ cause: Cause, url: String, redirectedTo: String? = nil, attempts: Int) {
    self.cause = cause
    self.url = URLRedaction.redact(url)
    self.redirectedTo = redirectedTo.map(URLRedaction.redact)
    self.attempts = attempts
  }

  /// What went wrong. Texts are libcurl's or the system's words.
  enum Cause: Error, Hashable, Sendable {
    case libcurlMissing(String)
    case invalidURL(URLFault)
    case invalidRequest(String)
    case methodNotAllowed(String)
    case httpNotAllowed(host: String)

    case insecureRedirect
    case redirectWithoutLocation(status: Int)
    case malformedLocation(String, URLFault)
    case tooManyRedirects(limit: Int)

    case hostNotFound(String)
    case connectionRefused(host: String, port: Int)
    case connectionFailed(String)
    case connectionLost(String)
    case connectTimeout(Duration)
    case timeout(Duration)
    /// `isUntrusted`: naming the certificate's CA could help.
    case tls(String, isUntrusted: Bool)
    case caFile(String, String)

    case bodyOverLimit(Int)
    case headersOverLimit(Int)
    case brokenAnswer(String)
  }

  enum URLFault: Hashable, Sendable {
    case noScheme, foreignScheme, noHost, badHost, badPort, controlCharacter, malformed
  }
}

extension LiveError.Cause {
  /// Whether no answer came for want of a connection, which another try may find.
  var isConnectionFailure: Bool {
    switch self {
    case .hostNotFound, .connectionRefused, .connectionFailed, .connectionLost, .connectTimeout:
      true
    case .libcurlMissing, .invalidURL, .invalidRequest, .methodNotAllowed,
      .httpNotAllowed, .insecureRedirect, .redirectWithoutLocation, .malformedLocation,
      .tooManyRedirects, .timeout, .tls, .caFile, .bodyOverLimit, .headersOverLimit, .brokenAnswer:
      false
    }
  }
}
