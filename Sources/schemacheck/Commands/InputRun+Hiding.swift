import ContractCheck

extension InputRun {
  /// A run of what arguments and configuration ask for.
  ///
  /// - Parameter contracts: what judges; none in a lint
  init(
    _ project: Project, _ contracts: [Contract], _ console: Console
  ) throws(UsageError) {
    // A report may begin as soon as there is a run.
    let hiding = try Hiding(project, contracts)
    try self.init(project.arguments, console)
    self.hiding = hiding
  }

  /// Runs `inspect` over every input that arguments and configuration name, one after the other.
  ///
  /// - Parameters:
  ///   - contracts: What judges; none in a lint.
  ///   - remarks: What is to be said of what inputs there are.
  ///   - files: Judges files beforehand, several at a time, where there are several.
  ///   - inspect: Looks into one input; what it finds, counts and cannot do goes to the run.
  static func over(
    _ project: Project, _ contracts: LoadedContracts, _ console: Console,
    remarks: ([Input]) -> [String] = { _ in [] }, files: (InputRun) -> FilePipeline?,
    inspect: (Input, inout InputRun) -> Void
  ) throws(UsageError) -> ExitCode {
    let expansion = InputExpansion(project.arguments.operands)
    let changed = try ChangedInputs(
      expansion.inputs, project, contractFiles: contracts.files)
    try ReportTarget.refuseOverwriting(
      expansion.inputs, project.files(with: contracts), project.arguments)
    var run = try InputRun(project, contracts.contracts, console)
    for trouble in expansion.troubles { run.trouble(trouble.message) }
    if let remark = changed.remark { run.remark(remark) }
    for remark in remarks(expansion.inputs) { run.remark(remark) }
    if changed.isPart { run.hiding?.isWhole = false }
    if changed.isNothing { run.allowEmpty() }
    run.look(at: changed.inputs, files, inspect)
    return run.finish()
  }

  /// Says what of the configuration and the baseline holds no more, and writes the baseline anew
  /// where that was asked for.
  mutating func finishHiding() {
    guard var hiding else { return }
    if troubles > 0 || summary.isTruncated { hiding.isWhole = false }
    for line in hiding.remarks { remark(line) }
    let stale = hiding.stale
    if stale.isFailure {
      for line in stale.lines { fail(line) }
    } else {
      for line in stale.lines { remark(line) }
    }
    do throws(InputTrouble) {
      for line in try hiding.updateBaseline(summary) { remark(line) }
    } catch {
      trouble(error.message)
    }
  }
}
