/// Makes text from inputs safe to print: it must not move the cursor, hide or reorder other text,
/// or end the line. Such scalars are replaced by visible stand-ins.
public enum SafeText {
  /// `text` as one line without terminal control characters.
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

  /// JSON text with terminal control characters escaped, even where JSON allows them: people also
  /// look at reports for machines.
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

  /// The replacement of `scalar`, or nil when it is harmless.
  static func standIn(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0..<0x20: return String(Character(Unicode.Scalar(0x2400 + scalar.value) ?? "?"))
    case 0x20..<0x7F: return nil
    case 0x7F: return "␡"
    // Joiners shape emoji and scripts and reorder nothing.
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
