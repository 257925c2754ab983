@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns

/// The reason why there is no response.
struct LiveError: Error, Hashable, Sendable {
  let cause: Cause
  let url: String
  /// The target of the last redirect.
  var redirectedTo: String?
  let attempts: Int
  var method = "GET"

  /// The cause. Texts are from libcurl or the system.
  enum Cause: Error, Hashable, Sendable {
    case libcurlMissing(String)
    case invalidURL(URLFault)
    case invalidRequest(String)
    case httpNotAllowed(host: String)

    case insecureRedirect
    case redirectWithoutLocation(status: Int)
    case malformedLocation(String, URLFault)
    case tooManyRedirects(limit: Int)

    case hostNotFound(String)
    case connectionRefused(host: String, port: Int)
    case proxyRefused(host: String, port: Int)
    case connectionFailed(String)
    case connectionLost(String)
    case connectTimeout(Duration)
    case timeout(Duration)
    /// The TLS connection failed; if `isUntrusted`, `--cacert` could help.
    case tls(String, isUntrusted: Bool)
    case caFile(String, String)

    case bodyOverLimit(Int)
    case headersOverLimit(Int)
    case brokenAnswer(String)

    /// The user stopped the run.
    case interrupted
  }

  enum URLFault: String, Hashable, Sendable {
    case noScheme = "it does not start with https:// or http://"
    case foreignScheme = "its scheme is not https or http"
    case noHost = "it has no host"
    case badHost = "its host is invalid"
    case badPort = "its port is not a number from 0 to 65535"
    case controlCharacter = "it contains a control character"
    case malformed = "it is malformed"
  }
}

extension LiveError.Cause {
  /// Whether another try may succeed.
  var isConnectionFailure: Bool {
    switch self {
    case .hostNotFound, .connectionRefused, .proxyRefused, .connectionFailed, .connectionLost,
      .connectTimeout:
      true
    default: false
    }
  }

  /// Whether the server could not be reached at all.
  var isUnreached: Bool { isConnectionFailure && !isLost }

  private var isLost: Bool { if case .connectionLost = self { true } else { false } }
}

extension LiveError {
  /// One line: the redacted URL, the cause, and the number of tries.
  var message: String {
    let target = redirectedTo.map { ", redirected to \(URLRedaction.redact($0))" } ?? ""
    let place = Self.head(method) + URLRedaction.redact(url) + target
    let tries = attempts > 1 ? " (\(attempts) tries)" : ""
    return Self.oneLine("\(place): \(cause.text)\(tries)")
  }

  /// Runs with all operations send GET and HEAD to the same URL.
  static func head(_ method: String) -> String { method == "HEAD" ? "HEAD " : "" }

  /// Replaces control characters, because the server chose a part of the text.
  static func oneLine(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: scalars.append("\u{FFFD}")
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

extension LiveError.Cause {
  var text: String {
    switch self {
    case .libcurlMissing(let reason): "live URLs need the system's libcurl: \(reason)"
    case .invalidURL(let fault): "not a valid URL: \(fault.rawValue)"
    case .invalidRequest(let reason): "the request cannot be sent: \(reason)"
    case .httpNotAllowed(let host):
      "plain http is sent only to this machine, not to `\(host)` (use --allow-http)"

    case .insecureRedirect:
      "a redirect from https to plain http is not followed (use --allow-http)"
    case .redirectWithoutLocation(let status): "redirected (\(status)) without a Location header"
    case .malformedLocation(let location, let fault):
      "redirected to `\(Self.shortened(URLRedaction.redact(location)))`, "
        + "which is not a valid URL: \(fault.rawValue)"
    case .tooManyRedirects(let limit): "redirected more than \(limit) times"

    case .hostNotFound(let host): "host `\(host)` was not found (DNS)"
    case .connectionRefused(let host, let port): "connection refused by \(host), port \(port)"
    case .proxyRefused(let host, let port):
      "connection refused by the proxy \(host), port \(port)"
    case .connectionFailed(let reason): "cannot connect: \(reason)"
    case .connectionLost(let reason): "the connection was lost during the response: \(reason)"
    case .connectTimeout(let limit): "no connection within \(limit.inSeconds)"
    case .timeout(let limit): "no complete response within \(limit.inSeconds) (--timeout)"
    case .tls(let reason, let isUntrusted):
      "TLS failed: \(reason)" + (isUntrusted ? " (use --cacert FILE for a private CA)" : "")
    case .caFile(let path, let reason): "the CA file `\(path)` cannot be used: \(reason)"

    case .bodyOverLimit(let limit): "the body is larger than \(Self.size(limit)) (--max-body)"
    case .headersOverLimit(let limit): "the headers are larger than \(Self.size(limit))"
    case .brokenAnswer(let reason): "invalid response: \(reason)"
    case .interrupted: "interrupted"
    }
  }

  static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
    return "\(bytes) bytes"
  }

  private static func shortened(_ text: String) -> String {
    text.count > 200 ? text.prefix(200) + "…" : text
  }
}

extension Duration {
  /// The time in seconds, rounded to the millisecond: `30 s`, `0.25 s`.
  var inSeconds: String {
    let seconds = String((self / .milliseconds(1)).rounded(.towardZero) / 1000)
    return "\(seconds.hasSuffix(".0") ? seconds.dropLast(2) : seconds[...]) s"
  }
}
