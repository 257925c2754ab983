#if canImport(Testing)
  @_spi(Engine) internal import ContractCheck
  internal import JSONTape
  internal import Testing

  /// Records findings as issues of the running test.
  struct FindingRecorder {
    var failOn: Severity
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
      guard let checker = checker(contracts, Checker.Assumption()) else { return [] }
      let file = check(capture, name: name, with: checker)
      for finding in file.findings { record(finding) }
      if let emptiness = file.emptiness { record("\(name): \(emptiness)") }
      return file.findings
    }

    /// Records an issue and returns nil if the contracts do not have what is assumed.
    func checker(_ contracts: [Contract], _ assumption: Checker.Assumption) -> Checker? {
      do {
        return try Checker(contracts: contracts, assumption: assumption)
      } catch {
        record(error.message)
        return nil
      }
    }

    /// What the check of a file found.
    struct CheckedFile {
      var findings: [Finding] = []
      /// Findings are not counted.
      var summary = Summary()
      /// Whether an issue says that something could not be read.
      var hasProblem = false
      /// Whether it holds nothing to read, such as YAML without exchanges.
      var isNotRead = false
      /// Why the file proves nothing; nil where it proves something, or where an issue says why.
      var emptiness: String? {
        if hasProblem || isNotRead { return nil }
        if summary.checked == 0 { return "nothing was \(summary.line)" }
        return summary.emptiness(isSilent: findings.isEmpty)
      }
    }

    /// Checks a file, and records what cannot be read of it.
    ///
    /// - Parameter isNamed: Whether the file must be one that can be read.
    func check(
      _ bytes: [UInt8], name: String, with checker: Checker, isNamed: Bool = true
    ) -> CheckedFile {
      var file = CheckedFile()
      file.summary.inputs = 1
      if bytes.starts(with: [0x1F, 0x8B]) {
        file.hasProblem = true
        record("\(name): compressed; decompress it, or check it with `schemacheck check`")
        return file
      }
      lazy var lines = LineIndex(bytes)
      checker.check(bytes, name: name) { _, result in
        file.summary.count(result.count, hasFindings: !result.findings.isEmpty)
        file.findings += result.findings
        for place in result.givenUp {
          file.hasProblem = true
          record(place.unchecked)
        }
      } problem: { problem in
        if problem.isRemark { return }
        if case .unsupported = problem.kind, !isNamed {
          file.isNotRead = true
          return
        }
        file.hasProblem = true
        let place = lines.position(of: problem.range.offset)
        if let findings = problem.findings(
          in: name, at: place, checker.exchangeValidator().severity)
        {
          file.findings += findings
        } else {
          record("\(name):\(place.line):\(place.column): \(problem.message)")
        }
      }
      return file
    }

    /// Records an issue and returns nil if the file cannot be read.
    func bytes(of path: String, beside source: String) -> [UInt8]? {
      bytes(of: path, in: folder(of: source))
    }

    func bytes(of path: String, in folder: String) -> [UInt8]? {
      do {
        return try fixture(path, in: folder).bytes()
      } catch {
        record("\(path): \(error.reason)")
        return nil
      }
    }

    /// - Parameter fails: Whether the test fails whatever the severity.
    func record(_ finding: Finding, fails: Bool = false) {
      if fails || finding.severity >= failOn {
        record(Self.text(of: finding))
      } else if finding.severity == .warning {
        remark(Self.text(of: finding))
      }
    }

    func record(_ message: String) {
      Issue.record(Comment(rawValue: message), sourceLocation: sourceLocation)
    }

    /// Records a warning, which does not fail the test.
    func remark(_ message: String) {
      #if compiler(>=6.3)
        Issue.record(
          Comment(rawValue: message), severity: .warning, sourceLocation: sourceLocation)
      #endif
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
