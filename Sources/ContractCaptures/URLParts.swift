/// The parts of a request's URL, split by RFC 3986 and not decoded.
///
/// Captures contain URLs in many forms: absolute, `//host/path` if the scheme is not known,
/// `host:port/path`, or only a path. Any text can be read. Missing parts are nil.
package struct URLParts: Hashable, Sendable {
  /// The scheme in lower case: `https`.
  package var scheme: String?
  /// The host in lower case, without user information and without the brackets of an IPv6 address.
  package var host: String?
  /// The port as written; see ``effectivePort``.
  package var port: Int?
  /// The undecoded path. Empty for `https://host`.
  package var path: String
  /// The undecoded query, without the question mark.
  package var query: String?
  /// Whether a placeholder is in place of the server. It may also be in place of a base path.
  package private(set) var hasOpenServer = false

  /// Splits a URL.
  package init(_ text: String) {
    var rest = text[...]
    if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) { rest = rest[..<hash] }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = String(rest[rest.utf8.index(after: mark)...])
      rest = rest[..<mark]
    }
    if let (end, pathStart) = Self.placeholder(in: rest) {
      hasOpenServer = true
      if rest.utf8[end...].starts(with: "://".utf8) {
        // The scheme is also a placeholder.
        rest = rest[rest.utf8.index(after: end)...]
      } else {
        (host, port) = Self.splitAuthority(rest[..<pathStart])
        rest = rest[pathStart...]
        if !rest.isEmpty, rest.utf8.first != UInt8(ascii: "/") { rest = "/" + rest }
        path = String(rest)
        return
      }
    }
    if let colon = Self.endOfScheme(in: rest) {
      scheme = ASCIIByte.lowercased(rest[..<colon])
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      (host, port) = Self.splitAuthority(rest[..<slash])
      rest = rest[slash...]
    } else if scheme == nil, let slash = Self.endOfHostAndPort(in: rest) {
      (host, port) = Self.splitAuthority(rest[..<slash])
      rest = rest[slash...]
    }
    path = String(rest)
  }

  /// The port, or the default port of the scheme.
  package var effectivePort: Int? {
    if let port { return port }
    switch scheme {
    case "http": return 80
    case "https": return 443
    default: return nil
    }
  }

  /// Whether the URL can lead to a server. False for `data:`, `blob:` and URLs inside browsers.
  package var isOfServer: Bool {
    scheme.map { ["http", "https", "ws", "wss"].contains($0) } ?? true
  }

  /// The decoded fields of the query, in order.
  package var queryItems: [FormField] {
    FormField.parse((query ?? "").utf8)
  }

  /// Texts that stand for a server at the beginning of a URL, by their first and last characters:
  /// `{{baseUrl}}`, `${API}`, `<API_URL>`, `[API]`, `%API%`. No URL begins with these characters.
  private static let marks: [(open: String, close: String)] = [
    ("{{", "}}"), ("${", "}"), ("<", ">"), ("[", "]"), ("%", "%"),
  ]

  /// The end of a placeholder at the beginning of a URL, and the start of the path behind it. Nil
  /// if there is no placeholder.
  private static func placeholder(
    in text: Substring
  ) -> (end: String.Index, pathStart: String.Index)? {
    guard let first = text.utf8.first, "{$<[%*".utf8.contains(first) else { return nil }
    let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex
    if first == UInt8(ascii: "*") {
      // `*/users` and `**/users` of mocks fit every server.
      let end = text.utf8.firstIndex { $0 != UInt8(ascii: "*") } ?? text.endIndex
      let isWhole = end == slash && slash < text.endIndex
      return isWhole || text.utf8[end...].starts(with: "://".utf8) ? (end, slash) : nil
    }
    guard let mark = marks.first(where: { text.utf8.starts(with: $0.open.utf8) }) else {
      return nil
    }
    let start = text.utf8.index(text.startIndex, offsetBy: mark.open.utf8.count)
    guard let close = text[start...].firstRange(of: mark.close), close.lowerBound > start,
      text.utf8[start..<close.lowerBound].allSatisfy({ isOfName($0, in: mark.open) })
    else { return nil }
    let end = close.upperBound
    switch end < text.endIndex ? text.utf8[end] : UInt8(ascii: "/") {
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"):
      return (end, max(end, text.utf8[end...].firstIndex(of: UInt8(ascii: "/")) ?? text.endIndex))
    case let next
    where first != UInt8(ascii: "%") && (ASCIIByte.isLetter(next) || ASCIIByte.isDigit(next)):
      // The placeholder ends with the slash before the path.
      return (end, end)
    default: return nil
    }
  }

  /// Whether a placeholder's name may contain a character. An IPv6 address in brackets has colons.
  private static func isOfName(_ byte: UInt8, in open: String) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte >= 0x80
      || "_-".utf8.contains(byte) || open != "%" && ". ".utf8.contains(byte)
  }

  private static func endOfScheme(in text: Substring) -> String.Index? {
    guard let first = text.utf8.first, ASCIIByte.isLetter(first),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text.utf8[..<colon].allSatisfy({ byte in
        ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "+")
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      })
    else { return nil }
    return endOfHostAndPort(in: text) == nil ? colon : nil
  }

  /// `localhost:3000/api` is a host with its port if only digits are before the path.
  private static func endOfHostAndPort(in text: Substring) -> String.Index? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex,
      text.utf8[..<colon].allSatisfy({ $0 != UInt8(ascii: "/") })
    else { return nil }
    let digits = text.utf8[text.utf8.index(after: colon)...].prefix(while: ASCIIByte.isDigit)
    guard !digits.isEmpty,
      digits.endIndex == text.endIndex || text.utf8[digits.endIndex] == UInt8(ascii: "/")
    else { return nil }
    return digits.endIndex
  }

  private static func splitAuthority(_ authority: Substring) -> (host: String?, port: Int?) {
    var rest = authority
    if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
      rest = rest[rest.utf8.index(after: at)...]
    }
    var port: Int?
    if let colon = rest.utf8.lastIndex(of: UInt8(ascii: ":")) {
      let digits = rest[rest.utf8.index(after: colon)...]
      // Inside the brackets of an IPv6 address, a colon does not start a port.
      if digits.utf8.allSatisfy(ASCIIByte.isDigit) {
        port = Int(digits)
        rest = rest[..<colon]
      }
    }
    if rest.utf8.first == UInt8(ascii: "["), rest.utf8.last == UInt8(ascii: "]") {
      let inside = rest.utf8.dropFirst().dropLast()
      rest = rest[inside.startIndex..<inside.endIndex]
    }
    return (rest.isEmpty ? nil : ASCIIByte.lowercased(rest), port)
  }
}
