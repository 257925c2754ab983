internal import JSONTape

extension ReportFormat {
  static let rdjson = ReportFormat(name: "rdjson", summary: "reviewdog, with suggestions") {
    RDJSONReport(paths: $0.paths, sink: $1)
  }
}

/// The Reviewdog Diagnostic Format as one object, every diagnostic a line of it. Its columns count
/// bytes of UTF-8, from 1, and ends are exclusive.
///
/// Source: reviewdog, `proto/rdf/reviewdog.proto`.
struct RDJSONReport: Report {
  private let paths: ReportPaths
  private let sink: ReportSink
  private var hasFindings = false

  init(paths: ReportPaths, sink: @escaping ReportSink) {
    self.paths = paths
    self.sink = sink
    sink(Array("{\"source\":{\"name\":\"schemacheck\"},\n \"diagnostics\":[".utf8))
  }

  mutating func add(_ finding: Finding) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.text(finding.sentence, "message")
    writer.key("location")
    writer.beginObject()
    writer.text(paths.path(of: finding.file), "path")
    writer.range(finding.region)
    writer.endObject()
    writer.text(Self.severity(finding.severity), "severity")
    writer.key("code")
    writer.beginObject()
    writer.text(finding.rule, "value")
    if let rule = ReportedRule(named: finding.rule) { writer.text(rule.helpURI, "url") }
    writer.endObject()
    writer.suggestions(of: finding)
    writer.endObject()
    sink(Array((hasFindings ? ",\n  " : "\n  ").utf8) + writer.bytes)
    hasFindings = true
  }

  mutating func finish(_ summary: Summary) { sink(Array("\n ]}\n".utf8)) }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "ERROR"
    case .warning: "WARNING"
    case .note: "INFO"
    }
  }
}

extension JSONWriter {
  fileprivate mutating func range(_ region: Region) {
    key("range")
    beginObject()
    position(region.start.line, region.startByteColumn, "start")
    position(region.end.line, region.endByteColumn, "end")
    endObject()
  }

  private mutating func position(_ line: Int, _ column: Int, _ name: String) {
    key(name)
    beginObject()
    integer(line, "line")
    integer(column, "column")
    endObject()
  }

  /// The repair, where it is one edit: each suggestion is taken or left by itself.
  fileprivate mutating func suggestions(of finding: Finding) {
    guard let edits = finding.possibleFix?.edits, edits.count == 1, let region = edits[0].region
    else {
      return
    }
    key("suggestions")
    beginArray()
    beginObject()
    range(region)
    text(edits[0].text, "text")
    endObject()
    endArray()
  }
}
