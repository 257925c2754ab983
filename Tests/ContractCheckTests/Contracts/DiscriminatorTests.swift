import ContractCheck
import Testing

/// `discriminator` says which branch a value is judged by.
@Suite struct DiscriminatorTests {
  private static func schemas(_ keyword: String, mapping: String = "") -> String {
    ##"""
    {"Pet": {"\##(keyword)": [{"$ref": "#/components/schemas/Cat"},
       {"$ref": "#/components/schemas/Dog"}, {"$ref": "#/components/schemas/Lizard"}],
       "discriminator": {"propertyName": "petType"\##(mapping)}},
     "Cat": {"type": "object", "required": ["petType", "lives"], "properties": {
       "petType": {"type": "string"}, "lives": {"type": "integer"}}},
     "Dog": {"type": "object", "required": ["petType", "bark"], "properties": {
       "petType": {"type": "string"}, "bark": {"type": "string"}, "age": {"type": "integer"}}},
     "Lizard": {"type": "object", "required": ["petType", "tail"], "properties": {
       "petType": {"type": "string"}, "tail": {"type": "integer"}}}}
    """##
  }

  private static let mapping =
    ##", "mapping": {"dog": "#/components/schemas/Dog", "cat": "Cat"}"##

  /// The branches list the properties; without branches, other schemas may extend the one that has the
  /// discriminator.
  @Test(arguments: ["oneOf", "anyOf"], ["", mapping])
  func propertiesOfNoBranchAreUndocumented(keyword: String, mapping: String) throws {
    let probe = try OpenAPIProbe.schemas(Self.schemas(keyword, mapping: mapping), version: "3.1.0")
    let body = #"{"petType": "Cat", "lives": 9, "zz": 1}"#
    #expect(
      try probe.found(in: body, schema: "Pet").map { $0.prefix { $0 != "[" } } == [
        "undocumented-field /zz "
      ])
    let base = #"{"B": {"properties": {"t": {}}, "discriminator": {"propertyName": "t"}}}"#
    let open = try OpenAPIProbe.schemas(base, version: "3.1.0")
    #expect(try open.found(in: #"{"t": "x", "zz": 1}"#, schema: "B") == [])
  }

  @Test(arguments: ["3.0.3", "3.1.0"], ["oneOf", "anyOf"])
  func chosenBranch(version: String, keyword: String) throws {
    let probe = try OpenAPIProbe.schemas(
      Self.schemas(keyword, mapping: Self.mapping), version: version)
    #expect(try probe.found(in: #"{"petType": "cat", "lives": 9}"#, schema: "Pet") == [])
    // By failures alone the cat would be nearer.
    #expect(
      try probe.found(in: #"{"petType": "dog", "age": "old", "lives": 9.5}"#, schema: "Pet") == [
        #"schema/required [{"petType": "dog", "age": "old", "lives": 9.5}] `bark` is missing "#
          + "(`Dog` by its `petType`)",
        #"schema/type /age ["old"] `age` is a string; the contract says an integer (`Dog` by its "#
          + "`petType`)",
      ])
    // An implied name counts beside the mapping.
    #expect(
      try probe.found(in: #"{"petType": "Lizard", "bark": 1}"#, schema: "Pet") == [
        #"schema/required [{"petType": "Lizard", "bark": 1}] `tail` is missing (`Lizard` by "#
          + "its `petType`)"
      ])
  }

  @Test func unknownName() throws {
    let probe = try OpenAPIProbe.schemas(
      Self.schemas("oneOf", mapping: Self.mapping), version: "3.0.3")
    #expect(
      try probe.found(in: #"{"petType": "dgo", "bark": 1}"#, schema: "Pet") == [
        #"schema/discriminator /petType ["dgo"] `petType` is "dgo"; the contract allows `dog`, "#
          + "`cat`, `Lizard`; did you mean `dog`?"
      ])
  }

  @Test func absentName() throws {
    let probe = try OpenAPIProbe.schemas(Self.schemas("oneOf"), version: "3.1.0")
    #expect(
      try probe.found(in: #"{"bark": 1}"#, schema: "Pet") == [
        #"schema/required [{"bark": 1}] `petType` is missing"#
      ])
  }

  /// The branch that a value names decides, also if another branch accepts the value.
  @Test(arguments: ["oneOf", "anyOf"])
  func anotherBranch(keyword: String) throws {
    let probe = try OpenAPIProbe.schemas(Self.schemas(keyword), version: "3.1.0")
    let cat = #"{"petType": "Dog", "lives": 9}"#
    #expect(
      try probe.found(in: cat, schema: "Pet") == [
        #"schema/required [\#(cat)] `bark` is missing (`Dog` by its `petType`)"#
      ])
    #expect(
      try probe.found(in: #"{"petType": "Dog", "bark": 1, "tail": 2}"#, schema: "Pet") == [
        #"schema/type /bark [1] `bark` is a number; the contract says a string (`Dog` by its "#
          + "`petType`)"
      ])
    // Another case of the name is a guess, which only a client's reader may not share.
    let guess = #"{"petType": "dog", "lives": 9}"#
    #expect(
      try probe.found(in: guess, schema: "Pet") == [
        #"decodable/discriminator [\#(guess)] `petType` is "dog", and the object does not "#
          + "match the alternative with that name"
      ])
    // Only a mapping says that there are no other names.
    let other = #"{"petType": "whatever", "lives": 9}"#
    #expect(try probe.found(in: other, schema: "Pet") == [])
    let mapping =
      ##", "mapping": {"dog": "#/components/schemas/Dog", "cat": "Cat", "lizard": "Lizard"}"##
    let mapped = try OpenAPIProbe.schemas(Self.schemas(keyword, mapping: mapping), version: "3.1.0")
    #expect(
      try mapped.found(in: other, schema: "Pet") == [
        #"decodable/discriminator /petType ["whatever"] `petType` is "whatever"; the contract allows "#
          + "`dog`, `cat`, `lizard`"
      ])
  }

  /// A value that several branches accept is right if it names one of them. Else one finding tells
  /// what is wrong with the name.
  @Test(arguments: [
    (#""petType": "Cat", "#, nil), (#""petType": "Lizard", "#, nil),
    (#""petType": "Dog", "#, "schema/required `bark` is missing (`Dog` by its `petType`)"),
    (
      #""petType": "lizzard", "#,
      #"schema/discriminator `petType` is "lizzard"; the contract allows `Cat`, `Dog`, `Lizard`; "#
        + "did you mean `Lizard`?"
    ),
    ("", "schema/required `petType` is missing"),
  ])
  func severalBranches(name: String, message: String?) throws {
    let body = #"{\#(name)"lives": 9, "tail": 1}"#
    // `decodable` is no second finding, also if the mapping has all names.
    let mapping =
      ##", "mapping": {"Cat": "Cat", "Dog": "Dog", "Lizard": "#/components/schemas/Lizard"}"##
    for mapping in ["", mapping] {
      let schemas = Self.schemas("oneOf", mapping: mapping).replacing(
        #"["petType", "#, with: "[")
      let lenient = try OpenAPIProbe.schemas(schemas, version: "3.1.0")
      let found = try lenient.found(in: body, schema: "Pet").map { text in
        "\(text.prefix { $0 != " " }) \(text.drop { $0 != "`" })"
      }
      #expect(found == [message].compactMap(\.self))
      let strict = try OpenAPIProbe(
        components: #"{"schemas": \#(schemas)}"#,
        more: #""x-schemacheck": {"leniencies": "none"},"#)
      #expect(try strict.found(in: body, schema: "Pet").count == 1)
    }
    let probe = try OpenAPIProbe.schemas(Self.schemas("oneOf"), version: "3.1.0")
    let inLowerCase = #"{"petType": "cat", "lives": 9, "tail": 1}"#
    #expect(try probe.found(in: inLowerCase, schema: "Pet") == [])
  }

  /// Names of schemas that extend a branch; `%` stands for the mapping.
  private static let payments = ##"""
    {"Payment": {"oneOf": [{"$ref": "#/components/schemas/Card"},
       {"$ref": "#/components/schemas/Bank"}], "discriminator": {"propertyName": "type"%}},
     "Card": {"type": "object", "required": ["type"], "properties": {
       "type": {"type": "string"}, "number": {"type": "string"}}},
     "Bank": {"type": "object", "required": ["type"], "properties": {
       "type": {"type": "string"}, "iban": {"type": "string"}}},
     "Sepa": {"allOf": [{"$ref": "#/components/schemas/Bank"}, {"required": ["mandate"],
       "properties": {"mandate": {"type": "string"}, "signed": {"type": "string",
       "format": "date-time"}}}]},
     "Urgent": {"allOf": [{"$ref": "#/components/schemas/Sepa"}],
       "properties": {"by": {"type": "integer"}}}}
    """##

  @Test(arguments: [
    (#"{"type": "sepa", "iban": "x", "mandate": "m"}"#, nil),
    (#"{"type": "Urgent", "mandate": "m", "by": 1}"#, nil),
    (#"{"type": "bank", "iban": "x"}"#, nil),
    (
      #"{"type": "sepa"}"#,
      #"schema/required [{"type": "sepa"}] `mandate` is missing (`Sepa` by its `type`)"#
    ),
    (#"{"type": "Urgent", "mandate": "m", "by": "x"}"#, #"schema/type /by ["x"]"#),
    (#"{"type": "sepa", "iban": 1, "mandate": "m"}"#, "schema/type /iban [1]"),
    (
      #"{"type": "sepa", "mandate": "m", "signed": "no"}"#, #"iso-dates/format /signed ["no"]"#
    ),
    (#"{"type": "sepa", "mandate": "m", "zz": 1}"#, "undocumented-field /zz ["),
    (
      #"{"type": "seppa", "mandate": "m"}"#,
      #"schema/discriminator /type ["seppa"] `type` is "seppa"; the contract allows `card`, "#
        + "`bank`, `sepa`, `Urgent`; did you mean `sepa`?"
    ),
    (#"[]"#, "schema/type [[]] the body is an array; the contract says an object"),
  ])
  func heirsOfBranches(body: String, message: String?) throws {
    let mapping =
      ##", "mapping": {"card": "Card", "bank": "#/components/schemas/Bank", "sepa": "Sepa"}"##
    for version in ["3.0.3", "3.1.0"] {
      let probe = try OpenAPIProbe.schemas(
        Self.payments.replacing("%", with: mapping), version: version)
      let found = try probe.found(in: body, schema: "Payment")
      #expect(found.count == (message == nil ? 0 : 1), "\(found)")
      #expect(found.first?.hasPrefix(message ?? "") ?? true, "\(found)")
    }
  }

  /// A schema that extends a branch, and the schema with the branches, is no endless schema.
  @Test func heirThatLeadsBack() throws {
    let schemas = Self.payments.replacing("%", with: "").replacing(
      ##""Urgent": {"allOf": ["##,
      with: ##""Urgent": {"allOf": [{"$ref": "#/components/schemas/Payment"}, "##)
    let probe = try OpenAPIProbe.schemas(schemas, version: "3.1.0")
    #expect(try probe.found(in: #"{"type": "Sepa"}"#, schema: "Payment").count == 1)
  }

  /// Track and episode by their constants, without a mapping; `%` stands for the discriminator.
  private static func media(_ keyword: String, _ constants: (String) -> String) -> String {
    ##"""
    {"Item": {"\##(keyword)": [{"$ref": "#/components/schemas/TrackObject"},
       {"$ref": "#/components/schemas/EpisodeObject"}], "discriminator": {"propertyName": "type"}},
     "TrackObject": {"type": "object", "required": ["type"], "properties": {
       "type": \##(constants("track")), "length": {"type": "integer"}}},
     "EpisodeObject": {"type": "object", "required": ["type", "show", "host"], "properties": {
       "type": \##(constants("episode")), "show": {"type": "string"}, "host": {}}}}
    """##
  }

  /// Without a mapping, a branch is named by the constant that it asks for.
  @Test(arguments: ["3.0.3", "3.1.0"], ["oneOf", "anyOf"])
  func constantsNameBranches(version: String, keyword: String) throws {
    for constant in ["enum", "const"] where version != "3.0.3" || constant == "enum" {
      let probe = try OpenAPIProbe.schemas(
        Self.media(keyword) {
          constant == "enum" ? #"{"enum": ["\#($0)"]}"# : #"{"const": "\#($0)"}"#
        },
        version: version)
      #expect(
        try probe.found(in: #"{"type": "track", "length": "x"}"#, schema: "Item") == [
          #"schema/type /length ["x"] `length` is a string; the contract says an integer "#
            + "(`TrackObject` by its `type`)"
        ])
      // By failures alone the track would be nearer.
      #expect(
        try probe.found(in: #"{"type": "episode", "length": 1}"#, schema: "Item").allSatisfy {
          $0.contains("`EpisodeObject`") && !$0.contains("type` is")
        })
      #expect(
        try probe.found(in: #"{"type": "trak", "length": "x"}"#, schema: "Item").map {
          $0.drop { $0 != "`" }
        } == [
          #"`type` is "trak"; the contract allows `track`, `episode`; did you mean `track`?"#
        ])
      // The schema's name comes second, in any case; the constant is then told.
      for name in ["TrackObject", "trackobject"] {
        let found = try probe.found(in: #"{"type": "\#(name)"}"#, schema: "Item")
        #expect(found.count == 1)
        #expect(found[0].contains(#"`type` is "\#(name)"; the contract says "track""#))
      }
    }
  }

  /// Branches that share a constant are not told apart by it, and a mapping comes before constants.
  @Test func sharedConstantsAndMappings() throws {
    let shared = try OpenAPIProbe.schemas(
      Self.media("oneOf") { _ in #"{"enum": ["audio"]}"# }, version: "3.1.0")
    #expect(
      try shared.found(in: #"{"type": "audio", "length": "x"}"#, schema: "Item").map {
        $0.contains("`TrackObject`")
      } == [true])
    let mapped = try OpenAPIProbe.schemas(
      Self.media("oneOf") { #"{"enum": ["\#($0)", "old"]}"# }.replacing(
        #""propertyName": "type""#,
        with: #""propertyName": "type", "mapping": {"old": "TrackObject"}"#), version: "3.1.0")
    let found = try mapped.found(in: #"{"type": "old", "length": "x"}"#, schema: "Item")
    #expect(found.count == 1 && found[0].contains("`TrackObject`"))
  }

  /// A branch with branches of its own has their names.
  @Test func nestedBranches() throws {
    let probe = try OpenAPIProbe.schemas(
      ##"""
      {"Thing": {"oneOf": [{"$ref": "#/components/schemas/Animal"},
         {"$ref": "#/components/schemas/Plant"}], "discriminator": {"propertyName": "kind"}},
       "Animal": {"oneOf": [{"$ref": "#/components/schemas/Cat"},
         {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind"}},
       "Named": {"type": "object", "required": ["kind", "name"],
         "properties": {"kind": {"type": "string"}, "name": {"type": "string"}}},
       "Cat": {"allOf": [{"$ref": "#/components/schemas/Named"},
         {"properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}}]},
       "Dog": {"allOf": [{"$ref": "#/components/schemas/Named"},
         {"properties": {"kind": {"const": "dog"}, "bark": {"type": "string"}}}]},
       "Plant": {"type": "object", "required": ["kind"],
         "properties": {"kind": {"const": "plant"}, "leaves": {"type": "integer"}}}}
      """##, version: "3.1.0")
    let found = try probe.found(in: #"{"kind": "dog", "name": "n", "bark": 1}"#, schema: "Thing")
    #expect(found.count == 1)
    #expect(
      found[0].hasPrefix(
        "schema/type /bark [1] `bark` is a number; the contract says a string (`Animal` "
          + "by its `kind`; `Dog` by its `kind`)"))
    #expect(
      try probe.found(in: #"{"kind": "dgo", "name": "n"}"#, schema: "Thing").map {
        $0.drop { $0 != "`" }
      } == [
        #"`kind` is "dgo"; the contract allows `cat`, `dog`, `plant`; did you mean `dog`?"#
      ])
  }

  /// Where a branch has no name, nothing can be said of a name that none has.
  @Test func inlineBranches() throws {
    let probe = try OpenAPIProbe.schemas(
      ##"""
      {"Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"},
         {"type": "object", "required": ["bark"]}], "discriminator": {"propertyName": "t"}},
       "Cat": {"type": "object", "required": ["lives", "tail"]}}
      """##, version: "3.0.3")
    #expect(
      try probe.found(in: #"{"t": "what"}"#, schema: "Pet") == [
        #"schema/oneOf [{"t": "what"}] provide either `lives` and `tail` or `bark`, not both"#
      ])
  }
}
