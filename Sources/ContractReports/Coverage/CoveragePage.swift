@_spi(Engine) internal import ContractCheck

/// Coverage as one page for a browser, in the design of `check`'s page.
struct CoveragePage {
  private let coverage: Coverage
  /// The remarks for each contract.
  private let remarks: [CoverageRemarks]

  init(_ coverage: Coverage) {
    self.coverage = coverage
    remarks = coverage.contracts.map(CoverageRemarks.init)
  }

  var text: String {
    let share = coverage.share
    let names = HTMLPage.list(coverage.contracts.map(\.heading), most: 5)
    let title = names.isEmpty ? "Coverage" : "Coverage of \(names)"
    let tone = share.seen == share.all ? "right" : ""
    let verdict =
      "\(share.percentText) % of what the contracts describe was seen: \(Rate.grouped(share.seen)) of "
      + "\(Plural.count(share.all, "cell"))."
    return HTMLPage.head(title: "schemacheck: \(share.percentText) % seen", hasScript: false)
      + "<header>\n<h1>\(MarkupText.line(title))</h1>\n"
      + "<p class=\"verdict \(tone)\">\(MarkupText.words(verdict))</p>\n"
      + "<dl class=\"answers\">\n\(answers)</dl>\n\(first)</header>\n<main>\n"
      + coverage.contracts.enumerated().map(section).joined()
      + "</main>\n\(HTMLPage.end(hasScript: false))"
  }

  private var answers: String {
    let operations = coverage.contracts.flatMap(\.operations)
    let broken = operations.reduce(0) { $0 + $1.broken.total }
    func list(_ name: String, _ positions: KeyPath<CoverageRemarks, [Int]>, _ more: String)
      -> String
    {
      let count = remarks.reduce(0) { $0 + $1[keyPath: positions].count }
      guard count > 0, let first = remarks.firstIndex(where: { !$0[keyPath: positions].isEmpty })
      else { return HTMLPage.answer("Never \(name)", "0", more, tone: "right") }
      let link = "<a href=\"#\(name)\(first + 1)\">\(Rate.grouped(count))</a>"
      return HTMLPage.answer("Never \(name)", link, more)
    }
    return list("called", \.neverCalled, "of \(HTMLPage.counted(operations.count, "operation"))")
      + list("seen", \.neverSeen, "cells of called operations")
      + (broken == 0
        ? ""
        : HTMLPage.answer(
          "With errors", Rate.grouped(broken), Plural.noun(broken, "exchange"), tone: "error"))
  }

  /// The first step for the reader: the operation with the most unreached counters.
  private var first: String {
    let never = zip(coverage.contracts, remarks).flatMap { contract, remarks in
      remarks.neverCalled.map { position in
        (
          name: contract.operations[position].name,
          cells: contract.share(ofOperation: position).all
        )
      }
    }
    guard let most = never.max(by: { ($0.cells, $1.name) < ($1.cells, $0.name) }) else { return "" }
    return "<p class=\"first\"><b>Do first:</b> call <code>\(MarkupText.line(most.name))</code>, "
      + "which has \(HTMLPage.counted(most.cells, "cell"))</p>\n"
  }

  private func section(_ number: Int, _ contract: ContractCoverage) -> String {
    let share = contract.share
    var text = """
      <section>
      <h2>\(MarkupText.line(contract.heading))</h2>
      <p>\(share.percentText)\u{A0}%: \(Rate.grouped(share.seen)) of \
      \(HTMLPage.counted(share.all, "cell")) seen</p>

      """
    if !contract.operations.isEmpty { text += table(contract) }
    let remarks = remarks[number]
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
      text += "<p>\(HTMLPage.counted(remarks.outOfReach, "more cell")) can be reached only by "
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
        text += "\(share.percentText)\u{A0}%, \(share.seen) of \(share.all)"
      }
      if operation.broken.total > 0 {
        text += ", <b class=\"error\">\(Rate.grouped(operation.broken.total))\u{A0}with errors</b>"
      }
      text += "</td></tr>\n"
    }
    return text + "</tbody>\n</table>\n"
  }

  private static let mostOpen = 50

  private func list(
    _ title: String, _ id: String, _ lines: [(text: String, place: ContractPlace?)]
  ) -> String {
    guard !lines.isEmpty else { return "" }
    let isOpen = lines.count <= Self.mostOpen
    var text = "<section id=\"\(id)\">\n<details\(isOpen ? " open" : "")><summary><h3>\(title) "
    text += "<small>\(Rate.grouped(lines.count))</small></h3></summary>\n<ul>\n"
    for (words, place) in lines {
      text += "<li>\(MarkupText.sentence(words))"
      if let place {
        text += " <small><code>\(MarkupText.line(place.description))</code></small>"
      }
      text += "</li>\n"
    }
    return text + "</ul></details>\n</section>\n"
  }
}

extension ContractCoverage {
  fileprivate var heading: String {
    [title.isEmpty ? name : title, version].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
