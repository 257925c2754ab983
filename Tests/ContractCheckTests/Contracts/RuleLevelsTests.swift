import ContractCheck
import JSONTape
import Testing

/// `x-schemacheck` at every level; the nearest one wins.
@Suite struct RuleLevelsTests {
  private static func contract(
    document: String = "{}", item: String = "{}", operation: String = "{}",
    response: String = "{}", schema: String = "{}"
  ) throws -> Contract {
    let text = ##"""
      {"openapi": "3.1.0", "x-schemacheck": {"rules": \##(document)},
       "paths": {"/a": {"x-schemacheck": {"rules": \##(item)},
        "get": {"x-schemacheck": {"rules": \##(operation)}, "responses": {"200": {
          "description": "", "x-schemacheck": {"rules": \##(response)},
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"}}}}}}}},
       "components": {"schemas": {"A": {"type": "object",
        "x-schemacheck": {"rules": \##(schema)},
        "required": ["at"], "properties": {
          "at": {"type": ["string", "null"], "format": "date-time"}}}}}}
      """##
    return try Contract(Array(text.utf8), name: "levels")
  }

  private static let date = #"{"at": "2026-02-23T10:00:00Z"}"#

  private func rules(_ contract: Contract, _ body: String) throws -> [String] {
    try contract.check(body.utf8, operation: "GET /a").map { "\($0.severity) \($0.rule)" }
  }

  @Test func everyLevelIsHeard() throws {
    let strict = #"{"iso-dates": {"profile": "to-iso-string"}}"#
    #expect(try rules(Self.contract(), Self.date) == [])
    for contract in try [
      Self.contract(document: strict), Self.contract(item: strict),
      Self.contract(operation: strict), Self.contract(response: strict),
      Self.contract(schema: strict),
    ] {
      #expect(try rules(contract, Self.date) == ["error iso-dates"])
    }
  }

  @Test func theNearestLevelWins() throws {
    let contract = try Self.contract(
      document: #"{"explicit-null": "off", "iso-dates": {"profile": "to-iso-string"}}"#,
      operation: #"{"explicit-null": "note"}"#, response: #"{"explicit-null": "warning"}"#,
      schema: #"{"iso-dates": {"profile": "swift-iso8601"}}"#)
    #expect(try rules(contract, Self.date) == [])
    // The rule has the words; the contract requires the property, so it stays an error.
    #expect(try rules(contract, "{}") == ["error explicit-null"])
  }

  /// What the schema refuses is then the schema's.
  @Test func aRuleThatIsOffIsSilent() throws {
    #expect(
      try rules(Self.contract(document: #"{"explicit-null": "off"}"#), "{}") == ["error schema"])
    #expect(
      try rules(Self.contract(document: #"{"iso-dates": "off"}"#), #"{"at": "never"}"#)
        == ["error schema"])
    #expect(
      try rules(Self.contract(document: #"{"undocumented-field": "off"}"#), #"{"at":null,"b":1}"#)
        == [])
  }

  @Test func overridesApplyOverTheDocument() throws {
    let text = #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"properties": {"a": {}}}}}}"#
    let contract = try Contract(
      Array(text.utf8), name: "o", overrides: ["undocumented-field": .some(.error)])
    let findings = try contract.check(#"{"b": 1}"#.utf8, schema: "A")
    #expect(findings.map(\.severity) == [.error])
  }
}
