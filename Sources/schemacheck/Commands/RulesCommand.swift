import ContractCheck

extension CommandSpec {
  static let rules = CommandSpec(
    name: "rules",
    summary: "List the rules.",
    examples: [Example(command: "schemacheck rules", meaning: "each rule with what it finds")],
    operands: .none,
    groups: [],
    run: RulesCommand.run)
}

enum RulesCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    console.print(
      TextTable.text(Rule.catalogue.map { [$0.id, $0.severity.rawValue, $0.summary] }))
    console.print("\nBetween two contracts (schemacheck diff):\n")
    console.print(
      TextTable.text(ChangeRule.catalogue.map { [$0.id, $0.severity.rawValue, $0.summary] }))
    return .clean
  }
}
