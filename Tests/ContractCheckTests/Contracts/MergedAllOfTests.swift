import Testing

/// `additionalProperties: false` beside or inside `allOf`: what any of the schemas of one object
/// lists is listed.
@Suite struct MergedAllOfTests {
  private static let schemas = ##"""
    {"Base": {"type": "object", "additionalProperties": false, "properties": {"id": {"type": "integer"}}},
     "Both": {"allOf": [{"$ref": "#/components/schemas/Base"},
       {"type": "object", "additionalProperties": false, "properties": {"name": {"type": "string"}},
        "patternProperties": {"^x-": {"type": "string"}}}]},
     "Parent": {"type": "object", "additionalProperties": false, "properties": {"own": {"type": "boolean"}},
       "allOf": [{"$ref": "#/components/schemas/Both"}]},
     "Choice": {"oneOf": [{"$ref": "#/components/schemas/Base"},
       {"type": "object", "additionalProperties": false, "required": ["name"],
        "properties": {"name": {"type": "string"}}}]},
     "Holder": {"allOf": [{"type": "object", "properties": {"extra": {"type": "integer"},
       "base": {"$ref": "#/components/schemas/Base"}}}, {"additionalProperties": false,
       "properties": {"z": {}}}]},
     "Tagged": {"type": "object", "additionalProperties": false, "properties": {"kind": {"type": "string"}},
       "oneOf": [{"required": ["a"], "properties": {"a": {"type": "integer"}}},
                 {"required": ["b"], "properties": {"b": {"type": "integer"}}}]}}
    """##

  @Test(
    arguments: ["3.0.3", "3.1.0"],
    [
      ("Base", #"{"id": 1}"#), ("Both", #"{"id": 1, "name": "a", "x-y": "z"}"#),
      ("Parent", #"{"id": 1, "name": "a", "own": true}"#), ("Choice", #"{"id": 1}"#),
      ("Choice", #"{"name": "a"}"#), ("Holder", #"{"extra": 1, "z": 1, "base": {"id": 1}}"#),
    ])
  func right(version: String, _ example: (schema: String, body: String)) throws {
    let probe = try OpenAPIProbe.schemas(Self.schemas, version: version)
    #expect(try probe.found(in: example.body, schema: example.schema) == [])
  }

  /// One finding a stray property, whichever of the schemas forbid it; a schema alone is as closed as
  /// it was, and alternatives list nothing for one another.
  @Test(
    arguments: ["3.0.3", "3.1.0"],
    [
      ("Base", #"{"id": 1, "name": "a"}"#, ["/name"]),
      ("Both", #"{"id": 1, "name": "a", "stray": 1}"#, ["/stray"]),
      ("Both", #"{"id": "x", "name": 1, "s": 1, "t": 2}"#, ["/id", "/name", "/s", "/t"]),
      ("Parent", #"{"id": 1, "own": true, "stray": {"a": 1}}"#, ["/stray"]),
      ("Choice", #"{"id": 1, "name": "a"}"#, [""]),
      ("Holder", #"{"extra": 1, "base": {"id": 1, "extra": 1}}"#, ["/base/extra"]),
      // Beside `oneOf`, what the branches list is not listed here.
      ("Tagged", #"{"kind": "k", "a": 1}"#, ["/a"]),
      ("Tagged", #"{"kind": "k", "a": 1, "c": 1}"#, ["/a", "/c"]),
    ])
  func wrong(version: String, _ example: (schema: String, body: String, places: [String])) throws {
    let probe = try OpenAPIProbe.schemas(Self.schemas, version: version)
    let places = try probe.found(in: example.body, schema: example.schema).map { line in
      let place = line.split(separator: " ").dropFirst().first.map(String.init) ?? ""
      return place.hasPrefix("/") ? place : ""
    }
    #expect(places == example.places)
  }
}
