public import JSONTape

extension ReportFormat {
  static let ndjson = ReportFormat(
    name: "ndjson", summary: "one finding a line as in json, the summary last"
  ) {
    NDJSONReport(sink: $1)
  }
}

/// Newline-delimited JSON for what splits and joins streams: every line but the last is a finding as
/// in ``JSONReport``, the last is `{"summary": …}`.
struct NDJSONReport: Report {
  private let sink: ReportSink

  init(sink: @escaping ReportSink) { self.sink = sink }

  mutating func add(_ finding: Finding) {
    var writer = JSONWriter()
    writer.write(finding)
    sink(writer.bytes + [UInt8(ascii: "\n")])
  }

  mutating func finish(_ summary: Summary) { sink(Array((summary.json + "\n").utf8)) }
}

extension Summary {
  /// The counts as the last line of a report that is newline-delimited JSON: `{"summary": …}`.
  public var json: String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("summary")
    writer.write(self)
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The counts of a report, or of the last line of one, at its `summary` member; nil where that is
  /// no summary.
  public init?(report: JSONNode) {
    guard let node = report["summary"], node.kind == .object else { return nil }
    func count(_ name: String) -> Int? { node[name]?.int.flatMap { $0 >= 0 ? $0 : nil } }
    guard let inputs = count("inputs"), let exchanges = count("exchanges"),
      let checked = count("checked"), let unmatched = count("unmatched"),
      let errors = count("errors"), let warnings = count("warnings"), let notes = count("notes")
    else { return nil }
    self.init()
    (self.inputs, self.exchanges, self.checked) = (inputs, exchanges, checked)
    (self.unmatched, self.errors, self.warnings, self.notes) = (unmatched, errors, warnings, notes)
    suppressed = count("suppressed") ?? 0
    baselined = count("baselined") ?? 0
    expected = count("expected") ?? 0
    isTruncated = node["truncated"]?.bool ?? false
    guard let reasons = node["skipped"], reasons.kind == .object else { return nil }
    for reason in reasons.members {
      guard let number = reason.value.int, number >= 0 else { return nil }
      skipped[reason.name] = number
    }
  }
}
