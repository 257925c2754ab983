@_spi(Engine) import JSONTape

extension Format {
  /// Checks the `URI` of RFC 3986 or, with `relative`, the `URI-reference`. With `international`,
  /// checks the `IRI` or `IRI-reference` of RFC 3987.
  static func isURI(_ text: Bytes, relative: Bool, international: Bool) -> Bool {
    if isUsualURL(text) { return true }
    let schemeEnd = pastScheme(text)
    guard relative || schemeEnd != nil else { return false }
    let text = part(text, (schemeEnd ?? 0)..<text.count)
    let pathEnd = text.firstIndex { $0 == "?" || $0 == "#" } ?? text.count
    var pathStart = 0
    if pathEnd >= 2, text[0] == "/", text[1] == "/" {
      pathStart = text[2..<pathEnd].firstIndex { $0 == "/" } ?? pathEnd
      guard isAuthority(part(text, 2..<pathStart), international) else { return false }
    } else if schemeEnd == nil, let colon = text[..<pathEnd].firstIndex(where: { $0 == ":" }) {
      // Before the first slash, a colon would end a scheme.
      guard text[..<colon].contains(where: { $0 == "/" }) else { return false }
    }
    let queryEnd = text[pathEnd...].firstIndex { $0 == "#" } ?? text.count
    let query = part(text, min(pathEnd + 1, queryEnd)..<queryEnd)
    let fragment = part(text, min(queryEnd + 1, text.count)..<text.count)
    return URIComponent.path.allows(part(text, pathStart..<pathEnd), international)
      && URIComponent.query.allows(query, international)
      && URIComponent.fragment.allows(fragment, international)
  }

  /// Whether a text is `https://host/path?query#fragment` with the usual characters. Like most
  /// URLs, it has no user, no port and no percent signs. The check is one pass with a look-up in a
  /// table for each byte.
  private static func isUsualURL(_ text: Bytes) -> Bool {
    var at = 0
    while at < text.count, isLetter(text[at]) { at &+= 1 }
    guard at > 0, at &+ 3 <= text.count, text[at] == ":", text[at &+ 1] == "/",
      text[at &+ 2] == "/"
    else { return false }
    at &+= 3
    while at < text.count, usualInHosts.contains(text[at]) { at &+= 1 }
    guard at < text.count else { return true }
    guard text[at] == "/" else { return false }
    while at < text.count, usualInPaths.contains(text[at]) { at &+= 1 }
    if at < text.count, text[at] == "?" {
      at &+= 1
      while at < text.count, usualInPaths.contains(text[at]) || text[at] == "?" { at &+= 1 }
    }
    if at < text.count, text[at] == "#" {
      at &+= 1
      while at < text.count, usualInPaths.contains(text[at]) || text[at] == "?" { at &+= 1 }
    }
    return at == text.count
  }

  private struct ASCIISet {
    /// The bits for the bytes 0 to 63, and 64 to 127.
    let low: UInt64
    let high: UInt64

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
      (byte < 64 ? low : byte < 128 ? high : 0) &>> UInt64(byte & 63) & 1 == 1
    }
  }

  /// Letters, digits, `.` and `-`.
  private static var usualInHosts: ASCIISet {
    ASCIISet(low: 0x03FF_6000_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  }

  /// Characters that paths may contain unencoded, and `/`.
  private static var usualInPaths: ASCIISet {
    ASCIISet(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  private static func pastScheme(_ text: Bytes) -> Int? {
    guard let first = text.first, isLetter(first) else { return nil }
    for at in 1..<text.count {
      let byte = text[at]
      if byte == ":" { return at + 1 }
      guard isLetter(byte) || isDigit(byte) || byte == "+" || byte == "-" || byte == "."
      else { return nil }
    }
    return nil
  }

  /// Checks `[userinfo "@"] host [":" port]`.
  private static func isAuthority(_ text: Bytes, _ international: Bool) -> Bool {
    var hostStart = 0
    if let mark = text.firstIndex(of: UInt8(ascii: "@")) {
      let userInfo = part(text, 0..<mark)
      guard URIComponent.userInfo.allows(userInfo, international) else { return false }
      hostStart = mark + 1
    }
    var at = hostStart
    if at < text.count, text[at] == "[" {
      guard let close = text[at...].firstIndex(of: UInt8(ascii: "]")),
        isIPLiteral(part(text, (at + 1)..<close))
      else { return false }
      at = close + 1
    } else {
      while at < text.count, text[at] != ":" { at += 1 }
      let host = part(text, hostStart..<at)
      guard URIComponent.host.allows(host, international) else { return false }
    }
    guard at < text.count else { return true }
    guard text[at] == ":" else { return false }
    return text[(at + 1)...].allSatisfy(isDigit)
  }

  /// Checks an IPv6 address, or `v1.` and an address of a later version.
  private static func isIPLiteral(_ text: Bytes) -> Bool {
    guard let first = text.first, first | 0x20 == "v" else { return isIPv6(text) }
    guard let dot = text.firstIndex(of: UInt8(ascii: ".")), dot > 1, dot + 1 < text.count,
      text[1..<dot].allSatisfy(isHexDigit)
    else { return false }
    return text[(dot + 1)...].allSatisfy(URIComponent.userInfo.allows)
  }
}

/// The parts of a URI, by the characters that they may contain.
enum URIComponent {
  case userInfo, host, path, query, fragment

  /// Whether a component may contain all characters of a text. Percent-encoded characters are
  /// allowed. With `international`, characters outside ASCII are also allowed.
  func allows(_ text: Format.Bytes, _ international: Bool) -> Bool {
    var at = 0
    while at < text.count {
      let byte = text[at]
      if byte == "%" {
        guard Format.isPercentEncoded(text, at: at) else { return false }
        at += 3
      } else if byte < 0x80 {
        guard allows(byte) else { return false }
        at += 1
      } else {
        guard international, let (scalar, length) = text.scalar(at: at),
          URIComponent.isUniversal(scalar) || self == .query && URIComponent.isPrivate(scalar)
        else { return false }
        at += length
      }
    }
    return true
  }

  /// Whether a component may contain an ASCII character unencoded.
  @inline(__always)
  func allows(_ byte: UInt8) -> Bool {
    if Format.isLetter(byte) || Format.isDigit(byte) { return true }
    switch byte {
    case "-", ".", "_", "~", "!", "$", UInt8(ascii: "&")...UInt8(ascii: ","), ";", "=": return true
    case ":": return self != .host
    case "@", "/": return self != .host && self != .userInfo
    case "?": return self == .query || self == .fragment
    default: return false
    }
  }

  /// Checks `ucschar` of RFC 3987: no controls, surrogates, private use or noncharacters.
  static func isUniversal(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0x10000...0xDFFFF: scalar & 0xFFFF <= 0xFFFD
    case 0xE1000...0xEFFFD: true
    default: false
    }
  }

  /// Checks `iprivate` of RFC 3987.
  static func isPrivate(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
    default: false
    }
  }
}

