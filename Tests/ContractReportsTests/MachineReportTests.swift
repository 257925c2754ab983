@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// The formats that other tools read, by those tools' own schemas.
@Suite struct MachineReportTests {
  static let formats = ["sarif", "gitlab", "rdjson"]

  @Test(
    .enabled(if: FormatSchemas.sarif != nil, "the public suites are needed"), arguments: formats)
  func ourEngineTakesThem(format: String) throws {
    for report in [
      try SampleFindings.report(format), try SampleFindings.report(format, [], Summary()),
    ] {
      #expect(try FormatSchemas.complaints(about: report, format: format) == [])
    }
  }

  @Test(
    .enabled(
      if: SchemaReaders.hasPython && FormatSchemas.sarif != nil,
      "python3 with jsonschema and the public suites are needed"), arguments: formats)
  func anotherEngineTakesThem(format: String) throws {
    let schema = try #require(FormatSchemas.schema(of: format))
    for report in [
      try SampleFindings.report(format), try SampleFindings.report(format, [], Summary()),
    ] {
      #expect(try SchemaReaders.complaints(about: report, schema: schema) == "")
    }
    let broken = try SampleFindings.report(format)
      .replacing("\"location", with: "\"lacotion")
    #expect(try SchemaReaders.complaints(about: broken, schema: schema) != "")
  }

  // MARK: SARIF

  private func run(_ findings: [Finding]) throws -> JSONNode {
    let report = try SampleFindings.report("sarif", findings)
    return try #require(try JSONDocument(report).root["runs"]?[0])
  }

  @Test func sarifHasEveryRuleWithItsHelp() throws {
    let run = try run(SampleFindings.all)
    let rules = try #require(run["tool"]?["driver"]?["rules"]).elements.map { $0 }
    #expect(rules.compactMap { $0["id"]?.string } == Rule.catalogue.map(\.id))
    for rule in rules {
      for text in ["shortDescription", "fullDescription", "help"] {
        let words = try #require(rule[text]?["text"]?.string)
        #expect(!words.isEmpty)
      }
      // The guide is not published yet.
      let id = try #require(rule["id"]?.string)
      #expect(rule["helpUri"] == nil)
      #expect(rule["help"]?["text"]?.string?.hasSuffix("`schemacheck explain \(id)`.") == true)
    }
    for result in try #require(run["results"]).elements {
      let index = try #require(result["ruleIndex"]?.int)
      #expect(rules[index]["id"]?.string == result["ruleId"]?.string)
    }
    #expect(run["columnKind"]?.string == "unicodeCodePoints")
  }

  @Test func sarifResultsAreKnownAgain() throws {
    func prints(_ findings: [Finding]) throws -> [String] {
      try #require(try run(findings)["results"]).elements.compactMap {
        $0["partialFingerprints"]?["primaryLocationLineHash"]?.string
      }
    }
    let all = SampleFindings.all
    let first = try prints(all)
    #expect(first.count == all.count)
    var files: [String: Set<String>] = [:]
    for (finding, print) in zip(all, first) {
      #expect(files[finding.file, default: []].insert(print).inserted)
    }
    // Lines that were put in before do not count.
    let moved = all.map { finding in
      var finding = finding
      finding.region.start.line += 7
      finding.region.end.line += 7
      return finding
    }
    #expect(try prints(moved) == first)
  }

  @Test func sarifIsCutAndSaysSo() throws {
    #expect(SARIFReport.maximum == 25_000)
    var bytes: [UInt8] = []
    var report = SARIFReport(paths: ReportPaths(), limit: 25) { bytes += $0 }
    for _ in 0..<25 { report.add(SampleFindings.bareFile) }
    #expect(report.remark == nil)
    for _ in 0..<234 { report.add(SampleFindings.bareFile) }
    report.finish(Summary())
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(try FormatSchemas.complaints(about: text, format: "sarif") == [])
    let run = try #require(try JSONDocument(text).root["runs"]?[0])
    #expect(run["results"]?.count == 25)
    let words = run["invocations"]?[0]?["toolExecutionNotifications"]?[0]?["message"]?["text"]?
      .string
    #expect(words?.hasPrefix("the SARIF report has the first 25 of 259 findings") == true)
    #expect(report.remark == words)
  }

  @Test func sarifMakesNoLinksOfData() throws {
    var finding = SampleFindings.bareFile
    finding.message = "[click](http://evil.example) [1](2)"
    let text = try run([finding])["results"]?[0]?["message"]?["text"]?.string
    #expect(text == "[click] (http://evil.example) [1] (2)")
  }

  // MARK: GitLab, reviewdog

  @Test func gitLabTellsEveryFindingApart() throws {
    let report = try JSONDocument(try SampleFindings.report("gitlab"))
    let prints = report.root.elements.compactMap { $0["fingerprint"]?.string }
    #expect(prints.count == SampleFindings.all.count)
    #expect(Set(prints).count == prints.count)
  }

  @Test func theTallyIsBounded() {
    var tally = FingerprintTally(limit: 100)
    var prints: Set<[String]> = []
    var finding = SampleFindings.coordinate()
    for number in 0..<300 {
      finding.instance = JSONPointer(tokens: ["k\(number)x"])
      let (content, ordinal) = tally.add(finding)
      prints.insert([content, ordinal])
    }
    #expect(prints.count == 300)
  }

  /// A body with characters of one to four bytes before the place.
  private func finding(in text: String) throws -> Finding {
    let checker = try Checker(
      contracts: [try Contract.bundled("fotolokashen")],
      assumption: Checker.Assumption(schema: "Location"))
    var found: [Finding] = []
    checker.check(Array(text.utf8), name: "a.json") {
      found += $1.findings
    } problem: { _ in
    }
    return try #require(found.first { $0.rule == "coordinate-names" })
  }

  @Test func rdjsonCountsBytes() throws {
    let body = #"{"é": 1,"€": 2,"😀": 3, "latitude": 4}"#
    let finding = try finding(in: "\n" + body)
    let start = body.utf8.count - #""latitude": 4}"#.utf8.count + 1
    #expect(finding.region.startByteColumn == start)
    #expect(finding.region.start.column == start - 6)
    let report = try JSONDocument(try SampleFindings.report("rdjson", [finding])).root
    let diagnostic = try #require(report["diagnostics"]?[0])
    let range = try #require(diagnostic["location"]?["range"])
    #expect(range["start"]?["line"]?.int == 2)
    #expect(range["start"]?["column"]?.int == start)
    #expect(range["end"]?["column"]?.int == start + 10)
    let suggestion = try #require(diagnostic["suggestions"]?[0])
    #expect(suggestion["text"]?.string == #""lat""#)
    #expect(suggestion["range"]?.text == range.text)
  }

  /// The beginning of a line may lie outside the bytes at hand: a HAR of one line, read in pieces.
  @Test func byteColumnsAreThoseOfTheFile() {
    var source = CaptureSource(
      name: "a.har", bytes: Array("é😀x\ny".utf8), offset: 100,
      after: LineCountOf.text("first\nzwölf"))
    let region = source.region(ByteRange(offset: 106, length: 1))
    #expect(region.start == TextPosition(line: 2, column: 8))
    #expect(region.startByteColumn == 13)
    #expect(region.endByteColumn == 14)
    #expect(source.region(ByteRange(offset: 108, length: 1)).startByteColumn == 1)
  }
}
