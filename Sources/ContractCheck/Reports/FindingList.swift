internal import JSONTape

/// A report for machines, as a stream: every finding is a line of one list, written at once.
struct FindingList: Report {
  let sink: ReportSink
  /// The text before the first finding, and before each of the others.
  var lead = (first: "\n  ", other: ",\n  ")
  var isEmpty = true
  let write: (inout JSONWriter, Finding) -> Void
  let end: (_ isEmpty: Bool, _ summary: Summary) -> String

  mutating func add(_ finding: Finding) {
    var writer = JSONWriter()
    write(&writer, finding)
    sink(Array((isEmpty ? lead.first : lead.other).utf8) + writer.bytes)
    isEmpty = false
  }

  mutating func finish(_ summary: Summary) { sink(Array(end(isEmpty, summary).utf8)) }
}

extension ReportFormat {
  /// The stable format for machines, described by `schemas/report.schema.json`; the counts are
  /// last.
  static let json = ReportFormat(name: "json", summary: "for machines: schemas/report.schema.json")
  { _, sink in
    let version = SafeText.json(JSONWriter.quoted(Release.version))
    sink(Array("{\"schemacheck\":\(version),\n \"findings\":[".utf8))
    return FindingList(sink: sink, write: { $0.write($1) }) { isEmpty, summary in
      var writer = JSONWriter()
      writer.write(summary)
      let counts = String(decoding: writer.bytes, as: UTF8.self)
      return "\(isEmpty ? "" : "\n ")],\n \"summary\":\(counts)}\n"
    }
  }

  /// Newline-delimited JSON: every line but the last is a finding as in ``json``, the last is
  /// `{"summary": …}`.
  static let ndjson = ReportFormat(
    name: "ndjson", summary: "one finding a line as in json, the summary last"
  ) { _, sink in
    FindingList(
      sink: sink, lead: ("", ""),
      write: { writer, finding in
        writer.write(finding)
        writer.endLine()
      }, end: { _, summary in "\(summary.json)\n" })
  }

  /// Source: GitLab documentation, "Code Quality report format".
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
          // GitLab merges findings with one fingerprint, so it includes the file and the number
          // among equal findings.
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

  /// The Reviewdog Diagnostic Format. Its columns count bytes of UTF-8, from 1, and ends are
  /// exclusive. Source: reviewdog, `proto/rdf/reviewdog.proto`.
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
            let link = Rule.named(finding.rule)?.link ?? ChangeRule.named(finding.rule)?.link
            if let link { $0.text(link, "url") }
          }
          // Each suggestion is accepted separately, so a fix of several edits cannot be one.
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
