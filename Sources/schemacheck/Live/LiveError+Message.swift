import ContractCheck

extension LiveError {
  /// One line: the URL, the cause, and how often it was tried.
  var message: String {
    let place = redirectedTo.map { "\(url), redirected to \($0)" } ?? url
    let tries = attempts > 1 ? " (\(attempts) tries)" : ""
    return Self.oneLine("\(place): \(cause.text)\(tries)")
  }

  /// A server chose part of these words: no line breaks, and nothing that a terminal would obey.
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
  /// The cause in words, without the URL.
  var text: String {
    switch self {
    case .libcurlMissing(let reason): "live URLs need the system's libcurl: \(reason)"
    case .invalidURL(let fault): "not a usable URL: \(fault.text)"
    case .invalidRequest(let reason): "the request cannot be sent: \(reason)"
    case .methodNotAllowed(let method):
      "\(method) is not sent unless asked for (--method \(method))"
    case .httpNotAllowed(let host):
      "plain http is only sent to loopback, and `\(host)` is not (--allow-http sends it)"

    case .insecureRedirect:
      "a redirect from https to plain http is not followed (--allow-http follows it)"
    case .redirectWithoutLocation(let status): "redirected (\(status)) without a Location"
    case .malformedLocation(let location, let fault):
      "redirected to `\(Self.shortened(URLRedaction.redact(location)))`, "
        + "which is not a usable URL: \(fault.text)"
    case .tooManyRedirects(let limit): "redirected more than \(limit) times"

    case .hostNotFound(let host): "no address is known for host `\(host)` (DNS)"
    case .connectionRefused(let host, let port): "connection refused by \(host), port \(port)"
    case .connectionFailed(let reason): "no connection: \(reason)"
    case .connectionLost(let reason): "the connection broke before the answer's end: \(reason)"
    case .connectTimeout(let limit): "no connection within \(limit.inSeconds)"
    case .timeout(let limit): "no complete answer within \(limit.inSeconds) (--timeout)"
    case .tls(let reason, let isUntrusted):
      "TLS failed: \(reason)" + (isUntrusted ? " (--cacert FILE names a private CA)" : "")
    case .caFile(let path, let reason): "the CA file `\(path)` cannot be used: \(reason)"

    case .bodyOverLimit(let limit): "the body is over the limit of \(Self.size(limit)) (--max-body)"
    case .headersOverLimit(let limit): "the headers are over the limit of \(Self.size(limit))"
    case .brokenAnswer(let reason): "no usable answer: \(reason)"
    }
  }

  private static func size(_ bytes: Int) -> String {
    if bytes >= 1 << 20, bytes % (1 << 20) == 0 { return "\(bytes >> 20) MiB" }
    if bytes >= 1 << 10, bytes % (1 << 10) == 0 { return "\(bytes >> 10) KiB" }
    return "\(bytes) bytes"
  }

  private static func shortened(_ text: String) -> String {
    text.count > 200 ? text.prefix(200) + "…" : text
  }
}

extension LiveError.URLFault {
  var text: String {
    switch self {
    case .noScheme: "it does not start with https:// or http://"
    case .foreignScheme: "its scheme is neither https nor http"
    case .noHost: "it names no host"
    case .badHost: "its host is malformed"
    case .badPort: "its port is not a number from 0 to 65535"
    case .controlCharacter: "it holds a control character"
    case .malformed: "it is malformed"
    }
  }
}

extension Duration {
  /// `30 s`, `0.25 s`; to the millisecond.
  var inSeconds: String {
    let (seconds, attoseconds) = components
    let milliseconds = abs(attoseconds) / 1_000_000_000_000_000
    guard milliseconds > 0 else { return "\(seconds) s" }
    var fraction = String(1000 + milliseconds).dropFirst()
    while fraction.last == "0" { fraction.removeLast() }
    return "\(seconds).\(fraction) s"
  }
}
