import JSONSchema
import JSONTape
import Testing

/// What failures say of their place and of branches.
@Suite struct SchemaFailureTests {
  private func failures(_ schema: String, _ body: String) throws -> [String] {
    let document = try JSONDocument(body)
    return try CompiledSchema(JSONDocument(schema)).failures(in: document).map { failure in
      let place = document.pointer(to: failure.instance)
      let branches = failure.branches.map { " \($0.name ?? "\($0.position)") of \($0.count)" }
      return "\(place) \(failure.keyword) \(failure.schema)" + branches.joined()
    }
  }

  @Test func namesInstanceKeywordAndSchema() throws {
    #expect(
      try failures(
        ##"{"properties":{"a":{"$ref":"#/$defs/n"}},"required":["b"],"$defs":{"n":{"type":"number"}}}"##,
        #"{"a":"x"}"#) == ["/a type #/$defs/n", " required #"])
  }

  @Test func reportsTheBranchThatAConstantChooses() throws {
    let schema = """
      {"oneOf":[
        {"properties":{"kind":{"const":"a"},"n":{"type":"number"},"m":{"type":"number"}},
         "required":["kind"]},
        {"properties":{"kind":{"const":"b"},"n":{"type":"string"}},"required":["kind"]}]}
      """
    #expect(
      try failures(schema, #"{"kind":"a","n":"x","m":"y"}"#)
        == ["/n type #/oneOf/0/properties/n 0 of 2", "/m type #/oneOf/0/properties/m 0 of 2"])
  }

  /// A mistake in a branch is no other one of each property beside it.
  @Test func failedBranchesDescribeTheirProperties() throws {
    let schema = """
      {"oneOf":[
        {"properties":{"kind":{"const":"a"},"n":{"type":"number"}},"required":["kind"]},
        {"properties":{"kind":{"const":"b"},"m":{"type":"number"}},"required":["kind"]}],
       "unevaluatedProperties":false}
      """
    #expect(
      try failures(schema, #"{"kind":"a","n":"x"}"#)
        == ["/n type #/oneOf/0/properties/n 0 of 2"])
    #expect(
      try failures(schema, #"{"kind":"a","n":"x","o":1}"#)
        == [
          "/n type #/oneOf/0/properties/n 0 of 2",
          "/o unevaluatedProperties #/unevaluatedProperties",
        ]
        || failures(schema, #"{"kind":"a","n":"x","o":1}"#).count == 2)
  }

  @Test func seesThroughANullableReference() throws {
    let schema = ##"{"anyOf":[{"type":"object","required":["a"]},{"type":"null"}]}"##
    // Null is no alternative for a value that is there.
    #expect(try failures(schema, "{}") == [" required #/anyOf/0"])
    #expect(try failures(schema, "7").count == 1)
    #expect(try failures(schema, "null").isEmpty)
  }

  @Test func mergesTheTypesOfBranches() throws {
    let document = try JSONDocument("7")
    let schema = try CompiledSchema(
      JSONDocument(#"{"anyOf":[{"type":"object"},{"type":"null"}]}"#))
    let failure = try #require(schema.failures(in: document).first)
    guard case .type(let expected, let found) = failure.kind else {
      Issue.record("\(failure.kind)")
      return
    }
    #expect(expected == [.object, .null])
    #expect(found == .number)
  }

  @Test func stopsAtAWrongType() throws {
    #expect(
      try failures(#"{"type":"string","minLength":3,"enum":["abc"]}"#, "7") == [" type #"])
  }

  @Test func comparesNumbersExactly() throws {
    #expect(try failures(#"{"maximum":9007199254740992}"#, "9007199254740993").count == 1)
    #expect(try failures(#"{"minimum":-90,"maximum":90}"#, "90.0000000000000000001").count == 1)
    #expect(try failures(#"{"minimum":-90}"#, "-90.0").isEmpty)
    #expect(try failures(#"{"exclusiveMinimum":0}"#, "-0.0").count == 1)
    #expect(try failures(#"{"maximum":1e400}"#, "1e401").count == 1)
    #expect(try failures(#"{"type":"integer"}"#, "1.0e2").isEmpty)
    #expect(try failures(#"{"multipleOf":0.01}"#, "19.99").isEmpty)
  }

  /// The look-up of properties must hold for any number of them and any names.
  @Test(arguments: [1, 8, 63, 64, 65, 200, 1000])
  func findsEveryProperty(count: Int) throws {
    // A shared prefix of eight bytes and more is what weak hashes fail on.
    let names = (0..<count).map { $0.isMultiple(of: 2) ? "sharedprefix\($0)" : "m\($0)" }
    let schema = Schema.object { for name in names { Property(name, .integer) } }
    let compiled = try schema.compiled()
    let whole = "{" + names.map { #""\#($0)":1"# }.joined(separator: ",") + "}"
    #expect(compiled.isValid(try JSONDocument(whole)))
    let reversed = "{" + names.reversed().map { #""\#($0)":"x""# }.joined(separator: ",") + "}"
    #expect(compiled.failures(in: try JSONDocument(reversed)).count == count)
    #expect(compiled.failures(in: try JSONDocument("{}")).count == count)
    let escaped = whole.replacing("\"m", with: "\"\\u006d")
    #expect(compiled.isValid(try JSONDocument(escaped)))
  }
}
