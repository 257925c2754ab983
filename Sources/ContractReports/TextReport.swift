@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension ReportFormat {
  /// Text with one block per mistake:
  /// ```text
  /// error[coordinate-names]: coordinate is named `latitude`; this API says `lat` (×31 in 9
  ///     exchanges)
  ///        --> captures/friends.har:412:38  entry 17
  ///            GET /api/v1/locations/friends → 200
  ///         | /locations/*/latitude, first /locations/0/latitude
  /// body 12 |     "latitude": 37.7749,
  ///         |     ^^^^^^^^^^ rename to `lat`
  ///         = why: the app decodes `lat`; a place with another name has no position
  ///         = contract: schemas/fotolokashen.json:97:23
  ///         = see: schemacheck explain coordinate-names
  /// ```
  static let text = ReportFormat(
    name: "text", summary: "for readers: code frames and fixes", showsLines: true
  ) { context, sink in
    let ink = Ink(isOn: context.usesColour, columns: context.columns)
    return GroupReport(sink: sink) { groups, summary, write in
      var rules: Set<String> = []
      for (number, group) in groups.all.enumerated() {
        let block = ink.block(
          of: group, rates: groups.rates(of: group, in: summary), byValue: group.rates(in: summary),
          isFirst: rules.insert(group.first.rule).inserted)
        write((number > 0 ? "\n" : "") + block)
      }
      if let rest = groups.rest { write("\n\(rest)\n") }
    }
  }

  /// Text with one line per mistake, in the form that editors and grep use:
  /// `FILE:LINE:COL: error[rule] message  (METHOD template status pointer) (×N)`.
  static let concise = ReportFormat(name: "concise", summary: "one line per mistake, for editors") {
    context, sink in
    let ink = Ink(isOn: context.usesColour)
    if context.streams { return LineReport(sink: sink, ink: ink) }
    return GroupReport(sink: sink) { groups, summary, write in
      for group in groups.all { write(ink.lines(of: group, in: summary)) }
      if let rest = groups.rest { write("\(rest)\n") }
    }
  }
}

/// A report that can write its content before the run waits for more input.
package protocol StreamedReport: Report {
  /// Writes the content so far.
  mutating func flush()
}

/// A report with a line for each group of findings, written before the run waits for more input. At
/// the end, groups with more findings are written again with their counts.
private struct LineReport: StreamedReport {
  let sink: ReportSink
  var groups = FindingGroups()
  /// The number of written findings of each group.
  var written: [Int] = []
  let ink: Ink

  init(sink: @escaping ReportSink, ink: Ink) { (self.sink, self.ink) = (sink, ink) }

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func flush() {
    let all = groups.all
    for group in all.dropFirst(written.count) {
      sink(Array(ink.line(of: group).utf8))
      written.append(group.count)
    }
  }

  mutating func finish(_ summary: Summary) {
    let all = groups.all
    let again = zip(all, written).filter { group, count in
      group.count > count || !group.rates(in: summary).isEmpty
    }
    for group in all.dropFirst(written.count) + again.map(\.0) {
      sink(Array(ink.lines(of: group, in: summary).utf8))
    }
    if let rest = groups.rest { sink(Array("\(rest)\n".utf8)) }
  }
}

/// A report for readers, with groups of findings that are written when the run ends.
struct GroupReport: Report {
  let sink: ReportSink
  var groups = FindingGroups()
  let write: (FindingGroups, Summary, (String) -> Void) -> Void

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func finish(_ summary: Summary) { write(groups, summary) { sink(Array($0.utf8)) } }
}

private struct Ink: Sendable {
  let isOn: Bool
  var columns = ReportContext.usualColumns

  private static let headline = "1"
  private static let margin = "34"

