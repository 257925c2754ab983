internal import JSONTape

extension ReportFormat {
  static let sarif = ReportFormat(
    name: "sarif", summary: "SARIF 2.1.0 for code scanning"
  ) {
    SARIFReport(paths: $0.paths, sink: $1)
  }
}

/// SARIF 2.1.0 as code scanning takes it. It streams: every result is one line.
///
/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0; GitHub, "SARIF support for code
/// scanning", which takes at most 25,000 results.
struct SARIFReport: Report {
  private let paths: ReportPaths
  private let sink: ReportSink
  private var tally = FingerprintTally()
  private var rules: [ReportedRule] = []
  private var written = 0
  private var leftOut = 0

  static let maximum = 25_000
  private let limit: Int

  init(paths: ReportPaths, limit: Int = Self.maximum, sink: @escaping ReportSink) {
    self.paths = paths
    self.limit = limit
    self.sink = sink
  }

  /// Writes everything before the first result: the rules are those of a check, or those of a comparison
  /// where the first finding is one of its.
  private mutating func begin(with finding: Finding? = nil) {
    guard rules.isEmpty else { return }
    rules = Rule.catalogue.map { ReportedRule($0) }
    if let finding, ChangeRule.named(finding.rule) != nil {
      rules = ChangeRule.catalogue.map { ReportedRule($0) }
    }
    var writer = JSONWriter()
    writer.beginObject()
    writer.text("schemacheck", "name")
    writer.text(Release.version, "semanticVersion")
    writer.key("rules")
    writer.beginArray()
    for rule in rules { writer.write(rule) }
    writer.endArray()
    writer.endObject()
    write(
      """
      {"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{
       "tool":{"driver":\(String(decoding: writer.bytes, as: UTF8.self))},
       "columnKind":"unicodeCodePoints",
       "results":[
      """)
  }

  mutating func add(_ finding: Finding) {
    begin(with: finding)
    guard written < limit else {
      leftOut += 1
      return
    }
    var writer = JSONWriter()
    let index = rules.firstIndex { $0.id == finding.rule }
    writer.write(finding, ruleIndex: index, paths, tally.add(finding))
    sink(Array((written > 0 ? ",\n  " : "\n  ").utf8) + writer.bytes)
    written += 1
  }

  mutating func finish(_ summary: Summary) {
    begin()
    var writer = JSONWriter()
    if let remark {
      writer.beginObject()
      writer.key("executionSuccessful")
      writer.boolean(true)
      writer.key("toolExecutionNotifications")
      writer.beginArray()
      writer.beginObject()
      writer.text(Severity.warning.rawValue, "level")
      writer.message(remark)
      writer.endObject()
      writer.endArray()
      writer.endObject()
      let cut = String(decoding: writer.takeBytes(), as: UTF8.self)
      write("\n ],\n \"invocations\":[\(cut)],\n \"properties\":{\"summary\":")
    } else {
      write("\n ],\n \"properties\":{\"summary\":")
    }
    writer.write(summary)
    sink(writer.bytes)
    write("}}]}\n")
  }

  var remark: String? {
    guard leftOut > 0 else { return nil }
    return "the SARIF report holds the first \(written) of \(written + leftOut) findings: code "
      + "scanning takes no more; `--format json` has them all"
  }

  private func write(_ text: String) { sink(Array(text.utf8)) }
}
