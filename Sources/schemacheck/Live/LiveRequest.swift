/// Limits and permissions for live requests.
struct LiveOptions: Sendable {
  /// For one try, from the name look-up to the last byte, with redirects.
  var timeout: Duration = .seconds(30)
  /// For the name look-up, the connection and its TLS handshake.
  var connectTimeout: Duration = .seconds(10)
  var tries = 3
  /// In bytes, after decoding the content encoding.
  var maxBody = 64 << 20
  var maxRedirects = 5
  /// Whether plain http may leave this machine.
  var allowHTTP = false
  /// Certificates (PEM) to trust.
  var caFile: String?
  /// Sent as `Authorization: Bearer …`, only to the origin of the request's URL.
  var bearerToken: String?
  var userAgent = "schemacheck"
}

struct LiveRequest: Sendable {
  let url: String
  let method: String

  init(_ url: String, method: String = "GET") {
    self.url = url
    self.method = method
  }

  /// Refuses values that could inject another header line or another request.
  func checkSyntax(bearerToken: String?) throws(LiveError.Cause) {
    guard Self.isToken(method) else { throw .invalidRequest("the method is not a valid token") }
    if let token = bearerToken {
      guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw .invalidRequest(
          "the bearer token is empty or contains a space or a control character")
      }
    }
  }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}

struct LiveHeader: Hashable, Sendable {
  let name: String
  let value: String
}

extension [LiveHeader] {
  /// The first header of this name, in any case.
  func value(of name: String) -> String? {
    first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A response with any status: a contract can have schemas for a 404 and a 500 too.
struct LiveResponse: Sendable {
  var status: Int
  /// In the received order, without those of redirects and 1xx responses.
  var headers: [LiveHeader]
  /// After decoding the content encoding. Not necessarily UTF-8.
  var body: [UInt8]
  /// After redirects, without userinfo and fragment. Not redacted.
  var url: String
  /// In order. Not redacted.
  var redirects: [String] = []
  var attempts = 1
}
