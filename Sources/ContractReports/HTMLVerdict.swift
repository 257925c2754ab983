@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures

/// The first part of the page. It shows how much is wrong now, how much was wrong before, and since
/// when. It also shows which clients have the mistakes, whether the app or the server makes them,
/// the first step, and the unchecked parts.
struct HTMLVerdict {
  let summary: Summary
  let tally: OperationTally
  /// The exchanges by hour.
  let hours: ExchangeHistory
  let operations: HTMLOperations
  let findings: HTMLFindings
  let comparison: HTMLComparison?

  var text: String { sentence + numbers + answers + first }

  /// The counts: `22 errors, 2 warnings`.
  var counts: String {
    summary.bySeverity.filter { $0.count > 0 || $0.severity == .error }
      .map { Plural.count($0.count, $0.severity.rawValue) }.joined(separator: ", ")
  }

  /// The worst severity of the run. Nil if there are no findings.
  private var worst: Severity? { summary.bySeverity.first { $0.count > 0 }?.severity }

  private var sentence: String {
    let tone = worst?.rawValue ?? (summary.checked > 0 ? "right" : "")
    var parts = [said]
    if summary.isTruncated { parts.append("the run stopped early, so there may be more") }
    if summary.unprinted > 0 {
      parts.append("\(HTMLPage.counted(summary.unprinted, "finding")) more not shown")
    }
    return "<p class=\"verdict \(tone)\">\(parts.joined(separator: "; ")).</p>\n"
  }

  private var said: String {
    guard let worst else {
      if summary.checked == 0 { return "Nothing was checked" }
      return "Nothing was found in \(HTMLPage.counted(summary.checked, "checked exchange"))"
    }
    let rows = tally.sum
    let name = worst.rawValue
    let count = findings.all.count { $0.severity == worst }
    let least = summary.unprinted > 0 ? "at least " : ""
    let mistakes =
      count == 0
      ? "" : ", from \(least)<a href=\"#\(name)s\">\(HTMLPage.counted(count, "mistake"))</a>"
    let broken = rows.worst[worst] ?? 0
    let start = worst == .error ? "" : "No errors, but "
    guard broken > 0 else {
      let number = summary.bySeverity.first { $0.severity == worst }?.count ?? 0
      return "\(start)\(HTMLPage.counted(number, name))\(mistakes)"
    }
    let whole = max(broken, rows.judged)
    return "\(start)\(Self.share(broken, of: whole)) (\(HTMLPage.percent(broken, of: whole))) "
      + "\(Plural.noun(broken, "has", "have")) \(name)s\(mistakes)"
  }

  /// A share: `366 of 812 exchanges`.
  private static func share(_ part: Int, of whole: Int) -> String {
    "\(Rate.grouped(part)) of \(HTMLPage.counted(whole, "exchange"))"
  }

  /// The exchanges of the operations that the caller asks for.
  private var exchanges: Int {
    summary.exchanges - (summary.skipped[SkipReason.leftOut.rawValue] ?? 0)
  }

