@_spi(Engine) import ContractCaptures
@_spi(Engine) import ContractCheck
import JSONTape
import Testing

/// Which mistakes have which repairs.
@Suite struct FixWriterTests {
  private static let contract = """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {},
     "components": {"schemas": {
      "Place": {"type": "object", "required": ["name"], "properties": {
        "name": {"type": "string"}, "count": {"type": "integer"}, "share": {"type": "number"},
        "open": {"type": ["boolean", "null"]}, "kind": {"enum": ["home", "work"]},
        "only": {"const": true}, "when": {"type": "string", "format": "date-time"},
        "secretToken": {"type": "integer"}}},
      "Spot": {"type": "object", "required": ["lat", "lng", "userName"], "properties": {
        "lat": {"type": "number"}, "lng": {"type": "number"}, "userName": {"type": "string"},
        "note": {"type": ["string", "null"]}}},
      "Null": {"type": "object", "required": ["a", "b"], "properties": {
        "a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"]},
        "in": {"$ref": "#/components/schemas/Null"}}}}}}
    """

  /// The body with every fix made that can be made, and what was left.
  private static func mended(
    _ body: String, _ schema: String, includesUnsafe: Bool = false
  ) throws -> (String, [FixPlan.Reason: Int]) {
    let contract = try Contract(
      Array(contract.utf8), name: "c", overrides: ["undocumented-field": nil])
    let checker = try Checker(
      contracts: [contract], assumption: Checker.Assumption(schema: schema))
    var text = Array(body.utf8)
    var step: FixStep?
    while true {
      var plan = FixPlan(FixPlan.Choice(includesUnsafe: includesUnsafe), after: step)
      checker.check(text, name: "b.json", format: .json) { _, result in
        for finding in result.findings { plan.add(finding) }
      } problem: { _ in
        Issue.record("unreadable")
      }
      #expect(plan.confirmsPreviousStep, "\(body)")
      let next = plan.step()
      guard !next.edits.isEmpty else { return (String(decoding: text, as: UTF8.self), plan.left) }
      text = next.edits.applied(to: text)
      step = next
    }
  }

