@_spi(Engine) package import JSONTape

/// A format that JSON Schema 2020-12 defines.
///
/// This is the only table of formats. The table gives the name and the check of each format. The
/// rules of a format are in the file of its family, such as dates.
public enum Format: String, CaseIterable, Sendable {
  /// A date and time of RFC 3339, section 5.6; `duration` is in its appendix A.
  case dateTime = "date-time"
  case date, time, duration
  /// A mailbox of RFC 5321, section 4.1.2; `idn-email` is of RFC 6531.
  case email
  case idnEmail = "idn-email"
  /// A host name of RFC 1123, section 2.1; `idn-hostname` is of RFC 5890, section 2.3.2.3.
  case hostname
  case idnHostname = "idn-hostname"
  /// IP addresses: `ipv4` of RFC 2673, section 3.2; `ipv6` of RFC 4291, section 2.2.
  case ipv4, ipv6
  /// A URI of RFC 3986; `iri` and `iri-reference` are of RFC 3987, `uri-template` of RFC 6570.
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  /// A UUID of RFC 4122.
  case uuid
  /// A pointer of RFC 6901, section 5; `relative-json-pointer` is of its draft of 2020.
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  /// A regular expression of ECMA-262.
  case regex

  /// A text's decoded bytes.
  typealias Bytes = ByteView

  /// The format with a name in schemas. Nil for a name that the specification does not define.
  package init?(name: some StringProtocol) {
    self.init(rawValue: String(name))
  }

  /// The name in a schema.
  package var name: String { rawValue }

  /// Whether a text has this format.
  ///
  /// The function never traps, for any bytes. The formats of plain ASCII allocate no memory.
  /// - Parameter bytes: the text in UTF-8, escapes decoded.
  /// - Complexity: linear in the text.
  package func accepts(_ bytes: ByteView) -> Bool {
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
