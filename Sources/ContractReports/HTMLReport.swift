@_spi(Engine) internal import ContractCaptures
@_spi(Engine) package import ContractCheck
internal import JSONTape

extension ReportFormat {
  static let html = ReportFormat(
    name: "html", summary: "one page for everybody: what is wrong, how much, since when",
    showsLines: true, needsExchanges: true
  ) { HTMLReport(contracts: $0.contracts, sink: $1) }
}

/// One page: the verdict in a sentence and in numbers, what is most frequent, findings over time, all
/// operations, what was not checked, then each mistake. Numbers lead to what they count.
struct HTMLReport: Report {
  let contracts: [ReportContract]
  let sink: ReportSink
  private var groups = FindingGroups()
  private var tally = OperationTally()
  private var history = ExchangeHistory()
  private var worst = WorstFinding()
  /// The first few.
  private var inputs: [String] = []

  init(contracts: [ReportContract] = [], sink: @escaping ReportSink) {
    self.contracts = contracts
    self.sink = sink
  }

  mutating func add(_ finding: Finding) {
    groups.add(finding)
    tally.add(finding)
    worst.add(finding)
    note(finding.file)
  }

  mutating func add(_ exchange: CheckedExchange) {
    let worst = worst.take(for: exchange)
    tally.add(exchange, worst: worst)
    if let time = exchange.reference?.time { history.add(time, worst: worst) }
    note(exchange.file)
  }

  private mutating func note(_ input: String) {
    if inputs.count < Self.mostInputs, !inputs.contains(input) { inputs.append(input) }
  }

  private static let mostInputs = 3

  mutating func finish(_ summary: Summary) {
    let findings = HTMLFindings(groups, summary)
    let operations = HTMLOperations(contracts, tally, findings)
    let verdict = HTMLVerdict(
      summary: summary, tally: tally, operations: operations, findings: findings)
    let hasScript = !findings.all.isEmpty
    let name = title
    write(
      HTMLPage.head(
        title: "schemacheck: \(verdict.counts)\(contracts.isEmpty ? "" : " in \(name)")",
        hasScript: hasScript))
    write("<header>\n<h1>\(MarkupText.line(name))</h1>\n\(origin(summary))")
    write("\(verdict.sentence)\(verdict.tiles)</header>\n<main>\n")
    write(summary.unansweredHTML)
    write(findings.mostFrequent)
    write(HistoryPicture(history: history).text)
    write(operations.text)
    write(verdict.notChecked)
    findings.write { write($0) }
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
      let start = "\(first.day) \(first.clock)"
      let end = first.day == last.day ? last.clock : "\(last.day) \(last.clock)"
      parts.append(start.hasSuffix(end) ? "\(start) UTC" : "\(start) to \(end) UTC")
    } else if tally.sum.exchanges > 0 {
      parts.append("the inputs tell no times")
    }
    return parts.isEmpty
      ? "" : "<p class=\"meta\">\(MarkupText.line(parts.joined(separator: "; ")))</p>\n"
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

  /// What a report shows of a contract.
  package init(_ contract: Contract) {
    name = contract.name
    title = contract.title
    version = contract.version
    operations = contract.operations.map(\.name)
  }

