@_spi(Engine) public import JSONTape

/// What checks captured exchanges: a ``Checker`` by contracts, a ``Linter`` by the rules that need
/// none.
public protocol CaptureValidator: Sendable {
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
  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result

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

extension CaptureValidator {
  /// Conformances outside of this library have none.
  @_spi(Engine) public func exchangeValidator() -> any ExchangeValidator {
    preconditionFailure("\(Self.self) cannot check exchanges")
  }

  /// Checks one exchange.
  ///
  /// - Parameters:
  ///   - exchange: What a reader found in the source.
  ///   - source: The bytes it was read from.
  /// - Complexity: O(*n*) in the size of the exchange.
  public func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    exchangeValidator().check(exchange, in: &source).complete
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
        yield(exchange, validator.check(exchange, in: &source).complete)
      case .problem(let problem): report(problem)
      }
    }
  }
}
