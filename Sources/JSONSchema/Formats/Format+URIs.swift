extension Format {
  /// RFC 3986's `URI` or, with `relative`, `URI-reference`; with `international`, the `IRI` or
  /// `IRI-reference` of RFC 3987.
  static func isURI(_ text: Bytes, relative: Bool, international: Bool) -> Bool {
    var at = 0
    if let past = pastScheme(text) {
      at = past
    } else if !relative {
      return false
    }
    let rules = URIComponent.Rules(international: international)
    let hasScheme = at > 0
    let hasAuthority =
      text.count - at >= 2 && text[at] == UInt8(ascii: "/") && text[at + 1] == UInt8(ascii: "/")
    if hasAuthority {
      let start = at + 2
      at = start
      while at < text.count, text[at] != UInt8(ascii: "/"), text[at] != UInt8(ascii: "?"),
        text[at] != UInt8(ascii: "#")
      { at += 1 }
      guard isAuthority(part(text, start..<at), rules) else { return false }
    }
    let pathStart = at
    while at < text.count, text[at] != UInt8(ascii: "?"), text[at] != UInt8(ascii: "#") { at += 1 }
    let path = part(text, pathStart..<at)
    guard rules.allows(path, in: .path) else { return false }
    if !hasScheme, !hasAuthority {
      // Before the first slash a colon would end a scheme.
      for byte in path {
        if byte == UInt8(ascii: "/") { break }
        guard byte != UInt8(ascii: ":") else { return false }
      }
    }
    if at < text.count, text[at] == UInt8(ascii: "?") {
      let start = at + 1
      while at < text.count, text[at] != UInt8(ascii: "#") { at += 1 }
      guard rules.allows(part(text, start..<at), in: .query) else { return false }
    }
    return at == text.count || rules.allows(part(text, (at + 1)..<text.count), in: .fragment)
  }

  /// The offset past `scheme:`.
  private static func pastScheme(_ text: Bytes) -> Int? {
    guard let first = text.first, isLetter(first) else { return nil }
    for at in 1..<text.count {
      let byte = text[at]
      if byte == UInt8(ascii: ":") { return at + 1 }
      guard
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      else { return nil }
    }
    return nil
  }

  /// `[userinfo "@"] host [":" port]`.
  private static func isAuthority(_ text: Bytes, _ rules: URIComponent.Rules) -> Bool {
    var hostStart = 0
    if let mark = text.firstIndex(of: UInt8(ascii: "@")) {
      guard rules.allows(part(text, 0..<mark), in: .userInfo) else { return false }
      hostStart = mark + 1
    }
    var at = hostStart
    if at < text.count, text[at] == UInt8(ascii: "[") {
      guard let close = text[at...].firstIndex(of: UInt8(ascii: "]")),
        isIPLiteral(part(text, (at + 1)..<close))
      else { return false }
      at = close + 1
    } else {
      while at < text.count, text[at] != UInt8(ascii: ":") { at += 1 }
      guard rules.allows(part(text, hostStart..<at), in: .host) else { return false }
    }
    guard at < text.count else { return true }
    guard text[at] == UInt8(ascii: ":") else { return false }
    return text[(at + 1)...].allSatisfy(isDigit)
  }

  /// An IPv6 address, or `v1.` and an address of a later version.
  private static func isIPLiteral(_ text: Bytes) -> Bool {
    guard let first = text.first, first | 0x20 == UInt8(ascii: "v") else { return isIPv6(text) }
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < text.count,
      text[1..<dot].allSatisfy(isHexDigit)
    else { return false }
    return text[(dot + 1)...].allSatisfy {
      URIComponent.ascii($0, in: .userInfo)
    }
  }
}

/// The parts of a URI by the characters that may stand in them.
enum URIComponent {
  case userInfo, host, path, query, fragment

  /// What may stand in a component.
  struct Rules {
    /// Whether characters outside ASCII may.
    let international: Bool

    /// Whether every character of a component may stand in it, percent-encoded ones included.
    func allows(_ text: UnsafeBufferPointer<UInt8>, in component: URIComponent) -> Bool {
      var at = 0
      while at < text.count {
        let byte = text[at]
        if byte == UInt8(ascii: "%") {
          guard text.count - at >= 3, Format.isHexDigit(text[at + 1]),
            Format.isHexDigit(text[at + 2])
          else { return false }
          at += 3
        } else if byte < 0x80 {
          guard URIComponent.ascii(byte, in: component) else { return false }
          at += 1
        } else {
          guard international, let (scalar, length) = text.scalar(at: at),
            URIComponent.isUniversal(scalar)
              || component == .query && URIComponent.isPrivate(scalar)
          else { return false }
          at += length
        }
      }
      return true
    }
  }

  /// Whether an ASCII character may stand in a component as itself.
  @inline(__always)
  static func ascii(_ byte: UInt8, in component: URIComponent) -> Bool {
    if Format.isLetter(byte) || Format.isDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "="):
      return true
    case UInt8(ascii: ":"): return component != .host
    case UInt8(ascii: "@"), UInt8(ascii: "/"): return component != .host && component != .userInfo
    case UInt8(ascii: "?"): return component == .query || component == .fragment
    default: return false
    }
  }

  /// `ucschar` of RFC 3987: no controls, surrogates, private use or noncharacters.
  static func isUniversal(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0x10000...0xDFFFF: scalar & 0xFFFF <= 0xFFFD
    case 0xE1000...0xEFFFD: true
    default: false
    }
  }

  /// `iprivate` of RFC 3987.
  static func isPrivate(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
    default: false
    }
  }
}
