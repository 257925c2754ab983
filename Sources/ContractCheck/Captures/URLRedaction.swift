/// Shows a URL without its secrets: userinfo, token-like parameters and path segments that look like
/// a device token appear as `‹64 characters›`, the rest stays as it was written.
///
/// Any text is accepted, URL or not, and redacting twice changes nothing more.
public enum URLRedaction {
  /// The URL with each secret replaced by its length.
  ///
  /// Hidden are userinfo, parameters of the query, the fragment and the path (`;name=value`) whose
  /// name or value is like a token's, and path segments that are like one. UUIDs stay readable.
  /// Linear in the text.
  public static func redact(_ url: String) -> String {
    redact(Array(url.utf8)[...], nesting: 0)
  }

  private static func redact(_ url: ArraySlice<UInt8>, nesting: Int) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(url.count)
    // What stands in quotes, or after a space too many, is read like what does not.
    // With its type, which Swift 6.2 does not find by itself.
    let start: Int = url.firstIndex { $0 > 0x20 && !"\"'<".utf8.contains($0) } ?? url.endIndex
    let authority = authorityRange(of: url[start...])
    output += url[..<authority.lowerBound]
    output += shownAuthority(url[authority])

    let rest = url[authority.upperBound...]
    let fragmentMark = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    let queryMark = rest[..<fragmentMark].firstIndex(of: UInt8(ascii: "?")) ?? fragmentMark
    output += shownPath(rest[..<queryMark], nesting: nesting)
    output += shownParameters(rest[queryMark..<fragmentMark], nesting: nesting)
    output += shownParameters(rest[fragmentMark...], nesting: nesting)
    return String(decoding: output, as: UTF8.self)
  }

  // MARK: Authority

  /// What stands between `//` and the path; empty, at the start, when there is no authority.
  private static func authorityRange(of url: ArraySlice<UInt8>) -> Range<Int> {
    let none = url.startIndex..<url.startIndex
    guard var start = url.firstIndex(where: { !isSchemeByte($0) }) else { return none }
    let hasScheme = url[start] == UInt8(ascii: ":")
    if hasScheme { start += 1 }
    // Browsers read `\` as `/` here and make up for missing slashes: no slip of the keyboard may show
    // a password.
    let slashes = url[start...].prefix { isSlash($0) }
    if slashes.isEmpty {
      let end = authorityEnd(of: url)
      return hasScheme && url[..<end].contains(UInt8(ascii: "@")) ? url.startIndex..<end : none
    }
    guard hasScheme || slashes.count >= 2 else { return none }
    let rest = url[slashes.endIndex...]
    let end = authorityEnd(of: rest)
    // `user:p/ss@host`: no port is made of letters, so the userinfo reaches to the last `@`.
    if !rest[..<end].contains(UInt8(ascii: "@")), !hasPlainPort(rest[..<end]),
      let at = rest.lastIndex(of: UInt8(ascii: "@"))
    {
      return rest.startIndex..<authorityEnd(of: rest[at...])
    }
    return rest.startIndex..<end
  }

  private static func authorityEnd(of text: ArraySlice<UInt8>) -> Int {
    text.firstIndex { isSlash($0) || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
      ?? text.endIndex
  }

  private static func shownAuthority(_ authority: ArraySlice<UInt8>) -> [UInt8] {
    guard let at = authority.lastIndex(of: UInt8(ascii: "@")) else { return Array(authority) }
    return hidden(authority[..<at]) + authority[at...]
  }

  private static func hasPlainPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard authority.first != UInt8(ascii: "[") else { return true }
    guard let colon = authority.firstIndex(of: UInt8(ascii: ":")) else { return true }
    return authority[(colon + 1)...].allSatisfy { 0x30...0x39 ~= $0 }
  }

  // MARK: Path and parameters

  private static func shownPath(_ path: ArraySlice<UInt8>, nesting: Int) -> [UInt8] {
    var output: [UInt8] = []
    var segmentStart = path.startIndex
    var isAfterTokenName = false
    while true {
      let segmentEnd = path[segmentStart...].firstIndex { isSlash($0) } ?? path.endIndex
      let segment = path[segmentStart..<segmentEnd]
      let plainEnd = segment.firstIndex(of: UInt8(ascii: ";")) ?? segmentEnd
      let plain = segment[..<plainEnd]
      let decoded = percentDecoded(plain)
      if looksLikeToken(decoded) || isAfterTokenName && isNoWord(decoded) {
        output += hidden(plain)
      } else if let equals = plain.firstIndex(of: UInt8(ascii: "=")),
        Redaction.isSecret(String(decoding: percentDecoded(plain[..<equals]), as: UTF8.self))
      {
        output += plain[...equals] + hidden(plain[(equals + 1)...])
      } else {
        output += plain
      }
      isAfterTokenName = segmentsBeforeTokens.contains(SecretName.folded(decoded))
      output += shownParameters(segment[plainEnd...], nesting: nesting)
      guard segmentEnd < path.endIndex else { return output }
      output.append(path[segmentEnd])
      segmentStart = segmentEnd + 1
    }
  }

  /// `?a=1&b=2`, `#a=1` or `;a=1`, its leading mark included.
  private static func shownParameters(_ text: ArraySlice<UInt8>, nesting: Int) -> [UInt8] {
    var output: [UInt8] = []
    var start = text.startIndex
    while start < text.endIndex {
      // Each parameter is taken together with the mark before it.
      let end = text[(start + 1)...].firstIndex { $0 == 0x26 || $0 == 0x3B } ?? text.endIndex
      let parameter = text[(start + 1)..<end]
      output.append(text[start])
      if let equals = parameter.firstIndex(of: UInt8(ascii: "=")) {
        let value = parameter[(equals + 1)...]
        let isSecret =
          isTokenName(percentDecoded(parameter[..<equals]))
          || isSecretValue(percentDecoded(value), nesting: nesting)
        output += parameter[...equals]
        output += isSecret ? hidden(value) : Array(value)
      } else {
        output += looksLikeToken(percentDecoded(parameter)) ? hidden(parameter) : Array(parameter)
      }
      start = end
    }
    return output
  }

  /// A token, or a URL that itself holds something to hide.
  private static func isSecretValue(_ value: [UInt8], nesting: Int) -> Bool {
    var value = value
    for _ in 0..<mostDecodings {
      if isSecretText(value, nesting: nesting) { return true }
      let decoded = percentDecoded(value[...])
      if decoded == value { return false }
      value = decoded
    }
    // Encoded over and over it is nobody's to read.
    return true
  }

  private static let mostDecodings = 3

  private static func isSecretText(_ value: [UInt8], nesting: Int) -> Bool {
    if looksLikeToken(value) || holdsSecretMember(value) || holdsCredential(value) { return true }
    guard value.contains(UInt8(ascii: "/")), value.contains(where: { $0 == 0x40 || $0 == 0x3D })
    else { return false }
    // A URL in a URL in a URL is nobody's to read: past two levels it is hidden as a whole.
    guard nesting < 2 else { return true }
    return redact(value[...], nesting: nesting + 1) != String(decoding: value, as: UTF8.self)
  }

  /// Whether a value is a header's: `Bearer …`, where a word of prose has no digits.
  private static func holdsCredential(_ value: [UInt8]) -> Bool {
    let parts = value.split(maxSplits: 1) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "+") }
    guard parts.count == 2, ["bearer", "basic"].contains(SecretName.folded(parts[0])) else {
      return false
    }
    return isNoWord(Array(parts[1]))
  }

  /// Whether a value is JSON that names a secret.
  private static func holdsSecretMember(_ value: [UInt8]) -> Bool {
    guard let first = value.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    // Names stand between quotes, whatever becomes of the rest.
    return value.split(separator: UInt8(ascii: "\"")).contains { isTokenName(Array($0)) }
  }

  // MARK: What is like a token

  private static let tokenNames: Set<String> = [
    "accesskey", "apikey", "appkey", "assertion", "auth", "authorization", "bearer", "code",
    "codeverifier", "jwt", "key", "otp", "passcode", "passphrase", "passwd", "privatekey", "pwd",
    "samlresponse", "sid", "subscriptionkey", "ticket",
  ]
  private static let tokenNameEndings = ["apikey", "sessid", "sessionid", "signature", "token"]
  private static let tokenNameParts = ["credential", "password", "secret"]

  /// What stands before a token in a path, as in the links of mails.
  private static let segmentsBeforeTokens: Set<String> = [
    "activate", "confirm", "confirmemail", "confirmation", "emailverification", "magiclink",
    "passwordreset", "resetpassword", "token", "tokens", "verification", "verify", "verifyemail",
  ]

  /// Whether text may be a short token: words of a path have neither digits nor capitals.
  private static func isNoWord(_ text: [UInt8]) -> Bool {
    text.count >= 6 && text.allSatisfy(SecretName.isTokenByte)
      && text.contains { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
  }

  /// A decoded segment of a path without its secrets.
  static func redactSegment(_ segment: String) -> String {
    String(redact("/" + segment).dropFirst())
  }

  /// Whether a parameter of this name holds a secret: `access_token`, `X-Amz-Signature`, `user[password]`.
  static func isTokenName(_ name: [UInt8]) -> Bool {
    let letters = name.compactMap { byte -> UInt8? in
      if 0x41...0x5A ~= byte { return byte | 0x20 }
      return 0x61...0x7A ~= byte ? byte : nil
    }
    let plain = String(decoding: letters, as: UTF8.self)
    return tokenNames.contains(plain) || SecretName.isSecret(plain)
      || SecretName.isScalarSecret(plain)
      || tokenNameEndings.contains { plain.hasSuffix($0) }
      || tokenNameParts.contains { part in
        plain.indices.contains { plain[$0...].hasPrefix(part) }
      }
  }

  /// Whether text is like a device token, a key or a JSON Web Token: 32 or more letters and digits, or
  /// as many of Base64URL's characters and `:`, `.`, `=` with both cases and a digit among them.
  static func looksLikeToken(_ text: [UInt8]) -> Bool {
    guard text.count >= 32 else { return false }
    var hasLower = false
    var hasUpper = false
    var hasDigit = false
    var hasPunctuation = false
    for byte in text {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case 0x41...0x5A: hasUpper = true
      case 0x61...0x7A: hasLower = true
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."),
        UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "~"):
        hasPunctuation = true
      default: return false
      }
    }
    return !hasPunctuation || (hasLower && hasUpper && hasDigit && !isUUID(text))
  }

  private static func isUUID(_ text: [UInt8]) -> Bool {
    text.count == 36
      && text.indices.allSatisfy { index in
        switch index {
        case 8, 13, 18, 23: text[index] == UInt8(ascii: "-")
        default: hexDigit(text[index]) != nil
        }
      }
  }

  // MARK: Bytes

  /// `‹N characters›`; nothing stays nothing, and what is hidden already stays as it is.
  private static func hidden(_ secret: ArraySlice<UInt8>) -> [UInt8] {
    guard !secret.isEmpty, !isHidden(secret) else { return Array(secret) }
    // Unicode scalars: a byte that continues one is not counted.
    let count = percentDecoded(secret).count { $0 & 0xC0 != 0x80 }
    return Array("‹\(count) characters›".utf8)
  }

  private static func isHidden(_ text: ArraySlice<UInt8>) -> Bool {
    let (opening, closing) = (Array("‹".utf8), Array(" characters›".utf8))
    guard text.starts(with: opening), text.suffix(closing.count).elementsEqual(closing) else {
      return false
    }
    let digits = text.dropFirst(opening.count).dropLast(closing.count)
    return !digits.isEmpty && digits.allSatisfy { 0x30...0x39 ~= $0 }
  }

  private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
    var decoded: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "%"), text.endIndex - index > 2,
        let high = hexDigit(text[index + 1]), let low = hexDigit(text[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(text[index])
        index += 1
      }
    }
    return decoded
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }

  private static func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x5C }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
    default: false
    }
  }
}
