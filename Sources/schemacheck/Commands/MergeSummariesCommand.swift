import ContractCheck
import JSONTape

extension CommandSpec {
  static let mergeSummaries = CommandSpec(
    name: "merge-summaries",
    summary: "Add up the summaries of several reports.",
    examples: [
      "schemacheck merge-summaries part-1.json part-2.ndjson":
        "one summary and one exit status for both",
      "cat reports/*.ndjson | schemacheck merge-summaries -":
        "several reports in one stream",
    ],
    operands: Operands(name: "REPORT...", count: 1...Int.max),
    groups: [
      OptionGroup(title: "Report", options: [.failOn, .exitZero, .allowEmpty])
    ],
    notes: [
      """
      REPORT is a file written with --format json or --format ndjson, or by this command; `-` is \
      standard input. The sum is printed as {"summary": ...}. Files with coverage (`coverage \
      --format json`) add up to one such file.
      """
    ],
    run: MergeSummariesCommand.run)
}

enum MergeSummariesCommand {
  static func run(_ arguments: Arguments, _ console: Console) throws(ToolError) -> ExitCode {
    if let coverage = try CoverageFiles.sum(of: arguments.operands) {
      console.write(CoverageFormat.json.bytes(of: coverage))
      return .clean
    }
    var total = Summary()
    var errors = 0
    for operand in arguments.operands {
      do throws(ToolError) {
        let reader =
          operand == "-"
          ? InputReader(console) : InputReader(try InputFile(InputPath(operand.bytes)))
        guard let sum = try summaries(reader) else {
          throw ToolError(
            "\(operand.text): no summary found: not a json or ndjson report, or a truncated one")
        }
        total += sum
      } catch {
        console.complain(error.message)
        errors += 1
      }
    }
    console.print(total.json + "\n")
    if total.checked == 0, errors == 0, !arguments.has(.allowEmpty) {
      console.complain("nothing was checked")
      errors += 1
    }
    if errors > 0 { return .error }
    let failOn = arguments.text(.failOn).flatMap(Severity.init) ?? .error
    let fails = total.findings(atLeast: failOn) > 0 && !arguments.has(.exitZero)
    return fails ? .findings : .clean
  }

  /// Adds the summaries in a stream of reports. Nil if the stream is truncated: its last line
  /// belongs to no complete report.
  private static func summaries(_ reader: InputReader) throws(ToolError) -> Summary? {
    var splitter = NDJSONSplitter()
    var sum: Summary?
    var isOpen = false
    var isIndented = false
    var text: [UInt8] = []
    func take(_ line: NDJSONLine) {
      if isIndented {
        text += line.bytes + [UInt8(ascii: "\n")]
      } else if let document = try? JSONDocument(line.bytes) {
        let found = Summary(report: document.root)
        isOpen = found == nil
        if let found {
          sum = sum ?? Summary()
          sum? += found
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
    // Of the line that is not complete yet.
    var length = 0
    while !piece.isEmpty {
      let feed = piece.lastIndex(of: UInt8(ascii: "\n"))
      length = feed.map { piece.count - $0 - 1 } ?? length + piece.count
      try reader.verify(length: length + text.count)
      splitter.feed(piece, take)
      piece = try reader.next()
    }
    splitter.finish(take)
    if isIndented { return (try? JSONDocument(text)).flatMap { Summary(report: $0.root) } }
    return isOpen ? nil : sum
  }
}
