import JSONTape

extension ReportFormat {
  static let json = ReportFormat(name: "json", summary: "for machines: schemas/report.schema.json")
  {
    JSONReport(sink: $1)
  }
}

/// The stable format for machines, described by `schemas/report.schema.json`. It streams: every
/// finding is one line, written when it comes; the counts are last.
struct JSONReport: Report {
  private var hasFindings = false
  private let sink: ReportSink

  init(sink: @escaping ReportSink) {
    self.sink = sink
    let version = SafeText.json(JSONWriter.quoted(Release.version))
    sink(Array("{\"schemacheck\":\(version),\n \"findings\":[".utf8))
  }

  mutating func add(_ finding: Finding) {
    var writer = JSONWriter()
    writer.write(finding)
    sink(Array((hasFindings ? ",\n  " : "\n  ").utf8) + writer.bytes)
    hasFindings = true
  }

  mutating func finish(_ summary: Summary) {
    var writer = JSONWriter()
    writer.write(summary)
    let end = hasFindings ? "\n ],\n \"summary\":" : "],\n \"summary\":"
    sink(Array(end.utf8) + writer.bytes + Array("}\n".utf8))
  }
}
