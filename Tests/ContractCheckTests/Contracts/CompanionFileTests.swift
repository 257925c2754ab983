@_spi(Engine) import ContractCaptures
import ContractCheck
import JSONTape
import Testing

/// Contracts in several files of one folder.
@Suite struct CompanionFileTests {
  private static let root = ##"""
    {"openapi": "3.0.3", "paths": {
      "/users": {"$ref": "paths/users.json"},
      "/pets/{id}": {"get": {"parameters": [{"$ref": "./common.json#/parameters/Id"}],
        "responses": {"200": {"$ref": "common.json#/responses/Pet"}, "default": {"description": ""}}}}},
     "components": {"schemas": {"Name": {"type": "string", "maxLength": 3}}}}
    """##

  private static let files = [
    "paths/users.json": ##"""
    {"post": {"requestBody": {"$ref": "../common.json#/requestBodies/User"},
      "responses": {"200": {"description": "", "content": {"application/json": {
        "schema": {"$ref": "../schemas/user.json"}, "examples": {"a": {"$ref": "../common.json#/examples/A"}}}}}}}}
    """##,
    "common.json": ##"""
    {"parameters": {"Id": {"name": "id", "in": "path", "required": true,
       "schema": {"$ref": "schemas/user.json#/definitions/Id"}}},
     "requestBodies": {"User": {"content": {"application/json": {"schema": {"$ref":
       "schemas/user.json"}}}}},
     "examples": {"A": {"value": {"$ref": "nowhere.json"}}},
     "responses": {"Pet": {"description": "", "headers": {"X-Count": {"$ref": "#/headers/Count"}},
       "content": {"application/json": {"schema": {"type": "object", "properties": {
         "owner": {"$ref": "./schemas/user.json"}}}}}}},
     "headers": {"Count": {"schema": {"type": "integer"}}}}
    """##,
    "schemas/user.json": ##"""
    {"type": "object", "properties": {
      "name": {"$ref": "../openapi.json#/components/schemas/Name"},
      "id": {"$ref": "#/definitions/Id"}, "friend": {"$ref": "user.json"}},
     "definitions": {"Id": {"type": "integer"}}}
    """##,
  ]

  @Test func referencesAcrossFiles() throws {
    let probe = try OpenAPIProbe(Self.root, files: Self.files)
    func line(_ method: String, _ url: String, _ request: String, _ response: String) -> String {
      #"{"method":"\#(method)","url":"\#(url)","status":200,"requestBody":\#(request),"#
        + #""responseHeaders":{"x-count":"1"},"responseBody":\#(response)}"#
    }
    let right = #"{"name":"a","id":1,"friend":{"name":"b","friend":{"id":2}}}"#
    #expect(try probe.found(in: line("POST", "/users", right, right), format: .ndjson) == [])
    #expect(
      try probe.found(in: line("GET", "/pets/7", "null", #"{"owner":{}}"#), format: .ndjson) == [])
    #expect(
      try probe.found(
        in: line("POST", "/users", #"{"friend":{"id":"x"}}"#, #"{"name":"long"}"#), format: .ndjson)
        == [
          #"schema/type /friend/id ["x"] `id` is a string; the contract says an integer"#,
          #"schema/maxLength /name ["long"] `name` has 4 characters; at most 3 are allowed"#,
        ])
    #expect(
      try probe.found(in: line("GET", "/pets/x", "null", "{}"), format: .ndjson) == [
        "schema/type [x] path parameter: `id` is a string; the contract says an integer"
      ])
  }

  @Test func findingsNameTheFile() throws {
    let probe = try OpenAPIProbe(Self.root, files: Self.files)
    let findings = try probe.contract.check(
      Array(#"{"id":"x"}"#.utf8), operation: "POST /users", isRequest: true)
    #expect(findings.map(\.schema) == ["schemas/user.json#/definitions/Id"])
  }

  @Test(arguments: [
    ("user.json", [:], "there is no such file beside the contract", "api/openapi.json"),
    ("../user.json", [:], "outside of the contract's folder", "api/openapi.json"),
    ("a/../../user.json", [:], "outside of the contract's folder", "api/openapi.json"),
    ("%2e%2e/user.json", [:], "outside of the contract's folder", "api/openapi.json"),
    ("a%2Fuser.json", [:], "is not a path of a file", "api/openapi.json"),
    ("/etc/user.json", [:], "the absolute path `/etc/user.json`", "api/openapi.json"),
    ("https://example.com/user.json", [:], "nothing is fetched", "api/openapi.json"),
    ("//example.com/user.json", [:], "nothing is fetched", "api/openapi.json"),
    ("file:///etc/passwd", [:], "nothing is fetched", "api/openapi.json"),
    ("user.json", ["user.json": "{"], "not JSON", "api/user.json"),
    ("user.json#/A", ["user.json": "{}"], "which does not exist", "api/openapi.json"),
    (
      "s/user.json", ["s/user.json": #"{"properties": {"a": {"type": "strin"}}}"#],
      "`strin` is not a type", "api/s/user.json"
    ),
    (
      "s/user.json", ["s/user.json": #"{"$ref": "../../x.json"}"#],
      "outside of the contract's folder",
      "api/s/user.json"
    ),
    (
      "user.json", ["user.json": #"{"x-schemacheck": {"rules": {"nope": "off"}}}"#],
      "there is no rule `nope`", "api/user.json"
    ),
  ])
  func errors(
    reference: String, files: [String: String], message: String, file: String
  ) throws {
    let error = try #require(
      OpenAPIProbe.refusal(
        #"{"openapi": "3.1.0", "components": {"schemas": {"U": {"$ref": "\#(reference)"}}}}"#,
        files: files))
    #expect(error.message.contains(message), "\(error.message)")
    #expect(error.contract == file)
    #expect(error.description.hasPrefix("\(file):1:"))
    if file == "api/openapi.json" {
      #expect(error.pointer.description == "/components/schemas/U/$ref")
    }
  }

  /// What stands as data is no reference, and is not read.
  @Test func dataIsNotFollowed() throws {
    _ = try OpenAPIProbe(
      #"""
      {"openapi": "3.1.0", "x-tool": {"$ref": "a.json"}, "components": {
        "examples": {"E": {"value": {"$ref": "b.json"}}},
        "schemas": {"S": {"default": {"$ref": "c.json"}, "enum": [{"$ref": "d.json"}],
          "examples": [{"$ref": "e.json"}], "const": {"$ref": "f.json"}, "properties": {
            "$ref": {"type": "string"}, "example": {"type": "string"}}}}}}
      """#)
  }

  @Test func circles() throws {
    let probe = try OpenAPIProbe(
      #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "a.json"}}}}"#,
      files: [
        "a.json": #"{"properties": {"b": {"$ref": "b.json"}}, "type": "object"}"#,
        "b.json": #"{"properties": {"a": {"$ref": "a.json"}}, "type": "object"}"#,
      ])
    #expect(try probe.found(in: #"{"b": {"a": {"b": {}}}}"#, schema: "A") == [])
    #expect(try probe.found(in: #"{"b": {"a": {"b": 1}}}"#, schema: "A").count == 1)
    let error = try #require(
      OpenAPIProbe.refusal(
        #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "a.json"}}}}"#,
        files: ["a.json": #"{"$ref": "b.json"}"#, "b.json": #"{"$ref": "a.json"}"#]))
    #expect(error.message == "`$ref` leads back to itself")
  }

  /// Schemas that name themselves are found by their names as well.
  @Test func identifiers() throws {
    let probe = try OpenAPIProbe(
      ##"""
      {"openapi": "3.1.0", "components": {"schemas": {
        "A": {"$ref": "a.json"}, "B": {"$ref": "https://example.com/b"}, "C": {"$ref": "b.json"}}}}
      """##,
      files: [
        "a.json": #"{"$id": "https://example.com/a", "items": {"$ref": "b"}}"#,
        "b.json": #"{"$id": "https://example.com/b", "type": "integer"}"#,
      ])
    #expect(try probe.found(in: #"["x"]"#, schema: "A").count == 1)
    #expect(try probe.found(in: #""x""#, schema: "B").count == 1)
  }
}
