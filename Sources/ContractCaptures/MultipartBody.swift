package import JSONTape

/// The parts of a `multipart/…` body. Lines may also end in a single line feed, because editors
/// save them in this way.
///
/// Source: RFC 2046, section 5.1.1; RFC 7578, section 4.
package struct MultipartBody: Sendable {
  /// One header of a part.
  package struct Field: Sendable {
    /// The name in lower case.
    package let name: String
    package let text: String
    /// The bytes of the text in the body.
    package let range: ByteRange
  }

  /// One part. Ranges are bytes of the body.
  package struct Part: Sendable {
    package fileprivate(set) var headers: [Field] = []
    /// The range of all header lines; empty if there are none.
    package fileprivate(set) var head: ByteRange
    package fileprivate(set) var content = ByteRange(offset: 0, length: 0)

    /// The first header with a name in lower case.
    package subscript(name: String) -> Field? { headers.first { $0.name == name } }

    /// The `name` parameter of the part's Content-Disposition.
    package var name: String? {
      self["content-disposition"].flatMap { MediaType("form/" + $0.text) }?.parameters
        .first { $0.name == "name" }?.value
    }
  }

  /// The reason why a body cannot be read, and the place in the body. Parts are counted from 1.
  package enum Fault: Error, Hashable, Sendable {
    case noDelimiter(firstLine: ByteRange)
    case noEnd(ByteRange)
    case headerLine(part: Int, ByteRange)
    case endlessHeaders(part: Int, ByteRange)
    case tooManyParts(ByteRange)

    /// The bytes of the body that the fault is about.
    package var range: ByteRange {
      switch self {
      case .noDelimiter(let range), .noEnd(let range), .headerLine(_, let range),
        .endlessHeaders(_, let range), .tooManyParts(let range):
        range
      }
    }
  }

  package private(set) var parts: [Part] = []
  /// The maximum number of parts, to limit memory. In a hostile body, a part has few bytes but
  /// needs more memory.
  private static let mostParts = 100_000

  /// Reads the parts in order. Text before the first delimiter and after the last one is ignored.
  ///
  /// - Complexity: O(*n*) in the body.
  package init(_ bytes: [UInt8], boundary: String) throws(Fault) {
    let delimiter = Array("--\(boundary)".utf8)
    var start: Int?
    var isClosed = false
    var position = 0
    while position < bytes.count, !isClosed {
      let line = HTTPLine(at: position, in: bytes, limit: bytes.count)
      if let end = Self.delimiter(bytes[line.text], delimiter) {
        if let start {
          guard parts.count < Self.mostParts else { throw .tooManyParts(ByteRange(line.text)) }
          parts.append(try Self.part(parts.count + 1, in: start..<position, of: bytes))
        }
        start = line.next
        isClosed = end == .closing
      }
      position = line.next
    }
    guard start != nil else {
      let first = HTTPLine(at: 0, in: bytes, limit: bytes.count)
      throw .noDelimiter(firstLine: ByteRange(first.text))
    }
    guard isClosed else { throw .noEnd(ByteRange(offset: bytes.count, length: 0)) }
  }

  /// The boundary in the first line of a body, for captures that do not give it.
  package static func boundary(shownBy bytes: [UInt8]) -> String? {
    let line = HTTPLine(at: 0, in: bytes, limit: bytes.count)
    let text = bytes[line.text]
    guard text.starts(with: "--".utf8), (3...72).contains(text.count),
      text.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    return String(decoding: text.dropFirst(2), as: UTF8.self)
  }

  private enum Delimiter { case opening, closing }

  private static func delimiter(
    _ line: ArraySlice<UInt8>, _ delimiter: [UInt8]
  ) -> Delimiter? {
    guard line.starts(with: delimiter) else { return nil }
    var rest = line.dropFirst(delimiter.count)
    let isClosing = rest.starts(with: "--".utf8)
    if isClosing { rest = rest.dropFirst(2) }
    guard rest.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return nil }
    return isClosing ? .closing : .opening
  }

  private static func part(
    _ number: Int, in range: Range<Int>, of bytes: [UInt8]
  ) throws(Fault) -> Part {
    var part = Part(head: ByteRange(offset: range.lowerBound, length: 0))
    var position = range.lowerBound
    var isEnded = false
    while position < range.upperBound, !isEnded {
      let line = HTTPLine(at: position, in: bytes, limit: range.upperBound)
      position = line.next
      isEnded = line.text.isEmpty
      if isEnded { break }
      part.head = ByteRange(range.lowerBound..<line.text.upperBound)
      try add(line.text, to: &part, number, bytes)
    }
    guard isEnded else {
      throw .endlessHeaders(
        part: number, part.head.length > 0 ? part.head : ByteRange(offset: position, length: 0))
    }
    var end = range.upperBound
    // The line ending before the delimiter belongs to the delimiter.
    if end > position, bytes[end - 1] == ASCIIByte.lineFeed { end -= 1 }
    if end > position, bytes[end - 1] == ASCIIByte.carriageReturn { end -= 1 }
    part.content = ByteRange(position..<end)
    return part
  }

  private static func add(
    _ line: Range<Int>, to part: inout Part, _ number: Int, _ bytes: [UInt8]
  ) throws(Fault) {
    if let last = part.headers.last, bytes[line.lowerBound] <= ASCIIByte.space,
      line.upperBound - last.range.offset <= HTTPHead.maximumStartLine
    {
      // A header may continue on the next line (RFC 5322, section 2.2.3).
      let rest = String(decoding: ASCIIByte.trimmed(bytes[line]), as: UTF8.self)
      part.headers[part.headers.count - 1] = Field(
        name: last.name, text: "\(last.text) \(rest)",
        range: ByteRange(last.range.offset..<line.upperBound))
      return
    }
    guard let colon = HTTPHead.endOfFieldName(line, bytes) else {
      throw .headerLine(part: number, ByteRange(line))
    }
    let text = ASCIIByte.trimmed(bytes[(colon + 1)..<line.upperBound])
    part.headers.append(
      Field(
        name: ASCIIByte.lowercased(String(decoding: bytes[line.lowerBound..<colon], as: UTF8.self)),
        text: String(decoding: text, as: UTF8.self), range: ByteRange(text.indices)))
  }
}
