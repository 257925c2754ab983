/// Conclusions from the counts of a contract, for readers.
package struct CoverageRemarks {
  let contract: ContractCoverage
  /// The positions of operations without an exchange.
  package let neverCalled: [Int]
  /// The positions of the cells that exchanges of a called operation can reach but did not reach.
  package let neverSeen: [Int]
  /// The number of cells that only operations without an exchange can reach.
  package let outOfReach: Int

  /// The minimum number of values for a suggestion. If no value used a part of the contract, there
  /// is a suggestion about this part.
  private static let enough = 100

  package init(_ contract: ContractCoverage) {
    self.contract = contract
    let operations = contract.operations
    neverCalled = operations.indices.filter { operations[$0].exchanges.total == 0 }
    var isInReach = [Bool](repeating: operations.isEmpty, count: contract.cells.count)
    for operation in operations where operation.exchanges.total > 0 {
      for goal in operation.goals { isInReach[goal] = true }
    }
    // Bodies may be checked against a schema that no operation uses.
    let unseen = contract.cells.indices.filter {
      contract.cells[$0].isGoal && contract.cells[$0].counts.total == 0
    }
    neverSeen = unseen.filter { isInReach[$0] }
    outOfReach = unseen.count - neverSeen.count
  }

  /// Suggestions for a narrower contract, each with its cell.
  package var suggestions: [(cell: CoverageCell, text: String)] {
    let cells = contract.cells
    let values = seenValues
    var suggestions: [(CoverageCell, String)] = []
    for (index, cell) in cells.enumerated() where cell.isGoal && cell.counts.total == 0 {
      // The three counters of a property follow each other.
      switch cell.kind {
      case .null where cells[index - 1].counts.total >= Self.enough:
        let there = cells[index - 1].counts.total
        suggestions.append((cell, "may be null, but was never null in \(there) values"))
      case .absent:
        let there = Summary.sum(cells[index - 2].counts.total, cells[index - 1].counts.total)
        guard there >= Self.enough else { continue }
        suggestions.append((cell, "is optional, but was never missing in \(there) objects"))
      case .enumValue:
        guard let there = values[Self.list(of: cell)], there >= Self.enough else { continue }
        suggestions.append((cell, "was not seen in any of \(there) values"))
      default: continue
      }
    }
    return suggestions
  }

  /// The number of times that listed values occurred, by the place of their `enum`.
  private var seenValues: [Substring: Int] {
    var seen: [Substring: Int] = [:]
    for cell in contract.cells where cell.kind == .enumValue {
      let list = Self.list(of: cell)
      seen[list] = Summary.sum(seen[list] ?? 0, cell.counts.total)
    }
    return seen
  }

  private static func list(of cell: CoverageCell) -> Substring {
    cell.pointer[..<(cell.pointer.lastIndex(of: "/") ?? cell.pointer.startIndex)]
  }
}
