@_spi(Engine) package import ContractReports
package import ContractCheck

/// The reports of a run, and how to write each report at the end.
package struct ReportSet {
  private struct Entry {
    var report: any Report
    /// Writes the report to its destination.
    let commit: () throws(RunError) -> Void
    /// Receives the line of each record. Nil if the report has no such lines.
    let takeVerdict: ReportSink?
    let splitsByClient: Bool
  }

  /// The things that reports need in addition to findings.
  struct Needs: Sendable {
    /// Code frames.
    var lines = false
    /// Exchanges without findings.
    var exchanges = false
    /// The line of each record.
    var verdicts = false
  }

  private var entries: [Entry] = []
  private(set) var needs = Needs()
  /// Whether counts are split for all reports, not only for reports that split them by client.
  var isSplit = true

  package init() {}

  /// Creates a set with one report that is not written anywhere.
  package init(_ report: any Report) { append(report) }

  /// - Parameters:
  ///   - sink: Receives the report's bytes.
  ///   - commit: Writes the rest when the report is finished.
  package mutating func append(
    _ report: any Report, of format: ReportFormat? = nil, to sink: @escaping ReportSink = { _ in },
    commit: @escaping () throws(RunError) -> Void = {}
  ) {
    let givesVerdicts = format?.givesVerdicts ?? false
    entries.append(
      Entry(
        report: report, commit: commit, takeVerdict: givesVerdicts ? sink : nil,
        splitsByClient: format?.splitsByClient ?? false))
    needs.lines = needs.lines || format?.showsLines ?? false
    needs.verdicts = needs.verdicts || givesVerdicts
    needs.exchanges = needs.exchanges || !givesVerdicts && format?.needsExchanges ?? false
  }

  /// Writes the content so far.
  mutating func flush() {
    for index in entries.indices {
      guard var report = entries[index].report as? any StreamedReport else { continue }
      report.flush()
      entries[index].report = report
    }
  }

  /// Adds lines of records that ``RecordVerdict`` made.
  func add(verdicts lines: [UInt8]) {
    for entry in entries { entry.takeVerdict?(lines) }
  }

  mutating func add(_ finding: Finding) {
    var plain = finding
    if !isSplit { plain.exchange?.split = nil }
    for index in entries.indices {
      entries[index].report.add(entries[index].splitsByClient ? finding : plain)
    }
  }

  /// Counts a finding that is not printed.
  mutating func count(_ finding: Finding) {
    for index in entries.indices {
      guard var report = entries[index].report as? any CountingReport else { continue }
      // The report is changed in place: there is no other reference to it.
      entries[index].report = SilentReport()
      report.count(finding)
      entries[index].report = report
    }
  }

  mutating func add(_ exchange: CheckedExchange) {
    for index in entries.indices { entries[index].report.add(exchange) }
  }

  /// Ends each report. Returns a line for each report that is incomplete or could not be written.
  mutating func finish(_ summary: Summary) -> (remarks: [String], errors: [String]) {
    var remarks: [String] = []
    var errors: [String] = []
    let plain = isSplit ? summary : summary.unsplit
    for index in entries.indices {
      entries[index].report.finish(entries[index].splitsByClient ? summary : plain)
      if let remark = entries[index].report.remark { remarks.append(remark) }
      do throws(RunError) {
        try entries[index].commit()
      } catch {
        errors.append(error.message)
      }
    }
    return (remarks, errors)
  }
}

/// A report without output: findings are only counted.
package struct SilentReport: Report {
  package init() {}

  package mutating func add(_ finding: Finding) {}
  package mutating func finish(_ summary: Summary) {}
}

/// The format and the destination of a report.
package struct ReportTarget: Sendable {
  package let format: ReportFormat
  /// The file. Nil for standard output.
  package var file: InputPath?

  package init(format: ReportFormat, file: InputPath? = nil) {
    self.format = format
    self.file = file
  }
}

extension ReportTarget {
  /// Reads `FORMAT`, `FORMAT=FILE`, or `FORMAT=-` for standard output. Nil for any other text.
  ///
  /// - Parameter resolve: Returns the path of FILE.
  package init?(_ bytes: [UInt8], resolve: ([UInt8]) -> InputPath = { InputPath($0) }) {
    let (name, file) = Self.parts(of: bytes)
    guard let format = ReportFormat.named(name) else { return nil }
    self.init(format: format, file: file.map(resolve))
  }

  /// Assigns a file to the last report without a file. If every report has a file, adds a new
  /// report with the format of the file's extension.
  package static func put(_ targets: inout [ReportTarget], in file: InputPath) {
    if let index = targets.lastIndex(where: { $0.file == nil }) {
      targets[index].file = file
    } else {
      targets.append(ReportTarget(format: .ofFile(named: file.text), file: file))
    }
  }

  /// The name and the file in `NAME`, `NAME=FILE` or `NAME=-`. For standard output, there is no
  /// file.
  package static func parts(of bytes: [UInt8]) -> (name: String, file: [UInt8]?) {
    let parts = bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let isFile = parts.count > 1 && !parts[1].elementsEqual("-".utf8)
    return (String(decoding: parts[0], as: UTF8.self), isFile ? Array(parts[1]) : nil)
  }
}
