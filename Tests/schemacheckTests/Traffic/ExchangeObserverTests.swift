@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import JSONTape
import TestSupport
import Testing

@testable @_spi(Engine) import ContractCheck
@testable import ContractRuns
@testable import schemacheck

/// Whoever observes a run sees each exchange once, however its file is read.
@Suite struct ExchangeObserverTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Sees the number in each body that was checked.
  private final class Witness: ExchangeObserver {
    private(set) var seen: [Int] = []
    private(set) var exchanges = 0
    /// Exchanges of a file that is not settled.
    private var held: [[Int]]?
    /// Of the exchange in hand.
    private var noted: [Int] = []

    let countsParameters = true

    func begin() { noted = [] }

    func note(_ event: ExchangeEvent) {
      guard case .body(let cursor, let index, _, _, _) = event else { return }
      let text = cursor.range(index)
      let body = JSONDocument(copying: cursor, at: index, text: text.offset..<text.end)
      if let number = body.root["n"]?.int { noted.append(number) }
    }

    func commit(_ exchange: Exchange, _ count: ExchangeCount, isBroken: Bool, isLive: Bool) {
      if held?.append(noted) == nil { add([noted]) }
      noted = []
    }

    func hold() { held = [] }

    func settle(isKept: Bool) {
      if isKept { add(held ?? []) }
      held = nil
    }

    private func add(_ exchanges: [[Int]]) {
      self.exchanges += exchanges.count
      seen += exchanges.flatMap(\.self)
    }

    func merge(_ other: Witness) {
      seen += other.seen
      exchanges += other.exchanges
    }
  }

  private static let contract = """
    {"openapi": "3.1.0", "info": {"title": "Numbers", "version": "1"}, "paths": {"/numbers/{id}": {
     "get": {"parameters": [
       {"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
       {"name": "page", "in": "query", "schema": {"type": "integer"}}],
      "responses": {"200": {"description": "", "content": {"application/json": {"schema":
       {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"},
        "list": {"type": "array", "items": {"type": "integer"}}}}}}}}}}}}
    """

  /// A body with so many mistakes.
  private static func body(_ number: Int, mistakes: Int) -> String {
    let list = Array(repeating: "\"x\"", count: mistakes).joined(separator: ", ")
    return #"{"n": \#(number), "list": [\#(list)]}"#
  }

  private static func record(_ number: Int, _ body: String) -> String {
    #"{"method": "GET", "url": "https://h/numbers/\#(number % 3)?page=\#(number)", "status": 200, "#
      + #""responseBody": \#(body)}"#
  }

  private static func entry(_ number: Int, _ body: String) -> String {
    #"{"request": {"method": "GET", "url": "https://h/numbers/\#(number)", "headers": []}, "#
      + #""response": {"status": 200, "headers": [], "content": {"mimeType": "application/json", "#
      + #""text": \#(JSONWriter.quoted(body))}}}"#
  }

  /// - Parameter isWrong: Which bodies have mistakes; some have more than a file keeps findings.
  private func write(_ count: Int, isWrong: (Int) -> Bool) throws {
    let bodies = (0..<count).map { number in
      Self.body(number, mistakes: isWrong(number) ? (number % 2 == 0 ? 1 : 300) : 0)
    }
    // By the number: a file of its own, a line, an entry, and an entry or a line of a single file.
    var lines: [String] = []
    var entries: [String] = []
    for (number, body) in bodies.enumerated() {
      switch number % 5 {
      case 0: _ = try folder.write(body, to: "in/\(number).json")
      case 1: lines.append(Self.record(number, body))
      case 2: entries.append(Self.entry(number, body))
      case 3: _ = try folder.write(Self.har([Self.entry(number, body)]), to: "in/\(number).har")
      default: _ = try folder.write(Self.record(number, body), to: "in/\(number).json")
      }
    }
    _ = try folder.write(lines.joined(separator: "\n") + "\n", to: "in/lines.ndjson")
    _ = try folder.write(Self.har(entries), to: "in/entries.har")
  }

  private static func har(_ entries: [String]) -> String {
    #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ", "))]}}"#
  }

  private func witness(jobs: Int) throws -> Witness {
    let contract = try folder.write(Self.contract, to: "numbers.json")
    var options = RunOptions()
    options.inputs = [.path(InputPath(folder.path + "/in"))]
    options.contracts = [.file(InputPath(contract))]
    options.assumption = Checker.Assumption(operation: "GET /numbers/{id}")
    options.jobs = jobs
    let console = Scenario.console(Scenario.Log())
    let project = Project(withoutConfiguration: options)
    let contracts = try LoadedContracts(project, console)
    var checker = try options.checker(contracts.contracts)
    // One beside another sees the same.
    let (parts, others) = (ThreadParts { Witness() }, ThreadParts { Witness() })
    checker.observers = [ObserverSource(parts), ObserverSource(others)]
    _ = try CheckCommand.check(project, nil, contracts, checker, console, report: SilentReport())
    #expect(others.sum.seen.sorted() == parts.sum.seen.sorted())
    return parts.sum
  }

  @Test(
    arguments: [1, 4],
    [{ _ in false }, { _ in true }, { $0 % 7 < 3 }] as [@Sendable (Int) -> Bool])
  func eachExchangeIsSeenOnce(jobs: Int, isWrong: @Sendable (Int) -> Bool) throws {
    let count = 60
    try write(count, isWrong: isWrong)
    let witness = try witness(jobs: jobs)
    #expect(witness.seen.sorted() == Array(0..<count))
    #expect(witness.exchanges == count)
  }
}
