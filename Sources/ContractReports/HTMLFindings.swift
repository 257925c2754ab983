@_spi(Engine) internal import ContractCheck
internal import JSONTape

/// The mistakes of a run on its page: by severity, the most frequent first.
struct HTMLFindings {
  /// What readers can filter by: each value has a number, in the order of appearance.
  struct Values {
    private(set) var names: [String] = []
    private var numbers: [String: Int] = [:]

    mutating func add(_ name: String?) {
      let name = name ?? ""
      guard numbers[name] == nil else { return }
      numbers[name] = names.count
      names.append(name)
    }

    subscript(name: String?) -> Int { numbers[name ?? ""] ?? 0 }
  }

  let all: [(group: FindingGroups.Group, number: Int)]
  private let rest: String?
  private let summary: Summary
  private(set) var rules = Values()
  private(set) var contracts = Values()
  private(set) var operations = Values()
  /// Positions in ``all``.
  private(set) var ofOperation: [OperationTally.Name: [Int]] = [:]

  init(_ groups: FindingGroups, _ summary: Summary) {
    let sorted = groups.all.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.first.severity != other.first.severity {
        return one.first.severity > other.first.severity
      }
      return (other.exchanges, other.count, left.offset) < (one.exchanges, one.count, right.offset)
    }
    all = sorted.enumerated().map { ($1.element, $0) }
    rest = groups.rest
    self.summary = summary
    for (group, number) in all {
      rules.add(group.first.rule)
      contracts.add(group.first.contract)
      operations.add(group.first.exchange?.operation)
      ofOperation[.init(group.first), default: []].append(number)
    }
  }

  // MARK: Overviews

  private static let mostFrequentCount = 5

  /// A list of the first few, for those who read no more.
  var mostFrequent: String {
    guard !all.isEmpty else { return "" }
    let isAll = all.count <= Self.mostFrequentCount
    var text = "<section id=\"top\">\n<h2>\(isAll ? "Mistakes" : "Most frequent mistakes")</h2>\n"
    text += "<ol class=\"top\">\n"
    for (group, number) in all.prefix(Self.mostFrequentCount) {
      let severity = group.first.severity.rawValue
      text += "<li><b class=\"\(severity)\">\(severity)</b> \(link(to: number))"
      let parts = [Self.request(group.first), words(of: group)].compactMap { $0 }
      if !parts.isEmpty {
        text += "<small>\(MarkupText.line(parts.joined(separator: "; ")))</small>"
      }
      text += "</li>\n"
    }
    text += "</ol>\n"
    if !isAll {
      text += "<p><a href=\"#findings\">All \(Rate.grouped(all.count)) mistakes</a></p>\n"
    }
    return text + "</section>\n"
  }

  func link(to number: Int) -> String {
    "<a href=\"#m\(number + 1)\">\(MarkupText.sentence(all[number].group.message))</a>"
  }

  /// How often; nil for what is there once.
  private func words(of group: FindingGroups.Group) -> String? {
    group.rate(in: summary) ?? group.tallyWords
  }

  private static func request(_ finding: Finding) -> String? {
    finding.request.map { request in
      request + (finding.exchange?.status.map { " → \($0)" } ?? "")
        + (finding.isInRequest ? " (request)" : "")
    }
  }

  // MARK: All

  func write(_ write: (String) -> Void) {
    write("<section id=\"findings\">\n<h2>Findings</h2>\n")
    if all.isEmpty { write("<p>Nothing was found.</p>\n") } else { write(filter) }
    for severity in Severity.allCases.reversed() {
      let groups = all.filter { $0.group.first.severity == severity }
      guard !groups.isEmpty else { continue }
      let count = HTMLPage.counted(groups.count, "mistake")
      write("<section id=\"\(severity.rawValue)s\">\n<h3>\(Self.heading(severity)) ")
      write("<small>\(count)\(groups.count > 1 ? ", the most frequent first" : "")</small></h3>\n")
      for (group, number) in groups { write(article(of: group, number)) }
      write("</section>\n")
    }
    if let rest { write("<p>\(MarkupText.sentence(rest))</p>\n") }
    write("</section>\n")
  }

  private static func heading(_ severity: Severity) -> String {
    severity.name("Errors", "Warnings", "Notes")
  }

  /// Shown by the script, since it does not work without it.
  private var filter: String {
    let severities = Severity.allCases.reversed().map(\.rawValue)
      .map { "<option value=\"\($0)\">\($0)</option>" }.joined()
    return """
      <form id="filter" hidden>
      <label>search <input type="search" name="text"></label>
      \(Self.choice("rule", rules))
      \(Self.choice("contract", contracts))
      \(Self.choice("operation", operations))
      <label>severity <select name="severity"><option value="">all</option>\(severities)\
      </select></label>
      <output></output>
      </form>

      """
  }

  private static func choice(_ name: String, _ values: Values) -> String {
    let options = values.names.enumerated().sorted { $0.element < $1.element }
      .map { number, value in
        "<option value=\"\(number)\">\(value.isEmpty ? "no \(name)" : MarkupText.line(value))"
          + "</option>"
      }
    return "<label>\(name) <select name=\"\(name)\"><option value=\"\">all</option>"
      + "\(options.joined())</select></label>"
  }

  private func article(of group: FindingGroups.Group, _ number: Int) -> String {
    let finding = group.first
    let severity = finding.severity.rawValue
    var text = """
      <article id="m\(number + 1)" class="\(severity)" data-rule="\(rules[finding.rule])" \
      data-contract="\(contracts[finding.contract])" \
      data-operation="\(operations[finding.exchange?.operation])">
      <h4><b class="\(severity)">\(severity)</b> \(MarkupText.sentence(group.message))</h4>

      """
    if let words = words(of: group) { text += "<p>\(MarkupText.line(words))</p>\n" }
    for line in group.rates(in: summary) {
      text += "<p><small>\(MarkupText.line(line))</small></p>\n"
    }
    let place = [Self.request(finding), group.pointer].compactMap { $0 }
      .map { "<code>\(MarkupText.line($0))</code>" }
    if !place.isEmpty { text += "<p>\(place.joined(separator: " "))</p>\n" }
    if let frame = finding.frame { text += Self.code(frame, label: group.label) }
    if finding.frame == nil, !group.label.isEmpty {
      text += "<p>\(MarkupText.sentence(group.label))</p>\n"
    }
    if let clients = finding.clientLine { text += "<p>\(MarkupText.sentence(clients))</p>\n" }
    if let why = finding.why { text += "<p>Why: \(MarkupText.sentence(why))</p>\n" }
    return text + "<p class=\"from\">\(MarkupText.line(origin(of: group)))</p>\n</article>\n"
  }

  private func origin(of group: FindingGroups.Group) -> String {
    let finding = group.first
    var parts = [finding.place]
    if let decoded = finding.decoded {
      parts.append("line \(decoded.line), column \(decoded.column) of the decoded body")
    }
    if let files = group.elsewhere { parts.append("also in \(files)") }
    if let place = finding.contractPlace { parts.append("contract: \(place)") }
    parts.append("rule: \(finding.rule)")
    return parts.joined(separator: "; ")
  }

  private static func code(_ frame: CodeFrame, label: String) -> String {
    let number = "\(frame.line)"
    let margin = String(repeating: " ", count: number.utf8.count)
    let words = label.isEmpty ? "" : " " + MarkupText.line(label)
    return "<pre><i>\(number)|</i> \(MarkupText.escaped(frame.text))\n"
      + "<i>\(margin)|</i> \(frame.indent)<b>\(frame.carets)\(words)</b></pre>\n"
  }
}
