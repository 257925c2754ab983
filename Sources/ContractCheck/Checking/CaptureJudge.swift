/// What judges captured exchanges: a ``Checker`` by contracts, a ``Linter`` by the rules that need
/// none.
public protocol CaptureJudge: Sendable {
  /// Judges one exchange.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result

  /// A first look at the lines of a stream, for one thread; nil where each needs the full check.
  @_spi(Engine) func screen() -> (any TrafficScreen)?

  /// Judges one exchange and may hand on its findings as they are made, where there are very many.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  ///   - goesOn: Takes findings, in the order of reports, and says whether more are wanted.
  /// - Returns: What became of the exchange, with the findings that have not been handed on.
  func check(
    _ exchange: Exchange, in source: inout CaptureSource, goesOn: ([Finding]) -> Bool
  ) -> Checker.Result

  /// Judges everything in a capture.
  ///
  /// - Parameters:
  ///   - bytes: The whole capture.
  ///   - name: What it is called in findings.
  ///   - format: Its format, or nil to tell it from the content.
  ///   - showsLines: Whether findings show the line they are about.
  ///   - goesOn: Takes findings of the exchange at hand, where there are very many, and says whether
  ///     more are wanted; asked with none before each exchange.
  ///   - yield: Called for each exchange in order, with the findings that have not been taken.
  ///   - report: Called for what could not be read.
  func check(
    _ bytes: [UInt8], name: String, format: CaptureFormat?, showsLines: Bool,
    goesOn: ([Finding]) -> Bool, _ yield: (Exchange, Checker.Result) -> Void,
    problem report: (CaptureProblem) -> Void)
}

extension CaptureJudge {
  /// By default every line gets the full check.
  @_spi(Engine) public func screen() -> (any TrafficScreen)? { nil }

  /// Judges one exchange; all of its findings are in the result.
  public func check(
    _ exchange: Exchange, in source: inout CaptureSource, goesOn: ([Finding]) -> Bool
  ) -> Checker.Result {
    check(exchange, in: &source)
  }

  /// Judges everything in a capture, one exchange after the other.
  public func check(
    _ bytes: [UInt8], name: String, format: CaptureFormat? = nil,
    _ yield: (Exchange, Checker.Result) -> Void, problem report: (CaptureProblem) -> Void
  ) {
    var findings: [Finding] = []
    check(bytes, name: name, format: format, showsLines: true) {
      findings += $0
      return true
    } _: { exchange, result in
      var result = result
      result.findings = findings + result.findings
      findings = []
      yield(exchange, result)
    } problem: {
      report($0)
    }
  }

  /// Judges everything in a capture, one exchange after the other, as long as findings are wanted.
  public func check(
    _ bytes: [UInt8], name: String, format: CaptureFormat?, showsLines: Bool,
    goesOn: ([Finding]) -> Bool, _ yield: (Exchange, Checker.Result) -> Void,
    problem report: (CaptureProblem) -> Void
  ) {
    var source = CaptureSource(name: name, bytes: bytes)
    source.showsLines = showsLines
    var isWanted = true
    (format ?? CaptureFormat.detect(bytes)).read(bytes) { item in
      isWanted = isWanted && goesOn([])
      guard isWanted else { return }
      switch item {
      case .exchange(let exchange): yield(exchange, check(exchange, in: &source, goesOn: goesOn))
      case .problem(let problem): report(problem)
      }
    }
  }
}
