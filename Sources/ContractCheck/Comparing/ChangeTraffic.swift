internal import JSONTape

/// What recorded traffic had of the things that a change removes.
struct ChangeTraffic {
  private let contract: ContractCoverage
  private var cells: [String: [CoverageCell]] = [:]

  /// - Parameter name: The name of the old contract.
  init?(_ coverage: Coverage?, of name: String) {
    guard let contracts = coverage?.contracts,
      let contract = contracts.first(where: { $0.name == name }) ?? contracts.first
    else { return nil }
    self.contract = contract
    for cell in contract.cells { cells[cell.pointer, default: []].append(cell) }
  }

  /// `never seen in the traffic`, or how often it was; nil where the traffic cannot tell.
  func note(on change: ContractChange, in operations: [String]) -> String? {
    switch change.kind {
    case .operationRemoved(let name, _):
      return contract.operations.first { $0.name == name }.map {
        words($0.exchanges.total, "exchange")
      }
    case .statusRemoved(let status, _):
      let positions = contract.operations.indices.filter {
        operations.contains(contract.operations[$0].name)
      }
      let own = contract.cells.filter { cell in
        cell.kind == .status && cell.name == status
          && cell.operation.map(positions.contains) ?? false
      }
      return own.isEmpty ? nil : words(total(own), "response")
    case .parameterRemoved:
      let own = pointer(change).map { cells["\(JSONPointer(tokens: $0.tokens.dropLast()))"] ?? [] }
      return seen(own?.filter { $0.kind == .present }, "request")
    case .dropped:
      return seen(of(change)?.filter { $0.kind == .value || $0.kind == .null }, "object")
    case .valuesRemoved(let values) where values.count == 1:
      return seen(of(change)?.filter { $0.kind == .enumValue }, "value")
    default: return nil
    }
  }

  private func pointer(_ change: ContractChange) -> JSONPointer? {
    change.old.map { $0.document.pointer(to: $0.tapeIndex) }
  }

  private func of(_ change: ContractChange) -> [CoverageCell]? {
    pointer(change).map { cells["\($0)"] ?? [] }
  }

  private func total(_ cells: [CoverageCell]) -> Int { cells.reduce(0) { $0 + $1.counts.total } }

  private func seen(_ cells: [CoverageCell]?, _ noun: String) -> String? {
    guard let cells, !cells.isEmpty else { return nil }
    return words(total(cells), noun)
  }

  private func words(_ count: Int, _ noun: String) -> String {
    count == 0 ? "never seen in the traffic" : "seen in \(Plural.count(count, noun)) of the traffic"
  }
}
