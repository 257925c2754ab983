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
