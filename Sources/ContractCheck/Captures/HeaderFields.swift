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
    case .json(let value): Self.strings(named: name, in: value).map { Body(decoding: $0) }
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
    case .head(let fields): return fields.map { ExchangeRecord.Field(String($0.name), $0.value) }
    case .listed(let fields): return fields.map { ExchangeRecord.Field($0.name, $0.text) }
    case .json(let value):
      var fields: [ExchangeRecord.Field] = []
      func add(_ name: CapturedValue?, _ value: CapturedValue?) {
        guard let name = name?.string, let value, !value.isNull else { return }
        if value.kind == .array {
          value.forEachChild { add(name, $0) }
        } else {
          add(name, value)
        }
      }
      func add(_ name: String, _ value: CapturedValue) {
        guard value.kind == .string || value.kind == .number else { return }
        fields.append(ExchangeRecord.Field(name, CapturedText.value(value).string))
      }
      let isObject = value.kind == .object
      value.forEachChild { child in
        if isObject {
          add(child, child.at(child.index + 1))
        } else {
          add(child["name"], child["value"])
        }
      }
      return fields
    case nil: return []
    }
  }

  var contentLength: Int? {
    self["content-length"].first.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) }
  }

  var mediaType: CapturedText? {
    guard case .json(let headers) = source else { return nil }
    return Self.first("content-type", in: headers).map { .value($0) }
  }

  /// The first value of a name; nil where it is no string.
  private static func first(_ name: String, in headers: CapturedValue) -> CapturedValue? {
    let cursor = headers.cursor
    guard cursor.isContainer(headers.index) else { return nil }
    let isObject = headers.kind == .object
    var child = cursor.firstChild(headers.index)
    while child < cursor.next(headers.index) {
      if isObject {
        if headers.at(child).isName(name) { return string(headers.at(child + 1)) }
      } else if headers.at(child)["name"]?.isName(name) ?? false {
        return headers.at(child)["value"].flatMap(string)
      }
      child = cursor.next(isObject ? child + 1 : child)
    }
    return nil
  }

  private static func string(_ value: CapturedValue) -> CapturedValue? {
    guard value.kind == .array else { return value.kind == .string ? value : nil }
    let first = value.at(value.cursor.firstChild(value.index))
    return value.cursor.count(value.index) > 0 && first.kind == .string ? first : nil
  }

  private static func strings(named name: String, in headers: CapturedValue) -> [CapturedValue] {
    var values: [CapturedValue] = []
    let isObject = headers.kind == .object
    headers.forEachChild { child in
      if isObject {
        guard child.isName(name) else { return }
        let value = child.at(child.index + 1)
        if value.kind == .array {
          value.forEachChild { values.append($0) }
        } else {
          values.append(value)
        }
      } else if child["name"]?.isName(name) ?? false, let value = child["value"] {
        values.append(value)
      }
    }
    return values.filter { $0.kind == .string }
  }

  /// The fields of headers in any usual shape: an object of texts or of arrays of texts, or an array
  /// of names and values, each perhaps in an object of its own.
  static func fields(
    _ headers: CapturedValue, _ text: (CapturedValue) -> (String, ByteRange)
  ) -> [Field] {
    var fields: [Field] = []
    func add(_ name: String?, _ value: CapturedValue?) {
      guard let name, let value else { return }
      if value.kind == .array { return value.forEachChild { add(name, $0) } }
      guard value.kind == .string || value.kind == .number else { return }
      let (text, range) = text(value)
      fields.append(Field(name: name, text: text, range: range))
    }
    headers.forEachChild { child in
      if headers.kind == .object { return add(child.string, child.memberValue) }
      let name = child["name"] ?? child["key"]
      let isOff =
        child["disabled"]?.isTrue ?? false || child["isEnabled"].map { !$0.isTrue } ?? false
      if !isOff { add(name?.string ?? name?["name"]?.string, child["value"]) }
    }
    return fields
  }
}
