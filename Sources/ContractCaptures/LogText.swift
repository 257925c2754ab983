@_spi(Engine) internal import JSONTape

/// The text that a line of a log contains. The text may be JSON inside a string, as containers and
/// collectors write it. Or it may be `key=value` pairs. The text is read as a document with the
/// places of its words.
struct LogText {
  private enum Piece {
    /// JSON text, and the bytes that it stands for.
    case word(String, Range<Int>)
    case mark(String)
  }

  private var pieces: [Piece] = []
  private var pairs: Set<String> = []
  /// Where the object begins in the text.
  private var start = 0

  private static let most = 1 << 20

  /// Reads a JSON object. The object may be after other text. Nil for any other text.
  init?(_ text: [UInt8]) {
    guard text.count <= Self.most, let first = text.firstIndex(where: { !ASCIIByte.isSpace($0) })
    else { return nil }
    let isObject = text[first] == UInt8(ascii: "{")
    guard let start = isObject ? 0 : Self.start(ofJSONIn: text), readJSON(text, from: start) else {
      return nil
    }
    self.start = start
  }

  /// Reads pairs. Nil for any other text.
  init?(pairs text: [UInt8]) {
    guard text.count <= Self.most,
      text.first(where: { !ASCIIByte.isSpace($0) }) != UInt8(ascii: "{")
    else { return nil }
    readPairs(text)
    guard pairs.count > 1 else { return nil }
  }

  /// The document of the text.
  ///
  /// - Parameters:
  ///   - map: The places of the text in `bytes`.
  ///   - base: The place of `bytes` in the file.
  func document(_ map: SourceMap, in bytes: [UInt8], at base: Int) -> CaptureDocument? {
    let ranges: [ByteRange] = pieces.compactMap {
      if case .word(_, let range) = $0 { ByteRange(range) } else { nil }
    }
    var places = map.fileRanges(of: ranges, in: bytes)[...]
    let tokens = pieces.map { piece -> JSONDocument.DerivedToken in
      switch piece {
      case .mark(let text): .mark(text)
      case .word(let text, _): .word(text, at: places.removeFirst())
      }
    }
    return (try? JSONDocument(derived: tokens, from: bytes)).map {
      CaptureDocument(derived: $0, at: base)
    }
  }

  private mutating func readJSON(_ text: [UInt8], from start: Int) -> Bool {
    var tokenizer = JSONTokenizer(at: start)
    guard tokenizer.skipValue(text, end: text.count) != nil else { return false }
    tokenizer = JSONTokenizer(at: start)
    var end = start
    while let token = tokenizer.scan(text, end: text.count) {
      if token.start > end { mark(text[end..<token.start]) }
      let word = text[token.start..<token.end]
      if token.kind == .comma {
        mark(word)
      } else {
        pieces.append(.word(String(decoding: word, as: UTF8.self), token.start..<token.end))
      }
      end = token.end
    }
    return true
  }

  private mutating func mark(_ bytes: ArraySlice<UInt8>) {
    pieces.append(.mark(String(decoding: bytes, as: UTF8.self)))
  }

  /// Reads `method=GET path="/a b" status=200`. Words without `=` are ignored.
  private mutating func readPairs(_ text: [UInt8]) {
    var rest = text[...]
    pieces.append(.word("{", 0..<text.count))
    while !rest.isEmpty {
      rest = rest.drop(while: ASCIIByte.isSpace)
      let name = rest.prefix(while: Self.isNameByte)
      rest = rest[name.endIndex...]
      guard !name.isEmpty, rest.first == UInt8(ascii: "=") else {
        rest = rest.drop { !ASCIIByte.isSpace($0) }
        continue
      }
      rest = rest.dropFirst()
      let isQuoted = rest.first == UInt8(ascii: "\"")
      let value = isQuoted ? Self.quoted(rest) : rest.prefix { !ASCIIByte.isSpace($0) }
      rest = rest[value.endIndex...]
      let key = String(decoding: name, as: UTF8.self)
      // If several pairs have the same name, the first pair counts.
      guard pairs.insert(key).inserted else { continue }
      if pairs.count > 1 { pieces.append(.mark(",")) }
      pieces.append(.word(Self.string(key), name.indices))
      pieces.append(.mark(":"))
      pieces.append(.word(isQuoted ? Self.unquoted(value) : Self.scalar(value), value.indices))
    }
    pieces.append(.word("}", 0..<text.count))
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    ASCIIByte.isLetter(byte) || ASCIIByte.isDigit(byte) || "_-.@".utf8.contains(byte)
  }

