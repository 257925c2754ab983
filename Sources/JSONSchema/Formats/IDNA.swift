@_spi(Engine) import JSONTape

/// Decides which characters IDNA2008 allows in a U-label (RFC 5892). The character properties of
/// the standard library are used.
enum IDNA {
  static func allows(_ index: Int, in label: [UInt32]) -> Bool {
    let value = label[index]
    switch value {
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    case 0...0x7F: return false
    // Section 2.6, exceptions.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x660...0x669, 0x6F0...0x6F9, 0x200C, 0x200D:
      return allowsByContext(index, in: label)
    // Old Hangul jamo, and blocks of symbols.
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
    case 0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F: return false
    default: return isLetterOrDigit(value)
    }
  }

  private static func isLetterOrDigit(_ value: UInt32) -> Bool {
    guard let properties = Unicode.Scalar(value)?.properties else { return false }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      return !properties.changesWhenNFKCCaseFolded && !properties.isDefaultIgnorableCodePoint
    default: return false
    }
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// The contextual rules of RFC 5892, appendix A.
  private static func allowsByContext(_ index: Int, in label: [UInt32]) -> Bool {
    let before = index > 0 ? label[index - 1] : nil
    let after = index + 1 < label.count ? label[index + 1] : nil
    switch label[index] {
    case 0xB7: return before == 0x6C && after == 0x6C
    case 0x375: return isOf(["Grek"], after)
    case 0x5F3, 0x5F4: return isOf(["Hebr"], before)
    case 0x30FB: return label.contains { isOf(["Hira", "Kana", "Hani"], $0) }
    case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0 }
    case 0x6F0...0x6F9: return !label.contains { 0x660...0x669 ~= $0 }
    case 0x200C: return isVirama(before) || joinsAround(index, in: label)
    default: return isVirama(before)
    }
  }

  private static func isOf(_ scripts: [Substring], _ value: UInt32?) -> Bool {
    guard let value else { return false }
    return scripts.contains { Script.named[$0]?.set.contains(value) ?? false }
  }

  private static func isVirama(_ value: UInt32?) -> Bool {
    value.flatMap(Unicode.Scalar.init)?.properties.canonicalCombiningClass == .virama
  }

  /// Whether the nearest characters on both sides join at this place. Transparent characters are
  /// skipped.
  private static func joinsAround(_ index: Int, in label: [UInt32]) -> Bool {
    guard let left = label[..<index].last(where: { !isTransparent($0) }),
      let right = label[(index + 1)...].first(where: { !isTransparent($0) })
    else { return false }
    return JoiningType.leftOrDual.contains(left) && JoiningType.rightOrDual.contains(right)
  }

  private static func isTransparent(_ value: UInt32) -> Bool {
    guard value != 0x200C, let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return value == 0x1E94B
    }
  }
}

/// One label of an internationalised host name, decoded and checked by RFC 5890 to 5892.
struct InternationalLabel {
  /// The label's characters. A-labels are decoded.
  let scalars: [UInt32]
  /// The length of its ASCII form, in bytes.
  let encodedLength: Int

  static func isALabel(_ label: ByteView) -> Bool {
    label.count >= 4 && label[0] | 0x20 == "x" && label[1] | 0x20 == "n" && label[2] == "-"
      && label[3] == "-"
  }

