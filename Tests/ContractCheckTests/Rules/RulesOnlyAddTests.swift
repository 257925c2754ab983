import Foundation
@_spi(Engine) @testable import JSONSchema
@_spi(Engine) import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// The law of verdicts, as a proof: a plan with rules, without what they added, is the plan without
/// rules.
@Suite struct RulesOnlyAddTests {
  /// `x-schemacheck` of a contract with every rule, with none, and with what makes rules do most.
  private static let settings: [String?] = [
    nil, "{}",
    #"{"rules": {"key-case": {"case": "camel"}, "iso-dates": {"profile": "to-iso-string"}}}"#,
    #"{"rules": {"key-case": {"case": "snake"}, "iso-dates": {"profile": "wordpress"}}, "decoder": {"keys": "convertFromSnakeCase", "integers": "int32", "urls": ["name", "avatar_url"]}}"#,
    #"{"rules": {"explicit-null": "off", "iso-dates": "off", "pagination-shape": "off", "coordinate-names": "off", "coordinate-range": "off", "undocumented-field": "error", "decodable": "off", "secret-exposure": "off"}}"#,
    #"{"leniencies": "none"}"#,
  ]

  private static func plan(
    _ text: String, _ dialect: Dialect, _ settings: String?, isResponse: Bool = true
  ) throws -> (with: Int32, without: Int32, rules: Plan, plain: Plan) {
    let document = try JSONDocument(text)
    func compiler(_ transform: RulePlan?) throws -> (SchemaCompiler, Int) {
      var registry = SchemaRegistry(dialect: dialect)
      let number = try registry.add(document)
      return (SchemaCompiler(registry: registry, transform: transform), number)
    }
    let rules = RulePlan(contract: "test")
    var inForce = RuleSettings.standard
    if let settings {
      inForce = try inForce.applying(
        JSONDocument(settings).root, contract: "test", isTop: true)
    } else {
      inForce.isForeign = true
    }
    inForce.isResponse = isResponse
    let (one, first) = try compiler(rules)
    let with = try one.compile(document.root, of: first, context: rules.context(inForce))
    let (other, second) = try compiler(nil)
    let without = try other.compile(
      document.root, of: second, context: PlanContext(rawValue: 0))
    return (
      with, without, try CompiledSchema(one, root: with).plan,
      try CompiledSchema(other, root: without).plan
    )
  }

  private static func difference(
    _ text: String, _ dialect: Dialect, _ settings: String?, isResponse: Bool = true
  ) throws -> String? {
    let plans = try plan(text, dialect, settings, isResponse: isResponse)
    return StrippedPlan.difference(
      StrippedPlan(plan: plans.rules), plans.with, StrippedPlan(plan: plans.plain), plans.without)
  }

