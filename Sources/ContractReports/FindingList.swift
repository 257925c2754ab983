@_spi(Engine) internal import ContractCheck
@_spi(Engine) internal import ContractCaptures
internal import JSONTape

/// A report that machines read and that is written as a stream. Every finding is one line of a
/// list, and the line is written at once.
struct FindingList: Report {
  let sink: ReportSink
  /// The text before the first finding, and before each later finding.
  var lead = (first: "\n  ", other: ",\n  ")
  var isEmpty = true
  /// The groups; nil if the format has none.
  var groups: FindingGroupList?
  var writer = JSONWriter()
  let write: (inout JSONWriter, Finding) -> Void
  let end: (_ isEmpty: Bool, _ total: ReportTotal) -> String

  mutating func add(_ finding: Finding) {
    groups?.add(finding)
    writer.raw((isEmpty ? lead.first : lead.other).utf8)
    write(&writer, finding)
    sink(writer.takeBytes())
    isEmpty = false
  }

  mutating func finish(_ summary: Summary) {
    let total = ReportTotal(groups ?? FindingGroupList(), summary)
    sink(Array(end(isEmpty, total).utf8))
  }

  var remark: String? {
    guard let groups, groups.leftOut > 0 else { return nil }
    return "`groups` has the first \(groups.all.count) groups; "
      + Plural.count(groups.leftOut, "further finding is", "further findings are")
      + " in none of them"
  }
}

extension ReportFormat {
  /// The stable format for machines. Its schema is `schemas/report.schema.json`. The counts are
  /// last.
  static let json = ReportFormat(name: "json", summary: "for machines: schemas/report.schema.json")
  { _, sink in
    let version = SafeText.json(JSONWriter.quoted(Release.version))
    sink(Array("{\"schemacheck\":\(version),\n \"findings\":[".utf8))
    return FindingList(sink: sink, groups: FindingGroupList(), write: { $0.write($1) }) {
      isEmpty, total in
      let groups = total.groups.all.map { group in "\n  " + JSONWriter.text { $0.write(group) } }
      var text = "\(isEmpty ? "" : "\n ")],\n \"groups\":["
      text += groups.joined(separator: ",") + (groups.isEmpty ? "]" : "\n ]")
      if total.groups.leftOut > 0 { text += ",\n \"ungrouped\":\(total.groups.leftOut)" }
      return text + ",\n \"summary\":" + JSONWriter.text { $0.write(total.summary) } + "}\n"
    }
  }

  /// Newline-delimited JSON: findings as in ``json``, then `{"group": …}` for each group, and
  /// `{"summary": …}` last.
  static let ndjson = ReportFormat(
    name: "ndjson",
    summary: "one finding per line, in the form of json; then the groups and the "
      + "summary"
  ) { _, sink in
    FindingList(
      sink: sink, lead: ("", ""), groups: FindingGroupList(),
      write: { writer, finding in
        writer.write(finding)
        writer.endLine()
      },
      end: { _, total in
        var text = ""
        for group in total.groups.all {
          text += JSONWriter.text { writer in
            writer.object {
              $0.key("group")
              $0.write(group)
            }
          }
          text += "\n"
        }
        if total.groups.leftOut > 0 { text += "{\"ungrouped\":\(total.groups.leftOut)}\n" }
        return text + total.summary.json + "\n"
      })
  }

  /// GitLab's format. Source: GitLab documentation, "Code Quality report format".
  static let gitlab = ReportFormat(name: "gitlab", summary: "GitLab code quality") {
    context, sink in
    var tally = FingerprintTally()
    return FindingList(
      sink: sink, lead: ("[\n ", ",\n "),
      write: { writer, finding in
        let path = context.paths.path(of: finding.file)
        let (content, ordinal) = tally.add(finding)
        writer.object {
          $0.text(finding.sentence, "description")
          $0.text(finding.rule, "check_name")
          // GitLab combines findings with the same fingerprint, so the fingerprint includes the
          // file and the number among equal findings.
          var hash = ContentHash()
          for text in [content, path, ordinal] { hash.add(text) }
          $0.text(hash.hexadecimal, "fingerprint")
          $0.text(finding.severity.name("major", "minor", "info"), "severity")
          $0.object("location") {
            $0.text(path, "path")
            $0.object("lines") { $0.integer(finding.region.start.line, "begin") }
          }
        }
      }, end: { isEmpty, _ in isEmpty ? "[]\n" : "\n]\n" })
  }

  /// The Reviewdog Diagnostic Format. Its columns count UTF-8 bytes, from 1. An end is the column
  /// after the last byte. Source: reviewdog, `proto/rdf/reviewdog.proto`.
  static let rdjson = ReportFormat(name: "rdjson", summary: "reviewdog, with suggestions") {
    context, sink in
    sink(Array("{\"source\":{\"name\":\"schemacheck\"},\n \"diagnostics\":[".utf8))
    return FindingList(
      sink: sink,
      write: { writer, finding in
        writer.object {
          $0.text(finding.sentence, "message")
          $0.object("location") {
            $0.text(context.paths.path(of: finding.file), "path")
            $0.range(finding.region)
          }
          $0.text(finding.severity.name("ERROR", "WARNING", "INFO"), "severity")
          $0.object("code") {
            $0.text(finding.rule, "value")
            if let page = context.ownRules.named(finding.rule)?.page { $0.text(page, "url") }
          }
          // Each suggestion is accepted separately, so a fix with several edits cannot be a
          // suggestion.
          guard let edits = finding.possibleFix?.edits, edits.count == 1,
            let region = edits[0].region
          else { return }
          $0.list("suggestions") {
            $0.object {
              $0.range(region)
              $0.text(edits[0].text, "text")
            }
          }
        }
      }, end: { _, _ in "\n ]}\n" })
  }
}

extension JSONWriter {
  fileprivate static func text(_ write: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  fileprivate mutating func range(_ region: Region) {
    object("range") {
      $0.place(region.start.line, region.startByteColumn, "start")
      $0.place(region.end.line, region.endByteColumn, "end")
    }
  }
}

extension Severity {
  func name(_ error: String, _ warning: String, _ note: String) -> String {
    switch self {
    case .error: error
    case .warning: warning
    case .note: note
    }
  }
}
