/// Limits and permissions for live requests.
struct LiveOptions: Sendable {
  /// The limit for one try, from the name look-up to the last byte, with redirects.
  var timeout: Duration = .seconds(30)
  /// The limit for the name look-up, the connection and its TLS handshake.
  var connectTimeout: Duration = .seconds(10)
  /// The maximum number of tries.
  var tries = 3
  /// In bytes, after decoding the content encoding.
  var maxBody = 64 << 20
  var maxRedirects = 5
  /// Whether plain http may leave this machine.
  var allowHTTP = false
  /// The methods that may be sent.
  var methods: Set<String> = ["GET", "HEAD"]
  /// A file of certificates (PEM) to trust.
  var caFile: String?
  /// Sent as `Authorization: Bearer …`, only to the origin of the request's URL.
  var bearerToken: String?
  var userAgent = "schemacheck"
}

/// A header line of a request or a response.
struct LiveHeader: Hashable, Sendable {
  var name: String
  var value: String

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

/// A request to send.
struct LiveRequest: Sendable {
  var url: String
  var method = "GET"
  var headers: [LiveHeader] = []
  /// Sent as JSON, unless the headers name another type.
  var body: [UInt8]?

  init(
    _ url: String, method: String = "GET", headers: [LiveHeader] = [], body: [UInt8]? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.body = body
  }
}

extension LiveRequest {
  /// Idempotent methods, which may be sent again (RFC 9110, section 9.2.2).
  static let idempotentMethods: Set<String> = ["DELETE", "GET", "HEAD", "OPTIONS", "PUT", "TRACE"]

  /// Refuses values that could inject another header line or another request.
  func checkSyntax(options: LiveOptions) throws(LiveError.Cause) {
    guard Self.isToken(method) else { throw .invalidRequest("the method is not a valid token") }
    guard options.methods.contains(method) else { throw .methodNotAllowed(method) }
    for header in headers {
      guard Self.isToken(header.name) else {
        throw .invalidRequest("a header's name is not a valid token")
      }
      guard Self.isFieldValue(header.value) else {
        throw .invalidRequest("the value of header `\(header.name)` contains a control character")
      }
    }
    guard Self.isFieldValue(options.userAgent) else {
      throw .invalidRequest("the user agent contains a control character")
    }
    if let token = options.bearerToken {
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

  private static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
  }
}

/// A response with any status; a contract can have schemas for a 404 and a 500 too.
struct LiveResponse: Sendable {
  var status: Int
  /// In the received order, without those of redirects and 1xx responses.
  var headers: [LiveHeader]
  /// After decoding the content encoding. Not necessarily UTF-8.
  var body: [UInt8]
  /// The final URL after redirects, without userinfo and fragment. Not redacted.
  var url: String
  /// The URLs that redirected, in order. Not redacted.
  var redirects: [String]
  /// The number of tries.
  var attempts: Int
  /// The reason of each further try.
  var notes: [RetryNote]

  /// The first header with this name, in any case.
  func header(_ name: String) -> String? {
    headers.first { $0.isNamed(name) }?.value
  }
}