extension Format {
  /// Checks `URI-Template` of RFC 6570, section 2, with its erratum on the apostrophe.
  static func isURITemplate(_ text: Bytes) -> Bool {
    var at = 0
    while at < text.count {
      let byte = text[at]
      switch byte {
      case "{":
        guard let close = text[at...].firstIndex(of: UInt8(ascii: "}")),
          isExpression(part(text, (at + 1)..<close))
        else { return false }
        at = close + 1
      case "%":
        guard isPercentEncoded(text, at: at) else { return false }
        at += 3
      case 0...0x20, 0x7F, "\"", "<", ">", "\\", "^", "`", "|", "}":
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

  static func isPercentEncoded(_ text: Bytes, at: Int) -> Bool {
    text.count - at >= 3 && isHexDigit(text[at + 1]) && isHexDigit(text[at + 2])
  }

  /// Checks `[operator] variable-list`. Operators that are reserved for extensions are also
  /// accepted.
  private static func isExpression(_ text: Bytes) -> Bool {
    guard let first = text.first else { return false }
    var at = 0
    switch first {
    case "+", "#", ".", "/", ";", "?", "&", "=", ",", "!", "@", "|":
      at = 1
    default: break
    }
    while true {
      guard let past = pastVariable(text, at: at) else { return false }
      if past == text.count { return true }
      guard text[past] == "," else { return false }
      at = past + 1
    }
  }

  /// The offset after a variable's name and its modifier: `*`, or `:` and a length up to 9999.
  private static func pastVariable(_ text: Bytes, at start: Int) -> Int? {
    var at = start
    var needsCharacter = true
    while at < text.count {
      let byte = text[at]
      if byte == "%" {
        guard isPercentEncoded(text, at: at) else { return nil }
        at += 3
        needsCharacter = false
      } else if isLetter(byte) || isDigit(byte) || byte == "_" {
        at += 1
        needsCharacter = false
      } else if byte == ".", !needsCharacter {
        at += 1
        needsCharacter = true
      } else {
        break
      }
    }
    guard !needsCharacter else { return nil }
    guard at < text.count else { return at }
    if text[at] == "*" { return at + 1 }
    guard text[at] == ":" else { return at }
    at += 1
    let digits = at
    while at < text.count, isDigit(text[at]), at - digits < 4 { at += 1 }
    return at > digits && text[digits] != UInt8(ascii: "0") ? at : nil
  }
}

extension Format {
  /// Checks the 36 characters of RFC 4122, section 3, for any version and variant.
  static func isUUID(_ text: Bytes) -> Bool {
    guard text.count == 36 else { return false }
    for at in 0..<36 {
      switch at {
      case 8, 13, 18, 23: guard text[at] == "-" else { return false }
      default: guard isHexDigit(text[at]) else { return false }
      }
    }
    return true
  }

  /// Checks the string form of RFC 6901: empty, or tokens that each begin with `/`.
  static func isJSONPointer(_ text: Bytes) -> Bool { isJSONPointer(text, at: 0) }

  private static func isJSONPointer(_ text: Bytes, at start: Int) -> Bool {
    guard start < text.count else { return true }
    guard text[start] == "/" else { return false }
    for at in start..<text.count where text[at] == "~" {
      guard at + 1 < text.count, text[at + 1] == "0" || text[at + 1] == "1" else { return false }
    }
    return true
  }

  /// Checks Relative JSON Pointers: a number of levels, an optional index change, then `#` or a
  /// pointer.
  static func isRelativeJSONPointer(_ text: Bytes) -> Bool {
    guard var at = pastInteger(text, at: 0) else { return false }
    if at < text.count, text[at] == "+" || text[at] == "-" {
      guard let past = pastInteger(text, at: at + 1) else { return false }
      at = past
    }
    if at == text.count - 1, text[at] == "#" { return true }
    return isJSONPointer(text, at: at)
  }

  /// The offset after an unsigned integer without leading zeros.
  private static func pastInteger(_ text: Bytes, at start: Int) -> Int? {
    var at = start
    while at < text.count, isDigit(text[at]) { at += 1 }
    guard at > start, text[start] != "0" || at == start + 1 else { return nil }
    return at
  }

  /// Checks whether ``Pattern`` supports a regular expression. If an expression is only too large,
  /// it is valid.
  static func isRegex(_ text: Bytes) -> Bool {
    Pattern.isValid(String(decoding: text, as: UTF8.self))
  }
}
