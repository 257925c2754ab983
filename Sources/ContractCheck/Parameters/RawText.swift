@_spi(Engine) internal import ContractCaptures
internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// A part of a URL or a header as it is written, with its place.
struct RawText: Sendable {
  /// The encoding of characters that the place does not allow.
  enum Coding: Sendable {
    /// No encoding. The text is a header, or a path segment that was decoded for matching.
    case none
    /// Percent-encoding, and `+` for a space.
    case form
    /// Only percent-encoding.
    case percent
  }

  /// The bytes. Indexes are offsets in the text that they come from.
  let bytes: ArraySlice<UInt8>
  let coding: Coding
  /// The number of the source text, for example if a header occurs twice.
  var source = 0
  /// The range of the source text for the whole text, if the source text has another encoding.
  var place: Range<Int>?

  init(_ bytes: ArraySlice<UInt8>, _ coding: Coding, source: Int = 0) {
    self.bytes = bytes
    self.coding = coding
    self.source = source
  }

  var isEmpty: Bool { bytes.isEmpty }

  var decoded: String {
    switch coding {
    case .none: String(decoding: bytes, as: UTF8.self)
    case .percent: String(decoding: PercentEncoding.decode(bytes), as: UTF8.self)
    case .form: PercentEncoding.decodeForm(bytes)
    }
  }

  var decodedBytes: [UInt8] {
    switch coding {
    case .none: Array(bytes)
    case .percent: PercentEncoding.decode(bytes)
    case .form:
      PercentEncoding.decode(bytes.map { $0 == UInt8(ascii: "+") ? ASCIIByte.space : $0 })
    }
  }

  /// The range of the source text for a range of the decoded bytes.
  func written(_ range: Range<Int>) -> Range<Int> {
    if let place { return place }
    guard coding != .none else {
      let lower = min(bytes.startIndex + range.lowerBound, bytes.endIndex)
      return lower..<max(lower, min(bytes.startIndex + range.upperBound, bytes.endIndex))
    }
    var start = bytes.endIndex
    var index = bytes.startIndex
    var count = 0
    while index < bytes.endIndex, count < range.upperBound {
      if count == range.lowerBound { start = index }
      let isEscape =
        bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.endIndex
        && bytes[index + 1].hexValue != nil && bytes[index + 2].hexValue != nil
      index += isEscape ? 3 : 1
      count += 1
    }
    if count == range.lowerBound, range.isEmpty { start = index }
    return min(start, index)..<max(start, index)
  }

  /// The parts between delimiters. If several delimiters fit, the longest one is used.
  func split(at delimiters: [String]) -> [RawText] {
    var parts: [RawText] = []
    var start = bytes.startIndex
    var index = start
    while index < bytes.endIndex {
      if let delimiter = delimiters.first(where: { bytes[index...].starts(with: $0.utf8) }) {
        parts.append(part(bytes[start..<index]))
        index += delimiter.utf8.count
        start = index
      } else {
        index += 1
      }
    }
    return parts + [part(bytes[start...])]
  }

  func halves(at byte: UInt8) -> (RawText, RawText)? {
    guard let index = bytes.firstIndex(of: byte) else { return nil }
    return (part(bytes[..<index]), part(bytes[(index + 1)...]))
  }

  var trimmed: RawText { part(ASCIIByte.trimmed(bytes)) }

  func dropFirst(_ count: Int) -> RawText { part(bytes.dropFirst(count)) }

  private func part(_ bytes: ArraySlice<UInt8>) -> RawText {
    var part = RawText(bytes, coding, source: source)
    part.place = place
    return part
  }
}

/// A named text of a query or of cookies.
struct RawField: Sendable {
  /// The decoded name.
  let name: String
  let value: RawText

  /// The fields of a query, in order. Offsets count from the start of the query, without its
  /// question mark.
  static func query(_ query: String) -> [RawField] {
    let bytes = Array(query.utf8)
    return FormField.parse(bytes).map { field in
      RawField(
        name: field.name,
        value: RawText(bytes[field.valueRange.offset..<field.valueRange.end], .form))
    }
  }

  /// The cookies of a `Cookie` header in percent-encoding (RFC 6265, section 4.2.1).
  static func cookies(_ header: RawText) -> [RawField] {
    header.split(at: [";"]).compactMap { pair in
      pair.trimmed.halves(at: UInt8(ascii: "=")).map { RawField(name: $0.decoded, value: $1) }
    }
  }
}
