@_spi(Engine) import ContractCheck
import ContractRuns

extension CommandSpec {
  static let lint = CommandSpec(
    name: "lint",
    summary: "Find common mistakes from names and values, without a contract.",
    examples: [
      "schemacheck lint Fixtures/":
        "the JSON files in a test folder",
      "schemacheck lint session.har --rule key-case=off":
        "recorded traffic, without one rule",
    ],
    operands: .inputs,
    groups: [
      OptionGroup(title: "What to look for", options: [.inputFormat, .rule]),
      .reporting(andAlso: [.lintWatch]),
      .project,
    ],
    notes: [inputNote],
    run: LintCommand.run)
}

enum LintCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let project = try Project(arguments, of: .lint, console)
    guard !project.options.inputs.isEmpty else {
      throw RunError("`lint` needs INPUT; see `schemacheck lint --help`")
    }
    let own = project.rules.own
    let overrides = project.options.severities
    try project.options.verifySeverities(known: own.ids)
    // The configuration may set rules that need a contract. These rules are for `check`.
    var linter = Linter(
      overrides: project.rules.severities.merging(overrides) { $1 }, own: own)
    linter.dateProfile = project.rules.dateProfile
    linter.placeholders = project.options.placeholders
    if let error = linter.ownRulesError {
      throw RunError("your own rules cannot be checked: \(error.message)")
    }
    let known = Set(Linter.rules.map(\.id) + linter.ownRules.rules.map(\.id))
    let idle = overrides.filter { $0.value != nil && !known.contains($0.key) }.keys.sorted()
    var (run, inputs, all) = try InputRun.start(
      project, arguments, LoadedContracts(), console)
    for id in idle { run.addNote("the rule `\(id)` needs a contract; use `schemacheck check`") }
    if linter.comparesSiblings, inputs.count > 0 {
      linter.siblings = run.differences(among: all, linter)
    }
    Interruption.listen()
    run.validate(inputs, with: Validation(checkers: [linter]))
    return run.finish()
  }
}
