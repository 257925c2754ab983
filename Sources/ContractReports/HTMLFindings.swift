@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// The mistakes of a run on the run's page, by severity. Some mistakes may have begun during the
/// run. The most frequent of them comes first. The other mistakes are ordered by frequency.
struct HTMLFindings {
  struct Mistake {
    let group: FindingGroups.Group
    /// The mistake's number on the page, from 1.
    fileprivate(set) var number = 0
    let onset: Onset?
    /// The side that can correct the mistake. It is the side that sends the message, unless the
    /// rule gives another side.
    let side: Rule.Side

    var severity: Severity { group.first.severity }

    /// Whether the mistake is really new. A frequent mistake would have occurred earlier if it had
    /// existed then. A rare mistake may occur late for the first time in any case.
    fileprivate func isNew(in summary: Summary) -> Bool {
      guard let onset, let all = summary.evaluated(FindingGroup.Identity(group.first)) else {
        return false
      }
      let earlier = Double(all - onset.evaluated)
      return earlier * Double(onset.exchanges) >= 5 * Double(onset.evaluated)
    }
  }

  /// The values for filters. Each value has a number, in the order of appearance.
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

  let all: [Mistake]
  private let rest: String?
  private let comparison: HTMLComparison?
  private let summary: Summary
  /// The counts without the split by client. Another part of the page shows this split.
  private let plain: Summary
  private var rules = Values()
  private var contracts = Values()
  private var operations = Values()
  private var clients = Values()
  /// The positions in ``all``.
  private(set) var ofOperation: [OperationTally.Name: [Int]] = [:]

