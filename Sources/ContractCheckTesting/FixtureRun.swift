#if canImport(Testing)
  @_spi(Engine) internal import ContractCheck
  internal import ContractRuns

  /// Runs what `schemacheck check` runs. What it reports and complains of become issues.
  struct FixtureRun {
    private let recorder: FindingRecorder
    private let report: IssueReport
    private let console: Console

    init(_ recorder: FindingRecorder) {
      self.recorder = recorder
      report = IssueReport(recorder)
      var console = Console.silent(.system)
      console.tell = { line in
        if case .complaint(let message) = line { recorder.record(message) }
      }
      self.console = console
    }

    private static var options: RunOptions {
      var options = RunOptions()
      options.isQuiet = true
      return options
    }

    /// Ends a run that says nothing of emptiness: that is told here, with the counts.
    private func finish(_ run: inout InputRun) {
      run.allowsEmpty = true
      _ = run.finish()
    }

    private func tellEmptiness(_ summary: Summary, of name: String) {
      let isSilent = summary.findings(atLeast: report.failOn) == 0 && summary.hidden == 0
      guard let emptiness = summary.emptiness(isSilent: isSilent) else { return }
      recorder.record("\(name): \(emptiness); \(summary.line)")
    }

    // MARK: Files

    /// Checks files, folders and globs, each against the contracts. A file of which nothing is
    /// checked is an issue.
    func findings(
      in operands: [Operand], _ contracts: [Contract], _ assumption: Checker.Assumption
    ) -> [Finding] {
      let expansion = InputExpansion(operands)
      return findings(expansion.inputs, contracts, assumption) { $0.begin(expansion) }
    }

    /// Checks inputs that are known to be there.
    func findings(
      _ inputs: [Input], _ contracts: [Contract], _ assumption: Checker.Assumption,
      begin: (inout InputRun) -> Void = { _ in }
    ) -> [Finding] {
      var options = Self.options
      options.assumption = assumption
      options.jobs = 1
      do throws(RunError) {
        let checker = try options.checker(contracts)
        let project = Project(withoutConfiguration: options)
        let checkers = try InputCheckers(checker, project, console.zlib)
        var run = try InputRun(project, contracts, console) { ReportSet(report) }
        begin(&run)
        run.begin(checkers, inputs, of: project)
        var total = run.summary
        for input in inputs {
          run.summary = Summary()
          let errors = run.errors
          run.validate([input], with: checkers.validation)
          if !run.isNotRead, run.errors == errors { tellEmptiness(run.summary, of: input.name) }
          total += run.summary
        }
        run.summary = total
        finish(&run)
      } catch {
        recorder.record(error.message)
      }
      return report.findings
    }

    // MARK: Configurations

    /// Checks what a configuration names.
    ///
    /// - Parameter severity: Of what fails the test; nil means what the configuration says.
    func findings(configuration path: InputPath, failOn severity: Severity?) -> [Finding] {
      var options = Self.options
      options.failOn = severity
      do throws(RunError) {
        let project = try Project(
          options, usesContracts: true, file: try ConfigurationFile(path))
        try check(project, path.text)
      } catch {
        recorder.record(error.message)
      }
      return report.findings
    }

    private func check(_ project: Project, _ name: String) throws(RunError) {
      let options = project.options
      guard let first = options.inputs.first else {
        throw RunError("\(name): `inputs` names no files")
      }
      guard !options.contracts.isEmpty else {
        throw RunError("\(name): `contracts` names no contract")
      }
      report.failOn = options.failOn ?? .error
      let contracts = try LoadedContracts(project, console)
      let checker = try options.checker(contracts.contracts)
      let checkers = try InputCheckers(checker, project, console.zlib)
      for url in options.inputs where url.isURL {
        recorder.remark("\(url.shown): tests send no requests")
      }
      let files = options.inputs.filter { !$0.isURL }
      guard !files.isEmpty else {
        throw RunError("\(name): `inputs` names only URLs, such as \(first.shown)")
      }
      let expansion = InputExpansion(files)
      var run = try InputRun(project, contracts.contracts, console) { ReportSet(report) }
      run.begin(expansion)
      run.begin(checkers, expansion.inputs, of: project)
      run.validate(expansion.inputs, with: checkers.validation)
      finish(&run)
      if run.errors == 0 { tellEmptiness(run.summary, of: name) }
    }
  }

  /// Records each finding as an issue.
  private final class IssueReport: Report {
    private(set) var findings: [Finding] = []
    private let recorder: FindingRecorder
    var failOn: Severity

    init(_ recorder: FindingRecorder) {
      self.recorder = recorder
      failOn = recorder.failOn
    }

    func add(_ finding: Finding) {
      var finding = finding
      finding.file = recorder.shortened(finding.file)
      findings.append(finding)
      recorder.record(finding, failOn: failOn)
    }

    func finish(_ summary: Summary) {}
  }
#endif
