@_spi(Engine) internal import ContractReports
@_spi(Engine) import ContractCheck
import ContractRuns

extension CommandSpec {
  static let coverage = CommandSpec(
    name: "coverage",
    summary: "Show which parts of the contracts the traffic covers.",
    examples: [
      "schemacheck coverage captures/ -c fotolokashen":
        "the share of each operation, then the parts that were never seen",
      "schemacheck coverage captures/ -c openapi.yaml -f html=coverage.html --min 80":
        "a page for a browser; exit 1 below 80 %",
      "schemacheck coverage part-1.json part-2.json -f lcov":
        "the sum of two runs that wrote `-f json` or `check --coverage FILE`",
    ],
    operands: .inputs,
    groups: [
      .contracts,
      OptionGroup(
        title: "Coverage",
        options: [.coverageFormat, .reportFile, .minimumCoverage, .updateRatchet]),
      OptionGroup(title: "Report", options: [.allowEmpty, .threads, .statistics, .quiet]),
      OptionGroup(title: "Project", options: [.configuration, .noConfiguration]),
    ],
    notes: [
      """
      A cell is one thing that traffic can show, such as a documented status, a value of an \
      enum, or a branch of anyOf, oneOf or if. A property has one cell for a value. If the \
      contract allows null, there is also a cell for null. If the property is optional, there \
      is also a cell for missing. If an exchange has errors, only the cells of its operation \
      and its status count as seen. Findings do not change the exit status. It is 1 if the \
      coverage of all contracts together is below --min. It is also 1 if the coverage of a \
      contract is below its number in \(CoverageRatchet.fileName). This file is read if it is \
      beside the configuration or in this folder.
      """,
      inputNote,
    ],
    run: CoverageCommand.run)
}

/// Checks inputs. Reports the coverage instead of the findings.
enum CoverageCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    let targets = try CoverageTarget.all(arguments)
    if let sum = try CoverageFiles.sum(of: arguments.operands) {
      guard !arguments.has(.onlyOperation) else {
        throw RunError(
          "`--only-operation` works only with captures, since coverage files contain "
            + "only sums")
      }
      return try finish(sum, targets, arguments, InputPath(""), isWhole: true, console)
    }
    let project = try Project(arguments, of: .coverage, console)
    try CheckCommand.verify(project.options, arguments, of: .coverage)
    let contracts = try LoadedContracts(project, console)
    var checker = try project.options.checker(contracts.contracts)
    let ledger = try CoverageFiles.ledger(contracts, project.options)
    checker.observers = [ledger.observers]
    let exit = try CheckCommand.check(
      project, arguments, contracts, checker, console, report: SilentReport())
    CoverageFiles.tellCosts(of: ledger, console)
    let code = try finish(
      ledger.coverage, targets, arguments, project.file?.folder ?? InputPath(""),
      isWhole: exit != .error, console)
    return exit == .error ? .error : code
  }

  private static func finish(
    _ coverage: Coverage, _ targets: [CoverageTarget], _ arguments: Arguments,
    _ folder: InputPath, isWhole: Bool, _ console: Console
  ) throws(RunError) -> ExitCode {
    for target in targets {
      let bytes = target.format.bytes(of: coverage)
      if let file = target.file {
        try ReportFile.write(bytes, to: file)
      } else {
        console.write(bytes)
      }
    }
    var code = ExitCode.clean
    let share = coverage.share
    if let minimum = arguments.integer(.minimumCoverage), !share.reaches(percent: minimum) {
      console.complain(
        "\(share.percentText) % of the cells were seen, less than `--min \(minimum)`"
          + (targets.contains { $0.format == .text } ? "" : "; `--format text` lists the others"))
      code = .findings
    }
    // It is of all operations.
    guard !arguments.has(.onlyOperation) else { return code }
    let ratchet = try CoverageRatchet(in: folder)
    let losses = ratchet.losses(of: coverage)
    for line in losses { console.complain(line) }
    if !losses.isEmpty { code = .findings }
    if !arguments.has(.updateRatchet) {
      for line in ratchet.gaps(in: coverage) where !arguments.has(.quiet) { console.inform(line) }
    } else if !isWhole {
      console.complain("the ratchet is not updated, since not everything could be checked")
    } else if losses.isEmpty {
      let line = try ratchet.update(with: coverage)
      if !arguments.has(.quiet) { console.inform(line) }
    }
    return code
  }
}

/// A format of coverage with its destination.
struct CoverageTarget {
  let format: CoverageFormat
  /// The file. Nil for standard output.
  var file: InputPath?

  /// All targets. Without `--format`, the only target is `text`. The parser has already checked the
  /// values.
  static func all(_ arguments: Arguments) throws(RunError) -> [CoverageTarget] {
    var targets = arguments.all(.coverageFormat).compactMap(CoverageTarget.init)
    if let file = arguments.argument(.reportFile) {
      let format = CoverageFormat(fileName: file.text) ?? .text
      if targets.allSatisfy({ $0.file != nil }) { targets.append(CoverageTarget(format: format)) }
      for index in targets.indices where targets[index].file == nil {
        targets[index].file = InputPath(file.bytes)
      }
    }
    if targets.count(where: { $0.file == nil }) > 1 {
      throw RunError(
        "only one coverage format can go to standard output; write the other formats "
          + "to files")
    }
    return targets.isEmpty ? [CoverageTarget(format: .text)] : targets
  }

  /// The files of `coverage --format` and `check --coverage`.
  static func files(_ arguments: Arguments) -> [InputPath] {
    let named = arguments.all(.coverageFormat).compactMap { CoverageTarget($0)?.file }
    return named
      + arguments.all(.coverageFile).map { CoverageTarget($0)?.file ?? InputPath($0.bytes) }
  }

  /// Reads `FORMAT`, `FORMAT=FILE`, or `FORMAT=-` for standard output. Nil for any other text.
  init?(_ argument: Argument) {
    let (name, file) = ReportTarget.parts(of: argument.bytes)
    guard let format = CoverageFormat(rawValue: name) else { return nil }
    self.init(format: format, file: file.map { InputPath($0) })
  }

  init(format: CoverageFormat, file: InputPath? = nil) {
    self.format = format
    self.file = file
  }
}
