package import JSONTape

/// One name and value of a query string or of an `application/x-www-form-urlencoded` body.
package struct FormField: Hashable, Sendable {
  /// The decoded name.
  package var name: String
  /// The decoded value; empty when the field has no `=`.
  package var value: String
  /// Where the name's raw bytes are in the text it was read from.
  package var nameRange: ByteRange
  /// Where the value's raw bytes are in the text it was read from.
  package var valueRange: ByteRange

  /// A field as it was decoded.
  package init(name: String, value: String, nameRange: ByteRange, valueRange: ByteRange) {
    self.name = name
    self.value = value
    self.nameRange = nameRange
    self.valueRange = valueRange
  }

  /// Reads the fields in order, with repeated names (WHATWG URL, section 5.1). A percent sign
  /// without an escape is literal, and invalid UTF-8 becomes U+FFFD, so any text can be read.
  package static func parse(_ bytes: some Collection<UInt8>) -> [FormField] {
    let bytes = Array(bytes)
    return bytes.withUnsafeBufferPointer { text in
      QueryFields(text).map { field in
        FormField(
          name: field.decodedName, value: field.decodedValue,
          nameRange: ByteRange(field.name.indices), valueRange: ByteRange(field.value.indices))
      }
    }
  }
}

/// The fields of a query without a copy, decoded on demand.
package struct QueryFields: Sequence, IteratorProtocol {
  package typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  package struct Field {
    /// Not decoded; indexes are offsets in the query.
    package let name: Text
    /// Not decoded; empty when the field has no `=`.
    package let value: Text

    package var decodedName: String { decoded(name) }
    package var decodedValue: String { decoded(value) }

    package func isPlain(_ text: Text) -> Bool {
      text.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") && $0 < 0x80 }
    }

    private func decoded(_ text: Text) -> String {
      isPlain(text)
        ? String(decoding: text, as: UTF8.self) : PercentEncoding.decodeForm(Array(text)[...])
    }
  }

  private let text: UnsafeBufferPointer<UInt8>
  private var start = 0

  package init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  package mutating func next() -> Field? {
    while start < text.count {
      let rest = text[start...]
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? text.count
      let field = text[start..<end]
      start = end + 1
      guard !field.isEmpty else { continue }
      let equals = field.firstIndex(of: UInt8(ascii: "="))
      return Field(
        name: text[field.startIndex..<(equals ?? end)],
        value: text[(equals.map { $0 + 1 } ?? end)..<end])
    }
    return nil
  }
}

extension PercentEncoding {
  /// Form encoding writes a space as `+`.
  package static func decodeForm(_ bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? ASCIIByte.space : $0 }
    return String(decoding: decode(spaced), as: UTF8.self)
  }
}

/// The fields of a `multipart/form-data` body. Lines may end in a bare line feed, as editors save
/// them.
///
/// Source: RFC 7578, sections 4.1 and 4.2; RFC 2046, section 5.1.1.
package enum MultipartForm {
  /// Reads the parts in order; a file's content is a field like any other.
  ///
  /// - Complexity: O(*n*) in the body, for boundaries of bounded length.
  package static func parse(_ bytes: [UInt8], boundary: String) -> [FormField] {
    guard !boundary.isEmpty, boundary.utf8.count <= 70 else { return [] }
    let delimiter = Array("--\(boundary)".utf8)
    var fields: [FormField] = []
    var start: Int?
    var position = 0
    while position < bytes.count {
      let line = HTTPLine(at: position, in: bytes, limit: bytes.count)
      if isDelimiter(bytes[line.text], delimiter) {
        if let start, let field = field(in: start..<position, of: bytes) { fields.append(field) }
        start = line.next
      }
      position = line.next
    }
    return fields
  }

  /// Whether a line is the delimiter, or the one that closes the last part.
  private static func isDelimiter(_ line: ArraySlice<UInt8>, _ delimiter: [UInt8]) -> Bool {
    guard line.starts(with: delimiter) else { return false }
    let rest = line.dropFirst(delimiter.count)
    return rest.starts(with: "--".utf8)
      || rest.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
  }

  private static func field(in part: Range<Int>, of bytes: [UInt8]) -> FormField? {
    var name: String?
    var header = part
    var content = part.lowerBound
    while content < part.upperBound {
      let line = HTTPLine(at: content, in: bytes, limit: part.upperBound)
      content = line.next
      if line.text.isEmpty { break }
      let text = String(decoding: bytes[line.text], as: UTF8.self)
      if text.lowercased().hasPrefix("content-disposition:") {
        name = self.name(in: text)
        header = line.text
      }
    }
    guard let name else { return nil }
    var end = part.upperBound
    // The line end before the delimiter belongs to the delimiter.
    if end > content, bytes[end - 1] == ASCIIByte.lineFeed { end -= 1 }
    if end > content, bytes[end - 1] == ASCIIByte.carriageReturn { end -= 1 }
    return FormField(
      name: name, value: String(decoding: bytes[content..<end], as: UTF8.self),
      nameRange: ByteRange(header), valueRange: ByteRange(content..<end))
  }

  /// The `name` parameter of a Content-Disposition header.
  private static func name(in header: String) -> String? {
    MediaType("form/" + header.drop { $0 != ":" }.dropFirst().drop { $0 == " " })?
      .parameters.first { $0.name == "name" }?.value
  }
}
