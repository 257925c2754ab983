@_spi(Engine) import ContractCheck

extension CommandSpec {
  static let contracts = CommandSpec(
    name: "contracts",
    summary: "List the bundled contracts, or the operations of one.",
    examples: [
      Example(command: "schemacheck contracts", meaning: "the contracts known by name"),
      Example(
        command: "schemacheck contracts fotolokashen", meaning: "one contract's operations"),
    ],
    operands: Operands(name: "[NAME|FILE]", count: 0...1),
    groups: [],
    run: ContractsCommand.run)
}

enum ContractsCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    if let name = arguments.operands.first {
      let contract = try ContractArguments.contract(name)
      ContractArguments.warn(of: contract, console)
      console.print(text(of: contract))
      return .clean
    }
    var rows: [[String]] = []
    for name in Contract.bundledNames {
      let contract = try ContractArguments.contract(Argument(name))
      rows.append([name, contract.title, Plural.count(contract.operations.count, "operation")])
    }
    console.print(TextTable.text(rows))
    return .clean
  }

  private static func text(of contract: Contract) -> String {
    var text = SafeText.line("\(contract.name): \(contract.title) \(contract.version)") + "\n"
    text += "\nServers:\n"
    text +=
      contract.servers.isEmpty
      ? "  none documented: any host\n"
      : TextTable.text(contract.servers.map { [$0.url, $0.description] }, indent: 2)
    text += "\nOperations:\n"
    text += TextTable.text(
      contract.operations.map { operation in
        [
          operation.name, operation.id ?? "", operation.statuses.joined(separator: ", "),
          operation.summary,
        ]
      }, indent: 2)
    guard !contract.schemaNames.isEmpty else { return text }
    return text + "\nSchemas:\n" + TextTable.text(contract.schemaNames.map { [$0] }, indent: 2)
  }
}
