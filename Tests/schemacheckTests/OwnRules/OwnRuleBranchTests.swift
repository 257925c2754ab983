import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A schema of a body with branches, rules, and the findings of a body: those of the contract stay,
/// and what a rule asks is found wherever the value is.
struct OwnRuleBranchCase: Sendable, CustomTestStringConvertible {
  let schema: String
  let rules: String
  let body: String
  let found: [String]

  var testDescription: String { "\(schema) \(rules) \(body)" }

  init(_ schema: String, _ rules: String, _ body: String, _ found: String...) {
    self.schema = schema
    self.rules = rules
    self.body = body
    self.found = found
  }

  static let noK = #""no-k": {"where": {"names": ["k"]}, "forbid": true}"#
  static let code = #""code": {"where": {"names": ["code"]}, "schema": {"type": "string"}}"#
  private static let pets = """
    {"anyOf": [
      {"type": "object", "required": ["kind"], "properties": {
        "kind": {"const": "cat"}, "code": {"type": ["string", "integer"]}, "d": {"type": "object"},
        "born": {"type": "string", "format": "date"}}},
      {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "dog"}}}]}
    """
  private static let condition = """
    {"type": "object", "if": {"properties": {"t": {"const": 1}}, "required": ["t"]},
     "then": {"properties": {"t": {}, "code": {}}}, "else": {"properties": {"t": {}, "other": {}}}}
    """

