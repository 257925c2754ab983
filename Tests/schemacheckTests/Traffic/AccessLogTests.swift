import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Flat records of an access log, and what only resembles them.
@Suite struct AccessLogTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
       "/": {"get": {"responses": {"200": {"description": "d"}}}},
       "/users/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
        "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
        {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}}}},
       "components": {"schemas": {"User": {"type": "object", "properties": {
        "name": {"type": "string"}, "age": {"type": "integer"}}},
        "Note": {"type": "object", "required": ["status", "request"], "properties": {
        "status": {}, "request": {"type": "string"}, "code": {"type": "integer"}}}}}}
      """#, to: "api.json")
  }

  private func check(_ text: String, _ name: String, _ options: String...) throws -> Scenario {
    let path = try folder.write(text, to: name)
    return Scenario.run(
      ["check", path, "--no-config", "-c", contract, "-f", "concise"] + options)
  }

  private static func record(_ request: String, _ body: String) -> String {
    #"{"time_iso8601": "2026-01-01T00:00:00+01:00", "remote_addr": "1.1.1.1", "request": "\#(request)", "status": "400", "body_bytes_sent": "47", "request_body": "-", "response_body": "\#(body)"}"#
  }

  /// What port scanners send, alone and among others.
  @Test(arguments: ["", "-", "\\\\x16\\\\x03\\\\x01", "GET", "GET /a b HTTP/1.1", "get x y"])
  func requestsThatNobodySent(_ request: String) throws {
    for body in ["", "-", "<html>", #"{\"name\": 1}"#] {
      let line = Self.record(request, body)
      for (text, name) in [(line, "a.json"), (line + "\n", "a.ndjson"), ("[\(line)]", "a.json")] {
        let run = try check(text, name)
        #expect(run.output.isEmpty, "\(text) \(run.everything)")
        #expect(
          run.errors.contains("0 of 1 exchange checked\nnot checked: 1 no request"),
          "\(text) \(run.errors)")
      }
      let right = Self.record("GET /users/7 HTTP/1.1", #"{\"name\": 1}"#).replacing(
        "400", with: "200")
      let run = try check("\(line)\n\(right)\n", "a.ndjson")
      #expect(run.output.contains("a.ndjson:2:"), "\(run.everything)")
      #expect(run.errors.contains("1 of 2 exchanges checked"), "\(run.everything)")
    }
  }

  /// The target may have a property of its own.
  @Test(arguments: ["", "-"]) func targetsThatNobodySent(_ target: String) throws {
    let text =
      #"{"request_uri": "\#(target)", "request_method": "\#(target)", "host": "-", "status": 400, "response_body": "<html>"}"#
    let run = try check(text, "a.json")
    #expect(run.errors.contains("not checked: 1 no request"), "\(run.everything)")
    let other = try check(
      #"{"request_uri": "/users/7", "request_method": "GET", "host": "-", "status": 200, "response_body": "{\"name\": 1}"}"#,
      "a.json")
    #expect(other.output.contains("`name` is a number"), "\(other.everything)")
  }

  /// Bodies that have a status and a request of their own.
  @Test(arguments: [
    #"{"status": "ok", "request": "see /docs", "code": "x"}"#,
    #"{"status": 500, "request": "see /docs", "code": "x"}"#,
    #"{"status": true, "request": "GET /docs HTTP/1.1", "code": "x"}"#,
    #"{"status": 200, "request": "GET", "code": "x"}"#,
  ])
  func bodiesAreBodies(_ body: String) throws {
    for (text, name) in [(body, "a.json"), (body + "\n" + body + "\n", "a.ndjson")] {
      let run = try check(text, name, "--schema", "Note")
      #expect(run.code == .findings, "\(run.everything)")
      #expect(run.output.contains("`code` is a string"), "\(run.everything)")
      let near = try check(text, name)
      #expect(near.output.contains("`code` is a string"), "\(near.everything)")
    }
  }
}
