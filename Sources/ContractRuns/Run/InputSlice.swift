@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
@_spi(Engine) internal import ContractReports
@_spi(Engine) import JSONTape

/// A block of whole lines or HAR entries, from reading to reporting.
final class InputSlice: PipelineUnit, @unchecked Sendable {
  enum Content {
    case lines, entries
  }

  let input: Input
  let content: Content
  /// The offset in the input, in bytes.
  var offset = 0
  /// The number of the slice's first line or entry, from 0.
  var firstIndex = 0
  /// The position in the file. For lines, the number is enough.
  var linesBefore = LineCount()
  var byteBefore: UInt8 = 0
  private(set) var entries: [Range<Int>] = []

  private(set) var lineCount = 0
  /// What lines with only a value are.
  var loneValues = LoneValues.bodies
  /// Whether one of the lines can only be in a log.
  private(set) var isOfLog = false
  /// Whether one of the lines is an exchange.
  private(set) var hasExchange = false
  /// The outcomes of exchanges without findings.
  private(set) var summary = Summary()
  /// Whether the request of an entry without findings has credentials. One such entry is enough.
  private(set) var showsCredentials = false
  /// The other results. The results of one line or entry are together.
  private(set) var results: [[ExchangeResult]] = []
  /// The line number of each result.
  private(set) var lines: [Int] = []
  /// The verdicts of lines before each result and after the last result. Empty if they are not
  /// needed.
  private(set) var verdicts: [[UInt8]] = []
  /// The index of an entry that cannot be parsed. Its end was found only by quotes and brackets.
  /// Nothing after this entry is used.
  private(set) var brokenEntry: Int?
  /// The results of lines. Line numbers are relative to the slice.
  private var lineResults = LineResults()
  private var outputs: [(line: Int, output: ExchangeResult)] = []

  private var memory: ByteRoom
  private var count = 0
  private static let padding = 64
  /// The maximum number of bytes of an entry. The end of a longer entry is not searched.
  private static let longestEntry = 1 << 20

  init(_ input: Input, of content: Content, size: Int) {
    self.input = input
    self.content = content
    memory = ByteRoom(allocating: size + Self.padding)
  }

  deinit { memory.deallocate() }

  /// The bytes of the slice. Parsers need zeros after these bytes.
  var block: ByteView { memory[..<(count + Self.padding)].bytes }

  var byteCount: Int { count }

  func validate(by worker: Worker) {
    let validator = worker.validator(for: input)
    switch content {
    case .lines:
      (results, verdicts) = ([], [])
      if let output = validator.validation.output { return printLines(output) }
      let lines = validator.traffic.check(
        lines: block, at: offset, of: input.name, loneValues: loneValues)
      lineCount = lines.lineCount
      isOfLog = lines.isOfLog
      hasExchange = lines.hasExchange
      summary = lines.summary
      lineResults = lines
    case .entries:
      validate(validator)
    }
  }

  private func validate(_ validator: UnitValidator) {
    summary = Summary()
    results = []
    showsCredentials = false
    brokenEntry = nil
    let parser = validator.entries
    parser.begin(block, offset: offset, after: linesBefore)
    for (number, range) in entries.enumerated() {
      guard let entry = parser.entry(in: range, index: firstIndex + number) else {
        brokenEntry = number
        return
      }
      var found: [ExchangeResult] = []
      validator.check(entry, of: input) { found.append($0) }
      if found.count == 1, let count = found[0].plainCount {
        summary.count(count, hasFindings: false)
        showsCredentials = showsCredentials || count.showsCredentials
      } else {
        results.append(found)
      }
    }
  }

  private func printLines(_ output: Validation.Output) {
    var splitter = NDJSONSplitter()
    let bytes = Array(block.dropLast(Self.padding))
    let name = input.name
    splitter.feed(bytes) { outputs.append(($0.index, output($0.bytes, name))) }
    splitter.finish { outputs.append(($0.index, output($0.bytes, name))) }
    lineCount = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count
  }

  var isIncomplete: Bool {
    !lineResults.results.isEmpty || !lineResults.plain.isEmpty || !outputs.isEmpty
  }

  /// Adds the position in the input to the results.
  func complete() {
    results = lineResults.results.map { [.unit($0.result.moved(byLines: firstIndex))] }
    if !lineResults.plain.isEmpty { makeVerdicts() }
    lines = lineResults.results.map(\.line)
    lineResults = LineResults()
    results += outputs.map { [$0.output.moved(byLines: firstIndex + $0.line)] }
    outputs = []
  }

