/// A format that JSON Schema 2020-12 defines.
///
/// This is the one table of formats: its name, and the function that judges a text. A format's
/// rules live in the file of its family.
public enum Format: String, CaseIterable, Sendable {
  /// RFC 3339, section 5.6; `duration`: its appendix A.
  case dateTime = "date-time"
  case date, time, duration
  /// A mailbox of RFC 5321, section 4.1.2; `idn-email`: of RFC 6531.
  case email
  case idnEmail = "idn-email"
  /// RFC 1123, section 2.1; `idn-hostname`: RFC 5890, section 2.3.2.3.
  case hostname
  case idnHostname = "idn-hostname"
  /// `ipv4`: RFC 2673, section 3.2; `ipv6`: RFC 4291, section 2.2.
  case ipv4, ipv6
  /// RFC 3986; `iri` and `iri-reference`: RFC 3987; `uri-template`: RFC 6570.
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  /// RFC 4122.
  case uuid
  /// RFC 6901, section 5; `relative-json-pointer`: its draft of 2020.
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  /// ECMA-262.
  case regex

  /// A text's decoded bytes.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The format of that name in a schema; nil for a name that the specification does not define.
  package init?(name: some StringProtocol) {
    self.init(rawValue: String(name))
  }

  /// The name in a schema.
  package var name: String { rawValue }

  /// Whether a text is of this format.
  ///
  /// Never traps, whatever the bytes; the formats of plain ASCII allocate nothing.
  /// - Parameter bytes: the text in UTF-8, escapes decoded.
  /// - Complexity: linear in the text.
  package func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .dateTime: Format.isDateTime(bytes)
    case .date: Format.isDate(bytes)
    case .time: Format.isTime(bytes)
    case .duration: Format.isDuration(bytes)
    case .email: Format.isEmail(bytes, international: false)
    case .idnEmail: Format.isEmail(bytes, international: true)
    case .hostname: Format.isHostname(bytes)
    case .idnHostname: Format.isInternationalHostname(bytes)
    case .ipv4: Format.isIPv4(bytes)
    case .ipv6: Format.isIPv6(bytes)
    case .uri: Format.isURI(bytes, relative: false, international: false)
    case .uriReference: Format.isURI(bytes, relative: true, international: false)
    case .iri: Format.isURI(bytes, relative: false, international: true)
    case .iriReference: Format.isURI(bytes, relative: true, international: true)
    case .uriTemplate: Format.isURITemplate(bytes)
    case .uuid: Format.isUUID(bytes)
    case .jsonPointer: Format.isJSONPointer(bytes)
    case .relativeJSONPointer: Format.isRelativeJSONPointer(bytes)
    case .regex: Format.isRegex(bytes)
    }
  }
}

extension Format {
  @inline(__always)
  static func part(_ text: Bytes, _ range: Range<Int>) -> Bytes { Bytes(rebasing: text[range]) }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }
}
