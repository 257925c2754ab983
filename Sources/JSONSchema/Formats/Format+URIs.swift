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

extension Format {
  /// `URI-Template` of RFC 6570, section 2, with its erratum on the apostrophe.
  static func isURITemplate(_ text: Bytes) -> Bool {
    var at = 0
    while at < text.count {
      let byte = text[at]
      switch byte {
      case UInt8(ascii: "{"):
        guard let close = text[at...].firstIndex(of: UInt8(ascii: "}")),
          isExpression(part(text, (at + 1)..<close))
        else { return false }
        at = close + 1
      case UInt8(ascii: "%"):
        guard isPercentEncoded(text, at: at) else { return false }
        at += 3
      case 0...0x20, 0x7F, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"),
        UInt8(ascii: "}"):
        return false
      case 0x80...:
        guard let (scalar, length) = text.scalar(at: at),
          URIComponent.isUniversal(scalar) || URIComponent.isPrivate(scalar)
        else { return false }
        at += length
      default: at += 1
      }
    }
    return true
  }

  private static func isPercentEncoded(_ text: Bytes, at: Int) -> Bool {
    text.count - at >= 3 && isHexDigit(text[at + 1]) && isHexDigit(text[at + 2])
  }

  /// `[operator] variable-list`; the operators reserved for extensions count as operators.
  private static func isExpression(_ text: Bytes) -> Bool {
    guard let first = text.first else { return false }
    var at = 0
    switch first {
    case UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: ";"), UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "="),
      UInt8(ascii: ","), UInt8(ascii: "!"), UInt8(ascii: "@"), UInt8(ascii: "|"):
      at = 1
    default: break
    }
    while true {
      guard let past = pastVariable(text, at: at) else { return false }
      if past == text.count { return true }
      guard text[past] == UInt8(ascii: ",") else { return false }
      at = past + 1
    }
  }

  /// The offset past a variable's name and its modifier, `*` or `:` and a length up to 9999.
  private static func pastVariable(_ text: Bytes, at start: Int) -> Int? {
    var at = start
    var needsCharacter = true
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: "%") {
        guard isPercentEncoded(text, at: at) else { return nil }
        at += 3
        needsCharacter = false
      } else if isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_") {
        at += 1
        needsCharacter = false
      } else if byte == UInt8(ascii: "."), !needsCharacter {
        at += 1
        needsCharacter = true
      } else {
        break
      }
    }
    guard !needsCharacter else { return nil }
    guard at < text.count else { return at }
    if text[at] == UInt8(ascii: "*") { return at + 1 }
    guard text[at] == UInt8(ascii: ":") else { return at }
    at += 1
    let digits = at
    while at < text.count, isDigit(text[at]), at - digits < 4 { at += 1 }
    return at > digits && text[digits] != UInt8(ascii: "0") ? at : nil
  }
}

extension Format {
  /// The 36 characters of RFC 4122, section 3, whatever version and variant they say.
  static func isUUID(_ text: Bytes) -> Bool {
    guard text.count == 36 else { return false }
    for at in 0..<36 {
      switch at {
      case 8, 13, 18, 23: guard text[at] == UInt8(ascii: "-") else { return false }
      default: guard isHexDigit(text[at]) else { return false }
      }
    }
    return true
  }

  /// The string form of RFC 6901: empty, or tokens that each begin with `/`.
  static func isJSONPointer(_ text: Bytes) -> Bool { isJSONPointer(text, at: 0) }

  private static func isJSONPointer(_ text: Bytes, at start: Int) -> Bool {
    guard start < text.count else { return true }
    guard text[start] == UInt8(ascii: "/") else { return false }
    for at in start..<text.count where text[at] == UInt8(ascii: "~") {
      guard at + 1 < text.count,
        text[at + 1] == UInt8(ascii: "0") || text[at + 1] == UInt8(ascii: "1")
      else { return false }
    }
    return true
  }

  /// Relative JSON Pointers: levels up, optionally an index to move by, then `#` or a pointer.
  static func isRelativeJSONPointer(_ text: Bytes) -> Bool {
    guard var at = pastInteger(text, at: 0) else { return false }
    if at < text.count, text[at] == UInt8(ascii: "+") || text[at] == UInt8(ascii: "-") {
      guard let past = pastInteger(text, at: at + 1) else { return false }
      at = past
    }
    if at == text.count - 1, text[at] == UInt8(ascii: "#") { return true }
    return isJSONPointer(text, at: at)
  }

  /// The offset past an unsigned integer without leading zeros.
  private static func pastInteger(_ text: Bytes, at start: Int) -> Int? {
    var at = start
    while at < text.count, isDigit(text[at]) { at += 1 }
    guard at > start, text[start] != UInt8(ascii: "0") || at == start + 1 else { return nil }
    return at
  }

  /// A regular expression that ``Pattern`` understands; one that is merely too large is valid.
  static func isRegex(_ text: Bytes) -> Bool {
    Pattern.isValid(String(decoding: text, as: UTF8.self))
  }
}
