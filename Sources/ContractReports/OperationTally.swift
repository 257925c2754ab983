@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import ContractCheck

/// Counts the exchanges of each operation by their severity. The size of the tally grows with the
/// contracts, not with the traffic.
struct OperationTally {
  struct Name: Hashable {
    /// The contract's name. Nil if no contract describes the exchange.
    var contract: String?
    /// The operation; nil if it is unknown.
    var operation: String?
  }

  struct Row: Hashable {
    /// The number of exchanges that were checked, or that have findings, as for an unknown route.
    var judged = 0
    var notChecked = 0
    /// The number of exchanges by their worst finding.
    var worst: [Severity: Int] = [:]
    var statuses: [Int: Int] = [:]

    var exchanges: Int { judged + notChecked }
    var withFindings: Int { worst.values.reduce(0, +) }
  }

  private(set) var rows: [Name: Row] = [:]
  /// The names in the order of appearance.
  private(set) var names: [Name] = []

  mutating func add(_ exchange: CheckedExchange, worst: Severity?) {
    change(Name(contract: exchange.contract, operation: exchange.reference?.operation)) { row in
      if exchange.isJudged(worst) { row.judged += 1 } else { row.notChecked += 1 }
      if let worst { row.worst[worst, default: 0] += 1 }
      if let status = exchange.reference?.status, 100..<600 ~= status {
        row.statuses[status, default: 0] += 1
      }
    }
  }

  /// The operation of a finding has a row even if its exchange is not reported.
  mutating func add(_ finding: Finding) {
    guard finding.exchange?.operation != nil else { return }
    change(Name(finding)) { _ in }
  }

  private mutating func change(_ name: Name, _ change: (inout Row) -> Void) {
    if rows[name] == nil { names.append(name) }
    change(&rows[name, default: Row()])
  }

  /// The sum of all rows.
  var sum: Row {
    rows.values.reduce(into: Row()) { sum, row in
      sum.judged += row.judged
      sum.notChecked += row.notChecked
      sum.worst.merge(row.worst, uniquingKeysWith: +)
    }
  }
}

extension OperationTally.Name {
  init(_ finding: Finding) {
    self.init(contract: finding.contract, operation: finding.exchange?.operation)
  }
}

extension CheckedExchange {
  /// Whether the exchange counts in shares of findings.
  func isJudged(_ worst: Severity?) -> Bool { outcome == .checked || worst != nil }

  /// Whether the caller asked for other operations.
  var isLeftOut: Bool { outcome == .skipped(SkipReason.leftOut.rawValue) }
}

/// The worst finding of the exchange that is being reported.
struct WorstFinding {
  private var index: Int?
  private var severity: Severity?

  /// The file of the finding is not compared: a body may be in a file of its own.
  mutating func add(_ finding: Finding) {
    if index != finding.exchange?.index { severity = nil }
    index = finding.exchange?.index
    severity = max(severity ?? .note, finding.severity)
  }

  /// Returns and resets the worst severity. Nil for an exchange without findings.
  mutating func take(for exchange: CheckedExchange) -> Severity? {
    defer { self = WorstFinding() }
    return index != nil && index == exchange.reference?.index ? severity : nil
  }
}