  /// A text with both quotes. If the second quote is missing, the whole rest.
  static func quoted(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var index = text.startIndex + 1
    while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return text[..<min(index + 1, text.endIndex)]
  }

  /// The text in quotes as JSON. If it is not JSON, its characters.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> String {
    if (try? JSONDocument(Array(text)))?.root.kind == .string {
      return String(decoding: text, as: UTF8.self)
    }
    return string(String(decoding: text.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self))
  }

  /// A number if the text is a short number. Otherwise a string.
  private static func scalar(_ text: ArraySlice<UInt8>) -> String {
    let word = String(decoding: text, as: UTF8.self)
    return text.count < 10 && Int(word).map { "\($0)" == word } ?? false ? word : string(word)
  }

  private static func string(_ text: String) -> String {
    var writer = JSONWriter()
    writer.string(text)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension LogText {
  /// Properties that contain the text of another line. They are the properties of Docker,
  /// Kubernetes and Fluentd, of Loki, of CloudWatch and the Elastic stack, of journald, of Google
  /// Cloud, of Graylog, and of Splunk.
  static let properties: PropertyPath =
    "log|message|msg|line|@message|event.original|MESSAGE|textPayload|short_message|_raw|result._raw"

  /// The value of one of ``properties``. A text comes first: ECS has an object `log` beside `message`.
  static func content(of root: CapturedValue) -> CapturedValue? {
    properties.value(in: root, of: .string) ?? properties.value(in: root)
  }

  /// The exchange in the text or the object that a line has in one of ``properties``, or in the object
  /// of a log entry of Google Cloud. Nil if the line has no exchange.
  ///
  /// - Throws: The problem of a value in the text that looks like an exchange of unknown shape.
  static func exchange(
    wrappedIn root: CapturedValue, index: Int, _ reading: CaptureReading = CaptureReading()
  ) throws(CaptureProblem) -> Exchange? {
    guard root.kind == .object else { return nil }
    guard let payload = content(of: root) ?? root["jsonPayload"] else { return nil }
    guard payload.kind == .object else {
      return try exchange(in: payload, index: index, line: root.range, reading)
    }
    let kinds = reading.kinds + CaptureFormat.lineKinds
    guard let kind = kinds.first(where: { $0.layout.isMeant(payload) }) else {
      guard let value = content(of: payload) else { return nil }
      return try exchange(in: value, index: index, line: root.range, reading)
    }
    var found = try kind.layout.exchange(in: CaptureDocument(json: payload), index: index)
    found.range = root.range
    return found
  }

  /// The exchange in a text. Nil if the text contains none.
  private static func exchange(
    in value: CapturedValue, index: Int, line: ByteRange, _ reading: CaptureReading
  ) throws(CaptureProblem) -> Exchange? {
    guard value.kind == .string else { return nil }
    let raw = Array(value.cursor.rawBytes(value.index))
    guard raw.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "=") }) else {
      return nil
    }
    let bytes = Array((value.string ?? "").utf8)
    let content = value.range.content
    let map = SourceMap.escaped(content: ByteRange(0..<raw.count))
    var look: CaptureProblem.Kind?
    for text in [LogText(bytes), LogText(pairs: bytes)] {
      guard let text, let document = text.document(map, in: raw, at: content.offset) else {
        continue
      }
      if var found = try text.exchange(in: document, index: index, line: line, reading.kinds) {
        if text.start > 0 { found.nameContainer(of: bytes) }
        return found
      }
      if text.pairs.isEmpty { look = reading.unknownShape(document.root, isWhole: true) }
    }
    guard let look else { return nil }
    let start = ByteRange(offset: value.range.offset, length: 0)
    throw CaptureProblem(kind: look, index: index, unit: .line, range: start)
  }

  /// Whether a value of a document is the line of an exchange, or looks like one.
  static func isExchange(_ value: CapturedValue) -> Bool {
    switch item(of: value, index: 0, CaptureReading()) {
    case .exchange(let exchange): !exchange.isBare
    case .problem(let problem): problem.isOfShape
    }
  }

  /// The line in a value of a document. The value is a text, or an object that is read like a line.
  static func item(
    of value: CapturedValue, index: Int, _ reading: CaptureReading
  ) -> CaptureItem {
    do throws(CaptureProblem) {
      var line = try line(in: value, index: index, reading)
      line.unit = .entry
      return .exchange(line)
    } catch {
      let problem = CaptureProblem(
        kind: error.kind, index: index, unit: .entry, range: error.range)
      return .problem(problem)
    }
  }

  private static func line(
    in value: CapturedValue, index: Int, _ reading: CaptureReading
  ) throws(CaptureProblem) -> Exchange {
    guard value.kind == .object else {
      let found = try exchange(in: value, index: index, line: value.range, reading)
      if let found { return found }
      return try OtherLine.text(value, index: index, .entry)
    }
    let own = JSONDocument(copying: value.cursor, at: value.index, text: value.text)
    let tape = CaptureTape(own, base: value.range.offset)
    let text = 0..<value.text.count
    let line = try RecordReader(tape: tape, index: index, text: text, reading).exchange()
    // An object that is no exchange is no body, either.
    guard line.isLoneValue else { return line }
    guard let text = content(of: value) else {
      return line.asLineOfLog
    }
    return try OtherLine.text(text, index: index, .entry)
  }

  /// Whether a value contains the text of an exchange.
  static func isWrapped(in root: CapturedValue) -> Bool {
    (try? exchange(wrappedIn: root, index: 0)) ?? nil != nil
  }

  /// The exchange of a line of pairs. Nil for a line of other text.
  static func exchange(
    ofPairs line: [UInt8], at base: Int, index: Int, _ mapped: [CaptureFormat.Kind] = []
  ) -> Exchange? {
    let range = ByteRange(offset: base, length: line.count)
    guard let text = LogText(pairs: line),
      let document = text.document(.identity(base: 0), in: line, at: base)
    else { return nil }
    return try? text.exchange(in: document, index: index, line: range, mapped)
  }

  /// Whether a line of text is about a request. The request is in pairs, or in JSON after other
  /// text.
  static func isRequest(_ line: ArraySlice<UInt8>) -> Bool {
    let item = NDJSONLine(bytes: Array(line), index: 0, offset: 0).afterText(CaptureReading())
    if case .exchange(let exchange)? = item, !exchange.isBare { return true }
    return line.contains(UInt8(ascii: "="))
      && exchange(ofPairs: Array(line), at: 0, index: 0)?.address != nil
  }

  /// The start of an object at the end of a line that begins with other text.
  static func start(ofJSONIn line: [UInt8]) -> Int? {
    guard let first = line.first(where: { !ASCIIByte.isSpace($0) }), !"{\"".utf8.contains(first),
      line.last(where: { !ASCIIByte.isSpace($0) }) == UInt8(ascii: "}")
    else { return nil }
    return line.indices.dropFirst().first {
      guard line[$0] == UInt8(ascii: "{"),
        ASCIIByte.isSpace(line[$0 - 1]) || endsColour(line[..<$0])
      else { return false }
      // Loki writes labels such as `{app="shop"}` before the object.
      let next = line[($0 + 1)...].first { !ASCIIByte.isSpace($0) }
      return next == UInt8(ascii: "\"") || next == UInt8(ascii: "}")
    }
  }

  /// Whether a text ends with a code for the colour of a terminal, such as `ESC [0m`.
  private static func endsColour(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.last == UInt8(ascii: "m"), let start = text.lastIndex(of: 0x1B) else { return false }
    let code = text[(start + 1)...].dropLast()
    return code.first == UInt8(ascii: "[")
      && code.dropFirst().allSatisfy { ASCIIByte.isDigit($0) || $0 == UInt8(ascii: ";") }
  }

  private func exchange(
    in document: CaptureDocument, index: Int, line: ByteRange, _ mapped: [CaptureFormat.Kind]
  ) throws(CaptureProblem) -> Exchange? {
    let known = pairs.isEmpty ? CaptureFormat.lineKinds.map(\.layout) : [CaptureFormat.pairs]
    let layouts = mapped.map(\.layout) + known
    guard let layout = layouts.first(where: { $0.isMeant(document.root) }) else { return nil }
    var exchange = try layout.exchange(in: document, index: index)
    exchange.range = line
    return exchange
  }
}
