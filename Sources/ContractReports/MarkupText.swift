@_spi(Engine) internal import ContractCaptures

/// Writes text from inputs as character data of XML and HTML, between tags and in quoted
/// attributes.
enum MarkupText {
  /// `text` as one line, without markup and without characters that XML 1.0 forbids.
  static func line(_ text: String) -> String { escaped(SafeText.line(text)) }

  /// `text` as one line of markup, for words with numbers. There is no line break between a number
  /// and its unit.
  static func words(_ text: String) -> String {
    var isAfterDigit = false
    return String(
      line(text).map { character in
        defer { isAfterDigit = character.isWholeNumber }
        return isAfterDigit && character == " " ? "\u{A0}" : character
      })
  }

  /// `text` as one line of markup, for a message. Names in back quotes become code.
  static func sentence(_ text: String) -> String {
    QuotedNames.parts(of: text).map { part, isName in
      isName ? "<code>\(line(part))</code>" : words(part)
    }.joined()
  }

  /// `text` as markup, for text that is already safe to print.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      // XML does not allow `]]>` in text.
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
