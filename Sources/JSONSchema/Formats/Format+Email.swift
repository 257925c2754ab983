extension Format {
  /// `Mailbox` of RFC 5321, section 4.1.2; with `international`, as RFC 6531 widens it.
  ///
  /// RFC 6531 lets any character outside ASCII stand in local parts and in the labels of domains;
  /// the labels are not held to IDNA here.
  static func isEmail(_ text: Bytes, international: Bool) -> Bool {
    guard let at = pastLocalPart(text, international: international), 1...64 ~= at,
      at < text.count, text[at] == UInt8(ascii: "@")
    else { return false }
    let domain = part(text, (at + 1)..<text.count)
    guard let first = domain.first, domain.count <= 255 else { return false }
    return first == UInt8(ascii: "[")
      ? isAddressLiteral(domain) : isMailDomain(domain, international: international)
  }

  /// The offset past a dot-string or a quoted string.
  private static func pastLocalPart(_ text: Bytes, international: Bool) -> Int? {
    guard let first = text.first else { return nil }
    if first == UInt8(ascii: "\"") { return pastQuotedString(text, international: international) }
    var at = 0
    var atomStart = 0
    while at < text.count {
      let byte = text[at]
      if byte == UInt8(ascii: ".") {
        guard at > atomStart else { return nil }
        atomStart = at + 1
      } else if !isAtomText(byte, international: international) {
        break
      }
      at += 1
    }
    return at > atomStart ? at : nil
  }

  private static func pastQuotedString(_ text: Bytes, international: Bool) -> Int? {
    var at = 1
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\""): return at + 1
      case UInt8(ascii: "\\"):
        at += 1
        guard at < text.count, 0x20...0x7E ~= text[at] else { return nil }
      case 0x20...0x7E: break
      case 0x80...: guard international else { return nil }
      default: return nil
      }
      at += 1
    }
    return nil
  }

  private static func isAtomText(_ byte: UInt8, international: Bool) -> Bool {
    if isLetter(byte) || isDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="),
      UInt8(ascii: "?"), UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"),
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      return true
    default: return international && byte >= 0x80
    }
  }

  private static func isMailDomain(_ domain: Bytes, international: Bool) -> Bool {
    var labelStart = 0
    for at in 0...domain.count {
      if at == domain.count || domain[at] == UInt8(ascii: ".") {
        guard at > labelStart, international || at - labelStart <= 63,
          domain[labelStart] != UInt8(ascii: "-"), domain[at - 1] != UInt8(ascii: "-")
        else { return false }
        labelStart = at + 1
      } else {
        let byte = domain[at]
        guard
          isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
            || international && byte >= 0x80
        else { return false }
      }
    }
    return true
  }

  /// `[192.0.2.1]` or `[IPv6:2001:db8::1]`; no other kind of literal is registered.
  private static func isAddressLiteral(_ domain: Bytes) -> Bool {
    guard domain.count > 2, domain[domain.count - 1] == UInt8(ascii: "]") else { return false }
    let address = part(domain, 1..<(domain.count - 1))
    guard address.count > 5, address[0] | 0x20 == UInt8(ascii: "i"),
      address[1] | 0x20 == UInt8(ascii: "p"), address[2] | 0x20 == UInt8(ascii: "v"),
      address[3] == UInt8(ascii: "6"), address[4] == UInt8(ascii: ":")
    else { return isIPv4(address) }
    return isIPv6(part(address, 5..<address.count))
  }
}
