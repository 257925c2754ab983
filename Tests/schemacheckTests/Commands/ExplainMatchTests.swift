import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `check --explain-match`: why each exchange matched, and what of it was not checked.
@Suite struct ExplainMatchTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "servers": [{"url": "https://api.example.com/v1"}],
       "paths": {
        "/users/{id}": {"get": {"operationId": "getUser", "summary": "s",
          "parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}],
          "responses": {
            "2XX": {"description": "d", "content": {"application/json": {"schema":
              {"$ref": "#/components/schemas/User"}}}},
            "404": {"description": "n"},
            "default": {"description": "e", "content": {"application/json": {}}}}}},
        "/devices/{deviceToken}": {"delete": {"summary": "s",
          "parameters": [{"name": "deviceToken", "in": "path", "required": true, "schema": {}}],
          "responses": {"204": {"description": "d"}}}},
        "/pets": {"post": {"operationId": "addPet", "summary": "s",
          "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
          "responses": {"201": {"description": "d"}}}}},
       "components": {"schemas": {"User": {"type": "object",
          "properties": {"id": {}, "name": {}, "mail": {}}}}}}
      """, to: "api.json")
  }

  private func explain(_ arguments: String..., input: String) -> [String] {
    let scenario = Scenario.run(
      ["check", "-c", contract, "--explain-match", "-q", "-"] + arguments, input: input)
    return scenario.errors.replacing(folder.path, with: "DIR").split(separator: "\n")
      .map(String.init)
  }

  /// Files of folders that are not read have a line each, with the reason.
  @Test func filesNotRead() throws {
    try folder.write("meta {\n  name: a\n}\n", to: "in/a.bru")
    try folder.write("### a\nGET https://a.example/b\n", to: "in/b.http")
    try folder.write("x", to: "in/readme")
    try folder.write("{}", to: "in/c.json")
    func run(_ more: String...) -> Scenario {
      var scenario = Scenario.run(
        ["check", folder.path + "/in", "-c", contract, "--schema", "User"] + more)
      scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
      return scenario
    }
    let counts =
      "no findings\n1 of 1 exchange checked\n"
      + "3 files were not read: 1 .bru, 1 .http, 1 without extension\n"
    #expect(run().errors == counts)
    let lines = run("--explain-match").errors.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("  ") }
    #expect(
      lines == [
        "DIR/in/a.bru: not read: in folders, files with this extension are not read; to read such "
          + "a file, give the file itself as INPUT",
        "DIR/in/readme: not read: in folders, files without extension are not read; to read such a "
          + "file, give the file itself as INPUT",
        "DIR/in/b.http:1:1: this is an HTTP request file, which cannot be read; save the response bodies "
          + "as .json files, or record a HAR", "DIR/in/c.json",
      ] + counts.split(separator: "\n").map(String.init), "\(lines)")
  }

  @Test func aMatch() {
    let lines = explain(
      input: """
        {"method": "GET", "url": "https://api.example.com/v1/users/7?token=s3cret", "status": 203, \
        "responseHeaders": {"content-type": "application/json; charset=utf-8"}, "responseBody": {}}
        """)
    #expect(
      lines == [
        "<stdin>:1: GET https://api.example.com/v1/users/7?token=‹6 characters› → 203",
        "  operation: GET /users/{id} (getUser) of DIR/api.json",
        "  because: the method and the path fit `/users/{id}` after the base path `/v1` "
          + "with id = `7`",
        "  because: `https://api.example.com/v1` is a documented server",
        "  response: status 203 (documented as `2XX`), `application/json`: checked",
      ])
  }

  @Test func whatIsNotChecked() {
    func lastLines(_ rest: String) -> [String] {
      explain(input: #"{"method": "GET", "url": "https://api.example.com/v1/users/7", \#(rest)}"#)
        .filter { $0.hasPrefix("  re") }
    }
    #expect(
      lastLines(#""status": 404, "responseBody": {}"#)
        == ["  response: status 404: not checked: the contract describes no body for the status"])
    #expect(
      lastLines(#""status": 404"#)
        == ["  response: status 404: there is no body; the status and the headers were checked"])
    #expect(
      lastLines(#""status": 200"#) == [
        "  response: status 200 (documented as `2XX`), `application/json` (assumed: the capture "
          + "has no media "
          + "type): not checked: the capture has no body"
      ])
    #expect(
      lastLines(
        #""status": 500, "responseHeaders": {"content-type": "text/json"}, "responseBody": {}"#)
        == [
          "  response: status 500 (documented as `default`), `text/json` "
            + "(documented as `application/json`): only parsed: "
            + "the contract gives no schema for it"
        ])
    #expect(
      lastLines(#""status": 304"#)
        == [
          "  response: not checked: with status 304, the client uses a body from an earlier "
            + "response"
        ])
    #expect(
      lastLines(#""status": 404, "requestBody": {"a": 1}"#).first
        == "  request: not checked: the operation documents no request body")
  }

  @Test func otherHostsAndBases() {
    let elsewhere = explain(
      input: #"{"method": "GET", "url": "https://other.example/users/7", "status": 404}"#)
    #expect(
      elsewhere.contains(
        "  because: only the method and the path were compared: the contract documents no server "
          + "with this host"))
    #expect(
      elsewhere.contains(
        "  because: the path fits only without the base path of the documented servers"))
    #expect(
      explain(input: #"{"method": "GET", "url": "/v1/users/7", "status": 404}"#)
        .contains("  because: the capture has no host"))
  }

  @Test(arguments: [
    ("DELETE", "/v1/users/7", "has this path only with another method: GET"),
    (
      "GET", "/edge/v1/users/7",
      "has `GET /users/{id}`, which would fit with `--base-path /edge`"
    ),
    ("GET", "/v1/pet", "has no such path; the nearest is `/pets`"),
    ("GET", "/v1/something/else/altogether", "has no such path"),
  ])
  func noMatch(method: String, path: String, words: String) {
    let lines = explain(
      input: #"{"method": "\#(method)", "url": "https://api.example.com\#(path)", "status": 200}"#)
    #expect(lines.contains("  unmatched: DIR/api.json \(words)"), "\(lines)")
  }

  @Test func whatWasAssumed() {
    let body = #"{"id": 1, "name": "n", "extra": 2}"#
    #expect(
      explain("--input-format", "json", input: body).suffix(4) == [
        "<stdin>",
        "  operation: GET /users/{id} (getUser) of DIR/api.json",
        "  because: `GET /users/{id}` 2XX accepts the body, although other rules have findings, "
          + "and lists 2 of its 3 properties (assumed)",
        "  response: checked",
      ])
    #expect(
      explain("--operation", "getUser", "--input-format", "json", input: body) == [
        "<stdin>",
        "  operation: GET /users/{id} (getUser) of DIR/api.json",
        "  because: the operation was given by an option or the configuration",
        "  response: status 2XX (assumed), `application/json` (assumed: the capture has no media "
          + "type): checked",
      ])
    #expect(
      explain("--schema", "User", "--input-format", "json", input: body).contains(
        "  because: the schema `User` was given by an option or the configuration"))
    #expect(
      explain("--input-format", "json", input: #"{"z": 1}"#).contains(
        "  unmatched: the body resembles no schema of the contract"))
  }

  /// Machines get the same report, and nobody gets a secret.
  @Test func onlyStandardErrorSaysIt() throws {
    let token = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    let input = """
      {"method": "DELETE", "url": "https://api.example.com/v1/devices/\(token)", "status": 204}
      {"method": "PUT", "url": "https://api.example.com/v1/devices/\(token)", "status": 204}
      {"url": "https://api.example.com/v1/users/7", "status": 200, "responseBody": {"id": 1}}
      """
    for format in ["text", "concise", "json"] {
      let arguments = ["check", "-c", contract, "-", "-f", format]
      let plain = Scenario.run(arguments, input: input)
      let explained = Scenario.run(arguments + ["--explain-match"], input: input)
      #expect(explained.output == plain.output && explained.code == plain.code)
      #expect(!explained.everything.contains(token))
      #expect(explained.errors.contains("deviceToken = `‹64 characters›`"))
    }
  }
}
