internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// The form of a string. Each string has exactly one form. So the sum of the counts by form is the
/// number of strings.
enum TextForm: UInt8, CaseIterable {
  case empty
  /// The form of JavaScript's `toISOString()`.
  case isoMilliseconds
  /// A date-time with whole seconds, which Swift's `.iso8601` decodes.
  case isoSeconds
  /// Any other date-time of RFC 3339.
  case dateTime
  /// The form `YYYY-MM-DD HH:mm:ss`.
  case mysql
  case date
  /// The form `HH:MM`.
  case clock
  case uuid
  case email
  case uri
  case ipv4
  /// Only digits.
  case digits
  /// Letters, `_` and `-`, like the values of an enumeration.
  case word
  case other

  /// The form of a string's decoded bytes. The time is linear in the number of bytes.
  static func of(_ text: ByteView) -> TextForm {
    guard let first = text.first else { return .empty }
    if first &- 0x30 < 10 {
      if let date = date(text) { return date }
      if text.allSatisfy({ $0 &- 0x30 < 10 }) { return .digits }
      if 7...15 ~= text.count, Format.ipv4.accepts(text) { return .ipv4 }
    }
    if text.count == 36, text[8] == UInt8(ascii: "-"), Format.uuid.accepts(text) { return .uuid }
    if text.count <= longestWord, text.allSatisfy(isWordByte) { return .word }
    return address(text) ?? .other
  }

  /// Whether two of the first bytes are spaces. Only ``other`` can contain two spaces. This needs
  /// no decoded bytes.
  static func isProse(_ text: ByteView) -> Bool {
    var spaces = 0
    for byte in text.prefix(64) where byte == UInt8(ascii: " ") { spaces &+= 1 }
    return spaces > 1
  }

  static let longestWord = 32

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  private static func date(_ text: ByteView) -> TextForm? {
    switch text.count {
    case 5: return DateProfile.time.accepts(text) ? .clock : nil
    case 10: return Format.date.accepts(text) ? .date : nil
    case 19 where text[10] == UInt8(ascii: " "):
      return DateProfile.wordpress.accepts(text) ? .mysql : nil
    case 16...48 where text[4] == UInt8(ascii: "-"):
      if DateProfile.toISOString.accepts(text) { return .isoMilliseconds }
      if DateProfile.swiftISO8601.accepts(text) { return .isoSeconds }
      return DateProfile.rfc3339.accepts(text) ? .dateTime : nil
    default: return nil
    }
  }

  /// The form of a URL or a mailbox.
  private static func address(_ text: ByteView) -> TextForm? {
    guard 6...2048 ~= text.count else { return nil }
    if text[0] == UInt8(ascii: "h"), text[1] == UInt8(ascii: "t"), text[2] == UInt8(ascii: "t"),
      text[3] == UInt8(ascii: "p"),
      text.starts(with: "https://".utf8) || text.starts(with: "http://".utf8)
    {
      return Format.uri.accepts(text) ? .uri : nil
    }
    let end = min(text.count, 64)
    var index = 0
    while index < end, text[index] != UInt8(ascii: "@"), text[index] != UInt8(ascii: " ") {
      index &+= 1
    }
    guard index < end, text[index] == UInt8(ascii: "@") else { return nil }
    return Format.email.accepts(text) ? .email : nil
  }

  /// The format of a schema for strings of this form. Nil if there is none.
  var format: String? {
    switch self {
    case .isoMilliseconds, .isoSeconds, .dateTime, .mysql: "date-time"
    case .date: "date"
    case .uuid: "uuid"
    case .email: "email"
    case .uri: "uri"
    case .ipv4: "ipv4"
    case .empty, .clock, .digits, .word, .other: nil
    }
  }

  var isDateTime: Bool { format == "date-time" }
}
