/// Text from inputs, made safe to print.
///
/// Whatever an input, a file name or a URL holds, printing it must not move the cursor, hide or
/// reorder what stands beside it, or end the line. Each such scalar is shown as a visible stand-in.
public enum SafeText {
  /// `text` as one line without anything that a terminal would act upon.
  public static func line(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      if let shown = standIn(for: scalar) {
        safe += shown
      } else {
        safe.unicodeScalars.append(scalar)
      }
    }
    return safe
  }

  /// JSON text with everything escaped in it that a terminal would act upon, although JSON would let
  /// it stand: reports for machines are looked at by people, too.
  static func json(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x7F }) else { return text }
    var safe = ""
    for scalar in text.unicodeScalars {
      guard scalar.value >= 0x7F, standIn(for: scalar) != nil else {
        safe.unicodeScalars.append(scalar)
        continue
      }
      for unit in String(Character(scalar)).utf16 {
        let hex = String(unit, radix: 16)
        safe += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      }
    }
    return safe
  }

  /// What to print in place of `scalar`, or nil when it is harmless.
  static func standIn(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0..<0x20: return String(Character(Unicode.Scalar(0x2400 + scalar.value) ?? "?"))
    case 0x20..<0x7F: return nil
    case 0x7F: return "␡"
    // The joiners shape emoji and scripts and turn nothing around.
    case 0x200C, 0x200D: return nil
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
      return "\\u{\(String(scalar.value, radix: 16))}"
    default: return nil
    }
  }
}
