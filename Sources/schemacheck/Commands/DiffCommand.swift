@_spi(Engine) import ContractCheck

extension CommandSpec {
  static let diff = CommandSpec(
    name: "diff",
    summary: "Tell what a change of a contract means for apps that are out already.",
    examples: [
      Example(
        command: "schemacheck diff released.yaml openapi.yaml",
        meaning: "exit 1 when the change breaks a shipped app"),
      Example(
        command: "schemacheck diff fotolokashen openapi.json --fail-on warning",
        meaning: "against a bundled contract; what may break fails, too"),
      Example(
        command: "schemacheck diff old.yaml new.yaml --rule response-enum-value-added=warning",
        meaning: "the app decodes unknown values of its enums"),
    ],
    operands: Operands(name: "OLD NEW", count: 2...2),
    groups: [
      OptionGroup(title: "What to look for", options: [.rule]),
      OptionGroup(
        title: "Report", options: [.format, .failOn, .exitZero, .maximumFindings, .colour, .quiet]),
    ],
    notes: [
      """
      OLD is what shipped apps were built for, NEW what is to take its place: bundled contracts or
      OpenAPI 3 files, JSON or YAML. An error breaks an app that decodes OLD, a warning may, a note
      does not. One change is one finding, at its place in NEW; the message names the place in OLD
      and the operations that it touches. `schemacheck rules` lists the kinds of change.
      """
    ],
    run: DiffCommand.run)
}

enum DiffCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(UsageError) -> ExitCode {
    let overrides = try ContractArguments.overrides(
      arguments, known: ChangeRule.catalogue.map(\.id))
    let old = try ContractArguments.document(arguments.operands[0])
    let new = try ContractArguments.document(arguments.operands[1])
    if !arguments.has(.quiet) {
      for document in [old, new] { ContractArguments.warn(of: document.contract, console) }
    }
    try ReportTarget.refuseOverwriting(
      [], arguments.operands.map { InputPath($0.bytes) }, arguments)
    var run = try InputRun(arguments, console)
    let diff = ContractDiff(
      old: old, new: new, overrides: overrides, showsLines: run.showsLines)
    run.summary.inputs = 2
    // What was looked at: the operations of the old contract or, where it has none, its schemas.
    let looked = diff.operations.old > 0 ? diff.operations.old : old.contract.schemaNames.count
    run.summary.exchanges = looked
    run.summary.checked = looked
    run.add(inOrder: diff.findings)
    for omission in diff.omissions { run.addError(omission) }
    return run.finish(line(diff, run.summary))
  }

  /// `compared 12 operations of the old contract with 13 of the new: 1 error, 0 warnings, 2 notes`.
  private static func line(_ diff: ContractDiff, _ summary: Summary) -> String {
    let counts = [
      Plural.count(summary.errors, "error"), Plural.count(summary.warnings, "warning"),
      Plural.count(summary.notes, "note"),
    ]
    return
      "compared \(Plural.count(diff.operations.old, "operation")) with \(diff.operations.new): "
      + counts.joined(separator: ", ")
  }
}
