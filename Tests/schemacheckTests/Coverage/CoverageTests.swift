@_spi(Engine) @testable import ContractCaptures
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck
@testable import ContractRuns
@testable import schemacheck

/// `coverage` and `check --coverage`: the numbers, against a count that the library has no part in.
@Suite struct CoverageTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(CoverageTraffic.contract, to: "things.json")
  }

  private func coverage(_ inputs: [String], _ more: [String] = []) throws -> JSONNode {
    let scenario = Scenario.run(["coverage"] + inputs + ["-c", contract, "-f", "json"] + more)
    #expect(scenario.code == .clean, "\(scenario.errors)")
    return try JSONDocument(scenario.output).root
  }

  /// `POINTER KIND` with counts above 0.
  private func cells(_ report: JSONNode) -> [String: Int] {
    var cells: [String: Int] = [:]
    for cell in report["coverage"]?[0]?["cells"]?.elements.map({ $0 }) ?? [] {
      let count = cell["counts"]?.properties.reduce(0) { $0 + ($1.value.int ?? 0) } ?? 0
      guard count > 0 else { continue }
      cells["\(cell["pointer"]?.string ?? "") \(cell["kind"]?.string ?? "")"] = count
    }
    return cells
  }

  private func write(_ exchanges: [CoverageTraffic.Exchange], to name: String) throws -> String {
    try folder.write(exchanges.map { $0.line + "\n" }.joined(), to: name)
  }

  private func sum(_ exchanges: [CoverageTraffic.Exchange]) -> [String: Int] {
    exchanges.reduce(into: [:]) { $0.merge($1.cells, uniquingKeysWith: +) }
  }

  @Test(arguments: 1...6) func everyNumberAgrees(seed: Int) throws {
    var traffic = try CoverageTraffic(seed: UInt64(seed))
    let exchanges = try (0..<200).map { _ in try traffic.exchange() }
    let report = try coverage([try write(exchanges, to: "t.ndjson")])
    let (found, expected) = (cells(report), sum(exchanges))
    for key in Set(found.keys).union(expected.keys).sorted() {
      #expect(found[key] == expected[key], "\(key)")
    }
    for operation in report["coverage"]?[0]?["operations"]?.elements.map({ $0 }) ?? [] {
      let name = operation["operation"]?.string
      #expect(
        operation["exchanges"]?["captures"]?.int == exchanges.count { $0.operation == name })
    }
  }

  @Test func oneExchangeLessIsExactlyItsCellsLess() throws {
    var traffic = try CoverageTraffic(seed: 7)
    let exchanges = try (0..<60).map { _ in try traffic.exchange() }
    let all = cells(try coverage([try write(exchanges, to: "all.ndjson")]))
    for left in stride(from: 0, to: 60, by: 7) {
      var rest = exchanges
      rest.remove(at: left)
      let fewer = cells(try coverage([try write(rest, to: "rest.ndjson")]))
      var expected = all
      for (key, count) in exchanges[left].cells {
        let less = (expected[key] ?? 0) - count
        expected[key] = less == 0 ? nil : less
      }
      #expect(fewer == expected)
    }
  }

  /// In any order, on any number of threads, in one file or in many, whole or in parts.
  @Test func theWholeIsTheSumOfItsParts() throws {
    var traffic = try CoverageTraffic(seed: 8)
    let exchanges = try (0..<120).map { _ in try traffic.exchange() }
    let whole = try coverage([try write(exchanges, to: "whole.ndjson")]).text
    let reversed = try write(exchanges.reversed(), to: "reversed.ndjson")
    #expect(try coverage([reversed]).text == whole)
    #expect(try coverage([reversed], ["-j", "1"]).text == whole)
    let parts = try (0..<3).map { part -> String in
      let own = exchanges.enumerated().filter { $0.offset % 3 == part }.map(\.element)
      return try write(own, to: "part-\(part).ndjson")
    }
    #expect(try coverage(parts).text == whole)
    var files: [String] = []
    for (number, part) in parts.enumerated() {
      let file = folder.url.appendingPathComponent("part-\(number).json").path
      let scenario = Scenario.run("check", part, "-c", contract, "--coverage", file, "-q")
      #expect(scenario.code == .findings)
      files.append(file)
    }
    let sum = Scenario.run(["merge-summaries"] + files)
    #expect(sum.code == .clean)
    #expect(try JSONDocument(sum.output).root.text == whole)
    let again = Scenario.run(["coverage"] + files + ["-f", "json"])
    #expect(again.output == sum.output)
  }

  /// A file with very many findings is checked twice, and counted once.
  @Test func aFileThatIsCheckedTwiceCountsOnce() throws {
    let things = (0..<300).map { "{\"id\": \"\($0)\"}" }.joined(separator: ", ")
    let wrong = try folder.write(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"items\": [\(things)]}",
      to: "wrong.http")
    let report = try coverage([wrong], ["--operation", "GET /things"])
    #expect(cells(report) == ["/paths/~1things/get/responses/200 status": 1])
  }

  @Test func fixturesAndCapturesStayApart() throws {
    var traffic = try CoverageTraffic(seed: 9)
    let capture = try write(
      try (0..<5).map { _ in try traffic.exchange(broken: 0) }, to: "captures/c.ndjson")
    let fixture = try folder.write(#"{"code": "E1"}"#, to: "fixtures/error.json")
    let report = try coverage([capture, fixture])
    let code = report["coverage"]?[0]?["cells"]?.elements.first {
      $0["pointer"]?.string == "/components/schemas/Error/properties/code/enum/0"
    }
    #expect(code?["counts"]?["fixtures"]?.int == 1)
  }

  /// A body that is checked against a schema by name counts in that schema.
  @Test func aBodyOfANamedSchemaCounts() throws {
    let fixture = try folder.write(#"{"id": 1, "note": null, "kind": "cat"}"#, to: "thing.json")
    let report = try coverage([fixture], ["--schema", "Thing"])
    #expect(
      cells(report) == [
        "/components/schemas/Base/properties/id value": 1,
        "/components/schemas/Base/properties/note null": 1,
        "/components/schemas/Base/properties/opt absent": 1,
        "/components/schemas/Thing/allOf/1/properties/kind value": 1,
        "/components/schemas/Thing/allOf/1/properties/kind/enum/0 enumValue": 1,
        "/components/schemas/Thing/allOf/1/properties/made absent": 1,
        "/components/schemas/Thing/allOf/1/properties/parent absent": 1,
        "/components/schemas/Thing/allOf/1/properties/secret absent": 1,
      ])
  }

  /// What two branches say of one property is counted once, and each branch that holds is counted.
  @Test func branchesThatHoldTogetherCountAValueOnce() throws {
    let union = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "U", "version": "1"}, "paths": {"/u": {"get":
       {"responses": {"200": {"description": "", "content": {"application/json": {"schema":
        {"anyOf": [
         {"allOf": [{"$ref": "#/components/schemas/Base"}], "properties": {"x": {}}},
         {"allOf": [{"$ref": "#/components/schemas/Base"}], "properties": {"y": {}}}]}}}}}}}},
       "components": {"schemas": {"Base": {"type": "object", "required": ["id"],
        "properties": {"id": {"type": "integer"}}}}}}
      """, to: "union.json")
    let body = try folder.write(#"{"id": 1, "x": true}"#, to: "u.json")
    let scenario = Scenario.run(
      "coverage", body, "-c", union, "--operation", "GET /u", "-f", "json", "-q")
    let schema = "/paths/~1u/get/responses/200/content/application~1json/schema/anyOf"
    #expect(
      cells(try JSONDocument(scenario.output).root) == [
        "/components/schemas/Base/properties/id value": 1, "\(schema)/0 branch": 1,
        "\(schema)/1 branch": 1, "\(schema)/0/properties/x value": 1,
        "\(schema)/1/properties/y absent": 1, "/paths/~1u/get/responses/200 status": 1,
        "/paths/~1u/get/responses/200/content/application~1json mediaType": 1,
      ])
  }

  /// An exchange without a recorded body shows that its operation was called.
  @Test func skippedExchangesCountForTheirStatus() throws {
    let capture = try folder.write(
      #"{"method": "GET", "url": "/things", "status": 404}"# + "\n"
        + #"{"method": "GET", "url": "/things", "status": 200, "responseBody": {"items": []}}"#,
      to: "skipped.ndjson")
    let found = cells(try coverage([capture]))
    #expect(found["/paths/~1things/get/responses/404 status"] == 1)
    #expect(found["/paths/~1things/get/responses/200 status"] == 1)
  }

  /// A value that only the count, not the check, would have to follow too deeply.
  @Test func deepValuesAreGivenUpAndSaid() throws {
    let deep = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "D", "version": "1"}, "paths": {"/d": {"get":
       {"responses": {"200": {"description": "", "content": {"application/json": {"schema":
        {"$ref": "#/components/schemas/D"}}}}}}}},
       "components": {"schemas": {"D": {"anyOf": [{"type": "object", "properties":
        {"k": {"$ref": "#/components/schemas/D"}}}, {"type": "null"}, {"type": "string"}]}}}}
      """, to: "deep.json")
    let body =
      String(repeating: #"{"k":"#, count: 280) + "null" + String(repeating: "}", count: 280)
    let file = try folder.write(body, to: "d.json")
    let scenario = Scenario.run(
      "coverage", file, "-c", deep, "--operation", "GET /d", "-f", "json", "-q")
    let report = try JSONDocument(scenario.output).root
    let isWhole = cells(report)["/components/schemas/D/anyOf/0 branch"] == 280
    #expect(isWhole || scenario.errors.contains("to count the cells takes too many steps"))
    #expect(cells(report)["/paths/~1d/get/responses/200 status"] == 1)
  }

  @Test func theReportFollowsItsSchema() throws {
    var traffic = try CoverageTraffic(seed: 10)
    let capture = try write(try (0..<50).map { _ in try traffic.exchange() }, to: "c.ndjson")
    let file = folder.url.appendingPathComponent("coverage.json").path
    #expect(Scenario.run("check", capture, "-c", contract, "--coverage", file).code == .findings)
    let schema = PackageFolder.url.appendingPathComponent("schemas/coverage.schema.json").path
    let scenario = Scenario.run("validate", "--schema", schema, file)
    #expect(scenario.code == .clean, "\(scenario.output)")
  }
}
