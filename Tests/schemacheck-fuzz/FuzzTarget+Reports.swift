@_spi(Engine) @testable import ContractReports
@_spi(Engine) import ContractCheck
import JSONTape
import TestSupport

extension FuzzTarget {
  /// Reports that are read back, as `merge-summaries`, `compare` and `coverage` do.
  static let reports = FuzzTarget(name: "reports", weight: 10, seeds: \.reports) {
    input, _, generator in
    var before = ReportTotal()
    var isRead = false
    for line in [input] + input.split(separator: 0x0A).map({ Array($0) }) {
      guard let document = try? JSONDocument(line) else { continue }
      if let coverage = Coverage(document.root), let wrong = complaint(about: coverage) {
        return .wrong(wrong)
      }
      if let total = ReportTotal(report: document.root) {
        before += total
        isRead = true
      } else if ReportTotal.isPart(document.root) {
        _ = before.add(line: document.root)
      }
    }
    guard isRead else { return .refused }
    guard let again = (try? JSONDocument(before.json)).flatMap({ ReportTotal(report: $0.root) })
    else { return .wrong("a sum cannot be read again") }
    if again.json != before.json { return .wrong("a sum is another when it is read again") }
    var after = before
    after += before
    let own = ReportComparison(before: before, after: before)
    if own.count(.new) > 0 { return .wrong("a report has groups that are new to it") }
    for comparison in [own, ReportComparison(before: ReportTotal(), after: after)] {
      if (try? JSONDocument(comparison.json)) == nil { return .wrong("a comparison is not JSON") }
      let text = comparison.text + comparison.line + before.summary.line
      if text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }) {
        return .wrong("a control character in a comparison")
      }
    }
    return .accepted
  }

  private static func complaint(about coverage: Coverage) -> String? {
    let bytes = CoverageFormat.json.bytes(of: coverage)
    guard let again = (try? JSONDocument(bytes)).flatMap({ Coverage($0.root) }) else {
      return "coverage cannot be read again"
    }
    if CoverageFormat.json.bytes(of: again) != bytes {
      return "coverage is another when read again"
    }
    var sum = coverage
    if sum.add(again) == nil, sum.share.seen > sum.share.all {
      return "\(sum.share.seen) of \(sum.share.all) are covered"
    }
    for format in CoverageFormat.allCases { _ = format.bytes(of: sum) }
    return nil
  }
}

extension FuzzCorpus {
  /// Reports, totals and coverage of some captures, as this version writes them.
  mutating func addReports() {
    let names = Contract.bundledNames
    for (number, input) in captures.prefix(24).enumerated() {
      guard let contract = try? Contract.bundled(names[number % names.count]),
        let ledger = try? CoverageLedger([contract]),
        var checker = try? Checker(contracts: [contract])
      else { continue }
      checker.observers = [ledger.observers]
      reports += Self.reports(of: input, checker).filter { $0.count <= Self.largest }
      let coverage = CoverageFormat.json.bytes(of: ledger.coverage)
      if coverage.count <= Self.largest { reports.append(coverage) }
    }
  }

  /// The report in JSON and in NDJSON, and its total.
  private static func reports(of input: [UInt8], _ checker: Checker) -> [[UInt8]] {
    ["json", "ndjson"].compactMap(ReportFormat.named).flatMap { format in
      var written: [UInt8] = []
      var report = format.report { written += $0 }
      var summary = Summary()
      checker.check(input, name: "fuzz") { _, result in
        summary.count(result.count, hasFindings: !result.findings.isEmpty)
        for finding in result.findings {
          summary.count(finding.severity)
          report.add(finding)
        }
      } problem: { _ in
      }
      report.finish(summary)
      let total = (try? JSONDocument(written)).flatMap { ReportTotal(report: $0.root) }
      return [written] + (total.map { [Array($0.json.utf8)] } ?? [])
    }
  }
}
