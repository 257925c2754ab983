@_spi(Engine) internal import JSONTape

/// Recognises newline-delimited JSON. ``NDJSONSplitter`` reads its lines.
enum NDJSONReader {
  /// The number of lines that decide the format.
  private static let sample = 32

  /// Whether a text is NDJSON. NDJSON has several lines. The first line is a whole value, and most
  /// other lines begin a value. If the first line is damaged, at least two later lines must be
  /// objects. A single line must be a record.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    let lines = firstLines(bytes)
    // A YAML document begins with three dashes.
    guard let first = lines.first, !bytes[first].elementsEqual("---".utf8) else { return false }
    let others = lines.dropFirst()
    if isValue(bytes, first) {
      // A record is never a body. The text after it does not matter.
      if isRecord(bytes, first) { return true }
      if others.isEmpty { return hasLogEscapes(bytes[first]) || isWrapped(bytes[first]) }
      return others.filter { beginsValue(bytes, $0) }.count * 2 >= others.count
        || holdsExchange(bytes)
    }
    if lines.contains(where: { hasLogEscapes(bytes[$0]) }) { return true }
    if lines.contains(where: { LogText.isRequest(bytes[$0]) || OtherLine.isCut(bytes[$0]) }) {
      return true
    }
    if !mayBeDocument(bytes, first), holdsExchange(bytes) { return true }
    let isComment = "/#-%<".utf8.contains(bytes[first.lowerBound])
    if !beginsValue(bytes, first), !isComment {
      // Servers print other text before they log.
      let objects = others.filter { bytes[$0.lowerBound] == UInt8(ascii: "{") }
      return !objects.isEmpty && objects.count * 2 >= others.count
        && objects.allSatisfy { isValue(bytes, $0) }
    }
    return bytes[first.lowerBound] == UInt8(ascii: "{") && others.count >= 2
      && others.allSatisfy { bytes[$0.lowerBound] == UInt8(ascii: "{") && isValue(bytes, $0) }
  }

  /// Whether the first line is a whole record. This is enough to recognise the format.
  static func beginsWithRecord(_ bytes: [UInt8]) -> Bool {
    guard let end = bytes.firstIndex(of: ASCIIByte.lineFeed),
      let first = firstLines(Array(bytes[..<end])).first
    else { return false }
    return isValue(bytes, first) && isRecord(bytes, first)
  }

  /// Whether a line may be the start of a JSON document of several lines.
  private static func mayBeDocument(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    let next = bytes[(line.lowerBound + 1)...].firstIndex { !ASCIIByte.isSpace($0) }
    guard let next else { return true }
    return switch bytes[line.lowerBound] {
    case UInt8(ascii: "{"): bytes[next] == UInt8(ascii: "\"") && !line.contains(next)
    case UInt8(ascii: "["): "{[\"".utf8.contains(bytes[next])
    default: false
    }
  }

  /// Whether a line in the first 64 KiB is an exchange. The first line is not enough, because a
  /// server writes notes before its log.
  private static func holdsExchange(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(1 << 16).split(separator: ASCIIByte.lineFeed).contains { line in
      guard line.first.map({ !ASCIIByte.isSpace($0) }) ?? false else { return false }
      let item = NDJSONLine(bytes: Array(line), index: 0, offset: 0).read()
      if case .exchange(let exchange) = item { return !exchange.isBare }
      return false
    }
  }

  /// The first lines without leading white space.
  private static func firstLines(_ bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var position = ByteOrderMark.length(in: bytes)
    while position < bytes.count, lines.count < sample {
      let line = HTTPLine(at: position, in: bytes, limit: bytes.count)
      if let start = bytes[line.text].firstIndex(where: { !ASCIIByte.isSpace($0) }) {
        lines.append(start..<line.text.upperBound)
      }
      position = line.next
    }
    return lines
  }

  private static func isValue(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    var tokenizer = JSONTokenizer(at: line.lowerBound)
    return tokenizer.skipValue(bytes, end: line.upperBound) != nil
      && tokenizer.scan(bytes, end: line.upperBound) == nil
  }

  /// Whether a line belongs to an nginx log that writes quotes in texts as `\x22`.
  static func hasLogEscapes(_ line: some Collection<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "{") else { return false }
    let text = String(decoding: line.prefix(4096), as: UTF8.self)
    return text.contains("\\x") && text.contains("\"status\"") && text.contains("\"request")
  }

  /// Whether a line contains the text of another line that is an exchange.
  private static func isWrapped(_ line: ArraySlice<UInt8>) -> Bool {
    guard let document = try? JSONDocument(Array(line)) else { return false }
    let root = CaptureTape(document, base: 0).root
    return LogText.isWrapped(in: root)
  }

  private static func beginsValue(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    switch bytes[line.lowerBound] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): return true
    default:
      var tokenizer = JSONTokenizer(at: line.lowerBound)
      return tokenizer.skipValue(bytes, end: line.upperBound) != nil
    }
  }

  private static func isRecord(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    func has(_ name: StaticString) -> Bool {
      var tokenizer = JSONTokenizer(at: line.lowerBound)
      while let token = tokenizer.scan(bytes, end: line.upperBound) {
        guard token.kind == .name, tokenizer.depth == 1 else { continue }
        if JSONTokenizer.isName(token, name, in: bytes) { return true }
      }
      return false
    }
    guard has("responseBody") || has("requestBody") else {
      return has("method") && has("url") && has("status")
    }
    return has("status") || has("url") || has("method")
  }
}

