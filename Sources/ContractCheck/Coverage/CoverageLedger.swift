@_spi(Engine) internal import ContractCaptures
@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Collects the coverage of some contracts from all threads of a run.
@_spi(Engine) public final class CoverageLedger: Sendable {
  let plans: [CoveragePlan]
  private let counters: ThreadParts<CoverageCounter>
  private let onlyOperations: [OperationPattern]
  /// The source for ``Checker/observers``. A checker with only some of the contracts can use this
  /// source, too.
  public let observers: ObserverSource

  /// Creates a ledger for the contracts of a run.
  ///
  /// - Parameter onlyOperations: The only operations that count; empty for all.
  /// - Throws: ``ContractError`` if a schema applies itself to the same value without end.
  package init(
    _ contracts: [Contract], onlyOperations: [OperationPattern] = []
  ) throws(ContractError) {
    self.onlyOperations = onlyOperations
    var plans: [CoveragePlan] = []
    for contract in contracts { plans.append(try CoveragePlan(contract)) }
    self.plans = plans
    counters = ThreadParts { [plans] in CoverageCounter(plans) }
    observers = ObserverSource(counters)
  }

  /// The number of exchanges that are counted only by operation and status, because a full count
  /// takes too long.
  public var tooCostly: Int { counters.sum.tooCostly }

  /// The coverage so far. Call this only while no thread counts.
  public var coverage: Coverage {
    let places = ContractPlaces()
    var coverage = Coverage()
    for (plan, tally) in zip(plans, counters.sum.tallies) {
      coverage.contracts.append(plan.coverage(tally, places, onlyOperations))
    }
    return coverage
  }
}

/// The counts of one thread.
///
/// The counters that an exchange reaches are first collected. They count when the exchange is
/// settled. If a whole file may be read again, they count when the file is settled.
final class CoverageCounter: ExchangeObserver {
  /// The counts of one contract.
  struct Tally {
    /// The counts by source and counter. Empty for a source without exchanges.
    fileprivate(set) var counts = [[Int]](repeating: [], count: CoverageSource.allCases.count)
    fileprivate(set) var operations: [OperationTally]

    fileprivate mutating func merge(_ other: Tally) {
      for source in counts.indices { counts[source].merge(other.counts[source], Summary.sum) }
      for (position, operation) in other.operations.enumerated() {
        operations[position].marks.merge(operation.marks, |)
        operations[position].exchanges += operation.exchanges
        operations[position].broken += operation.broken
      }
    }
  }

  struct OperationTally {
    /// A set of bits for each operation. It has the counters that the operation's exchanges
    /// reached. Empty without exchanges.
    fileprivate(set) var marks: [UInt64] = []
    fileprivate(set) var exchanges = CoverageCounts()
    fileprivate(set) var broken = CoverageCounts()
  }

  private struct Entry {
    let contract: Int
    let operation: Int?
    let source: CoverageSource
    let isBroken: Bool
    /// The end of the contract's counters in ``cells``.
    let end: Int
  }

  private let plans: [CoveragePlan]
  private(set) var tallies: [Tally]
  private var counters: [PlaceCounter]
  private var cells: [Int32] = []
  private var entries: [Entry] = []
  /// Whether exchanges are waiting in ``entries``.
  private var holds = false
  /// The indexes of the contracts that exchanges are checked against.
  private var positions: [Int] = []
  /// The contract of the current exchange.
  private var contract: Int?
  private var operation: Int?
  private var response: Int?
  private var hasStatus = false
  /// Whether counting a value takes too long. If so, only operation and status count.
  private var isTooCostly = false
  private var postponed: [(cursor: TapeCursor, index: Int, target: BodyTarget)] = []
  /// The number of exchanges that are counted only by operation and status, because a full count
  /// takes too long.
  private(set) var tooCostly = 0

  init(_ plans: [CoveragePlan]) {
    self.plans = plans
    counters = plans.map { PlaceCounter($0.schemas) }
    tallies = plans.map { Tally(operations: $0.operations.map { _ in OperationTally() }) }
  }

  func merge(_ other: CoverageCounter) {
    tooCostly += other.tooCostly
    for contract in tallies.indices { tallies[contract].merge(other.tallies[contract]) }
  }

  func enter(_ contracts: [Contract]) {
    positions = contracts.map { contract in
      plans.firstIndex { $0.contract.name == contract.name } ?? 0
    }
    // Several contracts may have the same name.
    if contracts.count == plans.count { positions = Array(plans.indices) }
  }

  // MARK: One exchange

  var countsParameters: Bool { true }

  private var start: Int { entries.last?.end ?? 0 }

  /// Drops everything that was collected and not committed.
  func begin() {
    if cells.count > start { cells.removeSubrange(start...) }
    contract = nil
    operation = nil
    response = nil
    hasStatus = false
    isTooCostly = false
    postponed.removeAll(keepingCapacity: true)
  }

