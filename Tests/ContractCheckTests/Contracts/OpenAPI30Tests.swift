import ContractCheck
import JSONTape
import Testing

/// Schemas as OpenAPI 3.0 has them, and the keywords of one version in a document of the other.
@Suite struct OpenAPI30Tests {
  private static let bothVersions = ["3.0.3", "3.1.0"]

  /// In 3.0, `nullable` allows null whatever `enum`, `allOf` and the like say, and nothing else.
  @Test(
    arguments: [
      #"{"type": "string", "nullable": true}"#,
      #"{"type": "string", "enum": ["a"], "nullable": true}"#,
      ##"{"allOf": [{"$ref": "#/components/schemas/S"}], "nullable": true}"##,
      ##"{"allOf": [{"$ref": "#/components/schemas/S"}, {"nullable": true}]}"##,
      ##"{"oneOf": [{"$ref": "#/components/schemas/S"}], "nullable": true}"##,
      ##"{"anyOf": [{"$ref": "#/components/schemas/S"}], "nullable": true}"##,
      ##"{"$ref": "#/components/schemas/S", "nullable": true}"##,
      #"{"type": "string", "nullable": true, "format": "date"}"#,
    ])
  func nullable(schema: String) throws {
    let schemas =
      #"{"S": {"type": "string"}, "O": {"type": "object", "properties": {"v": \#(schema)}}}"#
    let probe = try OpenAPIProbe.schemas(schemas, version: "3.0.3")
    #expect(try probe.found(in: #"{"v": null}"#, schema: "O") == [])
    #expect(try probe.found(in: #"{"v": 7}"#, schema: "O").count == 1)
    #expect(try probe.found(in: #"{"v": false}"#, schema: "O").count == 1)
    // In 3.1 it says nothing.
    let newer = try OpenAPIProbe.schemas(schemas, version: "3.1.0")
    #expect(try newer.found(in: #"{"v": null}"#, schema: "O").count == 1)
  }

