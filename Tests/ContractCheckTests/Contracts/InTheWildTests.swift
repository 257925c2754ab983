@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import JSONTape
import Testing

/// Habits of generated documents that are easy to read wrongly.
struct InTheWildTests {
  /// What no keyword has evaluated is refused, whatever rules look at keys.
  @Test(arguments: ["false", #"{"type": "integer"}"#])
  func unevaluatedProperties(schema: String) throws {
    for before in [
      #""properties": {"b": {"type": "integer"}}"#,
      ##""allOf": [{"$ref": "#/components/schemas/A"}]"##,
    ] {
      let probe = try OpenAPIProbe.schemas(
        """
        {"A": {"type": "object", "properties": {"b": {"type": "integer"}}},
         "O": {\(before), "unevaluatedProperties": \(schema)}}
        """, version: "3.1.0")
      #expect(try probe.found(in: #"{"b": 1}"#, schema: "O").isEmpty)
      let found = try probe.found(in: #"{"b": 1, "zz": "x"}"#, schema: "O")
      #expect(found.count == 1 && found[0].contains(" /zz "), "\(found)")
    }
  }

  /// Of a range the message says whether it is JSON.
  @Test(arguments: ["*/*", "application/*"]) func openMediaTypes(range: String) throws {
    let probe = try OpenAPIProbe(
      paths: """
        {"/p": {"get": {"responses": {"200": {"description": "", "content": {"\(range)": {"schema":
          {"type": "object", "properties": {"id": {"type": "integer"}}}}}}}}}}
        """)
    func found(_ type: String, _ body: String) throws -> [String] {
      try probe.found(
        in: #"{"method":"GET","url":"https://h/p","status":200,"#
          + #""responseHeaders":{"content-type":"\#(type)"},"responseBody":\#(body)}"#,
        format: .ndjson)
    }
    for _ in 0..<2 {
      #expect(try found("application/json", #"{"id": 1}"#).isEmpty)
      #expect(try found("application/json", #"{"id": "x"}"#).count == 1)
      #expect(try found("text/plain", #""not JSON""#).isEmpty == (range == "*/*"))
    }
  }

  /// Properties of schemas that extend one with a discriminator are no strays.
  @Test(arguments: ["3.0.3", "3.1.0"]) func extendedSchemas(version: String) throws {
    let probe = try OpenAPIProbe.schemas(
      """
      {"Pet": {"type": "object", "required": ["petType"], "properties": {"petType": {"type": "string"}},
               "discriminator": {"propertyName": "petType"}},
       "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"},
               {"type": "object", "properties": {"lives": {"type": "integer"}}}]}}
      """, version: version)
    #expect(try probe.found(in: #"{"petType": "Cat", "lives": 9}"#, schema: "Pet").isEmpty)
    #expect(try probe.found(in: #"{"petType": "Cat", "livs": 9}"#, schema: "Cat").count == 1)
    #expect(try probe.found(in: #"{"lives": 9}"#, schema: "Pet").count == 1)
  }

  @Test func keysTwice() {
    let error = OpenAPIProbe.refusal(
      "{\"openapi\": \"3.1.0\",\n \"paths\": {\"/a\": {}, \"/a\": {}}}")
    #expect(
      error?.description == "api/openapi.json:2:22: the object has the property `/a` twice; "
        + "remove one of them")
  }

  /// Mistakes of two parameters are two, also where people read them.
  @Test func parametersStandApart() throws {
    let probe = try OpenAPIProbe.parameters(
      #"{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},"#
        + #"{"name": "n", "in": "query", "schema": {"type": "integer"}}"#, path: "/p/{id}")
    let line = #"{"method":"GET","url":"https://h/p/x?n=y","status":200,"responseBody":{}}"#
    var report: [UInt8] = []
    var text = ReportFormat.named("concise")!.report { report += $0 }
    var summary = Summary()
    let checker = try Checker(contracts: [probe.contract])
    checker.check(Array(line.utf8), name: "t", format: .ndjson) { _, result in
      for finding in result.findings {
        text.add(finding)
        summary.count(finding.severity)
      }
    } problem: { _ in
    }
    text.finish(summary)
    let lines = String(decoding: report, as: UTF8.self).split(separator: "\n")
    #expect(
      lines.count == 2 && lines.contains { $0.contains("`id`") }
        && lines.contains { $0.contains("`n`") })
  }

  /// Secrets in JSON that stands in a query, and keys that services issue.
  @Test func secretsByTheirLooks() {
    #expect(
      !URLRedaction.redact("https://h/p?q=%7B%22password%22%3A%22hunter2%22%7D").contains("hunter2")
    )
    #expect(URLRedaction.redact("https://h/p?q=%7B%22a%22%3A1%7D").contains("%22a%22"))
    for secret in [
      "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "AKIAIOSFODNN7EXAMPLE",
      "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "Bearer abc12345",
    ] {
      #expect(!Redaction.shown(secret, ofProperty: nil).contains(secret), "\(secret)")
    }
    for plain in ["Bearer of bad news", "SG. Eintracht 1899", "basic training"] {
      #expect(Redaction.shown(plain, ofProperty: nil) == plain)
    }
  }
}
