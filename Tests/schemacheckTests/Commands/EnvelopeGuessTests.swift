import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A bare body of which nobody said what it is, with the documented object one level too deep.
@Suite struct EnvelopeGuessTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
        "/users/{id}": {"get": {"operationId": "user", "summary": "s",
          "parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}],
          "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
            {"type": "object", "required": ["id", "name", "email", "joined"], "properties": {
              "id": {"type": "integer"}, "name": {"type": "string"}, "email": {"type": "string"},
              "joined": {"type": "string"}, "bio": {"type": "string"}}}}}}}}},
        "/places": {"get": {"operationId": "places", "summary": "s",
          "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
            {"type": "array", "items": {"type": "object",
              "required": ["lat", "lng", "label", "street"], "properties": {
                "lat": {"type": "number"}, "lng": {"type": "number"}, "label": {"type": "string"},
                "street": {"type": "string"}}}}}}}}}},
        "/feed": {"get": {"operationId": "feed", "summary": "s",
          "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
            {"type": "object", "required": ["posts", "cursor"], "properties": {
              "cursor": {"type": "string"},
              "posts": {"type": "array", "items": {"type": "object", "required": ["text", "likes"],
                "properties": {"text": {"type": "string"}, "likes": {"type": "integer"}}}}}}}}}}}},
        "/notes": {"get": {"operationId": "notes", "summary": "s",
          "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
            {"type": "object", "properties": {"title": {}, "note": {}, "colour": {}, "pinned": {}},
              "x-schemacheck": {"rules": {"undocumented-field": "off"}}}}}}}}}}}
      """, to: "api.json")
  }

  private func check(_ body: String, _ options: String...) -> Scenario {
    Scenario.run(
      ["check", "-c", contract, "-", "-f", "concise"] + options, input: body)
  }

  private static let user = #"{"id": 1, "name": "a", "email": "e", "joined": "j"}"#
  private static let places = #"[{"lat": 1, "lng": 2, "label": "l", "street": "s"}]"#

  @Test(arguments: ["data", "result", "user", "d"])
  func anObject(name: String) {
    let scenario = check(#"{"success": true, "\#(name)": \#(Self.user)}"#)
    #expect(
      scenario.output == """
        <stdin>:1:19: error[schema] the object is one level too deep, under `/\(name)`  (GET \
        /users/{id})

        """)
    #expect(
      scenario.errors == """
        <stdin>: assumed `GET /users/{id}` 200, the nearest schema
        1 error in 1 group: schema 1
        1 of 1 exchange checked (1 by the nearest schema)

        """)
  }

  @Test func anArray() {
    let scenario = check(#"{"items": \#(Self.places), "total": 1}"#)
    #expect(
      scenario.output == """
        <stdin>:1:2: error[schema] the array is one level too deep, under `/items`  (GET \
        /places)

        """)
  }

  /// Few properties, and many names below them.
  @Test func aList() {
    let feed = #"{"posts": [{"text": "t", "likes": 1}], "cursor": "c"}"#
    let scenario = check(#"{"payload": \#(feed), "ok": 1}"#)
    #expect(
      scenario.output == """
        <stdin>:1:2: error[schema] the object is one level too deep, under `/payload`  (GET \
        /feed)

        """)
  }

  /// A bundled contract, whose envelopes may have further properties.
  @Test(arguments: [
    ("fotolokashen", "public-right", "GET /api/v1/locations/public"),
    ("bmn-boston", "property-right", "GET /properties/{listing_key}"),
    ("social-posts", "user-right", "POST /users"),
  ])
  func bundled(name: String, file: String, operation: String) throws {
    let sample = PackageFolder.url.appendingPathComponent("samples/\(name)/\(file).json")
    let body = try String(contentsOf: sample, encoding: .utf8)
    let scenario = Scenario.run(
      ["check", "-c", name, "-", "-f", "concise"], input: #"{"success": true, "data": \#(body)}"#)
    #expect(
      scenario.output
        == "<stdin>:1:19: error[schema] the object is one level too deep, under `/data`  "
        + "(\(operation))\n")
  }

  @Test func ownMistakesStay() {
    let scenario = check(
      #"{"ok": 1, "data": {"id": "1", "name": "a", "email": "e", "joined": "j"}}"#)
    #expect(
      scenario.output == """
        <stdin>:1:11: error[schema] the object is one level too deep, under `/data`  (GET \
        /users/{id})
        <stdin>:1:26: warning[schema] `id` is a string; the contract says an integer  (GET \
        /users/{id} /data/id)

        """)
  }

  /// Each line of NDJSON is judged by itself.
  @Test func lines() {
    let line = #"{"success": true, "data": \#(Self.user)}"#
    let scenario = check("\(line)\n\(line)\n\(Self.user)\n")
    #expect(
      scenario.output == """
        <stdin>:1:19: error[schema] the object is one level too deep, under `/data`  (GET \
        /users/{id}) (×2 in 2 exchanges)

        """)
    #expect(
      scenario.errors.contains("2 errors in ")
        && scenario.errors.contains("(3 by the nearest schema)"))
  }

  @Test func why() {
    let scenario = check(#"{"success": true, "data": \#(Self.user)}"#, "--explain-match")
    #expect(
      scenario.errors.contains(
        "because: `GET /users/{id}` 200 is the nearest schema: the body and the schema have 4 of 5 "
          + "properties in common under `/data` (assumed)"))
  }

  /// What is not clearly meant stays what it is: nothing that the contract knows.
  @Test(
    arguments: [
      // Strangers, some of whose names everybody has.
      #"{"success": true, "data": {"id": 1, "name": "a", "price": 3, "stock": 4, "sku": "s"}}"#,
      #"{"data": {"id": 1, "name": "a", "email": "e"}}"#,
      #"{"error": {"code": 1, "message": "m"}}"#,
      #"{"data": {"id": 1, "name": "a", "email": "e", "joined": "j", "plan": "p", "seats": 3, "owner": "o", "zone": "z"}}"#,
      // Two of a kind are parts of something else.
      #"{"before": {"id": 1, "name": "a", "email": "e", "joined": "j"}, "after": {"id": 1, "name": "b", "email": "e", "joined": "j"}}"#,
      // Two levels are one too many to guess.
      #"{"response": {"data": {"id": 1, "name": "a", "email": "e", "joined": "j"}}}"#,
      // One object is no list, and a list is no object.
      #"{"items": {"lat": 1, "lng": 2, "label": "l", "street": "s"}}"#,
      #"{"users": [{"id": 1, "name": "a", "email": "e", "joined": "j"}]}"#,
      // The check would find nothing, so nothing would be said of the guess.
      #"{"data": {"title": 1, "note": 2, "colour": 3, "pinned": 4}}"#,
      #"{"data": {}}"#, #"{"data": []}"#, #"{"data": null}"#, #"{"data": [1, 2]}"#,
    ])
  func strangers(body: String) {
    let scenario = check(body)
    #expect(
      scenario.output
        == "<stdin>:1:1: warning[unmatched-body] the body resembles no schema of the contract\n")
    #expect(scenario.errors.contains("not checked: 1 unmatched"))
  }

  /// Wide and deep bodies are given up soon.
  @Test func hostileBodies() {
    let many = (0..<5000).map { #""k\#($0)": \#(Self.user)"# }.joined(separator: ", ")
    #expect(check("{\(many)}").errors.contains("not checked: 1 unmatched"))
    let deep =
      String(repeating: #"{"data": "#, count: 500) + "1" + String(repeating: "}", count: 500)
    #expect(check(deep).errors.contains("not checked: 1 unmatched"))
  }
}
