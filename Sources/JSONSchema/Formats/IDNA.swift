/// Which characters IDNA2008 allows in a U-label (RFC 5892).
///
/// Derived from the standard library's character properties, so it follows its Unicode version.
enum IDNA {
  /// Whether the character at an index is allowed there.
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
    case 0x375: return after.map(Script.greek.set.contains) ?? false
    case 0x5F3, 0x5F4: return before.map(Script.hebrew.set.contains) ?? false
    case 0x30FB:
      return label.contains {
        Script.hiragana.set.contains($0) || Script.katakana.set.contains($0)
          || Script.han.set.contains($0)
      }
    case 0x660...0x669: return !label.contains { 0x6F0...0x6F9 ~= $0 }
    case 0x6F0...0x6F9: return !label.contains { 0x660...0x669 ~= $0 }
    case 0x200C: return isVirama(before) || joinsAround(index, in: label)
    default: return isVirama(before)
    }
  }

  private static func isVirama(_ value: UInt32?) -> Bool {
    value.flatMap(Unicode.Scalar.init)?.properties.canonicalCombiningClass == .virama
  }

  /// Whether the characters around, transparent ones passed over, would join there.
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
