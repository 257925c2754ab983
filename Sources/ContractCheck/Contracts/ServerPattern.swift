@_spi(Engine) internal import ContractCaptures

/// The URL of a server with its variables. Such a URL has several origins and base paths. A
/// variable with an `enum` matches the values of the `enum`. A variable without an `enum` matches
/// any text. Source: OpenAPI 3.1.0, sections 4.8.5 and 4.8.6.
struct ServerPattern: Hashable, Sendable {
  enum Port: Hashable, Sendable {
    case any
    case number(Int)
  }

  let scheme: String?
  /// The host in lower case. Nil if the URL is relative. Then every host matches.
  let host: GapPattern?
  /// The port; nil for the scheme's default.
  let port: Port?
  let base: [GapPattern]

  /// A placeholder for a variable with any value, while a URL is split. This character never occurs
  /// in URLs.
  static let gap: Unicode.Scalar = "\u{1}"

  init(_ url: String) {
    let scalars = url.unicodeScalars
    let mark = scalars.firstIndex { $0 == "?" || $0 == "#" } ?? scalars.endIndex
    var rest = url[..<mark]
    let hasGap = rest.unicodeScalars.contains(Self.gap)
    guard hasGap else {
      let parts = URLParts(String(rest))
      scheme = parts.scheme
      host = parts.host.map { Self.glob($0) }
      port = parts.effectivePort.map { .number($0) }
      base = RequestPath(parts.path).segments.map { GapPattern(literals: [$0]) }
      return
    }
    var scheme: String?
    var authority: Substring?
    if let slashes = Self.doubleSlash(in: rest) {
      let name = rest[..<slashes.lowerBound]
      scheme =
        name.unicodeScalars.contains(Self.gap) || name.isEmpty
        ? nil : ASCIIByte.lowercased(name.dropLast())
      rest = rest[slashes.upperBound...]
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      authority = rest[..<slash]
      rest = rest[slash...]
    }
    self.scheme = scheme
    var port: Port? = scheme == "https" ? .number(443) : scheme == "http" ? .number(80) : nil
    if let text = authority, let colon = text.lastIndex(of: ":"), text.last != "]" {
      let digits = text[text.index(after: colon)...]
      port = Int(digits).map { .number($0) } ?? .any
      authority = text[..<colon]
    } else if scheme == nil {
      port = .any
    }
    self.port = port
    host = authority.map { Self.glob(ASCIIByte.lowercased($0)) }
    base = RequestPath(String(rest)).segments.map {
      Self.glob(String(decoding: $0, as: UTF8.self))
    }
  }

  /// A pattern without a host matches every origin.
  func serves(_ url: URLParts) -> Bool {
    guard let host else { return true }
    guard let other = url.host, host.matches(Array(other.utf8)) else { return false }
    switch port {
    case .any: return true
    case .number(let number):
      return number == url.effectivePort || url.scheme == nil && url.port == nil
    case nil: return url.port == nil
    }
  }

  /// The path below the base path. Nil if the path does not begin with the base path.
  func remainder(of path: RequestPath) -> RequestPath? {
    guard path.segments.count >= base.count,
      zip(base, path.segments).allSatisfy({ $0.matches($1) })
    else { return nil }
    return path.dropping(base.count)
  }

  private static func glob(_ text: String) -> GapPattern {
    let parts = text.unicodeScalars.split(separator: gap, omittingEmptySubsequences: false)
    return GapPattern(literals: parts.map { Array(String($0).utf8) })
  }

  private static func doubleSlash(in text: Substring) -> Range<Substring.Index>? {
    var index = text.startIndex
    while let slash = text[index...].firstIndex(of: "/") {
      let next = text.index(after: slash)
      guard next < text.endIndex, text[next] == "/" else { return nil }
      guard slash == text.startIndex || text[text.index(before: slash)] == ":" else {
        index = next
        continue
      }
      return slash..<text.index(after: next)
    }
    return nil
  }
}

struct ServerVariable: Hashable, Sendable {
  let name: String
  let standard: String
  /// The allowed values; empty if any value matches.
  let allowed: [String]
}
