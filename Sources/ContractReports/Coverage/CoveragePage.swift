@_spi(Engine) internal import ContractCheck

/// Coverage as one page for a browser, in the design of the page of `check`.
struct CoveragePage {
  private let coverage: Coverage

  init(_ coverage: Coverage) { self.coverage = coverage }

  var text: String {
    let share = coverage.share
    let names = HTMLPage.list(coverage.contracts.map(\.heading), most: 5)
    let title = names.isEmpty ? "Coverage" : "Coverage of \(names)"
    return HTMLPage.head(title: "schemacheck: \(share.percentText) % seen", hasScript: false)
      + "<header>\n<h1>\(MarkupText.line(title))</h1>\n\(verdict)\(tiles)</header>\n<main>\n"
      + coverage.contracts.enumerated().map(section).joined()
      + "</main>\n\(HTMLPage.end(hasScript: false))"
  }

  private var verdict: String {
    let share = coverage.share
    let never = coverage.contracts.reduce(0) { $0 + CoverageRemarks($1).neverCalled.count }
    let all = coverage.contracts.reduce(0) { $0 + $1.operations.count }
    var text = "\(share.percentText) % of what the contracts describe was seen"
    if never > 0 {
      text += "; <a href=\"#\(first("called", \.neverCalled))\">\(never) of "
      text += "\(Plural.count(all, "operation"))</a> \(Plural.noun(never, "was", "were")) "
      text += "never called"
    }
    let tone = share.seen == share.all ? "right" : ""
    return "<p class=\"verdict \(tone)\">\(text).</p>\n"
  }

  private var tiles: String {
    let share = coverage.share
    var tiles = "<li><b>\(share.percentText) %</b> seen <small>\(Rate.grouped(share.seen)) of "
    tiles += "\(Plural.count(share.all, "cell"))</small></li>\n"
    let remarks = coverage.contracts.map(CoverageRemarks.init)
    func add(_ count: Int, _ target: String, _ words: String) {
      guard count > 0 else { return }
      tiles += "<li><b><a href=\"#\(target)\">\(Rate.grouped(count))</a></b> \(words)</li>\n"
    }
    let called = remarks.reduce(0) { $0 + $1.neverCalled.count }
    add(
      called, first("called", \.neverCalled), "\(Plural.noun(called, "operation")) never called")
    let seen = remarks.reduce(0) { $0 + $1.neverSeen.count }
    add(
      seen, first("seen", \.neverSeen),
      "\(Plural.noun(seen, "cell")) of called operations never seen")
    return "<ul class=\"tiles\">\n\(tiles)</ul>\n"
  }

  /// The list of the first contract that has one.
  private func first(_ list: String, _ positions: (CoverageRemarks) -> [Int]) -> String {
    let number = coverage.contracts.firstIndex { !positions(CoverageRemarks($0)).isEmpty } ?? 0
    return "\(list)\(number + 1)"
  }

  private func section(_ number: Int, _ contract: ContractCoverage) -> String {
    let share = contract.share
    var text = """
      <section>
      <h2>\(MarkupText.line(contract.heading))</h2>
      <p>\(share.percentText) %: \(Rate.grouped(share.seen)) of \
      \(Plural.count(share.all, "cell")) seen</p>

      """
    if !contract.operations.isEmpty { text += table(contract) }
    let remarks = CoverageRemarks(contract)
    text += list(
      "Never called", "called\(number + 1)",
      remarks.neverCalled.map {
        ("`\(contract.operations[$0].name)`", contract.operations[$0].place)
      })
    text += list(
      "Never seen", "seen\(number + 1)",
      remarks.neverSeen.map {
        (CoverageText.words(contract.cells[$0], contract), contract.cells[$0].place)
      })
    if remarks.outOfReach > 0 {
      text += "<p>\(Plural.count(remarks.outOfReach, "more cell")) can be reached only by "
      text += "operations that were never called.</p>\n"
    }
    text += list(
      "Suggestions", "suggestions\(number + 1)",
      remarks.suggestions.map { ("\($0.cell.name) \($0.text)", $0.cell.place) })
    return text + "</section>\n"
  }

  private func table(_ contract: ContractCoverage) -> String {
    var text = "<table class=\"operations\">\n<thead><tr><th scope=\"col\">operation</th>"
    text += "<th scope=\"col\" class=\"number\">exchanges</th><th scope=\"col\" class=\"bar\"></th>"
    text += "<th scope=\"col\" class=\"found\">seen</th></tr></thead>\n<tbody>\n"
    for (position, operation) in contract.operations.enumerated() {
      let share = contract.share(ofOperation: position)
      let count = operation.exchanges.total
      let statuses = contract.cells.filter {
        $0.kind == .status && $0.operation == position && $0.counts.total > 0
      }
      .map { "\($0.name) ×\(Rate.grouped($0.counts.total))" }
      text += "<tr\(count == 0 ? " class=\"never\"" : "")>"
      text += "<th scope=\"row\"><code>\(MarkupText.line(operation.name))</code>"
      if !statuses.isEmpty {
        text += "<small>\(MarkupText.line(statuses.joined(separator: ", ")))</small>"
      }
      text += "</th><td class=\"number\" data-unit=\" \(Plural.noun(count, "exchange"))\">"
      text += "\(CoverageText.counted(operation.exchanges))</td><td class=\"bar\">"
      text += "<span class=\"track\"><i class=\"right\" style=\"width:"
      text += "\(HTMLPage.width(share.seen, of: share.all))\"></i></span></td><td class=\"found\">"
      if count == 0 {
        text += "<b>never called</b>"
      } else {
        text += "\(share.percentText) %, \(share.seen) of \(share.all)"
      }
      if operation.broken.total > 0 {
        text += ", <b class=\"error\">\(Rate.grouped(operation.broken.total)) with errors</b>"
      }
      text += "</td></tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }

  private func list(
    _ title: String, _ id: String, _ lines: [(text: String, place: ContractPlace?)]
  ) -> String {
    guard !lines.isEmpty else { return "" }
    var text = "<section id=\"\(id)\">\n<h3>\(title) <small>\(Rate.grouped(lines.count))</small>"
    text += "</h3>\n<ul>\n"
    for (words, place) in lines {
      text += "<li>\(MarkupText.sentence(words))"
      if let place {
        text += " <small><code>\(MarkupText.line(place.description))</code></small>"
      }
      text += "</li>\n"
    }
    return text + "</ul>\n</section>\n"
  }
}

extension ContractCoverage {
  fileprivate var heading: String {
    [title.isEmpty ? name : title, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
