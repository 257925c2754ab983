import ContractCheck
import ContractRuns
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import schemacheck

/// `variants --wrong`, and `variants -o FOLDER/`.
@Suite struct WrongVariantsTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/places/{id}": {
        "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
        "get": {"operationId": "getPlace", "responses": {"200": {"description": "",
         "content": {"application/json": {"schema": {"type": "object",
          "required": ["lat", "lng", "placeKind"], "properties": {
           "lat": {"type": "number"}, "lng": {"type": "number"},
           "placeKind": {"type": "string", "enum": ["park", "pier"]},
           "openedAt": {"type": "string", "format": "date-time"}}}}}}}}}}}
      """, to: "api.json")
  }

  /// The id, mistake, rule and place of each record.
  private static func lines(_ output: String) throws -> [String] {
    try output.split(separator: "\n").map { line in
      let root = try JSONDocument(Array(line.utf8)).root
      let parts = ["mistake", "rule", "instance"].compactMap { root["variant"]?[$0]?.string }
        .filter { !$0.isEmpty }
      return "\(root["id"]?.string ?? "-"): \(parts.joined(separator: " "))"
    }
  }

  @Test func eachMistakeIsNamed() throws {
    let run = Scenario.run("variants", contract, "--wrong")
    #expect(run.code == .clean)
    #expect(
      try Self.lines(run.output).joined(separator: "\n") == """
        `lat` named `latitude`: unlisted coordinate-names /latitude
        `lng` named `longitude`: unlisted coordinate-names /longitude
        `placeKind` named `place_kind`: unlisted schema
        the body null: null schema
        the body as another type: type schema
        `lat` null: null schema /lat
        `lat` as another type: type schema /lat
        `lng` null: null schema /lng
        `lng` as another type: type schema /lng
        `placeKind` as an unknown value: value schema /placeKind
        `placeKind` null: null schema /placeKind
        `placeKind` as another type: type schema /placeKind
        `placeKind` missing: lacking schema
        `openedAt` as no date: date iso-dates /openedAt
        `openedAt` null: null schema /openedAt
        `openedAt` as another type: type schema /openedAt
        """)
    #expect(run.errors == "made 16 responses\n")
  }

  /// The tool finds in each record the error that the record names, and nothing else.
  @Test(arguments: Contract.bundledNames) func theCheckFindsExactlyThat(name: String) throws {
    let run = Scenario.run("variants", name, "--wrong")
    let records = try run.output.split(separator: "\n").map { line in
      let variant = try JSONDocument(Array(line.utf8)).root["variant"]
      return "\(variant?["rule"]?.string ?? "") \(variant?["instance"]?.string ?? "")"
    }
    #expect(run.code == .clean && records.count > 20)
    let check = Scenario.run(
      ["check", "-", "--no-config", "-c", name, "-f", "ndjson"], input: run.output)
    let found = try check.output.split(separator: "\n").compactMap { line -> (Int, String)? in
      let root = try JSONDocument(Array(line.utf8)).root
      guard let rule = root["rule"]?.string, root["severity"]?.string != "note" else { return nil }
      return (
        root["exchange"]?["index"]?.int ?? -1, "\(rule) \(root["instance"]?.string ?? "")"
      )
    }
    #expect(check.code == .findings)
    #expect(found.map(\.0) == Array(records.indices))
    #expect(found.map(\.1) == records)
  }

  @Test func files() throws {
    let target = folder.path + "/made/"
    let run = Scenario.run("variants", contract, "-o", target)
    #expect(run.code == .clean)
    #expect(
      run.output.hasPrefix(
        """
        getPlace-200-001.json: every documented property
        getPlace-200-002.json: a property `unlisted` in the body

        """))
    let names = try FileManager.default.contentsOfDirectory(atPath: target)
    #expect(names.count == 20 && run.errors == "made 20 responses\n")
    #expect(
      try String(contentsOfFile: target + "getPlace-200-001.json", encoding: .utf8)
        == #"{"lat":1.5,"lng":1.5,"placeKind":"park","openedAt":"2026-01-22T12:00:00Z"}"#)
    let check = Scenario.run("check", target, "--no-config", "-c", contract)
    #expect(check.code == .clean && check.errors.contains("(\(names.count) by the nearest schema)"))
    let again = Scenario.run("variants", contract, "-o", target, "--wrong")
    #expect(again.code == .error && again.output.isEmpty)
    #expect(
      again.errors
        == "schemacheck: \(target) has files already; `--force` overwrites those that are written\n"
    )
    let wrong = Scenario.run("variants", contract, "-o", target, "--wrong", "--force")
    #expect(wrong.code == .clean)
    #expect(
      wrong.output.hasPrefix(
        """
        getPlace-200-wrong-001.json: coordinate-names at `/latitude`: `lat` named `latitude`
        getPlace-200-wrong-002.json: coordinate-names at `/longitude`: `lng` named `longitude`
        getPlace-200-wrong-003.json: schema: `placeKind` named `place_kind`

        """))
    // The name tells the operation, also of a body without properties.
    let both = Scenario.run("check", target, "--no-config", "-c", contract)
    #expect(both.code == .findings && both.errors.contains("36 of 36 exchanges checked"))
    let other = folder.path + "/unknown/"
    let unknown = Scenario.run("variants", contract, "-o", other, "--operation", "getPlaces")
    #expect(unknown.code == .error && !FileManager.default.fileExists(atPath: other))
    let quiet = Scenario.run("variants", contract, "-o", folder.path + "/other/", "-q")
    #expect(quiet.code == .clean && quiet.everything.isEmpty)
    // The folder above is also made.
    let nowhere = Scenario.run("variants", contract, "-o", folder.path + "/no/where/", "-q")
    #expect(nowhere.code == .clean && nowhere.everything.isEmpty)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/no/where/getPlace-200-001.json"))
    try folder.write("", to: "file")
    let file = Scenario.run("variants", contract, "-o", folder.path + "/file/in/")
    #expect(file.code == .error)
    #expect(file.everything == "schemacheck: \(folder.path)/file/in: Not a directory\n")
  }

  /// `getUser` reads like `GET /users`, too: the exact operationId with a status decides.
  @Test func theExactNameDecides() throws {
    let user =
      #"{"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}"#
    func get(_ id: String, _ schema: String) -> String {
      #"{"get": {"operationId": "\#(id)", "responses": {"200": {"description": "", "content": "#
        + #"{"application/json": {"schema": \#(schema)}}}}}}"#
    }
    let contract = try folder.write(
      #"{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"#
        + #""/users": \#(get("listUsers", #"{"type": "array", "items": \#(user)}"#)), "#
        + #""/users/{id}": \#(get("getUser", user))}}"#, to: "api.json")
    let target = folder.path + "/wrong/"
    let made = Scenario.run(
      "variants", contract, "--operation", "getUser", "--wrong", "-o", target, "--no-config")
    #expect(made.code == .clean)
    let names = try FileManager.default.contentsOfDirectory(atPath: target)
    for name in names {
      let check = Scenario.run("check", target + name, "--no-config", "-c", contract)
      #expect(check.code == .findings && check.output.contains("GET /users/{id}"), "\(name)")
    }
    #expect(names.contains("getUser-200-wrong-001.json"))
    // Without a status, the operationId as it is written decides.
    for (name, isNamed) in [("getUser", true), ("getUser-2", true), ("get-user", false)] {
      let file = try folder.write(#"{"name": "n", "x": 1}"#, to: "\(name).json")
      let run = Scenario.run("check", file, "--no-config", "-c", contract, "--explain-match")
      let told = run.errors.contains("because: the file has the name of the operation\n")
      #expect(told == isNamed, "\(run.everything)")
    }
  }

  /// The clients of a configuration count as those of the contract.
  @Test func clientsOfTheConfiguration() throws {
    func text(_ type: String) -> String {
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {
       "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
        "type": "object", "required": ["n"], "properties": {"n": {"type": \(type)}}}}}}}}}}}
      """
    }
    let old = try folder.write(text(#""integer""#), to: "api.json")
    let new = try folder.write(text(#"["integer", "null"]"#), to: "new.json")
    let configuration = try folder.write(
      #"{"clients": {"api.json": {"ios": "JSONDecoder", "android": "Gson"}}}"#, to: "c.json")
    for command in [["variants", old], ["diff", old, new]] {
      let run = Scenario.run(command + ["--client", "android", "--config", configuration])
      #expect(run.code == .clean, "\(run.everything)")
      let none = Scenario.run(command + ["--client", "android", "--no-config"])
      #expect(none.code == .error && none.errors.contains("the contract has no `clients`"))
    }
    let both = Scenario.run("diff", old, new, "--config", configuration)
    #expect(both.code == .findings && both.output.contains("android (Gson)"))
    let other = Scenario.run("diff", new, old, "--client", "android", "--config", configuration)
    #expect(other.code == .error)
  }

  /// Each branch has its mistakes, and so has a schema that extends one.
  @Test(arguments: ["", #""enum": ["%"], "#]) func branches(constant: String) throws {
    func kind(_ name: String) -> String {
      #"{\#(constant.replacing("%", with: name))"type": "string"}"#
    }
    let contract = try folder.write(
      ##"""
      {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "paths": {"/pay": {"get": {
        "operationId": "getPay", "responses": {"200": {"description": "", "content": {
         "application/json": {"schema": {"oneOf": [{"$ref": "#/components/schemas/Card"},
          {"$ref": "#/components/schemas/Bank"}], "discriminator": {"propertyName": "type",
           "mapping": {"card": "#/components/schemas/Card", "bank": "#/components/schemas/Bank",
            "sepa": "#/components/schemas/Sepa"}}}}}}}}}},
       "components": {"schemas": {
        "Card": {"type": "object", "required": ["type"], "properties": {
         "type": \##(kind("card")), "digits": {"type": "string"}}},
        "Bank": {"type": "object", "required": ["type"], "properties": {
         "type": \##(kind(#"bank", "sepa"#)), "days": {"type": "integer"}}},
        "Sepa": {"allOf": [{"$ref": "#/components/schemas/Bank"}, {"required": ["mandate"],
         "properties": {"mandate": {"type": "boolean"}}}]}}}}
      """##, to: "pay.json")
    let run = Scenario.run("variants", contract, "--wrong")
    let records = try run.output.split(separator: "\n").map { line in
      let root = try JSONDocument(Array(line.utf8)).root
      let kind = root["responseBody"]?["type"]?.string ?? "-"
      return "\(kind): \(root["variant"]?["instance"]?.string ?? "")"
    }
    for record in [
      "card: /digits", "bank: /days", "sepa: /days", "sepa: /mandate", "sepa: ", "unknown: /type",
    ] {
      #expect(records.contains(record), "\(records)")
    }
    #expect(run.errors == "made \(records.count) responses\n")
    let right = Scenario.run("variants", contract)
    let check = Scenario.run(
      ["check", "-", "--no-config", "-c", contract, "-f", "concise"], input: right.output)
    #expect(check.code == .clean && !check.output.contains("error"))
    for name in ["`Bank`", "`Sepa`"] { #expect(right.output.contains("the body as \(name)")) }
  }

  @Test func aBodyThatMayBeAnything() throws {
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/n": {"get": {"responses":
        {"200": {"description": "", "content": {"application/json": {"schema": {}}}}}}}}}
      """, to: "any.json")
    let run = Scenario.run("variants", contract, "--wrong")
    #expect(run.code == .error)
    #expect(
      run.everything
        == "schemacheck: no response was made in which `check` finds exactly one mistake\n")
  }
}
