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
    let version = Self.quoted(Release.version)
    sink(Array("{\"schemacheck\":\(version),\n \"findings\":[".utf8))
  }

  mutating func add(_ finding: Finding) {
    var writer = JSONWriter()
    write(finding, to: &writer)
    sink(Array((hasFindings ? ",\n  " : "\n  ").utf8) + writer.bytes)
    hasFindings = true
  }

  mutating func finish(_ summary: Summary) {
    var writer = JSONWriter()
    write(summary, to: &writer)
    let end = hasFindings ? "\n ],\n \"summary\":" : "],\n \"summary\":"
    sink(Array(end.utf8) + writer.bytes + Array("}\n".utf8))
  }

  private func write(_ finding: Finding, to writer: inout JSONWriter) {
    writer.beginObject()
    text(finding.rule, "rule", &writer)
    text(finding.severity.rawValue, "severity", &writer)
    text(finding.keyword, "keyword", &writer)
    text(finding.message, "message", &writer)
    text(finding.file, "file", &writer)
    integer(finding.region.start.line, "line", &writer)
    integer(finding.region.start.column, "column", &writer)
    integer(finding.region.end.line, "endLine", &writer)
    integer(finding.region.end.column, "endColumn", &writer)
    integer(finding.region.bytes.offset, "offset", &writer)
    integer(finding.region.bytes.length, "length", &writer)
    if let decoded = finding.decoded {
      writer.key("decoded")
      writer.beginObject()
      integer(decoded.line, "line", &writer)
      integer(decoded.column, "column", &writer)
      writer.endObject()
    }
    writer.key("exchange")
    if let exchange = finding.exchange { write(exchange, to: &writer) } else { writer.null() }
    text(finding.instance.description, "instance", &writer)
    if let member = finding.member { text(member, "member", &writer) }
    text(finding.schema, "schema", &writer)
    text(finding.contract, "contract", &writer)
    writer.key("fix")
    if let fix = finding.fix { write(fix, to: &writer) } else { writer.null() }
    writer.endObject()
  }

  private func write(_ exchange: ExchangeReference, to writer: inout JSONWriter) {
    writer.beginObject()
    integer(exchange.index, "index", &writer)
    text(exchange.method, "method", &writer)
    text(exchange.url, "url", &writer)
    writer.key("status")
    if let status = exchange.status { writer.integer(status) } else { writer.null() }
    text(exchange.operation, "operation", &writer)
    text(exchange.part.rawValue, "part", &writer)
    writer.endObject()
  }

  private func write(_ fix: Fix, to writer: inout JSONWriter) {
    writer.beginObject()
    text(fix.title, "title", &writer)
    writer.key("edits")
    writer.beginArray()
    for edit in fix.edits {
      writer.beginObject()
      integer(edit.range.offset, "offset", &writer)
      integer(edit.range.length, "length", &writer)
      text(edit.text, "text", &writer)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  private func write(_ summary: Summary, to writer: inout JSONWriter) {
    writer.beginObject()
    integer(summary.inputs, "inputs", &writer)
    integer(summary.exchanges, "exchanges", &writer)
    integer(summary.checked, "checked", &writer)
    writer.key("skipped")
    writer.beginObject()
    for (reason, count) in summary.skipReasons { integer(count, reason, &writer) }
    writer.endObject()
    integer(summary.unmatched, "unmatched", &writer)
    integer(summary.errors, "errors", &writer)
    integer(summary.warnings, "warnings", &writer)
    integer(summary.notes, "notes", &writer)
    writer.endObject()
  }

  private func text(_ value: String?, _ name: String, _ writer: inout JSONWriter) {
    writer.key(name)
    if let value { writer.raw(Self.quoted(value).utf8) } else { writer.null() }
  }

  private func integer(_ value: Int, _ name: String, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.integer(value)
  }

  private static func quoted(_ value: String) -> String { SafeText.json(JSONWriter.quoted(value)) }
}
