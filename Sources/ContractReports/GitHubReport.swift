@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

extension ReportFormat {
  /// Workflow commands that annotate a pull request, and the whole report for the page of the job.
  /// Source: GitHub documentation, "Workflow commands for GitHub Actions".
  static let github = ReportFormat(
    name: "github", summary: "GitHub annotations and step summary", showsLines: true
  ) { context, sink in
    GroupReport(sink: sink) { groups, summary, write in
      let sorted = groups.bySeverity
      for group in sorted.prefix(mostAnnotations) {
        write(group.annotation(context.paths) + "\n")
      }
      if let stepSummary = context.stepSummary {
        let page = MarkdownPage(groups: groups, summary: summary, limit: summarySize)
        stepSummary(Array(page.text.utf8))
      }
      let rest = sorted.dropFirst(mostAnnotations)
      let count = rest.reduce(groups.leftOut) { $0 + $1.count }
      guard count > 0 else { return }
      let findings = Plural.count(count, "further finding")
      let place =
        context.stepSummary == nil
        ? "not annotated; `--format text` shows them" : "in the summary of the job"
      write("\(findings) \(Plural.noun(count, "is", "are")) \(place)\n")
    }
  }

  /// The maximum number of annotations. GitHub shows ten annotations for each step. So each mistake
  /// has one annotation, and errors come first.
  private static let mostAnnotations = 10
  /// The largest job summary of one step: 1 MiB.
  private static let summarySize = 1_000_000
}

extension FindingGroups.Group {
  /// An annotation: `::error file=…,line=…::message`.
  fileprivate func annotation(_ paths: ReportPaths) -> String {
    let path = paths.path(of: first.file)
    var properties: [(String, String)] = []
    // GitHub cannot annotate files outside the repository.
    if !path.hasPrefix("/"), !path.contains("://"), !path.hasPrefix("<") {
      let region = first.region
      properties = [("file", path), ("line", "\(region.start.line)")]
      properties.append(("endLine", "\(region.end.line)"))
      if region.start.line == region.end.line {
        properties.append(("col", "\(region.start.column)"))
        properties.append(("endColumn", "\(region.end.column)"))
      }
    }
    properties.append(("title", first.rule + tally))
    let list = properties.map { "\($0)=\(Self.escaped(SafeText.line($1), isProperty: true))" }
    let words = message + (label.isEmpty ? "" : "; \(label)")
    let context = first.context(shortPointer).map { " (\($0))" } ?? ""
    let text = Self.escaped(SafeText.line(words + context), isProperty: false)
    let command = first.severity.name("error", "warning", "notice")
    return "::\(command) \(list.joined(separator: ","))::\(text)"
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
