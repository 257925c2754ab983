import ContractCheck
import JSONTape
import TestSupport
import Testing

/// Documents as they are published: what is odd in them is left out with a warning, the rest is used.
@Suite struct PublishedDocumentTests {
  private static func paths(_ paths: String, more: String = "{}") throws -> OpenAPIProbe {
    try OpenAPIProbe("3.1.0", paths: paths, components: more)
  }

  private static let ok =
    #"{"200": {"description": "", "content": {"application/json": {"schema": {"type": "integer"}}}}}"#

  @Test(arguments: [
    ("/a?b=1", "a path must not have a query or a fragment"),
    ("/a#b", "a path must not have a query or a fragment"),
    ("/{a}{b}", "nothing separates the path parameters `a` and `b`"),
    ("/{a}/{a}", "the path has the parameter `a` twice"),
  ])
  func oddPathsAreLeftOut(path: String, reason: String) throws {
    let probe = try Self.paths(
      #"{"\#(path)": {"get": {"responses": \#(Self.ok)}}, "/c": {"get": {"responses": \#(Self.ok)}}}"#
    )
    #expect(probe.contract.warnings.map(\.message) == ["the path `\(path)` is ignored: \(reason)"])
    #expect(probe.contract.operations.map(\.name) == ["GET /c"])
  }

