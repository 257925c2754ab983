internal import JSONTape

extension ReportFormat {
  static let gitlab = ReportFormat(name: "gitlab", summary: "GitLab code quality") {
    GitLabReport(paths: $0.paths, sink: $1)
  }
}

/// What GitLab shows as code quality in a merge request: one array, every finding a line of it.
///
/// Source: GitLab documentation, "Code Quality report format".
struct GitLabReport: Report {
  private let paths: ReportPaths
  private let sink: ReportSink
  private var tally = FingerprintTally()
  private var hasFindings = false

  init(paths: ReportPaths, sink: @escaping ReportSink) {
    self.paths = paths
    self.sink = sink
  }

  mutating func add(_ finding: Finding) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.text(finding.sentence, "description")
    writer.text(finding.rule, "check_name")
    writer.text(fingerprint(of: finding), "fingerprint")
    writer.text(Self.severity(finding.severity), "severity")
    writer.key("location")
    writer.beginObject()
    writer.text(paths.path(of: finding.file), "path")
    writer.key("lines")
    writer.beginObject()
    writer.integer(finding.region.start.line, "begin")
    writer.endObject()
    writer.endObject()
    writer.endObject()
    sink(Array((hasFindings ? ",\n " : "[\n ").utf8) + writer.bytes)
    hasFindings = true
  }

  mutating func finish(_ summary: Summary) {
    sink(Array((hasFindings ? "\n]\n" : "[]\n").utf8))
  }

  /// GitLab takes findings with one fingerprint for one, so the file and the number among those of
  /// like content are in it.
  private mutating func fingerprint(of finding: Finding) -> String {
    let (content, ordinal) = tally.add(finding)
    var hash = ContentHash()
    for text in [content, paths.path(of: finding.file), ordinal] { hash.add(text) }
    return hash.hexadecimal
  }

  private static func severity(_ severity: Severity) -> String {
    switch severity {
    case .error: "major"
    case .warning: "minor"
    case .note: "info"
    }
  }
}
