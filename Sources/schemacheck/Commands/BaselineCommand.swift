import ContractCheck

extension CommandSpec {
  static let baseline = CommandSpec(
    name: "baseline",
    summary: "Write down the findings there are, so that only new ones are reported.",
    examples: [
      Example(
        command: "schemacheck baseline captures/ -c fotolokashen",
        meaning: "what is wrong today, in \(Baseline.fileName)"),
      Example(
        command: "schemacheck baseline --allow-growth",
        meaning: "take what is new for known, too"),
    ],
    operands: Operands(name: "INPUT...", count: 0...Int.max),
    groups: [
      OptionGroup(
        title: "What to check against",
        options: [
          .contract, .operation, .status, .request, .componentSchema, .inputFormat, .rule,
        ]),
      OptionGroup(title: "Baseline", options: [.baselineTarget, .allowMore]),
      OptionGroup(
        title: "Report",
        options: [.format, .failOn, .exitZero, .colour, .jobs, .statistics, .quiet]),
      OptionGroup(title: "Project", options: [.configuration, .noConfiguration]),
    ],
    notes: [
      """
      A baseline that is there already only shrinks: what it does not know is reported, as `check
      --update-baseline` does, and --allow-growth adds it.
      """,
      inputNote,
    ],
    run: BaselineCommand.run)
}

/// `check --update-baseline`, with a file where there is none yet.
enum BaselineCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    let file = try ConfigurationFile.of(arguments, console)
    let project = try Project(arguments, of: .baseline, file: file, writesBaseline: true)
    let code = try CheckCommand.run(project, console)
    let isNamed = arguments.has(.baseline) || project.configuration.baseline != nil
    if let file, !isNamed, !arguments.has(.quiet), code != .trouble {
      console.inform(
        "add `\"baseline\": \"\(Baseline.fileName)\"` to \(file.path.text), and `check` goes by it")
    }
    return code
  }
}
