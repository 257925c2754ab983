@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractAuthoring
@_spi(Engine) import ContractCheck
import Dispatch
@_spi(Engine) import JSONTape
import TestSupport

extension FuzzTarget {
  /// Checks, lint, validation, fixes and counting on several threads that share what a run shares:
  /// each thread says the same. For ThreadSanitizer, which sees what only happens to be right.
  static let parallel = FuzzTarget(name: "parallel", weight: 2, seeds: \.captures) {
    input, context, generator in
    // A fresh contract now and then: what is made on first use is made by several threads.
    let known = generator.pick(context.contracts)
    let contract = generator.once(in: 20) ? (try? Contract.bundled(known.name)) ?? known : known
    guard var checker = try? Checker(contracts: [contract]),
      let ledger = try? CoverageLedger([contract])
    else { return .refused }
    checker.observers = [ledger.observers, SampleLedger(contract).observers]
    let work = ParallelWork(
      input: input, checker: checker, linter: Linter(),
      schema: try? SchemaChecker(parallelSchema, name: "schema.json"))
    let results = Results(count: 4)
    DispatchQueue.concurrentPerform(iterations: 4) { results.set($0, work.result()) }
    let all = results.all
    if all.contains(where: { $0 != all[0] }) { return .wrong("threads say different things") }
    _ = ledger.coverage.share
    return all[0].isEmpty ? .refused : .accepted
  }

  private static let parallelSchema = Array(
    (##"{"$defs":{"a":{"type":"object","properties":{"log":{"$ref":"#/$defs/a"}},"##
      + ##""patternProperties":{"^(a|b)+$":{"format":"date-time"}}}},"$ref":"#/$defs/a","required":["log"]}"##)
      .utf8)
}

/// What each thread does with an input.
private struct ParallelWork: Sendable {
  let input: [UInt8]
  let checker: Checker
  let linter: Linter
  let schema: SchemaChecker?

  /// A line for each finding and fix.
  func result() -> [String] {
    var lines: [String] = []
    var plan = FixPlan(FixPlan.Choice(includesUnsafe: true), after: nil)
    checker.check(input, name: "fuzz") { _, result in
      for finding in result.findings {
        lines.append("\(finding.rule) \(finding.region.bytes) \(finding.message)")
        plan.add(finding)
      }
    } problem: {
      lines.append($0.message)
    }
    linter.check(input, name: "fuzz") { _, result in
      lines += result.findings.map { "\($0.rule) \($0.region.bytes) \($0.message)" }
    } problem: {
      lines.append($0.message)
    }
    let findings = schema?.check(input, name: "fuzz") ?? []
    lines += findings.map { "\($0.region.bytes) \($0.message)" }
    return lines + plan.step().edits.edits.map { "\($0)" }
  }
}

/// One place for each thread.
private final class Results: @unchecked Sendable {
  private let lock = Lock()
  private var lines: [[String]]

  init(count: Int) { lines = Array(repeating: [], count: count) }

  func set(_ index: Int, _ result: [String]) { lock.hold { lines[index] = result } }

  var all: [[String]] { lock.hold { lines } }
}
