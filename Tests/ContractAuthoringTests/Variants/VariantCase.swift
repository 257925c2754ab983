import ContractCheck
import Testing

/// A schema, and the variants of a response that has it: the words of each, and its body.
struct VariantCase: Sendable, CustomTestStringConvertible {
  let name: String
  let schema: String
  let expected: [String]
  var settings = ""
  var schemas = ""
  var version = "3.1.0"

  var testDescription: String { name }

  /// A contract with one operation, `GET /v`.
  var contract: Contract {
    get throws { try Self.contract(schema, settings: settings, schemas: schemas, version: version) }
  }

  static func contract(
    _ schema: String, settings: String = "", schemas: String = "", version: String = "3.1.0"
  ) throws -> Contract {
    let text = """
      {"openapi": "\(version)", "info": {"title": "t", "version": "1"},
       "x-schemacheck": {\(settings)},
       "paths": {"/v": {"get": {"operationId": "v", "responses": {"200": {"description": "",
         "content": {"application/json": {"schema": \(schema)}}}}}}},
       "components": {"schemas": {\(schemas)}}}
      """
    return try Contract(Array(text.utf8), name: "case.json")
  }
}

extension VariantCase {
  private static let strict = #""additionalProperties": false"#
  private static let number = #"{"type": "integer", "enum": [1]}"#

