/// How much of some contracts was seen: a list of counters for each contract. Parts of a run add up.
public struct Coverage: Hashable, Sendable {
  /// In the order in which the contracts were given.
  public var contracts: [ContractCoverage] = []

  /// Nothing was seen.
  public init() {}

  /// Adds what another part of the run saw.
  ///
  /// - Returns: The name of a contract that is not the same in both; then nothing is added.
  public mutating func add(_ other: Coverage) -> String? {
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

  /// What traffic can be expected to reach, and what of it was reached.
  public var share: CoverageShare {
    contracts.reduce(into: CoverageShare()) { $0 += $1.share }
  }
}

/// A number of counters, and how many of them are above 0.
public struct CoverageShare: Hashable, Sendable {
  /// The counters that were reached.
  public var seen = 0
  /// All counters.
  public var all = 0

  /// Nothing of nothing.
  public init() {}

  /// Tenths of a per cent, rounded down, so that 1000 means all; 1000 where there is nothing.
  public var tenths: Int { all == 0 ? 1000 : seen * 1000 / all }

  /// Whether the share is as large as this.
  public func reaches(percent: Int) -> Bool { seen * 100 >= percent * all }

  /// The sum of two shares.
  public static func += (left: inout CoverageShare, right: CoverageShare) {
    left.seen += right.seen
    left.all += right.all
  }

  mutating func add(isSeen: Bool) {
    all += 1
    if isSeen { seen += 1 }
  }
}

/// Where traffic comes from. Counts are kept apart by it.
public enum CoverageSource: String, CaseIterable, Hashable, Sendable {
  /// Recorded exchanges.
  case captures
  /// Bodies without an exchange.
  case fixtures
  /// What somebody wrote for tests or as an example.
  case stubs
  /// Answers to the tool's own requests.
  case live

  var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// Counts by source.
public struct CoverageCounts: Hashable, Sendable {
  /// By the position of the source.
  private var counts = SIMD4<Int>()

  /// All counts 0.
  public init() {}

  /// The count of a source.
  public subscript(source: CoverageSource) -> Int {
    get { counts[source.position] }
    set { counts[source.position] = newValue }
  }

  /// The sum of all sources.
  public var total: Int { CoverageSource.allCases.reduce(0) { Summary.sum($0, self[$1]) } }

  static func += (left: inout CoverageCounts, right: CoverageCounts) {
    for source in CoverageSource.allCases {
      left[source] = Summary.sum(left[source], right[source])
    }
  }
}

/// How much of a contract was seen.
public struct ContractCoverage: Hashable, Sendable {
  /// The contract's name.
  public var name: String
  /// The contract's title.
  public var title: String
  /// The contract's version.
  public var version: String
  /// Every operation, in the order of the contract.
  public var operations: [OperationCoverage]
  /// Every counter: those of operations first, then those of schemas in the order of the documents.
  public var cells: [CoverageCell]

  /// The counters that count in the percentage.
  public var share: CoverageShare {
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

  /// What one operation can reach, and what its exchanges reached of it.
  public func share(ofOperation position: Int) -> CoverageShare {
    var share = CoverageShare()
    for index in operations[position].goals {
      share.add(isSeen: cells[index].operations.contains(position))
    }
    return share
  }
}

/// The exchanges of one operation.
public struct OperationCoverage: Hashable, Sendable {
  /// `GET /users/{id}`.
  public var name: String
  /// Where the contract describes it.
  public var place: ContractPlace?
  /// Checked exchanges.
  public var exchanges = CoverageCounts()
  /// Those with errors: they count for their operation and status alone.
  public var broken = CoverageCounts()
  /// The positions of the counters of the percentage that its exchanges can reach.
  public var goals: [Int] = []
}

/// A counter of a contract.
public struct CoverageCell: Hashable, Sendable {
  /// What is counted.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A documented status.
    case status
    /// A documented media type of a request or a response.
    case mediaType
    /// A parameter or a header that is there.
    case present
    /// A parameter or a header that is not there.
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

  /// What is counted.
  public var kind: Kind
  /// The operation of a status, a media type, a parameter or a header; nil for schemas.
  public var operation: Int?
  /// What a reader calls it: `404`, `query parameter limit`, `User.address`, `ios`.
  public var name: String
  /// Where the contract says it, as a JSON Pointer into its document.
  public var pointer: String
  /// Where the contract says it, as a line.
  public var place: ContractPlace?
  /// Whether it counts in the percentage.
  public var isGoal: Bool
  /// How often it was seen.
  public var counts = CoverageCounts()
  /// The operations whose exchanges reached it.
  public var operations: Set<Int> = []

  fileprivate func isSame(as other: CoverageCell) -> Bool {
    kind == other.kind && operation == other.operation && name == other.name
      && pointer == other.pointer && isGoal == other.isGoal
  }
}
