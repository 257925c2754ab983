@_spi(Engine) package import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension ReportFormat {
  /// One line for each record in the order of the input. The line is written when the result of the
  /// record is known.
  static let verdicts = ReportFormat(
    name: "verdicts", summary: "one line per record, printed at once: schemas/report.schema.json",
    needsExchanges: true, givesVerdicts: true
  ) { _, _ in VerdictReport() }
}

/// Writes the lines of ``RecordVerdict``. The run makes these lines, and they contain the findings.
private struct VerdictReport: Report {
  mutating func add(_ finding: Finding) {}
  mutating func finish(_ summary: Summary) {}
}

/// The result for one record. It never changes later.
package struct RecordVerdict {
  private let failOn: Severity
  private var errors = 0
  private var warnings = 0
  private var fails = false
  private var findings: [Finding] = []
  private var more = 0

  private static let most = 20

  /// Creates the result of a record without findings.
  ///
  /// - Parameter failOn: The minimum severity of a finding that fails the record.
  package init(failOn: Severity) { self.failOn = failOn }

  /// Adds a finding of the record. All findings are counted, and the first ones are shown. If there
  /// are more, an error replaces the last shown finding that is less serious.
  package mutating func add(_ finding: Finding) {
    if finding.severity == .error { errors += 1 }
    if finding.severity == .warning { warnings += 1 }
    fails = fails || finding.severity >= failOn
    if findings.count < Self.most { return findings.append(finding) }
    more += 1
    guard let least = findings.map(\.severity).min(), least < finding.severity,
      let place = findings.lastIndex(where: { $0.severity == least })
    else { return }
    findings.remove(at: place)
    findings.append(finding)
  }

  /// The line without its beginning. For the beginning, see ``begin(_:index:_:)``.
  ///
  /// - Parameters:
  ///   - count: The outcome of the record.
  ///   - trouble: The reason why the whole record could not be read or checked. Nil if it could be
  ///     read and checked.
  package func rest(_ count: ExchangeCount, trouble: String? = nil) -> [UInt8] {
    rest(
      count.operation, status: count.status, trouble ?? count.reason,
      trouble == nil ? word(count.outcome) : "unreadable")
  }

  /// The line of a blank record, without its beginning.
  package static let blank = RecordVerdict(failOn: .error).rest(
    nil, status: nil, "blank", "skipped")

  /// The findings by place. If there are more findings, the most serious ones come first.
  private var shown: [Finding] {
    guard more > 0 else { return findings }
    return Severity.allCases.sorted(by: >).flatMap { severity in
      findings.filter { $0.severity == severity }
    }
  }

  private func rest(
    _ operation: OperationCount.Name?, status: Int?, _ reason: String?, _ verdict: String
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.text(operation?.contract, "contract")
      $0.text(operation?.operation, "operation")
      $0.integer(status, "status")
      $0.text(verdict, "verdict")
      $0.text(reason, "reason")
      $0.integer(errors, "errors")
      $0.integer(warnings, "warnings")
      $0.list("findings") { for finding in shown { $0.write(finding) } }
      $0.integer(more, "more")
    }
    writer.endLine()
    var bytes = writer.takeBytes()
    bytes[0] = UInt8(ascii: ",")
    return bytes
  }

  /// The word for the worst result that applies.
  private func word(_ outcome: Checker.Outcome) -> String {
    if outcome == .unreadable { return "unreadable" }
    if fails { return "fail" }
    if errors + warnings > 0 { return "warn" }
    return switch outcome {
    case .checked, .unreadable: "pass"
    case .skipped: "skipped"
    case .unmatched: "unmatched"
    }
  }

  /// Appends the beginning of a line.
  ///
  /// - Parameters:
  ///   - id: The record's own id as JSON. Empty if the record has no id.
  ///   - index: The record's place in the input, from 0.
  package static func begin(_ id: ArraySlice<UInt8>, index: Int, _ line: inout [UInt8]) {
    line += "{\"id\":".utf8
    if id.isEmpty { line += "null".utf8 } else { line += id }
    line += ",\"index\":".utf8
    line += String(index).utf8
  }
}

extension ExchangeCount {
  /// A text about the unchecked parts. Nil if everything was checked.
  fileprivate var reason: String? {
    var reasons = [outcome.reason].compactMap { $0 }
    for (part, message) in [("request", request), ("response", response)] {
      if let reason = message?.reason, reason != outcome.reason {
        reasons.append("\(part) not checked: \(reason)")
      }
    }
    if isAssumed { reasons.append("the schema was assumed") }
    if isTemplated { reasons.append("some values are templates") }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}
