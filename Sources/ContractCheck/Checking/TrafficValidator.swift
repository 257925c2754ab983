@_spi(Engine) public import ContractCaptures
@_spi(Engine) public import JSONTape

/// Checks lines, HAR entries and files one after the other, without copying their bytes. Each
/// thread needs its own validator.
///
/// Each line, entry or file is parsed once to a tape. Most lines, entries and files need only a
/// fast check of the tape. If a fast check is not enough, the findings are made from the same tape.
@_spi(Engine) public final class TrafficValidator {
  private let makeValidator: @Sendable () -> any ExchangeValidator
  private let validator: any ExchangeValidator
  private let showsLines: Bool
  /// Whether results are also complete for exchanges without findings.
  private let needsResults: Bool
  /// If true, only lines with something to report get a result. This has no effect on HAR entries and
  /// files.
  public var settlesPlainLines = false
  /// Whether ``LineResults`` also lists the lines that have no result.
  public var listsPlainLines = false
  /// Decodes compressed bodies. Without a decompressor, such bodies cannot be decoded.
  public var decompressor: Decompressor?
  /// Reads the files that the next capture refers to. Without this reader, such files cannot be
  /// read.
  public var bodyFiles: BodyFiles?
  /// The shapes of records that the configuration maps.
  package var records: [RecordMapping] = [] {
    didSet { reading = Self.reading(validator, records) }
  }
  private var reading: CaptureReading
  private var loneValues = LoneValues.bodies
  private var hasExchange = false
  private let tape = TapeBuffer()
  private static let padding = 64

  /// - Parameters:
  ///   - makeValidator: Creates a validator, for example with ``Checker/exchangeValidator()``.
  ///   - needsResults: Whether exchanges without findings need complete results, not only their
  ///     outcome.
  public init(
    _ makeValidator: @escaping @Sendable () -> any ExchangeValidator, showsLines: Bool,
    needsResults: Bool
  ) {
    self.makeValidator = makeValidator
    validator = makeValidator()
    reading = Self.reading(validator, [])
    self.showsLines = showsLines
    self.needsResults = needsResults
  }

  private static func reading(
    _ validator: any ExchangeValidator, _ records: [RecordMapping]
  ) -> CaptureReading {
    var reading = CaptureReading(
      readsRecords: validator.readsRecords, isTold: validator.isTold, records: records)
    reading.describes = { [unowned validator] in validator.describes($0) }
    reading.opens = { [unowned validator] in validator.opens($0) }
    return reading
  }

  /// Creates a validator for a ``Checker`` or a ``Linter``.
  public convenience init(
    _ captures: some CaptureValidator, showsLines: Bool, needsResults: Bool
  ) {
    self.init(captures.exchangeValidator, showsLines: showsLines, needsResults: needsResults)
  }

