@_spi(Engine) internal import ContractCheck

/// The operations of a run on the run's page. For each contract, unused operations come last.
/// Exchanges without an operation follow.
struct HTMLOperations {
  private typealias Name = OperationTally.Name

  private struct Section {
    var heading: String
    /// Whether all operations of the contract are known.
    var isWhole = false
    var exercised: [Name] = []
    var never: [Name] = []

    var count: Int { isWhole ? never.count + exercised.count { $0.operation != nil } : 0 }
  }

  private let tally: OperationTally
  private let findings: HTMLFindings
  private let sections: [Section]
  private let most: Int

  init(_ contracts: [ReportContract], _ tally: OperationTally, _ findings: HTMLFindings) {
    self.tally = tally
    self.findings = findings
    most = tally.rows.values.map(\.exchanges).max() ?? 0
    var rest = tally.names
    var sections: [Section] = []
    for contract in contracts {
      var section = Section(heading: contract.heading, isWhole: true)
      let names = contract.operations.map { Name(contract: contract.name, operation: $0) }
      section.exercised = names.filter { tally.rows[$0] != nil }
      section.never = names.filter { tally.rows[$0] == nil }
      let known = Set(names)
      rest.removeAll(where: known.contains)
      section.exercised += rest.filter { $0.contract == contract.name }
      rest.removeAll { $0.contract == contract.name }
      sections.append(section)
    }
    while let contract = rest.first.map(\.contract) {
      let names = rest.filter { $0.contract == contract }
      sections.append(Section(heading: contract ?? "Without a contract", exercised: names))
      rest.removeAll { $0.contract == contract }
    }
    self.sections = sections.filter { !$0.exercised.isEmpty || !$0.never.isEmpty }
  }

  var isEmpty: Bool { sections.isEmpty }

  var neverExercised: Int { sections.reduce(0) { $0 + $1.never.count } }

  /// All operations of the run's contracts.
  var count: Int { sections.reduce(0) { $0 + $1.count } }

  var text: String {
    guard !isEmpty else { return "" }
    var text = "<section id=\"operations\">\n<h2>Operations</h2>\n<p class=\"legend\">Exchanges "
    text += "with: \(HTMLPage.legend(colours))</p>\n"
    var hasNever = false
    for section in sections {
      text += "<h3>\(MarkupText.line(section.heading))"
      if section.count > 0 {
        text += " <small>\(section.count - section.never.count) of "
        text += "\(HTMLPage.counted(section.count, "operation")) exercised</small>"
      }
      text += "</h3>\n<table class=\"operations\">\n<thead><tr><th scope=\"col\">operation</th>"
      text += "<th scope=\"col\" class=\"number\">exchanges</th><th scope=\"col\" class=\"bar\">"
      text += "</th><th scope=\"col\" class=\"found\">found</th></tr></thead>\n<tbody>\n"
      for name in section.exercised { text += row(name) }
      for name in section.never {
        let id = hasNever ? "" : " id=\"never\""
        hasNever = true
        text += "<tr\(id) class=\"never\"><th scope=\"row\">\(Self.code(name))</th>"
        text += "<td class=\"number\" data-unit=\" exchanges\">0</td><td class=\"bar\"></td>"
        text += "<td class=\"found\"><b>never exercised</b></td></tr>\n"
      }
      text += "</tbody>\n</table>\n"
    }
    return text + "</section>\n"
  }

  private var colours: [(name: String, words: String)] {
    let sum = tally.sum
    var colours = Severity.allCases.reversed().filter { sum.worst[$0] != nil }
      .map { ($0.rawValue, "\($0.rawValue)s") }
    colours.append(("right", "nothing found"))
    if sum.notChecked > 0 { colours.append(("rest", "not checked")) }
    return colours
  }

  private static func code(_ name: Name) -> String {
    name.operation.map { "<code>\(MarkupText.line($0))</code>" } ?? "no operation"
  }

  private func row(_ name: Name) -> String {
    let row = tally.rows[name] ?? .init()
    let statuses = row.statuses.sorted { $0.key < $1.key }
      .map { "\($0.key) ×\(Rate.grouped($0.value))" }
    var text = "<tr><th scope=\"row\">\(Self.code(name))"
    if !statuses.isEmpty { text += "<small>\(statuses.joined(separator: ", "))</small>" }
    text += "</th><td class=\"number\" data-unit=\" \(Plural.noun(row.exchanges, "exchange"))\">"
    text += "\(Rate.grouped(row.exchanges))</td>"
    text += "<td class=\"bar\">\(bar(row))</td><td class=\"found\">\(found(name, row))</td></tr>\n"
    return text
  }

  private func bar(_ row: OperationTally.Row) -> String {
    guard row.exchanges > 0 else { return "" }
    var text = "<span style=\"width:\(HTMLPage.width(row.exchanges, of: most))\">"
    for severity in Severity.allCases.reversed() {
      guard let count = row.worst[severity] else { continue }
      text += "<i class=\"\(severity.rawValue)\" "
      text += "style=\"width:\(HTMLPage.width(count, of: row.exchanges))\"></i>"
    }
    let right = row.judged - row.withFindings
    if right > 0 {
      text += "<i class=\"right\" style=\"width:\(HTMLPage.width(right, of: row.exchanges))\"></i>"
    }
    return text + "</span>"
  }

  private static let mostLinks = 10

  private func found(_ name: Name, _ row: OperationTally.Row) -> String {
    var parts = Severity.allCases.reversed().compactMap { severity in
      row.worst[severity].map { count in
        "<b class=\"\(severity.rawValue)\">\(Rate.grouped(count))\u{A0}with \(severity.rawValue)s</b> "
          + "(\(HTMLPage.percent(count, of: row.judged)))"
      }
    }
    if row.notChecked > 0 { parts.append("\(Rate.grouped(row.notChecked))\u{A0}not checked") }
    let groups = findings.ofOperation[name] ?? []
    if !groups.isEmpty { parts.append(HTMLPage.counted(groups.count, "mistake")) }
    if parts.isEmpty { return "nothing found" }
    let words = parts.joined(separator: ", ")
    guard !groups.isEmpty else { return words }
    var text = "<details><summary>\(words)</summary>\n<ul>\n"
    for index in groups.prefix(Self.mostLinks) {
      text += "<li>\(findings.link(to: findings.all[index]))</li>\n"
    }
    if groups.count > Self.mostLinks {
      let words = "all \(Rate.grouped(groups.count))"
      text += "<li>\(findings.link(to: "operation", name.operation ?? "", text: words))</li>\n"
    }
    return text + "</ul></details>"
  }
}
