@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension ReportFormat {
  /// One block per mistake:
  /// ```text
  /// error[coordinate-names]: coordinate is named `latitude`; this API says `lat` (×31 in 9
  /// exchanges)
  ///   --> captures/friends.har:412:38  entry 17  GET /api/v1/locations/friends → 200
  ///    | /locations/*/latitude, first /locations/0/latitude
  ///  12|     "latitude": 37.7749,
  ///    |     ^^^^^^^^^^ rename to `lat`
  ///    = why: iOS decodes `lat`; under another name the place has no position
  ///    = contract: schemas/fotolokashen.json:97:23
  ///    = see: schemacheck explain coordinate-names
  /// ```
  static let text = ReportFormat(
    name: "text", summary: "for readers: code frames and fixes", showsLines: true
  ) { context, sink in
    let ink = Ink(isOn: context.usesColour, columns: context.columns)
    return GroupReport(sink: sink) { groups, summary, write in
      for (number, group) in groups.all.enumerated() {
        write((number > 0 ? "\n" : "") + ink.block(of: group, in: summary))
      }
      if let rest = groups.rest { write("\n\(rest)\n") }
    }
  }

  /// One line per mistake, in the form that editors and grep know:
  /// `FILE:LINE:COL: error[rule] message  (METHOD template status pointer) (×N)`.
  static let concise = ReportFormat(name: "concise", summary: "one line a mistake, for editors") {
    context, sink in
    let ink = Ink(isOn: context.usesColour)
    if context.streams { return LineReport(sink: sink, line: ink.line) }
    return GroupReport(sink: sink) { groups, _, write in
      for group in groups.all { write(ink.line(of: group)) }
      if let rest = groups.rest { write("\(rest)\n") }
    }
  }
}

/// A report that shows what it has before the run waits for more.
package protocol StreamedReport: Report {
  /// Writes what is known.
  mutating func flush()
}

/// A line for each group of findings, before the run waits for more. At the end, those that came again are
/// written with their counts.
private struct LineReport: StreamedReport {
  let sink: ReportSink
  var groups = FindingGroups()
  /// The number of findings of each group that was written.
  var written: [Int] = []
  let line: (FindingGroups.Group) -> String

  init(sink: @escaping ReportSink, line: @escaping (FindingGroups.Group) -> String) {
    (self.sink, self.line) = (sink, line)
  }

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func flush() {
    let all = groups.all
    for group in all.dropFirst(written.count) {
      sink(Array(line(group).utf8))
      written.append(group.count)
    }
  }

  mutating func finish(_ summary: Summary) {
    let before = written
    flush()
    for (group, count) in zip(groups.all, before) where group.count > count {
      sink(Array(line(group).utf8))
    }
    if let rest = groups.rest { sink(Array("\(rest)\n".utf8)) }
  }
}

/// A report for readers: groups of findings, written when the run ends.
struct GroupReport: Report {
  let sink: ReportSink
  var groups = FindingGroups()
  let write: (FindingGroups, Summary, (String) -> Void) -> Void

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func finish(_ summary: Summary) { write(groups, summary) { sink(Array($0.utf8)) } }
}

private struct Ink: Sendable {
  let isOn: Bool
  /// Nil for frames of full width.
  var columns: Int?

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
      // The member of a whole body is in parentheses already.
      line += SafeText.line(context.hasPrefix("(") ? "  \(context)" : "  (\(context))")
    }
    return "\(line)\(group.tally)\n"
  }

  func block(of group: FindingGroups.Group, in summary: Summary) -> String {
    let rate = group.rate(in: summary)
    let finding = group.first
    let number = finding.frame.map { String($0.line) } ?? ""
    let gutter = max(3, number.utf8.count)
    let margin = String(repeating: " ", count: gutter)
    let bar = paint(margin + "|", Self.margin)
    let note = paint(margin + "=", Self.margin)

    let message = paint(": " + SafeText.line(group.message), Self.headline)
    var text = name(of: finding) + message + (rate == nil ? group.tally : "") + "\n"
    let arrow = paint(String(repeating: " ", count: gutter - 1) + "-->", Self.margin)
    text += "\(arrow) \(SafeText.line(whereabouts(of: finding)))\n"
    if let pointer = group.pointer { text += "\(bar) \(SafeText.line(pointer))\n" }
    let room = columns.map { max(20, $0 - gutter - 2) }
    if let frame = room.flatMap({ finding.frame?.fitting($0) }) ?? finding.frame {
      let label = group.label.isEmpty ? "" : " " + SafeText.line(group.label)
      let width = frame.highlight.upperBound + label.count
      let fits = room.map { width <= $0 } ?? true
      let carets = frame.carets + (fits ? label : "")
      let lead = String(repeating: " ", count: gutter - number.utf8.count) + number + "|"
      text += "\(paint(lead, Self.margin)) \(frame.text)\n"
      text += "\(bar) \(frame.indent)\(paint(carets, tone(of: finding)))\n"
      if !fits { text += "\(bar)\(paint(label, tone(of: finding)))\n" }
    } else if !group.label.isEmpty {
      text += "\(note) fix: \(SafeText.line(group.label))\n"
    }
    if let decoded = finding.decoded {
      text +=
        "\(note) decoded: line \(decoded.line), column \(decoded.column) of the decoded body\n"
    }
    if let rate { text += "\(note) how often: \(rate)\n" }
    for line in group.rates(in: summary) { text += "\(note) by: \(SafeText.line(line))\n" }
    if let files = group.elsewhere { text += "\(note) also in: \(SafeText.line(files))\n" }
    if let clients = finding.clientLine { text += "\(note) clients: \(SafeText.line(clients))\n" }
    if let why = finding.why { text += "\(note) why: \(SafeText.line(why))\n" }
    if let place = finding.contractPlace {
      text += "\(note) contract: \(SafeText.line(place.description))\n"
    }
    text += "\(note) see: schemacheck explain \(SafeText.line(finding.rule))\n"
    return text
  }

  /// `captures/friends.har:412:38  entry 17  GET /api/v1/locations/friends → 200`.
  private func whereabouts(of finding: Finding) -> String {
    var parts = [finding.place]
    // The position already contains a line's number.
    if let exchange = finding.exchange, exchange.unit == .entry {
      parts.append("entry \(exchange.index)")
    }
    if let request = finding.request {
      parts.append(finding.exchange?.status.map { "\(request) → \($0)" } ?? request)
    }
    if finding.isInRequest { parts.append("request") }
    return parts.joined(separator: "  ")
  }
}

extension CodeFrame {
  var indent: String { String(repeating: " ", count: highlight.lowerBound) }

  var carets: String { String(repeating: "^", count: highlight.count) }
}
