import Foundation
import JSONTape
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

  /// Tomcat writes the client's address as `host`.
  @Test func tomcatHasNoHost() throws {
    let server = #""servers": [{"url": "https://api.example.com"}], "paths""#
    let text = try String(contentsOfFile: contract, encoding: .utf8)
    try folder.write(text.replacing(#""paths""#, with: server), to: "api.json")
    let tomcat =
      #"{"host":"81.2.0.4","logicalUserName":"-","user":"-","time":"[28/Nov/2026:10:00:00 +0000]","request":"GET /users/x HTTP/1.1","statusCode":"200","size":"12"}"#
    let other =
      #"{"method":"GET","url":"https://api.example.com/users/1","status":200,"responseBody":{"name":"a"}}"#
    let run = try check(tomcat + "\n" + other + "\n", "a.ndjson")
    #expect(run.output.contains("path parameter: `id` is a string"), "\(run.everything)")
    #expect(run.errors.contains("2 of 2 exchanges checked"), "\(run.errors)")
    #expect(!run.errors.contains("81.2.0.4"), "\(run.errors)")
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

  /// API Gateway writes the template of the operation.
  @Test(arguments: [
    #"{"httpMethod":"GET","resourcePath":"/users/{userId}","status":"200","responseLength":"4"}"#,
    #"{"httpMethod":"GET","routeKey":"GET /users/{id}","status":"200"}"#,
    #"{"routeKey":"GET /users/{id}","status":"200"}"#,
    #"{"routeKey":"ANY /users/{id}","httpMethod":"GET","status":"200"}"#,
    #"{"routeKey":"$default","httpMethod":"GET","path":"/users/7","status":"200"}"#,
    #"{"method":"GET","path":"/users/{id}","status":"200","responseLength":1}"#,
  ])
  func routesOfGateways(line: String) throws {
    for (text, name) in [(line, "a.json"), ("\(line)\n\(line)\n", "a.ndjson")] {
      let run = try check(text, name, "--explain-match")
      #expect(run.code == .clean, "\(run.everything)")
      #expect(run.errors.contains("operation: GET /users/{id}"), "\(run.everything)")
    }
    // The status is judged.
    let other = try check(line.replacing("200", with: "418") + "\n", "a.ndjson")
    #expect(other.output.contains("[undocumented-status]"), "\(other.everything)")
    #expect(try check(line.replacing("users", with: "x") + "\n", "a.ndjson").code == .error)
  }

  @Test func pathsOfGatewaysAreJudged() throws {
    let run = try check(
      #"{"httpMethod":"GET","resourcePath":"/users/{id}","path":"/users/x","status":"200"}"#,
      "a.json")
    #expect(run.output.contains("path parameter: `id` is a string"), "\(run.everything)")
  }

  /// The URL of a function has an empty path. A host without a scheme is shown without slashes.
  @Test func emptyPaths() throws {
    let line =
      #"{"version":"2.0","requestContext":{"http":{"method":"POST"}},"rawPath":"","headers":{"host":"h.example"}}"#
    let run = try check(line + "\n", "a.ndjson", "--explain-match")
    #expect(run.output.contains("no POST for `/`; it has GET  (POST /)"), "\(run.everything)")
    #expect(run.errors.contains("a.ndjson: POST h.example/\n"), "\(run.everything)")
  }

  /// Lines that a server writes about itself, before and after those of requests.
  @Test(arguments: [
    "[notice] ready to serve", "[2026-11-28 10:00:00] INFO: server started",
    "[2026-11-28 10:00:00 +0000] [7] [INFO] Booting worker",
    "[2026-11-20 10:00:00.100][1][info][main] [source/server/server.cc:430] initializing epoch 0",
    "/docker-entrypoint.sh: Looking for shell scripts in /docker-entrypoint.d/",
    "+ shop-6d5f › web", "-- No entries --",
    "  ↳ app/controllers/books_controller.rb:5:in `index'",
    #"{"MESSAGE":"up","_SYSTEMD_UNIT":"w","PRIORITY":"6"}"#,
    #"{"message":"up","host":"h","file":"/x","timestamp":"2026-01-03T10:00:00Z"}"#,
    "> node server.js", #" /\\ / ___'_ __ _ _(_)_ __  __ _ \ \ \ \"#,
    "=========|_|==============|___/=/_/_/_/", " :: Spring Boot ::                (v3.3.0)",
    #"2026/01/03 10:00:00 [notice] 1#1: using the "epoll" event method"#,
    #"D, [2026-01-03T10:00:01.123456 #4242] DEBUG -- : [f3a2]   Load (0.3ms)  SELECT "a".* FROM "a""#,
    #"{"method":null,"path":null,"response_code":0,"response_flags":"-","authority":null}"#,
    #"{"labels":{"app":"a"},"line":"up","timestamp":"2026-01-03T10:00:00Z"}"#,
    #"{"insertId":"1","textPayload":"Listening on 3000"}"#, #"{"@timestamp":"t","@message":"up"}"#,
    #"{"jsonPayload":{"message":"up"},"severity":"INFO","timestamp":"2026-01-03T10:00:00Z"}"#,
    #"{"level":"info","ts":1795600000.1,"logger":"admin","msg":"started","port":{"a":1}}"#,
    #"{"severity":"INFO","timestamp":"2026-11-20T10:00:00Z","message":"ready","age":"x"}"#,
    #"{"t":"2026-11-20T10:00:00Z","lvl":"info","msg":"x"}"#,
    #"{"requestId":"3","httpMethod":"-","resourcePath":"-","status":"403"}"#,
    #"{"requestId":"3","routeKey":"-","status":"403"}"#,
    #"{"requestId":"3","httpMethod":"GET","path":"-","status":"403"}"#,
    #"{"job":"sweep","took":4}"#,
  ])
  func notesOfServers(note: String) throws {
    let line =
      #"{"method":"GET","authority":"api.example","path":"/users/x","response_code":200}"#
    for lines in [[note, line, line], [line, line, note], [note, note, line]] {
      let run = try check(lines.joined(separator: "\n"), "a.log")
      #expect(run.output.contains("path parameter: `id` is a string"), "\(run.everything)")
      let notes = lines.count { $0 == note }
      #expect(
        run.errors.contains(
          "\(3 - notes) of 3 exchanges checked\nnot checked: \(notes) no request\n"),
        "\(run.everything)")
    }
    let other = try check(note + "\n" + line.replacing("users", with: "x"), "a.log")
    #expect(other.output.hasSuffix("(GET /x/x 200)\n"), "\(other.everything)")
  }

  /// A part of a record is no note, and neither are damaged bytes.
  @Test(arguments: [#"tatus": 200, "responseBody": "a""#, "\u{E9}\u{0}\u{1} damaged"])
  func brokenLines(text: String) throws {
    let line = #"{"method":"GET","path":"/users/1","response_code":200}"#
    let run = try check("\(line)\n\(line)\n\(text)\n", "a.ndjson")
    #expect(run.code == .error && run.errors.contains("1 unreadable"), "\(run.everything)")
  }

  /// Other words of the writer are before or around the object.
  @Test(arguments: [
    #"2026-01-03T10:00:00Z {app="shop", pod="x"} LINE"#,
    "\u{1B}[36mweb-1  | \u{1B}[0mLINE", "\u{1B}[1;36mweb-1 |\u{1B}[0m LINE",
    #"{"level":"info","message":LINE}"#,
    #"{"jsonPayload":LINE,"severity":"INFO","timestamp":"2026-01-03T10:00:00Z"}"#,
  ])
  func linesInLines(frame: String) throws {
    let line =
      #"{"method":"GET","authority":"api.example","path":"/users/x","response_code":200}"#
    let text = frame.replacing("LINE", with: line) + "\n"
    let run = try check(text + text, "a.log")
    #expect(run.output.contains("path parameter: `id` is a string"), "\(run.everything)")
    #expect(run.output.contains("a.log:1:"), "\(run.everything)")
  }

  /// Files that the pages of log services offer.
  @Test(arguments: ["@message", "line", "textPayload"])
  func downloadsOfLogs(name: String) throws {
    let line = JSONWriter.quoted(
      #"{"method":"GET","authority":"api.example","path":"/users/x","response_code":200}"#)
    let run = try check(
      #"[{"\#(name)": "up", "id": 1}, {"\#(name)": \#(line), "id": 2}]"#, "a.json")
    #expect(run.output.contains("path parameter: `id` is a string"), "\(run.everything)")
    #expect(run.errors.contains("1 of 2 exchanges checked\nnot checked: 1 no request\n"))
  }

  /// Which operation such a line is about cannot be known.
  @Test(arguments: [
    (#"{"httpMethod":"GET","routeKey":"$default","status":"200"}"#, "$default"),
    (#"{"routeKey":"ANY /users/{id}","status":"200"}"#, "ANY /users/{id}"),
    (#"{"httpMethod":"GET","resourcePath":"/{proxy+}","status":"200"}"#, "/{proxy+}"),
  ])
  func routesOfSeveralOperations(line: String, route: String) throws {
    let run = try check(line + "\n", "a.ndjson")
    #expect(
      run.errors.contains(
        "the route `\(route)` fits several operations; let the gateway write `httpMethod` and "
          + "`path`, too"), "\(run.everything)")
    #expect(run.code == .error && run.errors.contains("1 unreadable"), "\(run.everything)")
  }

  /// A status in quotes beside a body, and the bodies that Caddy appends.
  @Test(arguments: [
    #"{"method":"GET","url":"/users/7","status":"200","responseBody":{"name":1}}"#,
    #"{"httpMethod":"GET","path":"/users/7","status":"200","responseBody":"{\"name\":1}"}"#,
    #"{"request":{"method":"GET","uri":"/users/7"},"status":200,"resp_body":"{\"name\":1}"}"#,
  ])
  func bodiesAreRead(line: String) throws {
    for name in ["a.json", "a.ndjson"] {
      let run = try check(line + "\n", name)
      #expect(run.output.contains("error[schema] `name` is a number"), "\(run.everything)")
    }
  }

  /// Loggers write a dash for nothing.
  @Test(arguments: [
    #"{"method":"GET","url":"/users/7","status":200,"responseBody":"-"}"#,
    #"{"req":{"method":"GET","url":"/users/7"},"res":{"statusCode":200},"responseBody":"-"}"#,
    #"{"request":{"method":"GET","url":"/users/7"},"response":{"status":200,"body":"-"}}"#,
  ])
  func dashesAreNoBodies(line: String) throws {
    let run = try check("\(line)\n\(line)\n", "a.ndjson")
    #expect(run.output.isEmpty, "\(run.everything)")
    #expect(run.errors.contains("not checked: 2 no body"), "\(run.everything)")
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
