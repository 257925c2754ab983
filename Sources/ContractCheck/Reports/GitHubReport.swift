internal import JSONTape

extension ReportFormat {
  static let github = ReportFormat(
    name: "github", summary: "GitHub annotations and step summary", showsLines: true
  ) {
    GitHubReport(context: $0, sink: $1)
  }
}

/// Workflow commands that annotate a pull request, and the whole report for the page of the job.
///
/// GitHub shows ten annotations of a step, so there are no more: one a mistake, errors first.
/// Source: GitHub documentation, "Workflow commands for GitHub Actions".
struct GitHubReport: Report {
  private var groups = FindingGroups()
  private let context: ReportContext
  private let sink: ReportSink

  static let maximum = 10
  /// Job summaries may have 1 MiB a step.
  private static let summarySize = 1_000_000

  init(context: ReportContext, sink: @escaping ReportSink) {
    self.context = context
    self.sink = sink
  }

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func finish(_ summary: Summary) {
    let sorted = groups.bySeverity
    for group in sorted.prefix(Self.maximum) { sink(Array("\(command(for: group))\n".utf8)) }
    if let stepSummary = context.stepSummary {
      let page = MarkdownPage(groups: groups, summary: summary, limit: Self.summarySize)
      stepSummary(Array(page.text.utf8))
    }
    let rest = sorted.dropFirst(Self.maximum)
    let count = rest.reduce(groups.leftOut) { $0 + $1.count }
    guard count > 0 else { return }
    let findings = Plural.count(count, "further finding")
    let place =
      context.stepSummary == nil
      ? "not annotated; `--format text` shows them" : "in the summary of the job"
    sink(Array("\(findings) \(Plural.noun(count, "is", "are")) \(place)\n".utf8))
  }

  /// `::error file=…,line=…::message`.
  private func command(for group: FindingGroups.Group) -> String {
    let finding = group.first
    let path = context.paths.path(of: finding.file)
    var properties: [(String, String)] = []
    // What is not in the repository has no lines there.
    if !path.hasPrefix("/"), !path.contains("://"), !path.hasPrefix("<") {
      let region = finding.region
      properties = [("file", path), ("line", "\(region.start.line)")]
      properties.append(("endLine", "\(region.end.line)"))
      if region.start.line == region.end.line {
        properties.append(("col", "\(region.start.column)"))
        properties.append(("endColumn", "\(region.end.column)"))
      }
    }
    properties.append(("title", finding.rule + group.tally))
    let list = properties.map { "\($0)=\(Self.escaped(SafeText.line($1), isProperty: true))" }
    let words = group.message + (group.label.isEmpty ? "" : "; \(group.label)")
    let context = finding.context(group.shortPointer).map { " (\($0))" } ?? ""
    let message = Self.escaped(SafeText.line(words + context), isProperty: false)
    return "::\(Self.command(finding.severity)) \(list.joined(separator: ","))::\(message)"
  }

  private static func command(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .note: "notice"
    }
  }

  private static func escaped(_ text: String, isProperty: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": escaped += "%25"
      case "\r": escaped += "%0D"
      case "\n": escaped += "%0A"
      case ":" where isProperty: escaped += "%3A"
      case "," where isProperty: escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension FindingGroups {
  /// The groups, the gravest first, else in their order.
  var bySeverity: [Group] {
    Severity.allCases.reversed().flatMap { severity in
      all.filter { $0.first.severity == severity }
    }
  }
}
