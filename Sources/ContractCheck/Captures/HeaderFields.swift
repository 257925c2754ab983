@_spi(Engine) internal import JSONTape

/// The header fields of one message of a capture, read on demand. JSON captures have several
/// shapes: an object of strings or of arrays of strings, or an array of `{"name": …, "value": …}`.
public struct HeaderFields: Sendable {
  private enum Source {
    case json(CapturedValue)
    case head([HTTPHead.Field])
    case listed([Field])
  }

  /// A field that a layout has found.
  struct Field: Sendable {
    /// As it is written.
    let name: String
    let text: String
    let range: ByteRange
  }

  private let source: Source?

  /// No headers were captured.
  public init() { source = nil }

  init(_ value: CapturedValue?) {
    source = value.map { .json($0) }
  }

  init(_ head: HTTPHead) {
    source = .head(head.fields)
  }

  init(_ fields: [Field]) {
    source = fields.isEmpty ? nil : .listed(fields)
  }

  /// Of a message that the caller sent or received itself; they have no place in its body.
  @_spi(Engine) public init(_ fields: [ExchangeRecord.Field]) {
    self.init(
      fields.map { field in
        // Every place in it is the start of the body.
        Field(
          name: field.name, text: field.value,
          range: ByteRange(offset: 0, length: 0))
      })
  }

  /// Whether the capture holds headers at all; if not, none can be missing.
  var areCaptured: Bool {
    switch source {
    case .json(let value):
      value.cursor.isContainer(value.index) && value.cursor.count(value.index) > 0
    case .head(let fields): !fields.isEmpty
    case .listed: true
    case nil: false
    }
  }

  /// The values of a name in order, ignoring case.
  subscript(name: String) -> [Body] {
    switch source {
    case .json(let value):
      JSONFields(value).filter { $0.isNamed(name) }.flatMap(\.texts)
        .filter { $0.kind == .string }.map { Body(decoding: $0) }
    case .head(let fields):
      fields.filter { ASCIIByte.equalIgnoringCase($0.name, name) }.map { field in
        Body(
          bytes: Array(field.value.utf8), map: .identity(base: field.valueRange.lowerBound))
      }
    case .listed(let fields):
      fields.filter { ASCIIByte.equalIgnoringCase($0.name.utf8, name.utf8) }.map {
        Body(bytes: Array($0.text.utf8), map: .base64(string: $0.range))
      }
    case nil: []
    }
  }

  /// All fields in order; those of an array are several fields.
  var all: [ExchangeRecord.Field] {
    switch source {
    case .head(let fields): fields.map { ExchangeRecord.Field(String($0.name), $0.value) }
    case .listed(let fields): fields.map { ExchangeRecord.Field($0.name, $0.text) }
    case .json(let value):
      JSONFields(value).flatMap { field in
        let name = field.name?.string
        return name.map { name in
          field.texts.map { ExchangeRecord.Field(name, CapturedText.value($0).string) }
        } ?? []
      }
    case nil: []
    }
  }

  var contentLength: Int? {
    self["content-length"].first.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) }
  }

  /// The first value of `Content-Type`; nil where it is no string.
  var mediaType: CapturedText? {
    guard case .json(let headers) = source,
      let value = JSONFields(headers).first(where: { $0.isNamed("content-type") })?.value,
      let text = value.kind == .array ? value.first : value, text.kind == .string
    else { return nil }
    return .value(text)
  }

  /// The fields of headers as layouts describe them: a name may also be a `key`, or stand in an
  /// object of its own, and a field may be switched off.
  static func fields(
    _ headers: CapturedValue, _ text: (CapturedValue) -> (String, ByteRange)
  ) -> [Field] {
    var fields: [Field] = []
    for field in JSONFields(headers) where !field.isOff {
      guard let holder = field.name ?? field.place["key"],
        let name = holder.string ?? holder["name"]?.string
      else { continue }
      for value in field.texts {
        let (text, range) = text(value)
        fields.append(Field(name: name, text: text, range: range))
      }
    }
    return fields
  }
}

/// The fields of headers in JSON: the members of an object, or the elements of an array.
private struct JSONFields: Sequence, IteratorProtocol {
  struct Element {
    /// The name of the member, or the element.
    let place: CapturedValue
    let isMember: Bool

    var name: CapturedValue? { isMember ? place : place["name"] }

    var value: CapturedValue? { isMember ? place.memberValue : place["value"] }

    /// The value, or the elements of an array, as far as they are strings and numbers.
    var texts: [CapturedValue] {
      guard let value else { return [] }
      var texts: [CapturedValue] = []
      func add(_ value: CapturedValue) {
        if value.kind == .string || value.kind == .number { texts.append(value) }
      }
      if value.kind == .array { value.forEachChild(add) } else { add(value) }
      return texts
    }

    /// As tools mark fields that they do not send.
    var isOff: Bool {
      !isMember
        && (place["disabled"]?.isTrue ?? false || place["isEnabled"].map { !$0.isTrue } ?? false)
    }

    /// Ignores case.
    func isNamed(_ other: String) -> Bool { name?.isName(other) ?? false }
  }

  private let headers: CapturedValue
  private let isObject: Bool
  private var child: Int
  private let end: Int

  init(_ headers: CapturedValue) {
    let cursor = headers.cursor
    self.headers = headers
    isObject = headers.kind == .object
    end = cursor.next(headers.index)
    // A scalar has none.
    child = cursor.isContainer(headers.index) ? cursor.firstChild(headers.index) : end
  }

  mutating func next() -> Element? {
    guard child < end else { return nil }
    defer { child = headers.cursor.next(isObject ? child &+ 1 : child) }
    return Element(place: headers.at(child), isMember: isObject)
  }
}
