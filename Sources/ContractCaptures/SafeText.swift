@_spi(Engine) internal import JSONTape

/// Makes text from inputs safe to print. The result cannot move the cursor, hide or reorder other
/// text, or end the line. Visible scalars replace dangerous scalars.
package enum SafeText {
  /// `text` as one line without terminal control characters and without commands to build servers.
  package static func line(_ text: String) -> String {
    if isPlain(text) { return text }
    let text = withoutCommands(text)
    guard text.unicodeScalars.contains(where: { standIn(for: $0) != nil }) else { return text }
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

  /// Whether a text is printable ASCII without `##`. Most texts are, and nothing in them is
  /// replaced.
  static func isPlain(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var last: UInt8 = 0
      return bytes.allSatisfy { byte in
        defer { last = byte }
        return 0x20..<0x7F ~= byte && !(byte == UInt8(ascii: "#") && last == byte)
      }
    } ?? false
  }

  /// Azure Pipelines and GitHub Actions execute `##vso[…]` and `##[…]` anywhere in a line of a log.
  /// The second `#` becomes a sharp sign, because that has the same width.
  package static func withoutCommands(_ text: String, hash: String = "♯") -> String {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "#")) else { return text }
    var safe: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      let isCommand =
        byte == UInt8(ascii: "#") && safe.last == byte
        && commands.contains { starts(rest, $0) }
      if isCommand { safe += hash.utf8 } else { safe.append(byte) }
    }
    return String(decoding: safe, as: UTF8.self)
  }

  /// Whether a text begins with a word, in any letter case.
  private static func starts(_ text: Substring.UTF8View, _ word: [UInt8]) -> Bool {
    text.prefix(word.count).map { ASCIIByte.isLetter($0) ? $0 | 0x20 : $0 } == word
  }

  /// The texts after `##` that make a command.
  private static let commands = [Array("[".utf8), Array("vso[".utf8)]

  /// A string as JSON that is safe to print.
  package static func quoted(_ text: String) -> [UInt8] {
    Array(json(JSONWriter.quoted(text)).utf8)
  }

  /// JSON text in which terminal control characters and commands to build servers are escaped, even
  /// if JSON allows them. This is needed because people also look at reports for machines.
  package static func json(_ text: String) -> String {
    let text = withoutCommands(text, hash: "\\u0023")
    guard text.utf8.contains(where: { $0 >= 0x7F }),
      text.unicodeScalars.contains(where: { $0.value >= 0x7F && standIn(for: $0) != nil })
    else { return text }
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

  /// The replacement of `scalar`. Nil if the scalar is harmless.
  package static func standIn(for scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0..<0x20: return String(Character(Unicode.Scalar(0x2400 + scalar.value) ?? "?"))
    case 0x20..<0x7F: return nil
    case 0x7F: return "␡"
    // Latin letters and marks, except the soft hyphen, are harmless.
    case 0xA0...0xAC, 0xAE...0x377: return nil
    // Joiners are needed for emoji and scripts and do not reorder text.
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
