/// How many exchanges of each operation and status were checked, and their findings. Its size grows
/// with the contracts, not with the traffic.
struct ExchangeMatrix {
  struct Cell {
    var checked = 0
    var skipped = 0
    var found: [Severity: Int] = [:]
  }

  struct Key: Hashable {
    /// Nil where the operation is unknown.
    var operation: String?
    var status: Int?
  }

  private(set) var cells: [Key: Cell] = [:]
  /// In order of appearance, nil last.
  var operations: [String?] {
    order.filter { $0 != nil } + (order.contains(nil) ? [nil] : [])
  }

  private var order: [String?] = []

  /// In ascending order, nil last.
  var statuses: [Int?] {
    Set(cells.keys.map(\.status)).sorted { ($0 ?? .max) < ($1 ?? .max) }
  }

  mutating func add(_ finding: Finding) {
    change(finding.exchange) { $0.found[finding.severity, default: 0] += 1 }
  }

  mutating func add(_ exchange: CheckedExchange) {
    change(exchange.reference) { cell in
      if exchange.outcome == .checked { cell.checked += 1 } else { cell.skipped += 1 }
    }
  }

  private mutating func change(_ reference: ExchangeReference?, _ change: (inout Cell) -> Void) {
    let operation = reference?.operation
    let key = Key(operation: operation, status: reference?.status)
    if cells[key] == nil, !order.contains(operation) { order.append(operation) }
    change(&cells[key, default: Cell()])
  }
}

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