  /// - Parameter tone: Parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
  func paint(_ text: String, _ tone: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(tone)m\(text)\u{1B}[0m" : text
  }

  private func name(of finding: Finding) -> String {
    paint("\(finding.severity.rawValue)[\(finding.rule)]", tone(of: finding))
  }

  private func tone(of finding: Finding) -> String {
    finding.severity.name("1;31", "1;33", "1;36")
  }

  func line(of group: FindingGroups.Group) -> String {
    let finding = group.first
    var line =
      "\(SafeText.line(finding.place)): \(name(of: finding)) \(SafeText.line(group.message))"
    if let context = finding.context(group.shortPointer) {
      // For a whole body, the property is already in parentheses.
      line += SafeText.line(context.hasPrefix("(") ? "  \(context)" : "  (\(context))")
    }
    return "\(line)\(group.tally)\n"
  }

  /// A line for the group, and a line for each value by which findings are counted.
  func lines(of group: FindingGroups.Group, in summary: Summary) -> String {
    var rates = group.rates(in: summary)
    // If the start is known, one line has the rate since then.
    if !group.by.isEmpty, group.onset(in: summary) != nil, let rate = group.rate(in: summary) {
      rates = [rate]
    }
    return line(of: group) + rates.map { "  by: \(SafeText.line($0))\n" }.joined()
  }

  /// - Parameter isFirst: Whether this is the first group of its rule. Only the first group has the
  ///   lines about the rule.
  func block(
    of group: FindingGroups.Group, rates: [String], byValue: [String], isFirst: Bool
  ) -> String {
    let finding = group.first
    let frame = finding.frame
    var number = frame.map { String($0.line) } ?? ""
    if finding.frameCountsBody, frame != nil { number = "body \(number) " }
    let gutter = max(3, number.utf8.count)
    let margin = String(repeating: " ", count: gutter)
    let bar = paint(margin + "|", Self.margin)

    let title = name(of: finding)
    var text = ""
    let message = ": " + SafeText.line(group.message) + (rates.isEmpty ? group.tally : "")
    let words = TextFold.words(of: message)
    let lead = finding.severity.rawValue.utf8.count + finding.rule.utf8.count + 2
    for (index, line) in TextFold.lines(words, columns: columns, lead, 4).enumerated() {
      text += (index == 0 ? title : "    ") + paint(line, Self.headline) + "\n"
    }
    let arrow = paint(String(repeating: " ", count: gutter - 1) + "-->", Self.margin)
    let places = TextFold.lines(
      whereabouts(of: finding), columns: columns, gutter + 3, gutter + 3, gap: "  ")
    text += "\(arrow) " + places.joined(separator: "\n\(margin)   ") + "\n"
    func add(_ words: [String], _ lead: String = "") {
      let lines = TextFold.lines(words, columns: columns, gutter + 2, gutter + 2)
      text += lead + " " + lines.joined(separator: "\n\(margin)  ") + "\n"
    }
    func note(_ name: String, _ words: String) {
      add(
        ["\(name):"] + TextFold.words(of: SafeText.line(words)), paint(margin + "=", Self.margin))
    }
    if !group.pointers.isEmpty { add(group.pointers.map(SafeText.line), bar) }
    var label = SafeText.line(group.label)
    if let frame = frame?.fitting(max(20, columns - gutter - 2)) {
      let isRoom = frame.highlight.upperBound + 1 + TextFold.width(label) <= columns - gutter - 2
      let carets = frame.carets + (isRoom && !label.isEmpty ? " " + label : "")
      let lead = String(repeating: " ", count: gutter - number.utf8.count) + number + "|"
      text += "\(paint(lead, Self.margin)) \(frame.text)\n"
      text += "\(bar) \(frame.indent)\(paint(carets, tone(of: finding)))\n"
      if isRoom { label = "" }
    }
    if !label.isEmpty { note(finding.possibleFix == nil ? "hint" : "fix", label) }
    if number.isEmpty || !finding.frameCountsBody, let decoded = finding.decoded {
      note("decoded", "line \(decoded.line), column \(decoded.column) of the decoded body")
    }
    for rate in rates { note("how often", rate) }
    for line in byValue { note("by", line) }
    if let files = group.elsewhere { note("also in", files) }
    if let clients = finding.clientLine { note("clients", clients) }
    if isFirst, let why = finding.why { note("why", why) }
    if let place = finding.contractPlace {
      add(
        ["contract:", SafeText.line(place.description)], paint(margin + "=", Self.margin))
    }
    if isFirst { note("see", "schemacheck explain \(finding.rule)") }
    return text
  }

  /// The place and the request: `captures/friends.har:412:38`, `entry 17`,
  /// `GET /api/v1/locations/friends → 200`.
  private func whereabouts(of finding: Finding) -> [String] {
    var parts = [finding.place]
    // The position already contains a line's number.
    if let exchange = finding.exchange, exchange.unit == .entry {
      parts.append("entry \(exchange.index)")
    }
    if let request = finding.request {
      parts.append(request + (finding.exchange?.result ?? ""))
    }
    if finding.isInRequest { parts.append("request") }
    return parts.map(SafeText.line)
  }
}

/// Wraps text to the width of a terminal.
enum TextFold {
  /// The pieces that must not be broken: words, and texts in back quotes.
  static func words(of text: String) -> [String] {
    var words = [""]
    let hasPairs = text.count { $0 == "`" } % 2 == 0
    var isQuoted = false
    for character in text {
      if character == "`", hasPairs { isQuoted.toggle() }
      if character == " ", !isQuoted {
        words.append("")
      } else {
        words[words.count - 1].append(character)
      }
    }
    return words
  }

  /// - Parameters:
  ///   - first: The number of columns before the first line.
  ///   - rest: The number of columns before each later line.
  static func lines(
    _ words: [String], columns: Int, _ first: Int, _ rest: Int, gap: String = " "
  ) -> [String] {
    var lines: [String] = []
    var used = first
    for word in words {
      let width = width(word)
      if lines.isEmpty {
        lines.append(word)
        used += width
      } else if used + gap.utf8.count + width <= columns {
        lines[lines.count - 1] += gap + word
        used += gap.utf8.count + width
      } else {
        lines.append(word)
        used = rest + width
      }
    }
    return lines
  }

  /// The width in terminal columns.
  static func width(_ text: String) -> Int {
    text.reduce(0) { $0 + CodeFrame.columns(of: $1) }
  }
}

extension CodeFrame {
  var indent: String { String(repeating: " ", count: highlight.lowerBound) }

  var carets: String { String(repeating: "^", count: highlight.count) }
}