  static let all = [
    VariantCase(
      name: "optional and nullable properties",
      schema: """
        {"type": "object", "required": ["a"], \(strict), "properties":
          {"a": \(number), "b": \(number), "c": {"type": ["boolean", "null"]}}}
        """,
      expected: [
        #"every documented property: {"a":1,"b":1,"c":true}"#,
        #"every optional property missing: {"a":1}"#,
        #"`b` missing: {"a":1,"c":true}"#, #"`c` missing: {"a":1,"b":1}"#,
        #"`c` null: {"a":1,"b":1,"c":null}"#,
      ]),
    VariantCase(
      name: "nullable of 3.0, and a reference beside null",
      schema: """
        {"type": "object", "required": ["a"], \(strict), "properties": {"a":
          {"nullable": true, "allOf": [{"$ref": "#/components/schemas/N"}]}}}
        """,
      expected: [#"every documented property: {"a":true}"#, #"`a` null: {"a":null}"#],
      schemas: #""N": {"type": "boolean"}"#, version: "3.0.3"),
    VariantCase(
      name: "each branch of conditions in a row",
      schema: """
        {"type": "object", "required": ["k", "n"], \(strict), "properties": {
          "k": {"enum": ["a", "b", "c"]}, "n": {"enum": [1, 2, 3]}}, "allOf": [
          {"if": {"properties": {"k": {"const": "a"}}}, "then": {"properties": {"n": {"const": 1}}}},
          {"if": {"properties": {"k": {"const": "b"}}}, "then": {"properties": {"n": {"const": 2}}}},
          {"if": {"properties": {"k": {"const": "c"}}}, "then": {"properties": {"n": {"const": 3}}}}]}
        """,
      expected: [
        #"every documented property: {"k":"a","n":1}"#,
        #"the body as `else` says: {"k":"b","n":2}"#, #"the body as `else` says: {"k":"c","n":3}"#,
      ]),
    VariantCase(
      name: "values of an enum, and a constant",
      schema: """
        {"type": "object", "required": ["s", "k"], \(strict), "properties":
          {"s": {"enum": ["a", "b", 3], "example": "b"}, "k": {"const": {"x": 1}}}}
        """,
      expected: [
        #"every documented property: {"s":"b","k":{"x":1}}"#, #"`s` as "a": {"s":"a","k":{"x":1}}"#,
        #"`s` as 3: {"s":3,"k":{"x":1}}"#,
      ]),
    VariantCase(
      name: "branches, with what each leaves open",
      schema: """
        {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
         "discriminator": {"propertyName": "kind", "mapping": {"kitty": "#/components/schemas/Cat"}}}
        """,
      expected: [
        #"every documented property: {"kind":"kitty"}"#,
        #"the body as `Dog`: {"kind":"Dog","age":1,"old":true}"#,
        #"`old` missing: {"kind":"Dog","age":1}"#,
      ],
      schemas: """
        "Cat": {"type": "object", "required": ["kind"], \(strict),
          "properties": {"kind": {"type": "string"}}},
        "Dog": {"type": "object", "required": ["kind", "age"], \(strict),
          "properties": {"kind": {"type": "string"}, "age": \(number), "old": {"type": "boolean"}}}
        """),
    VariantCase(
      name: "schemas that a value names, and that extend a branch or the documented schema",
      schema: """
        {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": [
          {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]},
          {"$ref": "#/components/schemas/Pet"}]}
        """,
      expected: [
        #"every documented property: [{"kind":"kitty"},{"kind":"kitty"}]"#,
        #"an element as `Dog`: [{"kind":"Dog","age":1},{"kind":"kitty"}]"#,
        #"an element as `Pug`: [{"kind":"pug","age":1},{"kind":"kitty"}]"#,
        #"an element as `Dog`: [{"kind":"kitty"},{"kind":"Dog","age":1}]"#,
        #"an element as `Pug`: [{"kind":"kitty"},{"kind":"pug","age":1}]"#,
      ],
      schemas: """
        "Pet": {"type": "object", "required": ["kind"], "unevaluatedProperties": false,
          "properties": {"kind": {"enum": ["kitty", "Dog", "pug"]}, "age": \(number)},
          "discriminator": {"propertyName": "kind", "mapping": {
            "kitty": "#/components/schemas/Cat", "pug": "Pug"}}},
        "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"properties": {"age": false}}]},
        "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}], "required": ["age"]},
        "Pug": {"allOf": [{"$ref": "#/components/schemas/Dog"}]}
        """),
    VariantCase(
      name: "types",
      schema: #"{"type": ["boolean", "array", "null"], "items": \#(number)}"#,
      expected: [
        "every documented property: [1]", "the body empty: []", "the body with two elements: [1,1]",
        "the body as a boolean: true", "the body null: null",
      ]),
    VariantCase(
      name: "conditions",
      schema: """
        {"type": "object", "required": ["k"], "additionalProperties": true,
         "properties": {"k": {"enum": ["x", "y"]}},
         "if": {"properties": {"k": {"const": "x"}}}, "then": {"required": ["a"],
           "properties": {"a": {"const": 1}}},
         "else": {"required": ["b"], "properties": {"b": {"const": 2}}}}
        """,
      expected: [
        #"every documented property: {"k":"x","a":1}"#,
        #"a property `unlisted` in the body: {"k":"x","a":1,"unlisted":"not in the contract"}"#,
        #"the body as `else` says: {"k":"y","b":2}"#,
      ]),
    VariantCase(
      name: "arrays of different elements, and of a least number",
      schema: """
        {"type": "object", "required": ["u", "l"], \(strict), "properties":
          {"u": {"type": "array", "uniqueItems": true, "minItems": 1, "items": {"enum": ["a", "b"]}},
           "l": {"type": "array", "minItems": 2, "maxItems": 2, "items": \(number)}}}
        """,
      expected: [
        #"every documented property: {"u":["a"],"l":[1,1]}"#,
        #"`u` with two elements: {"u":["a","b"],"l":[1,1]}"#,
        #"an element of `u` as "b": {"u":["b"],"l":[1,1]}"#,
      ]),
    VariantCase(
      name: "integers at their ends",
      schema: """
        {"type": "object", "required": ["a", "b", "c", "d"], \(strict), "properties":
          {"a": {"type": "integer", "minimum": 1, "exclusiveMaximum": 10},
           "b": {"type": "integer", "format": "int32"}, "c": {"type": "integer", "multipleOf": 5, "minimum": 3,
           "maximum": 12}, "d": {"type": "integer", "format": "int64", "minimum": 1}}}
        """,
      expected: [
        #"every documented property: {"a":1,"b":1,"c":5,"d":1}"#,
        #"`a` as 9: {"a":9,"b":1,"c":5,"d":1}"#,
        #"`a` as 1.0: {"a":1.0,"b":1,"c":5,"d":1}"#, #"`a` as 1e0: {"a":1e0,"b":1,"c":5,"d":1}"#,
        #"`b` as -2147483648: {"a":1,"b":-2147483648,"c":5,"d":1}"#,
        #"`b` as 0: {"a":1,"b":0,"c":5,"d":1}"#,
        #"`b` as 2147483647: {"a":1,"b":2147483647,"c":5,"d":1}"#,
        #"`b` as 1.0: {"a":1,"b":1.0,"c":5,"d":1}"#, #"`b` as 1e0: {"a":1,"b":1e0,"c":5,"d":1}"#,
        #"`c` as 10: {"a":1,"b":1,"c":10,"d":1}"#,
        #"`c` as 5.0: {"a":1,"b":1,"c":5.0,"d":1}"#, #"`c` as 5e0: {"a":1,"b":1,"c":5e0,"d":1}"#,
        #"`d` as 9223372036854775807: {"a":1,"b":1,"c":5,"d":9223372036854775807}"#,
        #"`d` as 1.0: {"a":1,"b":1,"c":5,"d":1.0}"#, #"`d` as 1e0: {"a":1,"b":1,"c":5,"d":1e0}"#,
      ]),
    VariantCase(
      name: "numbers with and without a fraction",
      schema:
        #"{"type": "array", "minItems": 1, "maxItems": 1, "items": {"type": "number", "exclusiveMinimum": 0, "maximum": 1}}"#,
      expected: [
        "every documented property: [1]", "an element as 1.0: [1.0]", "an element as 1e0: [1e0]",
        "an element as 0.5: [0.5]",
      ]),
    VariantCase(
      name: "the decoder's integers",
      schema:
        #"{"type": "array", "minItems": 1, "maxItems": 1, "items": {"type": "integer", "minimum": 1}}"#,
      expected: [
        "every documented property: [1]", "an element as 2147483647: [2147483647]",
        "an element as 1.0: [1.0]", "an element as 1e0: [1e0]",
      ],
      settings: #""decoder": {"integers": "int32"}"#),
    VariantCase(
      name: "a value of each type where the contract says nothing",
      schema: #"{"type": "object", "required": ["a"], \#(strict), "properties": {"a": {}}}"#,
      expected: [
        #"every documented property: {"a":"text"}"#, #"`a` as null: {"a":null}"#,
        #"`a` as a boolean: {"a":true}"#, #"`a` as an integer: {"a":1}"#,
        #"`a` as a number: {"a":1.5}"#, #"`a` as an array: {"a":["text"]}"#,
        #"`a` as an object: {"a":{"key":"text"}}"#,
      ]),
    VariantCase(
      name: "arrays and strings at their ends, and base64",
      schema: """
        {"type": "object", "required": ["l", "s", "p", "b"], \(strict), "properties":
          {"l": {"type": "array", "minItems": 1, "maxItems": 4, "items": \(number)},
           "s": {"type": "string", "minLength": 2, "maxLength": 9},
           "p": {"type": "string", "pattern": "^[a-z]+$", "minLength": 3, "maxLength": 6},
           "b": {"type": "string", "format": "byte", "minLength": 1, "maxLength": 12}}}
        """,
      expected: [
        #"every documented property: {"l":[1],"s":"text","p":"aaa","b":"dGV4dA=="}"#,
        #"`l` with two elements: {"l":[1,1],"s":"text","p":"aaa","b":"dGV4dA=="}"#,
        #"`l` with 4 elements: {"l":[1,1,1,1],"s":"text","p":"aaa","b":"dGV4dA=="}"#,
        #"`s` with 2 characters: {"l":[1],"s":"lo","p":"aaa","b":"dGV4dA=="}"#,
        #"`s` with 9 characters: {"l":[1],"s":"long text","p":"aaa","b":"dGV4dA=="}"#,
        #"`p` with 6 characters: {"l":[1],"s":"text","p":"aaaaaa","b":"dGV4dA=="}"#,
        #"`b` with 12 characters: {"l":[1],"s":"text","p":"aaa","b":"dGV4dGV4dGV4"}"#,
      ]),
    VariantCase(
      name: "dates of a profile",
      schema:
        #"{"type": "array", "minItems": 1, "maxItems": 1, "items": {"type": "string", "format": "date-time"}}"#,
      expected: [
        #"every documented property: ["2026-01-22T12:00:00Z"]"#,
        #"an element as 2026-01-22T12:00:00+02:00: ["2026-01-22T12:00:00+02:00"]"#,
      ], settings: #""rules": {"iso-dates": {"profile": "swift-iso8601"}}"#),
    VariantCase(
      name: "dates of RFC 3339",
      schema:
        #"{"type": "array", "minItems": 1, "maxItems": 1, "items": {"type": "string", "format": "date-time"}}"#,
      expected: [
        #"every documented property: ["2026-01-22T12:00:00Z"]"#,
        #"an element as 2026-01-22T12:00:00+02:00: ["2026-01-22T12:00:00+02:00"]"#,
        #"an element as 2026-01-22T12:00:00.123Z: ["2026-01-22T12:00:00.123Z"]"#,
        #"an element as 2026-01-22T12:00:00.123456Z: ["2026-01-22T12:00:00.123456Z"]"#,
        #"an element as 2026-01-22T12:00:00.123-05:00: ["2026-01-22T12:00:00.123-05:00"]"#,
      ]),
    VariantCase(
      name: "strings",
      schema:
        #"{"type": "array", "minItems": 1, "maxItems": 1, "items": {"type": "string", "maxLength": 30}}"#,
      expected: [
        #"every documented property: ["text"]"#, #"an element as an empty string: [""]"#,
        #"an element with 30 characters: ["long text long text long text "]"#,
        #"an element with escaped characters: ["\"quoted\" \\ \/ \u00e9 \ud83d\ude00 \n\t"]"#,
      ]),
    VariantCase(
      name: "strings of a pattern",
      schema:
        #"{"type": "array", "minItems": 1, "maxItems": 1, "items": {"type": "string", "pattern": "^[A-Z]{2}-\\d+$", "minLength": 6}}"#,
      expected: [#"every documented property: ["AA-111"]"#]),
    VariantCase(
      name: "maps and unlisted properties",
      schema: """
        {"type": "object", "required": ["m", "o"], \(strict), "properties":
          {"m": {"additionalProperties": {"type": "boolean"}},
           "o": {"type": "object", "required": ["x"], "properties": {"x": {"type": "boolean"}}}}}
        """,
      expected: [
        #"every documented property: {"m":{"key":true},"o":{"x":true}}"#,
        #"`m` empty: {"m":{},"o":{"x":true}}"#,
        #"a property `unlisted` in `o`: {"m":{"key":true},"o":{"x":true,"unlisted":"not in the contract"}}"#,
      ]),
    VariantCase(
      name: "properties that depend on others, and the pair of coordinates",
      schema: """
        {"type": "object", "required": ["n"], \(strict), "dependentRequired": {"b": ["a"]}, "properties":
          {"n": \(number), "a": \(number), "b": \(number), "lat": {"type": "number", "enum": [1.5]},
           "lng": {"type": "number", "enum": [2.5]}}}
        """,
      expected: [
        #"every documented property: {"n":1,"a":1,"b":1,"lat":1.5,"lng":2.5}"#,
        #"every optional property missing: {"n":1}"#,
        #"`a` missing, with `b`: {"n":1,"lat":1.5,"lng":2.5}"#,
        #"`b` missing: {"n":1,"a":1,"lat":1.5,"lng":2.5}"#,
        #"`lat` missing, with `lng`: {"n":1,"a":1,"b":1}"#,
      ]),
    VariantCase(
      name: "recursion, to a depth of three",
      schema: ##"{"$ref": "#/components/schemas/T"}"##,
      expected: [
        #"every documented property: {"v":1,"kids":[{"v":1,"kids":[{"v":1,"kids":[]}]}]}"#,
        #"`kids` empty: {"v":1,"kids":[]}"#,
        #"`kids` with two elements: {"v":1,"kids":[{"v":1,"kids":[{"v":1,"kids":[]}]},{"v":1,"kids":[{"v":1,"kids":[]}]}]}"#,
        #"`kids` empty: {"v":1,"kids":[{"v":1,"kids":[]}]}"#,
        #"`kids` with two elements: {"v":1,"kids":[{"v":1,"kids":[{"v":1,"kids":[]},{"v":1,"kids":[]}]}]}"#,
      ],
      schemas: """
        "T": {"type": "object", "required": ["v", "kids"], \(strict), "properties": {"v": \(number),
          "kids": {"type": "array", "items": {"$ref": "#/components/schemas/T"}}}}
        """),
    VariantCase(
      name: "pagination that adds up",
      schema: """
        {"type": "object", "required": ["items", "page", "limit", "total", "totalPages", "hasMore"],
         \(strict), "properties": {"items": {"type": "array", "items": \(number)},
          "page": {"type": "integer", "maximum": 3}, "limit": {"type": "integer", "maximum": 20},
          "total": {"type": "integer", "maximum": 100}, "totalPages": {"type": "integer", "maximum": 5},
          "hasMore": {"type": "boolean"}}}
        """,
      expected: [
        "every documented property: \(page(1, of: 1, total: 1))",
        "`items` empty: \(page(1, of: 0, total: 0, items: "[]"))",
        "`items` with two elements: \(page(1, of: 1, total: 2, items: "[1,1]"))",
        "`page` as 3: \(page(3, of: 3, total: 41))",
        "`limit` as 1: \(page(1, of: 1, total: 1, limit: 1))",
        "`total` as 100: \(page(1, of: 5, total: 100))",
      ]),
  ]

  private static func page(
    _ page: Int, of pages: Int, total: Int, limit: Int = 20, items: String = "[1]"
  ) -> String {
    #"{"items":\#(items),"page":\#(page),"limit":\#(limit),"total":\#(total),"#
      + #""totalPages":\#(pages),"hasMore":\#(page < pages)}"#
  }
}
