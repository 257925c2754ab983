import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Arguments that are nearly right: one line says what is meant.
@Suite struct MistakenArgumentsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    arguments: [
      ("GET /locations/public", "GET /api/v1/locations/public"),
      ("get /locations/friends", "GET /api/v1/locations/friends"),
      ("GET /v1/users/{name}/locations", "GET /api/v1/users/{username}/locations"),
      ("/users/{username}/locations", "GET /api/v1/users/{username}/locations"),
      ("POST /public", "GET /api/v1/locations/public"),
      ("GET /mobile/api/v1/locations/public", "GET /api/v1/locations/public"),
      ("GET /api/v1/locations/publik", "GET /api/v1/locations/public"),
      ("listPublicLocation", "listPublicLocations"),
      ("GET /{id}", nil), ("GET /nothing/like/it", nil),
    ] as [(String, String?)])
  func operationsByTheirEnd(name: String, meant: String?) {
    let scenario = Scenario.run(
      "check", "-", "-c", "fotolokashen", "--operation", name, input: "{}")
    #expect(scenario.code == .error)
    let end = meant.map { "; did you mean `\($0)`?" } ?? ""
    #expect(
      scenario.errors
        == "schemacheck: no contract here has an operation `\(name)`\(end)\n")
  }

  @Test(arguments: [("orderPaied", "orderPaid"), ("orderpaid", "orderPaid"), ("refund", nil)])
  func webhooks(name: String, meant: String?) throws {
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}, "webhooks": {
       "orderPaid": {"post": {"responses": {"200": {"description": ""}}}}}}
      """, to: "webhooks.json")
    let scenario = Scenario.run(
      "check", "-", "--no-config", "-c", contract, "--webhook", name, input: "{}")
    #expect(scenario.code == .error)
    let end = meant.map { "; did you mean `\($0)`?" } ?? ""
    #expect(scenario.errors == "schemacheck: no contract here has a webhook `\(name)`\(end)\n")
  }

  /// Of two paths that end alike, the one with the method.
  @Test func theMethodDecides() throws {
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
       "/a/users": {"get": {"responses": {"200": {"description": ""}}}},
       "/b/users": {"post": {"responses": {"200": {"description": ""}}}}}}
      """, to: "c.json")
    for (name, meant) in [("POST /users", "POST /b/users"), ("GET /users", "GET /a/users")] {
      let scenario = Scenario.run("check", "-", "-c", contract, "--operation", name, input: "{}")
      #expect(scenario.errors.contains("did you mean `\(meant)`?"), "\(scenario.errors)")
    }
  }

  private static let schema =
    "this is a JSON Schema; a contract must be an OpenAPI document. To check values against a "
    + "schema, use `schemacheck validate --schema FILE INPUT`"
  private static let postman =
    "this is a Postman collection; a contract must be an OpenAPI document"
  private static let unknown = "`openapi`, the version of the document, is missing"

  @Test(arguments: [
    (#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#, schema),
    (#"{"type": "object", "properties": {}}"#, schema),
    (#"{"type": "array", "items": {}}"#, schema),
    (#"{"$defs": {"A": true}}"#, schema), (#"{"definitions": {}}"#, schema),
    (#"{"info": {"_postman_id": "1", "name": "n"}, "item": []}"#, postman),
    (
      #"{"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}}"#,
      postman
    ),
    (#"{"type": "admin", "name": "n"}"#, unknown), ("{}", unknown), (#"{"info": {}}"#, unknown),
  ])
  func documentsThatAreNoContracts(text: String, message: String) throws {
    for (name, input) in [("c.json", text), ("c.yaml", text)] {
      let file = try folder.write(input, to: name)
      for command in [["check", "-"], ["fix", "-"], ["contracts"], ["baseline", "-"]] {
        let arguments = command == ["contracts"] ? command + [file] : command + ["-c", file]
        let scenario = Scenario.run(arguments + ["--no-config"].filter { _ in command.count > 1 })
        #expect(scenario.code == .error)
        #expect(
          scenario.errors == "schemacheck: \(file):1:1: \(message)\n", "\(scenario.errors)")
      }
    }
  }

  @Test func whatACommandNeeds() throws {
    for command in ["check", "baseline", "fix", "lint"] {
      let scenario = Scenario.run(
        [command, "--no-config"] + (command == "lint" ? [] : ["-c", "bmn-boston"]))
      #expect(scenario.code == .error)
      #expect(
        scenario.errors.hasPrefix("schemacheck: `\(command)` needs INPUT"), "\(scenario.errors)")
    }
  }

  @Test(arguments: ["MY_TOKEN", "API_TOKEN_2", "TOKEN1"]) func variablesThatAreNotSet(name: String)
  {
    let scenario = Scenario.run(
      "check", "https://127.0.0.1:1/slots", "-c", "bmn-boston", "--bearer-env", name)
    #expect(scenario.errors == "schemacheck: the variable `\(name)` is not set or is empty\n")
  }

  @Test func operationsInTheStatistics() {
    let records = [200, 200, 404].map {
      #"{"method": "GET", "url": "/slots", "status": \#($0), "responseBody": \#($0 == 200 ? "{}" : "[]")}"#
    }
    let scenario = Scenario.run(
      "check", "-", "-c", "bmn-boston", "--stats", input: records.joined(separator: "\n"))
    #expect(
      scenario.errors.hasSuffix(
        "\nstats: GET /slots (bmn-boston): 2 checked, 3 exchanges with findings, status 200 ×2, 404 ×1\n"
      ),
      "\(scenario.errors)")
  }
}
