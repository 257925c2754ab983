@_spi(Engine) internal import JSONTape

/// Decides what a line of a log is, if it is no exchange.
///
/// In a log, text between the lines of JSON is no request. But a record that is broken or cut may be
/// an exchange, so it cannot be read. Whether a file is a log depends on its other lines:
/// ``TextLines``.
enum OtherLine {
  /// The mistake in a record that is broken, cut or damaged. Nil for a line of other text.
  static func fault(in line: [UInt8]) -> JSONParseError? {
    guard let start = start(ofRecordIn: line) else { return nil }
    do throws(JSONParseError) {
      _ = try JSONDocument(Array(line[start...]))
      return nil
    } catch {
      return JSONParseError(error.reason, offset: start + error.offset)
    }
  }

  /// Whether a record after a container's prefix was cut at its end.
  static func isCut(_ line: ArraySlice<UInt8>) -> Bool {
    let line = Array(line)
    return (start(ofRecordIn: line) ?? 0) > 0 && fault(in: line)?.offset == line.count
  }

  /// Whether a line of CRI (time, stream and flag) has a part of a record. The flag of all parts
  /// except the last is `P`.
  static func isPiece(_ line: [UInt8]) -> Bool {
    let words = line.split(maxSplits: 3, whereSeparator: ASCIIByte.isSpace)
    guard words.count == 4, words[1].starts(with: "std".utf8), words[2].count == 1,
      isOfContainer(line)
    else { return false }
    return isRest(Array(words[3])) || words[2].first == UInt8(ascii: "P") && isRecord(words[3])
  }

  /// Whether a line of text names a request with its method, as in an access log.
  static func isRequest(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    return words.indices.dropLast(2).contains { index in
      let method = words[index].drop { !$0.isLetter }
      return words[index + 2].hasPrefix("HTTP/") && ExchangeLook.isMethod(String(method))
    }
  }

  /// The line that a logger or a collector wrote about something other than a request. Nil for
  /// every other value.
  ///
  /// - Throws: The mistake in a record in the text of such a line.
  static func line(_ root: CapturedValue, index: Int) throws(CaptureProblem) -> Exchange? {
    guard isOfLogger(root) else { return nil }
    var line = try LogText.content(of: root).map { value throws(CaptureProblem) in
      try text(value, index: index, .line)
    }
    line?.range = root.range
    return line ?? .bare(.absent(.noRequest), index: index, unit: .line, range: root.range)
  }

  /// A text in a value as a line that is no exchange.
  ///
  /// - Throws: The mistake in a record.
  static func text(
    _ value: CapturedValue, index: Int, _ unit: Exchange.Unit
  ) throws(CaptureProblem) -> Exchange {
    let text = value.string ?? ""
    if let fault = fault(in: Array(text.utf8)) {
      let error = JSONParseError(fault.reason, offset: value.range.offset)
      throw CaptureProblem(kind: .syntax(error), index: index, unit: unit, range: value.range)
    }
    let reason = isRequest(text) ? SkipReason.textOnly : .noRequest
    return .bare(.absent(reason), index: index, unit: unit, range: value.range)
  }

  /// The place where a record begins. The record is at the start of the line, or after a
  /// container's prefix. If the line is damaged or is the rest of a record, the place is 0.
  private static func start(ofRecordIn line: [UInt8]) -> Int? {
    let isDamaged =
      line.contains { $0 < 9 } || !String(decoding: line, as: UTF8.self).utf8.elementsEqual(line)
    if isDamaged || isRecord(line[...]) || isRest(line) { return 0 }
    // The longest prefixes are those of CRI (time, stream, and whether the line is whole), and of
    // AWS Lambda (time, id and level, with tabs).
    let words = line.split(maxSplits: 4, whereSeparator: ASCIIByte.isSpace).prefix(4)
    guard let start = words.first(where: { $0.starts(with: "{\"".utf8) })?.startIndex,
      isOfContainer(line), isRecord(line[start...])
    else { return nil }
    return start
  }