  @Test(arguments: Contract.bundledNames)
  func bundledContracts(name: String) throws {
    let file = PackageFolder.url.appendingPathComponent("schemas/\(name).json")
    let components = try JSONDocument(Array(Data(contentsOf: file))).root["components"]
    for schema in try #require(components?["schemas"]).properties {
      let text = """
        {"$ref": "#/components/schemas/\(schema.name)", "components": \(try #require(components).text)}
        """
      for settings in Self.settings {
        for isResponse in [true, false] {
          #expect(
            try Self.difference(text, .openAPI31, settings, isResponse: isResponse) == nil,
            "\(schema.name), \(settings ?? "foreign")")
        }
      }
    }
  }

  @Test func randomSchemas() throws {
    let seed = TestSeed.seed(29)
    var random = SeededGenerator(seed: seed)
    for round in 0..<TestSeed.rounds(200) {
      let text = Self.schema(&random, depth: 3)
      for settings in Self.settings {
        let dialect: Dialect = round % 3 == 0 ? .openAPI30 : .openAPI31
        #expect(
          try Self.difference(text, dialect, settings, isResponse: round % 2 == 0) == nil,
          "\(text), \(settings ?? "foreign"), seed \(seed)")
      }
    }
  }

  /// The comparison finds what it is for.
  @Test func differencesAreSeen() throws {
    let pairs = [
      (#"{"required": ["a"]}"#, "{}"), (#"{"type": "string"}"#, #"{"type": "number"}"#),
      (#"{"properties": {"a": {"maximum": 1}}}"#, #"{"properties": {"a": {"maximum": 2}}}"#),
      (#"{"additionalProperties": false}"#, "{}"), (#"{"format": "date"}"#, "{}"),
      (#"{"items": {"enum": [1]}}"#, #"{"items": {"enum": [2]}}"#),
      (#"{"oneOf": [{"minLength": 1}, {}]}"#, #"{"anyOf": [{"minLength": 1}, {}]}"#),
    ]
    for (one, other) in pairs {
      let left = try CompiledSchema(JSONDocument(one)).plan
      let right = try CompiledSchema(JSONDocument(other)).plan
      #expect(
        StrippedPlan.difference(
          StrippedPlan(plan: left), left.root, StrippedPlan(plan: right), right.root) != nil)
    }
  }

  // MARK: Schemas

  private static let names = [
    "lat", "lng", "latitude", "longitude", "platform", "deviceToken", "password", "createdAt",
    "created_at", "page", "limit", "total", "totalPages", "hasMore", "pagination", "name", "data",
  ]

  /// Schemas full of names that rules know.
  private static func schema(_ random: inout SeededGenerator, depth: Int) -> String {
    var properties: [String] = []
    func inner(_ random: inout SeededGenerator) -> String {
      depth == 0 ? "{}" : schema(&random, depth: depth - 1)
    }
    func list(_ random: inout SeededGenerator) -> String {
      "[\((0..<1 + random.below(3)).map { _ in inner(&random) }.joined(separator: ","))]"
    }
    func quoted(_ random: inout SeededGenerator) -> String { "\"\(random.pick(names))\"" }
    let scalars = [
      #""type":"string""#, #""type":["object","null"]"#, #""type":"number""#, #""type":"integer""#,
      #""type":"string","format":"date-time""#, #""type":"string","format":"date""#,
      #""enum":["ios","android"]"#, #""minLength":3"#, #""pattern":"^[0-9a-f]*$""#,
      #""minimum":-90,"maximum":90"#, #""format":"int32""#, #""type":"object""#, #""type":"array""#,
      #""type":["string","null"]"#, #""nullable":true"#, #""readOnly":true"#, #""writeOnly":true"#,
    ]
    if random.below(3) > 0 { properties.append(random.pick(scalars)) }
    let keywords: [(inout SeededGenerator) -> String] = [
      { random in
        let all = Set((0..<1 + random.below(5)).map { _ in random.pick(names) }).sorted()
        return "\"properties\":{"
          + all.map { "\"\($0)\":\(inner(&random))" }.joined(separator: ",") + "}"
      },
      { "\"required\":[\(quoted(&$0)),\(quoted(&$0))]" },
      { #""additionalProperties":\#($0.below(2) == 0 ? "false" : inner(&$0))"# },
      { #""allOf":\#(list(&$0))"# }, { #""anyOf":\#(list(&$0))"# },
      { #""oneOf":\#(list(&$0))"# }, { #""anyOf":[\#(inner(&$0)),{"type":"null"}]"# },
      { #""oneOf":[\#(inner(&$0)),{"type":"null"}]"# }, { #""not":\#(inner(&$0))"# },
      { #""items":\#(inner(&$0))"# }, { #""if":\#(inner(&$0)),"then":\#(inner(&$0))"# },
      { #""unevaluatedProperties":\#($0.below(2) == 0 ? "false" : inner(&$0))"# },
      { #""patternProperties":{"^l":\#(inner(&$0))}"# }, { #""contains":\#(inner(&$0))"# },
      { #""dependentRequired":{\#(quoted(&$0)):[\#(quoted(&$0))]}"# },
      { #""propertyNames":\#(inner(&$0))"# },
    ]
    var used: Set<Int> = []
    for _ in 0..<random.below(4) {
      let number = random.below(keywords.count)
      // A name once: `anyOf` and `oneOf` have two forms.
      let form = [6: 4, 7: 5][number] ?? number
      if used.insert(form).inserted { properties.append(keywords[number](&random)) }
    }
    return "{\(properties.joined(separator: ","))}"
  }
}
