import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What stands in the URLs and bodies of Postman's saved responses in place of values.
@Suite struct PostmanTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "x-schemacheck": {},
       "servers": [{"url": "https://api.example.com/v1"}],
       "paths": {
        "/users": {"get": {"parameters": [{"name": "size", "in": "query",
          "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
         {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}}},
        "/users/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
          "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
         {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}}},
        "/groups/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
          "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
         {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}}}},
       "components": {"schemas": {"User": {"type": "object", "properties": {
        "id": {"type": "integer"}, "name": {"type": "string"},
        "role": {"enum": ["admin", "member"]}}}}}}
      """#, to: "api.json")
  }

  private static let variables =
    #"[{"key": "version", "value": "/v1/"}, {"key": "userURL", "value": "https://api.example.com/v1/users/7"}, {"key": "off", "value": "v1", "disabled": true}, {"key": "nested", "value": "{{version}}"}, {"key": "token", "value": "v1"}, {"key": "number", "value": 7}]"#

  private func check(
    _ request: String, _ response: String = #""body": "{\"name\": 1}""#
  ) throws -> Scenario {
    let path = try folder.write(
      #"{"info": {"_postman_id": "1", "name": "n"}, "variable": \#(Self.variables), "item": [{"request": \#(request), "response": [{"code": 200, \#(response)}]}]}"#,
      to: "c.json")
    return Scenario.run("check", path, "--no-config", "-c", contract, "-f", "concise")
  }

  private func expectUser(_ run: Scenario, _ comment: String) {
    #expect(run.output.split(separator: "\n").count == 1, "\(comment) \(run.everything)")
    #expect(run.output.contains("error[schema] `name` is a number"), "\(comment) \(run.everything)")
  }

  @Test(arguments: [
    // The server: with a scheme, without, with white space, with variables.
    "https://api.example.com/v1/users/7", "api.example.com/v1/users/7",
    "localhost:3000/v1/users/7", "192.168.1.5:8080/v1/users/7", "backend/v1/users/7",
    "  https://api.example.com/v1/users/7\\n", "/v1/users/7", "//api.example.com/v1/users/7",
    "{{baseUrl}}/users/7", "{{baseUrl}}/v1/users/7/", "{{baseUrl}}v1/users/7",
    "{{host}}:{{port}}/v1/users/7", "{{protocol}}://{{host}}:{{port}}/v1/users/7",
    "{{protocol}}://api.example.com/v1/users/7", "https://{{env}}.example.com/v1/users/7",
    "https://api-{{env}}.example.com/v1/users/7", "http://localhost:{{port}}/v1/users/7",
    // Values of the collection, and the URL as a whole.
    "{{baseUrl}}/{{version}}/users/7", "{{baseUrl}}/{{version}}/users/{{number}}", "{{userURL}}",
    "https://api.example.com/{{version}}/users/7?size={{size}}",
    // No value: any segment.
    "https://api.example.com/v1/users/{{userId}}", "{{baseUrl}}/{{prefix}}/users/7",
    "{{baseUrl}}/{{off}}/users/7", "{{baseUrl}}/{{nested}}/users/7",
    "{{baseUrl}}/{{token}}/users/7",
    "{{baseUrl}}/v1/users/user-{{id}}", "{{baseUrl}}/v1/users/{{$randomInt}}",
    "{{baseUrl}}/v1/users?size=<integer>", "{{baseUrl}}/v1/users/7#x",
  ])
  func addresses(_ url: String) throws {
    expectUser(try check(#"{"method": "GET", "url": {"raw": "\#(url)"}}"#), url)
    expectUser(try check(#"{"method": "GET", "url": "\#(url)"}"#), url)
    expectUser(try check(#""\#(url)""#), url)
  }

  /// Only a server that is written can lack the base path.
  @Test(arguments: [
    ("{{baseUrl}}/users/7", false), ("{{baseUrl}}/v1/users/7", false),
    ("https://api.example.com/v1/users/7", false), ("https://api.example.com/users/7", true),
    ("/users/7", true),
  ])
  func basePaths(url: String, isShort: Bool) throws {
    let run = try check(#""\#(url)""#)
    #expect(run.errors.contains("so the path was matched without one") == isShort, "\(run.errors)")
    expectUser(run, url)
  }

  /// Parts in place of a text, and the variables of a path.
  @Test(arguments: [
    #"{"host": ["{{baseUrl}}"], "path": ["v1", "users", "7"]}"#,
    #"{"host": ["api", "example", "com"], "path": ["v1", "users", {"type": "string", "value": "7"}]}"#,
    #"{"protocol": "https", "host": "api.example.com", "port": "443", "path": "/v1/users/7"}"#,
    #"{"path": ["v1", "users"], "query": [{"key": "size", "value": "x", "disabled": true}]}"#,
    #"{"raw": "{{b}}/v1/users/:id", "variable": [{"key": "id", "value": "<integer>"}]}"#,
    #"{"raw": "{{b}}/v1/users/:id", "variable": [{"key": "id", "value": "{{id}}"}]}"#,
    #"{"raw": "{{b}}/v1/users/:id", "variable": [{"id": "id", "value": 7}]}"#,
    #"{"raw": "{{b}}/v1/users/:id"}"#,
  ])
  func parts(_ url: String) throws {
    expectUser(try check(#"{"method": "GET", "url": \#(url)}"#), url)
  }

  /// What is written is checked.
  @Test func parameters() throws {
    for (url, words) in [
      (#""{{b}}/v1/users?size=x""#, "query parameter: `size`"),
      (#"{"raw": "{{b}}/v1/users/:id", "variable": [{"key": "id", "value": "x"}]}"#, "`id`"),
    ] {
      let run = try check(#"{"method": "GET", "url": \#(url)}"#, #""body": "{}""#)
      #expect(run.code == .findings && run.output.contains(words), "\(url) \(run.everything)")
    }
  }

  /// A variable that may stand for several operations says so, with the URL as it is written.
  @Test func severalOperations() throws {
    let run = try check(#"{"url": "{{b}}/v1/{{kind}}/7"}"#)
    #expect(run.output.isEmpty && run.errors.contains("1 unmatched"), "\(run.everything)")
    #expect(
      run.errors.contains(
        "`/v1/{{kind}}/7` fits several operations: `GET /groups/{id}`, `GET /users/{id}`"),
      "\(run.errors)")
    let none = try check(#"{"url": "{{b}}/v1/{{kind}}/7/8"}"#)
    #expect(none.output.contains("[unknown-route] "), "\(none.everything)")
    #expect(none.output.contains("GET `/v1/{{kind}}/7/8`"), "\(none.everything)")
  }

  /// The response's own request may be there without a URL.
  @Test(arguments: ["null", "{}", #"{"method": "GET", "header": []}"#])
  func originalRequests(_ request: String) throws {
    let run = try check(
      #"{"method": "GET", "url": "{{b}}/v1/users/7"}"#,
      #""originalRequest": \#(request), "body": "{\"name\": 1}""#)
    expectUser(run, request)
  }

  /// The names of types, as an import of an OpenAPI document writes them, are any value.
  @Test func namesOfTypes() throws {
    let request = #"{"url": "{{b}}/v1/users/7"}"#
    let right = try check(
      request, #""body": "{\"id\": \"<integer>\", \"name\": \"<string>\", \"role\": \"<string>\"}""#
    )
    #expect(
      right.code == .clean && right.errors.contains("(1 with templates)"), "\(right.everything)")
    let wrong = try check(request, #""body": "{\"id\": \"<integer>\", \"name\": 1}""#)
    expectUser(wrong, "beside a name of a type")
    for text in [#"<integer> "#, "<>", "<1>", "< integer>"] {
      let other = try check(request, #""body": "{\"id\": \"\#(text)\"}""#)
      #expect(other.output.contains("`id` is a string"), "\(text) \(other.everything)")
    }
    let broken = try check(request, #""body": "{\"id\": \"<integer>\"""#)
    #expect(broken.output.contains("[json-syntax]"), "\(broken.everything)")
  }

  /// Many variables in many URLs take no more time than their text.
  @Test func manyVariables() throws {
    let names = (0..<20_000).map { #"{"key": "n\#($0)", "value": "\#($0)"}"# }
    let items = (0..<20_000).map {
      #"{"request": "{{b}}/v1/users/{{n\#($0)}}", "response": [{"code": 200, "body": "{}"}]}"#
    }
    let path = try folder.write(
      #"{"info": {"_postman_id": "1"}, "variable": [\#(names.joined(separator: ","))], "item": [\#(items.joined(separator: ","))]}"#,
      to: "c.json")
    let run = Scenario.run("check", path, "--no-config", "-c", contract)
    #expect(run.code == .clean, "\(run.everything)")
    #expect(run.errors.contains("20000 of 20000"), "\(run.errors)")
  }
}
