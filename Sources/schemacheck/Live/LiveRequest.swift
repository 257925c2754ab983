@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

/// Limits and permissions for live requests.
struct LiveOptions: Sendable {
  /// For one try, from the name look-up to the last byte, with redirects.
  var timeout: Duration = .seconds(30)
  /// For the name look-up, the connection and its TLS handshake.
  var connectTimeout: Duration = .seconds(10)
  var tries = 3
  /// In bytes, after decoding the content encoding.
  var maxBody = 64 << 20
  var decompressor = Zlib.system.decompressor
  var maxRedirects = 5
  /// Where sequences are left.
  var sequence = SequenceLimits()
  /// Whether a redirect to another origin is an error.
  var staysAtOrigin = false
  /// Whether plain http may leave this machine.
  var allowHTTP = false
  var tls = LiveTLS()
  /// Sent only to the origin of the request's URL.
  var headers: [LiveHeader] = []
  /// The origins that may get ``headers``; nil if every origin may that a request is sent to.
  var trustedOrigins: Set<LiveURL.Origin>?
  var userAgent = "schemacheck"
}

struct LiveRequest: Sendable {
  var url: String
  /// A secret at the end of the query.
  var addedQuery: String?
  let method: String
  var body: Body?
  /// Beside those of the user, only for the origin of the URL.
  var headers: [LiveHeader] = []
  /// Whether the answer must not be compressed, so that its items can be counted while they come.
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
  /// Whether it must never be shown.
  var isSecret = false
  /// Secrets that are part of the value in another form, such as the password before base64.
  var origins: [String] = []

  /// RFC 9110, section 5.6.2.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// RFC 9110, section 5.5: no line breaks, no other control characters.
  static func isValue(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }
  }

  /// Whether names are the same, in any case.
  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }

  static func bearer(_ token: String) -> LiveHeader {
    LiveHeader(name: "Authorization", value: "Bearer \(token)", isSecret: true)
  }

  /// RFC 7617.
  static func basic(_ credentials: String) -> LiveHeader {
    let password = credentials.drop { $0 != ":" }.dropFirst()
    let encoded = String(decoding: Base64.encode(Array(credentials.utf8)), as: UTF8.self)
    return LiveHeader(
      name: "Authorization", value: "Basic \(encoded)", isSecret: true,
      origins: [credentials, String(password)])
  }
}

extension [LiveHeader] {
  /// The first header of this name, in any case.
  func value(of name: String) -> String? { first { $0.isNamed(name) }?.value }
}

/// A response with any status: a contract can have schemas for a 404 and a 500 too.
struct LiveResponse: Sendable {
  var status: Int
  /// In the received order, without those of redirects and 1xx responses.
  var headers: [LiveHeader]
  /// After decoding the content encoding. Not necessarily UTF-8.
  var body: [UInt8]
  /// Why the body cannot be decoded: `is broken gzip data`. Then it is empty.
  var undecoded: String?
  /// Where a sequence was left before its end.
  var ending: LiveEnding?
  /// How many whole items of a sequence came.
  var items = 0
  /// After redirects, without userinfo and fragment. Not redacted.
  var url: String
  /// In order. Not redacted.
  var redirects: [String] = []
  var attempts = 1
  /// What the first request of the last try sent.
  var sentHeaders: [LiveHeader] = []
  /// The size of the body as it came.
  var receivedBytes = 0
  /// From the last try's start to its last byte, redirects included.
  var duration: Duration = .zero
}
