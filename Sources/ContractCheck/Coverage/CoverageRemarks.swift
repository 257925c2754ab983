/// What follows from the counts of a contract, for readers.
struct CoverageRemarks {
  let contract: ContractCoverage
  /// The positions of operations without an exchange.
  let neverCalled: [Int]
  /// The positions of the cells that exchanges of some called operation can reach, and did not.
  let neverSeen: [Int]
  /// The number of cells that only operations without an exchange can reach.
  let outOfReach: Int

  /// From this number of values on, what never came is worth a suggestion.
  private static let enough = 100

  init(_ contract: ContractCoverage) {
    self.contract = contract
    let operations = contract.operations
    neverCalled = operations.indices.filter { operations[$0].exchanges.total == 0 }
    var isInReach = [Bool](repeating: operations.isEmpty, count: contract.cells.count)
    for operation in operations where operation.exchanges.total > 0 {
      for goal in operation.goals { isInReach[goal] = true }
    }
    // Bodies may be checked against a schema that no operation has.
    let unseen = contract.cells.indices.filter {
      contract.cells[$0].isGoal && contract.cells[$0].counts.total == 0
    }
    neverSeen = unseen.filter { isInReach[$0] }
    outOfReach = unseen.count - neverSeen.count
  }

  /// `nullable, and never null in 20,000 values`, each with the cell it is about.
  var suggestions: [(cell: CoverageCell, text: String)] {
    var suggestions: [(CoverageCell, String)] = []
    let cells = contract.cells
    for (index, cell) in cells.enumerated()
    where cell.isGoal && cell.counts.total == 0 && [.null, .absent].contains(cell.kind) {
      // The three counters of a property follow each other.
      let value = cells[index - (cell.kind == .null ? 1 : 2)]
      let null = cell.kind == .null ? nil : cells[index - 1]
      let there = value.counts.total + (null?.counts.total ?? 0)
      guard there >= Self.enough else { continue }
      suggestions.append(
        (
          cell,
          cell.kind == .null
            ? "may be null, and never was in \(there) values"
            : "is optional, and was never absent in \(there) objects"
        ))
    }
    return suggestions
  }
}
