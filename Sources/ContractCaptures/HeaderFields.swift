@_spi(Engine) package import JSONTape

/// The header fields of one message of a capture. They are read when they are needed. JSON captures
/// have several shapes: an object of strings or of arrays of strings, or an array of `{"name": …,
/// "value": …}`.
package struct HeaderFields: Sendable {
  private enum Source {
    case json(CapturedValue)
    case head([HTTPHead.Field])
    case listed([Field])
  }

  /// A field that a layout has found.
  struct Field: Sendable {
    /// The name as it is written.
    let name: String
    let text: String
    let range: ByteRange
  }

  private let source: Source?
  /// Whether the fields are only some of the message's fields, from other places than its headers.
  private var isPart = false

  /// Creates fields for a message without captured headers.
  package init() { source = nil }

  init(_ value: CapturedValue?) {
    source = value.map { .json($0) }
  }

  init(_ head: HTTPHead) {
    source = .head(head.fields)
  }

  /// - Parameter isPart: Whether the message may have other fields, so that no field is missing.
  init(_ fields: [Field], isPart: Bool = false) {
    source = fields.isEmpty ? nil : .listed(fields)
    self.isPart = isPart
  }

  /// The same with the cookies that a HAR lists beside headers without `Cookie`.
  func adding(cookies: CapturedValue?) -> HeaderFields {
    guard let cookies, cookies.kind == .array, cookies.count > 0, areCaptured,
      case .json(let headers) = source,
      headers.firstField({ headers.isField($0, named: "cookie") ? true : nil }) == nil
    else { return self }
    var fields = Self.fields(headers) { (CapturedText.value($0).string, $0.range) }
    cookies.forEachChild { cookie in
      guard let name = cookie["name"]?.string, let value = cookie["value"],
        let text = value.string
      else { return }
      fields.append(Field(name: "Cookie", text: "\(name)=\(text)", range: value.range))
    }
    return HeaderFields(fields)
  }

  /// The headers of a part of a body, at these places in the file. A part without headers has an
  /// empty list, so its required headers are missing.
  package init(
    ofPart fields: [MultipartBody.Field], at places: [ByteRange]
  ) {
    source = .listed(
      zip(fields, places).map { Field(name: $0.name, text: $0.text, range: $1) })
  }

  /// The headers of a message that the tool itself sent or received. Such headers are in no file.
  @_spi(Engine) public init(_ fields: [ExchangeRecord.Field]) {
    self.init(
      fields.map { field in
        // The place of each field is the start of the body.
        Field(
          name: field.name, text: field.value,
          range: ByteRange(offset: 0, length: 0))
      })
  }

  /// Whether the capture contains headers. If it does not, no header counts as missing.
  package var areCaptured: Bool {
    switch source {
    case .json(let value):
      value.cursor.isContainer(value.index) && value.cursor.count(value.index) > 0
    case .head(let fields): !fields.isEmpty
    case .listed: !isPart
    case nil: false
    }
  }

  /// The values for a name in order, ignoring case.
  package subscript(name: String) -> [Body] {
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

  /// All fields in order. An array of values becomes several fields.
  package var all: [ExchangeRecord.Field] {
    switch source {
    case .head(let fields): return fields.map { ExchangeRecord.Field(String($0.name), $0.value) }
    case .listed(let fields): return fields.map { ExchangeRecord.Field($0.name, $0.text) }
    case .json(let value):
      var fields: [ExchangeRecord.Field] = []
      value.forEachField { field in
        guard let name = value.name(of: field)?.string else { return }
        fields += value.texts(of: field).map {
          ExchangeRecord.Field(name, CapturedText.value($0).string)
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

  /// The first value for a name. Nil if the value is no string.
  private static func first(_ name: String, in headers: CapturedValue) -> CapturedValue? {
    let found = headers.firstField { field -> CapturedValue?? in
      guard headers.isField(field, named: name) else { return nil }
      let text = headers.value(of: field).flatMap { $0.kind == .array ? $0.first : $0 }
      return .some(text?.kind == .string ? text : nil)
    }
    return found ?? nil
  }

  private static func strings(named name: String, in headers: CapturedValue) -> [CapturedValue] {
    var strings: [CapturedValue] = []
    headers.forEachField { field in
      guard headers.isField(field, named: name) else { return }
      for text in headers.texts(of: field) where text.kind == .string { strings.append(text) }
    }
    return strings
  }

  /// The fields of headers at the places that layouts give, in any usual shape.
  static func fields(
    _ headers: CapturedValue, _ text: (CapturedValue) -> (String, ByteRange)
  ) -> [Field] {
    var fields: [Field] = []
    // Node writes names and values in turn.
    if headers.first?.kind == .string {
      var name: String?
      headers.forEachChild { value in
        if let own = name {
          let (text, range) = text(value)
          fields.append(Field(name: own, text: text, range: range))
        }
        name = name == nil ? value.string : nil
      }
    }
    headers.forEachField { field in
      guard let name = headers.sentName(of: field) else { return }
      for value in headers.texts(of: field) {
        let (text, range) = text(value)
        fields.append(Field(name: name, text: text, range: range))
      }
    }
    return fields
  }
}

/// Reads the fields of headers in JSON: the properties of an object, or the elements of an array. A
/// field is the index of a property's name, or of an element.
extension CapturedValue {
  @inline(__always)
  private var hasProperties: Bool { cursor.rawTag(index) == TapeTag.object.rawValue }

  /// Visits the fields until one gives a result.
  @inline(__always)
  fileprivate func firstField<Result>(_ visit: (Int) -> Result?) -> Result? {
    guard cursor.isContainer(index) else { return nil }
    let step = hasProperties ? 1 : 0
    var child = cursor.firstChild(index)
    while child < cursor.next(index) {
      if let result = visit(child) { return result }
      child = cursor.next(child &+ step)
    }
    return nil
  }

  @inline(__always)
  fileprivate func forEachField(_ visit: (Int) -> Void) {
    _ = firstField { field -> Void? in
      visit(field)
      return nil
    }
  }

  fileprivate func name(of field: Int) -> CapturedValue? {
    hasProperties ? at(field) : at(field)["name"]
  }

  @inline(__always)
  fileprivate func value(of field: Int) -> CapturedValue? {
    hasProperties ? at(field &+ 1) : at(field)["value"]
  }

  /// Whether a field has a name, ignoring case.
  @inline(__always)
  fileprivate func isField(_ field: Int, named name: String) -> Bool {
    hasProperties ? at(field).isName(name) : at(field)["name"]?.isName(name) ?? false
  }

  /// The value, or the elements of an array, if they are strings or numbers.
  fileprivate func texts(of field: Int) -> [CapturedValue] {
    guard let value = value(of: field) else { return [] }
    var texts: [CapturedValue] = []
    func add(_ value: CapturedValue) {
      if value.kind == .string || value.kind == .number { texts.append(value) }
    }
    if value.kind == .array { value.forEachChild(add) } else { add(value) }
    return texts
  }

  /// The name of a field. It may also be in `key` or in a separate object. Nil for a disabled
  /// field.
  fileprivate func sentName(of field: Int) -> String? {
    let place = at(field)
    guard !hasProperties else { return place.string }
    let isOff =
      place["disabled"]?.isTrue ?? false || place["isEnabled"].map { !$0.isTrue } ?? false
    let name = place["name"] ?? place["key"]
    return isOff ? nil : name?.string ?? name?["name"]?.string
  }
}
