import JSONTape
import TestSupport
import Testing

@testable import schemacheck

/// An absent member that is there under another name: one mistake, one finding.
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

  @Test func otherKeysAreMistakesOfTheirOwn() throws {
    #expect(
      try findings("Open", #"{"avatarURL": null, "login": "a"}"#) == [
        "schema userName 1 `userName` is missing",
        "undocumented-field 21 `login` is not in the contract",
      ])
    // A key stands for one member, and a documented one for itself.
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
        <stdin>:1:1: error[schema] `userName` is missing; `user_name` is here  (member `userName`)
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
