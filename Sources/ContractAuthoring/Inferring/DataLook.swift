@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Decides which names are data, such as ids, dates, tokens or numbers. Such a name is a value, so
/// it never becomes part of a contract.
enum DataLook {
  /// Whether a key of an object is data, not the name of a property.
  static func isKey(_ text: ByteView) -> Bool {
    guard 1...64 ~= text.count else { return true }
    var digits = 0
    var isText = false
    for (index, byte) in text.enumerated() {
      if byte &- 0x30 < 10 {
        digits += 1
      } else if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: "<")
      {
        isText = true
      } else if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "@") && index > 0
        || byte == UInt8(ascii: "%") || byte < 0x20
      {
        return true
      }
    }
    if isFile(text) { return true }
    if isText {
      // The text may be a header line, a form or an element.
      let name = String(decoding: text, as: UTF8.self)
      if Redaction.text(name) != name { return true }
    }
    if digits == 0 { return SecretLook.of(String(decoding: text, as: UTF8.self)) != .none }
    return isNumbered(text, digits)
  }

  /// Whether a text is the name of a file, such as `main.py`.
  static func isFile(_ text: ByteView) -> Bool {
    guard let dot = text.lastIndex(of: UInt8(ascii: ".")), 1...5 ~= text.count - dot - 1 else {
      return false
    }
    return extensions.contains(
      ASCIIByte.lowercased(String(decoding: text[(dot + 1)...], as: UTF8.self)))
  }

  private static let extensions: Set<String> = [
    "bat", "cfg", "conf", "cpp", "css", "csv", "gif", "gz", "htm", "html", "ini", "ipynb", "java",
    "jpeg", "jpg", "js", "json", "jsx", "kt", "lock", "log", "md", "mjs", "pdf", "php", "png", "py",
    "rb", "rs", "sh", "shell", "sql", "svg", "swift", "tar", "text", "toml", "ts", "tsx", "txt",
    "xml", "yaml", "yml", "zip",
  ]

  /// Whether a decoded segment of a path is a value.
  static func isSegment(_ text: ByteView) -> Bool {
    guard 1...64 ~= text.count else { return true }
    var digits = 0
    for byte in text {
      switch byte {
      case 0x30...0x39: digits += 1
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"): break
      default: if (byte | 0x20) &- 0x61 >= 26 { return true }
      }
    }
    if digits == 0 {
      return isOpaque(text) || SecretLook.of(String(decoding: text, as: UTF8.self)) != .none
    }
    return !isVersion(text) && isNumbered(text, digits)
  }

  /// Whether a name with digits is data. `address2` and `sha256` are no data.
  private static func isNumbered(_ text: ByteView, _ digits: Int) -> Bool {
    if digits == text.count || Format.uuid.accepts(text) { return true }
    let name = String(decoding: text, as: UTF8.self)
    if wordsWithDigits.contains(where: ASCIIByte.lowercased(name).hasSuffix) { return false }
    if SecretLook.of(name) != .none { return true }
    // Names such as `line2`, `h1_title` and `p95` have few digits among their letters.
    return digits > 2 || digits * 2 > text.count || text[0] &- 0x30 < 10
  }

  /// Whether small letters and capitals alternate too often for words.
  private static func isOpaque(_ text: ByteView) -> Bool {
    guard text.count >= 16 else { return false }
    let changes = zip(text, text.dropFirst()).count { ($0 ^ $1) & 0x20 != 0 }
    return changes * 4 >= text.count
  }

  /// Whether a text is a version of an API: `v1`, `v2.1`, `2.0`, `v1alpha`, `v2beta1`. `v1.0.0` is
  /// the version of a thing.
  static func isVersion(_ text: ByteView) -> Bool {
    var rest = ((text.first ?? 0) | 0x20) == UInt8(ascii: "v") ? text[1...] : text[...]
    let isMarked = rest.count < text.count
    if isMarked, let stage = rest.firstIndex(where: ASCIIByte.isLetter) {
      let name = rest[stage...].prefix(while: ASCIIByte.isLetter)
      guard stages.contains(where: { ASCIIByte.equalIgnoringCase(name, $0.utf8) }),
        rest[name.endIndex...].allSatisfy({ $0 &- 0x30 < 10 }), rest.endIndex - name.endIndex < 3
      else { return false }
      rest = rest[..<stage]
    }
    let dots = rest.count { $0 == UInt8(ascii: ".") }
    guard 1...5 ~= rest.count, dots < 2, rest.count(where: { $0 &- 0x30 < 10 }) + dots == rest.count
    else { return false }
    return isMarked || dots > 0
  }

  private static let stages = ["alpha", "beta", "rc"]

  private static let wordsWithDigits = [
    "base64", "ed25519", "h264", "h265", "http2", "ipv4", "ipv6", "iso3166", "iso4217", "iso639",
    "iso8601", "md5", "mp3", "mp4", "oauth2", "rfc3339", "s3", "sha1", "sha256", "sha512", "utf16",
    "utf8", "web3", "x509", "wgs84",
  ]
}
