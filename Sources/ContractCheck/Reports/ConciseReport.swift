extension ReportFormat {
  static let concise = ReportFormat(name: "concise", summary: "one line a mistake, for editors") {
    ConciseReport(ink: Ink(isOn: $0.usesColour), sink: $1)
  }
}

/// One line a mistake, in the form that editors and grep know:
/// `FILE:LINE:COL: error[rule] message  (METHOD template status pointer) (×N)`.
struct ConciseReport: Report {
  private var groups = FindingGroups()
  private let ink: Ink
  private let sink: ReportSink

  init(ink: Ink, sink: @escaping ReportSink) {
    self.ink = ink
    self.sink = sink
  }

  mutating func add(_ finding: Finding) { groups.add(finding) }

  mutating func finish(_ summary: Summary) {
    for group in groups.all {
      let finding = group.first
      let name = ink.paint("\(finding.severity.rawValue)[\(finding.rule)]", .init(finding.severity))
      var line = "\(SafeText.line(finding.place)): \(name) \(SafeText.line(group.message))"
      if let context = finding.context(group.shortPointer) {
        // The member of a whole body stands in parentheses already.
        line += SafeText.line(context.hasPrefix("(") ? "  \(context)" : "  (\(context))")
      }
      sink(Array("\(line)\(group.tally)\n".utf8))
    }
    if let rest = groups.rest { sink(Array("\(rest)\n".utf8)) }
  }
}