  /// `Fotolokashen API 1.2.0`.
  var heading: String {
    [title.isEmpty ? name : title, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

/// The run in a sentence and in a few numbers, and what it did not check.
struct HTMLVerdict {
  let summary: Summary
  let tally: OperationTally
  let operations: HTMLOperations
  let findings: HTMLFindings

  /// `22 errors, 2 warnings`.
  var counts: String {
    summary.bySeverity.filter { $0.count > 0 || $0.severity == .error }
      .map { Plural.count($0.count, $0.severity.rawValue) }.joined(separator: ", ")
  }

  /// The worst severity of the run; nil where nothing was found.
  private var worst: Severity? { summary.bySeverity.first { $0.count > 0 }?.severity }

  var sentence: String {
    let tone = worst?.rawValue ?? (summary.checked > 0 ? "right" : "")
    var parts = [said]
    if operations.neverExercised > 0 {
      parts.append(
        "<a href=\"#never\">\(Rate.grouped(operations.neverExercised)) of "
          + "\(HTMLPage.counted(operations.count, "operation"))</a> "
          + "\(Plural.noun(operations.neverExercised, "was", "were")) never exercised")
    }
    if summary.isTruncated { parts.append("the run stopped early, so there may be more") }
    if summary.unprinted > 0 {
      parts.append("\(HTMLPage.counted(summary.unprinted, "finding")) more not shown")
    }
    return "<p class=\"verdict \(tone)\">\(parts.joined(separator: "; ")).</p>\n"
  }

  private var said: String {
    let rows = tally.sum
    let checked = Rate.grouped(summary.checked)
    guard let worst else {
      if summary.checked == 0 { return "Nothing was checked" }
      return "Nothing was found in \(checked) checked \(Plural.noun(summary.checked, "exchange"))"
    }
    let groups = findings.all.filter { $0.group.first.severity == worst }
    let name = worst.rawValue
    let mistakes =
      groups.isEmpty
      ? "" : ", from <a href=\"#\(name)s\">\(HTMLPage.counted(groups.count, "mistake"))</a>"
    let first = groups.compactMap(\.group.firstSeen).min()
    let since = first.map { ", first seen \($0.day) \($0.clock)" } ?? ""
    let broken = rows.worst[worst] ?? 0
    let start = worst == .error ? "" : "No errors, but "
    guard broken > 0 else {
      let number = summary.bySeverity.first { $0.severity == worst }?.count ?? 0
      return "\(start)\(HTMLPage.counted(number, name))\(mistakes)\(since)"
    }
    let whole = max(broken, rows.exchanges)
    return "\(start)\(Rate.grouped(broken)) of \(Rate.grouped(whole)) "
      + "\(Plural.noun(whole, "exchange")) (\(MarkupText.line(Rate.percent(broken, of: whole)))) "
      + "\(Plural.noun(broken, "has", "have")) \(name)s\(mistakes)\(since)"
  }

  // MARK: Numbers

  var tiles: String {
    var tiles: [String] = []
    for (severity, count) in summary.bySeverity where count > 0 || severity == .error {
      let groups = findings.all.count { $0.group.first.severity == severity }
      let name = severity.rawValue
      let target = groups > 0 ? "\(name)s" : nil
      tiles.append(
        Self.tile(
          Rate.grouped(count), target, Plural.noun(count, name),
          groups > 0 ? HTMLPage.counted(groups, "mistake") : "", tone: count > 0 ? name : "right"))
    }
    tiles.append(
      Self.tile(
        Rate.grouped(summary.checked), operations.isEmpty ? nil : "operations",
        Plural.noun(summary.checked, "exchange") + " checked",
        summary.checked < summary.exchanges ? "of \(Rate.grouped(summary.exchanges))" : ""))
    if operations.count > 0 {
      tiles.append(
        Self.tile(
          Rate.grouped(operations.neverExercised), operations.neverExercised > 0 ? "never" : nil,
          Plural.noun(operations.neverExercised, "operation") + " never exercised",
          "of \(Rate.grouped(operations.count))"))
    }
    let unchecked = summary.exchanges - summary.checked
    if unchecked > 0 {
      tiles.append(
        Self.tile(
          Rate.grouped(unchecked), notChecked.isEmpty ? nil : "unchecked",
          Plural.noun(unchecked, "exchange") + " not checked", ""))
    }
    return "<ul class=\"tiles\">\n\(tiles.joined())</ul>\n"
  }

  private static func tile(
    _ number: String, _ target: String?, _ name: String, _ more: String, tone: String = ""
  ) -> String {
    let linked = target.map { "<a href=\"#\($0)\">\(number)</a>" } ?? number
    let aside = more.isEmpty ? "" : " <small>\(more)</small>"
    return "<li><b\(tone.isEmpty ? "" : " class=\"\(tone)\"")>\(linked)</b> \(name)\(aside)</li>\n"
  }

  // MARK: What was not checked

  var notChecked: String {
    var lines: [String] = []
    func add(_ count: Int, _ words: String) {
      if count > 0 { lines.append("<b>\(Rate.grouped(count))</b> \(MarkupText.sentence(words))") }
    }
    func exchanges(_ count: Int) -> String { Plural.noun(count, "exchange") }
    add(summary.unmatched, "\(exchanges(summary.unmatched)) that no contract describes")
    add(summary.unreadable, "\(exchanges(summary.unreadable)) that could not be read")
    for (reason, count) in summary.skipReasons {
      add(count, "\(exchanges(count)) skipped: \(reason)")
    }
    add(
      summary.assumed,
      "\(Plural.noun(summary.assumed, "body", "bodies")) checked as what they resemble most")
    add(
      summary.refusedRequests,
      "\(Plural.noun(summary.refusedRequests, "request")) that the server refused")
    for (counts, part) in [(summary.requests, "request"), (summary.responses, "response")] {
      for (reason, count) in counts.skipped.sorted(by: { $0.key < $1.key }) {
        add(count, "\(Plural.noun(count, part)) not checked: \(reason)")
      }
      add(
        counts.uncheckedBodies,
        "\(part) \(Plural.noun(counts.uncheckedBodies, "body", "bodies")) that the contract documents, "
          + "not checked")
    }
    for (ending, count) in summary.filesNotRead.sorted(by: { $0.key < $1.key }) {
      add(count, "\(Plural.noun(count, "file")) not read: \(ending)")
    }
    for (name, count) in summary.hiddenCounts {
      add(count, "\(Plural.noun(count, "finding")) \(name), not shown here")
    }
    guard !lines.isEmpty else { return "" }
    return "<section id=\"unchecked\">\n<h2>Not checked, assumed or hidden</h2>\n<ul>\n"
      + lines.map { "<li>\($0)</li>\n" }.joined() + "</ul>\n</section>\n"
  }
}
