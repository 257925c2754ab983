@_spi(Engine) internal import ContractReports

#if canImport(Testing)
  @_spi(Engine) internal import ContractCheck
  internal import ContractRuns

  /// Checks in the same way as `schemacheck check`. Findings and errors become issues.
  struct FixtureRun {
    private let recorder: FindingRecorder
    private let report: IssueReport
    private let console: Console

    init(_ recorder: FindingRecorder) {
      self.recorder = recorder
      report = IssueReport(recorder)
      var console = Console.silent(.system)
      console.takeComplaint = recorder.record
      self.console = console
    }

    private static var options: RunOptions {
      var options = RunOptions()
      options.isQuiet = true
      return options
    }

    /// Ends a run. If nothing was checked, there is no message, because ``tellEmptiness`` records
    /// this.
    private func finish(_ run: inout InputRun) {
      run.allowsEmpty = true
      _ = run.finish()
    }

    /// - Returns: Whether nothing was checked.
    private func tellEmptiness(_ summary: Summary, of name: String) -> Bool {
      let isSilent = summary.findings(atLeast: report.failOn) == 0
      guard let emptiness = summary.emptiness(isSilent: isSilent) else { return false }
      recorder.record("\(name): \(emptiness); \(summary.line)")
      return true
    }

    // MARK: Files

    /// Checks files, folders and globs against the contracts. A file in which nothing was checked
    /// is an issue.
    func findings(
      in operands: [Operand], _ contracts: [Contract], _ assumption: Checker.Assumption
    ) -> [Finding] {
      var expansion = InputExpansion(operands)
      expansion.leaveOutBodies(.system)
      let name = operands.map(\.shown).joined(separator: ", ")
      return findings(expansion.inputs, of: name, contracts, assumption) { $0.begin(expansion) }
    }

    /// Checks inputs that are known to exist.
    ///
    /// - Parameter name: The name of all inputs together.
    func findings(
      _ inputs: [Input], of name: String, _ contracts: [Contract],
      _ assumption: Checker.Assumption,
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
        var isToldEmpty = false
        // The entries of an archive belong to one file.
        for group in Self.files(inputs) {
          run.summary = Summary()
          let errors = run.errors
          var isRead = false
          for input in group {
            run.validate([input], with: checkers.validation)
            isRead = isRead || !run.isNotRead
          }
          if isRead, run.errors == errors {
            let file = group[0].file.map(Input.file) ?? group[0]
            if tellEmptiness(run.summary, of: file.name) { isToldEmpty = true }
          }
          total += run.summary
        }
        if run.errors == 0, !isToldEmpty { _ = tellEmptiness(total, of: name) }
        run.summary = total
        finish(&run)
      } catch {
        console.complain(error.message)
      }
      return report.findings
    }

    /// The inputs, grouped by file.
    private static func files(_ inputs: [Input]) -> [[Input]] {
      var files: [[Input]] = []
      for input in inputs {
        if let file = input.file, files.last?.last?.file == file {
          files[files.count - 1].append(input)
        } else {
          files.append([input])
        }
      }
      return files
    }

    // MARK: Configurations

    /// Checks the inputs of a configuration.
    ///
    /// - Parameter severity: The minimum severity that fails the test. Nil means the severity in
    ///   the configuration.
    func findings(configuration path: InputPath, failOn severity: Severity?) -> [Finding] {
      var options = Self.options
      options.failOn = severity
      do throws(RunError) {
        let project = try Project(
          options, usesContracts: true, file: try ConfigurationFile(path))
        try check(project, path.text)
      } catch {
        console.complain(error.message)
      }
      return report.findings
    }

    private func check(_ project: Project, _ name: String) throws(RunError) {
      let options = project.options
      guard let first = options.inputs.first else {
        throw RunError("\(name): `inputs` has no files")
      }
      guard !options.contracts.isEmpty else {
        throw RunError("\(name): `contracts` has no contract")
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
        throw RunError("\(name): `inputs` has only URLs, such as \(first.shown)")
      }
      let expansion = InputExpansion(files)
      var run = try InputRun(project, contracts.contracts, console) { ReportSet(report) }
      run.begin(expansion)
      run.begin(checkers, expansion.inputs, of: project)
      run.validate(expansion.inputs, with: checkers.validation)
      finish(&run)
      if run.errors == 0 { _ = tellEmptiness(run.summary, of: name) }
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
      findings.append(finding)
      recorder.record(finding, failOn: failOn)
    }

    func finish(_ summary: Summary) {}
  }
#endif
