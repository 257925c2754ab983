@_spi(Engine) internal import JSONTape

/// Decides which texts look like secrets, under any name.
package enum SecretLook: Comparable {
  case none
  /// A long text without words. It is no secret if it has the name of an id, a digest or a cursor.
  case likely
  /// A token of a known kind, a private key, or a device token.
  case certain

  package static func of(_ value: some StringProtocol) -> SecretLook {
    let bytes = Array(value.utf8)
    guard bytes.count >= shortest else { return .none }
    var look = none
    search(bytes) { _, found in look = max(look, found) }
    return look
  }

  static let shortest = 12

  /// Finds the parts of a text that look like secrets, in order. The time is linear in the length
  /// of the text.
  static func search(_ text: [UInt8], _ found: (Range<Int>, SecretLook) -> Void) {
    var at = 0
    while at < text.count {
      guard isWord(text[at]) else {
        at += 1
        continue
      }
      let (range, look) = stretch(of: text, at..<wordEnd(of: text, from: at))
      if look != .none { found(range, look) }
      at = range.upperBound
    }
  }

  static func wordEnd(of text: [UInt8], from start: Int) -> Int {
    var end = start + 1
    while end < text.count, isWord(text[end]) { end += 1 }
    return end
  }

  /// The first part in or after a word that looks like a secret. If there is none, the word. The
  /// part ends with the word or after it.
  static func stretch(
    of text: [UInt8], _ range: Range<Int>
  ) -> (range: Range<Int>, look: SecretLook) {
    let (start, end) = (range.lowerBound, range.upperBound)
    if isPlain(text, start, end) { return (range, .none) }
    // A token may follow a hyphen: `answer-ghp_…`.
    var part = start
    while part < end {
      if let token = knownToken(in: text, from: part, wordEnd: end) { return token }
      while part < end, text[part] != UInt8(ascii: "-"), text[part] != UInt8(ascii: "_") {
        part += 1
      }
      part += 1
    }
    if let credential = credential(in: text, from: start, wordEnd: end) { return credential }
    let word = text[range]
    if word.count >= 40 {
      let digits = word.starts(with: "0x".utf8) ? word.dropFirst(2) : word
      if digits.allSatisfy({ $0.hexValue != nil }) {
        return (range, digits.count >= 64 ? .certain : .likely)
      }
    }
    // Base64 with the characters that URLs do not allow is checked only from its beginning.
    if start == 0 || !isBase64(text[start - 1]) {
      var end = end
      while end < text.count, isWord(text[end]) || isBase64(text[end]) { end += 1 }
      if end - start >= 40 {
        let data = text[start..<end]
        let isNamed = start >= 7 && text[(start - 7)..<start].elementsEqual("base64,".utf8)
        if isNamed || isMedia(data) { return (start..<end, .none) }
        if end > word.endIndex, data.count <= 512, isOpaque(data) { return (start..<end, .likely) }
      }
    }
    return (range, 32...4096 ~= word.count && isOpaque(word) ? .likely : .none)
  }

  /// The base64 characters that do not occur in words.
  private static func isBase64(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "=")
  }

  /// Whether a word is too short for every kind of secret below. Most words are.
  private static func isPlain(_ text: [UInt8], _ start: Int, _ end: Int) -> Bool {
    guard end - start < shortest else { return false }
    guard end < text.count else { return true }
    switch text[end] {
    // The word continues: `SG.…`, `abc:APA91…`, base64.
    case UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      return false
    // The word may be `Bearer …` or `-----BEGIN …`.
    case UInt8(ascii: " "): return !(4...6 ~= end - start) && text[start] != UInt8(ascii: "-")
    default: return true
    }
  }

  // MARK: Kinds of secrets

  private static func knownToken(
    in text: [UInt8], from start: Int, wordEnd: Int
  ) -> (range: Range<Int>, look: SecretLook)? {
    if let token = webToken(in: text, from: start) { return token }
    let end =
      issuedEnd(in: text, from: start) ?? privateKeyEnd(in: text, from: start)
      ?? deviceTokenEnd(in: text, from: start, wordEnd: wordEnd)
    return end.map { (start..<$0, .certain) }
  }

  /// Finds `Bearer` or `Basic` with a credential. A word of prose is shorter than a credential or
  /// has no digit.
  private static func credential(
    in text: [UInt8], from start: Int, wordEnd: Int
  ) -> (range: Range<Int>, look: SecretLook)? {
    guard wordEnd < text.count, text[wordEnd] == UInt8(ascii: " ") || text[wordEnd] == 0x2B,
      4...6 ~= wordEnd - start,
      ["bearer", "basic"].contains(
        ASCIIByte.lowercased(String(decoding: text[start..<wordEnd], as: UTF8.self)))
    else { return nil }
    let first = wordEnd + 1
    var end = first
    while end < text.count, isTokenByte(text[end]), text[end] != UInt8(ascii: ":") { end += 1 }
    let isOpaque = text[first..<end].contains { $0 < UInt8(ascii: "A") || $0 == 0x5F }
    let isWhole = start == 0 && end == text.count && end - first >= 6
    return isOpaque && (isWhole || end - first >= 12) ? (first..<end, .certain) : nil
  }

  /// The beginnings of keys of well-known services.
  private static let issued = [
    "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "sk_live_", "sk_test_",
    "rk_live_", "rk_test_", "whsec_", "AKIA", "ASIA", "xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-",
    "xapp-", "AIza", "ya29.", "SG.", "npm_", "pypi-", "shpat_", "dop_v1_", "hf_", "sk-",
  ].map { Array($0.utf8) }

  /// The same beginnings by their first byte.
  private static let issuedByFirst = {
    var table = [[[UInt8]]](repeating: [], count: 256)
    for prefix in issued { table[Int(prefix[0])].append(prefix) }
    return table
  }()

  private static func issuedEnd(in text: [UInt8], from start: Int) -> Int? {
    let candidates = issuedByFirst[Int(text[start])]
    guard !candidates.isEmpty,
      let prefix = candidates.first(where: { text[start...].starts(with: $0) })
    else { return nil }
    let isPart = { (byte: UInt8) in isWord(byte) || byte == UInt8(ascii: ".") }
    var end = start + prefix.count
    // No key needs more characters to be recognised.
    let secret = text[end..<min(text.count, end + 64)].prefix(while: isPart)
    let hasDigit = secret.contains(where: ASCIIByte.isDigit)
    switch prefix.count {
    case ..<4: guard hasDigit, secret.count >= 20 else { return nil }
    case 4 where prefix[3] == UInt8(ascii: "A"):
      // Amazon's keys contain only capitals and digits.
      let isKey = secret.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
      guard isKey, secret.count >= 12 else { return nil }
    default: guard hasDigit && secret.count >= 8 || secret.count >= 20 else { return nil }
    }
    while end < text.count, isPart(text[end]) { end += 1 }
    return end
  }

  /// `eyJ` is `{"` in base64: a JSON Web Token, or other JSON, such as a cursor.
  private static func webToken(
    in text: [UInt8], from start: Int
  ) -> (range: Range<Int>, look: SecretLook)? {
    guard text[start] == UInt8(ascii: "e"), text[start...].starts(with: "eyJ".utf8) else {
      return nil
    }
    var end = start
    var hasDot = false
    while end < text.count, isWord(text[end]) || ".=".utf8.contains(text[end]) {
      hasDot = hasDot || text[end] == UInt8(ascii: ".")
      end += 1
    }
    guard end - start >= 20 else { return nil }
    let isHeader = headers.contains { text[start...].starts(with: $0.utf8) }
    return (start..<end, hasDot || isHeader ? .certain : .likely)
  }

  /// The beginnings of headers of JSON Web Tokens: `{"alg`, `{"typ`, `{"kid`, `{"enc`, `{"cty`.
  private static let headers = ["eyJhbGci", "eyJ0eXAi", "eyJraWQi", "eyJlbmMi", "eyJjdHki"]

  /// The end of a Firebase token: an instance, a colon, and a text that begins with `APA91`.
  private static func deviceTokenEnd(
    in text: [UInt8], from start: Int, wordEnd: Int
  ) -> Int? {
    guard wordEnd < text.count, text[wordEnd] == UInt8(ascii: ":"),
      text[(wordEnd + 1)...].starts(with: "APA91".utf8)
    else { return nil }
    var end = wordEnd + 1
    while end < text.count, isWord(text[end]) { end += 1 }
    return end
  }

  /// The end of a private key in PEM. It is the end of the key's last line, or the end of the text.
  private static func privateKeyEnd(in text: [UInt8], from start: Int) -> Int? {
    guard text[start] == UInt8(ascii: "-"), text[start...].starts(with: "-----BEGIN ".utf8) else {
      return nil
    }
    let title = text[(start + 11)..<min(text.count, start + 60)]
    guard let dashes = title.firstIndex(of: UInt8(ascii: "-")),
      String(decoding: title[..<dashes], as: UTF8.self).hasSuffix("PRIVATE KEY")
        || title[..<dashes].elementsEqual("PGP PRIVATE KEY BLOCK".utf8)
    else { return nil }
    var end = dashes
    while end < text.count, text[end] != UInt8(ascii: "\"") {
      if text[end] == UInt8(ascii: "-"), text[end...].starts(with: "-----END ".utf8) {
        end += 9
        while end < text.count, text[end] != UInt8(ascii: "-") { end += 1 }
        while end < text.count, text[end] == UInt8(ascii: "-") { end += 1 }
        return end
      }
      end += 1
    }
    return end
  }

  /// Whether a text is a picture or sound in base64, judging by the first bytes of the file.
  private static func isMedia(_ text: ArraySlice<UInt8>) -> Bool {
    ["/9j/", "9j/4", "iVBORw0KGgo", "R0lGOD", "UklGR", "Qk0", "PHN2Zy", "AAAAIGZ0eX", "SUQz"]
      .contains { text.starts(with: $0.utf8) }
  }

  // MARK: What has no words

  /// Whether letters of both cases and digits are mixed in a way that words never have.
  static func isOpaque(_ text: ArraySlice<UInt8>) -> Bool {
    var lower = 0
    var upper = 0
    var digits = 0
    var changes = 0
    var previous: UInt8 = 0
    for byte in text {
      let isDigit = 0x30...0x39 ~= byte
      let isUpper = 0x41...0x5A ~= byte
      let isLower = 0x61...0x7A ~= byte
      let wasDigit = 0x30...0x39 ~= previous
      let wasLetter = 0x41...0x5A ~= previous || 0x61...0x7A ~= previous
      if isDigit && wasLetter || !isDigit && wasDigit && (isUpper || isLower)
        || isUpper && 0x61...0x7A ~= previous
      {
        changes += 1
      }
      if isDigit { digits += 1 } else if isUpper { upper += 1 } else if isLower { lower += 1 }
      previous = byte
    }
    guard digits > 0, lower + upper > 0 else { return false }
    if lower > 0, upper > 0 { return changes * 4 >= text.count }
    // UUIDs and slugs have hyphens; hexadecimal digits are handled elsewhere.
    return digits + lower + upper == text.count && changes * 5 >= text.count
      && !text.allSatisfy { $0.hexValue != nil }
  }

  /// The characters in a token's words: letters, digits, `-` and `_`.
  static func isWord(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  /// The characters that a header's credential may contain.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    isWord(byte) || ".:~+=%/".utf8.contains(byte)
  }

  /// Whether a text may be a short token. Words have no digits and no capitals.
  static func isNoWord(_ text: some Collection<UInt8>) -> Bool {
    text.count >= 6 && text.allSatisfy(isTokenByte)
      && text.contains { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 }
  }

  /// Whether a name inside a secret may be a secret. An example is an object with tokens as keys.
  /// Words have no digits.
  static func isKey(_ name: some Collection<UInt8>) -> Bool {
    name.count >= 8 && name.contains(where: ASCIIByte.isDigit)
  }
}
