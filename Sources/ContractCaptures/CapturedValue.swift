@_spi(Engine) package import JSONTape

/// The tape of a parsed capture, with the place of its text in the file.
///
/// If there is no owner, the tape belongs to the parser. The parser keeps the tape while the
/// exchange is checked.
package struct CaptureTape: Sendable {
  nonisolated(unsafe) let cursor: TapeCursor
  private let owner: JSONDocument?
  /// The file offset of the tape's text.
  package let base: Int

  package init(lent cursor: TapeCursor, base: Int) {
    self.cursor = cursor
    self.base = base
    owner = nil
  }

  package init(_ document: JSONDocument, base: Int) {
    cursor = document.cursor
    self.base = base
    owner = document
  }

  package var root: CapturedValue { CapturedValue(tape: self, index: 0) }
}

/// A value on a capture's tape. Text is copied only when needed.
package struct CapturedValue: Sendable {
  let tape: CaptureTape
  package let index: Int

  package var cursor: TapeCursor { tape.cursor }
  package var kind: JSONKind { cursor.kind(index) }
  var int: Int? { cursor.int(index) }
  /// A number, or digits in a string, as gateways write a status.
  var status: Int? {
    int ?? string.flatMap { $0.utf8.allSatisfy(ASCIIByte.isDigit) ? Int($0) : nil }
  }

  var isNull: Bool { cursor.rawTag(index) == TapeTag.null.rawValue }

  var isTrue: Bool { cursor.rawTag(index) == TapeTag.true.rawValue }

  /// The number of elements or properties.
  var count: Int { cursor.isContainer(index) ? cursor.count(index) : 0 }

  /// The first element of an array.
  var first: CapturedValue? { element(0) }

  /// An element of an array, counted from 0.
  ///
  /// - Complexity: O(`position`).
  func element(_ position: Int) -> CapturedValue? {
    guard kind == .array, position >= 0, position < count else { return nil }
    var child = cursor.firstChild(index)
    for _ in 0..<position { child = cursor.next(child) }
    return at(child)
  }

  /// The decoded text of a string. Nil for every other value.
  var string: String? { kind == .string ? cursor.decodedString(index) : nil }

  /// The range in the tape's text.
  var text: Range<Int> {
    let range = cursor.range(index)
    return range.offset..<range.end
  }

  /// The range in the file.
  var range: ByteRange { cursor.range(index).moved(by: tape.base) }

  /// The first property with a name. Nil if there is none, or if the value is no object.
  subscript(name: StaticString) -> CapturedValue? {
    guard let found = cursor.value(named: ByteView(name), in: index) else { return nil }
    return at(found)
  }

  /// Visits the elements of an array, or the names of an object's properties. For a scalar, nothing
  /// is visited.
  func forEachChild(_ body: (CapturedValue) -> Void) {
    guard cursor.isContainer(index) else { return }
    let step = kind == .object ? 1 : 0
    var child = cursor.firstChild(index)
    while child < cursor.next(index) {
      body(at(child))
      child = cursor.next(child &+ step)
    }
  }

  /// The value of a property, by its name.
  var propertyValue: CapturedValue { at(index + 1) }

  /// Compares a string with a name, ignoring case.
  func isName(_ name: String) -> Bool {
    guard cursor.rawTag(index) == TapeTag.string.rawValue else { return false }
    guard cursor.isEscaped(index) else {
      return cursor.length(index) == name.utf8.count
        && ASCIIByte.equalIgnoringCase(cursor.rawBytes(index), name.utf8)
    }
    return ASCIIByte.equalIgnoringCase(cursor.decodedString(index).utf8, name.utf8)
  }

  /// The place of a parameter's values in a query, or the place of the whole query.
  package func place(ofParameter name: String) -> ByteRange {
    var place = range
    if kind == .object {
      forEachChild { property in
        guard property.string == name else { return }
        let value = property.propertyValue
        place = value.count == 1 ? value.first?.range ?? value.range : value.range
      }
    }
    return place
  }

  func at(_ index: Int) -> CapturedValue { CapturedValue(tape: tape, index: index) }
}

/// A text of a capture: a string in memory, or a string on a tape.
package enum CapturedText: Sendable {
  case read(String, ByteRange?)
  /// A string or a number.
  case value(CapturedValue)

  package var string: String {
    switch self {
    case .read(let text, _): text
    case .value(let value):
      value.string ?? String(decoding: value.cursor.rawBytes(value.index), as: UTF8.self)
    }
  }

  /// The range in the file, with the quotes of a string.
  package var range: ByteRange? {
    switch self {
    case .read(_, let range): range
    case .value(let value): value.range
    }
  }

  /// Whether an address begins with `*`, as in mocks. Then other `*` stand for segments.
  var isWildcard: Bool {
    switch self {
    case .read(let text, _): text.utf8.first == UInt8(ascii: "*")
    case .value(let value): value.cursor.rawBytes(value.index).first == UInt8(ascii: "*")
    }
  }

  /// Calls `body` with the bytes of the text. They are copied only if the text has escapes.
  package func withBytes<R>(_ body: (ByteView) -> R) -> R {
    if case .value(let value) = self, !value.cursor.isEscaped(value.index) {
      return body(value.cursor.rawBytes(value.index))
    }
    return string.withByteView(body)
  }
}

extension CapturedText? {
  package func isSame(as bytes: [UInt8]?) -> Bool {
    guard let self, let bytes else { return self == nil && bytes == nil }
    return self.withBytes { $0.elementsEqual(bytes) }
  }
}

extension Body {
  package init(decoding value: CapturedValue) {
    var bytes: [UInt8] = []
    value.cursor.decodedBytes(value.index, into: &bytes)
    self.init(bytes: bytes, map: .escaped(content: value.range.content))
  }

  /// The body that a JSON string contains as text. `base` is the file offset of the string's
  /// document.
  package init(decoding string: JSONNode, base: Int) {
    self.init(
      decoding: CapturedValue(
        tape: CaptureTape(string.document, base: base), index: string.tapeIndex))
  }
}

extension ByteRange {
  package init(_ range: Range<Int>) {
    self.init(offset: range.lowerBound, length: range.count)
  }

  package func moved(by distance: Int) -> ByteRange {
    ByteRange(offset: offset + distance, length: length)
  }

  /// The text between a string's quotes. It is always mapped as escaped, even if it has no escapes,
  /// because new text would need escapes.
  var content: ByteRange { ByteRange(offset: offset + 1, length: length - 2) }
}
