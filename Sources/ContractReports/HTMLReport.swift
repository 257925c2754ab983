@_spi(Engine) internal import ContractCaptures
@_spi(Engine) package import ContractCheck
internal import JSONTape

extension ReportFormat {
  static let html = ReportFormat(
    name: "html", summary: "an HTML page for everybody: what is wrong, how often, and since when",
    showsLines: true, needsExchanges: true, splitsByClient: true, showsEarlier: true
  ) { HTMLReport(contracts: $0.contracts, ownRules: $0.ownRules, earlier: $0.earlier, sink: $1) }
}

/// A report as one page. First it shows how much is wrong now, how much was wrong before, and since
/// when. It also shows which clients and which side have the mistakes, and the first step. Findings
/// over time, each mistake, all operations and unchecked parts follow.
struct HTMLReport: CountingReport {
  let contracts: [ReportContract]
  let ownRules: OwnRules
  let earlier: EarlierReport?
  let sink: ReportSink
  private var groups = FindingGroups()
  /// The groups for the comparison with the earlier report.
  private var list = FindingGroupList()
  private var tally = OperationTally()
  private var history = ExchangeHistory()
  private var hours = ExchangeHistory.hours
  private var worst = WorstFinding()
  /// The names of the first inputs.
  private var inputs: [String] = []

  init(
    contracts: [ReportContract] = [], ownRules: OwnRules = OwnRules(),
    earlier: EarlierReport? = nil, sink: @escaping ReportSink
  ) {
    (self.contracts, self.ownRules, self.earlier, self.sink) = (contracts, ownRules, earlier, sink)
  }

  mutating func add(_ finding: Finding) {
    groups.add(finding)
    count(finding)
  }

  mutating func count(_ finding: Finding) {
    if earlier != nil { list.add(finding) }
    tally.add(finding)
    worst.add(finding)
    note(finding.file)
  }

  mutating func add(_ exchange: CheckedExchange) {
    let worst = worst.take(for: exchange)
    note(exchange.file)
    if exchange.isLeftOut { return }
    tally.add(exchange, worst: worst)
    if let time = exchange.reference?.time {
      let counts = exchange.isJudged(worst)
      history.add(time, worst: worst, counts: counts)
      hours.add(time, worst: worst, counts: counts)
    }
  }

  private mutating func note(_ input: String) {
    if inputs.count < Self.mostInputs, !inputs.contains(input) { inputs.append(input) }
  }

  private static let mostInputs = 3

  mutating func finish(_ summary: Summary) {
    let comparison = earlier.map { HTMLComparison($0, ReportTotal(list, summary)) }
    let findings = HTMLFindings(groups, summary, ownRules, comparison)
    let operations = HTMLOperations(contracts, tally, findings)
    let verdict = HTMLVerdict(
      summary: summary, tally: tally, hours: hours, operations: operations, findings: findings,
      comparison: comparison)
    let hasScript = !findings.all.isEmpty
    let name = title
    write(
      HTMLPage.head(
        title: "schemacheck: \(verdict.counts)\(contracts.isEmpty ? "" : " in \(name)")",
        hasScript: hasScript))
    write("<header>\n<h1>\(MarkupText.line(name))</h1>\n\(origin(summary))")
    write("\(verdict.text)</header>\n<main>\n")
    write(HistoryPicture(history: history, onsets: findings.onsets).text)
    write(summary.unansweredHTML)
    findings.write { write($0) }
    if let comparison { write(comparison.text) }
    write(operations.text)
    write(verdict.notChecked)
    write("</main>\n\(HTMLPage.end(hasScript: hasScript))")
  }

  private func write(_ text: String) { sink(Array(text.utf8)) }

  private var title: String {
    contracts.isEmpty ? "schemacheck" : HTMLPage.list(contracts.map(\.heading), most: 5)
  }

  /// The inputs and the period.
  private func origin(_ summary: Summary) -> String {
    var parts: [String] = []
    if !inputs.isEmpty {
      let names = HTMLPage.list(inputs, most: Self.mostInputs, of: summary.inputs)
      parts.append("Checked: \(names)")
    }
    if let first = history.first, let last = history.last {
      let start = first.minute
      let end = first.day == last.day ? last.clock : last.minute
      parts.append(start.hasSuffix(end) ? "\(start) UTC" : "\(start) to \(end) UTC")
    } else if tally.sum.exchanges > 0 {
      parts.append("the inputs have no times")
    }
    return parts.isEmpty
      ? "" : "<p class=\"meta\">\(MarkupText.words(parts.joined(separator: "; ")))</p>\n"
  }
}

/// A contract of a run, as reports name it.
public struct ReportContract: Hashable, Sendable {
  /// The contract's name.
  package var name: String
  /// The contract's title.
  package var title: String
  /// The contract's version.
  package var version: String
  /// The names of all operations, in the order of the contract.
  package var operations: [String]

  /// Takes the facts that reports show from a contract.
  ///
  /// - Parameter only: The only operations that count; empty for all.
  package init(_ contract: Contract, only: [OperationPattern] = []) {
    name = contract.name
    title = contract.title
    version = contract.version
    operations = contract.operations.filter { operation in
      only.isEmpty || only.contains { $0.fits(operation) }
    }.map(\.name)
  }

  /// The heading: `Fotolokashen API 1.2.0`.
  var heading: String {
    [title.isEmpty ? name : title, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
