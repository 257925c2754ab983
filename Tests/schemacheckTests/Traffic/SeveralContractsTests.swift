import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Contracts are told apart by their place, not by names, which may be one text in two spellings.
@Suite struct SeveralContractsTests {
  private static func contract(_ path: String, _ type: String) -> String {
    """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"\(path)": {"get": {
      "responses": {"200": {"description": "d", "content": {"application/json": {"schema": {
        "type": "object", "required": ["value"], "properties": {"value": {"type": "\(type)"}}}}}}}}}}}
    """
  }

  @Test func namesThatAreEqualText() throws {
    let folder = try TemporaryFolder()
    // The letter é as one character and as two.
    let first = try folder.write(Self.contract("/a", "string"), to: "caf\u{E9}.json")
    let second = try folder.write(Self.contract("/b", "integer"), to: "cafe\u{301}.json")
    try #require(FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    let lines = (0..<40).map { number in
      let (path, value) = number % 2 == 0 ? ("/a", "\"x\"") : ("/b", number == 33 ? "\"x\"" : "7")
      return """
        {"method": "GET", "url": "https://h\(path)?n=\(number)", "status": 200, \
        "responseBody": {"value": \(value)}}
        """
    }
    let traffic = try folder.write(lines.joined(separator: "\n") + "\n", to: "t.ndjson")
    for order in [[first, second], [second, first]] {
      let run = Scenario.run(
        ["check", traffic, "-f", "concise"] + order.flatMap { ["-c", $0] })
      #expect(run.output.split(separator: "\n").count == 1, "\(run.output)")
      #expect(run.output.contains("t.ndjson:34:"))
      #expect(run.errors.contains("40 of 40"))
    }
  }

  @Test func bodiesUnderOtherNamesAreSaid() throws {
    let folder = try TemporaryFolder()
    let record =
      #"{"method": "GET", "url": "https://h/a", "status": 200, "Response": {"value": 1}}"#
    let contract = try folder.write(Self.contract("/a", "string"), to: "c.json")
    let traffic = try folder.write(record + "\n" + record + "\n", to: "t.ndjson")
    let run = Scenario.run("check", traffic, "-c", contract)
    #expect(run.code == .error)
    #expect(
      run.errors.contains(
        "t.ndjson:1:56: a record has no property `Response`; the name of a body is `responseBody`"),
      "\(run.errors)")
  }
}
