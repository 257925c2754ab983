import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Requests and responses are counted apart, and a checked request hides no unchecked response.
@Suite struct MessageCountTests {
  private static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
      "/users": {"get": {"responses": {"200": {"description": "d", "content": {"application/json":
        {"schema": {"type": "array"}}}}}},
       "post": {"requestBody": {"required": true, "content": {"application/json": {"schema":
         {"$ref": "#/components/schemas/User"}}}},
        "responses": {"201": {"description": "d", "content": {"application/json": {"schema":
          {"$ref": "#/components/schemas/User"}}}}, "204": {"description": "none"},
         "422": {"description": "d", "content": {"application/json": {}}}}}},
      "/users/{id}": {"delete": {"responses": {"204": {"description": "d"}}},
        "head": {"responses": {"200": {"description": "d", "content": {"application/json": {}}}}}},
      "/moved": {"get": {"responses": {"default": {"description": "d", "content":
        {"application/json": {}}}}}},
      "/photo": {"get": {"responses": {"200": {"description": "d", "content": {"image/png":
        {"schema": {"type": "string", "format": "binary"}}}}}}}},
     "components": {"schemas": {"User": {"type": "object", "required": ["id"], "properties":
       {"id": {"type": "integer"}}}}}}
    """#

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var name = "a.ndjson"
    let capture: String
    var options: [String] = []
    /// The status of the run, and with `--strict`.
    let codes: [Int32]
    /// `checked`, `skipped`, `documentedBodies`, `checkedBodies`.
    var requests = "1 {} 0 0"
    var responses = "1 {} 1 1"
  }

  private static func post(_ rest: String, body: String = #", "requestBody": {"id": 1}"#) -> String
  {
    #"{"method": "POST", "url": "/users"\#(body), \#(rest)}"# + "\n"
  }
  private static let right = post(#""status": 201, "responseBody": {"id": 1}"#)
  private static let bare = post(#""status": 201"#)
  private static let sent = "1 {} 1 1"

  static let cases = [
    Case(testDescription: "both", capture: right, codes: [0, 0], requests: sent),
    Case(
      testDescription: "no recorded response body", capture: bare, codes: [2, 2], requests: sent,
      responses: "0 {\"no-body\":1} 1 0"),
    Case(
      testDescription: "one of two", capture: right + bare, codes: [0, 1], requests: "2 {} 2 2",
      responses: "1 {\"no-body\":1} 2 1"),
    Case(
      testDescription: "requests alone", capture: bare, options: ["--requests"], codes: [0, 0],
      requests: sent, responses: "0 {} 0 0"),
    Case(
      testDescription: "requests alone of GET",
      capture: #"{"method": "GET", "url": "/users", "status": 200}"#, options: ["--requests"],
      codes: [0, 0], responses: "0 {} 0 0"),
    Case(
      testDescription: "a wrong request alone",
      capture: post(#""status": 201"#, body: #", "requestBody": {}"#), options: ["--requests"],
      codes: [1, 1], requests: sent, responses: "0 {} 0 0"),
    Case(
      testDescription: "status 0", capture: post(#""status": 0, "error": "timeout""#),
      codes: [2, 2], requests: sent, responses: "0 {\"no-response\":1} 1 0"),
    Case(
      testDescription: "a body that the recorder left out",
      capture: post(#""status": 201, "omitted": {"responseBody": "5 MB"}"#), codes: [2, 2],
      requests: sent, responses: "0 {\"omitted-body\":1} 1 0"),
    Case(
      testDescription: "a required request body that is not recorded",
      capture: right + post(#""status": 201, "responseBody": {"id": 1}"#, body: ""),
      codes: [0, 1], requests: "1 {\"no-body\":1} 2 1", responses: "2 {} 2 2"),
    Case(
      testDescription: "a refused request",
      capture: post(#""status": 422, "responseBody": {}"#, body: #", "requestBody": {}"#),
      codes: [0, 0], requests: "0 {\"refused\":1} 0 0"),
    Case(
      testDescription: "no documented body", capture: post(#""status": 204"#), codes: [0, 0],
      requests: sent, responses: "1 {} 0 0"),
    Case(
      testDescription: "DELETE",
      capture: #"{"method": "DELETE", "url": "/users/1", "status": 204}"#, codes: [0, 0],
      responses: "1 {} 0 0"),
    Case(
      testDescription: "HEAD", capture: #"{"method": "HEAD", "url": "/users/1", "status": 200}"#,
      codes: [0, 0], responses: "1 {} 0 0"),
    Case(
      testDescription: "a picture",
      capture:
        #"{"method": "GET", "url": "/photo", "status": 200, "responseHeaders": {"Content-Type": "image/png"}, "responseBody": "x"}"#,
      codes: [2, 2], responses: "0 {\"non-json\":1} 0 0"),
    Case(
      testDescription: "not modified",
      capture: right + #"{"method": "GET", "url": "/users", "status": 304}"#, codes: [0, 0],
      requests: "2 {} 1 1", responses: "1 {\"not-modified\":1} 1 1"),
    Case(
      testDescription: "an access log",
      capture: #"{"remote_addr": "1.1.1.1", "request": "GET /users HTTP/1.1", "status": 200}"#,
      codes: [0, 0], responses: "1 {} 0 0"),
    Case(
      testDescription: "a request alone", name: "a.http",
      capture: "POST /users HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{\"id\": 1}",
      codes: [0, 0], requests: sent, responses: "0 {\"no-response\":1} 0 0"),
    Case(
      testDescription: "a HAR entry", name: "a.har",
      capture:
        #"{"log": {"version": "1.2", "entries": [{"request": {"method": "POST", "url": "/users", "headers": [], "postData": {"mimeType": "application/json", "text": "{\"id\": 1}"}}, "response": {"status": 201, "headers": [], "content": {"size": 812, "mimeType": "application/json"}}}]}}"#,
      codes: [2, 2], requests: sent, responses: "0 {\"no-body\":1} 1 0"),
    Case(
      testDescription: "an undocumented status", capture: post(#""status": 503"#), codes: [2, 1],
      requests: sent, responses: "0 {\"undocumented-status\":1} 0 0"),
    Case(
      testDescription: "no response where no body is documented",
      capture: #"{"method": "DELETE", "url": "/users/1", "status": 0, "requestBody": {}}"#,
      codes: [2, 2], requests: "0 {\"no-schema\":1} 0 0", responses: "0 {\"no-response\":1} 0 0"),
    Case(
      testDescription: "a redirect without a body",
      capture: right
        + #"{"method": "GET", "url": "/moved", "status": 307, "responseHeaders": {"Content-Length": "0"}}"#,
      codes: [0, 0], requests: "2 {} 1 1", responses: "2 {} 1 1"),
    Case(
      testDescription: "an unexpected status that is a warning",
      capture: #"{"method": "GET", "url": "/moved", "status": 404, "expect": "2XX"}"#,
      options: ["--rule", "unexpected-status=warning"], codes: [2, 2],
      responses: "0 {\"no-body\":1} 1 0"),
    Case(
      testDescription: "a stub of a request", name: "a.json",
      capture:
        #"{"request": {"method": "POST", "urlPath": "/users", "bodyPatterns": [{"equalToJson": "{}"}]}, "response": {"status": 201, "jsonBody": {"id": 1}}}"#,
      codes: [0, 0], requests: "0 {} 0 0"),
    Case(
      testDescription: "a partial interaction", name: "a.json",
      capture:
        #"{"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [{"description": "d", "request": {"method": "POST", "path": "/users"}, "response": {"status": 201, "body": {"id": 1}}}], "metadata": {"pactSpecification": {"version": "2.0.0"}}}"#,
      codes: [0, 0]),
    Case(
      testDescription: "an access log with a request body of its own",
      capture:
        #"{"remote_addr": "1.1.1.1", "request": "POST /users HTTP/1.1", "status": 201, "request_body": "-", "response_body": "-"}"#,
      codes: [0, 0], responses: "1 {} 0 0"),
    Case(
      testDescription: "a finding beside an absent body",
      capture: #"{"method": "GET", "url": "/users?a=%ZZ&a=1", "status": 200, "status": 200}"#,
      codes: [2, 2], responses: "0 {\"no-body\":1} 1 0"),
    Case(
      testDescription: "a body that is no JSON",
      capture: post(#""status": 201, "responseBody": "{""#), codes: [1, 1], requests: sent),
  ]

  private func run(_ test: Case, _ options: String...) throws -> Scenario {
    let folder = try TemporaryFolder()
    let contract = try folder.write(Self.contract, to: "api.json")
    let capture = try folder.write(test.capture, to: test.name)
    return Scenario.run(
      ["check", capture, "--no-config", "-c", contract] + test.options + options)
  }

  @Test(arguments: cases) func counts(_ test: Case) throws {
    let run = try run(test, "-f", "json")
    let strict = try self.run(test, "-f", "json", "--strict")
    #expect([run.code.rawValue, strict.code.rawValue] == test.codes, "\(run.everything)")
    let summary = try #require(JSONDocument(run.output).root["summary"])
    #expect(Self.words(summary["requests"]) == test.requests)
    #expect(Self.words(summary["responses"]) == test.responses)
    #expect(summary["version"]?.int == 2)
    // What is printed is read again, and sums up.
    let lines = try self.run(test, "-f", "ndjson")
    let merged = Scenario.run("merge-summaries", "-", input: lines.output + lines.output)
    let sum = try JSONDocument(merged.output).root["summary"]
    for name in ["requests", "responses"] {
      for count in ["checked", "documentedBodies", "checkedBodies"] {
        #expect(sum?[name]?[count]?.int == (summary[name]?[count]?.int ?? -1) * 2)
      }
    }
    #expect(merged.code == run.code, "\(merged.everything)")
  }

  private static func words(_ counts: JSONNode?) -> String {
    ["checked", "skipped", "documentedBodies", "checkedBodies"]
      .map { counts?[$0]?.text ?? "" }.joined(separator: " ")
  }

  /// A body without its exchange is a response unless the caller says that it is a request.
  @Test func requestsAloneOfBodies() throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(Self.contract, to: "api.json")
    let body = try folder.write(#"{"id": 1}"#, to: "User.json")
    for told in [[], ["--schema", "User"], ["--operation", "POST /users"]] {
      let arguments = ["check", body, "--no-config", "-c", contract, "--requests"] + told
      let run = Scenario.run(arguments)
      #expect(run.code == .error, "\(told)")
      #expect(run.errors.contains("0 of 1 exchange checked\nnot checked: 1 no request"))
      guard !told.isEmpty else { continue }
      #expect(Scenario.run(arguments + ["--request"]).code == .clean, "\(told)")
    }
  }

  /// What a baseline hides does not hide that no body was checked.
  @Test func baselines() throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(Self.contract, to: "api.json")
    let capture = try folder.write(
      #"{"method": "GET", "url": "/users", "status": 200, "status": 200}"#, to: "a.ndjson")
    let list = folder.path + "/b.json"
    let arguments = [capture, "--no-config", "-c", contract, "--baseline", list]
    let written = Scenario.run(["baseline"] + arguments)
    #expect(written.code == .error, "\(written.everything)")
    let run = Scenario.run(["check"] + arguments)
    #expect(run.code == .error, "\(run.everything)")
  }

  @Test func requestsExcludesURLs() {
    let run = Scenario.run(
      "check", "--no-config", "--requests", "https://u:secret@h/a", "-c", "fotolokashen")
    #expect(
      run.errors.hasPrefix(
        "schemacheck: `--requests` checks only recorded requests; remove "
          + "`https://"))
    #expect(run.code == .error && !run.errors.contains("secret"), "\(run.errors)")
  }

  /// A warning that is not printed fails no case.
  @Test func unprintedWarningsFailNothing() throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(Self.contract, to: "api.json")
    let line = #"{"method": "GET", "url": "/users?x", "status": 299, "responseBody": []}"# + "\n"
    let capture = try folder.write(line + line + Self.right, to: "a.ndjson")
    let run = Scenario.run(
      "check", capture, "--no-config", "-c", contract, "-f", "junit", "--max-findings", "1")
    #expect(run.code == .clean && !run.output.contains("<failure"), "\(run.everything)")
  }

  /// A live answer is a response, so no request is checked without it.
  @Test func requestsExcludesServers() {
    let run = Scenario.run(
      "check", "--requests", "--server", "local", "--all", "-c", "fotolokashen")
    #expect(run.code == .error && run.errors.contains("--requests"), "\(run.errors)")
  }

  /// A report of the version before has one count for both.
  @Test func olderReports() {
    let old =
      #"{"summary":{"inputs":1,"exchanges":1,"checked":1,"skipped":{},"unmatched":0,"unreadable":0,"#
      + #""assumed":0,"refusedRequests":0,"filesNotRead":{},"operations":[],"errors":0,"warnings":0,"#
      + #""notes":0,"suppressed":2,"truncated":true}}"#
    let run = Scenario.run("merge-summaries", "-", input: old)
    #expect(run.code == .error && run.errors.contains("stopped early"), "\(run.everything)")
    #expect(run.output.contains(#""suppressed":2,"omitted":2,"truncated":true"#), "\(run.output)")
  }
}
