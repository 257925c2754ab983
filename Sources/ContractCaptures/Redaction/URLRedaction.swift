@_spi(Engine) internal import JSONTape

/// Shows a URL without its secrets. User names with passwords, parameters that look like tokens,
/// and path segments that look like device tokens are replaced, for example by `‹64 characters›`.
/// The rest stays unchanged.
///
/// Any text is accepted, even if it is not a URL. A second redaction changes nothing.
package enum URLRedaction {
  /// The URL with each secret replaced by its length.
  ///
  /// Userinfo and path segments that look like a token are hidden. Parameters of the query, the
  /// fragment and the path (`;name=value`) are hidden if they have the name or the value of a
  /// token. UUIDs and digests stay readable. The time is linear in the length of the text.
  package static func redact(_ url: String) -> String {
    let bytes = Array(url.utf8)
    var shown: [UInt8] = []
    var offset = 0
    let secrets = secrets(in: bytes[...])
    // The user who gave the URL knows its secrets, so their lengths may be shown.
    var plain = (OwnSecrets.isKnown ? readSecrets(in: bytes[...]) : secrets)[...]
    for range in secrets {
      shown += bytes[offset..<range.lowerBound]
      // Both lists are in the order of the text.
      while let first = plain.first, first.upperBound <= range.lowerBound { plain.removeFirst() }
      let isPlain = plain.first.map { $0.overlaps(range) } ?? false
      let isOwn = OwnSecrets.isShort(range) && !isPlain
      // Unicode scalars are counted, so continuation bytes are not.
      let count = PercentEncoding.decode(bytes[range]).count { $0 & 0xC0 != 0x80 }
      shown += Redaction.masked(isOwn ? nil : count).utf8
      offset = range.upperBound
    }
    return String(decoding: shown + bytes[offset...], as: UTF8.self)
  }

  /// The decoded secrets of a URL. If the URL has a user name and a password, the list has two
  /// texts: the name with the password, and the password alone.
  @_spi(Engine)
  public static func values(in url: String) -> [String] {
    let bytes = Array(url.utf8)
    return secrets(in: bytes[...]).flatMap { range in
      let secret = PercentEncoding.decode(bytes[range])
      let password = secret.split(separator: UInt8(ascii: ":"), maxSplits: 1).last ?? []
      return [secret, Array(password)].map { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Whether a text contains `://`.
  package static func isURL(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropLast(2).contains {
      bytes[$0] == UInt8(ascii: ":") && bytes[$0...].starts(with: "://".utf8)
    }
  }

  /// The ranges of a URL's secrets, in order. They do not touch each other.
  ///
  /// - Parameter sparesOpaque: Whether a text stays if it is only probably a token, as in the URL
  ///   of a picture.
  static func secrets(
    in url: ArraySlice<UInt8>, sparesOpaque: Bool = false, nesting: Int = 0
  ) -> [Range<Int>] {
    let found = readSecrets(in: url, sparesOpaque: sparesOpaque, nesting: nesting)
    guard OwnSecrets.isKnown else { return found }
    let own = OwnSecrets.ranges(in: Array(url)).map {
      ($0.lowerBound + url.startIndex)..<($0.upperBound + url.startIndex)
    }
    return Redaction.merged(found + own, within: url.endIndex)
  }

  /// The secrets of a URL, except those that were given to this run.
  private static func readSecrets(
    in url: ArraySlice<UInt8>, sparesOpaque: Bool = false, nesting: Int = 0
  ) -> [Range<Int>] {
    // A URL in quotes, or after extra spaces, is read in the same way. The type is written because
    // Swift 6.2 does not infer it.
    let start: Int = url.firstIndex { $0 > 0x20 && !"\"'<".utf8.contains($0) } ?? url.endIndex
    let authority = authorityRange(of: url[start...])
    let rest = url[authority.upperBound...]
    let fragmentMark = rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex
    let queryMark = rest[..<fragmentMark].firstIndex(of: UInt8(ascii: "?")) ?? fragmentMark
    let path = rest[..<queryMark]
    var reading = Reading(
      minimum: sparesOpaque || isPicture(path) ? .certain : .likely, nesting: nesting)
    if let at = url[authority].lastIndex(of: UInt8(ascii: "@")) {
      reading.hide(url[authority.lowerBound..<at])
    }
    reading.readPath(path)
    reading.readParameters(rest[queryMark..<fragmentMark])
    reading.readParameters(rest[fragmentMark...])
    return reading.found
  }

  private static func isPicture(_ path: ArraySlice<UInt8>) -> Bool {
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")) else { return false }
    let ending = ASCIIByte.lowercased(String(decoding: path[(dot + 1)...], as: UTF8.self))
    return ["avif", "gif", "heic", "jpeg", "jpg", "m4a", "mov", "mp3", "mp4", "png", "svg", "webp"]
      .contains(ending)
  }

  // MARK: Authority

  /// The text between `//` and the path. If there is no authority, it is empty and at the start.
  private static func authorityRange(of url: ArraySlice<UInt8>) -> Range<Int> {
    let none = url.startIndex..<url.startIndex
    guard var start = url.firstIndex(where: { !isSchemeByte($0) }) else { return none }
    let hasScheme = url[start] == UInt8(ascii: ":")
    if hasScheme { start += 1 }
    // Browsers read `\` as `/` here and add missing slashes. So a URL with such a typing error must
    // not reveal a password.
    let slashes = url[start...].prefix { isSlash($0) }
    if slashes.isEmpty {
      let end = authorityEnd(of: url)
      return hasScheme && url[..<end].contains(UInt8(ascii: "@")) ? url.startIndex..<end : none
    }
    guard hasScheme || slashes.count >= 2 else { return none }
    let rest = url[slashes.endIndex...]
    let end = authorityEnd(of: rest)
    // In `user:p/ss@host`, letters are not a port, so the userinfo ends at the last `@`.
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

  private static func hasPlainPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard authority.first != UInt8(ascii: "[") else { return true }
    guard let colon = authority.firstIndex(of: UInt8(ascii: ":")) else { return true }
    return authority[(colon + 1)...].allSatisfy(ASCIIByte.isDigit)
  }

  // MARK: Path and parameters

  private struct Reading {
    /// The minimum for hiding a value: it must look at least this much like a secret.
    let minimum: SecretLook
    let nesting: Int
    var found: [Range<Int>] = []

    /// Empty texts and masks stay unchanged.
    mutating func hide(_ secret: ArraySlice<UInt8>) {
      if !secret.isEmpty, !Redaction.isMask(secret) { found.append(secret.indices) }
    }

    mutating func readPath(_ path: ArraySlice<UInt8>) {
      var start = path.startIndex
      var name: [UInt8] = []
      while true {
        let end = path[start...].firstIndex { isSlash($0) } ?? path.endIndex
        let segment = path[start..<end]
        let plain = segment[..<(segment.firstIndex(of: UInt8(ascii: ";")) ?? end)]
        let decoded = PercentEncoding.decode(plain)
        let mayBeToken = !looks(in: decoded[...], .likely).isEmpty
        if mayBeToken || SecretLook.isNoWord(decoded),
          segmentsBeforeTokens.contains(SecretName.words(of: name).joined())
        {
          hide(plain)
        } else if let equals = plain.firstIndex(of: UInt8(ascii: "=")),
          SecretName.meaning(of: PercentEncoding.decode(plain[..<equals])).isSecret
        {
          hide(plain[(equals + 1)...])
        } else if URLRedaction.holdsText(decoded) {
          hide(plain)
        } else if mayBeToken {
          let isOpaque = SecretName.meaning(of: name) == .opaque
          let ranges = looks(in: decoded[...], isOpaque ? .certain : minimum)
          if decoded.count == plain.count {
            for range in ranges {
              hide(plain[(range.lowerBound + start)..<(range.upperBound + start)])
            }
          } else if !ranges.isEmpty {
            hide(plain)
          }
        }
        name = decoded
        readParameters(segment[plain.endIndex...])
        guard end < path.endIndex else { return }
        start = end + 1
      }
    }

    /// Reads `?a=1&b=2`, `#a=1` or `;a=1`, with the leading mark.
    mutating func readParameters(_ text: ArraySlice<UInt8>) {
      var start = text.startIndex
      while start < text.endIndex {
        // Each parameter is read together with the mark before it.
        let end = text[(start + 1)...].firstIndex { $0 == 0x26 || $0 == 0x3B } ?? text.endIndex
        let parameter = text[(start + 1)..<end]
        if let equals = parameter.firstIndex(of: UInt8(ascii: "=")) {
          let name = parameter[..<equals]
          if !looks(in: PercentEncoding.decode(name)[...], .certain).isEmpty { hide(name) }
          let value = parameter[(equals + 1)...]
          let meaning = SecretName.meaning(
            of: PercentEncoding.decode(parameter[..<equals]), in: .query)
          let isCount = meaning == .counted && value.allSatisfy(ASCIIByte.isDigit)
          if meaning.isSecret && !isCount
            || isSecret(PercentEncoding.decode(value), meaning == .opaque ? .certain : minimum)
          {
            hide(value)
          }
        } else if !looks(in: PercentEncoding.decode(parameter)[...], minimum).isEmpty {
          hide(parameter)
        }
        start = end
      }
    }

    /// Whether a value is a token, or a URL that itself contains a secret.
    private func isSecret(_ value: [UInt8], _ minimum: SecretLook) -> Bool {
      var value = value
      for _ in 0..<mostDecodings {
        if isSecretText(value, minimum) { return true }
        let decoded = PercentEncoding.decode(value[...])
        if decoded == value { return false }
        value = decoded
      }
      // A text that is encoded many times is hidden.
      return true
    }

    private func isSecretText(_ value: [UInt8], _ minimum: SecretLook) -> Bool {
      if !looks(in: value[...], minimum).isEmpty || holdsSecretProperty(value)
        || holdsCredential(value) || holdsText(value)
      {
        return true
      }
      guard value.contains(UInt8(ascii: "/")), value.contains(where: { $0 == 0x40 || $0 == 0x3D })
      else { return false }
      // URLs may be nested in URLs two levels deep. Deeper URLs are hidden completely.
      guard nesting < 2 else { return true }
      return !secrets(in: value[...], sparesOpaque: minimum == .certain, nesting: nesting + 1)
        .isEmpty
    }
  }

  private static let mostDecodings = 3

  private static func looks(in text: ArraySlice<UInt8>, _ minimum: SecretLook) -> [Range<Int>] {
    guard text.count >= SecretLook.shortest else { return [] }
    var found: [Range<Int>] = []
    SecretLook.search(Array(text)) { range, look in if look >= minimum { found.append(range) } }
    return found
  }

  /// Whether a value is from a header: `Bearer …`, with a digit in the next word.
  private static func holdsCredential(_ value: [UInt8]) -> Bool {
    let parts = value.split(maxSplits: 1) { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "+") }
    guard parts.count == 2, ["bearer", "basic"].contains(SecretName.words(of: parts[0]).joined())
    else { return false }
    return SecretLook.isNoWord(parts[1])
  }

  /// Whether a part of a URL is a text with a secret: JSON, a form, a header line, prose.
  private static func holdsText(_ value: [UInt8]) -> Bool {
    var value = value
    for _ in 0..<mostDecodings where value.contains(where: { ":=<@%&".utf8.contains($0) }) {
      var scan = SecretScan(
        body: value, kind: .text, names: [], known: SecretNameMemory())
      scan.readsURLs = false
      // If a text may be a token, its place decides.
      scan.lookedAt = value.count
      scan.run()
      if !scan.found.isEmpty { return true }
      guard let decoded = DecodedText(value) else { return false }
      value = decoded.bytes
    }
    return false
  }

  /// Whether a value is JSON with the name of a secret.
  private static func holdsSecretProperty(_ value: [UInt8]) -> Bool {
    guard let first = value.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return false
    }
    // Names are between quotes, even if the rest is broken.
    return value.split(separator: UInt8(ascii: "\"")).contains {
      SecretName.meaning(of: $0, in: .query).isSecret
    }
  }

  /// Path segments that come before a token, as in the links of mails.
  private static let segmentsBeforeTokens: Set<String> = [
    "activate", "confirm", "confirmemail", "confirmation", "emailverification", "magiclink",
    "passwordreset", "resetpassword", "token", "tokens", "verification", "verify", "verifyemail",
  ]

  /// A decoded segment of a path without its secrets.
  package static func redactSegment(_ segment: String) -> String {
    String(redact("/" + segment).dropFirst())
  }

  private static func isSlash(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x5C }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || "+-.".utf8.contains(byte)
  }
}
