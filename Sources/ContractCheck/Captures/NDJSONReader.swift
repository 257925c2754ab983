internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Reads newline-delimited JSON from complete bytes; ``NDJSONSplitter`` reads streams.
enum NDJSONReader {
  /// How many lines decide the format.
  private static let sample = 32

  /// Several lines, of which the first is a whole value and most others begin one; or, if the first
  /// is damaged, two or more objects on the lines after it. A single line must be a record.
  static func recognises(_ bytes: [UInt8]) -> Bool {
    let lines = firstLines(bytes)
    // A YAML document begins with three dashes.
    guard let first = lines.first, !bytes[first].elementsEqual("---".utf8) else { return false }
    let others = lines.dropFirst()
    if isValue(bytes, first) {
      if others.isEmpty { return isRecord(bytes, first) || hasLogEscapes(bytes[first]) }
      return others.filter { beginsValue(bytes, $0) }.count * 2 >= others.count
    }
    if lines.contains(where: { hasLogEscapes(bytes[$0]) }) { return true }
    return bytes[first.lowerBound] == UInt8(ascii: "{") && others.count >= 2
      && others.allSatisfy { bytes[$0.lowerBound] == UInt8(ascii: "{") && isValue(bytes, $0) }
  }

  static func read(_ bytes: [UInt8], _ yield: (CaptureItem) -> Void) {
    var splitter = NDJSONSplitter()
    splitter.feed(bytes) { yield($0.read()) }
    splitter.finish { yield($0.read()) }
  }

  /// Without leading white space.
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

