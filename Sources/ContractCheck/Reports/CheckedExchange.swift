/// An exchange that was looked at, with findings or without, as reports name it.
public struct CheckedExchange: Hashable, Sendable {
  /// The input's name as findings have it.
  public var file: String
  /// Nil for a bare body of which nothing is known.
  public var reference: ExchangeReference?
  /// The name of the contract that judged it.
  public var contract: String?
  /// What became of it.
  public var outcome: Checker.Outcome
  /// Why it could not be read, where it could not.
  public var trouble: String?

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
