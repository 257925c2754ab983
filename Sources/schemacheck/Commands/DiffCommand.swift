@_spi(Engine) internal import ContractAuthoring
@_spi(Engine) import ContractCheck
import ContractRuns

extension CommandSpec {
  static let diff = CommandSpec(
    name: "diff",
    summary: "Report contract changes that break released apps.",
    examples: [
      "schemacheck diff released.yaml openapi.yaml":
        "exit 1 if the change breaks a released app",
      "schemacheck diff HEAD:openapi.yaml openapi.yaml":
        "what the uncommitted change breaks",
      "schemacheck diff fotolokashen openapi.json --fail-on warning":
        "compare with a bundled contract; changes that may break an app fail, too",
      "schemacheck diff old.yaml new.yaml --rule response-enum-value-added=warning":
        "for an app that accepts unknown enum values",
      "schemacheck diff old.yaml new.yaml --coverage coverage.json":
        "also say whether recorded traffic has what the change removes",
      "schemacheck diff old.yaml new.yaml --client android":
        "what the change breaks in one of the apps in `clients` of the old contract",
    ],
    operands: Operands(name: "OLD NEW", count: 2...2),
    groups: [
      OptionGroup(title: "What to look for", options: [.rule, .client, .trafficCoverage]),
      OptionGroup(
        title: "Report", options: [.format, .failOn, .exitZero, .maximumFindings, .colour, .quiet]),
      OptionGroup(
        title: "Known changes",
        options: [
          .configuration, .noConfiguration, .baseline, .updateBaseline, .allowGrowth,
          .strictBaseline, .failOnGrowth,
        ]),
    ],
    notes: [
      """
      OLD is the contract that released apps were built for. NEW is the contract that will \
      replace OLD. OLD and NEW can be a bundled contract, an OpenAPI file in JSON or YAML, or \
      REVISION:FILE. REVISION:FILE is a file in a git revision. FILE is a path from the top \
      folder of the repository. If FILE begins with `./`, it is a path from the current \
      folder. If FILE refers to other files, they are read from the same revision. A change \
      with severity error breaks apps that were built for OLD. A warning may break the app. A \
      note does not break it. One change is one finding, at its place in NEW. The message \
      names the place in OLD and the operations that change. `schemacheck rules` lists the \
      kinds of change. If OLD, or the configuration for OLD, names `clients`, findings say \
      what happens in these apps. With `--client`, only what happens in this app decides the \
      severity of a finding.
      """,
      """
      To accept a change, add a suppression to the configuration, with the `rule` of the change. \
      With `operation`, it hides changes that touch only this operation. With `pointer`, it hides \
      changes at this place in NEW. To accept all changes of today, write them to a baseline: \
      `--baseline FILE --update-baseline --allow-growth`.
      """,
    ],
    run: DiffCommand.run)
}

enum DiffCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let options = RunOptions(arguments)
    try options.verifySeverities(known: ChangeRule.catalogue.map(\.id))
    try arguments.verifyRelations(among: CommandSpec.diff.options)
    let file = try ConfigurationFile.of(arguments, console)
    let old = try document(arguments.operands[0], RuleOverrides(clientsOf: file, arguments))
    let new = try document(arguments.operands[1])
    if !arguments.has(.quiet) {
      for document in [old, new] { document.contract.tellWarnings(console) }
    }
    try ReportTarget.refuseOverwriting(
      [], arguments.operands.map { InputPath($0.bytes) },
      by: try ReportTarget.verified(options.reports ?? []).compactMap(\.file))
    let project = Project(ofChanges: options, file)
    try project.verifyRules(comparing: [old.contract, new.contract])
    var run = try InputRun.command(
      project, arguments, [], console, compared: [old.contract, new.contract])
    run.suppression?.begin(.file(InputPath(arguments.operands[1].bytes)))
    let diff = ContractDiff(
      old: old, new: new, overrides: options.severities, showsLines: run.showsLines,
      coverage: try arguments.argument(.trafficCoverage).map(CoverageFiles.required))
    run.summary.inputs = 2
    // Counts the operations of the old contract. If it has no operations, counts its schemas.
    let compared = diff.operations.old > 0 ? diff.operations.old : old.contract.schemaNames.count
    run.summary.noun = diff.operations.old > 0 ? "operation" : "schema"
    run.summary.exchanges = compared
    run.summary.checked = compared
    // Changes that break an app come first.
    for severity in Severity.allCases.sorted(by: >) {
      run.add(inOrder: diff.findings.filter { $0.severity == severity })
    }
    for omission in diff.omissions { run.addError(omission) }
    return run.finish([line(diff, run.summary)])
  }

  /// Loads a bundled contract, a file, or a file of a revision.
  private static func document(
    _ argument: Argument, _ rules: RuleOverrides = RuleOverrides()
  ) throws(RunError) -> ContractDocument {
    guard let revision = RevisionFile(argument) else {
      return try ContractName(argument.bytes).document(rules)
    }
    return try revision.document(rules)
  }

  /// The last line:
  /// `compared 12 operations of the old contract with 13 of the new: 1 error, 0 warnings, 2 notes`.
  private static func line(_ diff: ContractDiff, _ summary: Summary) -> String {
    let counts = [
      Plural.count(summary.errors, "error"), Plural.count(summary.warnings, "warning"),
      Plural.count(summary.notes, "note"),
    ]
    return
      "compared \(Plural.count(diff.operations.old, "operation")) with \(diff.operations.new): "
      + counts.joined(separator: ", ") + summary.hiddenWords
  }
}

extension ContractName {
  fileprivate func document(_ rules: RuleOverrides) throws(RunError) -> ContractDocument {
    try read { name throws(Checker.UnknownName) in
      try ContractDocument.bundled(name, rules: rules)
    } file: { bytes, name, companions throws(ContractError) in
      try ContractDocument(bytes, name: name, rules: rules, companions: companions)
    }.0
  }
}
