import ContractCheck

extension CommandSpec {
  static let lint = CommandSpec(
    name: "lint",
    summary: "Find mistakes by name and by shape, without a contract.",
    examples: [
      Example(
        command: "schemacheck lint Fixtures/", meaning: "the JSON files in a test folder"),
      Example(
        command: "schemacheck lint session.har --rule key-case=off",
        meaning: "recorded traffic, one rule left out"),
    ],
    operands: Operands(name: "INPUT...", count: 0...Int.max),
    groups: [
      OptionGroup(title: "What to look for", options: [.inputFormat, .rule]), .reporting,
      .project,
    ],
    notes: [inputNote],
    run: LintCommand.run)
}

enum LintCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    let project = try Project(arguments, of: .lint, console)
    let arguments = project.arguments
    guard !arguments.operands.isEmpty else {
      throw UsageError("`lint` needs INPUT...; see `schemacheck lint --help`")
    }
    let overrides = try ContractArguments.overrides(arguments)
    // What the configuration says of rules that need a contract is meant for `check`.
    let linter = Linter(overrides: project.rules.severities.merging(overrides) { $1 })
    let known = Set(Linter.rules.map(\.id))
    let idle = overrides.filter { $0.value != nil && !known.contains($0.key) }.keys.sorted()
    var (run, inputs, _) = try InputRun.start(project, LoadedContracts(), console)
    for id in idle { run.addNote("`\(id)` needs a contract: `schemacheck check` runs it") }
    run.validate(inputs, with: ExchangeValidation(checkers: [linter]))
    return run.finish()
  }
}