  init(
    _ groups: FindingGroups, _ summary: Summary, _ ownRules: OwnRules,
    _ comparison: HTMLComparison? = nil
  ) {
    self.comparison = comparison
    var sorted = groups.all.map { group in
      Mistake(
        group: group, onset: group.onset(in: summary),
        side: ownRules.named(group.first.rule)?.side ?? (group.first.isInRequest ? .app : .server))
    }.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.severity != other.severity { return one.severity > other.severity }
      return (other.group.exchanges, other.group.count, left.offset)
        < (one.group.exchanges, one.group.count, right.offset)
    }.map(\.element)
    let worst = sorted.firstIndex { $0.severity == sorted[0].severity && $0.isNew(in: summary) }
    if let worst { sorted.insert(sorted.remove(at: worst), at: 0) }
    for index in sorted.indices { sorted[index].number = index + 1 }
    all = sorted
    rest = groups.rest
    self.summary = summary
    plain = summary.unsplit
    for (index, mistake) in all.enumerated() {
      let finding = mistake.group.first
      rules.add(finding.rule)
      contracts.add(finding.contract)
      operations.add(finding.exchange?.operation)
      ofOperation[.init(finding), default: []].append(index)
      for client in Self.clients(of: mistake) { clients.add(client) }
    }
  }

  /// The start times of mistakes, in the order of the page.
  var onsets: [(time: Timestamp, number: Int)] {
    all.compactMap { mistake in mistake.onset.map { ($0.from, mistake.number) } }
  }

  func link(to mistake: Mistake) -> String {
    "<a href=\"#m\(mistake.number)\">\(MarkupText.sentence(mistake.group.message))</a>"
  }

  // MARK: Filters

  /// A link to the mistakes of an operation or a client.
  func link(to name: String, _ value: String, text: String, isChip: Bool = false) -> String {
    let number = (name == "client" ? clients : operations)[value]
    return "<a\(isChip ? " class=\"chip\"" : "") href=\"#findings\" data-name=\"\(name)\" "
      + "data-value=\"\(number)\">\(text)</a>"
  }

  /// The clients with the mistake, the most frequent first, if requests name clients.
  private static func clients(of mistake: Mistake) -> [String] {
    let by = mistake.group.by.filter { $0.value.exchanges > 0 }
    return by.allSatisfy { $0.key == ExchangeSplit.none }
      ? [] : by.sorted { ($1.value.exchanges, $0.key) < ($0.value.exchanges, $1.key) }.map(\.key)
  }

  /// The share of each client's exchanges with the mistake since the mistake began. Only the
  /// clients, if some findings are not printed. Empty if no request names its app.
  func chips(of mistake: Mistake, most: Int) -> String {
    let names = Self.clients(of: mistake)
    guard !names.isEmpty else { return "" }
    let evaluated =
      mistake.onset?.by.mapValues(\.evaluated)
      ?? summary.evaluatedBy(FindingGroup.Identity(mistake.group.first))
    let isWhole = summary.unprinted == 0
    let others = isWhole ? evaluated.keys.filter { mistake.group.by[$0] == nil }.sorted() : []
    var chips = names.prefix(most).map { name in
      let (part, all) = (mistake.group.by[name]?.exchanges ?? 0, evaluated[name] ?? 0)
      let share = all >= part ? HTMLPage.percent(part, of: all) : Rate.grouped(part)
      return link(
        to: "client", name,
        text: (isWhole ? "<b>\(share)</b> " : "") + MarkupText.line(name), isChip: true)
    }
    chips += others.prefix(most - chips.count).map {
      "<span class=\"chip\"><b>0\u{A0}%</b> \(MarkupText.line($0))</span>"
    }
    let rest = names.count + others.count - chips.count
    if rest > 0 { chips.append("<span class=\"chip\">\(Rate.grouped(rest)) more</span>") }
    return chips.joined(separator: " ")
  }

  private var filter: String {
    func choice(_ name: String, _ plural: String, _ values: [(value: String, name: String)])
      -> String
    {
      guard values.count > 1 else { return "" }
      let options = values.map {
        "<option value=\"\($0.value)\">\(MarkupText.line($0.name))</option>\n"
      }
      return "<select name=\"\(name)\" aria-label=\"\(name)\">\n<option value=\"\">all \(plural)"
        + "</option>\n\(options.joined())</select>\n"
    }
    func choice(_ name: String, _ values: Values) -> String {
      let sorted = values.names.sorted().map { value in
        ("\(values[value])", value.isEmpty ? "no \(name)" : value)
      }
      return choice(name, "\(name)s", sorted)
    }
    let severities = Severity.allCases.reversed().filter { severity in
      all.contains { $0.severity == severity }
    }.map { ($0.rawValue, $0.rawValue) }
    let sides = Rule.Side.allCases.filter { side in all.contains { $0.side == side } }
      .map { ($0.rawValue, $0.rawValue) }
    return """
      <form id="filter" hidden>
      <input type="search" name="text" aria-label="search" placeholder="search">
      \(choice("severity", "severities", severities))\(choice("side", "sides", sides))\
      \(choice("client", clients))\(choice("rule", rules))\(choice("contract", contracts))\
      \(choice("operation", operations))<button type="button">open all</button>
      <output></output>
      </form>

      """
  }

  // MARK: Cards

  func write(_ write: (String) -> Void) {
    if all.isEmpty { return }
    // The script shows the form, because the form does not work without it.
    write("<section id=\"findings\">\n<h2>Mistakes</h2>\n\(filter)")
    for severity in Severity.allCases.reversed() {
      let mistakes = all.filter { $0.severity == severity }
      guard !mistakes.isEmpty else { continue }
      let name = severity.name("Errors", "Warnings", "Notes")
      let count = HTMLPage.counted(mistakes.count, "mistake")
      write("<section id=\"\(severity.rawValue)s\">\n<h3>\(name) <small>\(count)")
      write(
        "\(mistakes.count > 1 ? ", the worst first" : "")</small></h3>\n"
      )
      for mistake in mistakes { write(card(of: mistake)) }
      write("</section>\n")
    }
    if let rest { write("<p>\(MarkupText.sentence(rest))</p>\n") }
    write("</section>\n")
  }

  private static let mostOpen = 3

  private func card(of mistake: Mistake) -> String {
    let (group, finding) = (mistake.group, mistake.group.first)
    let (number, severity) = (mistake.number, mistake.severity.rawValue)
    let isOpen = number <= Self.mostOpen
    let numbers = Self.clients(of: mistake).map { "\(clients[$0])" }.joined(separator: " ")
    let place = [
      comparison?.mark(of: FindingGroup.Identity(finding)), Self.request(finding),
      "the \(mistake.side.rawValue)’s side",
    ].compactMap { $0 }
    var text = """
      <details class="card \(severity)" data-severity="\(severity)" \
      data-side="\(mistake.side.rawValue)" data-client="\(numbers)" data-rule="\(rules[finding.rule])" \
      data-contract="\(contracts[finding.contract])" \
      data-operation="\(operations[finding.exchange?.operation])"\(isOpen ? " open" : "")>
      <summary><b class="\(severity)">\(number)</b> <h4>\(MarkupText.sentence(group.message))</h4> \
      <span class="share">\(share(of: mistake))</span> \
      <small>\(MarkupText.words(place.joined(separator: "; ")))</small></summary>
      <div id="m\(number)">

      """
    if let words = group.rate(in: plain) ?? group.tallyWords {
      text += "<p>\(MarkupText.words(words))</p>\n"
    }
    let chips = chips(of: mistake, most: Self.mostChips)
    if !chips.isEmpty { text += "<p>\(chips)</p>\n" }
    if let frame = finding.frame { text += Self.code(frame, label: group.label) }
    if finding.frame == nil, !group.label.isEmpty {
      text += "<p>\(MarkupText.sentence(group.label))</p>\n"
    }
    if let clients = finding.clientLine { text += "<p>\(MarkupText.sentence(clients))</p>\n" }
    if let why = finding.why { text += "<p>Why: \(MarkupText.sentence(why))</p>\n" }
    return text + "<p class=\"from\">\(origin(of: group))</p>\n</div></details>\n"
  }

  private static let mostChips = 12

  /// The frequency in a word or two.
  private func share(of mistake: Mistake) -> String {
    let group = mistake.group
    if let onset = mistake.onset {
      return "\(HTMLPage.percent(onset.exchanges, of: onset.evaluated)) "
        + "<small>since \(MarkupText.words(onset.from.minute))</small>"
    }
    let evaluated = summary.evaluated(FindingGroup.Identity(group.first)) ?? 0
    if summary.unprinted == 0, evaluated > 1, evaluated >= group.exchanges {
      return "\(HTMLPage.percent(group.exchanges, of: evaluated)) "
        + "<small>of \(Rate.grouped(evaluated))</small>"
    }
    return group.count > 1 ? "×\(Rate.grouped(group.count))" : "once"
  }

  static func request(_ finding: Finding) -> String? {
    finding.request.map { request in
      request + (finding.exchange?.result ?? "")
        + (finding.isInRequest ? " (request)" : "")
    }
  }

  /// The place of the mistake in the body, the input and the contract.
  private func origin(of group: FindingGroups.Group) -> String {
    let finding = group.first
    var parts = [finding.place]
    if let decoded = finding.decoded {
      parts.append("line \(decoded.line), column \(decoded.column) of the decoded body")
    }
    if let files = group.elsewhere { parts.append("also in \(files)") }
    if let place = finding.contractPlace { parts.append("contract: \(place)") }
    parts.append("rule: \(finding.rule)")
    let words = MarkupText.words(parts.joined(separator: "; "))
    return group.pointer.map { "<code>\(MarkupText.line($0))</code> " + words } ?? words
  }

  /// The frame of a mistake. On a narrow page, lines wrap and the carets are at the start of their
  /// line. Then the marked text shows the place.
  private static func code(_ frame: CodeFrame, label: String) -> String {
    let number = "\(frame.line)"
    let margin = String(repeating: " ", count: number.utf8.count)
    let words = label.isEmpty ? "" : " " + MarkupText.line(label)
    let (start, marked, end) = frame.parts
    return "<pre><i>\(number)|</i> \(MarkupText.escaped(start))"
      + "<mark>\(MarkupText.escaped(marked))</mark>\(MarkupText.escaped(end))\n"
      + "<i>\(margin)|</i> <span>\(frame.indent)</span><b>\(frame.carets)\(words)</b></pre>\n"
  }
}
