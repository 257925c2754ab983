@_spi(Engine) internal import ContractCaptures
@_spi(Engine) import ContractCheck
import ContractRuns

extension CommandSpec {
  static let fix = CommandSpec(
    name: "fix",
    summary: "Apply safe fixes in place.",
    examples: [
      "schemacheck fix Fixtures/ --contract fotolokashen":
        "fix the files in place, then report the remaining findings",
      "schemacheck fix Fixtures/ -c fotolokashen --diff":
        "print the changes as a diff for `patch -p0` and write nothing",
      "schemacheck fix session.har -c bmn-boston --recordings --only key-case":
        "fix recorded traffic, but only findings of one rule",
    ],
    operands: .inputs,
    groups: [
      OptionGroup(
        title: "What to fix",
        options: [.diff, .dryRun, .unsafeFixes, .only, .recordings, .baselined]),
      .contracts,
      OptionGroup(
        title: "Report of the remaining findings",
        options: [.format, .failOn, .exitZero, .allowEmpty, .colour, .threads, .quiet]),
      OptionGroup(
        title: OptionGroup.project.title,
        options: [.configuration, .noConfiguration, .changedSince, .baseline]),
    ],
    notes: [
      inputNote + " The fixed text of `-` goes to standard output.",
      """
      HARs, HTTP messages, exchange records, Charles sessions, Newman reports, Envoy taps and logs \
      are recordings. Recordings are fixed only with --recordings. Findings in the baseline are \
      fixed only with --baselined. Stubs and cassettes of tests (WireMock, Postman, Pact, VCR, \
      vcrpy, DVR) are fixed. Files that a stub names in bodyFileName are fixed, too. The last line \
      counts the findings in recordings and in the baseline. The exit status is that of `check` on \
      the fixed files and the recordings. A fix changes only the wrong text; everything else in a \
      file stays as it is.
      """,
    ],
    run: FixCommand.run)
}

extension OptionSpec {
  static let diff = OptionSpec(
    name: "diff", excludes: ["dry-run"],
    help: "print the changes as a unified diff; write nothing")
  static let dryRun = OptionSpec(
    name: "dry-run", help: "only count the changes; write nothing")
  static let unsafeFixes = OptionSpec(
    name: "unsafe-fixes", help: "also apply fixes that may change the meaning")
  static let only = OptionSpec(
    name: "only", value: .text("RULE"), isRepeatable: true,
    help: "fix only the findings of this rule")
  static let recordings = OptionSpec(
    name: "recordings",
    help: "also fix recorded traffic, such as HARs, HTTP messages and logs")
  static let baselined = OptionSpec(
    name: "baselined", help: "also fix findings listed in the baseline")
}

enum FixCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let project = try Project(arguments, of: .fix, console)
    try verify(project.options)
    let contracts = try LoadedContracts(project, console)
    var own = project.rules.own
    for contract in contracts.contracts { own.formUnion(contract.ownRules) }
    let choice = FixPlan.Choice(
      includesUnsafe: arguments.has(.unsafeFixes), includesRecordings: arguments.has(.recordings),
      rules: try rules(arguments, own))
    let checker = try project.options.checker(contracts.contracts)
    let planner = FixPlanner(
      options: project.options, checkers: try InputCheckers(checker, project, console.zlib),
      choice: choice, suppression: try FindingSuppression(project, contracts.contracts),
      includesBaselined: arguments.has(.baselined), zlib: console.zlib)
    return try OwnSecrets.hide(namedBy: own) { () throws(RunError) in
      try FixRun(planner, project, arguments, contracts, console).run()
    }
  }

  private static func verify(_ options: RunOptions) throws(RunError) {
    try CheckCommand.verifyContract(options)
    if options.inputs.isEmpty {
      throw RunError("`fix` needs INPUT; see `schemacheck fix --help`")
    }
    for operand in options.inputs {
      switch operand {
      case .url:
        throw RunError("`fix` changes files; `\(operand.shown)` is not a file")
      case .path(let path) where Archive.isArchive(path):
        throw RunError(
          "\(Input.file(path).name): `fix` does not change archives; unpack it and fix its files")
      case .standardInput where options.inputs.count > 1:
        throw RunError("the fixed text of `-` goes to standard output; remove the other inputs")
      case .path, .standardInput: break
      }
    }
  }

  /// The rules of `--only`; empty means all rules.
  private static func rules(
    _ arguments: Arguments, _ own: OwnRules
  ) throws(RunError) -> Set<String> {
    var rules: Set<String> = []
    for argument in arguments.all(.only) {
      let id = argument.text
      let known = own.ids.filter { own.named($0)?.fix != nil }
      guard let rule = own.named(id) else {
        throw RunError(
          "there is no rule `\(id)`", near: NearestName.of(id, among: own.ids))
      }
      guard rule.fix != nil else {
        throw RunError("`\(id)` has no fix", near: nil, known: known)
      }
      rules.insert(id)
    }
    return rules
  }
}
