@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import JSONSchema
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

@Suite struct ConfigurationTests {
  private static func schema(_ name: String = "config.schema.json") throws -> [UInt8] {
    Array(
      try Data(contentsOf: PackageFolder.url.appendingPathComponent("schemas/\(name)")))
  }

  /// The reader and the shipped schema say the same of every case.
  @Test func readerAndSchemaAgree() throws {
    var registry = SchemaRegistry()
    try registry.add(
      try JSONDocument(try Self.schema("rules.schema.json")), uri: "rules.schema.json")
    let schema = try SchemaChecker(
      try Self.schema(), name: "config.schema.json", registry: registry)
    for test in ConfigurationCase.all {
      let isRead = (try? Configuration(test.text.utf8, name: "c")) != nil
      let isValid = schema.check(Array(test.text.utf8), name: "c").isEmpty
      #expect(isRead == test.isGood, "the reader, of \(test.text)")
      #expect(isValid == test.isGood, "the schema, of \(test.text)")
    }
  }

  /// The same by an implementation of JSON Schema that is not ours.
  @Test(
    .enabled(
      if: (try? Python.run("import jsonschema")) == "", "python3 with jsonschema is needed"))
  func othersReadTheSchemaAlike() throws {
    let cases = ConfigurationCase.all.map { "[\($0.text),\($0.isGood)]" }.joined(separator: ",")
    let answer = try Python.run(
      """
      import json, sys, jsonschema, referencing
      schema, rules, cases = json.load(sys.stdin)
      jsonschema.Draft202012Validator.check_schema(schema)
      registry = referencing.Registry().with_resource(
        "rules.schema.json", referencing.Resource.from_contents(rules))
      checker = jsonschema.Draft202012Validator(
        schema, registry=registry, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER)
      print([c for c, good in cases if checker.is_valid(c) != good], end="")
      """,
      "[\(String(decoding: try Self.schema(), as: UTF8.self)),"
        + "\(String(decoding: try Self.schema("rules.schema.json"), as: UTF8.self)),[\(cases)]]")
    #expect(answer == "[]")
  }

  /// Whoever writes the file in an editor is told of every property what it means.
  @Test func everyPropertyIsDescribed() throws {
    let document = try JSONDocument(try Self.schema())
    let schemas =
      [document.root, document.root["$defs"]?["bodies"], document.root["$defs"]?["suppression"]]
      .compactMap { $0 }
    var count = 0
    for schema in schemas {
      for property in schema["properties"]?.properties.map({ $0 }) ?? [] {
        count += 1
        let target = property.value["$ref"]?.string?.split(separator: "/").last
          .flatMap { document.root["$defs"]?[String($0)] }
        #expect(
          (property.value["description"] ?? target?["description"])?.string?.isEmpty == false,
          "\(property.name)")
      }
    }
    #expect(count == 37)
  }

  @Test func everythingIsRead() throws {
    let text = """
      {
        "contracts": ["a"], "inputs": ["b", "c"],
        "bodies": [{"file": "d/*", "operation": "GET /x", "status": 201}],
        "rules": {"key-case": "off", "iso-dates": {"severity": "note"}},
        "suppressions": [
          {"rule": "schema", "operation": "GET /x", "pointer": "/y", "file": "z",
           "reason": "r", "expires": "2027-01-31"}],
        "expectedBroken": ["e"], "failOn": "warning", "formats": ["json=f"],
        "baseline": "g", "server": "h", "parameters": {"i": "j"}
      }
      """
    let read = try Configuration(text.utf8, name: "c")
    #expect(read.contracts.map(\.text) == ["a"] && read.inputs.map(\.text) == ["b", "c"])
    #expect(read.inputs[1].position == TextPosition(line: 2, column: 39))
    #expect(read.bodies[0].assumption == Checker.Assumption(operation: "GET /x", status: 201))
    #expect(read.bodies[0].files == PathGlob("d/*"))
    #expect(read.rules.severities == ["key-case": Severity?.none, "iso-dates": .note])
    #expect(
      read.suppressions == [
        Suppression(
          rule: "schema", operation: "GET /x", pointer: PointerGlob("/y"), file: PathGlob("z"),
          reason: "r", expires: CalendarDate("2027-01-31"),
          position: TextPosition(line: 6, column: 5))
      ])
    #expect(read.expectedBroken.map(\.files) == [PathGlob("e")])
    #expect(read.failOn == .warning && read.formats.map(\.text) == ["json=f"])
    #expect(read.baseline?.text == "g" && read.server?.text == "h")
    #expect(read.parameters == ["i": "j"])
  }

  /// What people read of every bad case.
  @Test func errorsNamePlaceAndNearestName() throws {
    var text = ""
    let more = [
      "{\n  // no comments\n}", "{\"contracts\": [],}", "", "{\"failOn\": \"eror\"}",
      "{\n \"supressions\": []\n}", "{\"inputs\": [], \"inputs\": []}",
      "{\"rules\": {\"isodates\": \"off\"}}", "{\"formats\": [\"jsno\"]}",
      "{\"suppressions\": [{\"rule\": \"coordinate-name\", \"reason\": \"r\"}]}",
      "{\"a\u{1b}[2J\": 1}",
    ]
    for bad in ConfigurationCase.bad + more {
      do throws(ConfigurationError) {
        _ = try Configuration(bad.utf8, name: "c.json")
        Issue.record("\(bad) is read")
      } catch {
        text += "\(SafeText.line(bad))\n  \(error.description)\n"
      }
    }
    #expect(Golden.difference(of: text, from: "configuration-errors.txt") == nil)
  }

  /// The settings of rules apply over those at the top of a contract, and below the arguments'.
  @Test func rulesApply() throws {
    let rules = try Configuration(
      #"{"rules": {"iso-dates": {"profile": "date"}, "explicit-null": "off"}}"#.utf8, name: "c"
    ).rules
    let body = #"{"id": 1, "lat": 1, "lng": 2, "savedAt": "2026-02-23"}"#
    func found(
      _ rules: RuleOverrides, _ overrides: [String: Severity?] = [:]
    ) throws -> Set<String> {
      let contract = try Contract.bundled("fotolokashen", rules: rules, overrides: overrides)
      return Set(try contract.check(body.utf8, schema: "MapSocialLocation").map(\.rule))
    }
    #expect(try found(RuleOverrides()).isSuperset(of: ["iso-dates", "explicit-null"]))
    #expect(try found(rules).isDisjoint(with: ["iso-dates", "explicit-null"]))
    #expect(try found(rules, ["explicit-null": .note]).contains("explicit-null"))
  }
}
