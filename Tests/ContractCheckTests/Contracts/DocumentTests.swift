import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// Documents as tools write them load; wrong ones give one error with its place.
@Suite struct DocumentTests {
  /// Documents of the public suite, with the number of their operations.
  @Test(
    .enabled(if: PackageFolder.suite("openapi") != nil, "the OpenAPI documents are not here"),
    arguments: [
      ("petstore-3.1.json", 20), ("museum-3.1.yaml", 8), ("tictactoe-3.1.json", 3),
      ("twilio-messaging-v1-3.0.json", 58),
    ])
  func publicDocuments(name: String, operations: Int) throws {
    let contract = try Self.contract(name)
    #expect(contract.operations.count == operations)
    #expect(contract.warnings == [])
  }

  /// Names that Unicode holds for equal are different names, in large objects as in small ones.
  @Test(arguments: [1, 100]) func referencesMeanTheBytesOfNames(count: Int) throws {
    var schemas = (0..<count).map { #""S\#($0)": {"type": "string"}"# }
    schemas.append(#""Caf\#u{E9}": {"type": "integer"}"#)
    schemas.append(##""A": {"$ref": "#/components/schemas/Cafe\##u{301}"}"##)
    let all = schemas.joined(separator: ",")
    let text = #"{"openapi": "3.1.0", "components": {"schemas": {\#(all)}}}"#
    #expect(throws: ContractError.self) { try Contract(Array(text.utf8), name: "c") }
  }

  /// The bodies that a document shows as examples break none of its rules. (Twilio's show a null
  /// and short identifiers where its own schemas allow none.)
  @Test(
    .enabled(if: PackageFolder.suite("openapi") != nil, "the OpenAPI documents are not here"),
    arguments: ["petstore-3.1.json", "museum-3.1.yaml", "tictactoe-3.1.json"])
  func publicExamples(name: String) throws {
    let contract = try Self.contract(name)
    for operation in contract.operations {
      for response in operation.responses {
        for example in response.content.entries.flatMap(\.examples) {
          let findings = try contract.check(
            Array(example.text.utf8), operation: operation.name, status: response.leastStatus)
          #expect(findings.filter { $0.severity == .error } == [])
        }
      }
      for example in operation.request?.entries.flatMap(\.examples) ?? [] {
        let findings = try contract.check(
          Array(example.text.utf8), operation: operation.name, isRequest: true)
        #expect(findings.filter { $0.severity == .error } == [])
      }
    }
  }

  private static func contract(_ name: String) throws -> Contract {
    let folder = try #require(PackageFolder.suite("openapi"))
    return try Contract(try Data(contentsOf: folder.appendingPathComponent(name)), name: name)
  }

  /// Documents that the official JSON Schema of their version allows load: the corners of it that
  /// are easily missed.
  @Test(
    .enabled(if: PackageFolder.suite("formats") != nil, "the schemas of OpenAPI are not here"),
    arguments: [
      ("3.0", #""paths": {"/a": {}, "x-b": 1}, "components": {}, "security": [], "tags": []"#),
      (
        "3.0",
        #"""
        "paths": {"/a/{b}": {"summary": "", "servers": [], "parameters": [], "trace": {
          "responses": {"default": {"description": "", "headers": {}, "content": {"text/*": {}},
           "links": {"l": {"operationId": "x"}}}}, "callbacks": {"c": {"{$url}": {}}},
          "deprecated": true, "requestBody": {"content": {"application/x-www-form-urlencoded": {
            "encoding": {"a": {"style": "form"}}}}}}}}
        """#
      ),
      (
        "3.0",
        #"""
        "paths": {}, "components": {"schemas": {"A": {"exclusiveMaximum": true, "minLength": 0,
          "nullable": false, "discriminator": {"propertyName": "a"}, "xml": {}, "externalDocs": {
          "url": "https://x"}, "format": "anything", "enum": [null], "default": 1, "not": {}}}}
        """#
      ),
      ("3.1", #""components": {"pathItems": {"p": {"get": {}}}}"#),
      ("3.1", #""webhooks": {"w": {"post": {}}}"#),
      (
        "3.1",
        #"""
        "paths": {"/a": {"get": {"parameters": [{"name": "p", "in": "query", "content": {"a/b": {}}},
          {"name": "c", "in": "cookie", "schema": true, "style": "form", "explode": false}]}}},
        "components": {"schemas": {"A": true, "B": false, "C": {"$defs": {"D": {"$anchor": "d"}},
          "$ref": "#/components/schemas/A", "unknown": [], "contains": {}, "$comment": ""}}}
        """#
      ),
    ])
  func validDocuments(version: String, properties: String) throws {
    let text =
      #"{"openapi": "\#(version).1", "info": {"title": "t", "version": "1"}, \#(properties)}"#
    let folder = try #require(PackageFolder.suite("formats"))
    let schema = try CompiledSchema(
      try JSONDocument(
        try Data(contentsOf: folder.appendingPathComponent("openapi-\(version).schema.json"))))
    #expect(schema.isValid(try JSONDocument(text)))
    #expect(OpenAPIProbe.refusal(text) == nil)
  }

  /// What generators leave out or put in, with what is said of it.
  @Test(arguments: [
    (#""paths": {"/a/{b}": {"get": {}}}"#, ["the path parameter `b` of `/a/{b}` is not described"]),
    (#""paths": {"/a": {"get": {"parameters": null, "responses": {}, "servers": null}}}"#, []),
    (
      #""paths": {"/a": {"get": {"operationId": "x"}, "put": {"operationId": "x"}}}"#,
      ["the operationId `x` is used twice"]
    ),
    (
      #""paths": {"/a": {"get": {"responses": {"200": {"content": {"json": {}}}}}}}"#,
      ["`json` is not a media type"]
    ),
    (
      #""paths": {"/a": {"get": {"responses": {"x-a": 1, "200": {"content": {"a/b": {"examples": []}}}}}}}"#,
      []
    ),
    (#""paths": {}"#, []), (#""paths": null, "components": null"#, []),
  ])
  func leniency(properties: String, warnings: [String]) throws {
    for version in ["3.0.3", "3.1.0"] {
      let contract = try OpenAPIProbe(#"{"openapi": "\#(version)", \#(properties)}"#).contract
      #expect(contract.warnings.count == warnings.count, "\(contract.warnings)")
      for (warning, message) in zip(contract.warnings, warnings) {
        #expect(warning.message.hasPrefix(message), "\(warning)")
      }
    }
  }

  @Test(arguments: [
    (#"{"paths": 1}"#, "`paths` must be an object", "/paths"),
    (#"{"paths": {"a": {}}}"#, "`a`: a path must start with `/`", "/paths/a"),
    (
      #"{"paths": {"/a": {"get": {"parameters": [{"name": "b", "in": "body"}]}}}}"#,
      "`in` of the parameter `b` must be `path`, `query`, `header` or `cookie`",
      "/paths/~1a/get/parameters/0/in"
    ),
    (
      ##"{"paths": {"/a": {"get": {"parameters": [{"$ref": "#/components/parameters/P"}]}}}}"##,
      "`$ref` leads to `#/components/parameters/P`, which does not exist",
      "/paths/~1a/get/parameters/0/$ref"
    ),
    (
      #"{"paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json": {"schema": []}}}}}}}}"#,
      "a schema must be an object, true or false, not array",
      "/paths/~1a/get/responses/200/content/application~1json/schema"
    ),
    (
      #"{"paths": {}, "components": {"schemas": {"A": {"pattern": 1}}}}"#,
      "`pattern` must be a regular expression in a string", "/components/schemas/A/pattern"
    ),
    (#"{"paths": {}, "servers": {}}"#, "`servers` must be an array", "/servers"),
  ])
  func errors(properties: String, message: String, pointer: String) throws {
    for version in ["3.0.3", "3.1.0"] {
      let text = #"{"openapi": "\#(version)", "# + properties.dropFirst()
      let error = try #require(OpenAPIProbe.refusal(text))
      #expect(error.message.hasPrefix(message), "\(error.message)")
      #expect(error.pointer.description == pointer)
    }
  }
}
