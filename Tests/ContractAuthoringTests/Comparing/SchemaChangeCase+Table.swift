extension SchemaChangeCase {
  static let all: [SchemaChangeCase] =
    nulls + types + properties + values + formats + bounds + combinations + same + sets

  private static func object(_ properties: String, required: String = #"["a"]"#) -> String {
    #"{"type": "object", "properties": {\#(properties)}, "required": \#(required)}"#
  }

  private static let nulls = [
    SchemaChangeCase(
      name: "a property made nullable", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"type": ["string", "null"]}"#), response: ["response-member-nullable"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-member-not-null"]),
    SchemaChangeCase(
      name: "an optional property made nullable",
      old: object(#""a": {"type": "string"}"#, required: "[]"),
      new: object(#""a": {"type": ["string", "null"]}"#, required: "[]"),
      response: ["response-optional-nullable"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-not-null"]),
    SchemaChangeCase(
      name: "nullable as 3.0 has it", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"type": "string", "nullable": true}"#),
      response: ["response-member-nullable"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-not-null"]),
    SchemaChangeCase(
      name: "null by a branch", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"oneOf": [{"type": "string"}, {"type": "null"}]}"#),
      response: ["response-member-nullable"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-not-null"]),
    SchemaChangeCase(
      name: "null by a constant", old: object(##""a": {"$ref": "#/components/schemas/A"}"##),
      new: object(##""a": {"anyOf": [{"const": null}, {"$ref": "#/components/schemas/A"}]}"##),
      response: ["response-member-nullable"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-not-null"],
      components: #"{"A": {"type": "object", "properties": {"x": {"type": "integer"}}}}"#),
    SchemaChangeCase(
      name: "null in a list of values", old: object(#""a": {"enum": ["x", "y"]}"#),
      new: object(#""a": {"enum": ["x", null, "y"]}"#), response: ["response-member-nullable"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-member-not-null"]),
    SchemaChangeCase(
      name: "nullable beside a reference",
      old: object(##""a": {"$ref": "#/components/schemas/A"}"##),
      new: object(##""a": {"allOf": [{"$ref": "#/components/schemas/A"}], "nullable": true}"##),
      response: ["response-member-nullable"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-not-null"],
      components: #"{"A": {"type": "object", "properties": {"x": {"type": "integer"}}}}"#),
    SchemaChangeCase(
      name: "null elements", old: #"{"type": "array", "items": {"type": "string"}}"#,
      new: #"{"type": "array", "items": {"type": ["string", "null"]}}"#,
      response: ["response-member-nullable"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-not-null"]),
    SchemaChangeCase(
      name: "a null body", old: #"{"type": "object"}"#, new: #"{"type": ["object", "null"]}"#,
      response: ["response-member-nullable"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-not-null"]),
  ]

  private static let types = [
    SchemaChangeCase(
      name: "a string made a number", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"type": "integer"}"#), response: ["response-type-changed"],
      request: ["request-type-narrowed"], responseBack: ["response-type-changed"],
      requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "an integer made a number", old: object(#""a": {"type": "integer"}"#),
      new: object(#""a": {"type": "number"}"#), response: ["response-type-changed"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "a further type", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"type": ["string", "integer"]}"#), response: ["response-type-changed"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "an array made an object",
      old: object(#""a": {"type": "array", "items": {"type": "string"}}"#),
      new: object(#""a": {"type": "object", "properties": {"b": {"type": "string"}}}"#),
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "elements of another type", old: #"{"type": "array", "items": {"type": "string"}}"#,
      new: #"{"type": "array", "items": {"type": "integer"}}"#,
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "an element of a tuple",
      old: #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}]}"#,
      new: #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}"#,
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "the values of a map",
      old: #"{"type": "object", "additionalProperties": {"type": "string"}}"#,
      new: #"{"type": "object", "additionalProperties": {"type": "boolean"}}"#,
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "properties by a pattern",
      old: #"{"type": "object", "patternProperties": {"^x": {"type": "string"}}}"#,
      new: #"{"type": "object", "patternProperties": {"^x": {"type": "boolean"}}}"#,
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "anything", old: object(#""a": {"type": "string"}"#), new: object(#""a": {}"#),
      response: ["response-type-changed"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "nothing but null", old: object(#""a": {"type": ["string", "null"]}"#),
      new: object(#""a": {"type": "null"}"#), response: ["response-narrowed"],
      request: ["request-type-narrowed"], responseBack: ["response-type-changed"],
      requestBack: ["request-widened"]),
    SchemaChangeCase(
      name: "a wrong type silences what is inside",
      old: object(#""a": {"type": "object", "properties": {"b": {}}, "required": ["b"]}"#),
      new: object(#""a": {"type": "string", "enum": ["x"]}"#), response: ["response-type-changed"],
      request: ["request-type-narrowed"], responseBack: ["response-type-changed"],
      requestBack: ["request-type-narrowed"]),
  ]

  private static let properties = [
    SchemaChangeCase(
      name: "a property made optional", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"type": "string"}"#, required: "[]"),
      response: ["response-member-optional"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-required"]),
    SchemaChangeCase(
      name: "a nullable property made optional", old: object(#""a": {"type": ["string", "null"]}"#),
      new: object(#""a": {"type": ["string", "null"]}"#, required: "[]"),
      response: ["response-null-omitted"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-member-required"]),
    SchemaChangeCase(
      name: "a property dropped", old: object(#""a": {"type": "string"}, "bcd": {}"#),
      new: object(#""bcd": {}"#, required: "[]"), response: ["response-member-dropped"],
      request: ["request-member-removed"], responseBack: ["response-member-added"],
      requestBack: ["request-member-required"]),
    SchemaChangeCase(
      name: "an optional property dropped", old: object(#""a": {}, "bcd": {"type": "string"}"#),
      new: object(#""a": {}"#), response: ["response-optional-dropped"],
      request: ["request-member-removed"], responseBack: ["response-member-added"],
      requestBack: ["request-member-added"]),
    SchemaChangeCase(
      name: "a property renamed", old: object(#""userName": {}"#, required: #"["userName"]"#),
      new: object(#""user_name": {}"#, required: #"["user_name"]"#),
      response: ["response-member-dropped"], request: ["request-member-required"],
      responseBack: ["response-member-dropped"], requestBack: ["request-member-required"]),
    SchemaChangeCase(
      name: "two properties swapped for two",
      old: object(#""alpha": {}, "beta": {}"#, required: "[]"),
      new: object(#""gamma": {}, "delta": {}"#, required: "[]"),
      response: [
        "response-optional-dropped", "response-optional-dropped", "response-member-added",
        "response-member-added",
      ],
      request: [
        "request-member-removed", "request-member-removed", "request-member-added",
        "request-member-added",
      ],
      responseBack: [
        "response-optional-dropped", "response-optional-dropped", "response-member-added",
        "response-member-added",
      ],
      requestBack: [
        "request-member-removed", "request-member-removed", "request-member-added",
        "request-member-added",
      ]),
    SchemaChangeCase(
      name: "a property dropped where others are refused",
      old:
        #"{"type": "object", "properties": {"a": {}, "bcd": {}}, "additionalProperties": false}"#,
      new: #"{"type": "object", "properties": {"a": {}}, "additionalProperties": false}"#,
      response: ["response-optional-dropped"], request: ["request-member-refused"],
      responseBack: ["response-member-added"], requestBack: ["request-member-added"]),
    SchemaChangeCase(
      name: "other properties refused", old: object(#""a": {}"#),
      new:
        #"{"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": false}"#,
      request: ["request-members-closed"], requestBack: ["request-widened"]),
    SchemaChangeCase(
      name: "the coordinates",
      old: object(
        #""lat": {"type": "number"}, "lng": {"type": "number"}"#, required: #"["lat", "lng"]"#),
      new: object(
        #""latitude": {"type": "number"}, "longitude": {"type": "number"}"#,
        required: #"["latitude", "longitude"]"#),
      response: ["coordinate-pair-renamed"], request: ["coordinate-pair-renamed"],
      responseBack: ["coordinate-pair-renamed"], requestBack: ["coordinate-pair-renamed"]),
    SchemaChangeCase(
      name: "a property made the response's alone",
      old: object(#""a": {}, "bcd": {"type": "string"}"#),
      new: object(#""a": {}, "bcd": {"type": "string", "readOnly": true}"#),
      request: ["request-member-removed"], requestBack: ["request-member-added"]),
    SchemaChangeCase(
      name: "a property made the request's alone", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"type": "string", "writeOnly": true}"#),
      response: ["response-member-dropped"], responseBack: ["response-member-added"]),
    SchemaChangeCase(
      name: "a property asked for that has no schema", old: object("", required: "[]"),
      new: object("", required: #"["a"]"#), response: ["response-narrowed"],
      request: ["request-member-required"], responseBack: ["response-member-optional"],
      requestBack: ["request-widened"]),
    SchemaChangeCase(
      name: "properties made required by a part",
      old: #"{"allOf": [{"type": "object", "properties": {"a": {}}}]}"#,
      new: #"{"allOf": [{"type": "object", "properties": {"a": {}}}, {"required": ["a"]}]}"#,
      response: ["response-narrowed"], request: ["request-member-required"],
      responseBack: ["response-null-omitted"], requestBack: ["request-widened"]),
  ]

  private static let values = [
    SchemaChangeCase(
      name: "a value added", old: object(#""a": {"enum": ["x", "y"]}"#),
      new: object(#""a": {"enum": ["x", "y", "z"]}"#), response: ["response-enum-value-added"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-enum-value-removed"]),
    SchemaChangeCase(
      name: "a value exchanged", old: object(#""a": {"enum": ["x", "y"]}"#),
      new: object(#""a": {"enum": ["x", "z"]}"#), response: ["response-enum-value-added"],
      request: ["request-enum-value-removed"], responseBack: ["response-enum-value-added"],
      requestBack: ["request-enum-value-removed"]),
    SchemaChangeCase(
      name: "a list of values opened", old: object(#""a": {"type": "string", "enum": ["x", "y"]}"#),
      new: object(#""a": {"type": "string"}"#), response: ["response-enum-opened"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-enum-closed"]),
    SchemaChangeCase(
      name: "another constant", old: object(#""a": {"const": true}"#),
      new: object(#""a": {"const": false}"#), response: ["response-enum-value-added"],
      request: ["request-enum-value-removed"], responseBack: ["response-enum-value-added"],
      requestBack: ["request-enum-value-removed"]),
    SchemaChangeCase(
      name: "constants as branches", old: object(#""a": {"enum": ["x"]}"#),
      new: object(#""a": {"oneOf": [{"const": "x", "title": "X"}, {"const": "y"}]}"#),
      response: ["response-enum-value-added"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-enum-value-removed"]),
    SchemaChangeCase(
      name: "a form added",
      old:
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]}"##,
      new:
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/C"}, {"$ref": "#/components/schemas/B"}]}"##,
      response: ["response-variant-added"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-variant-removed"],
      components: kinds),
    SchemaChangeCase(
      name: "one form made two", old: ##"{"$ref": "#/components/schemas/B"}"##,
      new:
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]}"##,
      response: ["response-variant-added"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-variant-removed"],
      components: kinds),
    SchemaChangeCase(
      name: "a value of the discriminator",
      old:
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "kind", "mapping": {"x": "#/components/schemas/A"}}}"##,
      new:
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "kind", "mapping": {"y": "#/components/schemas/A"}}}"##,
      response: ["response-narrowed", "response-variant-added"],
      request: ["request-variant-removed", "request-widened"],
      responseBack: ["response-narrowed", "response-variant-added"],
      requestBack: ["request-variant-removed", "request-widened"], components: kinds),
    SchemaChangeCase(
      name: "another discriminator",
      old:
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "kind"}}"##,
      new:
        ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}], "discriminator": {"propertyName": "type"}}"##,
      response: ["discriminator-changed"], request: ["discriminator-changed"],
      responseBack: ["discriminator-changed"], requestBack: ["discriminator-changed"],
      components: kinds),
    SchemaChangeCase(
      name: "a property of an unnamed form",
      old:
        #"{"oneOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "object", "properties": {"b": {}}}]}"#,
      new:
        #"{"oneOf": [{"type": "object", "properties": {"a": {"type": "integer"}}}, {"type": "object", "properties": {"b": {}}}]}"#,
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "a form told by its constant",
      old:
        #"{"anyOf": [{"type": "object", "properties": {"k": {"const": 1}, "v": {"type": "string"}}}, {"type": "object", "properties": {"k": {"const": 2}}}]}"#,
      new:
        #"{"anyOf": [{"type": "object", "properties": {"k": {"const": 2}}}, {"type": "object", "properties": {"k": {"const": 1}, "v": {"type": "integer"}}}]}"#,
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
  ]

  private static let kinds = """
    {"A": {"type": "object", "properties": {"a": {"type": "string"}}},
     "B": {"type": "object", "properties": {"b": {"type": "string"}}},
     "C": {"type": "object", "properties": {"c": {"type": "string"}}}}
    """

  private static let formats = [
    SchemaChangeCase(
      name: "a date without time", old: object(#""a": {"type": "string", "format": "date-time"}"#),
      new: object(#""a": {"type": "string", "format": "date"}"#), response: ["date-format-changed"],
      request: ["date-format-changed"], responseBack: ["date-format-changed"],
      requestBack: ["date-format-changed"]),
    SchemaChangeCase(
      name: "a date made any string",
      old: object(#""a": {"type": "string", "format": "date-time"}"#),
      new: object(#""a": {"type": "string"}"#), response: ["date-format-changed"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["date-format-changed"]),
    SchemaChangeCase(
      name: "a profile of its own", old: object(#""a": {"type": "string", "format": "date-time"}"#),
      new: object(
        #""a": {"type": "string", "format": "date-time", "x-schemacheck": {"rules": {"iso-dates": {"profile": "to-iso-string"}}}}"#
      ),
      response: ["date-format-changed"], request: ["date-format-changed"],
      responseBack: ["date-format-changed"], requestBack: ["date-format-changed"]),
    SchemaChangeCase(
      name: "another format", old: object(#""a": {"type": "string", "format": "uuid"}"#),
      new: object(#""a": {"type": "string"}"#), response: ["response-format-changed"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-format-changed"]),
    SchemaChangeCase(
      name: "longer integers", old: object(#""a": {"type": "integer", "format": "int32"}"#),
      new: object(#""a": {"type": "integer", "format": "int64"}"#),
      response: ["response-format-changed"], requestBack: ["request-format-changed"]),
    SchemaChangeCase(
      name: "float and double", old: object(#""a": {"type": "number", "format": "float"}"#),
      new: object(#""a": {"type": "number", "format": "double"}"#)),
  ]

  private static let bounds = [
    SchemaChangeCase(
      name: "a longer text", old: object(#""a": {"type": "string", "maxLength": 10}"#),
      new: object(#""a": {"type": "string", "maxLength": 20}"#),
      response: ["response-bounds-widened"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-bounds-narrowed"]),
    SchemaChangeCase(
      name: "a bound that is new", old: object(#""a": {"type": "integer"}"#),
      new: object(#""a": {"type": "integer", "minimum": 0}"#), response: ["response-narrowed"],
      request: ["request-bounds-narrowed"], responseBack: ["response-bounds-widened"],
      requestBack: ["request-widened"]),
    SchemaChangeCase(
      name: "a bound that bounds nothing", old: object(#""a": {"type": "string"}"#),
      new: object(#""a": {"type": "string", "minLength": 0}"#)),
    SchemaChangeCase(
      name: "another pattern", old: object(#""a": {"type": "string", "pattern": "^a"}"#),
      new: object(#""a": {"type": "string", "pattern": "^b"}"#), response: ["response-narrowed"],
      request: ["request-bounds-narrowed"], responseBack: ["response-narrowed"],
      requestBack: ["request-bounds-narrowed"]),
    SchemaChangeCase(
      name: "a condition", old: object(#""a": {"not": {"const": 1}}"#),
      new: object(#""a": {"not": {"const": 2}}"#), response: ["conditions-changed"],
      request: ["conditions-changed"], responseBack: ["conditions-changed"],
      requestBack: ["conditions-changed"]),
  ]

  private static let combinations = [
    SchemaChangeCase(
      name: "null and values at once", old: object(#""a": {"type": "string", "enum": ["x"]}"#),
      new: object(#""a": {"type": ["string", "null"], "enum": ["x", "y", null]}"#),
      response: ["response-member-nullable", "response-enum-value-added"],
      request: ["request-widened", "request-widened"],
      responseBack: ["response-narrowed", "response-narrowed"],
      requestBack: ["request-member-not-null", "request-enum-value-removed"]),
    SchemaChangeCase(
      name: "in a cycle",
      old: ##"{"$ref": "#/components/schemas/Old"}"##,
      new: ##"{"$ref": "#/components/schemas/New"}"##,
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"],
      components: ##"""
        {"Old": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Old"}, "v": {"type": "string"}}},
         "New": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Newer"}, "v": {"type": "integer"}}},
         "Newer": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/New"}, "v": {"type": "string"}}}}
        """##),
  ]

  /// Two ways to write the same.
  private static let same = [
    ("inline", ##"{"$ref": "#/components/schemas/A"}"##, Self.a),
    ("order", Self.a, #"{"properties": {"x": {"type": "integer"}}, "type": "object"}"#),
    ("a merge of one", Self.a, ##"{"allOf": [{"$ref": "#/components/schemas/A"}]}"##),
    (
      "a merge of two", object(#""a": {"type": "string"}, "bcd": {}"#),
      #"{"allOf": [{"type": "object", "required": ["a"]}, {"properties": {"a": {"type": "string"}, "bcd": {}}}]}"#
    ),
    ("a branch alone", Self.a, ##"{"oneOf": [{"$ref": "#/components/schemas/A"}]}"##),
    (
      "null in two versions", #"{"type": "string", "nullable": true}"#,
      #"{"type": ["null", "string"]}"#
    ),
    (
      "null as a branch", #"{"type": ["string", "null"]}"#,
      #"{"anyOf": [{"type": "null"}, {"type": "string"}]}"#
    ),
    (
      "types as branches", #"{"type": ["string", "integer"]}"#,
      #"{"oneOf": [{"type": "integer"}, {"type": "string"}]}"#
    ),
    ("one value", #"{"const": "x"}"#, #"{"enum": ["x"]}"#),
    ("an order of values", #"{"enum": [1, 2.0]}"#, #"{"enum": [2, 1.0]}"#),
    (
      "remarks", Self.a,
      #"{"title": "A", "description": "d", "type": "object", "example": {}, "properties": {"x": {"type": "integer", "deprecated": true}}}"#
    ),
    (
      "an order of forms",
      ##"{"oneOf": [{"$ref": "#/components/schemas/A"}, {"type": "object", "title": "B"}]}"##,
      ##"{"oneOf": [{"type": "object", "title": "B"}, {"$ref": "#/components/schemas/A"}]}"##
    ),
  ].map {
    SchemaChangeCase(name: "the same: \($0.0)", old: $0.1, new: $0.2, components: #"{"A": \#(a)}"#)
  }

  private static let a = #"{"type": "object", "properties": {"x": {"type": "integer"}}}"#
}
