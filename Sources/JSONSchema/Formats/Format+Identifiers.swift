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
