@_spi(Engine) import ContractCaptures
import ContractCheck
import Foundation
import JSONSchema
import TestSupport
import Testing

/// Where verdicts are kinder than JSON Schema: each leniency lets pass what it says, is counted, and
/// can be turned off.
@Suite struct LeniencyTests {
  /// A schema and a body that is valid only by a leniency.
  struct Case: CustomTestStringConvertible, Sendable {
    var version = "3.1.0"
    var settings = ""
    var isRequest = false
    let schema: String
    let body: String
    let leniency: Leniency
    var count = 1

    var testDescription: String { "\(leniency.id): \(schema), \(body)" }
  }

  static let cases = [
    Case(
      isRequest: true,
      schema: #"{"required": ["id"], "properties": {"id": {"readOnly": true}, "n": {}}}"#,
      body: #"{"n": 1}"#, leniency: .readOnly),
    Case(
      schema: #"{"required": ["pin"], "properties": {"pin": {"writeOnly": true}, "n": {}}}"#,
      body: #"{"n": 1}"#, leniency: .writeOnly),
    // Once a property and exchange.
    Case(
      schema: #"{"items": {"required": ["pin"], "properties": {"pin": {"writeOnly": true}}}}"#,
      body: #"[{}, {}, {}]"#, leniency: .writeOnly),
    Case(
      schema: #"{"additionalProperties": false, "allOf": [{"properties": {"a": {}, "b": {}}}]}"#,
      body: #"{"a": 1, "b": 2}"#, leniency: .closedBesideAllOf, count: 2),
    Case(
      schema:
        #"{"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}, "additionalProperties": false}]}"#,
      body: #"{"a": 1, "b": 2}"#, leniency: .closedBesideAllOf),
    Case(
      settings: #", "decoder": {"keys": "convertFromSnakeCase"}, "rules": {"key-case": "off"}"#,
      schema: #"{"required": ["user_name"], "properties": {"user_name": {"type": "string"}}}"#,
      body: #"{"userName": "a"}"#, leniency: .keyCase),
    Case(
      version: "3.0.3",
      schema: #"{"properties": {"v": {"type": "string", "nullable": true, "enum": ["a"]}}}"#,
      body: #"{"v": null}"#, leniency: .nullableBesideEnum),
    Case(
      version: "3.0.3",
      schema: #"{"properties": {"v": {"nullable": true, "allOf": [{"type": "string"}]}}}"#,
      body: #"{"v": null}"#, leniency: .nullableBesideAllOf),
    Case(
      version: "3.0.3",
      schema: #"{"properties": {"v": {"nullable": true, "oneOf": [{"type": "string"}]}}}"#,
      body: #"{"v": null}"#, leniency: .nullableBesideAllOf),
    Case(
      settings: #", "rules": {"iso-dates": {"profile": "wordpress"}}"#,
      schema: #"{"properties": {"at": {"type": "string", "format": "date-time"}}}"#,
      body: #"{"at": "2026-02-23 10:00:00"}"#, leniency: .dateProfile),
  ]

  private static func result(_ example: Case, isLenient: Bool) throws -> Checker.Result {
    let content =
      #""content": {"application/json": {"schema": \#(example.schema)}}"#
    let request = example.isRequest ? #""requestBody": {\#(content)}, "# : ""
    let response = example.isRequest ? "" : #", \#(content)"#
    let word = isLenient ? "listed" : "none"
    let probe = try OpenAPIProbe(
      example.version,
      paths: """
        {"/a": {"post": {\(request)"responses": {"200": {"description": ""\(response)}}}}}
        """, more: #""x-schemacheck": {"leniencies": "\#(word)"\#(example.settings)},"#)
    let side = example.isRequest ? "request" : "response"
    let record =
      #"{"method":"POST","url":"https://h/a","status":200,"\#(side)Body":\#(example.body),"#
      + #""\#(side)Headers":{"content-type":"application/json"}}"#
    var results: [Checker.Result] = []
    try Checker(contracts: [probe.contract]).check(
      Array(record.utf8), name: "t", format: .ndjson
    ) { _, result in
      results.append(result)
    } problem: {
      Issue.record("\($0)")
    }
    return try #require(results.first)
  }

  @Test(arguments: cases)
  func passesAndIsCounted(example: Case) throws {
    let result = try Self.result(example, isLenient: true)
    #expect(!result.findings.contains { $0.severity == .error }, "\(result.findings)")
    #expect(result.count.leniencies == [example.leniency: example.count])
    var summary = Summary()
    summary.count(result.count, hasFindings: false, times: 3)
    #expect(summary.leniencies == [example.leniency.id: 3 * example.count])
  }

  @Test(arguments: cases)
  func isRefusedWithoutLeniencies(example: Case) throws {
    let result = try Self.result(example, isLenient: false)
    #expect(result.findings.contains { $0.severity == .error })
    #expect(result.count.leniencies.isEmpty)
  }

  /// A leniency chooses no branch that would hold anyway, and none where a schema only decides.
  @Test(arguments: [
    // Exactly one branch holds by itself.
    #"{"oneOf": [{"required": ["pin"], "properties": {"pin": {"writeOnly": true}}}, {"required": ["n"]}]}"#,
    #"{"anyOf": [{"required": ["pin"], "properties": {"pin": {"writeOnly": true}}}, {}]}"#,
    #"{"not": {"required": ["pin"], "properties": {"pin": {"writeOnly": true}}}}"#,
    #"{"if": {"required": ["pin"], "properties": {"pin": {"writeOnly": true}}}, "then": {"maxProperties": 0}}"#,
  ])
  func decidesNothingElse(schema: String) throws {
    let result = try Self.result(
      Case(schema: schema, body: #"{"n": 1}"#, leniency: .writeOnly), isLenient: true)
    #expect(!result.findings.contains { $0.severity == .error }, "\(result.findings)")
    #expect(result.count.leniencies.isEmpty)
  }

  /// What is sent, what is documented, and whether they are the same under different names.
  @Test(arguments: [
    ("application/json", "application/problem+json", true),
    ("application/vnd.api+json; charset=utf-8", "application/json", true),
    ("text/json", "application/json", true),
    ("application/problem+json", "application/problem+json", false),
    ("application/problem+json", "application/*+json", false),
    ("application/json", "*/*", false),
  ])
  func jsonTypes(sent: String, documented: String, isOther: Bool) throws {
    let content = #""content": {"\#(documented)": {"schema": {"type": "object"}}}"#
    for (word, isLenient) in [("listed", true), ("none", false)] {
      let probe = try OpenAPIProbe(
        paths: """
          {"/a": {"post": {"requestBody": {\(content)}, "responses":
           {"200": {"description": "", \(content)}}}}}
          """, more: #""x-schemacheck": {"leniencies": "\#(word)"},"#)
      let headers = #"{"content-type":"\#(sent)"}"#
      let record =
        #"{"method":"POST","url":"https://h/a","status":200,"requestBody":{},"responseBody":[],"#
        + #""requestHeaders":\#(headers),"responseHeaders":\#(headers)}"#
      var results: [Checker.Result] = []
      try Checker(contracts: [probe.contract]).check(
        Array(record.utf8), name: "t", format: .ndjson
      ) { _, result in
        results.append(result)
      } problem: {
        Issue.record("\($0)")
      }
      let result = try #require(results.first)
      #expect(result.count.leniencies == (isOther && isLenient ? [.jsonType: 2] : [:]))
      let types = result.findings.filter { $0.rule == "content-type" }
      #expect(types.map(\.severity) == (isOther && !isLenient ? [.warning, .warning] : []))
      // The body is judged in either case.
      #expect(result.findings.map(\.rule).contains("schema"))
    }
  }

  @Test func theListIsInTheLimits() throws {
    let page = try String(
      contentsOf: PackageFolder.url.appendingPathComponent(
        "Sources/ContractCheck/ContractCheck.docc/Limits.md"), encoding: .utf8)
    for leniency in Leniency.allCases { #expect(page.contains("`\(leniency.id)`")) }
  }

  @Test func anotherWordIsAnError() {
    #expect(throws: ContractError.self) {
      try OpenAPIProbe(more: #""x-schemacheck": {"leniencies": "some"},"#)
    }
  }
}
