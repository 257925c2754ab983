@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape

/// A block of whole lines, or of whole HAR entries, between its reading and its report.
final class InputSlice: PipelineUnit, @unchecked Sendable {
  enum Content {
    case lines, entries
  }

  let input: Input
  let content: Content
  /// Where the slice begins in the input.
  var offset = 0
  /// The number of its first line or entry, from 0.
  var firstIndex = 0
  /// What stands before it. Of lines, the number is enough.
  var linesBefore = LineCount()
  /// The last byte of the entry before it.
  var byteBefore: UInt8 = 0
  private(set) var entries: [Range<Int>] = []

  private(set) var lineCount = 0
  /// Exchanges without findings: what became of them.
  private(set) var summary = Summary()
  /// The results of the others, with the number of their line or entry in the slice.
  private(set) var results: [(number: Int, of: [ExchangeResult])] = []
  /// The entry that is not what its quotes and brackets seem to say; nothing after it counts.
  private(set) var brokenEntry: Int?
  /// Results whose lines count from the first of the slice.
  private var lineResults: [(line: Int, result: UnitResult)] = []
  private var validator: UnitValidator?

  private var memory: UnsafeMutableRawBufferPointer
  private var count = 0
  private static let padding = 64
  /// The longest run of bytes that is searched for the end of an entry.
  private static let longestEntry = 1 << 20

  /// A slice for so many bytes at once.
  init(_ input: Input, of content: Content, size: Int) {
    self.input = input
    self.content = content
    memory = .allocate(byteCount: size + Self.padding, alignment: 16)
  }

  deinit { memory.deallocate() }

  /// The bytes, with the zeros that parsers want after them.
  var block: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[..<(count + Self.padding)])
  }

  var byteCount: Int { count }

  func validate(by worker: Worker) {
    let validator = worker.validator(for: input)
    self.validator = validator
    switch content {
    case .lines:
      results = []
      if let output = validator.validation.output { return printLines(output) }
      let lines = validator.traffic.check(lines: block, at: offset, of: input.name)
      lineCount = lines.lineCount
      summary = lines.summary
      lineResults = lines.results
    case .entries:
      validate(validator)
    }
  }

  private func validate(_ validator: UnitValidator) {
    summary = Summary()
    results = []
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
      if found.count == 1, let outcome = found[0].plainOutcome {
        summary.count(outcome)
      } else {
        results.append((number, found))
      }
    }
  }

  /// Makes results of what is printed for each line.
  private func printLines(_ output: Validation.Output) {
    var splitter = NDJSONSplitter()
    let bytes = Array(block.dropLast(Self.padding))
    let name = input.name
    splitter.feed(bytes) { results.append(($0.index, [output($0.bytes, name)])) }
    splitter.finish { results.append(($0.index, [output($0.bytes, name)])) }
    lineCount = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count
  }

  var isIncomplete: Bool { !lineResults.isEmpty }

  /// Gives results their place in the input.
  func complete() {
    results = lineResults.map { ($0.line, [.unit($0.result.moved(byLines: firstIndex))]) }
    lineResults = []
  }

  /// Leaves out what follows a line or entry, and says whether there is anything.
  func end(after number: Int) -> Bool {
    guard let validator else { return false }
    switch content {
    case .lines:
      var end = 0
      for _ in 0...number where end < count {
        end = memory[end..<count].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? count
      }
      guard end < count else { return false }
      finish(at: end)
      summary = validator.traffic.check(lines: block, at: offset, of: input.name).summary
    case .entries:
      entries.removeSubrange((number + 1)...)
      validate(validator)
    }
    return true
  }

  /// Fills the slice with what the last one left and with what comes, up to the last line or entry that
  /// ends; a line of any length makes it grow.
  ///
  /// - Returns: What follows, and whether it may begin another slice: not at the end of the input,
  ///   before anything that is no entry, and before an entry that is very long.
  func fill(
    after left: [UInt8], isAfterEntry: Bool, from reader: InputReader
  ) throws(ToolError) -> (left: [UInt8], hasMore: Bool) {
    count = 0
    if left.count > room { grow(to: left.count * 2) }
    memory.copyBytes(from: left)
    count = left.count
    switch content {
    case .lines: return try fillLines(from: reader)
    case .entries: return try fillEntries(isAfterEntry: isAfterEntry, from: reader)
    }
  }

  private func fillLines(
    from reader: InputReader
  ) throws(ToolError) -> (left: [UInt8], hasMore: Bool) {
    while true {
      let start = count
      guard try read(from: reader) else {
        finish(at: count)
        return ([], false)
      }
      // A line that is longer than what is here so far needs more.
      guard let end = memory[start..<count].lastIndex(of: UInt8(ascii: "\n")) else { continue }
      return (finish(at: end + 1), true)
    }
  }

  private func fillEntries(
    isAfterEntry: Bool, from reader: InputReader
  ) throws(ToolError) -> (left: [UInt8], hasMore: Bool) {
    var scan = HAREntryScan(isAfterEntry: isAfterEntry)
    while true {
      let hasMore = try read(from: reader)
      scan.scan(UnsafeRawBufferPointer(memory), to: count)
      entries = scan.entries
      let isStuck = scan.isAtEnd || !hasMore || count > Self.longestEntry
      guard !entries.isEmpty || isStuck else { continue }
      return (finish(at: scan.end), !scan.isAtEnd && hasMore && !entries.isEmpty)
    }
  }

  private var room: Int { memory.count - Self.padding }

  /// Reads once; false at the end of the input.
  private func read(from reader: InputReader) throws(ToolError) -> Bool {
    if count == room { grow(to: count * 2) }
    let added = try reader.read(
      into: UnsafeMutableRawBufferPointer(rebasing: memory[count..<room]))
    count += added
    return added > 0
  }

  private func grow(to size: Int) {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: size + Self.padding, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<count]))
    memory.deallocate()
    memory = larger
  }

  /// Ends the slice, and answers what was read after that.
  @discardableResult private func finish(at end: Int) -> [UInt8] {
    let rest = Array(memory[end..<count])
    count = end
    memory[end..<(end + Self.padding)].initializeMemory(as: UInt8.self, repeating: 0)
    return rest
  }
}
