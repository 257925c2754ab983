/// Where a report's bytes go.
public typealias ReportSink = ([UInt8]) -> Void

/// A report in the making: fed with findings in their order, finished with the run's counts.
public protocol Report {
  mutating func add(_ finding: Finding)
  /// Takes an exchange that was looked at, after all of its findings.
  ///
  /// Called for every exchange where ``ReportFormat/needsExchanges``, else perhaps for none.
  mutating func add(_ exchange: CheckedExchange)
  /// Writes what is left to write. Called once, last, also when the run met trouble.
  mutating func finish(_ summary: Summary)
  /// What the report could not hold, in one line for standard error; known once it is finished.
  var remark: String? { get }
}

extension Report {
  /// By default exchanges are not looked at.
  public mutating func add(_ exchange: CheckedExchange) {}

  /// By default a report holds everything.
  public var remark: String? { nil }
}

/// How findings are written: a name for `--format` and a maker of reports.
public struct ReportFormat: Sendable {
  /// What `--format` calls it.
  public let name: String
  /// What the format is for, in a few words.
  public let summary: String
  /// Whether it prints the lines that findings are about; others are spared the cutting.
  public internal(set) var showsLines = false
  /// Whether it tells of exchanges that nothing was found in, too; others are spared the full check
  /// of what a verdict settles.
  public internal(set) var needsExchanges = false
  let make: @Sendable (_ context: ReportContext, _ sink: @escaping ReportSink) -> any Report

  /// A new report that writes to `sink`.
  public func report(
    _ context: ReportContext = ReportContext(), to sink: @escaping ReportSink
  ) -> any Report {
    make(context, sink)
  }

  /// Every format, in the order of the help; the first is the default.
  public static let all: [ReportFormat] = [
    .text, .concise, .json, .ndjson, .sarif, .junit, .github, .gitlab, .rdjson, .markdown, .html,
  ]

  /// The format called `name`.
  public static func named(_ name: String) -> ReportFormat? {
    all.first { $0.name == name }
  }
}

/// JSON Schema's own output formats. Source: JSON Schema Core 2020-12, section 12.4.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Only the verdict.
  case flag
  /// A flat list of what failed, or of the annotations.
  case basic
  /// The same as a tree, condensed.
  case detailed
}

/// What a report must know beside its findings.
public struct ReportContext {
  /// Whether to colour what is for readers; formats for machines never do.
  public var usesColour = false
  /// The least severity that fails the run.
  public var failOn = Severity.error
  /// How inputs are called from the top of the repository.
  public var paths = ReportPaths()
  /// Takes Markdown for the page of the job, where the surroundings have one.
  public var stepSummary: ReportSink?

  /// No colour, errors fail, names as they are.
  public init() {}
}
