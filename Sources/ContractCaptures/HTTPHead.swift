import JSONTape

/// The start line and the fields of an HTTP/1.x message (RFC 9112, section 2.1), or of the text
/// form in which tools show HTTP/2 and HTTP/3.
struct HTTPHead {
  enum Start {
    case request(method: String, target: String)
    case status(code: Int, reason: String)
  }

  struct Field {
    /// The name in lower case.
    let name: String
    let value: String
    var valueRange: Range<Int>
  }

  /// The maximum length of a start line. No real start line is longer. This limits the search in
  /// hostile input.
  static let maximumStartLine = 16_384

  let start: Start
  /// The range of the target or the status code.
  private(set) var place: Range<Int>
  private(set) var fields: [Field] = []
  /// From the start line to the end of the blank line.
  var range: Range<Int>

  /// Reads `line`, given without its line ending, as a start line.
  init?(startLine line: Range<Int>, in bytes: [UInt8]) {
    guard line.count <= Self.maximumStartLine,
      let (start, place) = Self.status(line, bytes) ?? Self.request(line, bytes)
    else { return nil }
    self.start = start
    self.place = place
    range = line
  }

  /// Reads the head whose start line begins at `offset`. The fields end at a blank line, or at the
  /// first line that is no field. This is because dumps that were written by hand often have no
  /// blank line.
  init?(at offset: Int, in bytes: [UInt8], limit: Int) {
    var line = HTTPLine(at: offset, in: bytes, limit: limit)
    self.init(startLine: line.text, in: bytes)
    var next = line.next
    while next < limit {
      line = HTTPLine(at: next, in: bytes, limit: limit)
      if line.text.isEmpty {
        next = line.next
        break
      }
      guard addField(line.text, in: bytes) || bytes[line.text.lowerBound] <= ASCIIByte.space else {
        break
      }
      next = line.next
    }
    range = offset..<next
  }

  /// Adds the field on a line. Returns false if the line is no field.
  mutating func addField(_ line: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard let colon = Self.endOfFieldName(line, bytes) else { return false }
    let name = String(decoding: bytes[line.lowerBound..<colon], as: UTF8.self)
    let value = ASCIIByte.trimmed(bytes[(colon + 1)..<line.upperBound])
    fields.append(
      Field(
        name: ASCIIByte.lowercased(name), value: String(decoding: value, as: UTF8.self),
        valueRange: value.indices))
    return true
  }

  /// The place of the colon after a field name. Nil if the line is no field. Some tools show the
  /// pseudo-fields of HTTP/2, such as `:status`. They begin with a colon.
  static func endOfFieldName(_ line: Range<Int>, _ bytes: [UInt8]) -> Int? {
    guard let first = line.first else { return nil }
    let start = bytes[first] == UInt8(ascii: ":") ? first + 1 : first
    guard let colon = bytes[start..<line.upperBound].firstIndex(where: { !ASCIIByte.isToken($0) }),
      colon > start, bytes[colon] == UInt8(ascii: ":")
    else { return nil }
    return colon
  }

  /// The method. Nil for a response.
  var method: String? { if case .request(let method, _) = start { method } else { nil } }

  /// The first field with a name in lower case.
  subscript(name: String) -> Field? { fields.first { $0.name == name } }

  /// Whether the comma-separated list under `name` contains `element`.
  func lists(_ element: String, under name: String) -> Bool {
    fields.contains { field in
      field.name == name
        && field.value.utf8.split(separator: UInt8(ascii: ",")).contains {
          ASCIIByte.equalIgnoringCase(ASCIIByte.trimmed(Substring($0)), element)
        }
    }
  }

  /// Maps every range from the parsed text to the file.
  mutating func move(_ moved: (Range<Int>) -> Range<Int>) {
    place = moved(place)
    for index in fields.indices { fields[index].valueRange = moved(fields[index].valueRange) }
    range = moved(range)
  }

  private static func status(_ line: Range<Int>, _ bytes: [UInt8]) -> (Start, Range<Int>)? {
    guard let afterVersion = endOfVersion(line, bytes),
      afterVersion < line.upperBound, bytes[afterVersion] == ASCIIByte.space
    else { return nil }
    let code = bytes[afterVersion + 1..<line.upperBound].prefix(while: ASCIIByte.isDigit)
    guard code.count == 3,
      code.endIndex == line.upperBound || bytes[code.endIndex] == ASCIIByte.space,
      let number = Int(String(decoding: code, as: UTF8.self)), number >= 100
    else { return nil }
    let reason = String(decoding: bytes[code.endIndex..<line.upperBound], as: UTF8.self)
    return (
      .status(code: number, reason: String(ASCIIByte.trimmed(reason[...]))), code.indices
    )
  }

  private static func request(_ line: Range<Int>, _ bytes: [UInt8]) -> (Start, Range<Int>)? {
    let method = bytes[line].prefix { byte in
      (byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")) || byte == UInt8(ascii: "-")
    }
    guard !method.isEmpty, method.endIndex < line.upperBound,
      bytes[method.endIndex] == ASCIIByte.space
    else { return nil }
    let target = bytes[method.endIndex + 1..<line.upperBound].prefix { $0 != ASCIIByte.space }
    guard !target.isEmpty, target.endIndex < line.upperBound,
      endOfVersion(target.endIndex + 1..<line.upperBound, bytes) == line.upperBound
    else { return nil }
    let start = Start.request(
      method: String(decoding: method, as: UTF8.self),
      target: String(decoding: target, as: UTF8.self))
    return (start, target.indices)
  }

  private static func endOfVersion(_ range: Range<Int>, _ bytes: [UInt8]) -> Int? {
    guard bytes[range].starts(with: "HTTP/".utf8) else { return nil }
    let version = bytes[range].dropFirst(5)
    guard let first = version.first, ASCIIByte.isDigit(first) else { return nil }
    let rest = version.dropFirst()
    let isLong = rest.count > 1 && rest.first == UInt8(ascii: ".")
    return isLong && ASCIIByte.isDigit(rest[rest.startIndex + 1])
      ? rest.startIndex + 2 : rest.startIndex
  }
}

/// A line and the start of the next one.
struct HTTPLine {
  /// The line without `\n` or `\r\n`.
  let text: Range<Int>
  let next: Int

  init(at offset: Int, in bytes: [UInt8], limit: Int) {
    let end = bytes[offset..<limit].firstIndex(of: ASCIIByte.lineFeed) ?? limit
    next = min(end + 1, limit)
    let hasReturn = end > offset && bytes[end - 1] == ASCIIByte.carriageReturn
    text = offset..<(hasReturn ? end - 1 : end)
  }
}
