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
