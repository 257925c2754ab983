@_spi(Engine) import ContractCheck
import JSONTape

/// What inputs are validated with: contracts, the rules of a lint, or one schema. Threads share it.
protocol Validation: Sendable {
  /// Inputs with the same number are validated alike.
  func number(of input: Input) -> Int
  /// One thread's fast path for inputs of a number; nil where every exchange needs the full check.
  func fastPath(_ number: Int) -> (any TrafficScreen)?
  /// The full check of a line.
  func result(of line: NDJSONLine, named name: String, _ number: Int, showsLines: Bool)
    -> ExchangeResult
  /// The full check of exchanges; nil where a HAR is one value like any other.
  func exchangeChecker(_ number: Int) -> (any CaptureJudge)?
  /// The full check of a whole file.
  ///
  /// - Parameters:
  ///   - wantsMore: Takes findings of the exchange at hand, where there are very many, and answers
  ///     whether more are wanted.
  ///   - yield: Called for each exchange, with the findings that have not been taken.
  func check(
    _ bytes: [UInt8], named name: String, format: CaptureFormat, _ number: Int, showsLines: Bool,
    wantsMore: ([Finding]) -> Bool, _ yield: (ExchangeResult) -> Void)
}

/// Validation of exchanges by contracts, or by the rules that need none.
struct ExchangeValidation<ExchangeChecker: CaptureJudge>: Validation {
  /// What checks, by the number of an input.
  let checkers: [ExchangeChecker]
  var numberOfInput: @Sendable (Input) -> Int = { _ in 0 }

  func number(of input: Input) -> Int { numberOfInput(input) }

  func fastPath(_ number: Int) -> (any TrafficScreen)? { checkers[number].screen() }

  func result(
    of line: NDJSONLine, named name: String, _ number: Int, showsLines: Bool
  ) -> ExchangeResult {
    switch line.read() {
    case .exchange(let exchange):
      let checker = checkers[number]
      return ExchangeResult(byteCount: line.bytes.count) { wantsMore in
        var source = CaptureSource(
          name: name, bytes: line.bytes, offset: line.offset, firstLine: line.index + 1)
        source.showsLines = showsLines
        return checker.check(exchange, in: &source, goesOn: wantsMore)
      }
    case .problem(let problem):
      var lines = LineIndex(line.bytes)
      let local = lines.position(of: problem.range.offset - line.offset)
      let position = TextPosition(line: line.index + local.line, column: local.column)
      return ExchangeResult(CaptureError(problem, in: name, at: position))
    }
  }

  func exchangeChecker(_ number: Int) -> (any CaptureJudge)? { checkers[number] }

  func check(
    _ bytes: [UInt8], named name: String, format: CaptureFormat, _ number: Int, showsLines: Bool,
    wantsMore: ([Finding]) -> Bool, _ yield: (ExchangeResult) -> Void
  ) {
    checkers[number].check(
      bytes, name: name, format: format, showsLines: showsLines, goesOn: wantsMore
    ) { _, result in
      yield(ExchangeResult(result))
    } problem: { problem in
      var lines = LineIndex(bytes)
      let position = lines.position(of: problem.range.offset)
      yield(ExchangeResult(CaptureError(problem, in: name, at: position)))
    }
  }
}

/// Validates units on one thread, in memory that is kept.
///
/// Together with ``ExchangeValidation`` this is the one place that knows how the library checks.
final class UnitValidator {
  let validation: any Validation
  let number: Int
  let showsLines: Bool
  private lazy var fastPath = usesFastPath ? validation.fastPath(number) : nil
  private lazy var lines = LineScreen(fastPath)
  private lazy var files = fastPath.map { FileScreen($0) }
  /// Parses entries that are read apart from their stream.
  private(set) lazy var entries = HAREntryParser()
  private let usesFastPath: Bool

  /// More findings of a file are not kept: they are made when it is its turn.
  private static let mostFindings = 200

  init(_ validation: any Validation, _ number: Int, showsLines: Bool, usesFastPath: Bool) {
    self.validation = validation
    self.number = number
    self.showsLines = showsLines
    self.usesFastPath = usesFastPath
  }

  /// Validates lines in place.
  func check(_ block: UnsafeRawBufferPointer) -> LineLook { lines.look(at: block) }

  /// What became of an entry that is valid; nil where only the full check can tell.
  func outcome(of entry: HAREntry) -> Checker.Outcome? { fastPath?.outcome(of: entry) }

  /// The full check of an entry.
  func check(
    _ entry: HAREntry, named name: String, wantsMore: ([Finding]) -> Bool,
    _ yield: (ExchangeResult) -> Void
  ) {
    guard let checker = validation.exchangeChecker(number) else { return }
    var source = entry.source(name: name)
    source.showsLines = showsLines
    entry.read { item in
      switch item {
      case .exchange(let exchange):
        yield(ExchangeResult(checker.check(exchange, in: &source, goesOn: wantsMore)))
      case .problem(let problem):
        let position = source.position(of: problem.range.offset)
        yield(ExchangeResult(CaptureError(problem, in: name, at: position)))
      }
    }
  }

  /// The full check of an entry, with all of its findings.
  func results(of entry: HAREntry, named name: String) -> [ExchangeResult] {
    var results = CollectedResults()
    check(entry, named: name) {
      results.take($0, limit: .max)
    } _: {
      results.add($0)
    }
    return results.all
  }

  /// The result of a whole file, 64 zero bytes after it; nil for a stream, and for very many findings.
  func result(
    ofFile padded: UnsafeRawBufferPointer, _ input: Input, format: CaptureFormat?
  ) -> FileResult? {
    let byteCount = padded.count - 64
    if format != .http, let found = files?.look(at: padded, name: input.name) {
      return FileResult(
        byteCount: byteCount, format: .json, outcome: found.outcome, note: found.note)
    }
    let bytes = Array(padded[..<byteCount])
    let format = format ?? validation.format(meantBy: input) ?? CaptureFormat.detect(bytes)
    guard !validation.isStream(format) else { return nil }
    var results = CollectedResults()
    validation.check(
      bytes, named: input.name, format: format, number, showsLines: showsLines
    ) {
      results.take($0, limit: Self.mostFindings)
    } _: {
      results.add($0)
    }
    guard results.findingCount <= Self.mostFindings else { return nil }
    return FileResult(byteCount: byteCount, format: format, exchanges: results.all)
  }
}

extension Validation {
  /// Whether inputs hold exchanges.
  var readsExchanges: Bool { exchangeChecker(0) != nil }

  /// Whether inputs of a format are read piece by piece.
  func isStream(_ format: CaptureFormat?) -> Bool {
    format == .ndjson || format == .har && readsExchanges
  }

  /// The format that an input's name tells, where it holds exchanges.
  func format(meantBy input: Input) -> CaptureFormat? {
    readsExchanges ? CaptureFormat.meant(byName: input.name) : nil
  }
}

/// Results with all of their findings, which are handed on piece by piece.
private struct CollectedResults {
  private(set) var all: [ExchangeResult] = []
  private(set) var findingCount = 0
  private var findings: [Finding] = []

  mutating func take(_ more: [Finding], limit: Int) -> Bool {
    findings += more
    findingCount += more.count
    return findingCount <= limit
  }

  mutating func add(_ result: ExchangeResult) {
    var result = result
    findingCount += result.result?.findings.count ?? 0
    if !findings.isEmpty { result.result?.findings.insert(contentsOf: findings, at: 0) }
    findings = []
    all.append(result)
  }
}
