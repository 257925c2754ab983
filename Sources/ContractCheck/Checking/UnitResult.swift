@_spi(Engine) public import ContractCaptures
@_spi(Engine) public import JSONTape

/// What a line is that has only a value, without an exchange.
@_spi(Engine) public enum LoneValues: Sendable {
  /// A body. Its schema is guessed.
  case bodies
  /// A line of a log that is no exchange, because the file has an exchange.
  case linesOfLog
  /// A body until the first exchange, and then a line of a log.
  case open
}

/// The results of a block of lines.
@_spi(Engine) public struct LineResults: Sendable {
  /// Whether a line can only be in a log.
  package var isOfLog = false
  /// Whether a line is an exchange. False if the caller said what the lines are.
  package var hasExchange = false
  /// The number of lines. Blank lines count, too.
  public var lineCount = 0
  /// The summary of the lines that have nothing to report.
  public var summary = Summary()
  /// The results of the lines that have something to report, in order. `line` is the line's number
  /// in the block.
  public var results: [(line: Int, result: UnitResult)] = []
  /// The lines that are not in ``results``, in order; empty if they are not needed.
  package var plain: [PlainLine] = []
  /// The counts to which ``PlainLine/kind`` refers.
  package var kinds: [ExchangeCount] = []
  /// The ids of records as JSON, one after the other.
  package var ids: [UInt8] = []

  /// A line with nothing to report.
  package struct PlainLine: Sendable {
    /// The line's number in the block.
    package let line: Int
    /// An index of ``LineResults/kinds``; -1 for a blank line.
    package let kind: Int
    /// The range of the record's id in ``LineResults/ids``. Empty if the record has no id.
    package let id: Range<Int>
  }

  /// Creates results without lines.
  package init() {}

  /// The index of a count in ``kinds``.
  mutating func kind(of count: ExchangeCount) -> Int {
    if let known = kinds.suffix(64).lastIndex(of: count) { return known }
    kinds.append(count)
    return kinds.count - 1
  }

  /// Notes a line with nothing to report.
  mutating func note(kind: Int, of exchange: Exchange? = nil) {
    let start = ids.count
    exchange?.appendID(to: &ids)
    plain.append(PlainLine(line: lineCount, kind: kind, id: start..<ids.count))
  }
}

/// The result of a line, an entry or a file.
@_spi(Engine) public enum UnitResult: Sendable {
  case checked(Checker.Result)
  /// The unit could not be read because of an error at this place. If the unit is a line of text,
  /// `ofLog` is its result in a log.
  case problem(CaptureProblem, TextPosition, ofLog: Checker.Result? = nil)
  /// A line that is checked only when its findings are reported. Such a line is long, or its result
  /// depends on earlier lines.
  case late(LateCheck)

  /// The same result with line numbers increased by `count`.
  public func moved(byLines count: Int) -> UnitResult {
    guard count > 0 else { return self }
    switch self {
    case .checked(let result): return .checked(result.moved(byLines: count))
    case .problem(let problem, let position, let ofLog):
      return .problem(
        CaptureProblem(
          kind: problem.kind, index: problem.index.map { $0 + count }, unit: problem.unit,
          range: problem.range), TextPosition(line: position.line + count, column: position.column),
        ofLog: ofLog?.moved(byLines: count))
    case .late(var check):
      check.linesBefore += count
      return .late(check)
    }
  }
}

/// A check that is done only when the line is reported. The findings of a long line may need a
/// hundred times as much memory as the line. So the findings of two such lines are never in memory
/// together.
@_spi(Engine) public struct LateCheck: Sendable {
  let validator: LateValidator
  private(set) var exchange: Exchange
  let source: CaptureSource
  /// Whether the outcome is enough if there are no findings.
  var isSettled = false
  var linesBefore = 0

  /// The message of an exchange that the line contains, if the other message is on another line.
  package var half: Exchange.Half? { exchange.half }

  /// The bytes of the line.
  package var size: Int { exchange.range.length }

  /// The check of a request, if that is known, with its response or a line with a body.
  package static func joined(_ request: LateCheck?, _ other: LateCheck) -> LateCheck {
    let isBody = request != nil && other.half?.line != .response
    var check = isBody ? request ?? other : other
    func source(_ line: LateCheck) -> CaptureSource {
      line.source.moved(byLines: line.linesBefore - check.linesBefore)
    }
    check.exchange = other.exchange.answering(
      request?.exchange, in: request.map(source), source(other))
    return check
  }

  /// Checks the line.
  public var result: Checker.Result {
    validator.use { validator in
      validator.begin(nil)
      if isSettled, let settled = validator.verdict(exchange, of: source.name) {
        return TrafficValidator.result(settled, of: source.name)
      }
      var source = source
      return validator.check(exchange, in: &source).moved(byLines: linesBefore)
    }
  }
}

/// A validator that is created on first use, for one thread at a time.
final class LateValidator: @unchecked Sendable {
  private let make: @Sendable () -> any ExchangeValidator
  private let lock = Lock()
  private var made: (any ExchangeValidator)?

  init(_ make: @escaping @Sendable () -> any ExchangeValidator) { self.make = make }

  func use<Result>(_ body: (any ExchangeValidator) -> Result) -> Result {
    lock.hold {
      let validator = made ?? make()
      made = validator
      return body(validator)
    }
  }
}

extension Checker.Result {
  /// Whether there is nothing to report.
  @_spi(Engine) public var isClean: Bool {
    findings.isEmpty && givenUp.isEmpty && rest == nil && unsettled.isEmpty
  }

  /// Whether there is an error, or there are too many findings for memory.
  var hasErrors: Bool { rest != nil || findings.contains { $0.severity == .error } }

  /// The result with all its findings in memory.
  @_spi(Engine) public var complete: Checker.Result {
    var result = self
    while let findings = rest?.next() { result.findings += findings }
    result.rest = nil
    return result
  }

  /// The same result for a text that begins `count` lines later.
  @_spi(Engine) public func moved(byLines count: Int) -> Checker.Result {
    guard count > 0 else { return self }
    var result = self
    for index in result.findings.indices { result.findings[index].move(byLines: count) }
    rest?.linesBefore += count
    result.givenUp = givenUp.map { $0.moved(byLines: count) }
    if let first = result.givenUp.first { result.exchange?.trouble = first.unchecked }
    result.exchange?.reference?.move(byLines: count)
    result.explanation?.exchange.move(byLines: count)
    return result
  }
}

extension Finding {
  func moved(byLines count: Int) -> Finding {
    var finding = self
    finding.move(byLines: count)
    return finding
  }

  mutating func move(byLines count: Int) {
    guard count > 0 else { return }
    region.move(byLines: count)
    exchange?.move(byLines: count)
    if !frameCountsBody { frame?.line += count }
    for index in (fix?.edits ?? []).indices {
      fix?.edits[index].region?.move(byLines: count)
    }
  }
}

extension Region {
  fileprivate mutating func move(byLines count: Int) {
    start.line += count
    end.line += count
  }
}

extension ExchangeReference {
  fileprivate mutating func move(byLines count: Int) {
    if unit == .line { index += count }
  }
}