  /// Whether a line is of a log of nginx that writes quotes in texts as `\x22`.
  static func hasLogEscapes(_ line: some Collection<UInt8>) -> Bool {
    guard line.first == UInt8(ascii: "{") else { return false }
    let text = String(decoding: line.prefix(4096), as: UTF8.self)
    return text.contains("\\x") && text.contains("\"status\"") && text.contains("\"request")
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

/// Cuts a stream of newline-delimited JSON into its lines. Memory is bounded by the longest line.
public struct NDJSONSplitter: Sendable {
  /// The start of a line whose end has not come yet.
  private var open: [UInt8] = []
  private var index = 0
  private var offset = 0

  /// A splitter at the start of a file.
  public init() {}

  /// Reads the next bytes of the stream and yields each line that they end. Blank lines are counted
  /// but not yielded.
  public mutating func feed(_ chunk: [UInt8], _ yield: (NDJSONLine) -> Void) {
    var start = 0
    while let end = chunk[start...].firstIndex(of: ASCIIByte.lineFeed) {
      open += chunk[start..<end]
      endLine(yield)
      start = end + 1
    }
    open += chunk[start...]
  }

  /// Yields the last line when no line ending follows it.
  public mutating func finish(_ yield: (NDJSONLine) -> Void) {
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
  /// Without the line ending.
  public let bytes: [UInt8]
  /// The line's number from 0, blank lines counted.
  public let index: Int
  /// Where it begins in the file.
  public let offset: Int

  /// A line by its parts.
  public init(bytes: [UInt8], index: Int, offset: Int) {
    self.bytes = bytes
    self.index = index
    self.offset = offset
  }

  /// Reads the line as an exchange record or as a bare body, with ranges of the whole file.
  /// Compressed bodies are not decoded: see ``CaptureItem/decompressed(_:_:)``.
  public func read() -> CaptureItem {
    do throws(JSONParseError) {
      let tape = CaptureTape(try JSONDocument(bytes), base: offset)
      let reader = RecordReader(tape: tape, index: index, text: 0..<bytes.count)
      do throws(CaptureProblem) {
        return .exchange(try reader.exchange())
      } catch {
        return .problem(error)
      }
    } catch {
      let fault = JSONParseError(error.reason, offset: offset + error.offset)
      let range = ByteRange(offset: fault.offset, length: error.offset < bytes.count ? 1 : 0)
      let isLog = NDJSONReader.hasLogEscapes(bytes)
      return .problem(
        CaptureProblem(
          kind: isLog ? .logEscapes : .syntax(fault), index: index, unit: .line, range: range))
    }
  }
}

/// Reads a line's value as an exchange record or as a bare body.
struct RecordReader {
  private let tape: CaptureTape
  private let index: Int
  /// The range of the line in the tape's text.
  private let text: Range<Int>
  private let members: Members

  /// The indexes of a record's members; 0, the record itself, for absent ones.
  private struct Members {
    var method = 0
    var url = 0
    var status = 0
    var id = 0
    var requestBody = 0
    var responseBody = 0
    var requestHeaders = 0
    var responseHeaders = 0
    var requestEncoding = 0
    var responseEncoding = 0
    /// Whether a key repeats one of these.
    var hasRepeated = false
    /// Whether there is what a live check knew.
    var hasLiveVerdict = false
    /// Whether there is a member as gateways write them.
    var mayBeLog = false

    /// Notes a member by its name, which has this length.
    mutating func note(_ cursor: TapeCursor, _ key: Int, _ length: Int) {
      /// Whether the key repeats the name.
      func note(_ name: StaticString, _ member: inout Int) -> Bool {
        guard cursor.stringEquals(key, name) else { return false }
        if member > 0 { return true }
        member = key &+ 1
        return false
      }
      switch length {
      case 2, 3: if note("id", &id) || note("url", &url) { hasRepeated = true }
      case 6: if note("status", &status) || note("method", &method) { hasRepeated = true }
      case 7: if cursor.stringEquals(key, "request") { mayBeLog = true }
      case 8: if cursor.stringEquals(key, "snapshot") { mayBeLog = true }
      case 11, 12:
        if note("requestBody", &requestBody) || note("responseBody", &responseBody) {
          hasRepeated = true
        } else if requestBody != key &+ 1, responseBody != key &+ 1,
          cursor.stringEquals(key, LiveVerdict.nameInRecord)
        {
          hasLiveVerdict = true
        }
      case 14, 15:
        if note("requestHeaders", &requestHeaders) || note("responseHeaders", &responseHeaders) {
          hasRepeated = true
        }
      case 17: if cursor.stringEquals(key, "httpBufferedTrace") { mayBeLog = true }
      case 19:
        if note("requestBodyEncoding", &requestEncoding) { hasRepeated = true }
        if cursor.stringEquals(key, "http_buffered_trace") { mayBeLog = true }
      case 20: if note("responseBodyEncoding", &responseEncoding) { hasRepeated = true }
      default: break
      }
    }
  }

  init(tape: CaptureTape, index: Int, text: Range<Int>) {
    self.tape = tape
    self.index = index
    self.text = text
    members = Self.members(tape.cursor)
  }

  func exchange() throws(CaptureProblem) -> Exchange {
    guard isRecord else {
      if let layout = layout { return try layout.exchange(on: tape.root, index: index) }
      return .bare(.value(tape.root, text: text), index: index, unit: .line, range: range)
    }
    let method = try member(members.method, "method", "a string") { $0.kind == .string }
    let url = try member(members.url, "url", "a string") { $0.kind == .string }
    let status = try member(members.status, "status", "an integer") { $0.int != nil }
    try refuseOtherBodies()
    let code = status?.int
    var exchange = Exchange(
      index: index, unit: .line, status: code,
      request: message(members.requestBody, members.requestHeaders),
      response: message(members.responseBody, members.responseHeaders), range: range,
      statusRange: status?.range)
    if members.hasRepeated {
      Self.requestNames.addRepeated(in: tape.root, to: &exchange.repeatedKeys)
      Self.responseNames.addRepeated(in: tape.root, to: &exchange.repeatedKeys)
      exchange.repeatedKeys.sort { $0.range.offset < $1.range.offset }
    }
    if members.requestEncoding | members.responseEncoding > 0 {
      try decode(&exchange.request, .request, members.requestEncoding)
      try decode(&exchange.response, .response, members.responseEncoding)
    }
    exchange.record = tape.root
    exchange.hasLiveVerdict = members.hasLiveVerdict
    exchange.methodText = method.map { .value($0) }
    exchange.address = url.map { .value($0) }
    // A stream that is split over several machines keeps its records' ids, but not their line
    // numbers.
    if let id = value(members.id), id.kind == .string || id.kind == .number {
      exchange.name = .value(id)
    }
    exchange.dropResponseByStatus()
    return exchange
  }

  /// The layout of a line that a gateway wrote.
  private var layout: CaptureLayout? {
    guard members.mayBeLog || members.status > 0, tape.root.kind == .object else { return nil }
    return CaptureLayout.lines.first { $0.isMeant(tape.root) }
  }

  private static let requestNames = EnvelopeNames(
    "", .request, ["requestBody", "requestHeaders", "requestBodyEncoding"])
  private static let responseNames = EnvelopeNames(
    "", .response,
    ["method", "url", "status", "id", "responseBody", "responseHeaders", "responseBodyEncoding"])

  /// Decodes a body whose encoding is told.
  private func decode(
    _ message: inout Message, _ part: Exchange.Part, _ encoding: Int
  ) throws(CaptureProblem) {
    guard let encoding = value(encoding), !encoding.isNull else { return }
    guard encoding.isName("base64") else {
      throw CaptureProblem(
        kind: .type(
          member: "\(part.rawValue)BodyEncoding", expected: "`base64`", found: encoding.kind),
        index: index, unit: .line, range: encoding.range)
    }
    guard case .text(let text, .none) = message.content else { return }
    guard let bytes = Base64.decode(Body(decoding: text).bytes) else {
      throw CaptureProblem(
        kind: .type(member: "\(part.rawValue)Body", expected: "base64", found: .string),
        index: index, unit: .line, range: text.range)
    }
    message.content = .body(Body(bytes: bytes, map: .base64(string: text.range)))
  }

  private var range: ByteRange { ByteRange(text).moved(by: tape.base) }

  /// An object with a body and what it belongs to; or, since an exchange may lack a body, with the
  /// three members of an exchange.
  var isRecord: Bool {
    guard members.responseBody > 0 || members.requestBody > 0 else {
      return value(members.method)?.kind == .string && value(members.url)?.kind == .string
        && value(members.status)?.kind == .number
    }
    return members.status > 0 || members.url > 0 || members.method > 0
  }

  /// Refuses a body under an unknown name, which would otherwise be ignored.
  private func refuseOtherBodies() throws(CaptureProblem) {
    guard members.responseBody == 0, members.requestBody == 0 else { return }
    let cursor = tape.cursor
    var key = cursor.firstChild(0)
    while key < cursor.next(0) {
      let value = key + 1
      if cursor.rawTag(value) != TapeTag.null.rawValue {
        let name = cursor.decodedString(key)
        if let meant = Self.bodies[KeyPolicy.fold(name)] {
          throw CaptureProblem(
            kind: .unknown(member: name, meant: meant), index: index, unit: .line,
            range: tape.root.at(key).range)
        }
      }
      key = cursor.next(value)
    }
  }

  /// Names of bodies in other tools, folded, with their names in records.
  private static let bodies = [
    Array("body".utf8): "responseBody", Array("response".utf8): "responseBody",
    Array("responsebody".utf8): "responseBody", Array("request".utf8): "requestBody",
    Array("requestbody".utf8): "requestBody",
  ]

  private func value(_ index: Int) -> CapturedValue? { index > 0 ? tape.root.at(index) : nil }

  private func member(
    _ index: Int, _ name: String, _ expected: String, where isRight: (CapturedValue) -> Bool
  ) throws(CaptureProblem) -> CapturedValue? {
    guard let value = value(index), !value.isNull else { return nil }
    guard isRight(value) else {
      throw CaptureProblem(
        kind: .type(member: name, expected: expected, found: value.kind), index: self.index,
        unit: .line, range: value.range)
    }
    return value
  }

  /// A string is the body's text; every other value except null is the body itself.
  private func message(_ body: Int, _ headerFields: Int) -> Message {
    let headers = HeaderFields(value(headerFields))
    var message = Message(.absent(.noBody), type: headers.mediaType)
    message.headers = headers
    guard let value = value(body), !value.isNull else {
      if headers.contentLength == 0 {
        message.emptyBody = (self.value(body) ?? self.value(headerFields))?.range
      }
      return message
    }
    if value.kind != .string {
      message.content = .value(value, text: value.text)
    } else if !value.isBlank {
      message.content = .text(value, .none)
    } else if value.string != "" || headers.contentLength == 0 {
      message.emptyBody = value.range
    }
    return message
  }

  /// Finds the first member of each name in one pass.
  private static func members(_ cursor: TapeCursor) -> Members {
    var members = Members()
    guard cursor.rawTag(0) == TapeTag.object.rawValue else { return members }
    var key = cursor.firstChild(0)
    let end = cursor.next(0)
    while key < end {
      // A name with escapes is shorter than it is written.
      let length =
        cursor.isEscaped(key) ? cursor.decodedString(key).utf8.count : cursor.length(key)
      members.note(cursor, key, length)
      key = cursor.next(key &+ 1)
    }
    return members
  }
}

extension CapturedValue {
  var isBlank: Bool {
    for byte in cursor.rawBytes(index) where !ASCIIByte.isSpace(byte) {
      guard byte == UInt8(ascii: "\\") else { return false }
      return cursor.decodedString(index).utf8.allSatisfy(ASCIIByte.isSpace)
    }
    return true
  }
}
