@_spi(Engine) package import JSONTape

/// One name and value from a query string or an `application/x-www-form-urlencoded` body.
package struct FormField: Hashable, Sendable {
  /// The decoded name.
  package var name: String
  /// The decoded value. Empty if the field has no `=`.
  package var value: String
  /// The range of the undecoded name in the source text.
  package var nameRange: ByteRange
  /// The range of the undecoded value in the source text.
  package var valueRange: ByteRange

  /// Creates a field from decoded parts.
  package init(name: String, value: String, nameRange: ByteRange, valueRange: ByteRange) {
    self.name = name
    self.value = value
    self.nameRange = nameRange
    self.valueRange = valueRange
  }

  /// Reads the fields in order. Repeated names are kept (WHATWG URL, section 5.1). A percent sign
  /// without an escape is literal, and invalid UTF-8 becomes U+FFFD. So any text can be read.
  package static func parse(_ bytes: some Collection<UInt8>) -> [FormField] {
    let bytes = Array(bytes)
    return bytes.withByteView { text in
      QueryFields(text).map { field in
        FormField(
          name: field.decodedName, value: field.decodedValue,
          nameRange: ByteRange(field.name.indices), valueRange: ByteRange(field.value.indices))
      }
    }
  }
}

/// The fields of a query. They are not copied, and they are decoded only when they are needed.
package struct QueryFields: Sequence, IteratorProtocol {
  package typealias Text = Slice<ByteView>

  package struct Field {
    /// The undecoded name. Indexes are offsets in the query.
    package let name: Text
    /// The undecoded value. Empty if the field has no `=`.
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

  private let text: ByteView
  private var start = 0

  package init(_ text: ByteView) { self.text = text }

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
