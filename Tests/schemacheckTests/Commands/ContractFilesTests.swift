import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Contracts of several files, and their warnings, through the command.
@Suite struct ContractFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let root = #"""
    {"openapi": "3.0.3", "paths": {"/users/{id}": {"get": {
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
      "responses": {"200": {"description": "", "content": {"application/json": {
        "schema": {"$ref": "schemas/my%20user.json"}}}}}}}}}
    """#

  private func check(_ contract: String, _ url: String, _ body: String) -> Scenario {
    var scenario = Scenario.run(
      "check", "-", "-c", contract, "-f", "concise",
      input: #"{"method":"GET","url":"\#(url)","status":200,"responseBody":\#(body)}"#)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  @Test func filesOfTheFolder() throws {
    let contract = try folder.write(Self.root, to: "api/openapi.json")
    try folder.write(
      #"{"type": "object", "properties": {"n": {"const": 1, "enum": [1]}}}"#,
      to: "api/schemas/my user.json")
    let right = check(contract, "/users/7", #"{"n":1}"#)
    #expect(right.code == .clean && right.output.isEmpty)
    #expect(
      right.errors.hasPrefix(
        "DIR/api/schemas/my user.json:1:50: warning: `const` exists since OpenAPI 3.1; in OpenAPI "
          + "3.0 it has no effect\n"
      ))
    let wrong = check(contract, "/users/x", #"{"n":2}"#)
    #expect(wrong.code == .findings)
    #expect(
      wrong.output == """
        <stdin>:1:31: error[schema] path parameter: `id` is a string; the contract says an \
        integer  (GET /users/{id} 200 request)
        <stdin>:1:67: error[schema] `n` is 2; the contract says 1  (GET /users/{id} 200 /n)

        """, "\(wrong.output)")
  }

  @Test func missingFile() throws {
    let contract = try folder.write(Self.root, to: "api/openapi.json")
    let scenario = check(contract, "/users/7", "{}")
    #expect(scenario.code == .error)
    #expect(
      scenario.errors == """
        schemacheck: DIR/api/openapi.json:4:24: `$ref` leads to `schemas/my%20user.json`: there is \
        no such file beside the contract

        """)
  }

  /// A link is no way out of the folder.
  @Test func linksStayInside() throws {
    let contract = try folder.write(Self.root, to: "api/openapi.json")
    try folder.write(#"{"type": "object"}"#, to: "secret.json")
    try folder.write("", to: "api/schemas/other.json")
    try folder.link("api/schemas/my user.json", to: "../../secret.json")
    let scenario = check(contract, "/users/7", "{}")
    #expect(scenario.code == .error)
    #expect(scenario.errors.contains("a link leads out of the folder"))
  }

  @Test func warningsAreSaidOnce() throws {
    let contract = try folder.write(
      #"{"openapi": "3.2.0", "paths": {"/a/{b}": {"get": {"responses": {"200": {}}}}}}"#,
      to: "c.json")
    let scenario = check(contract, "/a/1", "{}")
    #expect(scenario.code == .clean || scenario.code == .error)
    let lines = scenario.errors.split(separator: "\n").map(String.init)
      .filter { $0.contains("warning: ") }
    #expect(
      lines == [
        "DIR/c.json:1:50: warning: the path parameter `b` of `/a/{b}` is not described; its values "
          + "are not checked"
      ])
    let quiet = Scenario.run("check", "-", "-c", contract, "-q", input: "{}")
    #expect(!quiet.errors.contains("warning:"))
    let listed = Scenario.run("contracts", contract)
    #expect(listed.errors.contains("the path parameter `b`") && listed.code == .clean)
  }
}
