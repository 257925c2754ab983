import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `schemacheck variants`, and `check` of what it prints.
@Suite struct VariantsCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contract = """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "/v1"}],
     "paths": {"/users/{id}": {
      "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}},
        {"name": "X-Kind", "in": "header", "required": true, "schema": {"enum": ["a b"]}},
        {"name": "as", "in": "query", "required": true, "schema": {"enum": ["a b"]}}],
      "get": {"responses": {
       "200": {"description": "", "headers": {"X-Left": {"required": true, "schema": {"type": "integer"}}},
        "content": {"application/json": {"schema": {"type": "object", "required": ["name"],
         "additionalProperties": false, "properties": {"name": {"enum": ["Al"]}, "age": {"type": ["boolean", "null"]}}}}}},
       "404": {"description": "", "content": {"application/problem+json": {"schema": {"const": "gone"}}}},
       "204": {"description": ""}}}}}}
    """

  @Test func records() throws {
    let contract = try folder.write(Self.contract, to: "api.json")
    let run = Scenario.run("variants", contract)
    #expect(run.code == .clean)
    #expect(run.errors == "made 4 responses\n")
    let url = #""method":"GET","url":"https://api.example/v1/users/1?as=a%20b","status":200,"#
    let headers =
      #""requestHeaders":{"X-Kind":"a b"},"responseHeaders":{"Content-Type":"application/json","X-Left":"1"}"#
    #expect(
      run.output.replacingOccurrences(of: folder.path, with: "") == """
        {"id":"every documented property","variant":{"freedom":"none","instance":"","contract":"/api.json:8:48"},\(url)\(headers),"responseBody":{"name":"Al","age":true}}
        {"id":"`age` missing","variant":{"freedom":"absent","instance":"/age","contract":"/api.json:9:78"},\(url)\(headers),"responseBody":{"name":"Al"}}
        {"id":"`age` null","variant":{"freedom":"null","instance":"/age","contract":"/api.json:9:86"},\(url)\(headers),"responseBody":{"name":"Al","age":null}}
        {"id":"every documented property","variant":{"freedom":"none","instance":"","contract":"/api.json:10:82"},"method":"GET","url":"https://api.example/v1/users/1?as=a%20b","status":404,"requestHeaders":{"X-Kind":"a b"},"responseHeaders":{"Content-Type":"application/problem+json"},"responseBody":"\\"gone\\""}

        """)
    let check = Scenario.run(["check", "-", "--no-config", "-c", contract], input: run.output)
    #expect(check.code == .clean && check.output.isEmpty)
    #expect(check.errors.contains("4 of 4 exchanges checked"))
  }

  /// Of the five contracts, with no rule off but the one about properties that are not listed.
  @Test(arguments: Contract.bundledNames) func theCheckIsClean(name: String) throws {
    let run = Scenario.run("variants", name)
    #expect(run.code == .clean)
    let count = run.output.split(separator: "\n").count
    #expect(run.errors == "made \(count) responses\n")
    let check = Scenario.run(
      ["check", "-", "--no-config", "-c", name, "--rule", "undocumented-field=off", "--strict"],
      input: run.output)
    #expect(check.code == .clean && check.output.isEmpty)
    #expect(check.errors.contains("\(count) of \(count) exchanges checked"))
    #expect(
      Scenario.run(["check", "-", "--no-config", "-c", name], input: run.output).code == .clean)
  }

  @Test func selection() throws {
    let contract = try folder.write(Self.contract, to: "api.json")
    let only = Scenario.run(
      "variants", contract, "--operation", "GET /users/{id}", "--status", "404")
    #expect(only.code == .clean && only.output.split(separator: "\n").count == 1)
    let none = Scenario.run(
      "variants", contract, "--operation", "GET /users/{id}", "--status", "204")
    #expect(none.code == .error && none.output.isEmpty)
    #expect(
      none.errors
        == "schemacheck: `GET /users/{id}` documents no such response with a JSON body\n")
    let unknown = Scenario.run("variants", contract, "--operation", "GET /user")
    #expect(
      unknown.everything
        == "schemacheck: no contract here has an operation `GET /user`; did you mean `GET /users/{id}`?\n"
    )
    #expect(unknown.code == .error)
    let undocumented = Scenario.run(
      "variants", contract, "--operation", "GET /users/{id}", "--status", "500")
    #expect(
      undocumented.everything
        == "schemacheck: `GET /users/{id}` documents no status 500; it documents 200, 404, 204\n")
    #expect(Scenario.run("variants").code == .error)
    #expect(Scenario.run("variants", "fotolokashn").errors.contains("did you mean `fotolokashen`"))
  }

  @Test func files() throws {
    let contract = try folder.write(Self.contract, to: "api.json")
    let file = folder.path + "/out.ndjson"
    let run = Scenario.run("variants", contract, "-o", file, "-q")
    #expect(run.code == .clean && run.everything.isEmpty)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8) == Scenario.run("variants", contract).output
    )
    let again = Scenario.run("variants", contract, "-o", file, "--operation", "GET /users/{id}")
    #expect(again.code == .error && again.output.isEmpty)
    #expect(again.errors == "schemacheck: \(file) exists already; `--force` overwrites it\n")
    let options = ["--operation", "GET /users/{id}", "--status", "404", "--force", "-q"]
    #expect(Scenario.run(["variants", contract, "-o", file] + options).everything.isEmpty)
    #expect(try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").count == 1)
    let over = Scenario.run("variants", contract, "-o", contract, "--force")
    #expect(over.code == .error && over.errors.contains("is the contract; write to another file"))
    #expect(try String(contentsOfFile: contract, encoding: .utf8) == Self.contract)
  }

  @Test func omissions() throws {
    func run(_ required: String) throws -> Scenario {
      let contract = try folder.write(
        """
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/n": {"get": {"responses":
          {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object",
            \(required) "not": {"required": ["a"]}, "properties": {"a": {"type": "boolean"}}}}}}}}}}}
        """, to: "api.json")
      return Scenario.run("variants", contract)
    }
    let none = try run(#""required": ["a"],"#)
    #expect(none.code == .error && none.output.isEmpty)
    #expect(none.errors.hasPrefix("schemacheck: GET /n → 200: no valid body found: "))
    #expect(none.errors.hasSuffix("\nschemacheck: no response was made\n"))
    // Where no complete body can be made, there is the one without optional properties.
    let small = try run("")
    #expect(small.code == .clean && small.output.contains(#""responseBody":{}}"#))
    #expect(
      small.errors == """
        schemacheck: GET /n → 200: no complete body found: `a` must not be here
        made 1 response; no value was found for 1 more

        """)
  }
}
