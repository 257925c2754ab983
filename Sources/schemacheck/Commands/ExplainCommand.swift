extension CommandSpec {
  static let explain = CommandSpec(
    name: "explain",
    summary: "Explain a rule: why it exists, examples wrong and right.",
    examples: [
      Example(
        command: "schemacheck explain coordinate-names",
        meaning: "the rule's rationale, source, options and examples")
    ],
    operands: Operands(name: "RULE", count: 1...1),
    groups: [],
    run: ExplainCommand.run)
}

enum ExplainCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    CommandSpec.explain.unavailable(console)
  }
}
