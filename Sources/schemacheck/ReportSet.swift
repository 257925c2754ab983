import ContractCheck

/// The reports of a run, each with where it goes.
struct ReportSet {
  private var reports: [(report: any Report, file: ReportFile?, name: String)] = []
  private let stepSummary: StepSummary?
  /// Whether a report prints the lines that findings are about.
  let showsLines: Bool
  /// Whether a report tells of exchanges that nothing was found in.
  let needsExchanges: Bool

  /// Opens the reports that the options ask for.
  ///
  /// - Throws: what is wrong with the options, or a file that cannot be written.
  init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
    let targets = try ReportTarget.all(arguments)
    let colour = arguments.text(.colour).flatMap(ColourMode.init) ?? .auto
    let environment = console.environment
    var context = ReportContext()
    context.failOn = arguments.text(.failOn).flatMap(Severity.init) ?? .error
    context.paths = ReportPaths(
      folder: InputPath.workingFolderText,
      root: environment["GITHUB_WORKSPACE"] ?? environment["CI_PROJECT_DIR"])
    let summary = environment["GITHUB_STEP_SUMMARY"].map { StepSummary($0) }
    if let summary { context.stepSummary = { summary.text += $0 } }
    stepSummary = summary
    for target in targets {
      var context = context
      guard let path = target.file else {
        context.usesColour = colour.isOn(
          environment: environment, isTerminal: environment.outputIsTerminal)
        reports.append(
          (target.format.report(context, to: console.write), nil, target.format.name))
        continue
      }
      let file: ReportFile
      do throws(InputTrouble) {
        file = try ReportFile(path)
      } catch {
        throw UsageError("the \(target.format.name) report cannot be written: \(error.message)")
      }
      context.usesColour = colour == .always
      reports.append((target.format.report(context, to: file.write), file, target.format.name))
    }
    showsLines = targets.contains(where: \.format.showsLines)
    needsExchanges = targets.contains(where: \.format.needsExchanges)
  }

  /// One report that writes nowhere.
  init(_ report: any Report) {
    reports = [(report, nil, "")]
    stepSummary = nil
    showsLines = false
    needsExchanges = false
  }

  mutating func add(_ finding: Finding) {
    for index in reports.indices { reports[index].report.add(finding) }
  }

  mutating func add(_ exchange: CheckedExchange) {
    for index in reports.indices { reports[index].report.add(exchange) }
  }

  /// Finishes every report and puts the files in their places.
  ///
  /// - Returns: What the reports leave out, and which could not be written, a line each.
  mutating func finish(_ summary: Summary) -> (remarks: [String], troubles: [String]) {
    var remarks: [String] = []
    var troubles: [String] = []
    for index in reports.indices {
      reports[index].report.finish(summary)
      if let remark = reports[index].report.remark { remarks.append(remark) }
      do throws(InputTrouble) {
        try reports[index].file?.commit()
      } catch {
        troubles.append("the \(reports[index].name) report is not written: \(error.message)")
      }
    }
    do throws(InputTrouble) {
      try stepSummary?.append()
    } catch {
      troubles.append("GITHUB_STEP_SUMMARY: \(error.message)")
    }
    return (remarks, troubles)
  }
}

/// The page of a job on GitHub, a file to which each step adds.
private final class StepSummary {
  private let path: String
  var text: [UInt8] = []

  init(_ path: String) { self.path = path }

  func append() throws(InputTrouble) {
    if text.isEmpty { return }
    try ReportFile.append(text, to: InputPath(path))
  }
}
