@_spi(Engine) internal import JSONTape

/// A format of capture files.
///
/// To add a format, add a file in `Layouts/` and a line in ``all``.
public struct CaptureFormat: RawRepresentable, CaseIterable, Hashable, Sendable {
  /// Each format is created once and exists until the process ends. So a copy is only an address
  /// and costs nothing.
  private let facts: Unmanaged<Facts>

  /// The description of a format.
  private final class Facts: Sendable {
    let rawValue, noun, mark: String
    let endings: [String]
    let reading: Reading
    let layouts: [CaptureLayout]

    init(
      _ rawValue: String, _ noun: String, _ mark: String, _ endings: [String], _ reading: Reading,
      _ layouts: [CaptureLayout]
    ) {
      self.rawValue = rawValue
      self.noun = noun
      self.mark = mark
      self.endings = endings
      self.reading = reading
      self.layouts = layouts
    }
  }

  /// Creates a format for the table.
  init(
    rawValue: String, noun: String, mark: String = "", endings: [String] = [],
    reading: Reading = .layout, layouts: [CaptureLayout] = []
  ) {
    facts = .passRetained(Facts(rawValue, noun, mark, endings, reading, layouts))
  }

  /// The name of the format in `--input-format`.
  public var rawValue: String { facts._withUnsafeGuaranteedRef { $0.rawValue } }
  /// A file of this format in words, with its article.
  var noun: String { facts._withUnsafeGuaranteedRef { $0.noun } }
  /// The typical content of a file of this format, for messages about its absence.
  var mark: String { facts._withUnsafeGuaranteedRef { $0.mark } }
  /// The extensions of the format's files, without the dot.
  var endings: [String] { facts._withUnsafeGuaranteedRef { $0.endings } }
  var reading: Reading { facts._withUnsafeGuaranteedRef { $0.reading } }
  /// The layouts in the order in which a document is compared with them.
  var layouts: [CaptureLayout] { facts._withUnsafeGuaranteedRef { $0.layouts } }

  /// Two formats are equal if they are the same object.
  public static func == (left: CaptureFormat, right: CaptureFormat) -> Bool {
    left.facts.toOpaque() == right.facts.toOpaque()
  }

  /// Hashes the address of the format.
  public func hash(into hasher: inout Hasher) { hasher.combine(facts.toOpaque()) }

  /// How exchanges are read. A HAR's entries, or lines, are read as a stream. Other ways are HTTP
  /// messages, the whole text as one body, or a document by its layout.
  enum Reading: Sendable { case entries, lines, messages, body, layout }

  /// Every format, in the order of the help. If a document fits several formats, the last one is
  /// used.
  package static let all: [CaptureFormat] = [
    .har, .http, .ndjson, .json, .wiremock, .postman, .newman, .vcr, .dvr, .pact, .charles,
    .proxyman, .tap, .nock, .hoverfly, .mockserver, .log,
  ]

  /// Every format. The order is the same as in the help.
  public static var allCases: [CaptureFormat] { all }

  /// HTTP messages as tools print them.
  public static let http = CaptureFormat(
    rawValue: "http", noun: "an HTTP message", endings: ["http", "response"], reading: .messages)
  /// One exchange record or one bare body per line.
  public static let ndjson = CaptureFormat(
    rawValue: "ndjson", noun: "NDJSON", endings: ["jsonl", "ndjson"], reading: .lines)
  /// One bare body.
  public static let json = CaptureFormat(
    rawValue: "json", noun: "JSON", endings: ["json"], reading: .body, layouts: [envelopes])

  /// Whether a layout describes the file.
  @_spi(Engine) public var hasLayout: Bool { reading == .layout }

  /// Whether exchanges are read as a stream.
  package var isStream: Bool { reading == .entries || reading == .lines }

  /// Whether a file name fits this format. It may also have an extension for compression.
  func fits(name: String) -> Bool {
    name.withByteView { name in
      var end = name.count
      if Self.hasEnding("gz", name[..<end]) { end -= 3 }
      return endings.contains { Self.hasEnding($0, name[..<end]) }
    }
  }

  private static func hasEnding(_ ending: String, _ name: Slice<ByteView>) -> Bool {
    let count = ending.utf8.count
    return name.count > count && name[name.count - count - 1] == UInt8(ascii: ".")
      && ASCIIByte.equalIgnoringCase(name.suffix(count), ending.utf8)
  }

