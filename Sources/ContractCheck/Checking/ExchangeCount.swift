/// How an exchange counts in a summary, apart from its findings.
public struct ExchangeCount: Hashable, Sendable {
  /// What became of it.
  public var outcome: Checker.Outcome
  /// Whether its body was checked as what it resembles most.
  public var isAssumed = false
  /// Whether the server refused the request with a documented error, so that the request was not
  /// held against the contract.
  public var isRefused = false
  /// Its operation; nil where none is known.
  public var operation: OperationCount.Name?
  /// Its status, if the capture or the caller says it.
  public var status: Int?

  /// A count by the outcome alone.
  public init(_ outcome: Checker.Outcome) { self.outcome = outcome }
}

/// What a run saw of an operation.
public struct OperationCount: Hashable, Sendable {
  /// An operation of a contract. Names are in the order of contracts, then of operations.
  public struct Name: Hashable, Comparable, Sendable {
    /// The contract's name.
    public let contract: String
    /// `GET /users/{id}`.
    public let operation: String

    /// A name by its parts.
    public init(contract: String, operation: String) {
      self.contract = contract
      self.operation = operation
    }

    /// Contracts first.
    public static func < (left: Name, right: Name) -> Bool {
      (left.contract, left.operation) < (right.contract, right.operation)
    }
  }

  /// Exchanges that were checked.
  public var checked = 0
  /// Exchanges with findings.
  public var withFindings = 0
  /// Exchanges by status.
  public var statuses: [Int: Int] = [:]

  /// All counts 0.
  public init() {}

  mutating func add(_ exchange: ExchangeCount, hasFindings: Bool, times number: Int) {
    if exchange.outcome == .checked { checked += number }
    if hasFindings { withFindings += number }
    // A capture may name any number as a status.
    if let status = exchange.status, 100..<600 ~= status { statuses[status, default: 0] += number }
  }
}
