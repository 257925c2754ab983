@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures

/// Where a report's bytes go.
public typealias ReportSink = ([UInt8]) -> Void

/// A report being written: it gets findings in order, then the run's counts.
public protocol Report {
  mutating func add(_ finding: Finding)
  /// Adds a checked exchange, after all of its findings.
  ///
  /// Called for every exchange if ``ReportFormat/needsExchanges`` is set, else perhaps for none.
  mutating func add(_ exchange: CheckedExchange)
  /// Writes the rest. Called once, last, also when the run had errors.
  mutating func finish(_ summary: Summary)
  /// What the report left out, in one line for standard error; known once it is finished.
  var remark: String? { get }
}

extension Report {
  /// By default exchanges are ignored.
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
  /// Whether it prints source lines; without it, frames are not cut.
  public internal(set) var showsLines = false
  /// Whether it reports exchanges without findings, too; this turns the fast path off.
  public internal(set) var needsExchanges = false
  /// Whether its counts are by client where no other key is asked for.
  package internal(set) var splitsByClient = false
  /// Whether it shows what has changed since an earlier report.
  package internal(set) var showsEarlier = false
  /// Whether it has a line of its own for each record, and nothing else.
  package internal(set) var givesVerdicts = false
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
    .verdicts,
  ]

  /// The format of a file by its ending; text for other endings.
  package static func ofFile(named name: String) -> ReportFormat {
    switch name.split(separator: ".").last.map({ ASCIIByte.lowercased(String($0)) }) {
    case "json": .json
    case "ndjson", "jsonl": .ndjson
    case "sarif": .sarif
    case "xml": .junit
    case "md": .markdown
    case "html", "htm": .html
    default: .text
    }
  }

  /// The format called `name`.
  public static func named(_ name: String) -> ReportFormat? {
    all.first { $0.name == name }
  }
}

/// The context of a report, beside its findings.
public struct ReportContext {
  /// Whether to use colour in formats for readers.
  public var usesColour = false
  /// The width that reports for readers must fit, in terminal columns.
  public var columns = usualColumns
  /// The minimum severity that fails the run.
  public var failOn = Severity.error
  /// The paths of inputs, relative to the repository.
  public var paths = ReportPaths()
  /// The contracts of the run, so that a report can tell what was never exercised.
  public var contracts: [ReportContract] = []
  /// The rules of the project and its contracts, beside the catalogue.
  public var ownRules = OwnRules()
  /// The report that a page compares its run with.
  package var earlier: EarlierReport?
  /// Whether findings are wanted as they come.
  package var streams = false
  /// Takes Markdown for the job's page, where there is one.
  public var stepSummary: ReportSink?

  /// Where there is no terminal.
  package static let usualColumns = 80

  /// No colour, errors fail, names as they are.
  public init() {}
}
