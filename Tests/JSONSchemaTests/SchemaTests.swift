import JSONSchema
import JSONTape
import Testing

/// Schemas written in Swift.
@Suite struct SchemaTests {
  static let place = Schema.object {
    Property("lat", .number(in: -90...90))
    Property("lng", .number(in: -180...180))
    Property("address", .string.nullable)
    Property("savedAt", .string(format: .dateTime), isRequired: false)
    Property("photos", .array(of: .object { Property("id", .integer(atLeast: 1)) }))
  }

  @Test func writesKeywordsInTheOrderTheyWereGiven() {
    #expect(
      Schema.number(in: -90...90).json == #"{"type":"number","minimum":-90,"maximum":90}"#)
    #expect(
      Schema.object { Property("a", .string.nullable) }.json
        == #"{"type":"object","properties":{"a":{"type":["string","null"]}},"required":["a"]}"#)
    #expect(
      Schema.oneOf("ios", "android").nullable.json
        == #"{"anyOf":[{"type":"string","enum":["ios","android"]},{"type":"null"}]}"#)
  }

  @Test(arguments: [
    (#"{"lat":1,"lng":2,"address":null,"photos":[]}"#, 0),
    (#"{"lat":1,"lng":2,"address":"x","photos":[{"id":1}],"savedAt":"2026-02-23T10:00:00Z"}"#, 0),
    (#"{"lat":91,"lng":2,"address":null,"photos":[]}"#, 1),
    (#"{"lat":1,"lng":2,"photos":[]}"#, 1),
    (#"{"lat":"1","lng":2,"address":1,"photos":[{"id":0}],"savedAt":"now"}"#, 4),
    (#"[]"#, 1),
  ])
  func judgesAsItsKeywordsSay(body: String, failures: Int) throws {
    let schema = try Self.place.compiled()
    let document = try JSONDocument(body)
    #expect(schema.failures(in: document).count == failures)
    #expect(schema.isValid(document) == (failures == 0))
  }

  @Test func judgesPropertiesUnderACondition() throws {
    let schema = try Schema.when(
      .properties { Property("platform", .constant("ios")) },
      then: .properties { Property("token", .string(matching: "^[0-9a-f]+$")) }
    ).compiled()
    #expect(schema.isValid(try JSONDocument(#"{"platform":"android","token":"?"}"#)))
    #expect(schema.isValid(try JSONDocument(#"{"platform":"ios","token":"0f"}"#)))
    #expect(!schema.isValid(try JSONDocument(#"{"platform":"ios","token":"?"}"#)))
    #expect(!schema.isValid(try JSONDocument(#"{"platform":"ios"}"#)))
  }

  @Test func refusesAPatternThatIsNone() {
    #expect(throws: SchemaError.self) { try Schema.string(matching: "(").compiled() }
  }
}
