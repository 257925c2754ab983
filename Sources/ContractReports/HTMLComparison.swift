@_spi(Engine) internal import ContractCheck

/// An earlier report. A page compares its run with this report.
package struct EarlierReport: Sendable {
  /// The report's name, as the user wrote it.
  let name: String
  let total: ReportTotal

  package init(_ name: String, _ total: ReportTotal) { (self.name, self.total) = (name, total) }
}

/// The changes since an earlier report, on a page.
struct HTMLComparison {
  private let earlier: EarlierReport
  private let summary: Summary
  private let changes: ReportComparison

  init(_ earlier: EarlierReport, _ now: ReportTotal) {
    (self.earlier, summary) = (earlier, now.summary)
    changes = ReportComparison(before: earlier.total, after: now)
  }

  /// The shares of exchanges with findings, and the numbers of new and gone mistakes.
  var answers: String {
    let (new, gone) = (changes.count(.new), changes.count(.gone))
    let others = [
      (changes.count(.moreFrequent), "ten times more frequent"),
      (changes.count(.lessFrequent), "ten times less frequent"),
      (changes.count(.notEvaluated), "not checked now"),
    ].filter { $0.0 > 0 }.map { ", \(Rate.grouped($0.0))\u{A0}\($0.1)" }
    return Self.share("Findings now", of: summary)
      + Self.share("Findings before", of: earlier.total.summary)
      + HTMLPage.answer(
        "Since that report", "\(Rate.grouped(new))\u{A0}new",
        "<a href=\"#compared\">\(Rate.grouped(gone))\u{A0}gone\(others.joined())</a>",
        tone: new > 0 ? "error" : "right")
  }

  private static func share(_ name: String, of summary: Summary) -> String {
    let checked = summary.operations.values.reduce(0) { Summary.sum($0, $1.checked) }
    let found = summary.operations.values.reduce(0) { Summary.sum($0, $1.withFindings) }
    return HTMLPage.answer(
      name, checked > 0 ? HTMLPage.percent(found, of: checked) : "unknown",
      "\(Rate.grouped(found)) of \(HTMLPage.counted(checked, "exchange"))",
      tone: found > 0 ? "" : "right")
  }

  /// The change of a mistake: `new`, `more frequent`.
  func mark(of identity: FindingGroup.Identity) -> String? {
    changes.change(of: identity).map { $0.rawValue.replacing("-", with: " ") }
  }

  /// Every mistake that has changed.
  var text: String {
    let name = MarkupText.line(earlier.name)
    let items = changes.entries.map { entry in
      let isGone = entry.after.count == 0 || entry.change == .lessFrequent
      let tone = isGone ? entry.change == .notEvaluated ? "" : "right" : entry.severity.rawValue
      return "<li><b class=\"\(tone)\">\(entry.title)</b> \(MarkupText.sentence(entry.message)) "
        + "<small>\(MarkupText.sentence(entry.place)); before: "
        + "\(MarkupText.words(entry.rates.before)); now: \(MarkupText.words(entry.rates.after))"
        + "</small></li>\n"
    }
    return "<section id=\"compared\">\n<h2>Compared with \(name)</h2>\n"
      + (earlier.total.gap.map { "<p>\(name): \(MarkupText.sentence($0)).</p>\n" } ?? "")
      + (items.isEmpty ? "<p>No mistake is new or gone.</p>\n" : "<ul>\n\(items.joined())</ul>\n")
      + "</section>\n"
  }
}
