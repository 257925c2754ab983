@_spi(Engine) internal import JSONSchema
@_spi(Engine) internal import JSONTape

/// Collects what the threads of a run see of some contracts.
@_spi(Engine) public final class CoverageLedger: @unchecked Sendable {
  let plans: [CoveragePlan]
  private let lock = Lock()
  /// Those that no thread uses. Only touched by who holds the lock, as is ``counters``.
  private var idle: [CoverageCounter] = []
  private var counters: [CoverageCounter] = []

  /// A ledger for the contracts of a run.
  ///
  /// - Throws: ``ContractError`` if a schema applies itself to the same value without end.
  public init(_ contracts: [Contract]) throws(ContractError) {
    var plans: [CoveragePlan] = []
    for contract in contracts { plans.append(try CoveragePlan(contract)) }
    self.plans = plans
  }

  /// A counter for one thread, until it is released.
  ///
  /// - Parameter contracts: Some of the ledger's; the counter is told their positions in this list.
  func counter(for contracts: [Contract]) -> CoverageCounter {
    let positions = contracts.map { contract in
      plans.firstIndex { $0.contract.name == contract.name } ?? 0
    }
    let isAll = positions.count == plans.count
    return lock.hold {
      let counter = idle.popLast() ?? CoverageCounter(plans)
      if !counters.contains(where: { $0 === counter }) { counters.append(counter) }
      counter.positions = isAll ? Array(plans.indices) : positions
      return counter
    }
  }

  func release(_ counter: CoverageCounter) { lock.hold { idle.append(counter) } }

  /// The exchanges of which only operation and status count, since the rest takes too long.
  public var tooCostly: Int { counters.reduce(0) { $0 + $1.tooCostly } }

  /// What was seen so far, when no thread is counting.
  public var coverage: Coverage {
    let places = ContractPlaces()
    var coverage = Coverage()
    for (number, plan) in plans.enumerated() {
      coverage.contracts.append(plan.coverage(counters.map { $0.tallies[number] }, places))
    }
    return coverage
  }
}

/// The counts of one thread.
///
/// What an exchange reaches is collected first: it counts when the exchange is settled, and, where
/// a whole file may be read again, when the file is.
final class CoverageCounter {
  /// The counts of one contract.
  struct Tally {
    /// By source and counter; empty where the source was not met.
    fileprivate(set) var counts = [[Int]](repeating: [], count: CoverageSource.allCases.count)
    /// By operation, the bit set of the counters that its exchanges reached; empty where it had
    /// none.
    fileprivate(set) var marks: [[UInt64]]
    fileprivate(set) var exchanges: [CoverageCounts]
    fileprivate(set) var broken: [CoverageCounts]
  }

  private struct Entry {
    let contract: Int
    let operation: Int?
    let source: CoverageSource
    let isBroken: Bool
    /// The end of its counters in ``cells``.
    let end: Int
  }

  private let plans: [CoveragePlan]
  private(set) var tallies: [Tally]
  private var counters: [PlaceCounter]
  private var cells: [Int32] = []
  private var entries: [Entry] = []
  /// Whether exchanges wait in ``entries``.
  private var holds = false
  /// The positions of the contracts that exchanges are checked against.
  fileprivate(set) var positions: [Int] = []
  /// Of the exchange in hand.
  private var contract: Int?
  private var operation: Int?
  private var response: Int?
  private var hasStatus = false
  /// Whether a value takes too long to count, so that only operation and status count.
  private var isTooCostly = false
  private var postponed: [(cursor: TapeCursor, index: Int, target: BodyTarget)] = []
  /// The exchanges of which only operation and status count, since the rest takes too long.
  private(set) var tooCostly = 0

  init(_ plans: [CoveragePlan]) {
    self.plans = plans
    counters = plans.map { PlaceCounter($0.schemas) }
    tallies = plans.map { plan in
      Tally(
        marks: [[UInt64]](repeating: [], count: plan.operations.count),
        exchanges: [CoverageCounts](repeating: CoverageCounts(), count: plan.operations.count),
        broken: [CoverageCounts](repeating: CoverageCounts(), count: plan.operations.count))
    }
  }

  // MARK: One exchange

  private var start: Int { entries.last?.end ?? 0 }

  /// Forgets what was collected and not committed.
  func begin() {
    if cells.count > start { cells.removeSubrange(start...) }
    contract = nil
    operation = nil
    response = nil
    hasStatus = false
    isTooCostly = false
    postponed.removeAll(keepingCapacity: true)
  }

