import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Bodies whose headers name another media type than the documented one.
@Suite struct MediaTypesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users:
          get:
            responses:
              '200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
              '404': {description: '', content: {application/problem+json: {schema: {type: object}}}}
      components: {schemas: {User: {type: object, required: [id], properties: {id: {type: integer}}}}}
      """, as: "api.yaml")
  }

  private func check(_ text: String, named name: String, _ options: String...) throws -> Scenario {
    try folder.run("check", on: text, name, options)
  }

  @Test(arguments: ["image/png", "text/html; charset=utf-8", "text/plain"])
  func whatIsNotMeantAsJSONIsNotJSON(type: String) throws {
    for (status, body) in [("200 OK", "\u{89}PNG"), ("503 Busy", "<html>"), ("200 OK", "{\"id\":")]
    {
      let text = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\n\r\n\(body)"
      let run = try check(text, named: "a.response", "--allow-empty")
      #expect(run.output.isEmpty && run.code == .clean, "\(run.everything)")
      #expect(run.errors.contains("not checked: 1 non-JSON"), "\(run.errors)")
    }
  }

  @Test(arguments: [("application/json", "{\"id\":"), ("application/problem+json", "<html>")])
  func whatIsMeantAsJSONIsJudged(type: String, body: String) throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n\(body)"
    let run = try check(text, named: "a.response")
    #expect(run.output.contains("error[json-syntax]"), "\(run.everything)")
    // JSON is found under any media type.
    let found = try check(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{\"id\":\"a\"}", named: "a.response")
    #expect(found.output.contains("error[schema] `id` is a string"), "\(found.everything)")
  }

  @Test func otherJSONTypesAreCounted() throws {
    let record =
      #"{"method":"GET","url":"https://h/users","status":404,"responseBody":{},"#
      + #""responseHeaders":{"content-type":"application/vnd.api+json"}}"#
    let run = try check(record, named: "a.ndjson", "--strict")
    #expect(run.code == .clean && run.output.isEmpty, "\(run.everything)")
    #expect(run.errors.contains("json-type"), "\(run.errors)")
    try folder.write(
      #"{"leniencies": "none"}"#, to: "strict.json")
    let strict = Scenario.run(
      "check", "--config", folder.path + "/strict.json", folder.path + "/a.ndjson", "-c",
      folder.path + "/api.yaml", "-f", "concise", "--strict")
    #expect(
      strict.output.contains(
        "error[content-type] media type is `application/vnd.api+json`; the contract says "
          + "`application/problem+json`"), "\(strict.everything)")
    #expect(!strict.errors.contains("json-type"), "\(strict.errors)")
  }
}
