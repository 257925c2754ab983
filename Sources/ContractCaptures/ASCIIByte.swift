/// Classes of single bytes in line-based formats, named as in the RFCs.
package enum ASCIIByte {
  package static let tab = UInt8(ascii: "\t")
  package static let lineFeed = UInt8(ascii: "\n")
  package static let carriageReturn = UInt8(ascii: "\r")
  package static let space = UInt8(ascii: " ")

  @inlinable package static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  @inlinable package static func isLetter(_ byte: UInt8) -> Bool {
    let folded = byte | 0x20
    return folded >= UInt8(ascii: "a") && folded <= UInt8(ascii: "z")
  }

  /// The white space of RFC 8259, section 2.
  @inlinable package static func isSpace(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  /// A `tchar` of RFC 9110, section 5.6.2, used in methods, header names and media types.
  static func isToken(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || tokenMarks.contains(byte)
  }

  private static let tokenMarks = Array("!#$%&'*+-.^_`|~".utf8)

  @inlinable package static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  /// Lower-cases only ASCII letters. `String.lowercased` would also change other scripts.
  @inlinable package static func lowercased(_ text: some StringProtocol) -> String {
    String(decoding: text.utf8.map { lowercased($0) }, as: UTF8.self)
  }

  @inlinable package static func equalIgnoringCase(
    _ left: some StringProtocol, _ right: some StringProtocol
  )
    -> Bool
  {
    equalIgnoringCase(left.utf8, right.utf8)
  }

  @inlinable package static func equalIgnoringCase(
    _ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>
  ) -> Bool {
    left.elementsEqual(right) { lowercased($0) == lowercased($1) }
  }

  @inlinable package static func trimmed(_ text: Substring) -> Substring {
    Substring(trimmed(text.utf8))
  }

  @inlinable package static func trimmed<Text: BidirectionalCollection<UInt8>>(_ text: Text)
    -> Text.SubSequence
  {
    let isBlank = { (byte: UInt8) in byte == space || byte == tab }
    let rest = text.drop(while: isBlank)
    let end = rest.lastIndex { !isBlank($0) }.map { rest.index(after: $0) }
    return rest[..<(end ?? rest.startIndex)]
  }
}
