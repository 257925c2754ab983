@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures

extension ReportFormat {
  /// A comment on a pull request. It has the counts, and then the mistakes by operation, the worst
  /// mistakes first.
  static let markdown = ReportFormat(
    name: "markdown", summary: "a comment on a pull request, under 60 KB", showsLines: true
  ) { _, sink in
    GroupReport(sink: sink) { groups, summary, write in
      // A comment may have 65,536 characters. Some of them are reserved for text around the report.
      write(MarkdownPage(groups: groups, summary: summary, limit: 60_000).text)
    }
  }
}

/// Findings as Markdown of a limited size.
struct MarkdownPage {
  let groups: FindingGroups
  let summary: Summary
  /// The largest size of the text, in bytes.
  let limit: Int

  var text: String {
    var text = head + summary.unansweredMarkdown
    var leftOut = groups.leftOut
    var mistakes = 0
    var isFull = false
    for section in sections {
      var title = "\n### \(section.name)\n"
      for group in section.groups {
        let block = title + "\n" + item(group)
        // Blocks after the cut are only counted. The note about the cut needs space.
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
    let title = isClean ? "no findings" : summary.findingWords
    let counts = summary.lines(of: "checked").joined(separator: "; ") + summary.hiddenWords
    return "## schemacheck: \(title)\n\n\(MarkdownText.escaped(counts)).\n"
  }

  /// The groups by operation. Operations with the worst mistakes come first.
  private var sections: [(name: String, groups: [FindingGroups.Group])] {
    let sorted = groups.bySeverity
    let byName = Dictionary(grouping: sorted) { $0.first.exchange?.operation ?? "" }
    var seen: Set<String> = []
    return sorted.map { $0.first.exchange?.operation ?? "" }.filter { seen.insert($0).inserted }
      .map { name in
        let title = name.isEmpty ? "Without an operation" : MarkdownText.code(name)
        return (title, byName[name] ?? [])
      }
  }

  private func item(_ group: FindingGroups.Group) -> String {
    let finding = group.first
    var text = "- **\(finding.severity.rawValue)** \(MarkdownText.code(finding.rule)): "
    text += MarkdownText.sentence(group.message)
    let rates = groups.rates(of: group, in: summary)
    if rates.isEmpty { text += MarkdownText.escaped(group.tally) }
    var place = MarkdownText.code(finding.place)
    if finding.exchange?.operation == nil, let request = finding.request {
      place += ", \(MarkdownText.code(request))"
    }
    if let status = finding.exchange?.status { place += ", status \(status)" }
    if finding.isInRequest { place += ", request" }
    if let pointer = group.shortPointer { place += ", \(MarkdownText.code(pointer))" }
    text += "  \n  \(place)\n"
    for rate in rates { text += "  \n  \(MarkdownText.sentence(rate))\n" }
    if let frame = finding.frame {
      let label = group.label.isEmpty ? "" : " " + SafeText.line(group.label)
      text += MarkdownText.block(
        [frame.text, frame.indent + frame.carets + label], indent: "  ")
    } else if !group.label.isEmpty {
      text += "  \n  \(MarkdownText.sentence(group.label))\n"
    }
    return text
  }
}

/// Writes text from inputs as plain text in GitHub Flavored Markdown: without links, mentions and
/// HTML.
enum MarkdownText {
  /// A message as Markdown. Names in back quotes become code.
  static func sentence(_ text: String) -> String {
    QuotedNames.parts(of: SafeText.line(cut(text))).map { part, isName in
      // In Markdown, spaces alone cannot be code.
      isName && part.contains { $0 != " " } ? "`\(part)`" : escaped(isName ? "`\(part)`" : part)
    }.joined()
  }

  static func escaped(_ text: String) -> String {
    var escaped = ""
    let scalars = SafeText.line(text).unicodeScalars
    for (index, scalar) in zip(scalars.indices, scalars) {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // GitHub makes a link only if a name or a number follows directly.
      case "@", "#": escaped += "\(scalar)<!-- -->"
      case "\\", "`", "*", "_", "[", "]", "|", "~", "!", "$": escaped += "\\\(scalar)"
      // An address or an emoji's name has such a colon. In a sentence, a space follows the colon.
      case ":" where !isFollowedBySpace(scalars, index): escaped += "\\:"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func isFollowedBySpace(
    _ scalars: String.UnicodeScalarView, _ index: String.Index
  ) -> Bool {
    let next = scalars.index(after: index)
    return next == scalars.endIndex || scalars[next] == " "
  }

  /// A name as code, even if it contains quotes.
  static func code(_ text: String) -> String {
    let text = SafeText.line(cut(text))
    let fence = String(repeating: "`", count: longestQuote(in: text) + 1)
    let space = fence.utf8.count > 1 || text.isEmpty ? " " : ""
    return fence + space + text + space + fence
  }

  static func block(_ lines: [String], indent: String) -> String {
    let longest = lines.map { longestQuote(in: $0) }.max() ?? 0
    let fence = indent + String(repeating: "`", count: max(3, longest + 1)) + "\n"
    return fence + lines.map { "\(indent)\(withoutCommand($0))\n" }.joined() + fence
  }

  /// GitHub Actions executes a line of a log that begins with `::`. So the first colon becomes a
  /// ratio sign, which has the same width.
  private static func withoutCommand(_ line: String) -> String {
    let text = line.drop { $0 == " " }
    return text.hasPrefix("::")
      ? line.prefix(line.count - text.count) + "∶" + text.dropFirst() : line
  }

  /// Cuts names and messages to the length of a paragraph.
  private static func cut(_ text: String) -> String {
    let most = 400
    guard text.unicodeScalars.count > most else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(most))) + "…"
  }

  private static func longestQuote(in text: String) -> Int {
    text.utf8.split { $0 != UInt8(ascii: "`") }.map(\.count).max() ?? 0
  }
}
