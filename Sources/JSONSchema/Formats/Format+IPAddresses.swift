extension Format {
  /// `dotted-quad` of RFC 2673, section 3.2: four decimal numbers, no leading zeros.
  static func isIPv4(_ text: Bytes) -> Bool {
    guard 7...15 ~= text.count else { return false }
    var value = 0
    var digits = 0
    var numbers = 1
    for byte in text {
      if isDigit(byte) {
        // A second digit after a zero would be a leading zero.
        guard digits == 0 || value > 0 else { return false }
        value = value * 10 + Int(byte &- 0x30)
        digits += 1
        guard value <= 255 else { return false }
      } else {
        guard byte == UInt8(ascii: "."), digits > 0, numbers < 4 else { return false }
        numbers += 1
        value = 0
        digits = 0
      }
    }
    return numbers == 4 && digits > 0
  }

  /// An address of RFC 4291, section 2.2, without a zone.
  static func isIPv6(_ text: Bytes) -> Bool {
    guard 2...45 ~= text.count else { return false }
    var at = 0
    var groups = 0
    var isCompressed = false
    if text[0] == UInt8(ascii: ":") {
      guard text[1] == UInt8(ascii: ":") else { return false }
      isCompressed = true
      at = 2
    }
    while at < text.count {
      let start = at
      while at < text.count, isHexDigit(text[at]) { at += 1 }
      if at < text.count, text[at] == UInt8(ascii: ".") {
        guard isIPv4(part(text, start..<text.count)) else { return false }
        groups += 2
        return isCompressed ? groups < 8 : groups == 8
      }
      guard 1...4 ~= at - start else { return false }
      groups += 1
      if at == text.count { break }
      guard text[at] == UInt8(ascii: ":"), groups < 8 else { return false }
      at += 1
      guard at < text.count else { return false }
      if text[at] == UInt8(ascii: ":") {
        guard !isCompressed else { return false }
        isCompressed = true
        at += 1
      }
    }
    return isCompressed ? groups < 8 : groups == 8
  }
}
