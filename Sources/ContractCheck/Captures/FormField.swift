internal import JSONSchema
public import JSONTape

/// One name and value of a query string or of an `application/x-www-form-urlencoded` body.
public struct FormField: Hashable, Sendable {
  /// The decoded name.
  public var name: String
  /// The decoded value; empty when the field has no `=`.
  public var value: String
  /// Where the name's raw bytes are in the text it was read from.
  public var nameRange: ByteRange
  /// Where the value's raw bytes are in the text it was read from.
  public var valueRange: ByteRange

  /// A field as it was decoded.
  public init(name: String, value: String, nameRange: ByteRange, valueRange: ByteRange) {
    self.name = name
    self.value = value
    self.nameRange = nameRange
    self.valueRange = valueRange
  }

  /// Reads the fields in order, repeated names included (WHATWG URL, section 5.1).
  ///
  /// A percent sign that starts no escape stands for itself, and bytes that are not UTF-8 become
  /// U+FFFD, so every text has a reading.
  public static func parse(_ bytes: some Collection<UInt8>) -> [FormField] {
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

/// The fields of a query where they lie, decoded when somebody asks.
struct QueryFields: Sequence, IteratorProtocol {
  typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  struct Field {
    /// Raw; indexes are offsets in the query.
    let name: Text
    /// Raw; empty when the field has no `=`.
    let value: Text

    var decodedName: String { decoded(name) }
    var decodedValue: String { decoded(value) }

    /// Whether a text stands for itself: nothing in it is encoded.
    func isPlain(_ text: Text) -> Bool {
      text.allSatisfy { $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "+") && $0 < 0x80 }
    }

    private func decoded(_ text: Text) -> String {
      isPlain(text)
        ? String(decoding: text, as: UTF8.self) : PercentEncoding.decodeForm(Array(text)[...])
    }
  }

  private let text: UnsafeBufferPointer<UInt8>
  private var start = 0

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  mutating func next() -> Field? {
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
  static func decodeForm(_ bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? ASCIIByte.space : $0 }
    return String(decoding: decode(spaced), as: UTF8.self)
  }
}