/// Cuts a stream of newline-delimited JSON into its lines. Memory depends on the longest line.
package struct NDJSONSplitter: Sendable {
  /// The start of a line whose end is not read yet.
  private var open: [UInt8] = []
  private var index = 0
  private var offset = 0

  /// The length of the start of a line whose end is not read yet, in bytes.
  var held: Int { open.count }

  /// Creates a splitter at the start of a file.
  package init() {}

  /// Reads the next bytes of the stream and yields each line that is complete. Blank lines are
  /// counted but not yielded.
  package mutating func feed(_ chunk: [UInt8], _ yield: (NDJSONLine) -> Void) {
    var start = 0
    while let end = chunk[start...].firstIndex(of: ASCIIByte.lineFeed) {
      open += chunk[start..<end]
      endLine(yield)
      start = end + 1
    }
    open += chunk[start...]
  }

  /// Yields the last line if it has no line ending.
  package mutating func finish(_ yield: (NDJSONLine) -> Void) {
    guard !open.isEmpty else { return }
    endLine(yield)
  }

  private mutating func endLine(_ yield: (NDJSONLine) -> Void) {
    let length = open.count
    if open.last == ASCIIByte.carriageReturn { open.removeLast() }
    let isFirst = index == 0
    let text = isFirst ? open[ByteOrderMark.length(in: open)...] : open[...]
    if text.contains(where: { !ASCIIByte.isSpace($0) }) {
      yield(NDJSONLine(bytes: open, index: index, offset: offset))
    }
    open = []
    index += 1
    offset += length + 1
  }
}

/// One line of an NDJSON file.
public struct NDJSONLine: Hashable, Sendable {
  /// The bytes of the line without the line ending.
  public let bytes: [UInt8]
  /// The line's number. The first line has the number 0, and blank lines count, too.
  public let index: Int
  /// The offset of the line in the file.
  public let offset: Int

  /// Creates a line from its parts.
  public init(bytes: [UInt8], index: Int, offset: Int) {
    self.bytes = bytes
    self.index = index
    self.offset = offset
  }

  /// Reads the line as an exchange record or a bare body. Ranges in the result are ranges of the
  /// whole file. Compressed bodies are not decoded. ``CaptureItem/decompressed(_:_:)`` decodes
  /// them.
  public func read() -> CaptureItem { read(CaptureReading()) }

  package func read(_ reading: CaptureReading) -> CaptureItem {
    do throws(JSONParseError) {
      let tape = CaptureTape(try JSONDocument(bytes), base: offset)
      let reader = RecordReader(tape: tape, index: index, text: 0..<bytes.count, reading)
      do throws(CaptureProblem) {
        return .exchange(try reader.exchange())
      } catch {
        return .problem(error)
      }
    } catch {
      if reading.readsRecords {
        if let item = afterText(reading) { return item }
        let pairs = LogText.exchange(ofPairs: bytes, at: offset, index: index, reading.kinds)
        if let pairs { return .exchange(pairs) }
      }
      let inner = OtherLine.fault(in: bytes)
      let found = inner ?? error
      let fault = JSONParseError(found.reason, offset: offset + found.offset)
      let range = ByteRange(offset: fault.offset, length: found.offset < bytes.count ? 1 : 0)
      let kind: CaptureProblem.Kind =
        if NDJSONReader.hasLogEscapes(bytes) {
          .logEscapes
        } else if reading.readsRecords, OtherLine.isPiece(bytes) {
          .piece(found.offset == bytes.count ? fault : nil)
        } else if inner != nil || !reading.readsRecords {
          .syntax(fault)
        } else {
          .text(fault, isRequest: OtherLine.isRequest(String(decoding: bytes, as: UTF8.self)))
        }
      return .problem(CaptureProblem(kind: kind, index: index, unit: .line, range: range))
    }
  }

  /// The JSON after the text that a logger or a container runtime writes before each line. Nil if
  /// there is no JSON about a request.
  func afterText(_ reading: CaptureReading) -> CaptureItem? {
    guard let start = LogText.start(ofJSONIn: bytes) else { return nil }
    let rest = NDJSONLine(bytes: Array(bytes[start...]), index: index, offset: offset + start)
    let item = rest.read(reading)
    switch item {
    case .exchange(let exchange) where exchange.isBare && !reading.isTold: return nil
    case .problem(let problem): return problem.isOfText ? nil : item
    case .exchange(var exchange):
      exchange.nameContainer(of: bytes)
      return .exchange(exchange)
    }
  }
}
