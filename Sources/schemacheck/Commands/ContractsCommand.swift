extension CommandSpec {
  static let contracts = CommandSpec(
    name: "contracts",
    summary: "List the bundled contracts, or the operations of one.",
    examples: [
      Example(command: "schemacheck contracts", meaning: "the contracts known by name"),
      Example(
        command: "schemacheck contracts fotolokashen", meaning: "one contract's operations"),
    ],
    operands: Operands(name: "[NAME]", count: 0...1),
    groups: [],
    run: ContractsCommand.run)
}

enum ContractsCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    CommandSpec.contracts.unavailable(console)
  }
}
