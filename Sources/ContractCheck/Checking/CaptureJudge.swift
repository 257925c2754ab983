@_spi(Engine) public import JSONTape

/// What checks captured exchanges: a ``Checker`` by contracts, a ``Linter`` by the rules that need
/// none.
public protocol CaptureJudge: Sendable {
  /// Checks one exchange.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  /// - Complexity: O(*n*) in the size of the exchange.
  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result

  /// A validator for one thread.
  @_spi(Engine) func exchangeValidator() -> any ExchangeValidator
}

/// Checks exchanges one after the other, for one thread.
@_spi(Engine) public protocol ExchangeValidator: AnyObject {
  /// What becomes of an exchange of which nothing is to be said but what is assumed; nil where only the
  /// full check can tell.
  func verdict(_ exchange: Exchange) -> SettledExchange?

  /// Checks an exchange.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  ///   - goesOn: Takes findings as they are made, where there are very many, and says whether more
  ///     are wanted; those that it has not been given are in the result.
  func check(
    _ exchange: Exchange, in source: inout CaptureSource, goesOn: (([Finding]) -> Bool)?
  ) -> Checker.Result

  /// Whether lines may be exchange records; otherwise each is a value.
  var readsRecords: Bool { get }

  /// Forgets the exchange before.
  ///
  /// - Parameter texts: The long texts of the capture that comes, where they are decoded already.
  func begin(_ texts: StringArena?)
}

extension ExchangeValidator {
  /// By default every exchange gets the full check.
  public func verdict(_ exchange: Exchange) -> SettledExchange? { nil }
  /// By default lines may be records.
  public var readsRecords: Bool { true }
  /// By default nothing is kept.
  public func begin(_ texts: StringArena?) {}
}

/// What became of an exchange that gave rise to no finding.
@_spi(Engine) public struct SettledExchange: Sendable {
  let outcome: Checker.Outcome
  /// The schema that a body is assumed to be an instance of.
  let assumed: String?
}

/// Keeps nothing between exchanges.
private final class PlainValidator: ExchangeValidator {
  private let judge: any CaptureJudge

  init(_ judge: some CaptureJudge) { self.judge = judge }

  func check(
    _ exchange: Exchange, in source: inout CaptureSource, goesOn: (([Finding]) -> Bool)?
  ) -> Checker.Result {
    judge.check(exchange, in: &source)
  }
}

extension CaptureJudge {
  /// By default nothing is kept between exchanges.
  @_spi(Engine) public func exchangeValidator() -> any ExchangeValidator { PlainValidator(self) }

  /// Checks one exchange and hands on its findings as they are made, where there are very many.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  ///   - goesOn: Takes findings, in the order of reports, and says whether more are wanted.
  /// - Returns: What became of the exchange, with the findings that have not been handed on: they
  ///   come after those that have.
  /// - Complexity: O(*n*) in the size of the exchange; memory is that of the exchange and of what
  ///   is noted of each failure, not of the findings.
  public func check(
    _ exchange: Exchange, in source: inout CaptureSource, goesOn: ([Finding]) -> Bool
  ) -> Checker.Result {
    withoutActuallyEscaping(goesOn) {
      exchangeValidator().check(exchange, in: &source, goesOn: $0)
    }
  }

  /// Checks everything in a capture, one exchange after the other.
  ///
  /// - Parameters:
  ///   - bytes: The whole capture.
  ///   - name: What it is called in findings.
  ///   - format: Its format, or nil to tell it from the content.
  ///   - yield: Called for each exchange in order.
  ///   - report: Called for what could not be read.
  public func check(
    _ bytes: [UInt8], name: String, format: CaptureFormat? = nil,
    _ yield: (Exchange, Checker.Result) -> Void, problem report: (CaptureProblem) -> Void
  ) {
    var source = CaptureSource(name: name, bytes: bytes)
    let validator = exchangeValidator()
    (format ?? CaptureFormat.detect(bytes)).read(bytes) { item in
      switch item {
      case .exchange(let exchange):
        validator.begin(nil)
        yield(exchange, validator.check(exchange, in: &source, goesOn: nil))
      case .problem(let problem): report(problem)
      }
    }
  }
}
