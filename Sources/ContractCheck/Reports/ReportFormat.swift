/// Where a report's bytes go.
public typealias ReportSink = ([UInt8]) -> Void

/// A report in the making: fed with findings in their order, finished with the run's counts.
public protocol Report {
  mutating func add(_ finding: Finding)
  /// Writes what is left to write. Called once, last, also when the run met trouble.
  mutating func finish(_ summary: Summary)
}

/// How findings are written: a name for `--format` and a maker of reports.
public struct ReportFormat: Sendable {
  /// What `--format` calls it.
  public let name: String
  /// What the format is for, in a few words.
  public let summary: String
  /// Whether it prints the lines that findings are about; others are spared the cutting.
  public let showsLines: Bool
  private let make: @Sendable (_ usesColour: Bool, _ sink: @escaping ReportSink) -> any Report

  init(
    name: String, summary: String, showsLines: Bool = false,
    make: @escaping @Sendable (_ usesColour: Bool, _ sink: @escaping ReportSink) -> any Report
  ) {
    self.name = name
    self.summary = summary
    self.showsLines = showsLines
    self.make = make
  }

  /// A new report that writes to `sink`. Formats for machines never use colour.
  public func report(usesColour: Bool = false, to sink: @escaping ReportSink) -> any Report {
    make(usesColour, sink)
  }

  /// Every format, in the order of the help; the first is the default.
  public static let all: [ReportFormat] = [.text, .concise, .json, .ndjson]

  /// The format called `name`.
  public static func named(_ name: String) -> ReportFormat? {
    all.first { $0.name == name }
  }
}
