@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// How often the parts that a change removes occurred in recorded traffic.
struct ChangeTraffic {
  private let contract: ContractCoverage
  private var cells: [String: [CoverageCell]] = [:]

  /// - Parameter name: The name of the old contract. Its folders are ignored.
  /// - Returns: Nil if the coverage does not contain this contract.
  init?(_ coverage: Coverage?, of name: String) {
    func last(_ name: String) -> Substring? {
      name.split(whereSeparator: { $0 == "/" || $0 == ":" }).last
    }
    guard let contract = coverage?.contracts.first(where: { last($0.name) == last(name) }) else {
      return nil
    }
    self.contract = contract
    for cell in contract.cells { cells[cell.pointer, default: []].append(cell) }
  }

  /// Whether the removed things occurred in traffic. Nil if this does not apply to the change.
  func note(on change: ContractChange, in operations: [String]) -> String? {
    let touched = contract.operations.indices.filter {
      operations.contains(contract.operations[$0].name)
    }
    switch change.kind {
    case .operationRemoved(let name, _):
      guard let operation = contract.operations.first(where: { $0.name == name }) else {
        return nil
      }
      let count = operation.exchanges.total
      return count == 0
        ? "never called in the traffic" : "called in \(Plural.count(count, "exchange"))"
    case .statusRemoved(let status, _):
      return seen(
        contract.cells.filter { cell in
          cell.kind == .status && cell.name == status
            && cell.operation.map(touched.contains) ?? false
        }, "response", touched)
    case .parameterRemoved:
      let own = pointer(change).map { cells["\(JSONPointer(tokens: $0.tokens.dropLast()))"] ?? [] }
      return seen(own?.filter { $0.kind == .present }, "request", touched)
    case .dropped:
      return seen(of(change)?.filter { $0.kind == .value || $0.kind == .null }, "object", touched)
    case .valuesRemoved(let values) where values.count == 1:
      return seen(of(change)?.filter { $0.kind == .enumValue }, "value", touched)
    default: return nil
    }
  }

  private func pointer(_ change: ContractChange) -> JSONPointer? {
    change.old.map { $0.document.pointer(to: $0.tapeIndex) }
  }

  private func of(_ change: ContractChange) -> [CoverageCell]? {
    pointer(change).map { cells["\($0)"] ?? [] }
  }

  private func seen(
    _ cells: [CoverageCell]?, _ noun: String, _ operations: [Int]
  ) -> String? {
    guard let cells, !cells.isEmpty else { return nil }
    let count = cells.reduce(0) { Summary.sum($0, $1.counts.total) }
    if count > 0 { return "seen in \(Plural.count(count, noun)) of the traffic" }
    let touched = operations.map { contract.operations[$0] }
    guard touched.contains(where: { $0.exchanges.total > 0 }) else {
      return "unknown in the traffic: the operation was never called"
    }
    // An exchange with errors counts only for its status.
    let broken = touched.reduce(0) { Summary.sum($0, $1.broken.total) }
    guard broken > 0, cells[0].kind != .status else { return "never seen in the traffic" }
    return "not seen in the traffic, but \(Plural.count(broken, "exchange")) with errors "
      + "\(Plural.noun(broken, "was", "were")) not examined"
  }
}
