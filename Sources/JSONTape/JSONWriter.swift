/// Writes JSON text, with commas, colons, escapes and indentation.
///
///     var writer = JSONWriter(isPretty: true)
///     writer.beginObject()
///     writer.key("lat")
///     writer.number(latitude)
///     writer.endObject()
///
/// Calls follow the order of the text. Names are written as they are given, even if they are
/// repeated.
package struct JSONWriter: Sendable {
  /// The text so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  /// Whether each value has a line of its own, with an indentation of two spaces per level.
  package let isPretty: Bool

  /// For each open container, whether it already has a value.
  private var open: [Bool] = []
  private var isAfterKey = false

  /// Creates a writer without text.
  package init(isPretty: Bool = false) {
    self.isPretty = isPretty
  }

  /// Opens an object.
  package mutating func beginObject() {
    begin(UInt8(ascii: "{"))
  }

  /// Closes the object.
  package mutating func endObject() {
    end(UInt8(ascii: "}"))
  }

  /// Opens an array.
  package mutating func beginArray() {
    begin(UInt8(ascii: "["))
  }

  /// Closes the array.
  package mutating func endArray() {
    end(UInt8(ascii: "]"))
  }

  /// Writes a property's name. The next value is the property's value.
  package mutating func key(_ name: String) {
    separate()
    appendString(name.utf8)
    bytes.append(UInt8(ascii: ":"))
    if isPretty { bytes.append(UInt8(ascii: " ")) }
    isAfterKey = true
  }

  /// Writes a string.
  package mutating func string(_ value: String) {
    string(utf8: value.utf8)
  }

  /// Writes a string given in UTF-8.
  package mutating func string(utf8 value: some Sequence<UInt8>) {
    separate()
    appendString(value)
  }

  /// Writes an integer.
  package mutating func integer(_ value: Int) {
    raw(String(value).utf8)
  }

  /// Writes a number as it was written.
  package mutating func number(_ value: JSONNumber) {
    raw(value.text.utf8)
  }

  /// Writes a value that is already JSON text, without checking it.
  package mutating func boolean(_ value: Bool) {
    raw((value ? "true" : "false").utf8)
  }

  /// Writes `null`.
  package mutating func null() {
    raw("null".utf8)
  }

  /// Writes a value that is already JSON text. The text is not checked.
  package mutating func raw(_ value: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: value)
  }

  /// Writes a value of a document. Numbers, strings and the order of properties stay unchanged.
  package mutating func value(_ node: JSONNode) {
    switch node.kind {
    case .object:
      beginObject()
      for property in node.properties {
        key(property.name)
        value(property.value)
      }
      endObject()
    case .array:
      beginArray()
      for element in node.elements { value(element) }
      endArray()
    case .null, .boolean, .number, .string: raw(node.text.utf8)
    }
  }

  /// Writes a line break after a finished value. This is for NDJSON and for the end of a file.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Returns the text so far and continues with an empty buffer, for streamed output.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// A string as JSON text, with quotes.
  package static func quoted(_ value: String) -> String {
    var writer = JSONWriter()
    writer.appendString(value.utf8)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func begin(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    open.append(false)
  }

  private mutating func end(_ bracket: UInt8) {
    let hadValues = open.popLast() ?? false
    if hadValues { breakLine() }
    bytes.append(bracket)
  }

  private mutating func separate() {
    if isAfterKey {
      isAfterKey = false
    } else if let hasValues = open.last {
      if hasValues { bytes.append(UInt8(ascii: ",")) }
      open[open.count - 1] = true
      breakLine()
    }
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * open.count))
  }
}

extension JSONWriter {
  private mutating func appendString(_ value: some Sequence<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    if value.withContiguousStorageIfAvailable({ appendEscaped(ByteView($0)) }) == nil {
      Array(value).withByteView { appendEscaped($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscaped(_ text: ByteView) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == "\"" || byte == "\\" {
        bytes.append(contentsOf: ByteView(rebasing: text[start..<index]))
        appendEscape(of: byte)
        start = index + 1
      }
      index += 1
    }
    bytes.append(contentsOf: ByteView(rebasing: text[start...]))
  }

  private mutating func appendEscape(of byte: UInt8) {
    switch byte {
    case 0x08: bytes += "\\b".utf8
    case 0x09: bytes += "\\t".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0C: bytes += "\\f".utf8
    case 0x0D: bytes += "\\r".utf8
    case ..<0x20:
      bytes += "\\u00".utf8
      bytes += [Self.hexDigits[Int(byte >> 4)], Self.hexDigits[Int(byte & 0xF)]]
    default: bytes += [UInt8(ascii: "\\"), byte]
    }
  }

  static let hexDigits = Array("0123456789abcdef".utf8)
}
