import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// An object or an array one level too deep or too high: one mistake, one finding.
@Suite struct DisplacementTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/u": {"post": {
        "operationId": "post", "requestBody": {"content": {"application/json": {"schema":
          {"$ref": "#/components/schemas/User"}}}},
        "responses": {"200": {"description": "ok", "content": {"application/json": {"schema":
          {"$ref": "#/components/schemas/User"}}}}}}}},
       "components": {"schemas": {
        "User": {"type": "object", "required": ["id", "name", "email"], "properties": {
          "id": {"type": "integer"}, "name": {"type": "string"}, "email": {"type": "string"},
          "bio": {"type": "string"}, "place": {"$ref": "#/components/schemas/Place"}}},
        "Place": {"type": "object", "required": ["lat", "lng", "label"], "properties": {
          "lat": {"type": "number"}, "lng": {"type": "number"}, "label": {"type": "string"}}},
        "Users": {"type": "array", "items": {"$ref": "#/components/schemas/User"}},
        "Node": {"type": "object", "required": ["id"], "properties": {
          "id": {"type": "integer"}, "tags": {"type": "array", "items": {"type": "object"}}}},
        "Likes": {"type": "object", "required": ["likes"],
          "properties": {"likes": {"type": "integer"}}},
        "Page": {"type": "object", "required": ["users", "total"], "properties": {
          "users": {"$ref": "#/components/schemas/Users"}, "total": {"type": "integer"}}},
        "Envelope": {"type": "object", "required": ["success", "data"], "properties": {
          "success": {"type": "boolean"}, "data": {"$ref": "#/components/schemas/User"}}},
        "Group": {"type": "object", "required": ["users"],
          "properties": {"users": {"$ref": "#/components/schemas/Users"}}},
        "List": {"type": "object", "required": ["users", "figures"], "properties": {
          "users": {"$ref": "#/components/schemas/Users"}, "figures": {"type": "object",
            "required": ["page", "limit", "total"], "properties": {"page": {"type": "integer"},
              "limit": {"type": "integer"}, "total": {"type": "integer"}}}}},
        "Devices": {"type": "object", "required": ["success", "devices"], "properties": {
          "success": {"const": true}, "devices": {"type": "array", "items": {"type": "integer"}}}},
        "Optional": {"type": "object", "properties": {
          "title": {"type": "string"}, "body": {"type": "string"}}},
        "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"},
          {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind"}},
        "Cat": {"type": "object", "required": ["kind", "lives"], "properties": {
          "kind": {"const": "cat"}, "lives": {"type": "integer"}}},
        "Dog": {"type": "object", "required": ["kind", "bark"], "properties": {
          "kind": {"const": "dog"}, "bark": {"type": "string"}}}}}}
      """, to: "api.json")
  }

  private func findings(_ schema: String, _ body: String) -> [String] {
    let scenario = Scenario.run(
      "check", "-c", contract, "--schema", schema, "-", "-f", "concise", "-q", "--input-format",
      "json", input: body)
    return scenario.output.split(separator: "\n").map {
      String($0).replacing("<stdin>:1:", with: "").replacing("[schema]", with: "")
    }
  }

  private let user = #"{"id": 1, "name": "a", "email": "e"}"#

  private func isTooDeep(
    _ found: [String], _ pointer: String, in object: String? = nil, _ noun: String = "object"
  ) -> Bool {
    let place = object.map { "  (\($0))" } ?? ""
    return found.count == 1
      && found[0].hasSuffix(
        "error the \(noun) is one level too deep, under `\(pointer)`\(place)")
  }

  @Test(arguments: ["data", "result", "user"])
  func anObjectUnderAnEnvelope(name: String) {
    #expect(isTooDeep(findings("User", #"{"\#(name)": \#(user)}"#), "/\(name)"))
    let more = #"{"success": true, "message": "m", "\#(name)": \#(user), "meta": {"page": 1}}"#
    #expect(isTooDeep(findings("User", more), "/\(name)"))
  }

  @Test func anArrayUnderAnEnvelope() {
    #expect(
      isTooDeep(findings("Users", #"{"data": [\#(user)], "total": 1}"#), "/data", in: nil, "array"))
    #expect(isTooDeep(findings("Users", #"{"data": []}"#), "/data", in: nil, "array"))
    #expect(
      findings("Users", #"{"data": [1]}"#)
        == ["1: error the body is an object; the contract says an array"])
  }

  /// A list of right values is not the value of a property.
  @Test func aListOfRightValues() {
    #expect(
      findings("Node", #"[{"id": 1}, {"id": 2}]"#)
        == ["1: error the body is an array; the contract says an object"])
    #expect(findings("Node", "[{}]").first?.contains("one level too high") ?? false)
  }

  @Test func withinABody() {
    let place = #"{"lat": 1, "lng": 2, "label": "l"}"#
    #expect(
      isTooDeep(
        findings("User", #"{"id": 1, "name": "a", "email": "e", "place": {"coords": \#(place)}}"#),
        "/place/coords", in: "/place"))
    #expect(
      findings("Users", #"[{"data": \#(user)}, {"data": \#(user)}]"#)
        == ["3: error the object is one level too deep, under `/*/data`  (/*) (×2)"])
  }

  /// Mistakes of the object itself are told at their places, as guesses: warnings.
  @Test func ownMistakesStay() {
    #expect(
      findings("User", #"{"data": {"id": 1, "name": 7, "mail": "e", "x": 1}}"#) == [
        "2: error the object is one level too deep, under `/data`",
        "28: warning `name` is a number; the contract says a string  (/data/name)",
        "31: warning `email` is missing; `mail` is here  (/data (property `email`))",
        "44: warning[undocumented-field] `x` is not in the contract  (/data/x)",
      ])
    let inner = #"{"latitude": 1, "longitude": 2, "label": 3}"#
    let found = findings(
      "User", #"{"id": 1, "name": "a", "email": "e", "place": {"data": \#(inner)}}"#)
    #expect(
      found == [
        "48: error the object is one level too deep, under `/place/data`  (/place)",
        "57: warning[coordinate-names] coordinate is named `latitude`; this API says `lat`  "
          + "(/place/data/latitude)",
        "72: warning[coordinate-names] coordinate is named `longitude`; this API says `lng`  "
          + "(/place/data/longitude)",
        "97: warning `label` is a number; the contract says a string  (/place/data/label)",
      ])
  }

  /// A part of the object may be where it belongs.
  @Test func theRestOfAnObject() {
    #expect(
      isTooDeep(findings("Devices", #"{"success": true, "data": {"devices": [1]}}"#), "/data"))
    #expect(isTooDeep(findings("Likes", #"{"data": {"likes": 1}}"#), "/data"))
    let found = findings("Devices", #"{"success": false, "data": {"devices": [1]}}"#)
    #expect(found.count == 2 && found[0].contains("`success` is false"))
  }

  @Test func nothingIsRequired() {
    let body = #"{"data": {"title": "t", "body": "b"}}"#
    #expect(
      findings("Optional", body)
        == [
          "2: warning[undocumented-field] the object is one level too deep, under `/data`"
        ])
  }

  @Test func withoutItsEnvelope() {
    #expect(
      findings("Envelope", user)
        == ["1: error the object is one level too high; the contract has it under `/data`"])
    #expect(
      findings("Page", "[\(user)]")
        == ["1: error the array is one level too high; the contract has it under `/users`"])
    #expect(
      findings("Envelope", #"{"success": true, "id": 1, "name": "a", "email": 5}"#) == [
        "1: error the object is one level too high; the contract has it under `/data`",
        "50: warning `email` is a number; the contract says a string  (/email)",
      ])
  }

  @Test func branches() {
    #expect(isTooDeep(findings("Pet", #"{"data": {"kind": "dog", "bark": "w"}}"#), "/data"))
  }

  /// Weak evidence is no evidence: nothing is guessed.
  @Test(
    arguments: [
      // Two of them: parts of something else.
      (
        "User",
        #"{"before": {"id": 1, "name": "a", "email": "e"}, "after": {"id": 1, "name": "b", "email": "e"}}"#
      ),
      // Another object of the same kind beside the documented one.
      ("User", #"{"id": 1, "friend": {"id": 2, "name": "a", "email": "e"}}"#),
      ("User", #"{"category": {"id": 1, "name": "a"}, "total": 2}"#),
      ("User", #"{"error": {"code": 1, "message": "m"}}"#),
      ("Likes", #"{"post": {"likes": 1}, "user": {"a": 1}}"#),
      ("Page", "[]"), ("Page", "[1]"), ("Envelope", #"{"success": true}"#),
      ("Envelope", #"{"success": true, "id": 1}"#),
      // An object that groups what should be a list.
      ("Group", #"{"users": {"admins": [{"id": 1, "name": "a", "email": "e"}]}}"#),
      // The list is where it belongs; its figures are not.
      ("List", #"{"users": [], "page": 1, "limit": 2, "total": 3}"#),
    ])
  func weakEvidence(schema: String, body: String) {
    #expect(!findings(schema, body).contains { $0.contains("one level too") })
  }

  @Test func whatToDo() {
    let scenario = Scenario.run(
      "check", "-c", contract, "--operation", "post", "-", "-q", "--input-format", "json",
      input: #"{"success": true, "data": \#(user)}"#)
    #expect(
      scenario.output.hasPrefix(
        """
        error[schema]: the object is one level too deep, under `/data`
          --> <stdin>:1:19  POST /u → 200
          1| {"success": true, "data": {"id": 1, "name": "a", "email": "e"}}
           |                   ^^^^^^ move its properties one level up, out of `data`

        """))
    let high = Scenario.run(
      "check", "-c", contract, "--schema", "Envelope", "-", "-q", "--input-format", "json",
      input: user)
    #expect(
      high.output.hasPrefix(
        """
        error[schema]: the object is one level too high; the contract has it under
            `/data`
          --> <stdin>:1:1
          1| {"id": 1, "name": "a", "email": "e"}
           | ^ put it under `data`

        """))
  }

  /// Requests, and every kind of capture.
  @Test func everyCarrier() {
    let body = #"{"data": {"id": 1, "name": "a", "email": "e"}}"#
    let record =
      #"{"method": "POST", "url": "/u", "status": 200, "requestBody": \#(body), "responseBody": \#(body)}"#
    let escaped = body.replacing("\"", with: "\\\"")
    let har = """
      {"log": {"entries": [{"request": {"method": "POST", "url": "/u", "headers": [],
       "postData": {"mimeType": "application/json", "text": "\(escaped)"}},
       "response": {"status": 200, "headers": [],
        "content": {"mimeType": "application/json", "text": "\(escaped)"}}}]}}
      """
    for (input, format) in [(record, "ndjson"), (har, "har")] {
      let scenario = Scenario.run(
        "check", "-c", contract, "-", "-f", "concise", "-q", "--input-format", format, input: input)
      let lines = scenario.output.split(separator: "\n")
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("too deep, under `/data`") })
    }
  }

  /// Deep and wide bodies that fail everywhere are judged in reasonable time.
  @Test func hostileBodies() {
    let deep =
      String(repeating: #"{"data": "#, count: 500) + "1" + String(repeating: "}", count: 500)
    let wide =
      "["
      + Array(repeating: #"{"a": {"id": 1}, "b": {"id": 2}}"#, count: 5000)
      .joined(separator: ",") + "]"
    #expect(!findings("User", deep).isEmpty)
    #expect(!findings("Users", wide).isEmpty)
  }
}