  func note(_ event: ExchangeEvent) {
    switch event {
    case .route(let route):
      contract = positions[route.contract]
      operation = route.operation.position
      response = route.responsePosition
    case .schema(let target, let operation): enter(target, operation)
    case .status: enterStatus()
    case .undocumentedStatus: break
    case .message(let part, let choice): enter(part, choice)
    case .parameter(let part, let position, let isPresent):
      guard let cells = operationCells else { return }
      let present =
        part == .request ? cells.parameters[position] : cells.headers[response ?? 0][position]
      self.cells.append(isPresent ? present : present + 1)
    case .value(let cursor, let index, let root, let contract):
      count(cursor, index, root, of: contract)
    case .body(let cursor, let index, let target, _, let isBroken):
      if isBroken {
        // The value counts if the exchange has no errors.
        postponed.append((cursor, index, target))
      } else {
        count(cursor, index, target.root, of: target.contract)
      }
    }
  }

  private func enter(_ target: BodyTarget, _ operation: Int?) {
    let contract = positions[target.contract]
    self.contract = contract
    self.operation = operation
    let responses = operation.map { plans[contract].contract.operations[$0].responses } ?? []
    let fitting = responses.enumerated().filter { _, response in
      response.content.entries.contains { $0.root != nil && $0.root == target.root }
    }
    guard fitting.count == 1 else { return }
    response = fitting[0].offset
    enterStatus()
  }

  private func enterStatus() {
    guard !hasStatus, let cells = operationCells, let response else { return }
    hasStatus = true
    self.cells.append(cells.statuses[response])
  }

  private func enter(_ part: Exchange.Part, _ choice: BodyChoice) {
    guard choice.isDocumented, let cells = operationCells else { return }
    if part == .request {
      self.cells.append(cells.requestTypes[choice.position])
    } else if let response {
      self.cells.append(cells.responseTypes[response][choice.position])
    }
  }

  private func count(_ cursor: TapeCursor, _ index: Int, _ root: Int32?, of contract: Int) {
    let plan = positions[contract]
    let place = plans[plan].place(ofRoot: root)
    if !counters[plan].count(cursor, index, at: place, into: &cells) { isTooCostly = true }
  }

  private var operationCells: CoveragePlan.OperationCells? {
    guard let contract, let operation else { return nil }
    return plans[contract].operations[operation]
  }

  /// An exchange that was not checked, or has errors, counts only for its operation and status.
  func commit(_ exchange: Exchange, _ count: ExchangeCount, isBroken: Bool, isLive: Bool) {
    guard let contract else { return begin() }
    let isChecked = count.outcome == .checked
    switch count.outcome {
    case .checked: break
    case .skipped where operation != nil: break
    default: return begin()
    }
    if isChecked, !isBroken {
      for (cursor, index, target) in postponed {
        self.count(cursor, index, target.root, of: target.contract)
      }
    }
    if !isChecked || isBroken || isTooCostly {
      if isTooCostly, isChecked, !isBroken { tooCostly += 1 }
      let hadStatus = hasStatus
      cells.removeSubrange(start...)
      hasStatus = false
      if hadStatus { enterStatus() }
    }
    entries.append(
      Entry(
        contract: contract, operation: operation,
        source: isLive
          ? .live : exchange.isBare ? .fixtures : exchange.origin == .stub ? .stubs : .captures,
        isBroken: isBroken,
        end: cells.count))
    if !holds { apply() }
  }

  // MARK: Whole files

  func hold() { holds = true }

  func settle(isKept: Bool) {
    holds = false
    if isKept {
      apply()
    } else {
      cells.removeAll(keepingCapacity: true)
      entries.removeAll(keepingCapacity: true)
    }
  }

  private func apply() {
    var first = 0
    for entry in entries {
      add(cells[first..<entry.end], entry)
      first = entry.end
    }
    cells.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
  }

  private func add(_ cells: ArraySlice<Int32>, _ entry: Entry) {
    tallies[entry.contract].counts[entry.source.position].change(plans[entry.contract].count) {
      // Bound: a cell is the index of one of the plan's counters.
      for cell in cells { $0[Int(cell)] &+= 1 }
    }
    guard let operation = entry.operation else { return }
    tallies[entry.contract].operations[operation].exchanges[entry.source] += 1
    if entry.isBroken { tallies[entry.contract].operations[operation].broken[entry.source] += 1 }
    let words = (plans[entry.contract].count + 63) / 64
    tallies[entry.contract].operations[operation].marks.change(words) {
      // Bound: a word contains the bits of 64 cells.
      for cell in cells {
        $0[Int(cell) &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: Int(cell) & 63)
      }
    }
  }
}

/// Empty arrays represent zeros.
extension Array where Element: FixedWidthInteger {
  fileprivate mutating func change(
    _ size: Int, _ body: (inout Self) -> Void
  ) {
    if isEmpty { self = Array(repeating: 0, count: size) }
    body(&self)
  }

  fileprivate mutating func merge(_ other: [Element], _ sum: (Element, Element) -> Element) {
    self = isEmpty ? other : other.isEmpty ? self : zip(self, other).map(sum)
  }
}
