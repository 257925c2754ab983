#if canImport(Testing)
  internal import ContractCheck
  internal import Testing

  /// Records findings as issues of the running test.
  struct FindingRecorder {
    let failOn: Severity
    let sourceLocation: SourceLocation

    func record(_ check: () throws(Checker.UnknownName) -> [Finding]) -> [Finding] {
      do {
        let findings = try check()
        for finding in findings { record(finding) }
        return findings
      } catch {
        record(error.message)
        return []
      }
    }

    func record(capture: [UInt8], _ contracts: [Contract], name: String) -> [Finding] {
      let checker: Checker
      do {
        checker = try Checker(contracts: contracts)
      } catch {
        record(error.message)
        return []
      }
      var findings: [Finding] = []
      var summary = Summary()
      summary.inputs = 1
      var hasProblem = false
      checker.check(capture, name: name) { _, result in
        summary.count(result.count, hasFindings: !result.findings.isEmpty)
        for finding in result.findings {
          summary.count(finding.severity)
          record(finding)
        }
        findings += result.findings
      } problem: { problem in
        if problem.isRemark { return }
        hasProblem = true
        record("\(name): \(problem.message)")
      }
      if summary.checked == 0, !hasProblem { record("\(name): nothing was \(summary.line)") }
      return findings
    }

    /// Records an issue and returns nil if the file cannot be read.
    func bytes(of path: String, beside source: String) -> [UInt8]? {
      do {
        return try fixture(path, beside: source)
      } catch {
        record("\(path): \(error.reason)")
        return nil
      }
    }

    private func record(_ finding: Finding) {
      let text = Comment(rawValue: Self.text(of: finding))
      if finding.severity >= failOn {
        Issue.record(text, sourceLocation: sourceLocation)
      } else if finding.severity == .warning {
        #if compiler(>=6.3)
          Issue.record(text, severity: .warning, sourceLocation: sourceLocation)
        #endif
      }
    }

    private func record(_ message: String) {
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }

    /// As the text report shows it.
    private static func text(of finding: Finding) -> String {
      var bytes: [UInt8] = []
      var report = ReportFormat.all[0].report { bytes += $0 }
      report.add(finding)
      report.finish(Summary())
      while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