  @Test func operationsByReference() throws {
    let probe = try OpenAPIProbe(
      ##"{"openapi": "3.0.3", "paths": {"/a": {"get": {"$ref": "ops.json#/get"}}}}"##,
      files: ["ops.json": #"{"get": {"operationId": "getA", "responses": \#(Self.ok)}}"#])
    #expect(probe.contract.operations.map(\.name) == ["GET /a"])
    #expect(
      try probe.found(in: #"{"method":"GET","url":"/a","status":200,"responseBody":true}"#)
        == ["schema/type [true] the body is a boolean; the contract says an integer"])
  }

  /// What stands beside the reference of a path item belongs to it, too.
  @Test(arguments: ["3.0.3", "3.1.0"]) func pathItemsByReference(version: String) throws {
    let probe = try OpenAPIProbe(
      ##"""
      {"openapi": "\##(version)", "paths": {"/a/{id}": {"$ref": "#/x-items/A",
        "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
        "post": {"responses": \##(Self.ok)}}},
       "x-items": {"A": {"get": {"responses": \##(Self.ok)}}}}
      """##)
    #expect(probe.contract.warnings.isEmpty)
    #expect(probe.contract.operations.map(\.name) == ["POST /a/{id}", "GET /a/{id}"])
    func found(_ method: String, _ id: String) throws -> [String] {
      try probe.found(
        in: #"{"method":"\#(method)","url":"/a/\#(id)","status":200,"responseBody":true}"#)
    }
    let body = "schema/type [true] the body is a boolean; the contract says an integer"
    #expect(try found("POST", "1") == [body])
    #expect(try found("GET", "x").count == 2)
  }

  /// So does what stands beside a reference in the middle of a chain; the nearest one counts.
  @Test func pathItemsByChains() throws {
    let probe = try OpenAPIProbe(
      ##"""
      {"openapi": "3.1.0", "paths": {"/a/{id}": {"$ref": "#/x-items/A"}},
       "x-items": {"A": {"$ref": "#/x-items/B",
         "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
         "post": {"responses": \##(Self.ok)}},
        "B": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
         "get": {"responses": \##(Self.ok)}, "post": {"responses": {"204": {"description": ""}}}}}}
      """##)
    #expect(probe.contract.warnings.isEmpty)
    #expect(probe.contract.operations.map(\.name) == ["POST /a/{id}", "GET /a/{id}"])
    for method in ["POST", "GET"] {
      let found = try probe.found(
        in: #"{"method":"\#(method)","url":"/a/x","status":200,"responseBody":true}"#)
      #expect(found.count == 2, "\(found)")
    }
  }

  @Test(arguments: [
    ("/repos/a/contents/x", true), ("/repos/a/contents/x/y/z", true), ("/repos/a/contents", false),
    ("/repos/a/other/x/y", false),
  ])
  func parametersOfSeveralSegments(path: String, isFound: Bool) throws {
    let probe = try Self.paths(
      """
      {"/repos/{repo}/contents/{path}": {"get": {"responses": \(Self.ok), "parameters": [
        {"name": "repo", "in": "path", "required": true, "schema": {"type": "string"}},
        {"name": "path", "in": "path", "required": true, "x-multi-segment": true,
          "schema": {"type": "string", "pattern": "^x"}}]}}}
      """)
    let found = try probe.found(
      in: #"{"method":"GET","url":"\#(path)","status":200,"responseBody":true}"#)
    #expect(found.contains { $0.contains("the contract says an integer") } == isFound)
    #expect(!found.contains { $0.contains("pattern") })
  }

  @Test(arguments: ["(?i)a", "\\\\Aa", "[\\\\w-.]", "("])
  func foreignPatternsAreNotChecked(pattern: String) throws {
    let probe = try OpenAPIProbe.schemas(
      """
      {"A": {"type": "object", "additionalProperties": false, "properties": {
        "b": {"type": "string", "pattern": "\(pattern)", "maxLength": 3}},
        "patternProperties": {"\(pattern)": {}}}}
      """, version: "3.1.0")
    let messages = probe.contract.warnings.map(\.message)
    #expect(messages.count == 2)
    for message in messages {
      #expect(message.contains("is not a regular expression: "))
      #expect(message.hasSuffix("; it is not checked"))
    }
    #expect(try probe.found(in: #"{"b": "x", "c": 1}"#, schema: "A") == [])
    #expect(try probe.found(in: #"{"b": "long"}"#, schema: "A").count == 1)
  }

  @Test func secondOfTwoAlikeIsLeftOut() throws {
    let probe = try Self.paths(
      """
      {"/a/{x}": {"get": {"responses": \(Self.ok), "parameters": [
        {"name": "x", "in": "path", "required": true, "schema": {}}]}},
      "/a/{y}": {"get": {"responses": \(Self.ok), "parameters": [
        {"name": "y", "in": "path", "required": true, "schema": {}}]}}}
      """)
    #expect(probe.contract.operations.map(\.name) == ["GET /a/{x}"])
    #expect(
      probe.contract.warnings.map(\.message) == [
        "`GET /a/{y}` and `/a/{x}` match the same requests; the first operation is used"
      ])
  }

  @Test func propertiesByReference() throws {
    let probe = try OpenAPIProbe.schemas(
      ##"""
      {"A": {"type": "object", "properties": {"$ref": "#/components/x-properties"}}},
      "x-properties": {"id": {"type": "integer"}}
      """##, version: "3.0.3")
    #expect(try probe.found(in: #"{"id": 1}"#, schema: "A") == [])
    #expect(try probe.found(in: #"{"id": "a"}"#, schema: "A").count == 1)
    let apart = try OpenAPIProbe(
      ##"""
      {"openapi": "3.0.3", "paths": {}, "components": {"schemas": {
        "A": {"type": "object", "properties": {"$ref": "parts.json#/a"}}}}}
      """##, files: ["parts.json": #"{"a": {"id": {"type": "integer"}}}"#])
    #expect(try apart.found(in: #"{"id": "a"}"#, schema: "A").count == 1)
  }

  @Test func identifiersOfComponents() throws {
    let probe = try Self.paths(
      ##"""
      {"/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {
        "schema": {"type": "object", "properties": {"p": {"$ref": "pet"}, "t": {"$ref": "#tag"},
          "u": {"$ref": "https://example.com/user"}}}}}}}}}}
      """##,
      more: #"""
        {"schemas": {"Pet": {"$id": "pet", "type": "integer"},
          "Tag": {"$anchor": "tag", "type": "string"},
          "User": {"$id": "https://example.com/user", "type": "boolean"}}}
        """#)
    func found(_ body: String) throws -> Int {
      try probe.found(in: #"{"method":"GET","url":"/a","status":200,"responseBody":\#(body)}"#)
        .count
    }
    #expect(try found(#"{"p": 1, "t": "a", "u": true}"#) == 0)
    #expect(try found(#"{"p": "", "t": 1, "u": 1}"#) == 3)
  }

  /// What only 3.2 has is named in documents before it.
  @Test func whatIsNewer() throws {
    let probe = try OpenAPIProbe(
      ##"""
      {"openapi": "3.1.0", "paths": {"/a": {
        "query": {"responses": \##(Self.ok)},
        "additionalOperations": {"COPY": {"responses": \##(Self.ok)}},
        "get": {"parameters": [
          {"name": "c", "in": "cookie", "style": "cookie", "schema": {"type": "integer"}}],
          "responses": \##(Self.ok)}}}}
      """##)
    #expect(probe.contract.operations.map(\.name) == ["GET /a"])
    #expect(
      Set(probe.contract.warnings.map(\.message)) == [
        "`query` exists since OpenAPI 3.2; in OpenAPI 3.1 it is ignored",
        "`additionalOperations` exists since OpenAPI 3.2; in OpenAPI 3.1 it is ignored",
        "the style `cookie` exists since OpenAPI 3.2; in OpenAPI 3.1 its values are not checked",
      ])
  }

  @Test func newestVersion() throws {
    let probe = try OpenAPIProbe(
      ##"""
      {"openapi": "3.2.0", "$self": "https://example.com/api", "paths": {"/a": {
        "query": {"responses": {"200": {"description": "", "content": {
          "application/json": {"$ref": "https://example.com/api#/components/mediaTypes/Number"}}}}},
        "additionalOperations": {"COPY": {"responses": \##(Self.ok)}},
        "get": {"parameters": [{"name": "q", "in": "querystring", "content": {}},
          {"name": "c", "in": "cookie", "style": "cookie", "schema": {"type": "integer"}}],
          "responses": \##(Self.ok)}}},
        "components": {"mediaTypes": {"Number": {"schema": {"type": "integer"}, "itemEncoding": {}}},
          "schemas": {"A": {"discriminator": {"propertyName": "k", "defaultMapping": "A"}}}}}
      """##)
    #expect(
      probe.contract.operations.map(\.name) == ["QUERY /a", "COPY /a", "GET /a"])
    #expect(
      Set(probe.contract.warnings.map(\.message)) == [
        "`itemEncoding` is not read; parts are checked without it",
        "parameters in `querystring` are not read; their values are not checked",
        "`defaultMapping` is ignored; it does not select a schema for a value with an unknown name",
      ])
    for method in ["QUERY", "COPY"] {
      #expect(
        try probe.found(in: #"{"method":"\#(method)","url":"/a","status":200,"responseBody":true}"#)
          == ["schema/type [true] the body is a boolean; the contract says an integer"])
    }
  }
}