  /// Checks a label. Nil if the label is not valid in a name.
  init?(_ label: [UInt32]) {
    guard !label.isEmpty else { return nil }
    if label.allSatisfy({ $0 < 0x80 }) {
      let ascii = label.map { UInt8(truncatingIfNeeded: $0) }
      guard ascii.withByteView(Format.isPlainLabel) else { return nil }
      encodedLength = ascii.count
      guard ascii.withByteView(InternationalLabel.isALabel) else {
        // Labels with two hyphens at this place are reserved for future encodings.
        guard !InternationalLabel.hasReservedHyphens(label) else { return nil }
        scalars = label
        return
      }
      // The encoding ignores case, and only one encoding of each label is valid.
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

  /// Makes the checks of RFC 5891, section 5.4, except the Bidi rule, which is for whole names.
  private var isULabel: Bool {
    guard let first = scalars.first, let last = scalars.last, first != 0x2D, last != 0x2D,
      !InternationalLabel.hasReservedHyphens(scalars),
      let start = Unicode.Scalar(first), !IDNA.isMark(start)
    else { return false }
    return scalars.indices.allSatisfy { IDNA.allows($0, in: scalars) }
  }

  /// Whether the label is right-to-left. A name with such a label is a Bidi domain name.
  var hasRightToLeft: Bool {
    scalars.contains { [.rightToLeft, .arabicNumber].contains(BidiClass($0)) }
  }

  /// Checks RFC 5893, section 2.
  var satisfiesBidiRule: Bool {
    let classes = scalars.map(BidiClass.init)
    guard let first = classes.first, let last = classes.last(where: { $0 != .nonspacingMark })
    else { return false }
    switch first {
    case .rightToLeft:
      return !classes.contains(.leftToRight) && last != .neutral
        && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
    case .leftToRight:
      return !classes.contains(.rightToLeft) && !classes.contains(.arabicNumber) && last != .neutral
    case .arabicNumber, .europeanNumber, .nonspacingMark, .neutral: return false
    }
  }
}

/// The bidirectional class of a character. Only the classes that RFC 5893 needs are listed. The
/// standard library does not have this property. For letters and digits, the class follows from the
/// Unicode block, with a few exceptions.
enum BidiClass: Hashable {
  case leftToRight, rightToLeft, arabicNumber, europeanNumber, nonspacingMark, neutral

  init(_ value: UInt32) {
    switch value {
    case 0x30...0x39, 0x6F0...0x6F9: self = .europeanNumber
    case 0x660...0x669, 0x10D30...0x10D39: self = .arabicNumber
    case 0x2D, 0x2B9...0x2BA, 0x2C6...0x2CF, 0x2EC, 0x374, 0x2E2F, 0xA67F, 0xA717...0xA71F, 0xA788,
      0xB7, 0x375, 0x30FB:
      self = .neutral
    case 0x200C, 0x200D: self = .nonspacingMark
    case 0xCBF, 0xCC6, 0x11A07...0x11A08, 0x11C3F: self = .leftToRight
    case _ where Unicode.Scalar(value)?.properties.generalCategory == .nonspacingMark:
      self = .nonspacingMark
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      self = .rightToLeft
    default: self = .leftToRight
    }
  }
}

/// The Unicode property Joining_Type (Unicode 14) of letters, for the contextual rule of the
/// zero width non-joiner.
enum JoiningType {
  static let leftOrDual = ScalarSet(
    hexadecimal: """
      620 626 628 62A-62E 633-63F 641-647 649-64A 66E-66F 678-687 69A-6BF 6C1-6C2 6CC 6CE \
      6D0-6D1 6FA-6FC 6FF 712-714 71A-71D 71F-727 729 72B 72D-72E 74E-758 75C-76A 76D-770 772 \
      775-777 77A-77F 7CA-7EA 841-845 848 84A-853 855 860 862-865 868 886 889-88D 8A0-8A9 \
      8AF-8B0 8B3-8B8 8BA-8C8 1807 1820-1878 1887-18A8 18AA A840-A872 10AC0-10AC4 10ACD \
      10AD3-10ADC 10ADE-10AE0 10AEB-10AEE 10B80 10B82 10B86-10B88 10B8A-10B8B 10B8D 10B90 \
      10BAD-10BAE 10D00-10D21 10D23 10F30-10F32 10F34-10F44 10F51-10F53 10F70-10F73 10F76-10F81 \
      10FB0 10FB2-10FB3 10FB8 10FBB-10FBC 10FBE-10FBF 10FC1 10FC4 10FCA-10FCB 1E900-1E943
      """)
  /// Right-joining and dual-joining letters.
  static let rightOrDual = ScalarSet(
    hexadecimal: """
      620 622-63F 641-64A 66E-66F 671-673 675-6D3 6D5 6EE-6EF 6FA-6FC 6FF 710 712-72F 74D-77F \
      7CA-7EA 840-858 860 862-865 867-86A 870-882 886 889-88E 8A0-8AC 8AE-8C8 1807 1820-1878 \
      1887-18A8 18AA A840-A871 10AC0-10AC5 10AC7 10AC9-10ACA 10ACE-10AD6 10AD8-10AE1 10AE4 \
      10AEB-10AEF 10B80-10B91 10BA9-10BAE 10D01-10D23 10F30-10F44 10F51-10F54 10F70-10F81 10FB0 \
      10FB2-10FB6 10FB8-10FBF 10FC1-10FC4 10FC9-10FCA 1E900-1E943
      """)
}