  /// Whether a text begins with the first name of an object. Programs also print values in other
  /// notations: `{ port: 3000 }`, `{"page"=>"1"}`.
  private static func isRecord(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text.drop(while: ASCIIByte.isSpace)
    if rest.first == UInt8(ascii: "[") { rest = rest.dropFirst().drop(while: ASCIIByte.isSpace) }
    guard rest.first == UInt8(ascii: "{") else { return false }
    rest = rest.dropFirst().drop(while: ASCIIByte.isSpace)
    guard rest.first == UInt8(ascii: "\"") else { return false }
    rest = rest[LogText.quoted(rest).endIndex...].drop(while: ASCIIByte.isSpace)
    return rest.isEmpty || rest.first == UInt8(ascii: ":")
  }

  /// Whether a line is a part of a record without its start: `tus": 200}`, or `"status": 200,`.
  private static func isRest(_ line: [UInt8]) -> Bool {
    guard let quote = line.firstIndex(of: UInt8(ascii: "\"")) else { return false }
    let isOpening = line[..<quote].allSatisfy(ASCIIByte.isSpace)
    let end = isOpening ? LogText.quoted(line[quote...]).endIndex : quote + 1
    let rest = line[end...].drop(while: ASCIIByte.isSpace)
    guard rest.first == UInt8(ascii: ":") else {
      return !isOpening && rest.starts(with: ",\"".utf8)
    }
    let value = rest.dropFirst().drop(while: ASCIIByte.isSpace)
    return value.first.map { ASCIIByte.isDigit($0) || "\"{[-".utf8.contains($0) } ?? true
      || ["true", "false", "null"].contains { value.starts(with: $0.utf8) }
  }

  /// Whether a line begins like the lines that container runtimes print: with `web-1 | `, with
  /// `[pod/a/b] `, or with a time.
  private static func isOfContainer(_ line: [UInt8]) -> Bool {
    let words = line.prefix(512).split(whereSeparator: ASCIIByte.isSpace)
    guard words.count > 1 else { return false }
    return words[1].elementsEqual("|".utf8) || words[0].starts(with: "[pod/".utf8)
      || Timestamp(String(decoding: words[0], as: UTF8.self)) != nil
  }

  /// The name of the container in a line's prefix. Nil if there is none.
  static func container(_ line: [UInt8]) -> String? {
    let word = line.prefix(512).prefix { $0 != UInt8(ascii: " ") }
    let name = String(decoding: word, as: UTF8.self)
    return isOfContainer(line) && Timestamp(name) == nil ? name : nil
  }

  /// Whether a value is what a container or a collector wrote around the line of a log.
  static func isCollected(_ root: CapturedValue) -> Bool {
    if root["log"]?.kind == .string, (root["stream"] ?? root["time"])?.kind == .string {
      return true
    }
    return (root["textPayload"] ?? root["@message"])?.kind == .string
      || root["line"]?.kind == .string && root["labels"]?.kind == .object
      || root["MESSAGE"]?.kind == .string && (root["_SYSTEMD_UNIT"] ?? root["PRIORITY"]) != nil
      || root["message"]?.kind == .string && root["timestamp"]?.kind == .string
        && (root["source_type"] ?? root["host"])?.kind == .string
      || root["jsonPayload"]?.kind == .object
      || root["insertId"]?.kind == .string && root["timestamp"]?.kind == .string
  }

  /// Whether a value is a line of a logger or a collector.
  static func isOfLogger(_ root: CapturedValue) -> Bool {
    if root["@t"]?.kind == .string { return (root["@mt"] ?? root["@m"])?.kind == .string }
    // Envoy writes a connection without a request.
    if root["response_flags"] != nil, root["method"]?.isNull ?? false { return true }
    if CaptureFormat.lacksRequest(root) { return true }
    // Traefik's own routes, and the lines of an upload to Elasticsearch.
    if isCollected(root) || root["DownstreamStatus"] != nil || root["index"]?["_index"] != nil {
      return true
    }
    return (root["log.level"] ?? level.value(in: root)) != nil
      && words.value(in: root)?.kind == .string && moment.value(in: root) != nil
  }

  private static let level: PropertyPath = "level|lvl|severity"
  private static let words: PropertyPath = "msg|message|event|err.message"
  private static let moment: PropertyPath = "time|timestamp|pid|@timestamp|ts|t|logger|err.type"
}
