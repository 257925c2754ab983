/// One label of an internationalised host name, decoded and checked by RFC 5890 to 5892.
struct InternationalLabel {
  /// The label's characters, A-labels decoded.
  let scalars: [UInt32]
  /// The length of its ASCII form.
  let encodedLength: Int

  /// Whether a label begins with `xn--`, in either case.
  static func isALabel(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    label.count >= 4 && label[0] | 0x20 == UInt8(ascii: "x")
      && label[1] | 0x20 == UInt8(ascii: "n") && label[2] == UInt8(ascii: "-")
      && label[3] == UInt8(ascii: "-")
  }

  /// Nil for a label that no registry may hold.
  init?(_ label: [UInt32]) {
    guard !label.isEmpty else { return nil }
    if label.allSatisfy({ $0 < 0x80 }) {
      let ascii = label.map { UInt8(truncatingIfNeeded: $0) }
      guard ascii.withUnsafeBufferPointer(Format.isPlainLabel) else { return nil }
      encodedLength = ascii.count
      guard ascii.withUnsafeBufferPointer(InternationalLabel.isALabel) else {
        // Labels with two hyphens there are reserved for encodings yet unknown.
        guard !InternationalLabel.hasReservedHyphens(label) else { return nil }
        scalars = label
        return
      }
      // The encoding is case-blind; only one encoding of each label is valid.
      let encoded = ascii.dropFirst(4).map { 0x41...0x5A ~= $0 ? $0 + 32 : $0 }
      guard let decoded = Punycode.decode(encoded), decoded.contains(where: { $0 >= 0x80 }),
        Punycode.encode(decoded) == encoded
      else { return nil }
      scalars = decoded
    } else {
      guard let encoded = Punycode.encode(label), encoded.count + 4 <= 63 else { return nil }
      encodedLength = encoded.count + 4
      scalars = label
    }
    guard isULabel else { return nil }
  }

  private static func hasReservedHyphens(_ label: [UInt32]) -> Bool {
    label.count >= 4 && label[2] == 0x2D && label[3] == 0x2D
  }

  /// The tests of RFC 5891, section 5.4, but for the Bidi rule, which looks at whole names.
  private var isULabel: Bool {
    guard let first = scalars.first, let last = scalars.last, first != 0x2D, last != 0x2D,
      !InternationalLabel.hasReservedHyphens(scalars),
      let start = Unicode.Scalar(first), !IDNA.isMark(start)
    else { return false }
    return scalars.indices.allSatisfy { IDNA.allows($0, in: scalars) }
  }

  /// Whether the label makes a name a Bidi domain name.
  var hasRightToLeft: Bool {
    scalars.contains {
      switch BidiClass($0) {
      case .rightToLeft, .arabicNumber: true
      case .leftToRight, .europeanNumber, .nonspacingMark, .neutral: false
      }
    }
  }

  /// RFC 5893, section 2.
  var satisfiesBidiRule: Bool {
    let classes = scalars.map(BidiClass.init)
    guard let first = classes.first, let last = classes.last(where: { $0 != .nonspacingMark })
    else { return false }
    switch first {
    case .rightToLeft:
      return !classes.contains(.leftToRight) && last != .neutral
        && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
    case .leftToRight:
      return !classes.contains(.rightToLeft) && !classes.contains(.arabicNumber)
        && last != .neutral
    case .arabicNumber, .europeanNumber, .nonspacingMark, .neutral: return false
    }
  }
}
