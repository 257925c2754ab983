import JSONTape

extension ReportFormat {
  static let text = ReportFormat(
    name: "text", summary: "for readers: code frames and fixes", showsLines: true
  ) {
    TextReport(ink: Ink(isOn: $0.usesColour), sink: $1)
  }
}

/// One block a mistake:
/// ```text
/// error[coordinate-names]: coordinate is named `latitude`; this API says `lat` (×31 in 9 exchanges)
///   --> captures/friends.har:412:38  entry 17  GET /api/v1/locations/friends → 200
///    | /locations/*/latitude, first /locations/0/latitude
///  12|     "latitude": 37.7749,
///    |     ^^^^^^^^^^ rename to `lat`
///    = why: iOS decodes `lat`; under another name the place has no position
///    = see: schemacheck explain coordinate-names
/// ```
struct TextReport: Report {
  private var groups = FindingGroups()
  private let ink: Ink
  private let sink: ReportSink

  init(ink: Ink, sink: @escaping ReportSink) {
    self.ink = ink
    self.sink = sink
  }

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func finish(_ summary: Summary) {
    for (number, group) in groups.all.enumerated() {
      sink(Array(((number > 0 ? "\n" : "") + block(of: group)).utf8))
    }
    if let rest = groups.rest { sink(Array("\n\(rest)\n".utf8)) }
  }

  private func block(of group: FindingGroups.Group) -> String {
    let finding = group.first
    let tone = Ink.Tone(finding.severity)
    let number = finding.frame.map { String($0.line) } ?? ""
    let gutter = max(3, number.utf8.count)
    let margin = String(repeating: " ", count: gutter)
    let bar = ink.paint(margin + "|", .margin)
    let note = ink.paint(margin + "=", .margin)

    let name = ink.paint("\(finding.severity.rawValue)[\(finding.rule)]", tone)
    let message = ink.paint(": " + SafeText.line(group.message), .headline)
    var text = name + message + group.tally + "\n"
    let arrow = ink.paint(String(repeating: " ", count: gutter - 1) + "-->", .margin)
    text += "\(arrow) \(SafeText.line(whereabouts(of: finding)))\n"
    if let pointer = group.pointer { text += "\(bar) \(SafeText.line(pointer))\n" }
    if let frame = finding.frame {
      let indent = String(repeating: " ", count: frame.highlight.lowerBound)
      let carets = String(repeating: "^", count: frame.highlight.count)
      let label = group.label.isEmpty ? "" : " " + SafeText.line(group.label)
      let lead = String(repeating: " ", count: gutter - number.utf8.count) + number + "|"
      text += "\(ink.paint(lead, .margin)) \(frame.text)\n"
      text += "\(bar) \(indent)\(ink.paint(carets + label, tone))\n"
    } else if !group.label.isEmpty {
      text += "\(note) fix: \(SafeText.line(group.label))\n"
    }
    if let decoded = finding.decoded {
      text +=
        "\(note) decoded: line \(decoded.line), column \(decoded.column) of the decoded body\n"
    }
    if let files = group.elsewhere { text += "\(note) also in: \(SafeText.line(files))\n" }
    if let why = finding.why { text += "\(note) why: \(SafeText.line(why))\n" }
    text += "\(note) see: schemacheck explain \(SafeText.line(finding.rule))\n"
    return text
  }

  /// `captures/friends.har:412:38  entry 17  GET /api/v1/locations/friends → 200`.
  private func whereabouts(of finding: Finding) -> String {
    var parts = [finding.place]
    // A line's number is in the place already.
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

extension ReportFormat {
  static let concise = ReportFormat(name: "concise", summary: "one line a mistake, for editors") {
    ConciseReport(ink: Ink(isOn: $0.usesColour), sink: $1)
  }
}

/// One line a mistake, in the form that editors and grep know:
/// `FILE:LINE:COL: error[rule] message  (METHOD template status pointer) (×N)`.
struct ConciseReport: Report {
  private var groups = FindingGroups()
  private let ink: Ink
  private let sink: ReportSink

  init(ink: Ink, sink: @escaping ReportSink) {
    self.ink = ink
    self.sink = sink
  }

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func finish(_ summary: Summary) {
    for group in groups.all {
      let finding = group.first
      let name = ink.paint("\(finding.severity.rawValue)[\(finding.rule)]", .init(finding.severity))
      var line = "\(SafeText.line(finding.place)): \(name) \(SafeText.line(group.message))"
      if let context = finding.context(group.shortPointer) {
        // The member of a whole body stands in parentheses already.
        line += SafeText.line(context.hasPrefix("(") ? "  \(context)" : "  (\(context))")
      }
      sink(Array("\(line)\(group.tally)\n".utf8))
    }
    if let rest = groups.rest { sink(Array("\(rest)\n".utf8)) }
  }
}

/// Colour for a terminal, or none.
struct Ink: Sendable {
  enum Tone {
    case error, warning, note, headline, margin

    init(_ severity: Severity) {
      switch severity {
      case .error: self = .error
      case .warning: self = .warning
      case .note: self = .note
      }
    }

    /// Parameters of "Select Graphic Rendition" (ECMA-48, 8.3.117).
    fileprivate var parameters: String {
      switch self {
      case .error: "1;31"
      case .warning: "1;33"
      case .note: "1;36"
      case .headline: "1"
      case .margin: "34"
      }
    }
  }

  let isOn: Bool

  func paint(_ text: String, _ tone: Tone) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(tone.parameters)m\(text)\u{1B}[0m" : text
  }
}
