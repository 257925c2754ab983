extension ReportFormat {
  static let markdown = ReportFormat(
    name: "markdown", summary: "a comment on a pull request, under 60 KB", showsLines: true
  ) {
    MarkdownReport(sink: $1)
  }
}

/// A comment on a pull request: counts first, then the mistakes by operation, the gravest first.
struct MarkdownReport: Report {
  private var groups = FindingGroups()
  private let sink: ReportSink

  /// Comments may have 65,536 characters; some is left for whoever puts words around it.
  static let maximum = 60_000

  init(sink: @escaping ReportSink) { self.sink = sink }

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func finish(_ summary: Summary) {
    sink(Array(MarkdownPage(groups: groups, summary: summary, limit: Self.maximum).text.utf8))
  }
}

/// Findings as Markdown of a bounded size.
struct MarkdownPage {
  let groups: FindingGroups
  let summary: Summary
  /// The most bytes that the text may have.
  let limit: Int

  var text: String {
    var text = head
    var leftOut = groups.leftOut
    var mistakes = 0
    var isFull = false
    for section in sections {
      var title = "\n### \(section.name)\n"
      for group in section.groups {
        let block = title + "\n" + item(group)
        // What comes after the cut is only counted, and the cut needs room to be told of.
        isFull = isFull || text.utf8.count + block.utf8.count > limit - Self.reserve
        if isFull {
          leftOut += group.count
          mistakes += 1
        } else {
          text += block
          title = ""
        }
      }
    }
    if leftOut > 0 {
      let kinds = mistakes > 0 ? " of \(Plural.count(mistakes, "more mistake"))" : ""
      text += "\n> **Cut here:** \(Plural.count(leftOut, "further finding"))\(kinds) "
      text += "would not fit; `--format json` has them all.\n"
    }
    return text
  }

  private static let reserve = 400

  private var head: String {
    let isClean = groups.all.isEmpty && groups.leftOut == 0
    let title =
      isClean ? "no findings" : MarkdownText.escaped(counts.joined(separator: ", "))
    return "## schemacheck: \(title)\n\n\(MarkdownText.escaped(summary.line)).\n"
  }

  private var counts: [String] {
    [(summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note")]
      .filter { $0.0 > 0 }.map { Plural.count($0, $1) }
  }

  /// The groups by operation; operations with the gravest mistakes first.
  private var sections: [(name: String, groups: [FindingGroups.Group])] {
    var sections: [(name: String, groups: [FindingGroups.Group])] = []
    var indexes: [String: Int] = [:]
    for group in groups.bySeverity {
      let name = group.first.exchange?.operation ?? ""
      if let index = indexes[name] {
        sections[index].groups.append(group)
      } else {
        indexes[name] = sections.count
        sections.append((name, [group]))
      }
    }
    return sections.map { section in
      let name = section.name.isEmpty ? "Without an operation" : MarkdownText.code(section.name)
      return (name, section.groups)
    }
  }

  private func item(_ group: FindingGroups.Group) -> String {
    let finding = group.first
    var text = "- **\(finding.severity.rawValue)** \(MarkdownText.code(finding.rule)): "
    text += MarkdownText.sentence(group.message) + MarkdownText.escaped(group.tally)
    var place = MarkdownText.code(finding.place)
    if finding.exchange?.operation == nil, let request = finding.request {
      place += ", \(MarkdownText.code(request))"
    }
    if let status = finding.exchange?.status { place += ", status \(status)" }
    if finding.isInRequest { place += ", request" }
    if let pointer = group.shortPointer { place += ", \(MarkdownText.code(pointer))" }
    text += "  \n  \(place)\n"
    if let frame = finding.frame {
      let carets =
        String(repeating: " ", count: frame.highlight.lowerBound)
        + String(repeating: "^", count: frame.highlight.count)
      let label = group.label.isEmpty ? "" : " " + SafeText.line(group.label)
      text += MarkdownText.block([frame.text, carets + label], indent: "  ")
    } else if !group.label.isEmpty {
      text += "  \n  \(MarkdownText.sentence(group.label))\n"
    }
    return text
  }
}
