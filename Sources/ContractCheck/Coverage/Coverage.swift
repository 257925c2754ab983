/// How much of the contracts the exchanges used. Each contract has a list of counters. Coverages
/// can be added, for example those of several runs.
public struct Coverage: Hashable, Sendable {
  /// The coverage of each contract, in the order in which the contracts were given.
  package var contracts: [ContractCoverage] = []

  /// Creates coverage without contracts.
  package init() {}

  /// Adds the counts of another part of the run.
  ///
  /// - Returns: The name of a contract that differs between both. In this case nothing is added.
  package mutating func add(_ other: Coverage) -> String? {
    for contract in other.contracts {
      let known = contracts.first { $0.name == contract.name }
      if let known, !known.hasCounters(of: contract) { return contract.name }
    }
    for contract in other.contracts {
      if let known = contracts.firstIndex(where: { $0.name == contract.name }) {
        contracts[known].add(contract)
      } else {
        contracts.append(contract)
      }
    }
    return nil
  }

  /// The number of counters that traffic is expected to reach, and the number of counters that it
  /// reached.
  package var share: CoverageShare {
    contracts.reduce(into: CoverageShare()) { $0 += $1.share }
  }
}

/// A number of counters, and the number of those that are above 0.
package struct CoverageShare: Hashable, Sendable {
  /// The number of counters that were reached.
  package var seen = 0
  /// The number of all counters.
  package var all = 0

  /// Creates a share of 0 counters.
  package init() {}

  /// The share in tenths of a per cent, rounded down. 1000 means all counters. If there are no
  /// counters, the share is 1000.
  package var tenths: Int { all == 0 ? 1000 : seen * 1000 / all }

  /// Whether the share is at least this percentage.
  package func reaches(percent: Int) -> Bool { seen * 100 >= percent * all }

  /// The sum of two shares.
  package static func += (left: inout CoverageShare, right: CoverageShare) {
    left.seen += right.seen
    left.all += right.all
  }

  mutating func add(isSeen: Bool) {
    all += 1
    if isSeen { seen += 1 }
  }
}

/// The source of traffic. Each source has its own counts.
package enum CoverageSource: String, CaseIterable, Hashable, Sendable {
  /// Recorded exchanges.
  case captures
  /// Bodies without an exchange.
  case fixtures
  /// Examples and texts for tests that somebody wrote.
  case stubs
  /// Responses to the tool's own requests.
  case live

  var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Counts by their source.
package struct CoverageCounts: Hashable, Sendable {
  /// The counts by the position of the source.
  private var counts = SIMD4<Int>()

  /// Creates counts of 0.
  package init() {}

  /// The count of a source.
  package subscript(source: CoverageSource) -> Int {
    get { counts[source.position] }
    set { counts[source.position] = newValue }
  }

  /// The sum of all sources.
  package var total: Int { CoverageSource.allCases.reduce(0) { Summary.sum($0, self[$1]) } }

  static func += (left: inout CoverageCounts, right: CoverageCounts) {
    for source in CoverageSource.allCases {
      left[source] = Summary.sum(left[source], right[source])
    }
  }
}

/// How much of a contract was used.
package struct ContractCoverage: Hashable, Sendable {
  /// The contract's name.
  package var name: String
  /// The contract's title.
  package var title: String
  /// The contract's version.
  package var version: String
  /// Every operation, in the order of the contract.
  package var operations: [OperationCoverage]
  /// Every counter: first those of operations, then those of schemas in the order of the documents.
  package var cells: [CoverageCell]

  /// The counters that count in the percentage.
  package var share: CoverageShare {
    var share = CoverageShare()
    for cell in cells where cell.isGoal { share.add(isSeen: cell.counts.total > 0) }
    return share
  }

  fileprivate func hasCounters(of other: ContractCoverage) -> Bool {
    version == other.version && operations.map(\.name) == other.operations.map(\.name)
      && cells.count == other.cells.count
      && zip(cells, other.cells).allSatisfy { $0.isSame(as: $1) }
  }

  fileprivate mutating func add(_ other: ContractCoverage) {
    for index in cells.indices {
      cells[index].counts += other.cells[index].counts
      cells[index].operations.formUnion(other.cells[index].operations)
    }
    for index in operations.indices {
      operations[index].exchanges += other.operations[index].exchanges
      operations[index].broken += other.operations[index].broken
    }
  }

  /// The number of counters that one operation can reach, and the number of counters that its
  /// exchanges reached.
  package func share(ofOperation position: Int) -> CoverageShare {
    var share = CoverageShare()
    for index in operations[position].goals {
      share.add(isSeen: cells[index].operations.contains(position))
    }
    return share
  }
}

/// The exchanges of one operation.
package struct OperationCoverage: Hashable, Sendable {
  /// The operation: `GET /users/{id}`.
  package var name: String
  /// The place in the contract.
  package var place: ContractPlace?
  /// The number of checked exchanges.
  package var exchanges = CoverageCounts()
  /// The number of exchanges with errors. Such exchanges count only for their operation and status.
  package var broken = CoverageCounts()
  /// The positions of the counters in the percentage that the operation's exchanges can reach.
  package var goals: [Int] = []
}

/// A counter of a contract.
package struct CoverageCell: Hashable, Sendable {
  /// The kind of the counter.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A documented status.
    case status
    /// A documented media type of a request or a response.
    case mediaType
    /// A parameter or a header that is present.
    case present
    /// A parameter or a header that is missing.
    case missing
    /// A property with a value other than null.
    case value
    /// A property that is null.
    case null
    /// An object without the property.
    case absent
    /// One of the values of `enum` or `const`.
    case enumValue
    /// A branch of `anyOf`, `oneOf` or `if`.
    case branch
    /// An empty array.
    case empty
    /// An array with elements.
    case filled
  }

  /// The kind of the counter.
  package var kind: Kind
  /// The operation of a status, a media type, a parameter or a header. Nil for schemas.
  package var operation: Int?
  /// The name for readers: `404`, `query parameter limit`, `User.address`, `ios`.
  package var name: String
  /// The place in the contract, as a JSON Pointer into its document.
  package var pointer: String
  /// The place in the contract, as file, line and column.
  package var place: ContractPlace?
  /// Whether the counter is part of the percentage.
  package var isGoal: Bool
  /// How often the case occurred.
  package var counts = CoverageCounts()
  /// The operations whose exchanges reached the counter.
  package var operations: Set<Int> = []

  fileprivate func isSame(as other: CoverageCell) -> Bool {
    kind == other.kind && operation == other.operation && name == other.name
      && pointer == other.pointer && isGoal == other.isGoal
  }
}