  /// Checks a block of whole lines. The last 64 bytes of `block` must be 0. These bytes do not
  /// belong to a line. The last line may have no line ending. Line numbers in the results count
  /// from the start of the block. `offset` is the place of the block in the input.
  public func check(
    lines block: ByteView, at offset: Int, of name: String, loneValues: LoneValues = .open
  ) -> LineResults {
    var results = LineResults()
    guard block.count > Self.padding else { return results }
    (self.loneValues, hasExchange) = (guessesSchemas ? loneValues : .bodies, false)
    let count = block.count - Self.padding
    var assumed: Set<String> = []
    var lastAssumed: String?
    // Successive lines often have the same count.
    var alike = (count: ExchangeCount(.checked), number: 0, kind: -1)
    var accepted = 0
    let needsResults = needsResults && !settlesPlainLines
    let takesValues = !needsResults && !validator.readsRecords
    var start = 0
    while start < count {
      let end = min(block.firstIndex(of: ASCIIByte.lineFeed, from: start) ?? count, count)
      let last = end > start && block[end - 1] == ASCIIByte.carriageReturn ? end - 1 : end
      let line = Line(
        block: block, text: start..<last, offset: offset, index: results.lineCount, name: name)
      let isParsed = parse(line)
      if isParsed, takesValues, validator.accepts(tape.cursor) {
        accepted += 1
        if listsPlainLines { results.note(kind: results.kind(of: ExchangeCount(.checked))) }
      } else if isParsed,
        let exchange = exchange(
          on: CaptureTape(lent: tape.cursor, base: line.offset), line.text, line.index)
      {
        if exchange.isOfLog { results.isOfLog = true }
        validator.begin(nil)
        if !needsResults, exchange.half == nil, !validator.waits(exchange, of: name),
          let settled = validator.verdict(exchange, of: name)
        {
          // An assumption is reported once.
          if let schema = settled.assumed, schema != lastAssumed, assumed.insert(schema).inserted {
            lastAssumed = schema
            results.results.append((results.lineCount, .checked(Self.result(settled, of: name))))
          } else {
            if settled.count != alike.count {
              if alike.number > 0 {
                results.summary.count(alike.count, hasFindings: false, times: alike.number)
              }
              alike = (settled.count, 0, -1)
            }
            alike.number += 1
            if listsPlainLines {
              if alike.kind < 0 { alike.kind = results.kind(of: settled.count) }
              results.note(kind: alike.kind, of: exchange)
            }
          }
        } else {
          check(exchange, line) { results.results.append((results.lineCount, $0)) }
        }
      } else if let result = unparsed(line, &results.isOfLog) {
        results.results.append((results.lineCount, result))
      } else if listsPlainLines {
        results.note(kind: -1)
      }
      results.lineCount += 1
      start = end + 1
    }
    if accepted > 0 {
      results.summary.count(ExchangeCount(.checked), hasFindings: false, times: accepted)
    }
    if alike.number > 0 {
      results.summary.count(alike.count, hasFindings: false, times: alike.number)
    }
    results.hasExchange = hasExchange && guessesSchemas
    return results
  }

  private struct Line {
    /// The block with its padding.
    let block: ByteView
    /// The range of the line without its line ending.
    let text: Range<Int>
    /// The offset of the block in the input.
    let offset: Int
    let index: Int
    let name: String

    var copy: [UInt8] { Array(block[text]) }

    func read(_ reading: CaptureReading) -> CaptureItem {
      NDJSONLine(bytes: copy, index: index, offset: start).read(reading)
    }

    /// The offset of the line in the input.
    var start: Int { offset + text.lowerBound }

    func source(showsLines: Bool) -> CaptureSource {
      var source = CaptureSource(
        name: name, bytes: copy, offset: start, firstLine: index + 1)
      source.showsLines = showsLines
      return source
    }
  }

  /// Whether a line is exactly one value. The tape is shared with the next line.
  ///
  /// The parser stops at the end of the value, or at the zeros after the block. If a value
  /// continues after the line, the result is false.
  private func parse(_ line: Line) -> Bool {
    guard
      var rest = try? tape.parseValue(padded: line.block, start: line.text.lowerBound),
      rest <= line.text.upperBound
    else { return false }
    while rest < line.text.upperBound, ASCIIByte.isSpace(line.block[rest]) { rest += 1 }
    return rest == line.text.upperBound
  }

  /// The exchange on a line; nil if the line is not a valid record.
  private func exchange(on tape: CaptureTape, _ text: Range<Int>, _ index: Int) -> Exchange? {
    guard validator.readsRecords else {
      return .bare(
        .value(tape.root, text: text), index: index, unit: .line,
        range: ByteRange(text).moved(by: tape.base))
    }
    guard
      var exchange = try? RecordReader(tape: tape, index: index, text: text, reading).exchange()
    else { return nil }
    decide(&exchange)
    return exchange
  }

  /// Whether the schemas of bodies without their exchange are guessed.
  public var guessesSchemas: Bool { validator.guessesSchemas }

  /// Decides what a value without an exchange is.
  private func decide(_ exchange: inout Exchange) {
    if exchange.isOfExchange {
      hasExchange = true
      if loneValues == .open { loneValues = .linesOfLog }
    } else if loneValues == .linesOfLog, exchange.isLoneValue {
      exchange = exchange.asLineOfLog
    }
  }

