import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// An absent property that is there under another name: one mistake, one finding.
@Suite struct LookalikeTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {},
       "components": {"schemas": {
        "Open": {"type": "object", "required": ["userName", "avatarURL"],
          "properties": {"userName": {"type": "string"}, "avatarURL": {"type": ["string", "null"]},
            "names": {}}},
        "Item": {"type": "object", "required": ["id", "address", "count1", "tags"],
          "properties": {"id": {"type": "integer"}, "address": {"type": "string"},
            "count1": {"type": "integer"}, "tags": {"type": "array", "items": {
              "type": "object", "required": ["tag_name"],
              "properties": {"tag_name": {"type": "string"}}}}}},
        "Free": {"type": "object", "required": ["id"], "additionalProperties": true,
          "properties": {"id": {"type": "integer"}}},
        "Closed": {"type": "object", "required": ["userName"], "additionalProperties": false,
          "properties": {"userName": {"type": "string"}}}}}}
      """, to: "api.json")
  }

  private func findings(_ schema: String, _ body: String) throws -> [String] {
    let scenario = Scenario.run(
      "check", "-c", contract, "--schema", schema, "-", "-f", "json", "--input-format", "json",
      input: body)
    let report = try JSONDocument(scenario.output).root
    return try #require(report["findings"]).elements.map { finding in
      let place = "\(finding["column"]?.int ?? 0)"
      return [
        finding["rule"]?.string, finding["member"]?.string, place, finding["message"]?.string,
      ]
      .compactMap { $0 }.joined(separator: " ")
    }
  }

  @Test func anotherSpellingIsOneFindingAtItsKey() throws {
    #expect(
      try findings("Open", #"{"avatarURL": null, "user_name": "a"}"#)
        == ["schema userName 21 `userName` is missing; `user_name` is here"])
    #expect(
      try findings("Closed", #"{"usrName": "a"}"#)
        == ["schema userName 2 `userName` is missing; `usrName` is here"])
    #expect(
      try findings("Open", #"{"userName": "a", "avatar_url": "b"}"#)
        == ["explicit-null avatarURL 19 `avatarURL` is missing; `avatar_url` is here"])
  }

  private let rest = #""address": "a", "count1": 1, "tags": []"#

  /// Separators within and around a name are no part of it.
  @Test(arguments: ["_id", "ID", "id_", "__id", "-id", "i_d", "i d", "i.d"])
  func everySpelling(of key: String) throws {
    #expect(
      try findings("Item", #"{"\#(key)": 1, \#(rest)}"#)
        == ["schema id 2 `id` is missing; `\(key)` is here"])
    // Also where other properties are allowed.
    #expect(
      try findings("Free", #"{"\#(key)": 1}"#)
        == ["schema id 2 `id` is missing; `\(key)` is here"])
    // Beside the documented property, it is another one.
    #expect(
      try findings("Item", #"{"\#(key)": 1, "id": 2, \#(rest)}"#)
        == ["undocumented-field 2 `\(key)` is not in the contract"])
  }

  /// What stands under the other spelling is judged as the documented property, and so on within it.
  @Test func theValueIsJudged() throws {
    #expect(
      try findings("Item", #"{"_id": "x", \#(rest)}"#) == [
        "schema id 2 `id` is missing; `_id` is here",
        "schema 9 `_id` is a string; the contract says an integer",
      ])
    #expect(
      try findings(
        "Item",
        #"{"id": 1, "address": "a", "count1": 1, "Tags": [{"tagName": "n"}, {"tag name": 1}]}"#
      ) == [
        "schema tags 40 `tags` is missing; `Tags` is here",
        "schema tag_name 50 `tag_name` is missing; `tagName` is here",
        "schema tag_name 68 `tag_name` is missing; `tag name` is here",
        "schema 80 `tag name` is a number; the contract says a string",
      ])
  }

  /// A spelling error is one finding only where it is clear what was meant.
  @Test func spellingErrorsAreMergedWithCare() throws {
    let body = { (property: String) in #"{"id": 1, "count1": 1, "tags": [], \#(property)}"# }
    #expect(
      try findings("Item", body(#""adress": "a""#))
        == ["schema address 36 `address` is missing; `adress` is here"])
    // Its value is no address.
    #expect(
      try findings("Item", body(#""adress": 5"#)) == [
        "schema address 1 `address` is missing",
        "undocumented-field 36 `adress` is not in the contract; did you mean `address`?",
      ])
    // Either may be meant.
    #expect(try findings("Item", body(#""adress": "a", "addres": "b""#)).count == 3)
    // Another digit is another property.
    #expect(
      try findings("Item", #"{"id": 1, "address": "a", "count2": 1, "tags": []}"#).count == 2)
  }

  @Test func otherKeysAreMistakesOfTheirOwn() throws {
    #expect(
      try findings("Open", #"{"avatarURL": null, "login": "a"}"#) == [
        "schema userName 1 `userName` is missing",
        "undocumented-field 21 `login` is not in the contract",
      ])
    // A key stands for one property, and a documented one for itself.
    #expect(
      try findings("Open", #"{"avatarURL": null, "user_name": "a", "USERNAME": "b"}"#).count == 2)
    #expect(
      try findings("Open", #"{"avatarURL": null, "names": []}"#)
        == ["schema userName 1 `userName` is missing"])
  }

  /// A schema alone judges keyword by keyword.
  @Test func aSchemaAloneSaysBoth() throws {
    let schema = try folder.write(
      #"{"required": ["userName"], "properties": {"userName": {}}, "additionalProperties": false}"#,
      to: "schema.json")
    let scenario = Scenario.run(
      "validate", "--schema", schema, "-", "-f", "concise", "-q", input: #"{"user_name": 1}"#)
    #expect(
      scenario.output == """
        <stdin>:1:1: error[schema] `userName` is missing; `user_name` is here  (property `userName`)
        <stdin>:1:2: error[schema] `user_name` is not allowed here; did you mean `userName`?  \
        (/user_name)

        """)
  }

  @Test func noSecretIsNamed() throws {
    let key = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.c2lnbmF0dXJlc2lnbmF0dXJl"
    let scenario = Scenario.run(
      "check", "-c", contract, "--schema", "Open", "-", "--input-format", "json",
      input: #"{"avatarURL": null, "\#(key)": "a"}"#)
    #expect(!scenario.everything.contains(key))
  }
}
