@_spi(Engine) internal import ContractReports

#if canImport(Testing)
  internal import ContractCheck
  internal import ContractRuns
  internal import Testing

  /// Records findings as issues of the running test.
  struct FindingRecorder {
    var failOn: Severity
    let sourceLocation: SourceLocation

    func record(_ check: () throws(Checker.UnknownName) -> [Finding]) -> [Finding] {
      do {
        let findings = try check()
        for finding in findings { record(finding, failOn: failOn) }
        return findings
      } catch {
        record(error.message)
        return []
      }
    }

    /// Reads a file. If the file cannot be read, records an issue and returns nil.
    func bytes(of path: InputPath) -> [UInt8]? {
      do {
        return try InputFile(path).readAll()
      } catch {
        record(error.message)
        return nil
      }
    }

    /// - Parameter severity: The minimum severity that fails the test.
    func record(_ finding: Finding, failOn severity: Severity) {
      if finding.severity >= severity {
        record(Self.text(of: finding))
      } else if finding.severity == .warning {
        remark(Self.text(of: finding))
      }
    }

    func record(_ message: String) {
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }

    /// Records a warning. The warning does not fail the test.
    func remark(_ message: String) {
      #if compiler(>=6.3)
        Issue.record(
          Comment(rawValue: message), severity: .warning,
          sourceLocation: sourceLocation)
      #endif
    }

    /// The finding in the form of the text report.
    private static func text(of finding: Finding) -> String {
      var bytes: [UInt8] = []
      // A test's log wraps lines itself.
      var context = ReportContext()
      context.columns = .max
      var report = ReportFormat.all[0].report(context) { bytes += $0 }
      report.add(finding)
      report.finish(Summary())
      while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