  /// Whether a line that begins before `end` is an exchange. The last 64 bytes of `block` must be 0.
  ///
  /// - Parameter values: How many values may come before the exchange.
  public func findsExchange(inLines block: ByteView, before end: Int, _ values: inout Int) -> Bool {
    (loneValues, hasExchange) = (.bodies, false)
    let count = block.count - Self.padding
    var start = 0
    while start < min(count, end), !hasExchange, values > 0 {
      let lineEnd = min(block.firstIndex(of: ASCIIByte.lineFeed, from: start) ?? count, count)
      let line = Line(block: block, text: start..<lineEnd, offset: 0, index: 0, name: "")
      start = lineEnd + 1
      if parse(line) {
        let found = exchange(on: CaptureTape(lent: tape.cursor, base: 0), line.text, 0)
        if found?.isLoneValue ?? false { values -= 1 }
      } else if case .exchange(let found) = line.read(reading) {
        hasExchange = found.isOfExchange
      }
    }
    return hasExchange
  }

  /// The result of a line that could not be read in place. Nil for a blank line.
  private func unparsed(_ line: Line, _ isOfLog: inout Bool) -> UnitResult? {
    let isBlank = line.text.allSatisfy { ASCIIByte.isSpace(line.block[$0]) }
    if isBlank { return nil }
    var item =
      validator.readsRecords
      ? line.read(reading)
      : .exchange(
        .bare(
          .body(Body(bytes: line.copy, map: .identity(base: line.start))), index: line.index,
          unit: .line, range: ByteRange(line.text).moved(by: line.offset)))
    if case .exchange(var exchange) = item {
      decide(&exchange)
      item = .exchange(exchange)
    }
    var source = line.source(showsLines: showsLines)
    if item.isOfLog { isOfLog = true }
    if case .exchange(let exchange) = item, exchange.half != nil {
      return .late(LateCheck(validator: lateValidator, exchange: exchange, source: source))
    }
    validator.begin(nil)
    return result(of: item, in: &source)
  }

  private func result(of item: CaptureItem, in source: inout CaptureSource) -> UnitResult {
    switch item {
    case .exchange(let exchange): .checked(validator.check(exchange, in: &source))
    case .problem(let problem):
      .problem(
        problem, source.position(of: problem.range.offset),
        ofLog: problem.lineOfLog.map { validator.check($0, in: &source) })
    }
  }

  /// The maximum length of a line in bytes. For longer lines, findings are created only when they
  /// are reported.
  private static let longestKept = 1 << 20

  private func check(_ exchange: Exchange, _ line: Line, _ yield: (UnitResult) -> Void) {
    var source = line.source(showsLines: showsLines)
    let waits = exchange.half != nil || validator.waits(exchange, of: line.name)
    if waits || line.text.count > Self.longestKept {
      // The next line reuses the tape, so a late check needs its own tape.
      let document = JSONDocument(copying: tape.cursor, at: 0, text: line.text)
      let kept = CaptureTape(document, base: line.start)
      if var own = self.exchange(on: kept, 0..<line.text.count, line.index) {
        for problem in own.decode(decompressor, bodyFiles) ?? [] {
          yield(result(of: .problem(problem), in: &source))
        }
        return yield(
          .late(
            LateCheck(
              validator: waits ? lateValidator : LateValidator(makeValidator), exchange: own,
              source: source, isSettled: waits && !needsResults && !listsPlainLines)))
      }
    }
    check(.exchange(exchange), nil, in: &source, yield)
  }

  /// Decodes bodies. Yields the problem of each body that cannot be decoded, then the result.
  ///
  /// - Parameter texts: The long strings of the capture, if they are decoded already.
  private func check(
    _ item: CaptureItem, _ texts: StringArena?, in source: inout CaptureSource,
    _ yield: (UnitResult) -> Void
  ) {
    guard case .exchange(var exchange) = item,
      let problems = exchange.decode(decompressor, bodyFiles)
    else { return yield(result(of: item, in: &source)) }
    // The parsed bytes are compressed bytes.
    validator.begin(texts)
    for problem in problems { yield(result(of: .problem(problem), in: &source)) }
    yield(result(of: .exchange(exchange), in: &source))
  }

