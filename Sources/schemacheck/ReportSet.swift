import ContractCheck

struct ReportSet {
  private var reports: [(report: any Report, file: ReportFile?, name: String)] = []
  private var stepSummary: StepSummary?
  /// Whether a report prints code frames.
  private(set) var showsLines = false
  /// Whether a report also needs exchanges without findings.
  private(set) var needsExchanges = false

  /// - Throws: if options contradict each other, or a file cannot be written.
  init(
    _ arguments: Arguments, _ console: Console, contracts: [Contract] = [],
    ownRules: OwnRules = OwnRules()
  ) throws(ToolError) {
    let targets = try ReportTarget.all(arguments)
    let colour = arguments.text(.colour).flatMap(ColourMode.init) ?? .auto
    let environment = console.environment
    var context = ReportContext()
    context.failOn = arguments.text(.failOn).flatMap(Severity.init) ?? .error
    context.paths = ReportPaths(
      folder: String(decoding: InputPath.workingFolder, as: UTF8.self),
      root: environment["GITHUB_WORKSPACE"] ?? environment["CI_PROJECT_DIR"])
    context.contracts = contracts.map(ReportContract.init)
    context.ownRules = ownRules
    for contract in contracts { context.ownRules.formUnion(contract.ownRules) }
    if let path = environment["GITHUB_STEP_SUMMARY"] {
      let summary = StepSummary(InputPath(path))
      context.stepSummary = { summary.text += $0 }
      stepSummary = summary
    }
    for target in targets {
      let name = target.format.name
      let file: ReportFile?
      do throws(ToolError) {
        file = try target.file.map { path throws(ToolError) in try ReportFile(path) }
      } catch {
        throw ToolError("the \(name) report cannot be written: \(error.message)")
      }
      context.usesColour =
        file == nil
        ? colour.isOn(environment: environment, isTerminal: environment.outputIsTerminal)
        : colour == .always
      context.columns = file == nil ? environment.outputColumns : nil
      let write = file.map { $0.write } ?? console.write
      reports.append((target.format.report(context, to: write), file, name))
    }
    showsLines = targets.contains(where: \.format.showsLines)
    needsExchanges = targets.contains(where: \.format.needsExchanges)
  }

  init(_ report: any Report) {
    reports = [(report, nil, "")]
  }

  mutating func add(_ finding: Finding) {
    for index in reports.indices { reports[index].report.add(finding) }
  }

  mutating func add(_ exchange: CheckedExchange) {
    for index in reports.indices { reports[index].report.add(exchange) }
  }

  /// Commits the files. Returns a line for each report that is incomplete or could not be written.
  mutating func finish(_ summary: Summary) -> (remarks: [String], errors: [String]) {
    var remarks: [String] = []
    var errors: [String] = []
    for index in reports.indices {
      reports[index].report.finish(summary)
      if let remark = reports[index].report.remark { remarks.append(remark) }
      do throws(ToolError) {
        try reports[index].file?.commit()
      } catch {
        errors.append("the \(reports[index].name) report was not written: \(error.message)")
      }
    }
    do throws(ToolError) {
      try stepSummary?.append()
    } catch {
      errors.append("GITHUB_STEP_SUMMARY: \(error.message)")
    }
    return (remarks, errors)
  }
}

/// The summary of a GitHub job: a file that each step appends to.
private final class StepSummary {
  private let path: InputPath
  var text: [UInt8] = []

  init(_ path: InputPath) { self.path = path }

  func append() throws(ToolError) {
    if text.isEmpty { return }
    let file = path.bytes.withCString {
      open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    }
    guard file >= 0 else { throw ToolError(path: path, code: errno) }
    defer { close(file) }
    if let code = text.withUnsafeBytes({ writeAll($0, to: file) }) {
      throw ToolError(path: path, code: code)
    }
  }
}

struct ReportTarget {
  let format: ReportFormat
  /// Nil for standard output.
  var file: InputPath?
}

extension ReportTarget {
  /// `text` without `--format`. The parser has already checked the values.
  static func all(_ arguments: Arguments) throws(ToolError) -> [ReportTarget] {
    let targets = arguments.all(.format).compactMap { ReportTarget($0) }
    let printed = targets.filter { $0.file == nil }.map(\.format.name)
    if printed.count > 1 {
      throw ToolError(
        "`\(printed[0])` and `\(printed[1])` both go to standard output; give one of them a file: "
          + "`--format \(printed[1])=FILE`")
    }
    var seen: Set<InputPath> = []
    // Different spellings of a path are the same file.
    for case let file? in targets.map(\.file) where !seen.insert(file.resolvedPlace).inserted {
      throw ToolError("two reports go to `\(file.text)`; give each its own file")
    }
    return targets.isEmpty ? [ReportTarget(format: ReportFormat.all[0])] : targets
  }

  /// `FORMAT`, `FORMAT=FILE`, or `FORMAT=-` for standard output.
  private init?(_ argument: Argument) {
    let parts = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    guard let format = ReportFormat.named(String(decoding: parts[0], as: UTF8.self)) else {
      return nil
    }
    self.format = format
    file = parts.count < 2 || Array(parts[1]) == Array("-".utf8) ? nil : InputPath(Array(parts[1]))
  }

  /// Throws if a report would overwrite an input.
  static func refuseOverwriting(
    _ inputs: [Input], _ others: [InputPath], _ arguments: Arguments
  ) throws(ToolError) {
    var files: [FileState.Identity: InputPath] = [:]
    for file in try all(arguments).compactMap(\.file) + CoverageTarget.files(arguments) {
      if file.isRegularFile, let identity = file.identity { files[identity] = file }
    }
    guard !files.isEmpty else { return }
    let read = others + inputs.compactMap(\.file)
    for path in read {
      guard let identity = path.identity, let file = files[identity] else { continue }
      throw ToolError(
        "a report would overwrite `\(file.text)`, which this run reads; use another file")
    }
  }
}
