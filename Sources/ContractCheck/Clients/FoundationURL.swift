/// Decides which texts Foundation accepts as a URL.
enum FoundationURL {
  /// Whether Foundation makes a URL from a text. Current systems percent-encode characters that are
  /// not allowed in a path. So only an empty text and a wrong scheme, host or port are refused.
  static func accepts(_ text: some RandomAccessCollection<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    var rest = Array(text)[...]
    let head = rest.prefix { !":/?#[]@".utf8.contains($0) }
    if head.endIndex < rest.endIndex, rest[head.endIndex] == UInt8(ascii: ":") {
      guard isScheme(head) else { return false }
      rest = rest[(head.endIndex + 1)...]
    }
    guard rest.starts(with: "//".utf8) else { return true }
    var authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
    var host = authority
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      host = host[(end + 1)...]
      return host.isEmpty || isPort(host)
    }
    if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
      guard isPort(host[colon...]) else { return false }
      host = host[..<colon]
    }
    return isHost(host)
  }

  private static let refusedInHosts = Set(" \"<>\\^`{|}[]".utf8)

  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return true }
    let isLetter = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 }
    return isLetter(first)
      && text.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) }
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }

  /// Whether the text is a colon with or without digits.
  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy { $0 &- 0x30 < 10 }
  }

  private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte <= 0x20 || byte == 0x7F || refusedInHosts.contains(byte) { return false }
      if byte == UInt8(ascii: "%") {
        let digits = text[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy(isHexDigit) else { return false }
        index += 2
      }
      index += 1
    }
    return true
  }
}