  /// The validator of exchanges that are checked late.
  private lazy var lateValidator = LateValidator(makeValidator)

  static func result(_ settled: SettledExchange, of name: String) -> Checker.Result {
    var result = Checker.Result(
      outcome: settled.count.outcome, findings: [],
      notes: settled.assumed.map { [NearestSchemas.note($0, of: name)] } ?? [])
    result.count = settled.count
    return result
  }

  /// Counts the next exchanges separately, until ``settleCounts(isKept:)`` is called.
  public func holdCounts() { validator.holdCounts() }

  /// Adds the separate counts to the other counts if `isKept` is true. If `isKept` is false, the
  /// separate counts are dropped, because the exchanges will be checked again.
  public func settleCounts(isKept: Bool) { validator.settleCounts(isKept: isKept) }

  /// The findings about a HAR as a whole. Nil if the problem is not a finding.
  public func findings(
    of problem: CaptureProblem, at position: TextPosition, in file: String
  ) -> [Finding]? {
    problem.findings(in: file, at: position, validator.severity)
  }

  /// Checks an entry of a HAR. Calls `yield` for each part that could not be read, then for the
  /// exchange.
  public func check(_ entry: HAREntry, of name: String, _ yield: (UnitResult) -> Void) {
    let reader = entry.reader
    validator.begin(entry.stream.texts)
    let exchange = Result { () throws(CaptureProblem) in try reader.exchange() }
    if !needsResults, case .success(let exchange) = exchange,
      let settled = validator.verdict(exchange, of: name)
    {
      return yield(.checked(Self.result(settled, of: name)))
    }
    var source = entry.source(name: name)
    source.showsLines = showsLines
    reader.read(exchange) { check($0, entry.stream.texts, in: &source, yield) }
  }

  /// Checks a file that is completely in memory. The last 64 bytes of `file` must be 0. These bytes
  /// do not belong to the file.
  ///
  /// - Parameters:
  ///   - format: The file's format. If the format is nil, the content decides.
  ///   - isWanted: Called before each exchange if the file has several exchanges. If the function
  ///     returns false, the remaining exchanges are skipped.
  ///   - yield: Called for each exchange and for each part that could not be read.
  /// - Returns: The format. If files of this format are read as streams, `yield` is not called.
  public func check(
    file: ByteView, of name: String, format: CaptureFormat?,
    while isWanted: () -> Bool = { true }, _ yield: (UnitResult) -> Void
  ) -> CaptureFormat {
    lazy var bytes = Array(file[..<(file.count - Self.padding)])
    let content = CaptureContent(
      { bytes }, named: name, as: format, reading
    ) { parse(file: file) }
    validator.begin(nil)
    let body = content.value(ofLength: file.count - Self.padding)
    if let body, !needsResults, let settled = validator.verdict(body, of: name) {
      yield(.checked(Self.result(settled, of: name)))
      return .json
    }
    guard !content.format.isStream else { return content.format }
    var source = CaptureSource(name: name, bytes: bytes)
    source.showsLines = showsLines
    if let body {
      yield(.checked(validator.check(body, in: &source)))
    } else {
      content.read(bytes, reading) { item in
        guard isWanted() else { return }
        validator.begin(nil)
        check(item, nil, in: &source, yield)
      }
    }
    return content.format
  }

  private lazy var names = NameTable()

  /// The objects of a file. The last 64 bytes of `file` must be 0. These bytes do not belong to the
  /// file. The result is nil if the file is not one bare body.
  public func outline(ofFile file: ByteView) -> BodyOutline? {
    let content = CaptureContent(
      { Array(file.dropLast(Self.padding)) }, named: "", as: nil, reading
    ) { parse(file: file) }
    guard case .body(let root?) = content else { return nil }
    return BodyOutline(root.cursor, names)
  }

  /// The values of a text that is JSON. The next file reuses the tape.
  private func parse(file: ByteView) -> CaptureTape? {
    guard file.count > Self.padding, (try? tape.parse(padded: file)) != nil else { return nil }
    return CaptureTape(lent: tape.cursor, base: 0)
  }
}
