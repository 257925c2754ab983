/// Coverage as one page for a browser: it loads nothing and works without JavaScript.
struct CoveragePage {
  private let coverage: Coverage

  init(_ coverage: Coverage) { self.coverage = coverage }

  var text: String {
    let share = coverage.share
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>schemacheck coverage: \(share.percentText) %</title>
      \(HTMLReport.style)</head>
      <body>
      <h1>Coverage</h1>
      <p class="counts"><b>\(share.percentText) %</b> \(share.seen) of \(share.all) cells seen</p>
      \(coverage.contracts.map(section).joined())</body>
      </html>

      """
  }

  private func section(_ contract: ContractCoverage) -> String {
    let share = contract.share
    var text = """
      <h2>\(MarkupText.line(contract.title)) \(MarkupText.line(contract.version))</h2>
      <p>\(share.percentText) %: \(share.seen) of \(share.all) cells seen</p>

      """
    text +=
      "<div class=\"wide\"><table>\n<tr><th>operation</th><th>exchanges</th><th>seen</th></tr>\n"
    for (position, operation) in contract.operations.enumerated() {
      let share = contract.share(ofOperation: position)
      text += "<tr><th scope=\"row\"><code>\(MarkupText.line(operation.name))</code></th>"
      text += "<td>\(operation.exchanges.total)</td>"
      text += "<td><meter max=\"\(max(1, share.all))\" value=\"\(share.seen)\"></meter> "
      text += "\(share.seen) of \(share.all)</td></tr>\n"
    }
    text += "</table></div>\n"
    let remarks = CoverageRemarks(contract)
    text += list(
      "Never seen",
      remarks.neverSeen.map {
        (CoverageText.words(contract.cells[$0], contract), contract.cells[$0].place)
      })
    text += list(
      "Suggestions", remarks.suggestions.map { ("\($0.cell.name) \($0.text)", $0.cell.place) })
    return text
  }

  private func list(_ title: String, _ lines: [(text: String, place: ContractPlace?)]) -> String {
    guard !lines.isEmpty else { return "" }
    var text = "<h3>\(title)</h3>\n<ul>\n"
    for (words, place) in lines {
      text += "<li>\(MarkupText.sentence(words))"
      if let place { text += " <code>\(MarkupText.line(place.description))</code>" }
      text += "</li>\n"
    }
    return text + "</ul>\n"
  }
}
