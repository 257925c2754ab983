/// A processed exchange, with findings or without, as reports name it.
public struct CheckedExchange: Hashable, Sendable {
  /// The input's name as findings have it.
  public var file: String
  /// Nil for a bare body without a known operation or status.
  public var reference: ExchangeReference?
  /// The name of the contract that it was checked against.
  public var contract: String?
  /// Its outcome.
  public var outcome: Checker.Outcome
  /// Why it could not be read, if so.
  public var trouble: String?
  /// Findings that fail the run and are not printed (`--max-findings`).
  public var unprinted = 0

  /// An exchange by its parts.
  public init(
    file: String, reference: ExchangeReference? = nil, contract: String? = nil,
    outcome: Checker.Outcome, trouble: String? = nil
  ) {
    self.file = file
    self.reference = reference
    self.contract = contract
    self.outcome = outcome
    self.trouble = trouble
  }
}