  static let all: [OwnRuleBranchCase] = [
    // What `contains` finds does not depend on rules, neither on one's own nor on others.
    .init(
      #"{"type": "array", "contains": {"type": "object", "required": ["code"], "properties": {"code": {"type": "integer"}}}}"#,
      code, #"[{"code": 1}]"#, "code /0/code"),
    .init(
      #"{"type": "array", "contains": {"type": "object"}, "unevaluatedItems": false}"#, noK,
      #"[{"k": 1}]"#, "no-k /0/k"),
    .init(
      #"{"type": "array", "contains": {"type": "object", "required": ["id"]}}"#, noK,
      #"[{"id": 1, "j": 2}]"#),
    .init(
      #"{"type": "array", "contains": {"type": "object", "required": ["id"]}}"#, noK,
      #"[{"k": 2}]"#, "no-k /0/k", "schema "),
    .init(
      #"{"type": "array", "contains": {"type": "object", "properties": {"lat": {"type": "number"}, "lng": {"type": "number"}}, "required": ["lat", "lng"]}}"#,
      noK, #"[{"lat": 1, "lng": 500}]"#),
    // Properties that only another branch lists.
    .init(condition, code, #"{"t": 1, "code": 1}"#, "code /code"),
    .init(condition, code, #"{"t": 2, "code": 1}"#, "code /code"),
    .init(
      condition, noK, #"{"t": {"k": 1}, "k": 1, "other": [{"k": 1}]}"#, "no-k /t/k", "no-k /k",
      "no-k /other/0/k"),
    .init(pets, code, #"{"kind": "cat", "code": 1}"#, "code /code"),
    .init(pets, code, #"{"kind": "dog", "code": 1}"#, "code /code"),
    .init(pets, noK, #"{"kind": "dog", "d": {"k": 1}}"#, "no-k /d/k"),
    .init(pets, noK, #"{"kind": "cat", "d": {"k": 1}}"#, "no-k /d/k"),
    .init(
      #"{"anyOf": [{"type": "object", "properties": {"x": {"type": "string"}}}, {"type": "object"}]}"#,
      noK, #"{"x": {"k": 1}}"#, "no-k /x/k"),
    .init(
      #"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, noK,
      #"{"a": {"k": 1}, "b": [{"k": 1}]}"#,
      "no-k /a/k", "no-k /b/0/k"),
    .init(
      #"{"oneOf": [{"type": "object", "additionalProperties": {"type": "integer"}}, {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}]}"#,
      noK, #"{"k": 1}"#, "no-k /k"),
    .init(
      #"{"allOf": [{"type": "array", "prefixItems": [{"type": "string"}]}], "maxItems": 9}"#, noK,
      #"["a", {"k": 1}]"#, "no-k /1/k"),
    .init(
      #"{"type": "object", "dependentSchemas": {"a": {"properties": {"b": {"type": "object"}}}}}"#,
      noK,
      #"{"a": {"k": 1}, "b": {"k": 1}}"#, "no-k /a/k", "no-k /b/k"),
    .init(
      #"{"type": "object", "properties": {"a": {}}, "unevaluatedProperties": {"type": "object"}}"#,
      noK,
      #"{"a": {"k": 1}, "b": {"k": 1}, "k": {}}"#, "no-k /a/k", "no-k /b/k", "no-k /k"),
    // The contract's own error stays, and none is added.
    .init(
      #"{"oneOf": [{"type": "object", "properties": {"x": {"type": "object"}}}, {"type": "object", "properties": {"x": {"type": "object"}, "y": {"type": "string"}}}]}"#,
      noK, #"{"x": {"k": 1}}"#, "schema ", "no-k /x/k"),
    .init(
      #"{"oneOf": [{"type": "object"}, {"type": "object", "additionalProperties": true}]}"#, noK,
      #"{"k": 1}"#, "schema ", "no-k /k"),
    .init(
      #"{"anyOf": [{"properties": {"x": {"enum": [1]}, "b": {}}, "anyOf": [{"minimum": 1}, {"type": ["string", "integer", "null"]}]}, true]}"#,
      noK, #"{"x": [{"k": 1}]}"#, "no-k /x/0/k"),
    .init(
      #"{"oneOf": [{"not": {"type": "object"}}, true]}"#, noK, #"{"a": {"k": 1}}"#, "no-k /a/k"),
    .init(
      #"{"not": {"type": "object", "required": ["code"], "properties": {"code": {"type": "integer"}}}}"#,
      code, #"{"code": 1}"#, "schema ", "code /code"),
    .init(
      #"{"not": {"type": "object", "required": ["code"], "properties": {"code": {"type": "integer"}}}}"#,
      code, #"{"code": [1]}"#, "code /code"),
    // A branch that fails is explained as without rules; of the nearest one, rules speak.
    .init(
      #"{"oneOf": [{"type": "object", "required": ["a"], "properties": {"t": {"const": 1}, "code": {"type": "integer"}}}, {"type": "object", "required": ["b"], "properties": {"t": {"const": 2}, "code": {"type": "integer"}}}]}"#,
      code, #"{"t": 2, "code": 1}"#, "schema #b", "code /code"),
    // What only a schema tells: the branch that holds tells it.
    .init(
      pets, #""d": {"where": {"formats": "date"}, "schema": {"minLength": 11}}"#,
      #"{"kind": "cat", "born": "2026-01-01"}"#, "d /born"),
    .init(
      pets, #""d": {"where": {"formats": "date"}, "schema": {"minLength": 11}}"#,
      #"{"kind": "dog", "born": "2026-01-01"}"#, "d /born"),
    .init(
      #"{"type": "object", "properties": {"at": {"type": "string"}}, "anyOf": [{"required": ["at"]}, {"required": ["id"]}]}"#,
      #""d": {"where": {"formats": "date"}, "schema": {"minLength": 11}}"#, #"{"at": "2026-01-01"}"#
    ),
    .init(
      ##"{"type": "object", "properties": {"pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]}}}"##,
      #""c": {"where": {"schemas": "Cat"}, "schema": {"required": ["name"]}}"#,
      #"{"pet": {"lives": 9}}"#, "c /pet#name"),
    .init(
      ##"{"type": "object", "properties": {"pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]}}}"##,
      #""c": {"where": {"schemas": "Cat", "names": "pet"}, "schema": {"required": ["name"]}}"#,
      #"{"pet": {"bark": "w"}}"#),
    .init(
      #"{"type": "object", "properties": {"at": {"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "maxLength": 3}]}}}"#,
      #""d": {"where": {"names": "at", "formats": "date"}, "schema": {"minLength": 11}}"#,
      #"{"at": "2026-01-01"}"#, "d /at"),
    .init(
      #"{"type": "object", "properties": {"at": {"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "maxLength": 3}]}}}"#,
      #""d": {"where": {"names": "at", "formats": "date"}, "schema": {"minLength": 11}}"#,
      #"{"at": "now"}"#),
    // What rules look into is documented nowhere.
    .init(
      #"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}"#, noK,
      "[{}]", "schema "),
    .init(
      #"{"type": "object", "properties": {"postalCode": {"type": "string"}}, "additionalProperties": true}"#,
      #""zip": {"schema": {"required": ["zipCode"]}}"#, #"{"zip_code": "1"}"#, "zip #zipCode"),
    // Null, whatever the schema says.
    .init(
      #"{"type": "object", "properties": {"code": {"anyOf": [{"enum": [1]}, {"type": "null"}]}}}"#,
      code,
      #"{"code": null}"#, "code /code"),
  ]
}

/// A contract with one path for each schema, and a record for each body.
struct OwnRuleContract {
  let folder: TemporaryFolder

  init(_ schemas: [String], rules: String, components: String = "{}") throws {
    folder = try TemporaryFolder()
    let paths = schemas.enumerated().map { number, schema in
      "\"/p\(number)\": {\"get\": {\"responses\": {\"200\": {\"content\": {\"application/json\": "
        + "{\"schema\": \(schema)}}}}}}"
    }
    let contract =
      "{\"openapi\": \"3.1.0\", \"info\": {\"title\": \"T\", \"version\": \"1\"}, \"paths\": "
      + "{\(paths.joined(separator: ", "))}, \"components\": {\"schemas\": \(components)}}"
    try folder.write(contract, to: "api.json")
    try folder.write(
      "{\"contracts\": [\"api.json\"], \"customRules\": {\(rules)}}", to: ".schemacheck.json")
  }

  /// The findings of each body, as texts.
  func findings(
    _ bodies: [(path: Int, body: String)], _ text: ([String: Any]) -> String?
  ) throws -> [[String]] {
    let records = bodies.map { path, body in
      #"{"method":"GET","url":"/p\#(path)","status":200,"responseBody":\#(body)}"#
    }
    let scenario = Scenario.run(
      ["check", "-", "--format", "json", "--config", folder.path + "/.schemacheck.json"],
      input: records.joined(separator: "\n") + "\n")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(scenario.output.utf8)) as? [String: Any],
      "\(scenario.errors)")
    let findings = try #require(report["findings"] as? [[String: Any]])
    var all = [[String]](repeating: [], count: bodies.count)
    for finding in findings {
      let exchange = try #require(finding["exchange"] as? [String: Any])
      let index = try #require(exchange["index"] as? Int)
      if let text = text(finding) { all[index].append(text) }
    }
    return all
  }

  static func place(_ finding: [String: Any]) -> String {
    let property = (finding["member"] as? String).map { "#\($0)" } ?? ""
    return "\(finding["rule"] ?? "") \(finding["instance"] ?? "")\(property)"
  }
}

@Suite struct OwnRuleBranchTests {
  private static let components = """
    {"Cat": {"type": "object", "required": ["lives"], "properties": {"lives": {"type": "integer"}}},
     "Dog": {"type": "object", "required": ["bark"], "properties": {"bark": {"type": "string"}}}}
    """

  @Test(arguments: OwnRuleBranchCase.all)
  func rulesAndBranches(test: OwnRuleBranchCase) throws {
    let contract = try OwnRuleContract(
      [test.schema], rules: test.rules, components: Self.components)
    let found = try contract.findings([(0, test.body)]) { finding in
      finding["rule"] as? String == "undocumented-field" ? nil : OwnRuleContract.place(finding)
    }
    #expect(found[0].sorted() == test.found.sorted())
  }

  /// A message that was wrong once: what rules look into is no place for a value.
  @Test func messagesStay() throws {
    let contract = try OwnRuleContract(
      [#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]}"#],
      rules: OwnRuleBranchCase.noK)
    let found = try contract.findings([(0, "[{}]")]) { $0["message"] as? String }
    #expect(found == [["the body is an array; the contract says an object"]])
  }

  /// Rules change nothing of what the contract finds, but a forbidden name that the contract does
  /// not list is one mistake, which the rule reports. And where it finds nothing they find what they
  /// find without a description.
  @Test(arguments: 1...(TestSeed.isLong ? 40 : 3))
  func rulesBesideAnyContract(seed: UInt64) throws {
    var random = RandomContract(seed)
    let schemas = (0..<60).map { _ in random.schema(3) }
    let bodies = (0..<schemas.count * 8).map { (path: $0 / 8, body: random.body(4)) }
    let rules = """
      "my-code": {"where": {"names": ["code"]}, "schema": {"type": "string"}},
      "my-kind": {"where": {"names": ["kind"], "types": ["string", "number"]},
                  "schema": {"const": "z"}},
      "my-k": {"where": {"names": ["k", "zz*"]}, "forbid": true},
      "my-text": {"where": {"types": ["string"]}, "schema": {"maxLength": 2}}
      """
    let without = try OwnRuleContract(schemas, rules: "", components: random.components)
    let with = try OwnRuleContract(schemas, rules: rules, components: random.components)
    let open = try OwnRuleContract(["{}"], rules: rules)
    func words(_ finding: [String: Any]) -> String {
      "\(OwnRuleContract.place(finding)) \(finding["severity"] ?? "") \(finding["message"] ?? "")"
    }
    func isOwn(_ finding: [String: Any]) -> Bool {
      (finding["rule"] as? String)?.hasPrefix("my-") ?? false
    }
    let expected = try without.findings(bodies, words)
    let contracts = try with.findings(bodies) { isOwn($0) ? nil : words($0) }
    let own = try with.findings(bodies) { isOwn($0) ? OwnRuleContract.place($0) : nil }
    let everywhere = try open.findings(bodies.map { (0, $0.body) }) {
      isOwn($0) ? OwnRuleContract.place($0) : nil
    }
    var clean = 0
    for index in bodies.indices {
      let what = "\(schemas[bodies[index].path])\n\(bodies[index].body)"
      let forbidden = own[index].compactMap { place in
        place.hasPrefix("my-k ") ? "undocumented-field" + place.dropFirst(4) + " " : nil
      }
      let others = expected[index].filter { line in !forbidden.contains { line.hasPrefix($0) } }
      #expect(contracts[index] == others, "\(what)")
      #expect(Set(own[index]).count == own[index].count, "\(what)")
      if expected[index].isEmpty {
        clean += own[index].isEmpty ? 0 : 1
        #expect(own[index].sorted() == everywhere[index].sorted(), "\(what)")
      } else {
        #expect(Set(own[index]).isSubset(of: everywhere[index]), "\(what)")
      }
    }
    #expect(clean > 20)
  }
}

/// Schemas with branches of all kinds, and bodies with the same names.
private struct RandomContract {
  private var random: SeededGenerator
  private let names = ["code", "kind", "a", "b", "k", "items", "x"]

  init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

  let components = """
    {"Node": {"type": "object", "properties": {
      "a": {"type": "integer"}, "x": {"$ref": "#/components/schemas/Node"}}},
     "Either": {"oneOf": [{"$ref": "#/components/schemas/Node"}, {"type": "array"}]}}
    """

  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  private mutating func some(_ most: Int) -> [String] {
    Array(names.shuffled(using: &random).prefix(random.below(most + 1)))
  }

  private mutating func properties(_ depth: Int) -> String {
    let schemas = some(3).map { "\"\($0)\": \(schema(depth - 1))" }
    return "\"properties\": {\(schemas.joined(separator: ", "))}"
  }

  mutating func schema(_ depth: Int) -> String {
    if depth <= 0 || chance(12) {
      return random.pick([
        "{}", "true", #"{"type": "integer"}"#, #"{"type": "string"}"#, #"{"type": "object"}"#,
        #"{"type": ["string", "integer", "null"]}"#, #"{"enum": [1, "a", null, "z"]}"#,
        #"{"const": 1}"#, #"{"minimum": 1}"#, #"{"type": "array"}"#,
      ])
    }
    switch random.below(10) {
    case 0...2: return object(depth)
    case 3: return array(depth)
    case 4...6:
      let branches = (0...random.below(3)).map { _ in schema(depth - 1) }.joined(separator: ", ")
      let beside = chance(30) ? properties(depth) + ", " : ""
      return "{\(beside)\"\(random.pick(["anyOf", "oneOf", "allOf"]))\": [\(branches)]}"
    case 7:
      return "{\"if\": \(schema(depth - 1)), \"then\": \(schema(depth - 1)), "
        + "\"else\": \(schema(depth - 1))}"
    case 8: return "{\"not\": \(schema(depth - 1))}"
    default: return "{\"$ref\": \"#/components/schemas/\(random.pick(["Node", "Either"]))\"}"
    }
  }

  private mutating func object(_ depth: Int) -> String {
    var parts = ["\"type\": \"object\"", properties(depth)]
    if chance(30) { parts.append("\"required\": [\"\(random.pick(names))\"]") }
    if chance(25) {
      parts.append(
        "\"additionalProperties\": \(random.pick(["false", "true", schema(depth - 1)]))")
    }
    if chance(15) { parts.append("\"patternProperties\": {\"^k\": \(schema(depth - 1))}") }
    if chance(10) { parts.append("\"propertyNames\": {\"maxLength\": 4}") }
    if chance(10) { parts.append("\"dependentSchemas\": {\"a\": \(schema(depth - 1))}") }
    if chance(15) {
      parts.append("\"unevaluatedProperties\": \(random.pick(["false", schema(depth - 1)]))")
    }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func array(_ depth: Int) -> String {
    var parts = ["\"type\": \"array\""]
    if chance(30) { parts.append("\"prefixItems\": [\(schema(depth - 1))]") }
    if chance(30) { parts.append("\"contains\": \(schema(depth - 1))") }
    parts.append(
      chance(20)
        ? "\"unevaluatedItems\": \(random.pick(["false", schema(depth - 1)]))"
        : "\"items\": \(schema(depth - 1))")
    return "{\(parts.joined(separator: ", "))}"
  }

  mutating func body(_ depth: Int) -> String {
    if depth <= 0 || chance(35) {
      return random.pick(["1", "\"a\"", "null", "2.5", "\"zzz\"", "true", "-3", "\"z\""])
    }
    if chance(20) {
      return "[\((0..<random.below(4)).map { _ in body(depth - 1) }.joined(separator: ", "))]"
    }
    let properties = some(4).map { "\"\($0)\": \(body(depth - 1))" }
    return "{\(properties.joined(separator: ", "))}"
  }
}
