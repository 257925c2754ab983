import ContractCheck
import Testing

/// `discriminator` says which branch a failed value was meant for, and never whether it fails.
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

  @Test(arguments: ["3.0.3", "3.1.0"], ["oneOf", "anyOf"])
  func chosenBranch(version: String, keyword: String) throws {
    let probe = try OpenAPIProbe.schemas(
      Self.schemas(keyword, mapping: Self.mapping), version: version)
    #expect(try probe.found(in: #"{"petType": "cat", "lives": 9}"#, schema: "Pet") == [])
    // By failures alone the cat would be nearer.
    #expect(
      try probe.found(in: #"{"petType": "dog", "age": "old", "lives": 9.5}"#, schema: "Pet") == [
        #"schema/required [{"petType": "dog", "age": "old", "lives": 9.5}] `bark` is missing "#
          + "(nearest of 3 alternatives: `Dog`)",
        #"schema/type /age ["old"] `age` is a string; the contract says an integer (nearest of 3 "#
          + "alternatives: `Dog`)",
      ])
    // An implied name counts beside the mapping.
    #expect(
      try probe.found(in: #"{"petType": "Lizard", "bark": 1}"#, schema: "Pet") == [
        #"schema/required [{"petType": "Lizard", "bark": 1}] `tail` is missing (nearest of 3 "#
          + "alternatives: `Lizard`)"
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

  /// A value that holds in a branch is right whatever its discriminator says, and one that holds in
  /// two is not.
  @Test func verdictIsThatOfTheSchema() throws {
    let any = try OpenAPIProbe.schemas(Self.schemas("anyOf"), version: "3.1.0")
    #expect(try any.found(in: #"{"petType": "Dog", "lives": 9}"#, schema: "Pet") == [])
    let one = try OpenAPIProbe.schemas(Self.schemas("oneOf"), version: "3.1.0")
    #expect(try one.found(in: #"{"petType": "whatever", "lives": 9}"#, schema: "Pet") == [])
    #expect(
      try one.found(in: #"{"petType": "Cat", "lives": 9, "tail": 1}"#, schema: "Pet").count == 1)
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
