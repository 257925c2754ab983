@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractReports
import Foundation
import TestSupport
import Testing

@testable import ContractCheck

/// JUnit's XML, read by Python's parser.
@Suite(.enabled(if: (try? Python.run("import xml.etree")) == "", "python3 is needed"))
struct JUnitReportTests {
  private static let reader = """
    import sys, xml.etree.ElementTree as tree
    root = tree.fromstring(sys.stdin.buffer.read())
    for suite in root:
        print("suite", suite.get("name"), *(suite.get(n) for n in ("tests", "failures", "errors", "skipped")))
        for case in suite.iter("testcase"):
            parts = [part.tag + ": " + (part.get("message") or part.text) for part in case]
            print(" ", case.get("classname"), "|", case.get("name"), "|", *parts)
    """

  @Test func everyExchangeIsACase() throws {
    let report = try SampleFindings.report(
      "junit", [SampleFindings.unknownRoute, SampleFindings.bareFile],
      exchanges: SampleFindings.exchanges.filter { $0.file != "captures/friends.har" })
    #expect(
      try Python.run(Self.reader, report) == """
        suite captures/devices.ndjson 3 0 0 0
          POST /api/devices | line 3 → 400 |
          DELETE /api/devices/{deviceToken} | line 4 → 400 |
          GET /api/v2/locations | line 5 → 200 | system-out: captures/devices.ndjson:5:12: \
        warning[unknown-route] fotolokashen has no operation for GET /api/v2/locations; \
        did you mean /api/v1/locations/public? (GET /api/v2/locations 200)
        suite Fixtures/old file.har 1 0 0 0
          GET /api/v1/users/{username} | entry 0 → 200 |
        suite right.har 3 0 1 1
          GET /api/v1/users/{username} | entry 0 → 200 |
          no operation | entry 1 → 304 | skipped: not-modified
          no operation | right.har | error: right.har:9:1: no entry
        suite Fixtures/user.json 1 1 0 0
          no operation | Fixtures/user.json | failure: a comma is missing between two members

        """)
  }

  @Test func theLimitOfTheRunDecidesWhatFails() throws {
    for (failOn, failures) in [(Severity.error, 0), (.warning, 1), (.note, 1)] {
      var bytes: [UInt8] = []
      var context = ReportContext()
      context.failOn = failOn
      var report = ReportFormat.junit.report(context) { bytes += $0 }
      report.add(SampleFindings.unknownRoute)
      report.finish(Summary())
      #expect(
        String(decoding: bytes, as: UTF8.self).contains("failures=\"\(failures)\""))
    }
  }

  @Test func whatXMLDoesNotAllowIsShown() throws {
    let attack = "\u{0}\u{1B}[2J \u{FFFE}\u{FFFF} ]]> <b> &amp; \" ' \u{85} \u{2028}"
    var finding = SampleFindings.bareFile
    finding.message = attack
    finding.file = "a\(attack).json"
    let text = try Python.run(Self.reader, try SampleFindings.report("junit", [finding]))
    #expect(text.contains("]]> <b> &amp; \" '"))
    #expect(text.contains("␀␛[2J \\u{fffe}\\u{ffff}"))
  }

  /// A suite that is too long to be counted is written as it comes.
  @Test func longSuitesStream() throws {
    var bytes: [UInt8] = []
    var largest = 0
    var report = JUnitReport(context: ReportContext(), patience: 10_000) {
      bytes += $0
      largest = max(largest, $0.count)
    }
    let count = 1000
    for index in 0..<count {
      report.add(
        CheckedExchange(
          file: "long.ndjson",
          reference: ExchangeReference(index: index, status: 200, operation: "GET /a", unit: .line),
          outcome: .checked))
    }
    report.finish(Summary())
    #expect(bytes.count > 60_000 && largest < 11_000)
    let reader = """
      import sys, xml.etree.ElementTree as tree
      root = tree.fromstring(sys.stdin.buffer.read())
      print(len(root), len(root[0].findall("testcase")), root[0].get("tests"))
      """
    #expect(try Python.run(reader, String(decoding: bytes, as: UTF8.self)) == "1 \(count) None\n")
  }

  @Test func manyFindingsOfOneExchangeAreCounted() throws {
    let findings = (0..<1000).map { SampleFindings.coordinate(element: $0) }
    let text = try Python.run(
      Self.reader.replacing("part.get(\"message\") or part.text", with: "part.text"),
      try SampleFindings.report("junit", findings))
    #expect(text.contains("800 further findings"))
    #expect(text.split(separator: "\n").count < 210)
  }
}
