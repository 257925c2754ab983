import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Reports of very many findings, of parts of a whole, and of what a run took.
@Suite struct BoundedReportTests {
  /// Exchange records with findings.
  private static func traffic(_ lines: Range<Int>) -> String {
    lines.map { number in
      let name = number % 10 == 0 ? "lat" : "latitude"
      return """
        {"id": "r\(number)", "method": "GET", "url": "https://h/api/v1/locations/public", \
        "status": 200, "responseBody": {"locations": [{"id": \(number), "\(name)": 1}], \
        "pagination": {"page": 1, "limit": 20, "total": 1, "totalPages": 1, "hasMore": false}}}

        """
    }.joined()
  }

  private static let check = ["check", "-", "--input-format", "ndjson", "-c", "fotolokashen"]

  private static func run(_ arguments: String..., input: String) -> Scenario {
    Scenario.run(check + arguments, input: input)
  }

  private static func findings(_ report: String) throws -> [String] {
    try JSONDocument(report).root["findings"].map { $0.elements.map(\.text) } ?? []
  }

  /// The lines of a report in NDJSON that are findings.
  private static func findingLines(_ report: String) -> [String] {
    report.split(separator: "\n").map(String.init).filter { $0.hasPrefix(#"{"rule":"#) }
  }

  // MARK: The most findings

  /// The others are counted, and decide like those that are printed.
  @Test func printsTheNumberAskedFor() throws {
    let input = Self.traffic(0..<40)
    let whole = Self.run("-f", "json", input: input)
    let all = try Self.findings(whole.output)
    #expect(all.count > 30 && whole.code == .findings)
    for limit in [1, 7, all.count - 1] {
      for jobs in ["1", "4"] {
        let cut = Self.run(
          "-f", "json", "--max-findings", "\(limit)", "-j", jobs, "-q", input: input)
        #expect(try Self.findings(cut.output) == Array(all.prefix(limit)))
        let summary = try JSONDocument(cut.output).root["summary"]
        #expect(summary?["omitted"]?.int == all.count - limit && summary?["truncated"] == nil)
        #expect(summary?["checked"]?.int == 40)
        let counts = ["errors", "warnings", "notes"].compactMap { summary?[$0]?.int }
        #expect(counts.reduce(0, +) == all.count)
        #expect(cut.code == .findings && cut.errors.isEmpty, "\(cut.errors)")
      }
    }
    let exact = Self.run("-f", "json", "--max-findings", "\(all.count)", "-q", input: input)
    #expect(exact.output == whole.output && exact.errors.isEmpty)
    let zero = Self.run("--max-findings", "3", "--exit-zero", input: input)
    #expect(zero.code == .clean)
    #expect(Self.run("--max-findings", "0", input: input).code == .error)
  }

  /// A warning that is printed does not hide an error that is not.
  @Test func whatIsNotPrintedDecides() {
    let good = Self.traffic(10..<11).replacing("\"lat\": 1", with: "\"lat\": 1, \"lng\": 2")
    let lines = good.replacing("200,", with: "201,") + Self.traffic(1..<2)
    let all = Self.run("-f", "concise", input: lines)
    #expect(all.output.split(separator: ": ").dropFirst().first?.hasPrefix("warning") == true)
    let cut = Self.run("-f", "concise", "--max-findings", "1", input: lines)
    #expect(cut.code == .findings && all.code == .findings, "\(cut.everything)")
    #expect(cut.output.split(separator: "\n").count == 1)
    #expect(cut.errors.contains(" not printed\n"), "\(cut.errors)")
  }

  /// What comes after is still checked.
  @Test func checksTheNextInput() throws {
    let folder = try TemporaryFolder()
    let first = try folder.write(Self.traffic(1..<9), to: "a.ndjson")
    let run = Scenario.run(
      "check", first, "-c", "fotolokashen", "-f", "ndjson", "--max-findings", "2",
      folder.path + "/a.ndjson")
    #expect(Self.findingLines(run.output).count == 2)
    #expect(run.output.contains(#""exchanges":8,"checked":8,"#), "\(run.output)")
    for command in [["lint", first], ["validate", first, "--schema", try schema(folder)]] {
      let cut = Scenario.run(command + ["-f", "ndjson", "--max-findings", "2"])
      #expect(Self.findingLines(cut.output).count == 2)
      #expect(cut.output.contains(#/"omitted":\d+}}\n$/#), "\(cut.output)")
    }
  }

  private func schema(_ folder: TemporaryFolder) throws -> String {
    try folder.write(#"{"required": ["a"], "properties": {"id": {"type": "null"}}}"#, to: "s.json")
  }

  /// A single body with more findings than are made at once.
  @Test func oneBodyMayHaveThousands() throws {
    let bodies = (0..<3000).map { #"{"a": \#($0), "b": "\#(String(repeating: "x", count: 120))"}"# }
    let folder = try TemporaryFolder()
    let schema = try folder.write(
      #"{"items": {"properties": {"a": {"type": "string"}, "b": {"maxLength": 1}}}}"#, to: "s.json")
    let file = try folder.write("[\(bodies.joined(separator: ",\n"))]", to: "a.json")
    let whole = Scenario.run(["validate", file, "--schema", schema, "-f", "json"])
    let all = try Self.findings(whole.output)
    #expect(all.count == 6_000)
    let line = try folder.write("[\(bodies.joined(separator: ","))]\n[]\n[1]", to: "b.ndjson")
    let lines = Scenario.run(["validate", line, "--schema", schema, "-f", "ndjson"])
    #expect(Self.findingLines(lines.output).count == 6_000)
    let cut = Scenario.run(
      ["validate", file, "--schema", schema, "-f", "json", "--max-findings", "1500"])
    #expect(try Self.findings(cut.output) == Array(all.prefix(1500)))
  }

  /// The memory for a violation that is not reported is a few numbers. Counted by two bodies, so that
  /// the program itself does not matter.
  @Test func lintKeepsNoViolations() throws {
    let folder = try TemporaryFolder()
    let peaks = try [30_000, 60_000].map { count in
      let element = #"{"createdAt":"2024-13-01T00:00:00Z","createdAt":1}"#
      let body = repeatElement(element, count: count).joined(separator: ",")
      let file = try folder.write("[\(body)]", to: "\(count).json")
      let options = ["-f", "concise", "--max-findings", "3", "--stats", "-q"]
      let run = try Program.run([ProjectFolder.tool, "lint", file] + options, in: folder.url)
      #expect(run.status == 1, "\(run.errors)")
      let peak = run.errors.firstMatch(of: /peak memory (\d+) bytes/)
      return try #require(peak.flatMap { Int($0.1) })
    }
    // One violation, one repeated key and fifty bytes of text each; a violation itself has 1500.
    #expect(peaks[1] - peaks[0] < 30_000 * 800, "\(peaks)")
  }

  // MARK: Newline-delimited JSON

  @Test func ndjsonIsJSONLineByLine() throws {
    let input = Self.traffic(0..<12)
    let lines = Self.run("-f", "ndjson", input: input).output.split(separator: "\n")
      .map(String.init)
    let json = Self.run("-f", "json", input: input).output
    let root = try JSONDocument(json).root
    let groups = root["groups"]?.elements.map { #"{"group":\#($0.text)}"# } ?? []
    #expect(!groups.isEmpty)
    #expect(
      try lines == Self.findings(json) + groups + ["{\"summary\":\(root["summary"]?.text ?? "")}"])
  }

  @Test func recordsKeepTheirName() throws {
    let found = try Self.findings(Self.run("-f", "json", input: Self.traffic(3..<5)).output)
    let ids = try found.map { try JSONDocument($0).root["exchange"]?["id"]?.string }
    #expect(Set(ids) == ["r3", "r4"])
    let secret = String(repeating: "0123456789abcdef", count: 4)
    let masked = Self.run(
      "-f", "json", input: Self.traffic(3..<4).replacingOccurrences(of: "r3", with: secret))
    #expect(masked.output.contains("‹64 characters›") && !masked.output.contains(secret))
  }

  // MARK: Parts

  private static func withoutPlaces(_ line: String) throws -> String {
    let root = try JSONDocument(line).root
    return ["rule", "message", "instance", "column"].map { root[$0]?.text ?? "" }
      .joined(separator: " ") + (root["exchange"]?["id"]?.text ?? "")
  }

  @Test func partsAddUpToTheWhole() throws {
    let folder = try TemporaryFolder()
    let whole = Self.run("-f", "ndjson", "-q", input: Self.traffic(0..<30))
    var parts: [String] = []
    var findings: [String] = []
    for (number, range) in [0..<7, 7..<7, 7..<20, 20..<30].enumerated() {
      let format = number == 2 ? "json" : "ndjson"
      let part = Self.run(
        "-f", format, "-q", "--allow-empty", "--exit-zero", input: Self.traffic(range))
      #expect(part.code == .clean && part.errors.isEmpty)
      parts.append(try folder.write(part.output, to: "\(number).\(format)"))
      findings +=
        format == "json"
        ? try Self.findings(part.output)
        : Self.findingLines(part.output)
    }
    let lines = whole.output.split(separator: "\n").map(String.init)
    #expect(
      try findings.map(Self.withoutPlaces)
        == Self.findingLines(whole.output).map(Self.withoutPlaces))
    let merged = Scenario.run(["merge-summaries"] + parts)
    #expect(merged.code == .findings && merged.errors.isEmpty)
    let four = lines.last?.replacingOccurrences(of: #""inputs":1,"#, with: #""inputs":4,"#)
    let groups = lines.filter { $0.hasPrefix(#"{"group":"#) }.map {
      String($0.dropFirst(#"{"group":"#.count).dropLast())
    }
    #expect(
      merged.output
        == #"{"groups":[\#(groups.joined(separator: ","))],\#((four ?? "").dropFirst())\#n"#)
    // What it prints, it reads; reports may stand one behind the other.
    #expect(Scenario.run("merge-summaries", "-", input: merged.output).output == merged.output)
    let twice = Scenario.run(
      "merge-summaries", "-", "--exit-zero", input: whole.output + whole.output)
    #expect(twice.code == .clean && twice.output.contains(#""exchanges":60,"#))
  }

  private static let reports: [(String, Int)] = [
    ("", 2), ("no report\n", 2), ("{\"findings\": [", 2), ("{\"rule\":\"x\"}\n", 2), ("[1]", 2),
    (#"{"summary":{"inputs":1}}"#, 2), (total(errors: -1), 2), (total(checked: 0), 2),
    (total(), 0), (total(errors: 1), 1), (total(warnings: 1), 0),
    ("\(total())\n{\"rule\":\"x\"}", 2), ("\(total())\n\n", 0),
    ("\(total(errors: .max))\n\(total(errors: .max))", 1),
  ]

  @Test(arguments: reports)
  func statusOfMergedSummaries(report: String, code: Int) {
    let run = Scenario.run("merge-summaries", "-", input: report)
    #expect(run.code.rawValue == Int32(code))
    #expect((code == 2) == run.errors.hasPrefix("schemacheck: "))
    #expect(run.output.hasPrefix(#"{"summary":{"version":2,"inputs":"#))
  }

  private static func total(checked: Int = 1, errors: Int = 0, warnings: Int = 0) -> String {
    """
    {"summary":{"inputs":1,"exchanges":1,"checked":\(checked),"skipped":{},"unmatched":0,\
    "errors":\(errors),"warnings":\(warnings),"notes":0}}
    """
  }

  @Test func severityAndEmptinessOfMergedSummaries() {
    let warning = Self.total(warnings: 1)
    #expect(
      Scenario.run("merge-summaries", "-", "--fail-on", "warning", input: warning).code == .findings
    )
    let empty = Self.total(checked: 0)
    #expect(Scenario.run("merge-summaries", "-", "--allow-empty", input: empty).code == .clean)
    let cut = warning.replacingOccurrences(of: #""notes":0"#, with: #""notes":0,"truncated":true"#)
    #expect(
      Scenario.run("merge-summaries", "-", input: cut + "\n" + warning).output
        .hasSuffix("\"truncated\":true}}\n"))
    #expect(Scenario.run("merge-summaries", "/nowhere/a.json").code == .error)
  }

  @Test func nothingToCheckMayBeNothingWrong() {
    for input in ["", "\n\n"] {
      #expect(Self.run(input: input).code == .error)
      let run = Self.run("--allow-empty", "-f", "ndjson", "-q", input: input)
      #expect(run.code == .clean && run.errors.isEmpty)
      #expect(
        run.output.hasPrefix(#"{"summary":{"version":2,"inputs":1,"exchanges":0,"checked":0,"#))
    }
    let untold = Scenario.run("check", "-", "-c", "fotolokashen", "--allow-empty", input: "")
    #expect(untold.code == .clean && untold.output.isEmpty)
    // What cannot be read is trouble all the same.
    #expect(Self.run("--allow-empty", input: "{\n").code == .error)
  }

  // MARK: Statistics

  @Test func statisticsSayWhatWasRead() throws {
    let folder = try TemporaryFolder()
    let input = Self.traffic(0..<5)
    let file = try folder.write(input, to: "a.ndjson")
    let other = try folder.write("{\"id\": 1}", to: "b.json")
    let run = Scenario.run(
      "check", file, other, "-c", "fotolokashen", "--schema", "Photo", "--stats", "-q")
    let lines = run.errors.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    let bytes = input.utf8.count
    let figures = lines.first?.split(separator: " ").compactMap { Int($0) } ?? []
    #expect(lines.first?.hasPrefix("stats: \(bytes + 9) bytes, 6 exchanges, ") == true)
    #expect(figures.count == 5 && figures[3] > 0 && figures[4] > 1 << 20)
    #expect(
      lines.dropFirst() == [
        "stats: json: 1 input, 9 bytes", "stats: ndjson: 1 input, \(bytes) bytes",
      ])
  }
}
