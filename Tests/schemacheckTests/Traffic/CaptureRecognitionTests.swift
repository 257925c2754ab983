import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What a document is taken for, in the forms in which people have it.
@Suite struct CaptureRecognitionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
     "servers": [{"url": "https://api.example.com/v1"}], "paths": {
      "/users": {"get": {"parameters": [{"name": "size", "in": "query", "schema": {"type": "integer"}}],
       "responses": {"200": {"description": "d"}}},
       "post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object",
         "properties": {"age": {"type": "integer"}}}}, "application/x-www-form-urlencoded": {"schema":
         {"type": "object", "properties": {"age": {"type": "integer"}}}}}},
        "responses": {"201": {"description": "d"}}}},
      "/users/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
       "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
       {"application/json": {"schema": {"type": "object", "properties": {"name":
        {"type": "string"}}}}}}}}}}}
    """#

  private func check(_ text: String, named name: String, _ options: String...) throws -> Scenario {
    let contract = try folder.write(Self.contract, to: "api.json")
    let path = try folder.write(text, to: "in/" + name)
    return Scenario.run(
      ["check", path, "--no-config", "-c", contract, "-f", "concise", "--exit-zero"] + options)
  }

  /// Where the lines of the output begin, the rules, and what the last line counts.
  private func expect(
    _ run: Scenario, _ found: [String], _ count: String, _ comment: Comment = ""
  ) {
    let lines = run.output.split(separator: "\n").map { line in
      line.split(separator: "/in/").dropFirst().first.map { $0.prefix { $0 != "]" } } ?? line
    }
    #expect(lines.map(String.init) == found, "\(comment) \(run.everything)")
    #expect(run.errors.contains(count), "\(comment) \(run.everything)")
  }

  private static let wrong = #"{\"name\": 1}"#
  private static let checked = "1 of 1 exchange checked"

  /// A record of a gateway is evidence, not a stub: its host counts, and its query is checked.
  @Test func recordsOfGateways() throws {
    let response = #""response": {"status": 200, "headers": {}, "body": "\#(Self.wrong)"}"#
    expect(
      try check(
        #"{"request": {"method": "GET", "host": "api.example.com", "path": "/v1/users/7", "headers": {}}, \#(response)}"#,
        named: "a.json"), ["a.json:1:160: error[schema"], Self.checked)
    expect(
      try check(
        #"{"request": {"method": "GET", "host": "cdn.example.org", "path": "/x", "headers": {}}, \#(response)}"#,
        named: "a.json"), [], "not checked: 1 unmatched")
    expect(
      try check(
        #"{"request": {"method": "GET", "url": "/v1/users?size=abc"}, "response": {"status": 200, "body": "[]"}}"#,
        named: "a.ndjson"), ["a.ndjson:1:54: error[schema"],
      "not checked: 1 no schema")
    let array = try check(
      #"[{"request": {"method": "GET", "uri": "/v1/users/7"}, \#(response)}]"#, named: "a.json")
    expect(array, ["a.json:1:118: error[schema"], Self.checked)
  }

  /// One mapping without an answer does not hide the others.
  @Test func mappingsWithoutAnAnswer() throws {
    let right = #"{"request": {"urlPath": "/v1/users/7"}, "response": {"jsonBody": {"name": 1}}}"#
    for first in [
      #"{"request": {"method": "ANY"}, "response": {"proxyBaseUrl": "https://a.example"}}"#,
      #"{"request": {"url": "/v1/users/8"}, "response": {"fault": "EMPTY_RESPONSE"}}"#,
      #"{"request": {"url": "/v1/users"}, "response": {}}"#,
    ] {
      let run = try check(#"{"mappings": [\#(first), \#(right)]}"#, named: "m.json")
      #expect(run.output.split(separator: "\n").count == 1, "\(first) \(run.everything)")
      #expect(run.output.contains("`name`"), "\(first) \(run.everything)")
      let alone = try check(first, named: "m.json")
      #expect(!alone.everything.contains("unmatched-body"), "\(first) \(alone.everything)")
    }
    let comments = try check(
      "// a stub\n" + right.replacing("{\"name\"", with: "/* x */ {\"name\""), named: "m.json")
    expect(comments, ["m.json:2:83: error[schema"], Self.checked)
  }

  @Test func ordinaryBodiesAreBodies() throws {
    for body in [
      #"{"status": "ok", "request": "see /docs"}"#,
      #"{"status": 500, "request": "see /docs", "name": "n"}"#,
      #"{"method": "GET", "host": "h", "path": "/x", "response": {"a": 1}}"#,
    ] {
      let path = try folder.write(body, to: "b.json")
      let lint = Scenario.run("lint", path)
      #expect(lint.code == .clean && lint.errors.contains("1 of 1"), "\(lint.everything)")
    }
  }

  /// A line that no client sent as a request is one of the log all the same.
  @Test func linesOfAccessLogs() throws {
    let empty = try check(
      #"{"remote_addr": "1.1.1.1", "request": "", "status": 400, "response_body": "-"}"#,
      named: "a.ndjson")
    expect(empty, [], "0 of 1 exchange checked")
    #expect(!empty.everything.contains("unmatched-body"), "\(empty.everything)")
    let escapes = try check(
      #"{"request": "GET /v1/users/7 HTTP/1.1", "status": 200, "response_body": "{\x22name\x22:1}"}"#
        + "\n", named: "a.ndjson")
    #expect(escapes.code == .error && escapes.errors.contains("`escape=json`"), "\(escapes.errors)")
  }

  /// A tap is one under both of its names, in a file and in a line.
  @Test(arguments: ["http_buffered_trace", "httpBufferedTrace"])
  func linesOfTaps(_ name: String) throws {
    let bytes = name.contains("_") ? "as_bytes" : "asBytes"
    let tap =
      #"{"\#(name)": {"request": {"headers": [{"key": ":method", "value": "GET"}, {"key": ":path", "value": "/v1/users/7"}]}, "response": {"headers": [{"key": ":status", "value": "200"}], "body": {"\#(bytes)": "eyJuYW1lIjoxfQ=="}}}}"#
    let file = try check(tap, named: "t.json")
    #expect(file.output.contains("`name` is a number"), "\(file.everything)")
    let escaped = tap.replacing(name, with: "\\u0068" + name.dropFirst())
    for line in [tap, escaped] {
      let lines = try check("\(line)\n\(line)\n", named: "t.ndjson")
      #expect(lines.output.contains("`name` is a number"), "\(lines.everything)")
      #expect(lines.errors.contains("2 of 2 exchanges checked"), "\(lines.everything)")
    }
  }

  @Test func charlesSessions() throws {
    func transaction(_ status: String, _ response: String) -> String {
      #"{"status": "\#(status)", "method": "GET", "protocolVersion": "HTTP/1.1", "scheme": "https", "host": "api.example.com", "port": 443, "path": "/v1/users", "query": "size=abc", "response": \#(response)}"#
    }
    let failed = try check("[\(transaction("FAILED", "null"))]", named: "a.chlsj")
    expect(failed, ["a.chlsj:1:166: error[schema"], "not checked: 1 no response")
    let cut = try check(
      "[{\"method\": \"CONNECT\"}, "
        + transaction(
          "RECEIVING_RESPONSE_BODY", #"{"status": 200, "body": {"text": "{\"a"}}"#
        )
        .replacing("/v1/users\", \"query\": \"size=abc\"", with: "/v1/users/7\"") + "]",
      named: "a.chlsj")
    expect(cut, [], "not checked: 1 truncated body")
  }

  private func collection(
    _ request: String, _ response: String = #""code": 200, "body": "{\"name\": 1}""#,
    _ rest: String = ""
  ) -> String {
    #"{"info": {"_postman_id": "1", "name": "n"}, "item": [{"request": \#(request), "response": [{\#(response)}]}]\#(rest)}"#
  }

  @Test func postman() throws {
    let requests: [(String, String)] = [
      (#"{"method": "GET", "url": {"raw": "api.example.com/v1/users/7"}}"#, ""),
      (#"{"method": "GET", "url": " https://api.example.com/v1/users/7 "}"#, ""),
      (#""https://api.example.com/v1/users/7""#, ""),
      (
        #"{"method": "GET", "url": "{{baseUrl}}/{{version}}/users/7"}"#,
        #", "variable": [{"key": "version", "value": "v1"}]"#
      ),
      (
        #"{"method": "GET", "url": "{{baseUrl}}/users/7"}"#,
        #", "variable": [{"key": "baseUrl", "value": "https://staging.example.com/v1"}]"#
      ),
      (
        #"{"method": "GET", "url": {"raw": "{{b}}/v1/users/:id", "variable": [{"key": "id", "value": "<integer>"}]}}"#,
        ""
      ),
    ]
    for (request, rest) in requests {
      let run = try check(collection(request, rest: rest), named: "c.json")
      #expect(run.output.split(separator: "\n").count == 1, "\(request) \(run.everything)")
      #expect(run.output.contains("`name`"), "\(request) \(run.everything)")
    }
    let wrapped = try check(
      #"{"collection": \#(collection(#"{"method": "GET", "url": "/v1/users/7"}"#))}"#,
      named: "c.json")
    #expect(wrapped.output.contains("`name`"), "\(wrapped.everything)")
    let empty = try check(
      #"{"info": {"_postman_id": "1", "name": "n"}, "item": []}"#, named: "c.json")
    #expect(
      empty.errors.contains(
        "c.json:1:1: this Postman collection has no saved responses; save some as examples"),
      "\(empty.errors)")
  }

  private func collection(_ request: String, rest: String) -> String {
    collection(request, #""code": 200, "body": "{\"name\": 1}""#, rest)
  }

  /// Comments are not sent, nor is what is switched off; a form is checked as one.
  @Test func requestsOfPostman() throws {
    func run(_ body: String) throws -> Scenario {
      try check(
        collection(#"{"method": "POST", "url": "/v1/users", "body": \#(body)}"#, #""code": 201"#),
        named: "c.json")
    }
    let comments = try run(#"{"mode": "raw", "raw": "{\n // old\n \"age\": \"x\" /* y */}"}"#)
    #expect(comments.output.contains("`age`"), "\(comments.everything)")
    let disabled = try run(#"{"mode": "raw", "raw": "{\"age\": \"x\"}", "disabled": true}"#)
    #expect(disabled.output.isEmpty, "\(disabled.everything)")
    let form = try run(#"{"mode": "urlencoded", "urlencoded": [{"key": "age", "value": "x1"}]}"#)
    #expect(form.output.contains("form: `age`"), "\(form.everything)")
    let filled = try run(
      #"{"mode": "urlencoded", "urlencoded": [{"key": "age", "value": "{{age}}"}, {"key": "b", "value": "x", "disabled": true}]}"#
    )
    #expect(filled.output.isEmpty, "\(filled.everything)")
  }

  /// Two cassettes of vcrpy, the second as it records httpx; the first has no request.
  @Test func cassettesOfHTTPX() throws {
    let text = """
      interactions:
      - request: {method: GET}
        response: {status_code: 200}
      - request: {method: GET, uri: "https://api.example.com/v1/users/7", body: ''}
        response: {http_version: HTTP/1.1, status_code: 200, headers: {}, content: '{"name": 1}'}
      """
    let run = try check(text, named: "c.yaml")
    #expect(run.output.contains("c.yaml:5:88: error[schema] `name`"), "\(run.everything)")
  }

  /// With the operation named, a capture is still read as one.
  @Test func toldOperations() throws {
    let mapping =
      #"{"request": {"urlPath": "/other"}, "response": {"jsonBody": {"name": 1}}}"#
    let run = try check(mapping, named: "m.json", "--operation", "GET /users/{id}")
    expect(run, ["m.json:1:70: error[schema"], Self.checked)
    try folder.write("name: ci\n", to: "in/ci.yml")
    let all = Scenario.run(
      "check", "\(folder.path)/in", "--no-config", "-c", "\(folder.path)/api.json", "-f",
      "concise", "--operation", "GET /users/{id}")
    #expect(!all.output.contains("ci.yml"), "\(all.everything)")
  }
}