  @Test func nullableLiftsNoNot() throws {
    let probe = try OpenAPIProbe.schemas(
      #"{"O": {"nullable": true, "type": "string", "not": {"enum": [null]}}}"#, version: "3.0.3")
    #expect(try probe.found(in: "null", schema: "O").count == 1)
  }

  @Test func nullableSaysSo() throws {
    let probe = try OpenAPIProbe.schemas(
      #"""
      {"O": {"type": "object", "required": ["a", "b"], "properties": {
        "a": {"type": "string", "nullable": true}, "b": {"type": "string", "nullable": false}}}}
      """#, version: "3.0.3")
    #expect(
      try probe.found(in: #"{"a": 1, "b": null}"#, schema: "O") == [
        "schema/type /a [1] `a` is a number; the contract says a string or null",
        "schema/type /b [null] `b` is null; the contract says a string",
      ])
    // A nullable property that is required is there, with null.
    #expect(
      try probe.found(in: #"{"b": ""}"#, schema: "O") == [
        #"explicit-null/required [{"b": ""}] `a` is missing; this API sends an explicit `null`"#
      ])
  }

  @Test(arguments: bothVersions)
  func exclusiveBounds(version: String) throws {
    let probe = try OpenAPIProbe.schemas(
      #"""
      {"Open": {"type": "number", "minimum": 0, "exclusiveMinimum": true, "maximum": 9,
                "exclusiveMaximum": true},
       "Closed": {"type": "number", "minimum": 0, "exclusiveMinimum": false},
       "Alone": {"type": "number", "exclusiveMinimum": true},
       "Number": {"type": "number", "exclusiveMinimum": 0}}
      """#, version: version)
    #expect(try probe.found(in: "0.1", schema: "Open") == [])
    #expect(
      try probe.found(in: "0", schema: "Open") == [
        "schema/exclusiveMinimum [0] the body is 0; it must be above 0"
      ])
    #expect(
      try probe.found(in: "9", schema: "Open") == [
        "schema/exclusiveMaximum [9] the body is 9; it must be below 9"
      ])
    #expect(try probe.found(in: "0", schema: "Closed") == [])
    #expect(try probe.found(in: "-5", schema: "Alone") == [])
    #expect(try probe.found(in: "0", schema: "Number").count == 1)
  }

  /// In 3.0 a reference stands alone; in 3.1 what stands beside it counts.
  @Test func siblingsOfReferences() throws {
    let schemas =
      ##"{"S": {"type": "string"}, "R": {"$ref": "#/components/schemas/S", "maxLength": 1}}"##
    let old = try OpenAPIProbe.schemas(schemas, version: "3.0.3")
    #expect(try old.found(in: #""abc""#, schema: "R") == [])
    let new = try OpenAPIProbe.schemas(schemas, version: "3.1.0")
    #expect(try new.found(in: #""abc""#, schema: "R").count == 1)
  }

  @Test(arguments: bothVersions)
  func integerFormats(version: String) throws {
    let probe = try OpenAPIProbe.schemas(
      #"""
      {"Small": {"type": "integer", "format": "int32"},
       "Large": {"type": "integer", "format": "int64"}, "Text": {"type": "string", "format": "int32"},
       "Other": {"type": "string", "format": "password"}}
      """#, version: version)
    #expect(try probe.found(in: "-2147483648", schema: "Small") == [])
    #expect(
      try probe.found(in: "2147483648", schema: "Small") == [
        "schema/format [2147483648] the body is 2147483648; the maximum is 2147483647"
      ])
    #expect(try probe.found(in: "9223372036854775807", schema: "Large") == [])
    #expect(try probe.found(in: "-9223372036854775809", schema: "Large").count == 1)
    #expect(try probe.found(in: #""99999999999""#, schema: "Text") == [])
    #expect(try probe.found(in: #""x""#, schema: "Other") == [])
  }

  // MARK: Warnings

  @Test(arguments: [
    ("3.1.0", #"{"nullable": true}"#, "`nullable` exists only in OpenAPI 3.0", "/nullable"),
    (
      "3.1.0", #"{"exclusiveMaximum": true, "maximum": 1}"#,
      "`exclusiveMaximum` can be true or "
        + "false only",
      "/exclusiveMaximum"
    ),
    (
      "3.0.3", #"{"exclusiveMinimum": 1}"#, "`exclusiveMinimum` can be a number",
      "/exclusiveMinimum"
    ),
    ("3.0.3", #"{"const": 1}"#, "`const` exists since OpenAPI 3.1", "/const"),
    ("3.0.3", #"{"type": ["string", "null"]}"#, "lists of types exist since OpenAPI 3.1", "/type"),
    ("3.0.3", #"{"type": "null"}"#, "the type `null` exists since OpenAPI 3.1", "/type"),
    ("3.1.0", #"{"type": ["string", null]}"#, "`type` has null without quotes", "/type"),
    ("3.0.3", #"{"type": "file"}"#, "`file` is a type of Swagger 2.0", "/type"),
    (
      "3.0.3", #"{"type": "string", "required": true}"#, "`required` is true, but in a schema",
      "/required"
    ),
    (
      "3.0.3", ##"{"$ref": "#/components/schemas/B", "nullable": true}"##,
      "`nullable` beside `$ref` has no effect", "/nullable"
    ),
  ])
  func plainSlips(version: String, schema: String, message: String, pointer: String) throws {
    let probe = try OpenAPIProbe.schemas(
      #"{"A": \#(schema), "B": {}}"#, version: version)
    let warnings = probe.contract.warnings
    #expect(warnings.count == 1)
    #expect(warnings.first?.message.hasPrefix(message) == true, "\(warnings)")
    #expect(warnings.first?.pointer.description == "/components/schemas/A" + pointer)
    #expect(warnings.first?.description.hasPrefix("api/openapi.json:1:") == true)
    #expect(warnings.first?.description.contains(": warning: ") == true)
  }

  @Test func nothingToWarnOf() throws {
    let old = try OpenAPIProbe.schemas(
      #"{"A": {"type": "string", "nullable": true, "example": null, "x-any": {"const": 1}}}"#,
      version: "3.0.0")
    #expect(old.contract.warnings == [])
    let new = try OpenAPIProbe.schemas(
      #"{"A": {"type": ["string", "null"], "const": null, "examples": [1]}}"#, version: "3.1.1")
    #expect(new.contract.warnings == [])
  }

  /// The same slip at many places is one warning.
  @Test func warningsAreGrouped() throws {
    let probe = try OpenAPIProbe.schemas(
      #"""
      {"A": {"nullable": true, "properties": {"b": {"nullable": true}, "c": {"nullable": true}}}}
      """#, version: "3.1.0")
    #expect(probe.contract.warnings.count == 1)
    #expect(probe.contract.warnings.first?.others == 2)
    #expect(
      probe.contract.warnings.first?.description.hasSuffix("(and 2 more such warnings)") == true)
  }

  // MARK: Errors

  @Test(arguments: [
    ("3.0.3", #"{"nullable": "true"}"#, "`nullable` must be true or false", "/nullable"),
    ("3.0.3", #"{"type": "int"}"#, "`int` is not a type", "/type"),
    (
      "3.1.0", #"{"discriminator": {}}"#, "a `discriminator` must have a `propertyName`",
      "/discriminator"
    ),
    (
      "3.0.3", #"{"exclusiveMinimum": "1"}"#, "`exclusiveMinimum` must be a number",
      "/exclusiveMinimum"
    ),
    ("3.0.3", #"{"required": "a"}"#, "`required` must be an array", "/required"),
  ])
  func errors(version: String, schema: String, message: String, pointer: String) throws {
    let error = try #require(
      OpenAPIProbe.refusal(
        #"{"openapi": "\#(version)", "components": {"schemas": {"A": \#(schema)}}}"#))
    #expect(error.message.hasPrefix(message), "\(error.message)")
    #expect(error.pointer.description == "/components/schemas/A" + pointer)
  }

  @Test func dialects() throws {
    let known = try OpenAPIProbe(
      components: #"{"schemas": {"A": {"exclusiveMinimum": 1}}}"#,
      more: #""jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base","#)
    #expect(try known.found(in: "1", schema: "A").count == 1)
    let draft = try OpenAPIProbe(
      components: #"{"schemas": {"A": {"items": [{"type": "string"}]}}}"#,
      more: #""jsonSchemaDialect": "http://json-schema.org/draft-07/schema#","#)
    #expect(try draft.found(in: "[1]", schema: "A").count == 1)
    let error = try #require(
      OpenAPIProbe.refusal(
        #"{"openapi": "3.1.0", "paths": {}, "jsonSchemaDialect": "https://example.com/mine"}"#))
    #expect(
      error.message.hasPrefix("the dialect `https://example.com/mine` in `jsonSchemaDialect`"))
    #expect(error.pointer.description == "/jsonSchemaDialect")
  }

  @Test func versions() throws {
    #expect(try OpenAPIProbe("3.0.0", paths: "{}").contract.warnings == [])
    #expect(try OpenAPIProbe("3.2.0", paths: "{}").contract.warnings == [])
    #expect(
      OpenAPIProbe.refusal(#"{"openapi": "4.0.0", "paths": {}}"#)?.message
        == "OpenAPI 4.0.0 cannot be read; use Swagger 2.0 or OpenAPI 3.0, 3.1 or 3.2")
  }
}