  /// Reads a whole file. Calls `yield` with the exchanges and problems of the file, in order.
  ///
  /// - Parameter decompressor: Decodes compressed bodies. Without a decompressor, such bodies
  ///   cannot be decoded.
  public func read(
    _ bytes: [UInt8], decompressor: Decompressor? = nil, _ yield: (CaptureItem) -> Void
  ) {
    CaptureItem.each(in: bytes, named: "", as: self) { $0.decompressed(decompressor, yield) }
  }
}

extension CaptureFormat {
  /// The format with this name in `--input-format`.
  public init?(rawValue: String) {
    guard let format = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// Detects the format of a file from its content.
  ///
  /// The first two lines are enough to detect NDJSON and other streams. A text is a HAR if it
  /// contains the start of `entries`. A text is NDJSON if its first line is a whole JSON value. Any
  /// other text counts as JSON. So a broken file gets a finding at the place of the error.
  public static func detect(_ bytes: [UInt8]) -> CaptureFormat {
    if HTTPMessageReader.recognises(bytes) { return .http }
    var look = HARLook()
    if look.recognises(bytes, isWhole: true) { return .har }
    return NDJSONReader.recognises(bytes) ? .ndjson : .json
  }

  /// Whether a text is NDJSON. The text after it does not matter.
  package static func isSurelyLines(_ start: [UInt8]) -> Bool {
    NDJSONReader.beginsWithRecord(start)
  }

  /// The format that the file's name gives. The file may be broken. Nil if the content must decide.
  ///
  /// - Parameter start: The first bytes of the file. PollyJS in a browser writes several HARs to
  ///   one file that is named like a HAR. The first bytes show this case.
  @_spi(Engine) public static func meant(
    byName name: String, _ start: @autoclosure () -> [UInt8] = []
  ) -> CaptureFormat? {
    har.fits(name: name) && !holdsNamedHAR(start().prefix(1024)) ? har : nil
  }

  /// Whether a file begins with a name whose value has a `log`.
  private static func holdsNamedHAR(_ start: ArraySlice<UInt8>) -> Bool {
    let text = start.filter { !ASCIIByte.isSpace($0) }
    guard text.starts(with: "{\"".utf8), !text.starts(with: "{\"log\"".utf8),
      let end = text.dropFirst(2).firstIndex(of: UInt8(ascii: "\""))
    else { return false }
    return text[(end + 1)...].starts(with: ":{\"log\":{".utf8)
  }

  /// A layout and its format.
  package final class Kind: Sendable {
    let format: CaptureFormat
    let layout: CaptureLayout

    init(_ format: CaptureFormat, _ layout: CaptureLayout) {
      self.format = format
      self.layout = layout
    }
  }

  /// Every layout, in the order of comparison. There are layouts of a whole document, of a line,
  /// and of an array whose elements may be lines.
  static let kinds: [Kind] =
    kinds(where: { !$0.isLine }) + lineKinds + lineKinds.map { Kind($0.format, $0.layout.list) }

  /// The layouts of NDJSON lines.
  static let lineKinds: [Kind] = kinds(where: \.isLine)

  /// The layouts of arrays of stubs.
  private static let stubKinds: [Kind] = lineKinds.map { Kind($0.format, $0.layout.stubs) }

  private static func kinds(where isWanted: (CaptureLayout) -> Bool) -> [Kind] {
    all.reversed().flatMap { format in format.layouts.filter(isWanted).map { Kind(format, $0) } }
  }

  /// The format and the layout of a document; nil for a body.
  ///
  /// - Parameters:
  ///   - format: The required format; nil for any.
  ///   - name: The file's name. The lines of a stream contain no stubs.
  ///   - mapped: The formats that the configuration maps; see ``CaptureReading/kinds``.
  static func recognised(
    _ root: CapturedValue, as format: CaptureFormat? = nil, name: String = "",
    _ mapped: [Kind] = []
  ) -> Kind? {
    let known = format == nil && ndjson.fits(name: name) ? lineKinds : kinds
    var lists = mapped.map { Kind($0.format, $0.layout.list) }
    let mayBeStubs = root.kind == .object && CaptureLayout.stubLists.value(in: root) != nil
    if mayBeStubs { lists += mapped.map { Kind($0.format, $0.layout.stubs) } }
    return (mapped + lists + known + (mayBeStubs ? stubKinds : [])).first { kind in
      guard format == nil || kind.format == format else { return false }
      if let ending = kind.layout.ending, !ASCIIByte.lowercased(name).hasSuffix(ending) {
        return false
      }
      return kind.layout.isMeant(root)
    }
  }
}
