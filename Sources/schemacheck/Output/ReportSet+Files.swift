@_spi(Engine) internal import ContractReports
import ContractCheck
import ContractRuns

extension ReportSet {
  /// The reports of a command, in files or on standard output.
  ///
  /// - Throws: if two of them have the same destination, or a file cannot be written.
  init(
    _ targets: [ReportTarget], _ failOn: Severity?, _ colour: ColourMode, _ console: Console,
    contracts: [Contract], only: [OperationPattern] = [], ownRules: OwnRules,
    earlier: EarlierReport? = nil, streams: Bool = false
  ) throws(RunError) {
    self.init()
    let targets = try ReportTarget.verified(targets)
    let environment = console.environment
    var context = ReportContext()
    context.failOn = failOn ?? .error
    context.streams = streams
    context.earlier = earlier
    context.paths = ReportPaths(
      folder: String(decoding: InputPath.workingFolder, as: UTF8.self),
      root: environment["GITHUB_WORKSPACE"] ?? environment["CI_PROJECT_DIR"])
    context.contracts = contracts.map { ReportContract($0, only: only) }
    context.ownRules = ownRules
    for contract in contracts { context.ownRules.formUnion(contract.ownRules) }
    let stepSummary = environment["GITHUB_STEP_SUMMARY"].map { StepSummary(InputPath($0)) }
    context.stepSummary = stepSummary.map { summary in { summary.text += $0 } }
    for target in targets {
      let name = target.format.name
      let file: ReportFile?
      do throws(RunError) {
        file = try target.file.map { path throws(RunError) in try ReportFile(path) }
      } catch {
        throw RunError("the \(name) report cannot be written: \(error.message)")
      }
      context.usesColour =
        file == nil
        ? colour.isOn(environment: environment, isTerminal: environment.outputIsTerminal)
        : colour == .always
      context.columns = file == nil ? environment.reportColumns : ReportContext.usualColumns
      let write = file.map { $0.write } ?? console.write
      append(target.format.report(context, to: write), of: target.format, to: write) {
        () throws(RunError) in
        do throws(RunError) {
          try file?.commit()
        } catch {
          throw RunError("the \(name) report was not written: \(error.message)")
        }
      }
    }
    if let stepSummary {
      append(SilentReport(), commit: { () throws(RunError) in try stepSummary.append() })
    }
  }
}

/// The summary of a GitHub job: a file that each step appends to.
private final class StepSummary {
  private let path: InputPath
  var text: [UInt8] = []

  init(_ path: InputPath) { self.path = path }

  func append() throws(RunError) {
    if text.isEmpty { return }
    do throws(RunError) {
      let file = path.bytes.withCString {
        open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
      }
      guard file >= 0 else { throw RunError(path: path, code: errno) }
      defer { close(file) }
      if let code = writeAll(text, to: file) {
        throw RunError(path: path, code: code)
      }
    } catch {
      throw RunError("GITHUB_STEP_SUMMARY: \(error.message)")
    }
  }
}

extension ReportTarget {
  /// The targets, or text on standard output if there are none.
  ///
  /// - Throws: if two of them have the same destination.
  static func verified(_ targets: [ReportTarget]) throws(RunError) -> [ReportTarget] {
    let printed = targets.filter { $0.file == nil }.map(\.format.name)
    if printed.count > 1 {
      throw RunError(
        "`\(printed[0])` and `\(printed[1])` both go to standard output; write one of them to a "
          + "file: `--format \(printed[1])=FILE`")
    }
    var seen: Set<InputPath> = []
    // Different spellings of a path are the same file.
    for case let file? in targets.map(\.file) where !seen.insert(file.resolvedPlace).inserted {
      throw RunError("two reports go to `\(file.text)`; write each report to its own file")
    }
    return targets.isEmpty ? [ReportTarget(format: ReportFormat.all[0])] : targets
  }

  /// Throws if a report would overwrite a file that the run reads.
  static func refuseOverwriting(
    _ inputs: [Input], _ others: [InputPath], by written: [InputPath]
  ) throws(RunError) {
    var files: [FileState.Identity: InputPath] = [:]
    for file in written {
      if file.isRegularFile, let identity = file.identity { files[identity] = file }
    }
    guard !files.isEmpty else { return }
    let read = others + inputs.compactMap(\.file)
    for path in read {
      guard let identity = path.identity, let file = files[identity] else { continue }
      throw RunError(
        "a report would overwrite `\(file.text)`, which this run reads; use another file")
    }
  }
}
