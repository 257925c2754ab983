internal import JSONTape

/// The objects of the formats for machines, as `schemas/report.schema.json` describes them.
extension JSONWriter {
  /// A finding as one object.
  mutating func write(_ finding: Finding) {
    beginObject()
    text(finding.rule, "rule")
    text(finding.severity.rawValue, "severity")
    text(finding.keyword, "keyword")
    text(finding.message, "message")
    text(finding.file, "file")
    integer(finding.region.start.line, "line")
    integer(finding.region.start.column, "column")
    integer(finding.region.end.line, "endLine")
    integer(finding.region.end.column, "endColumn")
    integer(finding.region.bytes.offset, "offset")
    integer(finding.region.bytes.length, "length")
    if let decoded = finding.decoded {
      key("decoded")
      beginObject()
      integer(decoded.line, "line")
      integer(decoded.column, "column")
      endObject()
    }
    key("exchange")
    if let exchange = finding.exchange { write(exchange) } else { null() }
    text(finding.instance.description, "instance")
    if let member = finding.member { text(member, "member") }
    text(finding.schema, "schema")
    text(finding.contract, "contract")
    key("fix")
    if let fix = finding.possibleFix { write(fix) } else { null() }
    endObject()
  }

  private mutating func write(_ exchange: ExchangeReference) {
    beginObject()
    if let id = exchange.id { text(id, "id") }
    integer(exchange.index, "index")
    text(exchange.method, "method")
    text(exchange.url, "url")
    key("status")
    if let status = exchange.status { integer(status) } else { null() }
    text(exchange.operation, "operation")
    text(exchange.part.rawValue, "part")
    endObject()
  }

  private mutating func write(_ fix: Fix) {
    beginObject()
    text(fix.title, "title")
    key("edits")
    beginArray()
    for edit in fix.edits {
      beginObject()
      integer(edit.range.offset, "offset")
      integer(edit.range.length, "length")
      text(edit.text, "text")
      endObject()
    }
    endArray()
    endObject()
  }

  /// Counts as one object.
  mutating func write(_ summary: Summary) {
    beginObject()
    integer(summary.inputs, "inputs")
    integer(summary.exchanges, "exchanges")
    integer(summary.checked, "checked")
    key("skipped")
    beginObject()
    for (reason, count) in summary.skipReasons { integer(count, reason) }
    endObject()
    integer(summary.unmatched, "unmatched")
    integer(summary.errors, "errors")
    integer(summary.warnings, "warnings")
    integer(summary.notes, "notes")
    for (name, count) in summary.hiddenCounts where count > 0 { integer(count, name) }
    if summary.isTruncated {
      key("truncated")
      boolean(true)
    }
    endObject()
  }

  mutating func text(_ value: String?, _ name: String) {
    key(name)
    if let value { raw(SafeText.json(JSONWriter.quoted(value)).utf8) } else { null() }
  }

  mutating func integer(_ value: Int, _ name: String) {
    key(name)
    integer(value)
  }
}
