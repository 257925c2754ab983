@_spi(Engine) public import ContractCheck
@_spi(Engine) internal import ContractCaptures

/// Receives the bytes of a report.
public typealias ReportSink = ([UInt8]) -> Void

/// Writes a report. A report gets the findings in order, and at the end the counts of the run.
public protocol Report {
  mutating func add(_ finding: Finding)
  /// Adds a checked exchange, after all of its findings.
  ///
  /// If ``ReportFormat/needsExchanges`` is set, this is called for every exchange. If not, it is
  /// perhaps called for some exchanges or for none.
  mutating func add(_ exchange: CheckedExchange)
  /// Writes the rest of the report. It is called once at the end, even if the run had errors.
  mutating func finish(_ summary: Summary)
  /// One line for standard error about the parts that the report does not contain. It is known only
  /// after ``finish(_:)``.
  var remark: String? { get }
}

extension Report {
  /// By default exchanges are ignored.
  public mutating func add(_ exchange: CheckedExchange) {}

  /// By default a report is complete, so there is no remark.
  public var remark: String? { nil }
}

/// A report whose counts also contain the findings that are not printed (`--max-findings`).
package protocol CountingReport: Report {
  /// Counts a finding of the next exchange. The report does not show it.
  mutating func count(_ finding: Finding)
}

/// A format for findings. A format has a name for `--format` and a function that creates reports.
public struct ReportFormat: Sendable {
  /// The name of the format in `--format`.
  public let name: String
  /// The purpose of the format in a few words.
  public let summary: String
  /// Whether the format shows lines of the inputs. If not, findings have no frames.
  public internal(set) var showsLines = false
  /// Whether the format also reports exchanges without findings. If so, these exchanges take more
  /// time.
  public internal(set) var needsExchanges = false
  /// Whether counts are split by client if no other split is requested.
  package internal(set) var splitsByClient = false
  /// Whether the format shows the changes since an earlier report.
  package internal(set) var showsEarlier = false
  /// Whether the format has a line for each record, and nothing else.
  package internal(set) var givesVerdicts = false
  let make: @Sendable (_ context: ReportContext, _ sink: @escaping ReportSink) -> any Report

  /// Creates a report that writes to `sink`.
  public func report(
    _ context: ReportContext = ReportContext(), to sink: @escaping ReportSink
  ) -> any Report {
    make(context, sink)
  }

  /// Every format, in the same order as in the help. The first format is the default.
  public static let all: [ReportFormat] = [
    .text, .concise, .json, .ndjson, .sarif, .junit, .github, .gitlab, .rdjson, .markdown, .html,
    .verdicts,
  ]

  /// The format of a file by its extension. For other extensions, the format is text.
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

  /// The format with a name.
  public static func named(_ name: String) -> ReportFormat? {
    all.first { $0.name == name }
  }
}

/// The settings and facts that a report needs in addition to the findings.
public struct ReportContext {
  /// Whether to use colour in text formats.
  public var usesColour = false
  /// The width for text reports, in terminal columns.
  public var columns = usualColumns
  /// The minimum severity that fails the run.
  public var failOn = Severity.error
  /// The paths of inputs, relative to the repository.
  public var paths = ReportPaths()
  /// The contracts of the run, so that a report can list unused operations.
  public var contracts: [ReportContract] = []
  /// The rules that the project and its contracts add to the catalogue.
  public var ownRules = OwnRules()
  /// The earlier report for a page's comparison.
  package var earlier: EarlierReport?
  /// Whether findings should be written as they arrive.
  package var streams = false
  /// Receives Markdown for the page of the CI job. Nil if there is no such page.
  public var stepSummary: ReportSink?

  /// The width without a terminal.
  package static let usualColumns = 80

  /// Creates a context without colour. Errors fail the run, and names of inputs are not changed.
  public init() {}
}