  @Test(arguments: [
    (#"{"name": "n", "count": "42"}"#, #"{"name": "n", "count": 42}"#),
    (#"{"name": "n", "share": "-1.5e3"}"#, #"{"name": "n", "share": -1.5e3}"#),
    (#"{"name": "n", "open": "false"}"#, #"{"name": "n", "open": false}"#),
    (#"{"name": "n", "kind": "HOME"}"#, #"{"name": "n", "kind": "home"}"#),
    (#"{"name": "n", "only": "true"}"#, #"{"name": "n", "only": true}"#),
    (
      #"{"name": "n", "when": "2026-02-23 10:00:00Z"}"#,
      #"{"name": "n", "when": "2026-02-23T10:00:00Z"}"#
    ),
    (#"{"Name": "n"}"#, #"{"name": "n"}"#),
  ])
  func obviousSchemaFailures(wrong: String, right: String) throws {
    let (text, left) = try Self.mended(wrong, "Place")
    #expect(text == right)
    #expect(left == [:])
  }

  /// Nothing is made of what may mean something else, or of a secret.
  @Test(arguments: [
    #"{"name": "n", "count": "4.5"}"#, #"{"name": "n", "count": "007"}"#,
    #"{"name": "n", "count": " 42"}"#, #"{"name": "n", "count": true}"#,
    #"{"name": "n", "open": "yes"}"#, #"{"name": "n", "kind": "garden"}"#,
    #"{"name": "n", "when": "2026-02-23 10:00:00"}"#, #"{"name": "n", "secretToken": "42"}"#,
    #"{"name": null}"#, "{}",
  ])
  func theRestIsTheAuthors(body: String) throws {
    let (text, left) = try Self.mended(body, "Place", includesUnsafe: true)
    #expect(text == body)
    #expect(left == [.noFix: 1])
  }

  @Test func unsafeOnesAreAskedFor() throws {
    let (text, left) = try Self.mended(#"{"name": 42}"#, "Place")
    #expect(text == #"{"name": 42}"#)
    #expect(left == [.unsafe: 1])
    #expect(
      try Self.mended(#"{"name": 42}"#, "Place", includesUnsafe: true).0 == #"{"name": "42"}"#)
    // A slip of the pen is a guess; another case is none.
    let slip = #"{"naem": "n"}"#
    #expect(try Self.mended(slip, "Place").1 == [.unsafe: 1])
    #expect(try Self.mended(slip, "Place", includesUnsafe: true).0 == #"{"name": "n"}"#)
  }

  @Test(arguments: [
    #"{"lat": 1, "latitude": 1, "lng": 2, "userName": "u", "note": null}"#,
    #"{"latitude": 1, "Latitude": 3, "lng": 2, "userName": "u", "note": null}"#,
    #"{"latitude": 1, "latitude": 3, "lng": 2, "userName": "u", "note": null}"#,
    #"{"lat": 1, "lon": 1, "long": 2, "userName": "u", "note": null}"#,
    #"{"lat": 1, "lng": 2, "user_name": "u", "User_Name": "v", "note": null}"#,
  ])
  func conflictingKeysAreLeft(body: String) throws {
    let (text, left) = try Self.mended(body, "Spot", includesUnsafe: true)
    #expect(text == body)
    #expect(left[.conflictingKeys] ?? 0 > 0, "\(left)")
  }

  @Test func aWordIsNoCoordinate() throws {
    let (text, left) = try Self.mended(
      #"{"lat": 1, "lon": 2, "long": "a long text", "userName": "u"}"#, "Spot")
    #expect(text == #"{"lat": 1, "lng": 2, "long": "a long text", "userName": "u"}"#)
    #expect(left == [:])
  }

  /// The name and the value of one property are two mistakes and two edits.
  @Test func neighboursAreMendedTogether() throws {
    let (text, left) = try Self.mended(
      #"{"latitude": "1.5", "lon": "2", "user_name": "u"}"#, "Spot")
    #expect(text == #"{"lat": 1.5, "lng": 2, "userName": "u"}"#)
    #expect(left == [:])
  }

  @Test(arguments: [
    // Minified, and with the spaces of its neighbours.
    (#"{"a":"x"}"#, #"{"a":"x","b":null}"#),
    (#"{"a": "x"}"#, #"{"a": "x", "b": null}"#),
    (#"{ "a" : "x" }"#, #"{ "a" : "x", "b" : null }"#),
    (#"{"z": 1,"a": "x"}"#, #"{"z": 1,"a": "x","b": null}"#),
    // On lines of their own.
    ("{\n  \"a\": \"x\"\n}\n", "{\n  \"a\": \"x\",\n  \"b\": null\n}\n"),
    ("{\r\n\t\"a\": \"x\"\r\n}", "{\r\n\t\"a\": \"x\",\r\n\t\"b\": null\r\n}"),
    (
      "{\n    \"z\": 1,\n    \"a\": \"x\"}", "{\n    \"z\": 1,\n    \"a\": \"x\",\n    \"b\": null}"
    ),
    // The comma first.
    ("{ \"z\": 1\n, \"a\": \"x\"\n}", "{ \"z\": 1\n, \"a\": \"x\"\n, \"b\": null\n}"),
    // With nothing to go by.
    ("{}", #"{"a": null, "b": null}"#),
    ("{ }", #"{"a": null, "b": null}"#),
    (#"{"a":null,"b":null,"in":{}}"#, #"{"a":null,"b":null,"in":{"a":null,"b":null}}"#),
    (
      "{\n  \"a\": null,\n  \"b\": null,\n  \"in\": {\n  }\n}",
      "{\n  \"a\": null,\n  \"b\": null,\n  \"in\": {\"a\": null, \"b\": null}\n}"
    ),
    (
      #"{"in":{"a":"{}"}}"#, #"{"in":{"a":"{}","b":null},"a":null,"b":null}"#
    ),
  ])
  func propertiesAreAddedAsTheirNeighboursAre(before: String, after: String) throws {
    let (text, left) = try Self.mended(before, "Null")
    #expect(text == after)
    #expect(left == [:])
  }
}
