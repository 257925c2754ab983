import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A Pact file holds what a consumer needs of a response, and no more.
@Suite struct PactTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "x-schemacheck": {},
       "paths": {"/users": {
        "get": {"responses": {"200": {"description": "d",
          "headers": {"X-Total": {"required": true, "schema": {"type": "integer"}}},
          "content": {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}},
        "post": {"requestBody": {"content": {"application/json": {"schema":
          {"$ref": "#/components/schemas/User"}}}}, "responses": {"201": {"description": "d",
          "content": {"application/json": {"schema": {"oneOf": [
            {"$ref": "#/components/schemas/User"}, {"$ref": "#/components/schemas/Group"}]}}}}}}}},
       "components": {"schemas": {
        "User": {"type": "object", "required": ["id", "userName", "note"], "minProperties": 2,
         "properties": {"id": {"type": "integer"}, "userName": {"type": "string"},
          "note": {"type": ["string", "null"]}, "home": {"$ref": "#/components/schemas/Place"}}},
        "Place": {"type": "object", "required": ["city", "zip"],
         "properties": {"city": {"type": "string"}, "zip": {"type": "string"}}},
        "Group": {"type": "object", "required": ["members", "title"],
         "properties": {"members": {"type": "array"}, "title": {"type": "string"}}}}}}
      """#, to: "api.json")
  }

  private func pact(_ version: Int, _ interaction: String) -> String {
    #"""
    {"consumer": {"name": "a"}, "provider": {"name": "b"}, "interactions": [\#(interaction)],
     "metadata": {"pactSpecification": {"version": "\#(version).0.0"}}}
    """#
  }

  private func get(_ body: String, _ headers: String = "{}") -> String {
    #"{"request": {"method": "GET", "path": "/users"}, "response": {"status": 200, "headers": \#(headers), "body": \#(body)}}"#
  }

  private func check(_ text: String) throws -> Scenario {
    let path = try folder.write(text, to: "p.json")
    return Scenario.run("check", path, "-c", contract, "-f", "concise")
  }

  /// What is missing: properties of the root, of another object, of the branch that is nearest, and a
  /// header.
  @Test(arguments: [
    "{}", #"{"id": 1}"#, #"{"userName": "x", "home": {"city": "y"}}"#, #"{"home": {}}"#,
  ])
  func whatIsMissingIsNoMistake(_ body: String) throws {
    for (version, text) in [(2, body), (3, body), (4, #"{"content": \#(body)}"#)] {
      let run = try check(pact(version, get(text)))
      #expect(run.code == .clean && run.output.isEmpty, "\(run.everything)")
      #expect(run.errors.contains("1 of 1 exchange checked"), "\(run.errors)")
    }
    let post =
      #"{"request": {"method": "POST", "path": "/users"}, "response": {"status": 201, "body": {"title": "x"}}}"#
    #expect(try check(pact(3, post)).code == .clean)
    // In a HAR it is one.
    let har =
      #"{"log": {"entries": [{"request": {"method": "GET", "url": "/users"}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}"}}}]}}"#
    let path = try folder.write(har, to: "a.har")
    let run = Scenario.run("check", path, "-c", contract, "-f", "concise")
    #expect(run.code == .findings && run.output.contains("missing"), "\(run.everything)")
  }

  /// What is there is checked, and so is the request.
  @Test func whatIsThereIsChecked() throws {
    for (interaction, words) in [
      (get(#"{"id": "x"}"#), "`id` is a string"),
      (get(#"{"home": {"zip": 1}}"#), "`zip` is a number"),
      // Under another name.
      (get(#"{"id": 1, "user_name": "x"}"#), "user_name"),
      (get(#"{"id": 1}"#, #"{"X-Total": "many"}"#), "X-Total"),
      (
        #"{"request": {"method": "POST", "path": "/users", "headers": {"Content-Type": "application/json"}, "body": {"id": 1, "note": null}}, "response": {"status": 201}}"#,
        "`userName` is missing"
      ),
    ] {
      let run = try check(pact(3, interaction))
      #expect(run.code == .findings && run.output.contains(words), "\(words) \(run.everything)")
      #expect(run.output.split(separator: "\n").count == 1, "\(run.everything)")
    }
  }

  /// The version may not be told.
  @Test func versionFour() throws {
    let interaction = get(#"{"content": {"id": "x"}, "encoded": false}"#)
    let text = pact(4, #"{"type": "Synchronous/HTTP", \#(interaction.dropFirst())"#)
    for text in [text, text.replacing("4.0.0", with: ""), text.replacing("pactS", with: "s")] {
      let run = try check(text)
      #expect(run.output.split(separator: "\n").count == 1, "\(run.everything)")
      #expect(run.output.contains("`id` is a string"), "\(run.everything)")
    }
  }

  /// `fix` adds nothing that the consumer does not need.
  @Test func nothingIsAdded() throws {
    let text = pact(3, get(#"{"id": 1}"#))
    let path = try folder.write(text, to: "p.json")
    let run = Scenario.run("fix", path, "-c", contract, "--unsafe-fixes")
    #expect(run.code == .clean, "\(run.everything)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }
}
