import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Findings say where the contract says it.
@Suite struct ContractPlaceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The places of the findings, as `property or pointer LINE:COLUMN of FILE`.
  private func places(_ contract: String, _ schema: String, _ body: String) throws -> [String] {
    let scenario = Scenario.run(
      "check", "-c", contract, "--schema", schema, "-", "-f", "json", "-q", "--input-format",
      "json", input: body)
    return try #require(try JSONDocument(scenario.output).root["findings"]).elements.map {
      finding in
      let name = finding["member"]?.string ?? finding["instance"]?.string ?? ""
      guard let place = finding["contractPlace"] else { return name }
      let file = place["file"]?.string?.split(separator: "/").last ?? ""
      return "\(name) \(place["line"]?.text ?? ""):\(place["column"]?.text ?? "") of \(file)"
    }
  }

  private static let head = """
    openapi: 3.1.0
    info: {title: t, version: "1"}
    paths: {}
    components:
      schemas:

    """

  @Test func inYAML() throws {
    let contract = try folder.write(
      Self.head + """
            User:
              type: object
              required:
                - id
                - name
              properties:
                id: {type: integer, minimum: 1}
                name:
                  type: string
                kind: {enum: [a, b]}
                other: {$ref: 'parts/other.yaml#/Other'}
        """, to: "api.yaml")
    try folder.write("Other:\n  type: object\n  required: [x]\n", to: "parts/other.yaml")
    #expect(
      try places(contract, "User", #"{"id": 0, "kind": "c", "other": {}, "new": 1}"#) == [
        "name 10:11 of api.yaml", "/id 12:29 of api.yaml", "/kind 15:16 of api.yaml",
        "x 3:14 of other.yaml", "/new 11:7 of api.yaml",
      ])
    let text = Scenario.run(
      "check", "-c", contract, "--schema", "User", "-", "-q", "--input-format", "json",
      input: #"{"id": "1", "name": "n"}"#)
    #expect(text.output.contains("\n   = contract:\n     \(contract):12:14\n   = see: "))
  }

  @Test func inJSON() throws {
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {},
       "components": {"schemas": {"User": {"allOf": [
        {"type": "object", "required": ["id"]},
        {"properties": {"id": {"type": "integer"}, "at": {"type": "string", "format": "date-time"}}}
       ]}}}}
      """, to: "api.json")
    #expect(
      try places(contract, "User", #"{"at": "yesterday"}"#)
        == ["id 3:35 of api.json", "/at 4:71 of api.json"])
  }

  /// The positions are those of the file in `schemas/`, though the library holds a minified copy.
  @Test(arguments: Contract.bundledNames)
  func bundled(name: String) throws {
    let samples = Scenario.run(
      "check", "-c", name, PackageFolder.url.path + "/samples/\(name)", "-f", "json", "-q")
    let file = "schemas/\(name).json"
    let text = try String(
      contentsOf: PackageFolder.url.appendingPathComponent(file), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var seen = 0
    for finding in try #require(try JSONDocument(samples.output).root["findings"]).elements {
      guard let place = finding["contractPlace"], let keyword = finding["keyword"]?.string else {
        continue
      }
      #expect(place["file"]?.string == file)
      let line = lines[try #require(place["line"]?.int) - 1]
      let rest = line.dropFirst(try #require(place["column"]?.int) - 1)
      let said = keyword == "required" ? finding["member"]?.string ?? keyword : keyword
      // What only the rule asks of a property stands at the property's name.
      let name = finding["schema"]?.string?.split(separator: "/").last ?? ""
      let isAsked = rest.hasPrefix("\"\(said)\"") || rest.hasPrefix("\"\(name)\": {")
      #expect(isAsked, "\(finding.text)")
      seen += 1
    }
    #expect(seen > 0)
  }

  /// What only a rule says has no place in the contract; so has a finding about no schema.
  @Test func noPlace() throws {
    let scenario = Scenario.run(
      "check", "-c", "fotolokashen", "-", "-f", "json", "-q", "--input-format", "ndjson",
      input: #"{"method": "GET", "url": "/api/v1/nothing", "status": 200, "responseBody": {}}"#)
    #expect(!scenario.output.contains("contractPlace"))
  }
}
