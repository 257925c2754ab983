@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// Limits and permissions for live requests.
struct LiveOptions: Sendable {
  /// The time limit for one try, from the name look-up to the last byte, with redirects.
  var timeout: Duration = .seconds(30)
  /// The time limit for the name look-up, the connection and its TLS handshake.
  var connectTimeout: Duration = .seconds(10)
  var tries = 3
  /// The maximum number of bytes of a body, after the content encoding is decoded.
  var maxBody = 64 << 20
  var zlib = Zlib.system
  var maxRedirects = 5
  /// The limits for sequences.
  var sequence = SequenceLimits()
  /// Whether a redirect to another origin is an error.
  var staysAtOrigin = false
  /// Whether plain http to other machines is allowed.
  var allowHTTP = false
  var tls = LiveTLS()
  /// The headers. They are sent only to the origin of the request's URL.
  var headers: [LiveHeader] = []
  /// The origins that may receive ``headers``. Nil if every requested origin may receive them.
  var trustedOrigins: Set<LiveURL.Origin>?
  var userAgent = "schemacheck"
}

struct LiveRequest: Sendable {
  var url: String
  /// A secret at the end of the query.
  var addedQuery: String?
  let method: String
  var body: Body?
  /// The headers in addition to the user's headers. They are only for the origin of the URL.
  var headers: [LiveHeader] = []
  /// Whether the response must not be compressed. Then its items can be counted while they arrive.
  var isPlain = false

  struct Body: Hashable, Sendable {
    let bytes: [UInt8]
    let mediaType: String
  }

  init(
    _ url: String, method: String = "GET", body: Body? = nil, headers: [LiveHeader] = []
  ) {
    self.url = url
    self.method = method
    self.body = body
    self.headers = headers
  }

  /// Refuses values that could inject another header line or another request.
  func checkSyntax(_ headers: [LiveHeader]) throws(LiveError.Cause) {
    guard LiveHeader.isToken(method) else {
      throw .invalidRequest("the method is not a valid token")
    }
    for header in headers {
      guard LiveHeader.isToken(header.name), LiveHeader.isValue(header.value.utf8) else {
        throw .invalidRequest("a header is empty or contains a control character")
      }
    }
    if let type = body?.mediaType, !LiveHeader.isValue(type.utf8) {
      throw .invalidRequest("the media type of the body is empty or contains a control character")
    }
  }
}

struct LiveHeader: Hashable, Sendable {
  let name: String
  let value: String
  /// Whether the value must never be shown.
  var isSecret = false
  /// Secrets that the value contains in another form, such as the password before base64.
  var origins: [String] = []

  /// Whether a text is a token (RFC 9110, section 5.6.2).
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Whether bytes are a valid field value (RFC 9110, section 5.5), without line breaks and other
  /// control characters.
  static func isValue(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether two names are equal, in any letter case.
  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

  static func bearer(_ token: String) -> LiveHeader {
    LiveHeader(name: "Authorization", value: "Bearer \(token)", isSecret: true)
  }

  /// The header of Basic authentication (RFC 7617).
  static func basic(_ credentials: String) -> LiveHeader {
    let password = credentials.drop { $0 != ":" }.dropFirst()
    let encoded = String(decoding: Base64.encode(Array(credentials.utf8)), as: UTF8.self)
    return LiveHeader(
      name: "Authorization", value: "Basic \(encoded)", isSecret: true,
      origins: [credentials, String(password)])
  }
}

extension [LiveHeader] {
  /// The first header with a name, in any letter case.
  func value(of name: String) -> String? { first { $0.isNamed(name) }?.value }
}

/// A response with any status, because a contract can also have schemas for a 404 and a 500.
struct LiveResponse: Sendable {
  var status: Int
  /// The headers in the received order, without the headers of redirects and 1xx responses.
  var headers: [LiveHeader]
  /// The body after the content encoding was decoded. It need not be UTF-8.
  var body: [UInt8]
  /// The reason why the body cannot be decoded: `is broken gzip data`. The body is then empty.
  var undecoded: String?
  /// The reason why the tool stopped reading a sequence before its end. Nil if it did not stop.
  var ending: LiveEnding?
  /// The number of complete items of a sequence.
  var items = 0
  /// The URL after redirects, without userinfo and fragment. It is not redacted.
  var url: String
  /// The URLs of redirects in order. They are not redacted.
  var redirects: [String] = []
  var attempts = 1
  /// The headers of the first request in the last try.
  var sentHeaders: [LiveHeader] = []
  /// The size of the body on arrival.
  var receivedBytes = 0
  /// The time from the last try's start to its last byte, including redirects.
  var duration: Duration = .zero
}
