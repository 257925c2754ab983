@_spi(Engine) internal import ContractReports
@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns
import JSONTape

extension CommandSpec {
  static let mergeSummaries = CommandSpec(
    name: "merge-summaries",
    summary: "Add up the groups and summaries of several reports.",
    examples: [
      "schemacheck merge-summaries part-1.json part-2.ndjson":
        "one summary and one exit status for both",
      "cat reports/*.ndjson | schemacheck merge-summaries -":
        "several reports in one stream",
    ],
    operands: Operands(name: "REPORT...", count: 1...Int.max),
    groups: [
      OptionGroup(title: "Report", options: [.outputFile, .failOn, .exitZero, .allowEmpty])
    ],
    notes: [
      """
      REPORT is a file written with --format json or --format ndjson, or by this command; `-` \
      is standard input. The sum is printed as {"groups": ..., "summary": ...}; the findings \
      are not printed again. Several files of `coverage --format json` are added up to one \
      file of this format.
      """
    ],
    run: MergeSummariesCommand.run)
}

enum MergeSummariesCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(RunError) -> ExitCode {
    if let coverage = try CoverageFiles.sum(of: arguments.operands) {
      try arguments.print(
        String(decoding: CoverageFormat.json.bytes(of: coverage), as: UTF8.self), console)
      return .clean
    }
    var total = ReportTotal()
    var errors = 0
    for operand in arguments.operands {
      do throws(RunError) {
        total += try ReportTotal.read(operand, console)
      } catch {
        console.complain(error.message)
        errors += 1
      }
    }
    try arguments.print(total.json + "\n", console)
    let failOn = arguments.text(.failOn).flatMap(Severity.init) ?? .error
    let emptiness = total.summary.emptiness(
      isSilent: total.summary.findings(atLeast: failOn) == 0)
    if let emptiness, errors == 0, !arguments.has(.allowEmpty) {
      console.complain(emptiness)
      errors += 1
    }
    let hasFindings = total.summary.findings(atLeast: failOn) > 0
    if total.summary.isTruncated, !hasFindings {
      console.complain("a run stopped early, so something was not checked")
      errors += 1
    }
    if errors > 0 { return .error }
    return hasFindings && !arguments.has(.exitZero) ? .findings : .clean
  }
}

extension ReportTotal {
  /// Reads a report, or several reports in one stream.
  static func read(_ operand: Argument, _ console: Console) throws(RunError) -> ReportTotal {
    let reader =
      operand == "-"
      ? InputReader(console) : InputReader(try InputFile(InputPath(operand.bytes)))
    guard let total = try read(reader) else {
      throw RunError(
        "\(operand.text): no summary found: this is not a json or ndjson report, or the report is "
          + "incomplete")
    }
    return total
  }

  /// Adds the totals in a stream of reports. Nil if the stream is truncated. Then its last line
  /// does not belong to a complete report.
  private static func read(_ reader: InputReader) throws(RunError) -> ReportTotal? {
    var splitter = NDJSONSplitter()
    var sum: ReportTotal?
    // The groups of the report whose summary has not been read yet.
    var groups = ReportTotal()
    var isOpen = false
    var isBroken = false
    var isIndented = false
    var text: [UInt8] = []
    func take(_ line: NDJSONLine) {
      if isIndented {
        text += line.bytes + [UInt8(ascii: "\n")]
      } else if let document = try? JSONDocument(line.bytes) {
        isOpen = true
        if let found = ReportTotal(report: document.root) {
          sum = sum ?? ReportTotal()
          groups += found
          sum? += groups
          groups = ReportTotal()
          isOpen = false
        } else if ReportTotal.isPart(document.root), !groups.add(line: document.root) {
          isBroken = true
        }
      } else if line.index == 0 {
        // A JSON report has several lines.
        isIndented = true
        text = line.bytes + [UInt8(ascii: "\n")]
      } else {
        isOpen = true
      }
    }
    var piece = try reader.next()
    // The length of the line that is not complete yet.
    var length = 0
    while !piece.isEmpty {
      let feed = piece.lastIndex(of: UInt8(ascii: "\n"))
      length = feed.map { piece.count - $0 - 1 } ?? length + piece.count
      try reader.verify(length: length + text.count)
      splitter.feed(piece, take)
      piece = try reader.next()
    }
    splitter.finish(take)
    if isIndented { return (try? JSONDocument(text)).flatMap { ReportTotal(report: $0.root) } }
    return isOpen || isBroken ? nil : sum
  }
}
