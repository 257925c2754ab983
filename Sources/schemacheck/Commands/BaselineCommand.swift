@_spi(Engine) internal import ContractReports
import ContractCheck
import ContractRuns

extension CommandSpec {
  static let baseline = CommandSpec(
    name: "baseline",
    summary: "Record the findings of today, so that only new findings are reported.",
    examples: [
      "schemacheck baseline captures/ -c fotolokashen":
        "write the findings of today to \(Baseline.fileName)",
      "schemacheck baseline --allow-growth":
        "add new findings to the baseline of the configuration",
    ],
    operands: .inputs,
    groups: [
      // A baseline of some operations would lose the entries of the others.
      OptionGroup(
        title: OptionGroup.contracts.title,
        options: OptionGroup.contracts.options.filter { $0.name != OptionSpec.onlyOperation.name }),
      OptionGroup(title: "Baseline", options: [.baselineTarget, .allowMore]),
      OptionGroup(
        title: "Report",
        options: [.format, .failOn, .exitZero, .colour, .threads, .statistics, .quiet]),
      OptionGroup(title: "Project", options: [.configuration, .noConfiguration]),
    ],
    notes: [
      """
      An existing baseline only gets smaller: stale entries are removed, and new findings are \
      reported, as with `check --update-baseline`. With --allow-growth, new findings are added, \
      too.
      """,
      inputNote,
    ],
    run: BaselineCommand.run)
}

/// Runs `check --update-baseline`. This also creates the file.
enum BaselineCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let file = try ConfigurationFile.of(arguments, console)
    var project = try Project(arguments, of: .baseline, file: file)
    try project.writeBaseline()
    let code = try CheckCommand.run(project, arguments, of: .baseline, console)
    let isNamed = arguments.has(.baseline) || project.configuration.baseline != nil
    if let file, !isNamed, !arguments.has(.quiet), code != .error {
      console.inform(
        "add `\"baseline\": \"\(Baseline.fileName)\"` to \(file.path.text), so that `check` uses it"
      )
    }
    return code
  }
}
