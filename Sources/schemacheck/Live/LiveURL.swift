import CLibcurl
import ContractRuns

/// An http or https URL with a host. libcurl's own parser reads the URL. So the checked host is the
/// host that libcurl connects to.
struct LiveURL: Hashable, Sendable {
  struct Origin: Hashable, Sendable {
    let scheme: String
    let host: String
    let port: Int
  }

  struct Credentials: Hashable, Sendable {
    let user: String
    let password: String
  }

  /// The normalised URL without userinfo and fragment.
  let text: String
  let origin: Origin
  /// The decoded userinfo.
  let credentials: Credentials?

  /// Resolves a `Location` (RFC 3986, section 5). Credentials in it are dropped.
  func resolving(_ location: String) throws(LiveError.Cause) -> LiveURL {
    let parser = try Parser()
    try parser.read(text)
    try parser.read(location)
    let target = try parser.url()
    return LiveURL(text: target.text, origin: target.origin, credentials: nil)
  }

  var isSecure: Bool { origin.scheme == "https" }

  /// Whether the host as written is `localhost`, in 127.0.0.0/8, or ::1. Names are not resolved.
  var isLoopback: Bool {
    if origin.host == "localhost" || origin.host == "[::1]" { return true }
    let octets = origin.host.split(separator: ".", omittingEmptySubsequences: false)
    return octets.count == 4 && octets[0] == "127"
      && octets.allSatisfy { octet in
        octet.utf8.allSatisfy { 0x30...0x39 ~= $0 } && UInt8(octet) != nil
      }
  }
}

extension LiveURL {
  init(_ text: String) throws(LiveError.Cause) {
    let parser = try Parser()
    try parser.read(text)
    self = try parser.url()
  }

  private final class Parser {
    private let handle: OpaquePointer

    init() throws(LiveError.Cause) {
      if let reason = clibcurl_open() { throw .libcurlMissing(String(cString: reason)) }
      guard let handle = clibcurl_url_init() else { throw .libcurlMissing("out of memory") }
      self.handle = handle
    }

    deinit { clibcurl_url_cleanup(handle) }

    /// Reads an absolute URL, or a reference relative to the previous one.
    func read(_ text: String) throws(LiveError.Cause) {
      // In C, a NUL ends a text, so another URL would be sent.
      guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw .invalidURL(.controlCharacter)
      }
      let flags =
        CLIBCURLU_FLAG_NON_SUPPORT_SCHEME | CLIBCURLU_FLAG_URLENCODE | CLIBCURLU_FLAG_ALLOW_SPACE
      let code = clibcurl_url_set(handle, Int32(CLIBCURLU_URL), text, UInt32(flags))
      guard Int(code) == CLIBCURLUE_OK else { throw .invalidURL(Self.fault(code, of: text)) }
    }

    func url() throws(LiveError.Cause) -> LiveURL {
      guard let scheme = part(CLIBCURLU_SCHEME)?.lowercased() else { throw .invalidURL(.noScheme) }
      guard scheme == "https" || scheme == "http" else { throw .invalidURL(.foreignScheme) }
      guard let host = part(CLIBCURLU_HOST)?.lowercased(), !host.isEmpty else {
        throw .invalidURL(.noHost)
      }
      guard let port = part(CLIBCURLU_PORT, flags: CLIBCURLU_FLAG_DEFAULT_PORT).flatMap(Int.init)
      else { throw .invalidURL(.badPort) }
      let user = part(CLIBCURLU_USER, flags: CLIBCURLU_FLAG_URLDECODE)
      let password = part(CLIBCURLU_PASSWORD, flags: CLIBCURLU_FLAG_URLDECODE)
      for secret in [CLIBCURLU_USER, CLIBCURLU_PASSWORD, CLIBCURLU_OPTIONS, CLIBCURLU_FRAGMENT] {
        clibcurl_url_set(handle, Int32(secret), nil, 0)
      }
      guard let text = part(CLIBCURLU_URL) else { throw .invalidURL(.malformed) }
      let hasUserinfo = user != nil || password != nil
      return LiveURL(
        text: text, origin: Origin(scheme: scheme, host: host, port: port),
        credentials: hasUserinfo ? Credentials(user: user ?? "", password: password ?? "") : nil)
    }

    private func part(_ part: Int, flags: Int = 0) -> String? {
      var text: UnsafeMutablePointer<CChar>?
      let code = clibcurl_url_get(handle, Int32(part), &text, UInt32(flags))
      guard Int(code) == CLIBCURLUE_OK, let text else { return nil }
      defer { clibcurl_free(text) }
      return String(cString: text)
    }

    private static func fault(_ code: Int32, of text: String) -> LiveError.URLFault {
      switch Int(code) {
      case CLIBCURLUE_BAD_PORT_NUMBER: .badPort
      case CLIBCURLUE_NO_SCHEME: .noScheme
      case CLIBCURLUE_NO_HOST: .noHost
      case CLIBCURLUE_BAD_HOSTNAME, CLIBCURLUE_BAD_IPV6: .badHost
      default: text.contains("://") ? .malformed : .noScheme
      }
    }
  }
}

extension LiveURL.Origin: CustomStringConvertible {
  var description: String {
    let usual = scheme == "https" ? 443 : 80
    return "\(scheme)://\(host)" + (port == usual ? "" : ":\(port)")
  }
}