  /// The counts, with links.
  private var numbers: String {
    var items: [String] = []
    func add(_ text: String, _ target: String?) {
      items.append("<li>\(target.map { "<a href=\"#\($0)\">\(text)</a>" } ?? text)</li>\n")
    }
    for (severity, count) in summary.bySeverity where count > 0 || severity == .error {
      let name = severity.rawValue
      add(
        HTMLPage.counted(count, name),
        findings.all.contains { $0.severity == severity } ? "\(name)s" : nil)
    }
    let part = summary.checked < exchanges ? "\(Rate.grouped(summary.checked)) of " : ""
    add(
      "\(part)\(HTMLPage.counted(exchanges, "exchange")) checked",
      operations.isEmpty ? nil : "operations")
    if operations.neverExercised > 0 {
      add(
        "\(Rate.grouped(operations.neverExercised)) of "
          + "\(HTMLPage.counted(operations.count, "operation")) never called", "never")
    }
    let unchecked = exchanges - summary.checked
    if unchecked > 0 {
      add(
        "\(HTMLPage.counted(unchecked, "exchange")) not checked",
        notChecked.isEmpty ? nil : "unchecked")
    }
    return "<ul class=\"counts\">\n\(items.joined())</ul>\n"
  }

  // MARK: Answers

  private var answers: String {
    let compared = comparison?.answers ?? ""
    guard let mistake = findings.all.first else {
      return compared.isEmpty ? "" : "<dl class=\"answers\">\n\(compared)</dl>\n"
    }
    var text = compared
    func add(_ name: String, _ value: String, _ more: String, tone: String = "") {
      text += HTMLPage.answer(name, value, more, tone: tone)
    }
    let severity = worst ?? mistake.severity
    func share(_ name: String, _ period: ExchangeHistory.Period, tone: String) {
      let part = period.worst[severity] ?? 0
      add(
        "\(severity.name("Errors", "Warnings", "Notes")) \(name)",
        HTMLPage.percent(part, of: period.exchanges), Self.share(part, of: period.exchanges),
        tone: part > 0 ? tone : "right")
    }
    if let onset = mistake.onset, let parts = hours.parts(at: onset.from) {
      if comparison == nil {
        share("now", parts.since, tone: severity.rawValue)
        share("before", parts.before, tone: "")
      }
      add("Since", "\(onset.from.day)", "\(onset.from.clock) UTC, \(link(mistake))")
    } else {
      let sum = tally.sum
      if comparison == nil {
        share("in all", .init(exchanges: sum.judged, worst: sum.worst), tone: severity.rawValue)
      }
      if summary.unprinted > 0 {
        add(
          "Since", "unknown", "the report does not have all findings (<code>--max-findings</code>)")
      } else if let first = mistake.group.firstSeen {
        add("First seen", "\(first.day)", "\(first.clock) UTC, \(link(mistake))")
      } else {
        add("Since", "unknown", "no exchange with this mistake has a time")
      }
    }
    add("Whose side", "the \(mistake.side.rawValue)’s", sides(but: mistake))
    let chips = findings.chips(of: mistake, most: 5)
    if chips.isEmpty {
      add("Client", "unknown", "no request says which app sent it")
    } else {
      text += "<div class=\"chips\"><dt>Clients</dt>\n<dd>\(chips)</dd></div>\n"
    }
    return "<dl class=\"answers\">\n\(text)</dl>\n"
  }

  private func link(_ mistake: HTMLFindings.Mistake) -> String {
    "<a href=\"#m\(mistake.number)\">mistake\u{A0}\(mistake.number)</a>"
  }

  /// The reason why the mistake is on this side. If there are other mistakes, the number of
  /// mistakes on each side.
  private func sides(but mistake: HTMLFindings.Mistake) -> String {
    let counts = Dictionary(grouping: findings.all, by: \.side).mapValues(\.count)
    guard counts.count == 1 else {
      let parts = Rule.Side.allCases.compactMap { side in
        counts[side].map { "\(side.rawValue)\u{A0}\(Rate.grouped($0))" }
      }
      return "mistakes: \(parts.joined(separator: ", "))"
    }
    return switch mistake.side {
    case .app: "requests have the mistakes"
    case .server: "responses have the mistakes"
    case .contract: "the contract does not describe what was seen"
    }
  }

  /// The first step for the reader.
  private var first: String {
    guard let mistake = findings.all.first else { return "" }
    let hint = mistake.group.label
    let place = HTMLFindings.request(mistake.group.first).map {
      " <code>\(MarkupText.line($0))</code>"
    }
    return "<p class=\"first\"><b>Do first, in the \(mistake.side.rawValue):</b> "
      + (hint.isEmpty ? "" : "\(MarkupText.sentence(hint)). ") + findings.link(to: mistake)
      + "\(place ?? "")</p>\n"
  }

  // MARK: What was not checked

  var notChecked: String {
    var lines: [String] = []
    func add(_ count: Int, _ words: String) {
      if count > 0 {
        lines.append("<b>\(Rate.grouped(count))</b>\u{A0}\(MarkupText.sentence(words))")
      }
    }
    func exchanges(_ count: Int) -> String { Plural.noun(count, "exchange") }
    add(summary.unmatched, "\(exchanges(summary.unmatched)) that no contract describes")
    add(summary.unreadable, "\(exchanges(summary.unreadable)) that could not be read")
    for (reason, count) in summary.skipReasons {
      add(count, "\(exchanges(count)) skipped: \(reason)")
    }
    add(
      summary.assumed,
      "\(Plural.noun(summary.assumed, "body", "bodies")) checked against the nearest schema")
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
