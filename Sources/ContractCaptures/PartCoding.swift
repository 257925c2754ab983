@_spi(Engine) internal import JSONTape

/// The encoding of a part's text: its `Content-Transfer-Encoding` and its character set.
///
/// Source: RFC 2045, section 6; RFC 7578, sections 4.5 and 4.7.
package struct PartCoding: Sendable {
  /// The transfer encoding in lower case. Nil if the bytes are sent without changes.
  package var transfer: String?
  /// The character set in lower case. Nil for UTF-8 and ASCII.
  package var charset: String?

  package init(_ part: MultipartBody.Part, _ type: MediaType?) {
    let transfer = part["content-transfer-encoding"].map { ASCIIByte.lowercased($0.text) }
    self.transfer = transfer.flatMap { Self.plain.contains($0) ? nil : $0 }
    let charset = type?.parameters.first { $0.name == "charset" }?.value
    self.charset = charset.map { ASCIIByte.lowercased($0) }
      .flatMap { Self.utf8.contains($0) ? nil : $0 }
  }

  private static let plain: Set<String> = ["7bit", "8bit", "binary", ""]
  private static let utf8: Set<String> = ["utf-8", "utf8", "us-ascii", "ascii", ""]
  private static let latin1: Set<String> = ["iso-8859-1", "iso8859-1", "iso_8859-1", "latin1"]
  private static let windows: Set<String> = ["windows-1252", "cp1252", "cp-1252"]
  /// The characters 0x80 to 0x9F of Windows-1252 (WHATWG Encoding, section 9).
  private static let windowsMarks = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// Whether the bytes are the text in UTF-8.
  package var isPlain: Bool { transfer == nil && charset == nil }

  /// The text of the part in UTF-8. Nil if the text cannot be read.
  ///
  /// - Parameters:
  ///   - isJSON: Whether the part is JSON. For JSON, a character set has no meaning (RFC 8259,
  ///     section 11).
  ///   - isText: Whether the capture contains the body as text. If so, the recorder has already
  ///     used the character set.
  package func decoded(_ bytes: ArraySlice<UInt8>, isJSON: Bool, isText: Bool) -> [UInt8]? {
    let sent: [UInt8]?
    switch transfer {
    case nil: sent = Array(bytes)
    case "base64": sent = Base64.decode(Array(bytes))
    case "quoted-printable": sent = Self.unquoted(bytes)
    default: sent = nil
    }
    guard let sent, let charset else { return sent }
    let isKnown = Self.latin1.contains(charset) || Self.windows.contains(charset)
    let isRead = isText && transfer == nil
    if isJSON || isRead {
      // A recorder writes U+FFFD for a character that it could not read.
      let isUTF8 = !String(decoding: sent, as: UTF8.self).unicodeScalars.contains("\u{FFFD}")
      if isUTF8, isJSON || isKnown || sent.allSatisfy(Self.isOfText) { return sent }
      if isRead { return nil }
    }
    guard isKnown else { return nil }
    var text = ""
    for byte in sent {
      let isMark = Self.windows.contains(charset) && 0x80..<0xA0 ~= byte
      text.unicodeScalars.append(
        isMark ? Self.windowsMarks[Int(byte) - 0x80] : Unicode.Scalar(byte))
    }
    return Array(text.utf8)
  }

  /// Whether a byte is the same character in all character sets that extend ASCII.
  private static func isOfText(_ byte: UInt8) -> Bool {
    byte < 0x7F && byte >= ASCIIByte.space || ASCIIByte.isSpace(byte)
  }

  /// Decodes quoted-printable. Nil for any other text.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        bytes.append(byte)
        continue
      }
      // An equals sign at the end of a line joins this line with the next line.
      let blanks = rest.prefix { $0 == ASCIIByte.space || $0 == ASCIIByte.tab }
      let end = rest.dropFirst(blanks.count)
      if end.isEmpty { break }
      if end.first == ASCIIByte.lineFeed || end.starts(with: "\r\n".utf8) {
        rest = end.dropFirst(end.first == ASCIIByte.lineFeed ? 1 : 2)
        continue
      }
      guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
