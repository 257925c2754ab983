/// A header line of a request or a response.
struct LiveHeader: Hashable, Sendable {
  var name: String
  var value: String

  func isNamed(_ other: String) -> Bool { name.lowercased() == other.lowercased() }
}

/// What is to be sent.
struct LiveRequest: Sendable {
  var url: String
  var method = "GET"
  var headers: [LiveHeader] = []
  /// Sent as JSON unless the headers name another type.
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
  /// Methods that may be sent twice without doing twice (RFC 9110, section 9.2.2).
  static let idempotentMethods: Set<String> = ["DELETE", "GET", "HEAD", "OPTIONS", "PUT", "TRACE"]

  /// Refuses what would let a value pass for another header line or another request.
  func checkSyntax(options: LiveOptions) throws(LiveError.Cause) {
    guard Self.isToken(method) else { throw .invalidRequest("the method is not a word") }
    guard options.methods.contains(method) else { throw .methodNotAllowed(method) }
    for header in headers {
      guard Self.isToken(header.name) else {
        throw .invalidRequest("a header's name is not a word")
      }
      guard Self.isFieldValue(header.value) else {
        throw .invalidRequest("the value of header `\(header.name)` holds a control character")
      }
    }
    guard Self.isFieldValue(options.userAgent) else {
      throw .invalidRequest("the user agent holds a control character")
    }
    if let token = options.bearerToken {
      guard !token.isEmpty, token.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
        throw .invalidRequest(
          "the bearer token is empty or holds a space, a line break or the like")
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
