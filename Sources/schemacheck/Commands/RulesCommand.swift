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
    CommandSpec.rules.unavailable(console)
  }
}
