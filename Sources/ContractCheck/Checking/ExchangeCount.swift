@_spi(Engine) public import ContractCaptures
public import JSONSchema

/// How an exchange counts in a summary, apart from its findings.
public struct ExchangeCount: Hashable, Sendable {
  /// What became of it.
  public var outcome: Checker.Outcome
  /// Whether its body was checked as what it resembles most.
  public var isAssumed = false
  /// Whether the server refused the request with a documented error, so that the request was not
  /// held against the contract.
  public var isRefused = false
  /// Whether templates stand for some of its values.
  public var isTemplated = false
  /// How many properties were valid only by a leniency; empty in most exchanges.
  public var leniencies: [Leniency: Int] = [:]
  /// What became of its request; nil where no contract describes it, or where there is none.
  public var request: MessageCount?
  /// What became of its response; nil where no contract describes it, or where nobody asked for it.
  public var response: MessageCount?
  /// Findings that were left out because the value at fault stands for a secret.
  public var masked = 0
  /// Its operation; nil where none is known.
  public var operation: OperationCount.Name?
  /// Its status, if the capture or the caller says it.
  public var status: Int?
  /// The messages that were checked, or in which something was found.
  public var evaluated: EvaluatedParts = []
  /// The status that its findings have; it may be assumed.
  var evaluatedStatus: Int?
  /// The value that counts are split by; nil where they are not.
  var split: String?

  /// A count by the outcome alone.
  public init(_ outcome: Checker.Outcome) { self.outcome = outcome }

  mutating func add(_ leniencies: [Leniency: Int]) {
    if leniencies.isEmpty { return }
    self.leniencies.merge(leniencies, uniquingKeysWith: +)
  }
}

/// Messages of an exchange.
public struct EvaluatedParts: OptionSet, Hashable, Sendable {
  /// A bit for each message.
  public let rawValue: UInt8

  /// Messages by their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// What the client sent.
  public static let request = EvaluatedParts(rawValue: 1)
  /// What the server answered.
  public static let response = EvaluatedParts(rawValue: 2)

  init(_ part: Exchange.Part) { self = part == .request ? .request : .response }
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
  /// Exchanges by the message that was checked: what the findings of a message are a share of.
  public var evaluated: [Evaluated: Int] = [:]
  /// How long the answers to the caller's own requests took, in milliseconds; empty for captures.
  public var latencies: [Int] = []
  /// ``evaluated`` by the values of an ``ExchangeSplit``.
  public var evaluatedBy: [Evaluated: [String: Int]] = [:]

  /// The median and the longest of ``latencies``; nil for captures.
  public var latency: (median: Int, worst: Int)? {
    let sorted = latencies.sorted()
    guard let worst = sorted.last else { return nil }
    return (sorted[(sorted.count - 1) / 2], worst)
  }

  /// A message with the status of the response.
  public struct Evaluated: Hashable, Sendable {
    /// Which message.
    public let part: Exchange.Part
    /// Nil where the status is unknown, or none of HTTP's.
    public let status: Int?

    /// A message by its parts.
    public init(_ part: Exchange.Part, status: Int?) {
      self.part = part
      self.status = status.flatMap { 100..<600 ~= $0 ? $0 : nil }
    }
  }

  /// All counts 0.
  public init() {}

  mutating func add(_ exchange: ExchangeCount, hasFindings: Bool, times number: Int) {
    if exchange.outcome == .checked { checked += number }
    if hasFindings { withFindings += number }
    // A capture may name any number as a status.
    if let status = exchange.status, 100..<600 ~= status { statuses[status, default: 0] += number }
    if exchange.evaluated.contains(.request) { addEvaluated(exchange, .request, number) }
    if exchange.evaluated.contains(.response) { addEvaluated(exchange, .response, number) }
  }

  private mutating func addEvaluated(
    _ exchange: ExchangeCount, _ part: Exchange.Part, _ number: Int
  ) {
    let key = Evaluated(part, status: exchange.evaluatedStatus)
    evaluated[key, default: 0] += number
    if let value = exchange.split { evaluatedBy[key, default: [:]].add(number, for: value, +) }
  }
}
