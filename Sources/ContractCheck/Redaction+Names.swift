/// Which names say that their values are secrets.
enum SecretName {
  private static let exact: Set<String> = [
    "auth", "bearer", "cookies", "credential", "csrf", "otp", "pass", "pwd", "sid", "tokens",
    "xsrf",
  ]
  private static let suffixes = [
    "accesskey", "apikey", "cookie", "encryptionkey", "jwt", "passcode", "privatekey", "pwd",
    "secretkey", "sessionid", "signingkey", "token", "tokens",
  ]
  private static let parts = [
    "authorization", "credential", "passphrase", "passwd", "password", "secret",
  ]
  /// Secrets where the value is a scalar: a `session` may also be an object that tells its user.
  private static let scalars: Set<String> = [
    "connectsid", "cvv", "passwordat", "pin", "session", "sig", "ssn", "tokenvalue",
  ]
  /// Whether the folded `name` is a secret's where its value is a scalar, as all parameters are.
  static func isScalarSecret(_ name: String) -> Bool { scalars.contains(name) }

  /// Whether the folded `name` is a secret's. `passwordChangedAt` is a date.
  static func isSecret(_ name: String) -> Bool {
    guard !name.isEmpty, !name.hasSuffix("at") else { return false }
    return exact.contains(name) || suffixes.contains(where: name.hasSuffix)
      || parts.contains { contains(name.utf8, $0.utf8) }
  }

  /// Whether a name within a secret, as in an object keyed by tokens, may be one: a word has no
  /// digits.
  static func isOpaque(_ name: some Collection<UInt8>) -> Bool {
    name.count >= 8 && name.contains { 0x30...0x39 ~= $0 }
  }

  /// Longer names are compared by their last letters.
  private static let longest = 96

  /// `name` in lower case without separators, JSON's escapes decoded: one form for every case
  /// style. Only ASCII letters and digits remain.
  static func folded(_ name: some Sequence<UInt8>) -> String {
    var folded: [UInt8] = []
    var hex: [UInt8]?
    var isEscape = false
    func fold(_ byte: UInt8) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): folded.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        folded.append(byte)
      default: break
      }
    }
    for byte in name {
      if let digits = hex {
        if digits.count == 3 {
          let text = String(decoding: digits + [byte], as: UTF8.self)
          if let value = UInt32(text, radix: 16), value < 0x80 { fold(UInt8(value)) }
          hex = nil
        } else {
          hex = digits + [byte]
        }
      } else if isEscape {
        isEscape = false
        if byte == UInt8(ascii: "u") { hex = [] }
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else {
        fold(byte)
      }
    }
    return String(decoding: folded.suffix(longest), as: UTF8.self)
  }

  /// Whether `value` is a credential by its looks: a JSON Web Token, a long run of hexadecimal
  /// digits (an APNs token), a long opaque string (an FCM token).
  static func looksLikeCredential(_ value: some StringProtocol) -> Bool {
    guard value.utf8.count >= 12 else { return false }
    let bytes = Array(value.utf8)
    if issued.contains(where: { bytes.starts(with: $0.utf8) }), bytes.allSatisfy(isTokenByte) {
      return true
    }
    for scheme in ["Bearer ", "Basic ", "bearer ", "basic "]
    where bytes.starts(with: scheme.utf8) && bytes.dropFirst(7).allSatisfy(isTokenByte) {
      // Words of a language have no digits.
      return bytes.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    guard bytes.count >= 20 else { return false }
    if bytes.starts(with: "eyJ".utf8), bytes.count(where: { $0 == UInt8(ascii: ".") }) >= 2 {
      return bytes.allSatisfy(isTokenByte)
    }
    guard bytes.count >= 40, bytes.allSatisfy(isTokenByte),
      bytes.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    if bytes.allSatisfy(isHexadecimal) { return true }
    // Slugs and paths are words between hyphens; opaque tokens have long stretches without one.
    let longestRun = bytes.split(separator: UInt8(ascii: "-")).map(\.count).max() ?? 0
    return bytes.count >= 64 && longestRun >= 32
  }

  /// How the keys begin that well-known services issue.
  private static let issued = [
    "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk_live_", "sk_test_", "rk_live_", "AKIA",
    "ASIA",
    "xoxb-", "xoxp-", "xoxa-", "AIza", "ya29.", "SG.", "npm_", "pypi-",
  ]

  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "~"), UInt8(ascii: "+"),
      UInt8(ascii: "="), UInt8(ascii: "%"), UInt8(ascii: "/"):
      true
    default: false
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }

  /// `String.contains` for a string needs a newer system than the library asks for.
  private static func contains(_ text: String.UTF8View, _ part: String.UTF8View) -> Bool {
    var rest = text[...]
    while rest.count >= part.count {
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
