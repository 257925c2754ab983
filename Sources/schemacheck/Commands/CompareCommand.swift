@_spi(Engine) internal import ContractReports
import ContractCheck
import ContractRuns

extension CommandSpec {
  static let compare = CommandSpec(
    name: "compare",
    summary: "Show which mistakes are new, gone or more frequent.",
    examples: [
      "schemacheck compare last-week.json today.json":
        "exit 1 if there is a new error",
      "schemacheck compare released.ndjson candidate.ndjson --format json":
        "the same for programs",
    ],
    operands: Operands(name: "BEFORE AFTER", count: 2...2),
    groups: [
      OptionGroup(
        title: "Report",
        options: [
          .comparisonFormat, .outputFile, .failOnNew, .failOnMore, .exitZero, .quiet,
        ])
    ],
    notes: [
      """
      BEFORE and AFTER are reports written with --format json or --format ndjson, or by \
      `schemacheck merge-summaries`. One of them may be `-` for standard input. A group of \
      findings is new, gone, or at least ten times more or less frequent. For a group with an \
      operation, the shares of the checked exchanges are compared. For other groups, the \
      numbers of exchanges are compared. If the operation and the status of a group were not \
      checked in AFTER, the group is listed as not checked.
      """
    ],
    run: CompareCommand.run)
}

enum CompareCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let operands = arguments.operands
    if operands.allSatisfy({ $0 == "-" }) {
      throw RunError("only one report can come from standard input")
    }
    let before = try total(operands[0], console)
    let after = try total(operands[1], console)
    let comparison = ReportComparison(before: before, after: after)
    let isJSON = arguments.text(.comparisonFormat) == "json"
    try arguments.print(isJSON ? comparison.json + "\n" : comparison.text, console)
    if !arguments.has(.quiet) { console.inform(comparison.line) }
    let least = arguments.text(.failOnNew).flatMap(Severity.init) ?? .error
    let failing: [ReportComparison.Change] =
      arguments.has(.failOnMore) ? [.new, .moreFrequent] : [.new]
    let fails = failing.contains { comparison.count($0, atLeast: least) > 0 }
    if !fails, after.hides(atLeast: least) {
      let advice = after.summary.unprinted > 0 ? "; write it again without `--max-findings`" : ""
      console.complain(
        "\(operands[1].text): the report is not complete, and its missing findings may be new"
          + advice)
      return .error
    }
    return fails && !arguments.has(.exitZero) ? .findings : .clean
  }

  fileprivate static func total(
    _ operand: Argument, _ console: Console
  ) throws(RunError) -> ReportTotal {
    let total = try ReportTotal.read(operand, console)
    let summary = total.summary
    if total.groups.all.isEmpty, summary.findings(atLeast: .note) > 0 {
      throw RunError(
        "\(operand.text): the report has findings but no groups; write it again with this version")
    }
    // Findings that are not in the report may seem to be gone, new or less frequent.
    if let gap = total.gap { console.inform("\(operand.text): \(gap)") }
    return total
  }
}

extension EarlierReport {
  /// Reads the report of `--before`. Nil without the option.
  ///
  /// - Throws: if the report cannot be read, or if no written page can show it.
  init?(
    _ arguments: Arguments?, _ options: RunOptions, _ console: Console
  ) throws(RunError) {
    guard let file = arguments?.argument(.before) else { return nil }
    guard options.reports?.contains(where: { $0.format.showsEarlier }) == true else {
      throw RunError(
        "`--before` works only with the HTML page; add `--format html`, or use "
          + "`schemacheck compare`")
    }
    self.init(file.text, try CompareCommand.total(file, console))
  }
}
