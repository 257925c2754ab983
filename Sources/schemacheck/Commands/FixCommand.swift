@_spi(Engine) import ContractCheck

extension CommandSpec {
  static let fix = CommandSpec(
    name: "fix",
    summary: "Mend in their files the mistakes that have one sure repair.",
    examples: [
      Example(
        command: "schemacheck fix Fixtures/ --contract fotolokashen",
        meaning: "rename, insert and rewrite in place, then report what is left"),
      Example(
        command: "schemacheck fix Fixtures/ -c fotolokashen --diff",
        meaning: "the same as a diff for `patch -p0`, to look at first"),
      Example(
        command: "schemacheck fix session.har -c bmn-boston --only coordinate-names",
        meaning: "recorded traffic, one rule"),
    ],
    operands: Operands(name: "INPUT...", count: 0...Int.max),
    groups: [
      OptionGroup(
        title: "What to mend", options: [.diff, .dryRun, .unsafeFixes, .only]),
      OptionGroup(
        title: "What to check against",
        options: [
          .contract, .operation, .status, .request, .componentSchema, .inputFormat, .rule,
        ]),
      OptionGroup(
        title: "Report of what is left",
        options: [.format, .failOn, .exitZero, .allowEmpty, .colour, .jobs, .quiet]),
      OptionGroup(
        title: OptionGroup.project.title,
        options: [.configuration, .noConfiguration, .changedSince, .baseline]),
    ],
    notes: [
      inputNote
        + "\n- is mended to standard output.\n\nExit status: that of `check` on the files as they are"
        + " then. Nothing outside of an edit\nchanges by a byte."
    ],
    run: FixCommand.run)
}

extension OptionSpec {
  static let diff = OptionSpec(
    name: "diff", help: "print what would change as a unified diff and write nothing")
  static let dryRun = OptionSpec(
    name: "dry-run", help: "only count what would change; write nothing")
  static let unsafeFixes = OptionSpec(
    name: "unsafe-fixes", help: "also make fixes that may change what was meant")
  static let only = OptionSpec(
    name: "only", value: .text("RULE"), isRepeatable: true,
    help: "mend the findings of this rule alone")
}

enum FixCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    let project = try Project(arguments, of: .fix, console)
    let arguments = project.arguments
    try verify(arguments)
    let choice = FixPlan.Choice(
      includesUnsafe: arguments.has(.unsafeFixes), rules: try rules(arguments))
    let contracts = try ContractArguments.contracts(arguments, rules: project.rules, console)
    let checker = try CheckCommand.checker(arguments, contracts.contracts)
    let planner = FixPlanner(
      arguments: arguments, checkers: try InputCheckers(checker, project), choice: choice,
      suppression: try FindingSuppression(project, contracts.contracts).withoutBaseline,
      format: arguments.text(.inputFormat).flatMap(CaptureFormat.init))
    return try FixRun(planner, project, contracts, console).run()
  }

  private static func verify(_ arguments: Arguments) throws(UsageError) {
    try CheckCommand.verifyContract(arguments)
    if arguments.operands.isEmpty {
      throw UsageError("`fix` needs INPUT...; see `schemacheck fix --help`")
    }
    for operand in arguments.operands {
      if InputExpansion.isURL(operand.text) {
        throw UsageError("`fix` mends files; `\(URLRedaction.redact(operand.text))` is none")
      }
      if operand == "-", arguments.operands.count > 1 {
        throw UsageError("`-` is mended to standard output; leave out the other inputs")
      }
    }
    if arguments.has(.diff), arguments.has(.dryRun) {
      throw UsageError("`--diff` writes nothing either; leave out `--dry-run`")
    }
  }

  /// The rules that `--only` names; all where it names none.
  private static func rules(_ arguments: Arguments) throws(UsageError) -> Set<String> {
    var rules: Set<String> = []
    for argument in arguments.all(.only) {
      let id = argument.text
      let known = Rule.catalogue.filter { $0.fix != nil }.map(\.id)
      guard let rule = Rule.named(id) else {
        throw UsageError(
          "there is no rule `\(id)`", near: NearestName.of(id, among: Rule.catalogue.map(\.id)))
      }
      guard rule.fix != nil else {
        throw UsageError("`\(id)` has no fix", near: nil, known: known)
      }
      rules.insert(id)
    }
    return rules
  }
}
