/// An exchange of a run, in the form for reports. The exchange may have findings or none.
public struct CheckedExchange: Hashable, Sendable {
  /// The input's name, as in findings.
  public var file: String
  /// The exchange. Nil for a bare body if neither its operation nor its status is known.
  public var reference: ExchangeReference?
  /// The name of the contract that the exchange was checked against.
  public var contract: String?
  /// The outcome of the check.
  public var outcome: Checker.Outcome
  /// Why the exchange could not be read. Nil if it could be read.
  public var trouble: String?
  /// The number of findings that fail the run, but are not printed because of `--max-findings`.
  public var unprinted = 0

  /// Creates an exchange from its parts.
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