  private func makeVerdicts() {
    let kinds = lineResults.kinds.map { RecordVerdict(failOn: .error).rest($0) }
    var text: [UInt8] = []
    var plain = lineResults.plain[...]
    for end in lineResults.results.map(\.line) + [Int.max] {
      while let line = plain.first, line.line < end {
        RecordVerdict.begin(lineResults.ids[line.id], index: firstIndex + line.line, &text)
        text += line.kind < 0 ? RecordVerdict.blank : kinds[line.kind]
        plain.removeFirst()
      }
      verdicts.append(text)
      text = []
    }
  }

  /// Fills the slice from the remaining bytes of the previous slice and from the reader, up to the
  /// last complete line or entry. The slice grows for a line of any length.
  ///
  /// - Parameter mayWait: Whether to wait for lines. If not, the slice may have no lines.
  /// - Returns: The following bytes, and whether they may begin another slice. They may not begin
  ///   one at the end of the input, before a very long entry, or if they are no entry.
  func fill(
    after left: [UInt8], isAfterEntry: Bool, from reader: InputReader, mayWait: Bool
  ) throws(RunError) -> (left: [UInt8], hasMore: Bool) {
    count = 0
    if content == .lines, left.count > room,
      let end = left[..<room].lastIndex(of: ASCIIByte.lineFeed)
    {
      memory.copyBytes(from: left[...end])
      count = end + 1
      finish(at: count)
      return (Array(left[(end + 1)...]), true)
    }
    if left.count > room { grow(to: left.count * 2) }
    memory.copyBytes(from: left)
    count = left.count
    switch content {
    case .lines: return try fillLines(from: reader, mayWait: mayWait)
    case .entries: return try fillEntries(isAfterEntry: isAfterEntry, from: reader)
    }
  }

  private func fillLines(
    from reader: InputReader, mayWait: Bool
  ) throws(RunError) -> (left: [UInt8], hasMore: Bool) {
    while true {
      if !reader.isReadable() {
        if let end = lastLineFeed(from: 0) { return (finish(at: end + 1), true) }
        if !mayWait { return (finish(at: 0), true) }
      }
      let start = count
      do throws(RunError) {
        guard try read(from: reader) else {
          finish(at: count)
          return ([], false)
        }
      } catch {
        // The complete lines are validated first. Then reading fails again.
        guard let end = lastLineFeed(from: 0) else { throw error }
        return (finish(at: end + 1), true)
      }
      // The line is longer than the bytes read so far.
      guard let end = lastLineFeed(from: start) else { continue }
      return (finish(at: end + 1), true)
    }
  }

  /// The last line feed at or after an offset.
  private func lastLineFeed(from start: Int) -> Int? {
    memory[..<count].bytes.lastIndex(of: ASCIIByte.lineFeed, from: start)
  }

  private func fillEntries(
    isAfterEntry: Bool, from reader: InputReader
  ) throws(RunError) -> (left: [UInt8], hasMore: Bool) {
    var scan = HAREntryScan(isAfterEntry: isAfterEntry)
    while true {
      let hasMore: Bool
      do throws(RunError) {
        hasMore = try read(from: reader)
      } catch {
        scan.scan(memory.bytes, to: count)
        entries = scan.entries
        guard !entries.isEmpty else { throw error }
        return (finish(at: scan.end), !scan.isAtEnd)
      }
      scan.scan(memory.bytes, to: count)
      entries = scan.entries
      let isStuck = scan.isAtEnd || !hasMore || count > Self.longestEntry
      guard !entries.isEmpty || isStuck else { continue }
      return (finish(at: scan.end), !scan.isAtEnd && hasMore && !entries.isEmpty)
    }
  }

  private var room: Int { memory.count - Self.padding }

  /// Reads once. Returns false at the end of the input.
  private func read(from reader: InputReader) throws(RunError) -> Bool {
    if count == room {
      try reader.verify(length: count * 2)
      grow(to: count * 2)
    }
    let added = try reader.read(into: memory[count..<room])
    count += added
    return added > 0
  }

  private func grow(to size: Int) {
    let larger = ByteRoom(allocating: size + Self.padding)
    larger.copyBytes(from: memory[..<count].bytes)
    memory.deallocate()
    memory = larger
  }

  /// Ends the slice and returns the bytes after its end.
  @discardableResult private func finish(at end: Int) -> [UInt8] {
    let rest = Array(memory[end..<count].bytes)
    count = end
    memory[end..<(end + Self.padding)].clear()
    return rest
  }
}
