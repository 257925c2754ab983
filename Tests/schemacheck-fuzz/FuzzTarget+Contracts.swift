@_spi(Engine) @testable import ContractAuthoring
@_spi(Engine) import ContractCheck
import JSONTape
import TestSupport

extension FuzzTarget {
  /// Contracts inferred from captures: they can be read, YAML and JSON say the same, and the capture
  /// keeps to what was inferred from all of it.
  static let infer = FuzzTarget(name: "infer", weight: 6, seeds: \.captures) {
    input, _, generator in
    let learner = TrafficLearner()
    var learned = 0
    learner.check(input, name: "fuzz") { _, result in
      if result.outcome == .checked { learned += 1 }
    } problem: { _ in
    }
    guard learned > 0 else { return .refused }
    var settings = ContractDraft.Settings()
    settings.acceptsAll = generator.once(in: 2)
    let draft = ContractDraft(learner, settings)
    do {
      let json = try JSONDocument(draft.json)
      let yaml = try JSONDocument(yaml: draft.yaml)
      guard json.root == yaml.root else { return .wrong("YAML and JSON are not the same") }
      let contract = try Contract(draft.json, name: "inferred")
      guard settings.acceptsAll else { return .accepted }
      var assumption = Checker.Assumption(schema: draft.schemaNames[""])
      assumption.yieldsToURLs = true
      let checker = try Checker(contracts: [contract], assumption: assumption)
      var wrong: String?
      checker.check(input, name: "fuzz") { _, result in
        // Of a key that stands twice, one value is learned.
        if result.findings.contains(where: { $0.rule == "duplicate-key" }) { return }
        for finding in result.findings where finding.rule == "schema" {
          wrong = wrong ?? "\(finding.message) at \(finding.instance)"
        }
      } problem: { _ in
      }
      return FuzzOutcome(wrong, else: .accepted)
    } catch {
      return .wrong("a contract that cannot be read: \(error)")
    }
  }
}

extension FuzzTarget {
  /// Damaged files of rules: read or refused with a place; those that were read check bodies.
  static let rules = FuzzTarget(name: "rules", weight: 6, seeds: \.rules) {
    input, context, generator in
    var own = OwnRules()
    do throws(ContractError) {
      try own.read(input, name: "fuzz") { _ throws(Contract.CompanionError) in nil }
    } catch {
      return error.message.isEmpty || error.message.contains("\n")
        ? .wrong("an error without a line of words") : .refused
    }
    guard !own.isEmpty else { return .refused }
    for test in OwnRuleTest.run(own) where test.mismatches.contains(where: { $0.message.isEmpty }) {
      return .wrong("a mismatch without words")
    }
    var wrong: String?
    let ids = Set(own.ids)
    let body = generator.pick(context.instances)
    func look(_ finding: Finding) {
      if !ids.contains(finding.rule) || finding.message.isEmpty {
        wrong = "a finding of no rule, \(finding.rule)"
      }
    }
    Linter(own: own).check(body, name: "fuzz") { _, result in
      result.findings.forEach(look)
    } problem: { _ in
    }
    guard let contract = contract(with: input),
      let checker = try? Checker(
        contracts: [contract], assumption: Checker.Assumption(schema: "A"))
    else { return FuzzOutcome(wrong) }
    checker.check(body, name: "fuzz") { _, result in
      result.findings.forEach(look)
    } problem: { _ in
    }
    return FuzzOutcome(wrong)
  }

  /// A contract with the rules of a file in JSON.
  private static func contract(with file: [UInt8]) -> Contract? {
    guard let rules = try? JSONDocument(file).root["customRules"]?.text else { return nil }
    let text =
      #"{"openapi":"3.1.0","x-schemacheck":{"customRules":\#(rules)},"components":{"schemas":{"#
      + #""A":{"type":["object","array","null"],"required":["b","at"],"properties":{"#
      + #""a":{},"b":{"type":["string","null"]},"at":{"type":"string","format":"date-time"},"#
      + #""lat":{"type":"number","maximum":90},"lng":{"oneOf":[{"type":"integer"},{"type":"null"}]}}}}}}"#
    return try? Contract(Array(text.utf8), name: "fuzz")
  }
}
