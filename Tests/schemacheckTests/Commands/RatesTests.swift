@_spi(Engine) @testable import ContractReports
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Groups of findings with their rates and times, in one run and over parts of it.
@Suite struct RatesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let contract = """
    {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": {
     "/items": {"get": {"parameters": [{"name": "page", "in": "query", "schema": {"type": "integer"}}],
      "responses": {"200": {"description": "", "content": {"application/json": {"schema":
       {"type": "object", "required": ["a", "b"],
        "properties": {"a": {"type": "integer"}, "b": {"type": ["integer", "null"]}}}}}},
      "404": {"description": ""}}},
     "post": {"requestBody": {"content": {"application/json": {"schema":
       {"type": "object", "properties": {"a": {"type": "integer"}}}}}},
      "responses": {"200": {"description": "", "content": {"application/json": {"schema":
       {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}}}}}}}}}
    """

  /// One record in the ninth hour of 3 November 2026.
  static func record(
    _ minute: Int, _ body: String, _ method: String = "GET", request: String = "null",
    query: String = "", status: Int = 200, version: String = "1.0", host: String = "a.example.com"
  ) -> String {
    record(
      at: "2026-11-03T09:\(minute < 10 ? "0" : "")\(minute):00Z", body, method, request: request,
      query: query, status: status, version: version, host: host)
  }

  static func record(
    at time: String, _ body: String, _ method: String = "GET", request: String = "null",
    query: String = "", status: Int = 200, version: String = "1.0", host: String = "a.example.com"
  ) -> String {
    """
    {"time": "\(time)", "method": "\(method)", "url": "https://\(host)/items\(query)", \
    "status": \(status), "requestHeaders": {"X-App-Version": "\(version)"}, \
    "requestBody": \(request), "responseBody": \(body)}

    """
  }

  private static let right = #"{"a": 1, "b": null}"#

  private static let traffic = [
    record(10, right), record(11, #"{"a": "1", "b": 1}"#), record(9, #"{"a": "2", "b": 2}"#),
    record(12, "{}"), record(13, "null", query: "?page=x", status: 404),
    record(14, right, query: "?page=x"),
    record(15, #"{"a": 1}"#, "POST", request: #"{"a": null}"#),
    record(16, #"{"a": null}"#, "POST", request: #"{"a": 1}"#), record(17, right),
  ]

  private func check(_ lines: [String], _ options: String...) throws -> Scenario {
    let contract = try folder.write(Self.contract, to: "shop.json")
    return Scenario.run(
      ["check", "--no-config", "-q", "-c", contract, "--input-format", "ndjson", "-"] + options,
      input: lines.joined())
  }

  /// A line for each group, with what tells it apart, and its numbers.
  static func lines(_ report: JSONNode) -> [String] {
    (report["groups"]?.elements.map { $0 } ?? []).map { group in
      let words = ["operation", "status", "part", "instance", "member", "kind"].map {
        group[$0].map { $0.string ?? $0.text } ?? "?"
      }
      let numbers = ["count", "exchanges", "evaluated"].map { group[$0]?.text ?? "?" }
      let times = ["firstSeen", "lastSeen"].map {
        group[$0]?.string.map { String($0.dropFirst(11).prefix(5)) } ?? "?"
      }
      return (words + numbers + times).joined(separator: " ")
    }
  }

  @Test func everyNumberOfEveryGroup() throws {
    let report = try JSONDocument(check(Self.traffic, "-f", "json").output).root
    #expect(
      Self.lines(report) == [
        "GET /items 200 response /a null string 2 2 6 09:09 09:11",
        "GET /items 200 response  b null 1 1 6 09:12 09:12",
        "GET /items 200 response  a null 1 1 6 09:12 09:12",
        "GET /items 200 request  null query page:  string 1 1 6 09:14 09:14",
        "POST /items 200 request /a null null 1 1 2 09:15 09:15",
        "POST /items 200 response /a null null 1 1 2 09:16 09:16",
      ])
    #expect(
      report["summary"]?["operations"]?.elements.compactMap { $0["evaluated"]?.text } == [
        #"{"request":{"200":6},"response":{"200":6,"404":1}}"#,
        #"{"request":{"200":2},"response":{"200":2}}"#,
      ])
    #expect(report["groups"]?.count == 6 && report["ungrouped"] == nil)
    #expect(report["groups"]?[0]?["contract"]?.string?.hasSuffix("shop.json") == true)
    #expect(report["groups"]?[0]?["severity"]?.string == "error")
    #expect(
      report["groups"]?[0]?["message"]?.string == "`a` is a string; the contract says an integer")
  }

  @Test func anotherOrderGivesTheSameNumbers() throws {
    let report = try JSONDocument(check(Self.traffic, "-f", "json").output).root
    let turned = try JSONDocument(check(Self.traffic.reversed(), "-f", "json").output).root
    #expect(Self.lines(turned).sorted() == Self.lines(report).sorted())
  }

  @Test func withoutOneExchangeItsCountsAreGone() throws {
    let rest = try JSONDocument(check(Array(Self.traffic.dropFirst(2)), "-f", "json").output).root
    #expect(
      Self.lines(rest).first == "GET /items 200 response /a null string 1 1 4 09:09 09:09")
  }

  @Test func partsAddUpToTheWhole() throws {
    for format in ["json", "ndjson"] {
      let whole = try JSONDocument(check(Self.traffic, "-f", "json").output).root
      var reports: [String] = []
      for (number, range) in [0..<2, 2..<2, 2..<6, 6..<9].enumerated() {
        let part = try check(Array(Self.traffic[range]), "-f", format, "--allow-empty")
        reports.append(try folder.write(part.output, to: "part-\(number)"))
      }
      let merged = Scenario.run(["merge-summaries"] + reports)
      #expect(merged.code == .findings && merged.errors.isEmpty)
      let sum = try JSONDocument(merged.output).root
      #expect(sum["groups"]?.text == Self.compact(whole["groups"]))
      #expect(
        sum["summary"]?.text
          == whole["summary"]?.text.replacing(#""inputs":1,"#, with: #""inputs":4,"#))
      // What was merged is merged again, with a report that has no groups.
      let old = """
        {"summary": {"inputs": 1, "exchanges": 1, "checked": 1, "skipped": {}, "unmatched": 0, \
        "errors": 1, "warnings": 0, "notes": 0}}

        """
      let again = Scenario.run("merge-summaries", "-", input: merged.output + old)
      #expect(try JSONDocument(again.output).root["groups"]?.text == sum["groups"]?.text)
    }
  }

  private static func compact(_ node: JSONNode?) -> String? {
    guard let node else { return nil }
    var writer = JSONWriter()
    writer.value(node)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test func brokenGroupsAreNoReport() throws {
    let report = try check(Self.traffic, "-f", "ndjson").output
    let broken = report.replacing(#"{"group":{"rule":"#, with: #"{"group":{"ruel":"#)
    #expect(broken != report)
    for text in [broken, #"{"groups": [{"count": -1}], "summary": {}}"# + "\n"] {
      let merged = Scenario.run("merge-summaries", "-", input: text)
      #expect(merged.code == .error)
    }
  }

  @Test func everyCarrierTellsTheSame() throws {
    let entries = Self.traffic.map { line -> String in
      guard let record = try? JSONDocument(line).root else { return "" }
      let body = record["responseBody"].map { JSONWriter.quoted($0.text) } ?? ""
      let sent = record["requestBody"].map { JSONWriter.quoted($0.text) } ?? ""
      let post =
        record["requestBody"]?.isNull == true
        ? "" : #", "postData": {"mimeType": "application/json", "text": \#(sent)}"#
      let content =
        record["responseBody"]?.isNull == true
        ? "{}" : #"{"mimeType": "application/json", "text": \#(body)}"#
      return """
        {"startedDateTime": \(record["time"]?.text ?? ""), "time": 1793697240, "request": {"method": \
        \(record["method"]?.text ?? ""), "url": \(record["url"]?.text ?? "")\(post)}, "response": \
        {"status": \(record["status"]?.text ?? ""), "content": \(content)}}
        """
    }
    let contract = try folder.write(Self.contract, to: "shop.json")
    let har = #"{"log": {"entries": [\#(entries.joined(separator: ","))]}}"#
    let ofHAR = Scenario.run(
      ["check", "--no-config", "-q", "-c", contract, "-f", "json", "-"], input: har)
    let ofLines = try check(Self.traffic, "-f", "json")
    #expect(
      Self.lines(try JSONDocument(ofHAR.output).root)
        == Self.lines(try JSONDocument(ofLines.output).root))
  }

  @Test func readersSeeTheRate() throws {
    let text = try check(Self.traffic).output
    #expect(
      text.contains(
        "error[schema]: `a` is a string; the contract says an integer\n"))
    #expect(
      text.contains(
        "   = how often: ×2 in 2 of 6 exchanges (33.3 %), first 2026-11-03 09:09, last\n     09:11\n"
      ))
    #expect(
      text.contains("   = how often: in 1 of 6 exchanges (16.7 %), at 2026-11-03 09:12\n"))
    let markdown = try check(Self.traffic, "-f", "markdown").output
    #expect(
      markdown.contains(
        "\n  ×2 in 2 of 6 exchanges (33.3 %), first 2026-11-03 09\\:09, last 09\\:11\n"))
    let html = try check(Self.traffic, "-f", "html").output
    #expect(
      html.contains(
        "<p>×2\u{A0}in 2\u{A0}of 6\u{A0}exchanges (33.3\u{A0}%), first 2026-11-03\u{A0}09:09, last 09:11</p>"
      ))
    // The short form has no room for it.
    let concise = try check(Self.traffic, "-f", "concise").output
    #expect(concise.contains("(GET /items 200 /a) (×2 in 2 exchanges)\n"))
    // There is nothing to add for a single exchange.
    #expect(try !check([Self.traffic[1]]).output.contains("seen:"))
  }

  @Test func aGroupHoldsNoRecordedValue() throws {
    let secret = "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl"
    let report = try check([Self.record(1, #"{"a": "\#(secret)", "b": null}"#)], "-f", "json")
    #expect(!report.output.contains("eyJ"))
    let dates = try check(
      [Self.record(1, right(a: "17")), Self.record(2, right(a: "18"))], "-f", "json")
    #expect(try JSONDocument(dates.output).root["groups"]?.count == 1)
  }

  private func right(a: String) -> String { #"{"a": "\#(a)", "b": null}"# }

  // MARK: Split counts

  private static let versions = [
    record(10, right, version: "1.0"), record(11, #"{"a": "1", "b": 1}"#, version: "1.1"),
    record(12, #"{"a": "1", "b": 1}"#, version: "1.1"),
    record(13, #"{"a": "1", "b": 1}"#, version: "2.0", host: "b.example.com"),
    record(14, right, version: "2.0", host: "b.example.com"), record(15, right, version: "1.0"),
    record(15, right, version: "3.0"),
  ]

  private func by(_ key: String, _ lines: [String] = versions) throws -> String? {
    let run = try check(lines, "-f", "json", "--by", key)
    return try JSONDocument(run.output).root["groups"]?[0]?["by"]?.text
  }

  @Test func countsByValue() throws {
    #expect(
      try by("header:x-app-version")
        == #"{"1.0":{"count":0,"exchanges":0,"evaluated":2},"#
        + #""1.1":{"count":2,"exchanges":2,"evaluated":2},"#
        + #""2.0":{"count":1,"exchanges":1,"evaluated":2},"#
        + #""3.0":{"count":0,"exchanges":0,"evaluated":1}}"#)
    #expect(
      try by("host")
        == #"{"a.example.com":{"count":2,"exchanges":2,"evaluated":5},"#
        + #""b.example.com":{"count":1,"exchanges":1,"evaluated":2}}"#)
    #expect(try by("day") == #"{"2026-11-03":{"count":3,"exchanges":3,"evaluated":7}}"#)
    #expect(try by("header:X-Other") == #"{"none":{"count":3,"exchanges":3,"evaluated":7}}"#)
    #expect(try by("host", Self.versions.reversed()) == by("host"))
    let text = try check(Self.versions, "--by", "header:X-App-Version").output
    #expect(
      text.contains(
        """
           = how often: ×3 in 3 of 7 exchanges (42.9 %), first 2026-11-03 09:11, last
             09:13
           = by: 1.1: ×2 in 2 of 2 exchanges (100 %)
           = by: 2.0: in 1 of 2 exchanges (50 %)
           = why:
        """), "\(text)")
    let concise = try check(Self.versions, "-f", "concise", "--by", "header:X-App-Version").output
    #expect(
      concise.hasSuffix(
        "\n  by: 1.1: ×2 in 2 of 2 exchanges (100 %)\n  by: 2.0: in 1 of 2 exchanges (50 %)\n"),
      "\(concise)")
    #expect(try !check(Self.versions, "-f", "json").output.contains(#""by""#))
  }

  @Test func splitPartsAddUp() throws {
    let whole = try check(Self.versions, "-f", "json", "--by", "header:X-App-Version").output
    let parts = try [0..<3, 3..<7].map { range in
      try check(
        Array(Self.versions[range]), "-f", "ndjson", "--by", "header:X-App-Version"
      ).output
    }
    let merged = Scenario.run("merge-summaries", "-", input: parts.joined())
    let (sum, root) = (try JSONDocument(merged.output).root, try JSONDocument(whole).root)
    #expect(sum["groups"]?.text == Self.compact(root["groups"]))
    #expect(sum["summary"]?["operations"]?.text == root["summary"]?["operations"]?.text)
  }

  @Test func theMostFrequentValuesStay() throws {
    let many = (0..<200).flatMap { number in
      (0...number / 100).map { _ in
        Self.record(1, number == 150 ? "{}" : Self.right, version: "v\(number + 100)")
      }
    }
    let report = try JSONDocument(check(many, "-f", "json", "--by", "header:X-App-Version").output)
    let groups = try #require(report.root["groups"])
    let values = try #require(groups[0]?["by"])
    #expect(values.count == 65)
    #expect(values["other"]?.text.hasSuffix(#""evaluated":172}"#) == true)
    let names = values.properties.map(\.name)
    #expect(names.first == "other" && names.dropFirst().first == "v200" && names.last == "v263")
    #expect(values["v250"]?.text == #"{"count":2,"exchanges":2,"evaluated":2}"#)
  }

  @Test(arguments: [
    ("header:Authorization", "does not print this header, since its values are secrets"),
    ("header:Cookie", "does not print this header, since its values are secrets"),
    ("header:X-Auth-Token", "does not print this header, since its values are secrets"),
    ("header:", "takes `header:NAME`, `client`, `host` or `day`"),
    ("header:a b", "takes `header:NAME`, `client`, `host` or `day`"),
    ("hosts", "takes `header:NAME`, `client`, `host` or `day`"),
  ]) func keysThatAreRefused(key: String, message: String) throws {
    let run = try check(Self.versions, "--by", key)
    #expect(run.code == .error)
    #expect(run.errors == "schemacheck: `--by` \(message)\n")
  }

  @Test func valuesAreNoSecrets() throws {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlc2lnbmF0dXJl"
    let lines = [Self.record(1, "{}", version: token)]
    #expect(try !check(lines, "-f", "json", "--by", "header:X-App-Version").output.contains("eyJ"))
    let long = Self.record(1, "{}", version: String(repeating: "ab ", count: 5000))
    let by = try by("header:X-App-Version", [long])
    #expect(by.map { $0.utf8.count < 400 } == true)
  }

  // MARK: Rules that need not always hold

  /// Right answers and wrong ones, with a contract whose rule `schema` has `mostly`.
  private func mostly(
    _ right: Int, _ wrong: Int, _ share: String = "0.99", _ options: String...
  ) throws -> Scenario {
    let contract = Self.contract.replacing(
      #"{"openapi": "3.1.0","#,
      with: #"{"openapi": "3.1.0", "x-schemacheck": {"rules": {"schema": {"mostly": \#(share)}}},"#)
    let file = try folder.write(contract, to: "mostly.json")
    let lines =
      (0..<wrong).map { _ in Self.record(1, #"{"a": "1", "b": 1}"#) }
      + (0..<right).map { _ in Self.record(2, Self.right) }
    return Scenario.run(
      ["check", "--no-config", "-q", "-c", file, "--input-format", "ndjson", "-"] + options,
      input: lines.joined())
  }

  /// One of a hundred is not rarer than one of a hundred.
  @Test(arguments: [(100, 1, true), (99, 1, false), (199, 2, true), (98, 2, false), (0, 1, false)])
  func rareMistakesAreNotes(right: Int, wrong: Int, isNote: Bool) throws {
    for format in ReportFormat.all.map(\.name) {
      let run = try mostly(right, wrong, "0.99", "-f", format)
      #expect(run.code == (isNote ? .clean : .findings), "\(format)")
    }
    let root = try JSONDocument(mostly(right, wrong, "0.99", "-f", "json").output).root
    let severity = isNote ? "note" : "error"
    #expect(
      root["findings"]?.elements.map { $0["severity"]?.string }.allSatisfy { $0 == severity }
        == true)
    #expect(root["findings"]?.count == wrong)
    #expect(root["groups"]?[0]?["severity"]?.string == severity)
    #expect(root["summary"]?[severity + "s"]?.int == wrong)
    #expect(root["summary"]?[isNote ? "errors" : "notes"]?.int == 0)
    let junit = try mostly(right, wrong, "0.99", "-f", "junit").output
    #expect(junit.components(separatedBy: "<testcase").count == right + wrong + 1)
    #expect(junit.components(separatedBy: "<failure").count == (isNote ? 0 : wrong) + 1)
    #expect(junit.components(separatedBy: "<system-out").count == (isNote ? wrong : 0) + 2)
  }

  @Test func mostlyKeepsTheLimitOfFindings() throws {
    let run = try mostly(5, 5, "0.5", "--max-findings", "3", "-f", "json")
    let root = try JSONDocument(run.output).root
    #expect(root["findings"]?.count == 3 && root["summary"]?["omitted"]?.int == 2)
  }

  @Test func tooManyToWaitFor() throws {
    let body = "[" + repeatElement("1", count: 20_010).joined(separator: ",") + "]"
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "x-schemacheck": {"rules": {"schema": {"mostly": 0.01}}}, "paths": {"/items": {"get": {
        "responses": {"200": {"description": "", "content": {"application/json": {"schema":
         {"type": "array", "items": {"type": "string"}}}}}}}}}}
      """, to: "many.json")
    let lines = [Self.record(1, body)] + repeatElement(Self.record(1, "[]"), count: 9)
    let run = Scenario.run(
      ["check", "--no-config", "-c", contract, "-f", "json", "--input-format", "ndjson", "-"],
      input: lines.joined())
    #expect(
      run.errors.contains(
        "there are too many findings to apply `mostly` to all of them: 10 findings kept their "
          + "severity\n"),
      "\(run.errors)")
    let summary = try JSONDocument(run.output).root["summary"]
    #expect(summary?["notes"]?.int == 20_000 && summary?["errors"]?.int == 10)
  }

  @Test func mostlyIsSetForAWholeContract() throws {
    let inner = Self.contract.replacing(
      #""get": {"#, with: #""get": {"x-schemacheck": {"rules": {"schema": {"mostly": 0.9}}},"#)
    let file = try folder.write(inner, to: "inner.json")
    let run = Scenario.run(["check", "--no-config", "-c", file, "-"], input: Self.traffic[0])
    #expect(run.code == .error)
    #expect(
      run.errors.contains(
        "`mostly` applies to a whole contract; write it into `x-schemacheck` at the top of the "
          + "contract, or into the configuration"), "\(run.errors)")
    // In the configuration it is a setting like any other.
    let contract = try folder.write(Self.contract, to: "shop.json")
    let configuration = try folder.write(
      #"{"contracts": ["shop.json"], "rules": {"schema": {"mostly": 0.5}}}"#,
      to: ".schemacheck.json")
    _ = contract
    let lines =
      (0..<4).map { _ in Self.record(1, Self.right) } + [Self.record(1, #"{"a": "", "b": 1}"#)]
    let rare = Scenario.run(
      ["check", "--config", configuration, "-q", "--input-format", "ndjson", "-"],
      input: lines.joined())
    #expect(rare.code == .clean && rare.output.hasPrefix("note[schema]: "))
    #expect(rare.output.contains("   = how often: in 1 of 5 exchanges (20 %)"))
  }
}
