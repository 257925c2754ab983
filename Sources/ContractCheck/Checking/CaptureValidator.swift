@_spi(Engine) public import ContractCaptures
@_spi(Engine) public import JSONTape

/// Checks captured exchanges. ``Checker`` uses contracts for the checks. `Linter` needs no
/// contracts.
public protocol CaptureValidator: Sendable {
  /// A validator for one thread.
  @_spi(Engine) func exchangeValidator() -> any ExchangeValidator
}

/// Checks exchanges one after the other. Each thread needs its own validator.
@_spi(Engine) public protocol ExchangeValidator: AnyObject {
  /// The result of an exchange without findings. Nil if only the full check can decide.
  ///
  /// - Parameter name: The name of the exchange's capture.
  func verdict(_ exchange: Exchange, of name: String) -> SettledExchange?

  /// Whether the outcome of an exchange depends on earlier exchanges, which another thread may
  /// still check. If so, the exchange is checked only when its result is reported.
  func waits(_ exchange: Exchange, of name: String) -> Bool

  /// Whether a value has no findings. If only the full check can decide this, the result is false.
  /// The function is called only if lines are values, not records.
  func accepts(_ value: TapeCursor) -> Bool

  /// Checks an exchange that a reader found in the source.
  func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result

  /// Whether inputs may contain exchanges. If not, each input or each line is a value.
  var readsRecords: Bool { get }

  /// The severity of a rule before the contract is known; nil if the rule is off.
  func severity(of rule: Rule) -> Severity?

  /// Whether the caller named the schema of every body. If so, a document that only resembles a
  /// capture is a body.
  var isTold: Bool { get }

  /// Whether the schemas of bodies without their exchange are guessed.
  var guessesSchemas: Bool { get }

  /// Whether a value that looks like an exchange is a body, because a contract describes it or
  /// because there is no contract.
  func describes(_ value: TapeCursor) -> Bool

  /// Whether the elements of a list are checked, not the list itself. Such a list contains
  /// responses with their status.
  func opens(_ list: TapeCursor) -> Bool

  /// Forgets the previous exchange.
  ///
  /// - Parameter texts: The long strings of the next capture, if they are decoded already.
  func begin(_ texts: StringArena?)

  /// Counts the next exchanges separately.
  func holdCounts()

  /// Adds the separate counts to the other counts if `isKept` is true. If not, drops the separate
  /// counts, because the exchanges will be checked again.
  func settleCounts(isKept: Bool)
}

extension ExchangeValidator {
  /// By default every exchange gets the full check.
  public func verdict(_ exchange: Exchange, of name: String) -> SettledExchange? { nil }
  /// By default no exchange depends on others.
  public func waits(_ exchange: Exchange, of name: String) -> Bool { false }
  /// By default every value gets the full check.
  public func accepts(_ value: TapeCursor) -> Bool { false }
  /// By default rules have their usual severity.
  public func severity(of rule: Rule) -> Severity? { rule.severity }
  /// By default no contract describes a value.
  public func describes(_ value: TapeCursor) -> Bool { false }
  /// By default an array is one body, not a list of responses.
  public func opens(_ list: TapeCursor) -> Bool { false }
  /// By default the caller named no schema.
  public var isTold: Bool { false }
  /// By default no schema is guessed.
  public var guessesSchemas: Bool { false }
  /// By default inputs may contain exchanges.
  public var readsRecords: Bool { true }
  /// By default a validator keeps nothing of the previous exchange.
  public func begin(_ texts: StringArena?) {}
  /// By default nothing is counted.
  public func holdCounts() {}
  /// By default nothing is counted.
  public func settleCounts(isKept: Bool) {}
}

/// The result of an exchange without findings.
@_spi(Engine) public struct SettledExchange: Sendable {
  package let count: ExchangeCount
  /// The schema that the body was assumed to match.
  let assumed: String?

  package init(count: ExchangeCount, assumed: String?) {
    self.count = count
    self.assumed = assumed
  }
}

extension CaptureValidator {
  /// Stops the program with an error, because only types of this library have a validator.
  @_spi(Engine) public func exchangeValidator() -> any ExchangeValidator {
    preconditionFailure("\(Self.self) cannot check exchanges")
  }

  /// Checks one exchange that a reader found in the source.
  ///
  /// - Complexity: O(*n*) in the size of the exchange.
  package func check(_ exchange: Exchange, in source: inout CaptureSource) -> Checker.Result {
    exchangeValidator().check(exchange, in: &source).complete
  }

  /// Checks everything in a capture, one exchange after the other.
  ///
  /// - Parameters:
  ///   - name: The name of the capture in findings.
  ///   - format: The capture's format. If the format is nil, the content decides.
  ///   - decompressor: Decodes compressed bodies. Without a decompressor, such bodies cannot be
  ///     decoded.
  ///   - yield: Called for each exchange in order.
  ///   - report: Called for each part that could not be read.
  public func check(
    _ bytes: [UInt8], name: String, format: CaptureFormat? = nil,
    decompressor: Decompressor? = nil, _ yield: (Exchange, Checker.Result) -> Void,
    problem report: (CaptureProblem) -> Void
  ) {
    var source = CaptureSource(name: name, bytes: bytes)
    let validator = exchangeValidator()
    var reading = CaptureReading(isTold: validator.isTold)
    reading.describes = validator.describes
    reading.opens = validator.opens
    reading.guessesSchemas = validator.guessesSchemas
    var gate = CredentialGate<Exchange>()
    CaptureItem.each(in: bytes, named: name, as: format, reading) {
      $0.decompressed(decompressor) { item in
        switch item {
        case .exchange(let exchange):
          validator.begin(nil)
          for (exchange, result) in gate.pass(exchange, validator.check(exchange, in: &source)) {
            yield(exchange, result.complete)
          }
        case .problem(let problem): report(problem)
        }
      }
    }
    for (exchange, result) in gate.end() { yield(exchange, result.complete) }
  }
}
