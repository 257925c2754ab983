extension Format {
  /// A name of RFC 1123, section 2.1: labels of letters, digits and inner hyphens. Labels that
  /// begin with `xn--` must decode to what IDNA2008 allows.
  static func isHostname(_ text: Bytes) -> Bool {
    guard 1...253 ~= text.count else { return false }
    var labelStart = 0
    var hasALabel = false
    for at in 0...text.count {
      if at == text.count || text[at] == UInt8(ascii: ".") {
        guard isPlainLabel(part(text, labelStart..<at)) else { return false }
        hasALabel = hasALabel || InternationalLabel.isALabel(part(text, labelStart..<at))
        labelStart = at + 1
      }
    }
    return !hasALabel || isInternationalHostname(text)
  }

  /// Letters, digits and hyphens, 1 to 63, no hyphen at either end.
  static func isPlainLabel(_ label: Bytes) -> Bool {
    guard 1...63 ~= label.count, label[0] != UInt8(ascii: "-"),
      label[label.count - 1] != UInt8(ascii: "-")
    else { return false }
    return label.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// A name whose labels are plain, A-labels or U-labels (RFC 5890), with the Bidi rule of
  /// RFC 5893 over the whole name.
  ///
  /// The ideographic, fullwidth and halfwidth full stops separate labels too. Normalisation form C
  /// is not checked: the standard library has no public normaliser.
  static func isInternationalHostname(_ text: Bytes) -> Bool {
    // More bytes than any name of 253 characters has: cheap to refuse before decoding.
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
