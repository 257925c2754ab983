import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Where a finding about a path parameter points: at the segment of that parameter, whatever the
/// other segments are.
@Suite struct PathSegmentTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "servers": [{"url": "https://h.test/v1"}], "paths": {"/a/{x}/b/{y}.json": {"get": {
        "parameters": [
         {"name": "x", "in": "path", "required": true, "schema": {"type": "integer"}},
         {"name": "y", "in": "path", "required": true, "schema": {"type": "integer"}}],
        "responses": {"204": {"description": "ok"}}}},
        "/c/{deviceToken}/d/{z}": {"get": {"parameters": [
         {"name": "deviceToken", "in": "path", "required": true, "schema": {"type": "integer"}},
         {"name": "z", "in": "path", "required": true, "schema": {"type": "string"}}],
        "responses": {"204": {"description": "ok"}}}}}}
      """, to: "api.json")
  }

  private func places(_ url: String) throws -> [String] {
    let input = #"{"method": "GET", "url": "\#(url)", "status": 204}"#
    let scenario = Scenario.run(
      "check", "-c", contract, "-", "-f", "json", "--input-format", "ndjson", input: input)
    let report = try JSONDocument(scenario.output).root
    return try #require(report["findings"]).elements.map { finding in
      let (offset, length) = (finding["offset"]?.int ?? 0, finding["length"]?.int ?? 0)
      let text = Array(input.utf8)[offset..<offset + length]
      return "\(offset) \(String(decoding: text, as: UTF8.self))"
    }
  }

  @Test func eachFindingPointsAtItsOwnSegment() throws {
    #expect(try places("https://h.test/v1/a/zz/b/zz.json") == ["46 zz", "51 zz.json"])
    // A base path, a fixed segment and a query may have the same text.
    #expect(try places("https://h.test/v1/a/a/b/b.json?b=a") == ["46 a", "50 b.json"])
    #expect(try places("https://h.test/v1/a/v1/b/v1.json/") == ["46 v1", "51 v1.json"])
    // Encoded, and with empty segments.
    #expect(
      try places("https://h.test/v1//a/z%20z//b/z%20z.json") == ["47 z%20z", "56 z%20z.json"])
    // Dot segments: the last one with the text.
    #expect(try places("https://h.test/v1/a/q/b/../b/q.json").count == 2)
  }

  @Test func framesMarkTheSameSegment() {
    let input = #"{"method": "GET", "url": "https://h.test/v1/a/zz/b/zz.json", "status": 204}"#
    let scenario = Scenario.run(
      "check", "-c", contract, "-", "--input-format", "ndjson", input: input)
    #expect(
      scenario.output.contains(
        """
          1| https://h.test/v1/a/zz/b/zz.json
           |                     ^^ send an integer
        """))
    #expect(
      scenario.output.contains(
        """
          1| https://h.test/v1/a/zz/b/zz.json
           |                          ^^^^^^^ send an integer
        """))
  }

  /// A secret is masked at its own segment, and a mask is marked as the value would be.
  @Test func secretsAreMaskedAtTheirSegment() {
    let input = #"{"method": "GET", "url": "https://h.test/v1/c/hunter2/d/other", "status": 204}"#
    let scenario = Scenario.run(
      "check", "-c", contract, "-", "--input-format", "ndjson", input: input)
    #expect(
      scenario.output.contains(
        """
          1| https://h.test/v1/c/‹7 characters›/d/other
           |                     ^^^^^^^^^^^^^^
        """))
    #expect(!scenario.everything.contains("hunter2"))
  }
}
