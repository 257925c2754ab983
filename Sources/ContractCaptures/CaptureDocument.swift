@_spi(Engine) internal import JSONTape

/// A path of names from a value to a value inside it: `body.text`. An empty path means the value
/// itself. A number is an index in an array, from 0. In `url|path`, there are two paths. The first
/// path that exists is used.
struct PropertyPath: ExpressibleByStringLiteral, Sendable {
  /// The first path, for messages.
  let text: String
  private let paths: [[[UInt8]]]

  init(stringLiteral text: String) {
    let texts = text.split(separator: "|", omittingEmptySubsequences: false)
    self.text = texts.first.map(String.init) ?? ""
    paths = texts.map { $0.utf8.split(separator: UInt8(ascii: ".")).map { Array($0) } }
  }

  /// The values at some pointers.
  init(_ pointers: [JSONPointer], text: String? = nil) {
    self.text = text ?? pointers.first?.description ?? ""
    paths = pointers.map { $0.tokens.map { Array($0.utf8) } }
  }

  /// The values at paths whose names may be joined by dots: `a.b` is the property `b` of the
  /// property `a`, or the property `a.b`.
  static func dotted(_ paths: String...) -> PropertyPath {
    PropertyPath(
      paths.flatMap { path in
        let names = path.split(separator: ".").map(String.init)
        return names.dropFirst().reduce([[names[0]]]) { lists, name in
          lists.flatMap { [$0 + [name], $0.dropLast() + ["\($0.last ?? "").\(name)"]] }
        }.map { JSONPointer(tokens: $0) }
      }, text: paths.first)
  }

  /// The value at the path. Null counts as missing.
  func value(in root: CapturedValue, of kind: JSONKind? = nil) -> CapturedValue? {
    for path in paths {
      if let found = Self.value(at: path, in: root), found.kind == kind ?? found.kind {
        return found
      }
    }
    return nil
  }

  /// The names on the first path that leads to a value.
  func names(in root: CapturedValue) -> [String]? {
    paths.first { Self.value(at: $0, in: root) != nil }?.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first of the names whose value fits.
  func property(of root: CapturedValue, where isRight: (CapturedValue) -> Bool) -> String? {
    guard root.kind == .object else { return nil }
    let found = paths.first { Self.value(at: $0, in: root).map(isRight) ?? false }
    return found?.first.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func value(at names: [[UInt8]], in root: CapturedValue) -> CapturedValue? {
    var value = root
    for name in names {
      if value.kind == .array, let position = Int(String(decoding: name, as: UTF8.self)) {
        guard let element = value.element(position) else { return nil }
        value = element
        continue
      }
      guard
        let next = name.withByteView({
          value.cursor.value(named: $0, in: value.index)
        })
      else { return nil }
      value = value.at(next)
    }
    return value.isNull ? nil : value
  }
}

/// A parsed capture in JSON, in YAML or in the text of a log. It has the values, and their places
/// in the file.
package struct CaptureDocument: Sendable {
  let root: CapturedValue
  /// For a text inside the file: the text's document, and the place in the file where its source
  /// begins.
  private var derived: (document: JSONDocument, texts: YAMLTexts, base: Int)?

  init(json root: CapturedValue) { self.root = root }

  init(yaml bytes: [UInt8]) throws(YAMLError) {
    var texts = YAMLTexts()
    let document = try JSONDocument(yaml: bytes, texts: &texts)
    root = CaptureTape(document, base: 0).root
    derived = (document, texts, 0)
  }

  init(derived document: JSONDocument, at base: Int) {
    root = CaptureTape(document, base: 0).root
    derived = (document, YAMLTexts(), base)
  }

  func range(of value: CapturedValue) -> ByteRange {
    derived.map { $0.document.sourceRange(of: value.range).moved(by: $0.base) } ?? value.range
  }

  func text(_ value: CapturedValue) -> CapturedText {
    guard derived != nil else { return .value(value) }
    return .read(CapturedText.value(value).string, range(of: value))
  }

  /// The body whose text is in a string.
  func content(ofText value: CapturedValue) -> Message.Content {
    guard let derived else { return .text(value, .none) }
    let place = range(of: value)
    let bytes = Array(CapturedText.value(value).string.utf8)
    let text = derived.texts[place.offset]
    if text?.isBinary ?? false {
      return Base64.decode(bytes).map { .body(Body(bytes: $0, map: .base64(string: place))) }
        ?? .text(value, .unknown)
    }
    guard let runs = text?.runs, runs.count == bytes.count else {
      return .body(Body(bytes: bytes, map: .base64(string: place)))
    }
    return .body(Body(bytes: bytes, map: .runs(runs)))
  }

  /// The body that is the value itself.
  func content(of value: CapturedValue) -> Message.Content {
    guard let derived else { return .value(value, text: value.text) }
    let range = value.cursor.range(value.index)
    let map = derived.document.sourceMap(of: range).moved(by: derived.base)
    return .body(
      Body(
        bytes: Array(derived.document.bytes(in: range)),
        map: map ?? .base64(string: self.range(of: value))))
  }
}
