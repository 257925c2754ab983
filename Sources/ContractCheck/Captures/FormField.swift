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
    var fields: [FormField] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      if end > start {
        let equals = bytes[start..<end].firstIndex(of: UInt8(ascii: "="))
        let valueStart = equals.map { $0 + 1 } ?? end
        fields.append(
          FormField(
            name: PercentEncoding.decodeForm(bytes[start..<(equals ?? end)]),
            value: PercentEncoding.decodeForm(bytes[valueStart..<end]),
            nameRange: ByteRange(offset: start, length: (equals ?? end) - start),
            valueRange: ByteRange(offset: valueStart, length: end - valueStart)))
      }
      start = end + 1
    }
    return fields
  }
}

extension PercentEncoding {
  /// Form encoding writes a space as `+`.
  static func decodeForm(_ bytes: ArraySlice<UInt8>) -> String {
    let spaced = bytes.map { $0 == UInt8(ascii: "+") ? ASCIIByte.space : $0 }
    return String(decoding: decode(spaced), as: UTF8.self)
  }
}
