/// Changes that are judged by the set of values that a schema allows, however the set is written.
extension SchemaChangeCase {
  static let sets = ends + maps + sameSets + intervals + parts + forms

  private static func tuple(_ elements: String, _ more: String = "") -> String {
    #"{"type": "array", "prefixItems": [\#(elements)]\#(more.isEmpty ? "" : ", " + more)}"#
  }

  private static let word = #"{"type": "string"}"#
  private static let count = #"{"type": "integer"}"#

  /// Fewer elements than before, and the way back.
  private static func shorter(_ name: String, _ old: String, _ new: String) -> SchemaChangeCase {
    SchemaChangeCase(
      name: name, old: old, new: new, response: ["response-narrowed"],
      request: ["request-bounds-narrowed"], responseBack: ["response-bounds-widened"],
      requestBack: ["request-widened"])
  }

  private static let ends = [
    shorter(
      "a shorter closed tuple", tuple("\(word), \(count)", #""items": false"#),
      tuple(word, #""items": false"#)),
    shorter(
      "a shorter tuple without unevaluated elements",
      tuple("\(word), \(count)", #""unevaluatedItems": false"#),
      tuple(word, #""unevaluatedItems": false"#)),
    shorter(
      "a tuple closed", tuple("\(word), \(count)"),
      tuple("\(word), \(count)", #""items": false"#)),
    shorter(
      "no elements", #"{"type": "array", "items": {"type": "string"}}"#,
      #"{"type": "array", "items": false}"#),
    shorter(
      "a closed tuple under another bound", tuple("\(word), \(count)", #""maxItems": 5"#),
      tuple("\(word), \(count)", #""items": false"#)),
    SchemaChangeCase(
      name: "the same: a bound at the end of a tuple", old: tuple(word, #""items": false"#),
      new: tuple(word, #""items": false, "maxItems": 1"#)),
    SchemaChangeCase(
      name: "the same: two ways to close a tuple", old: tuple(word, #""items": false"#),
      new: tuple(word, #""unevaluatedItems": false"#)),
    SchemaChangeCase(
      name: "an element in a closed tuple", old: tuple("\(word), \(word)", #""items": false"#),
      new: tuple("\(word), \(count)", #""items": false"#), response: ["response-type-changed"],
      request: ["request-type-narrowed"], responseBack: ["response-type-changed"],
      requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "unevaluated elements of parts are compared as text",
      old: #"{"allOf": [{"type": "array", "prefixItems": [{"type": "string"}]}]}"#,
      new:
        #"{"allOf": [{"type": "array", "prefixItems": [{"type": "string"}]}], "unevaluatedItems": false}"#,
      response: ["conditions-changed"], request: ["conditions-changed"],
      responseBack: ["conditions-changed"], requestBack: ["conditions-changed"]),
  ]

  private static func map(_ more: String) -> String {
    #"{"type": "object", "additionalProperties": {"type": "integer"}\#(more)}"#
  }

  private static let maps = [
    SchemaChangeCase(
      name: "a value of a map listed with another type", old: map(""),
      new: map(#", "properties": {"b": {"type": "string"}}"#), response: ["response-type-changed"],
      request: ["request-type-narrowed"], responseBack: ["response-type-changed"],
      requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "a value of a map listed with the same type", old: map(""),
      new: map(#", "properties": {"b": {"type": "integer"}}"#)),
    SchemaChangeCase(
      name: "a value of a map made required", old: map(""),
      new: map(#", "properties": {"b": {"type": "integer"}}, "required": ["b"]"#),
      response: ["response-narrowed"], request: ["request-member-required"],
      responseBack: ["response-member-optional"], requestBack: ["request-widened"]),
    SchemaChangeCase(
      name: "a required value of a map listed with another type",
      old: map(#", "required": ["b"]"#),
      new: map(#", "properties": {"b": {"type": "string"}}, "required": ["b"]"#),
      response: ["response-type-changed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "a property of a pattern listed with another type",
      old: #"{"type": "object", "patternProperties": {"^b": {"type": "integer"}}}"#,
      new:
        #"{"type": "object", "patternProperties": {"^b": {"type": "integer"}}, "properties": {"bc": {"type": "string"}, "c": {}}}"#,
      response: ["response-type-changed", "response-member-added"],
      request: ["request-type-narrowed", "request-member-added"],
      responseBack: ["response-optional-dropped", "response-type-changed"],
      requestBack: ["request-member-removed", "request-type-narrowed"]),
    SchemaChangeCase(
      name: "a property made the response's alone beside a map",
      old: map(#", "properties": {"b": {"type": "string"}}"#),
      new: map(#", "properties": {"b": {"type": "string", "readOnly": true}}"#),
      request: ["request-member-removed"], requestBack: ["request-member-added"]),
  ]

  private static let sameSets = [
    ("booleans listed", #"{"type": "boolean"}"#, #"{"enum": [true, false]}"#),
    ("null as a constant", #"{"type": "null"}"#, #"{"const": null}"#),
    (
      "a boolean or null listed", #"{"type": ["boolean", "null"]}"#,
      #"{"enum": [null, false, true]}"#
    ),
    (
      "more than 0 for integers", #"{"type": "integer", "exclusiveMinimum": 0}"#,
      #"{"type": "integer", "minimum": 1}"#
    ),
    (
      "a fraction as a bound of integers", #"{"type": "integer", "maximum": 5.9}"#,
      #"{"type": "integer", "exclusiveMaximum": 6}"#
    ),
    (
      "two ends of which one counts", #"{"type": "number", "minimum": 0, "exclusiveMinimum": 0}"#,
      #"{"type": "number", "exclusiveMinimum": 0}"#
    ),
    (
      "two bounds in two parts", #"{"allOf": [{"type": "integer", "minimum": 1}, {"minimum": 3}]}"#,
      #"{"type": "integer", "minimum": 3}"#
    ),
    (
      "a step that integers have", #"{"type": "integer"}"#,
      #"{"type": "integer", "multipleOf": 1}"#
    ),
    (
      "the patterns of two parts",
      #"{"allOf": [{"type": "string", "pattern": "a"}, {"pattern": "b"}]}"#,
      #"{"allOf": [{"type": "string", "pattern": "b"}, {"pattern": "a"}]}"#
    ),
  ].map { SchemaChangeCase(name: "the same: \($0.0)", old: $0.1, new: $0.2) }

  /// A wider range than before, and the way back.
  private static func wider(_ name: String, _ old: String, _ new: String) -> SchemaChangeCase {
    SchemaChangeCase(
      name: name, old: old, new: new, response: ["response-bounds-widened"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-bounds-narrowed"])
  }

  private static let intervals = [
    wider(
      "an end taken in", #"{"type": "number", "exclusiveMinimum": 0}"#,
      #"{"type": "number", "minimum": 0}"#),
    wider(
      "a lower end without itself", #"{"type": "number", "minimum": 1}"#,
      #"{"type": "number", "exclusiveMinimum": 0}"#),
    wider(
      "a higher end without itself", #"{"type": "number", "maximum": 5}"#,
      #"{"type": "number", "exclusiveMaximum": 6}"#),
    wider(
      "an end of many digits", #"{"type": "integer", "minimum": 2.00000000000000000001}"#,
      #"{"type": "integer", "minimum": 2}"#),
    wider(
      "an end beyond a Double", #"{"type": "integer", "exclusiveMaximum": 123456789012345678901}"#,
      #"{"type": "integer", "maximum": 123456789012345678901}"#),
    SchemaChangeCase(
      name: "an end taken in, as 3.0 has it",
      old: #"{"type": "number", "minimum": 0, "exclusiveMinimum": true, "nullable": false}"#,
      new: #"{"type": "number", "minimum": 0, "nullable": false}"#,
      response: ["response-bounds-widened"], request: ["request-widened"],
      responseBack: ["response-narrowed"], requestBack: ["request-bounds-narrowed"]),
    SchemaChangeCase(
      name: "an integer made a number with the step 1", old: #"{"type": "integer"}"#,
      new: #"{"type": "number", "multipleOf": 1}"#, response: ["response-narrowed"],
      request: ["request-widened"], responseBack: ["response-narrowed"],
      requestBack: ["request-widened"]),
  ]

  private static func both(_ type: String, _ one: String, _ other: String) -> String {
    #"{"allOf": [{"type": "\#(type)"}, {\#(one)}, {\#(other)}]}"#
  }

  private static let parts = [
    wider(
      "the second maximum of two parts", both("string", #""maxLength": 9"#, #""maxLength": 2"#),
      both("string", #""maxLength": 9"#, #""maxLength": 5"#)),
    wider(
      "the first minimum of two parts", both("integer", #""minimum": 7"#, #""minimum": 3"#),
      both("integer", #""minimum": 1"#, #""minimum": 3"#)),
    wider(
      "the second step of two parts", both("integer", #""multipleOf": 2"#, #""multipleOf": 9"#),
      both("integer", #""multipleOf": 2"#, #""multipleOf": 3"#)),
    wider(
      "a pattern of the second part", both("string", #""pattern": "^a""#, #""pattern": "b$""#),
      #"{"type": "string", "pattern": "^a"}"#),
    wider(
      "a bound beside a component",
      ##"{"allOf": [{"$ref": "#/components/schemas/Name"}, {"maxLength": 2}]}"##,
      ##"{"$ref": "#/components/schemas/Name"}"##
    ).with(components: #"{"Name": {"type": "string", "maxLength": 9}}"#),
    wider(
      "a bound beside properties without a type",
      #"{"properties": {"a": {}}, "multipleOf": 4}"#,
      #"{"properties": {"a": {}}, "multipleOf": 2}"#),
    SchemaChangeCase(
      name: "a format of the second part", old: both("string", #""format": "uuid""#, ""),
      new: both("string", #""format": "uuid""#, #""format": "email""#),
      response: ["response-narrowed"], request: ["request-format-changed"],
      responseBack: ["response-format-changed"], requestBack: ["request-widened"]),
  ]

  private func with(components: String) -> SchemaChangeCase {
    var copy = self
    copy.components = components
    return copy
  }

  private static let forms = [
    SchemaChangeCase(
      name: "forms made anything",
      old: #"{"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}"#,
      new: "{}", response: ["response-type-changed"],
      request: ["request-widened"], responseBack: ["response-narrowed", "response-narrowed"],
      requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "a form that fits the second of two",
      old: #"{"type": "integer", "exclusiveMaximum": 1}"#,
      new:
        #"{"anyOf": [{"type": ["string", "boolean"]}, {"type": "integer", "exclusiveMaximum": 1.5}]}"#,
      response: ["response-type-changed"],
      request: ["request-widened", "request-widened", "request-widened"],
      responseBack: ["response-narrowed", "response-narrowed", "response-narrowed"],
      requestBack: ["request-type-narrowed"]),
    SchemaChangeCase(
      name: "only null is left", old: #"{"enum": ["k", null]}"#, new: #"{"type": "null"}"#,
      response: ["response-narrowed"], request: ["request-type-narrowed"],
      responseBack: ["response-type-changed"], requestBack: ["request-widened"]),
    SchemaChangeCase(
      name: "no type any more, so null, too",
      old: #"{"type": ["object", "null"], "properties": {"a": {}}}"#,
      new: #"{"properties": {"a": {}}}"#, response: ["response-narrowed"],
      responseBack: ["response-member-nullable"], requestBack: ["request-widened"]),
  ]
}
