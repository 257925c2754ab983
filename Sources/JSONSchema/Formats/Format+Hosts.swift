@_spi(Engine) import JSONTape

extension Format {
  /// Checks a name of RFC 1123, section 2.1: labels of letters, digits and inner hyphens. A label
  /// that begins with `xn--` must decode to a label that IDNA2008 allows.
  static func isHostname(_ text: Bytes) -> Bool {
    guard 1...253 ~= text.count else { return false }
    var hasALabel = false
    let isPlain = labelsSatisfy(text) { label in
      hasALabel = hasALabel || InternationalLabel.isALabel(label)
      return isPlainLabel(label)
    }
    return isPlain && (!hasALabel || isInternationalHostname(text))
  }

  /// Whether a test is true for all parts between dots.
  @inline(__always)
  private static func labelsSatisfy(_ text: Bytes, _ test: (Bytes) -> Bool) -> Bool {
    var start = 0
    for at in 0...text.count where at == text.count || text[at] == "." {
      guard test(part(text, start..<at)) else { return false }
      start = at + 1
    }
    return true
  }

  /// Whether a label has 1 to 63 letters, digits and hyphens, without a hyphen at either end.
  static func isPlainLabel(_ label: Bytes) -> Bool {
    guard 1...63 ~= label.count, label[0] != "-", label[label.count - 1] != "-"
    else { return false }
    return label.allSatisfy { isLetter($0) || isDigit($0) || $0 == "-" }
  }

  /// Checks a name whose labels are plain, A-labels or U-labels (RFC 5890), with the Bidi rule of
  /// RFC 5893 for the whole name. The ideographic, fullwidth and halfwidth full stops also separate
  /// labels. Normalisation form C is not checked, because the standard library cannot normalise
  /// texts.
  static func isInternationalHostname(_ text: Bytes) -> Bool {
    // No name of 253 characters has more bytes, so this is refused quickly before decoding.
    guard 1...1024 ~= text.count else { return false }
    var labels: [InternationalLabel] = []
    var length = -1
    var scalars: [UInt32] = []
    var at = 0
    while at <= text.count {
      var separates = at == text.count
      if !separates {
        guard let (scalar, size) = text.scalar(at: at) else { return false }
        at += size
        switch scalar {
        case 0x2E, 0x3002, 0xFF0E, 0xFF61: separates = true
        default: scalars.append(scalar)
        }
      } else {
        at += 1
      }
      guard separates else { continue }
      guard let label = InternationalLabel(scalars) else { return false }
      length += label.encodedLength + 1
      labels.append(label)
      scalars.removeAll(keepingCapacity: true)
    }
    guard length <= 253 else { return false }
    guard labels.contains(where: \.hasRightToLeft) else { return true }
    return labels.allSatisfy { $0.satisfiesBidiRule }
  }
}

extension Format {
  /// Checks `dotted-quad` of RFC 2673, section 3.2: four decimal numbers without leading zeros.
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
        guard byte == ".", digits > 0, numbers < 4 else { return false }
        numbers += 1
        value = 0
        digits = 0
      }
    }
    return numbers == 4 && digits > 0
  }

  /// Checks an address of RFC 4291, section 2.2, without a zone.
  static func isIPv6(_ text: Bytes) -> Bool {
    guard 2...45 ~= text.count else { return false }
    var at = 0
    var groups = 0
    var isCompressed = false
    if text[0] == ":" {
      guard text[1] == ":" else { return false }
      isCompressed = true
      at = 2
    }
    while at < text.count {
      let start = at
      while at < text.count, isHexDigit(text[at]) { at += 1 }
      if at < text.count, text[at] == "." {
        guard isIPv4(part(text, start..<text.count)) else { return false }
        groups += 2
        return isCompressed ? groups < 8 : groups == 8
      }
      guard 1...4 ~= at - start else { return false }
      groups += 1
      if at == text.count { break }
      guard text[at] == ":", groups < 8 else { return false }
      at += 1
      guard at < text.count else { return false }
      if text[at] == ":" {
        guard !isCompressed else { return false }
        isCompressed = true
        at += 1
      }
    }
    return isCompressed ? groups < 8 : groups == 8
  }
}

extension Format {
  /// Checks `Mailbox` of RFC 5321, section 4.1.2. With `international`, RFC 6531 applies. Then
  /// local parts and labels of domains may have characters outside ASCII. The rules of IDNA are not
  /// checked.
  static func isEmail(_ text: Bytes, international: Bool) -> Bool {
    guard let at = pastLocalPart(text, international: international), 1...64 ~= at,
      at < text.count, text[at] == "@"
    else { return false }
    let domain = part(text, (at + 1)..<text.count)
    guard let first = domain.first, domain.count <= 255 else { return false }
    return first == "["
      ? isAddressLiteral(domain) : isMailDomain(domain, international: international)
  }

  /// The offset after a dot-string or a quoted string.
  private static func pastLocalPart(_ text: Bytes, international: Bool) -> Int? {
    guard let first = text.first else { return nil }
    if first == "\"" { return pastQuotedString(text, international: international) }
    var at = 0
    var atomStart = 0
    while at < text.count {
      let byte = text[at]
      if byte == "." {
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
      case "\"": return at + 1
      case "\\":
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
    case "!", UInt8(ascii: "#")...UInt8(ascii: "'"), "*", "+", "-", "/", "=", "?", "^", "_", "`",
      UInt8(ascii: "{")...UInt8(ascii: "~"):
      return true
    default: return international && byte >= 0x80
    }
  }

  private static func isMailDomain(_ domain: Bytes, international: Bool) -> Bool {
    labelsSatisfy(domain) { label in
      guard let first = label.first, international || label.count <= 63,
        first != "-", label[label.count - 1] != "-"
      else { return false }
      return label.allSatisfy {
        isLetter($0) || isDigit($0) || $0 == "-" || international && $0 >= 0x80
      }
    }
  }

  /// Checks `[192.0.2.1]` or `[IPv6:2001:db8::1]`. No other kind of literal is registered.
  private static func isAddressLiteral(_ domain: Bytes) -> Bool {
    guard domain.count > 2, domain[domain.count - 1] == "]" else { return false }
    let address = part(domain, 1..<(domain.count - 1))
    guard address.count > 5, address[0] | 0x20 == "i", address[1] | 0x20 == "p",
      address[2] | 0x20 == "v", address[3] == "6", address[4] == ":"
    else { return isIPv4(address) }
    return isIPv6(part(address, 5..<address.count))
  }
}