  /// The exchange belongs to an operation.
  func enter(_ route: Route) {
    contract = positions[route.contract]
    operation = route.operation.position
    response = route.responsePosition
  }

  /// The exchange is a body that was taken for a schema.
  func enter(_ target: BodyTarget, of operation: Operation?) {
    contract = positions[target.contract]
    self.operation = operation?.position
    let fitting = (operation?.responses ?? []).enumerated().filter { _, response in
      response.content.entries.contains { $0.root != nil && $0.root == target.root }
    }
    guard fitting.count == 1 else { return }
    response = fitting[0].offset
    enterStatus()
  }

  /// The response has the status.
  func enterStatus() {
    guard !hasStatus, let cells = operationCells, let response else { return }
    hasStatus = true
    self.cells.append(cells.statuses[response])
  }

  /// A message is of a documented media type.
  func enter(_ part: Exchange.Part, _ choice: BodyChoice) {
    guard choice.isDocumented, let cells = operationCells else { return }
    if part == .request {
      self.cells.append(cells.requestTypes[choice.position])
    } else if let response {
      self.cells.append(cells.responseTypes[response][choice.position])
    }
  }

  /// A parameter, or a header of the response, is there or not.
  func enter(_ kind: Exchange.Part, at position: Int, isPresent: Bool) {
    guard let cells = operationCells else { return }
    let present =
      kind == .request ? cells.parameters[position] : cells.headers[response ?? 0][position]
    self.cells.append(isPresent ? present : present + 1)
  }

  func count(_ cursor: TapeCursor, _ index: Int, _ target: BodyTarget) {
    count(cursor, index, target.root, of: target.contract)
  }

  func count(_ document: JSONDocument?, _ target: BodyTarget) {
    document?.withCursor { count($0, 0, target) }
  }

  /// The value was checked against a node of the contract's plan.
  func count(_ cursor: TapeCursor, _ index: Int, _ root: Int32?, of contract: Int) {
    let plan = positions[contract]
    let place = plans[plan].place(ofRoot: root)
    if !counters[plan].count(cursor, index, at: place, into: &cells) { isTooCostly = true }
  }

  /// The value is wrong; it counts if there are no more than warnings.
  func postpone(_ cursor: TapeCursor, _ index: Int, _ target: BodyTarget) {
    postponed.append((cursor, index, target))
  }

  /// The counters that `body` collects, which may be entered again.
  func collect(_ body: () -> Void) -> [Int32] {
    let first = cells.count
    body()
    return Array(cells[first...])
  }

  func enter(_ cells: [Int32]) { self.cells += cells }

  private var operationCells: CoveragePlan.OperationCells? {
    guard let contract, let operation else { return nil }
    return plans[contract].operations[operation]
  }

  /// The exchange is settled. Of one that was not checked, or has errors, only operation and status
  /// count.
  func commit(_ exchange: Exchange, _ outcome: Checker.Outcome, isBroken: Bool, isLive: Bool) {
    guard let contract else { return begin() }
    let isChecked = outcome == .checked
    switch outcome {
    case .checked: break
    case .skipped where operation != nil: break
    default: return begin()
    }
    if isChecked, !isBroken {
      for (cursor, index, target) in postponed { count(cursor, index, target) }
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

  /// Lets exchanges wait until ``settle(isKept:)``.
  func hold() { holds = true }

  /// Counts the exchanges that wait, or forgets them.
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
    let source = CoverageSource.allCases.firstIndex(of: entry.source) ?? 0
    let size = plans[entry.contract].count
    if tallies[entry.contract].counts[source].isEmpty {
      tallies[entry.contract].counts[source] = [Int](repeating: 0, count: size)
    }
    tallies[entry.contract].counts[source].withUnsafeMutableBufferPointer { counts in
      // Bound: a cell is one of the plan's `size` counters.
      for cell in cells { counts[Int(cell)] &+= 1 }
    }
    guard let operation = entry.operation else { return }
    tallies[entry.contract].exchanges[operation][entry.source] += 1
    if entry.isBroken { tallies[entry.contract].broken[operation][entry.source] += 1 }
    if tallies[entry.contract].marks[operation].isEmpty {
      tallies[entry.contract].marks[operation] = [UInt64](repeating: 0, count: (size + 63) / 64)
    }
    tallies[entry.contract].marks[operation].withUnsafeMutableBufferPointer { marks in
      // Bound: the same, 64 to a word.
      for cell in cells {
        marks[Int(cell) &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: Int(cell) & 63)
      }
    }
  }
}
