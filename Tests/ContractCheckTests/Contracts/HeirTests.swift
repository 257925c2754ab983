import ContractCheck
import JSONTape
import Testing

/// A discriminator on a schema that others extend by `allOf`.
@Suite struct HeirTests {
  private static let schemas = ##"""
    {"Pet": {"type": "object", "required": ["kind", "name"],
      "properties": {"kind": {"type": "string"}, "name": {"type": "string"}},
      "discriminator": {"propertyName": "kind", "mapping": {"cat": "#/components/schemas/Cat"}}},
    "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"},
      {"type": "object", "required": ["lives"], "properties": {"lives": {"type": "integer"}}}]},
    "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"}], "required": ["bark"],
      "properties": {"bark": {"type": "boolean"}}},
    "Poodle": {"allOf": [{"$ref": "#/components/schemas/Dog"}],
      "properties": {"curls": {"type": "integer"}}},
    "Owner": {"type": "object", "properties": {
      "pet": {"description": "a pet", "allOf": [{"$ref": "#/components/schemas/Pet"}]},
      "pets": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}}
    """##

  @Test(arguments: ["3.0.3", "3.1.0", "3.2.0"])
  func valid(version: String) throws {
    let probe = try OpenAPIProbe.schemas(Self.schemas, version: version)
    for body in [
      #"{"kind": "cat", "name": "a", "lives": 9}"#, #"{"kind": "Cat", "name": "a", "lives": 9}"#,
      #"{"kind": "Dog", "name": "a", "bark": true}"#, #"{"kind": "Pet", "name": "a"}"#,
      #"{"kind": "Poodle", "name": "a", "bark": true, "curls": 1}"#,
      #"{"kind": "Fish", "name": "a", "bark": 1}"#,
    ] {
      #expect(try probe.found(in: body, schema: "Pet") == [], "\(body)")
      #expect(try probe.found(in: #"{"pet": \#(body), "pets": [\#(body)]}"#, schema: "Owner") == [])
    }
    // Whoever asks for a dog has one, whatever it calls itself.
    #expect(
      try probe.found(in: #"{"kind": "cat", "name": "a", "bark": true}"#, schema: "Dog") == [])
  }

  @Test(arguments: [
    (#"{"kind": "cat", "name": "a"}"#, "`lives` is missing"),
    (
      #"{"kind": "Dog", "name": "a", "bark": 1}"#, "`bark` is a number; the contract says a boolean"
    ),
    (
      #"{"kind": "Dog", "name": 1, "bark": true}"#, "`name` is a number; the contract says a string"
    ),
    (
      #"{"kind": "Poodle", "name": "a", "bark": true, "curls": ""}"#,
      "`curls` is a string; the contract says an integer"
    ),
    (#"{"kind": "Poodle", "name": "a"}"#, "`bark` is missing"),
    (#"{"name": "a"}"#, "`kind` is missing"),
    (#"{"kind": "Fish"}"#, "`name` is missing"),
  ])
  func oneFindingEach(body: String, message: String) throws {
    for version in ["3.0.3", "3.1.0"] {
      let probe = try OpenAPIProbe.schemas(Self.schemas, version: version)
      for (text, schema) in [
        (body, "Pet"), (#"{"pet": \#(body)}"#, "Owner"), (#"{"pets": [\#(body)]}"#, "Owner"),
      ] {
        let found = try probe.found(in: text, schema: schema)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.hasSuffix(message) ?? false, "\(found)")
      }
    }
  }

  /// Branches share the discriminator of the schema that they extend.
  @Test(arguments: [
    (#"{"kind": "cat", "name": "a", "lives": 9}"#, nil),
    (#"{"kind": "Dog", "name": "a", "bark": true}"#, nil), ("null", nil),
    // Another branch matches, but the value names this one.
    (#"{"kind": "cat", "name": "a", "bark": true}"#, "`lives` is missing (`Cat` by its `kind`)"),
    (#"{"kind": "Fish", "name": "a", "bark": true}"#, nil),
    (#"{"kind": "Dog", "name": "a", "lives": "9"}"#, "`bark` is missing"),
    (#"{"kind": "cat", "name": "a", "lives": "9", "bark": 1}"#, "`lives` is a string"),
    (#"{"kind": "Fish", "name": "a"}"#, #"`kind` is "Fish""#),
    (#"{"name": "a"}"#, "`kind` is missing"),
  ])
  func branches(body: String, message: String?) throws {
    let schemas = Self.schemas.replacing(
      #""Owner""#,
      with: ##"""
        "Any": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Cat"},
          {"$ref": "#/components/schemas/Dog"}]}, "Owner"
        """##)
    let found = try OpenAPIProbe.schemas(schemas, version: "3.1.0").found(in: body, schema: "Any")
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    #expect(found.first.map { $0.contains(message ?? "") } ?? true, "\(found)")
  }

  /// The reason names the property that decided: an heir may have a discriminator of its own.
  @Test func theReasonNamesWhatDecided() throws {
    let schemas = ##"""
      {"Thing": {"oneOf": [{"$ref": "#/components/schemas/Car"}, {"$ref": "#/components/schemas/Box"}],
        "discriminator": {"propertyName": "what"}},
       "Box": {"type": "object", "required": ["what"], "properties": {"what": {"type": "string"}}},
       "Car": {"type": "object", "required": ["what", "model"], "properties": {"what": {"type": "string"},
        "model": {"type": "string"}}, "discriminator": {"propertyName": "model"}},
       "Bus": {"allOf": [{"$ref": "#/components/schemas/Car"}], "required": ["seats"],
        "properties": {"seats": {"type": "integer"}}}}
      """##
    let probe = try OpenAPIProbe.schemas(schemas, version: "3.1.0")
    let found = try probe.found(in: #"{"what": "Car", "model": "Bus"}"#, schema: "Thing")
    #expect(
      found.count == 1 && found[0].hasSuffix("`seats` is missing (`Bus` by its `model`)"),
      "\(found)")
    let plain = try probe.found(in: #"{"what": "Car", "model": 1}"#, schema: "Thing")
    #expect(plain.count == 1 && plain[0].hasSuffix("(`Car` by its `what`)"), "\(plain)")
  }

  /// A name of a schema that extends a branch is not unknown, and a branch that is null shares
  /// nothing.
  @Test(arguments: [
    (#"{"a": {"kind": "Poodle", "name": "a", "bark": true}}"#, nil),
    (#"{"a": {"kind": "Poodle", "name": "a", "bark": 1}}"#, "`bark` is a number"),
    (#"{"n": {"x": 1}}"#, "`n` is an object; the contract says null"),
  ])
  func furtherHeirs(body: String, message: String?) throws {
    let schemas = Self.schemas.replacing(
      #""Owner": {"type": "object", "properties": {"#,
      with: ##"""
        "Owner": {"type": "object", "properties": {
          "a": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]},
          "n": {"oneOf": [{"type": "null"}]},
        """##)
    let found = try OpenAPIProbe.schemas(schemas, version: "3.1.0").found(in: body, schema: "Owner")
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    #expect(found.first.map { $0.contains(message ?? "") } ?? true, "\(found)")
  }

  /// Without leniencies, a name that no schema has is a mistake, beside those of the parent.
  @Test func unknownNames() throws {
    let strict = try OpenAPIProbe(
      components: #"{"schemas": \#(Self.schemas)}"#,
      more: #""x-schemacheck": {"leniencies": "none"},"#)
    #expect(
      try strict.found(in: #"{"pets": [{"kind": "Fich", "name": 1}]}"#, schema: "Owner") == [
        #"schema/discriminator /pets/0/kind ["Fich"] `kind` is "Fich"; the contract allows `cat`, "#
          + "`Dog`, `Poodle`, `Pet`",
        #"schema/type /pets/0/name [1] `name` is a number; the contract says a string"#,
      ])
    for kind in ["cat", "Cat"] {
      let body = #"{"kind": "\#(kind)", "name": "a", "lives": 9}"#
      #expect(try strict.found(in: body, schema: "Pet") == [])
    }
    #expect(try strict.found(in: #"{"kind": "Pet", "name": "a"}"#, schema: "Pet") == [])
  }

  /// Settings of its own keep a schema from being joined with others; heirs are chosen all the same.
  @Test func schemasThatStayApart() throws {
    let probe = try OpenAPIProbe.schemas(
      Self.schemas.replacing(
        #""Pet": {"type""#, with: #""Pet": {"x-schemacheck": {"rules": {}}, "type""#),
      version: "3.1.0")
    #expect(
      try probe.found(in: #"{"kind": "Poodle", "name": "a", "bark": true}"#, schema: "Pet") == [])
    #expect(try probe.found(in: #"{"kind": "Poodle", "name": "a"}"#, schema: "Pet").count == 1)
    #expect(
      try probe.found(in: #"{"pet": {"kind": "cat", "name": "a"}}"#, schema: "Owner").count == 1)
  }
}
