import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Contracts and schemas in YAML, by the command itself.
@Suite struct YAMLContractTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contracts = [
    "fotolokashen", "fork-in-the-road", "bmn-boston", "unitedwerise-devices", "social-posts",
  ]

  /// A contract of ours under another name, in JSON and in YAML: all samples have the same findings.
  @Test(arguments: contracts)
  func findingsAreTheSame(name: String) throws {
    let source = PackageFolder.url.appendingPathComponent("schemas/\(name).json")
    let json = try String(contentsOf: source, encoding: .utf8)
    var writer = YAMLWriter(seed: 1)
    let yaml = writer.document(try JSONDocument(json).root)
    let samples = PackageFolder.url.appendingPathComponent("samples/\(name)").path
    let written = [
      try folder.write(json, to: "c.json"), try folder.write(yaml, to: "c.yaml"),
      try folder.write(yaml, to: "c.YML"), try folder.write(yaml, to: "contract"),
      try folder.write(json, to: "json"), try folder.write(json, to: "json.yaml"),
    ]
    let reports = written.map { path in
      let scenario = Scenario.run("check", "--contract", path, samples, "-f", "json")
      // The same words have other places in each file.
      return scenario.everything.replacing(path, with: "CONTRACT")
        .replacing(#/,"contractPlace":\{[^}]*\}/#, with: "")
    }
    #expect(reports[0].contains("\"rule\":"))
    for report in reports { #expect(report == reports[0]) }
  }

  @Test func schemasToo() throws {
    let schema = try folder.write(
      "type: object # of a user\nrequired: [id]\nproperties:\n  id: {type: integer, minimum: 0x10}\n",
      to: "user.yaml")
    let scenario = Scenario.run(
      "validate", "--schema", schema, "-", "-f", "concise", input: #"{"id": 15}"#)
    #expect(scenario.code == .findings)
    #expect(scenario.output.hasPrefix("<stdin>:1:8: error[schema] "))
    let right = Scenario.run("validate", "--schema", schema, "-", input: #"{"id": 16}"#)
    #expect(right.code == .clean)
  }

  /// Trouble with the YAML, with the contract and with a schema in it: one line with its place.
  @Test(arguments: [
    ("openapi: 3.1.0\npaths:\n\t/a: {}\n", ":3:2: not YAML: a tab in the indentation"),
    ("openapi: 3.1.0\ninfo: {title: é: x}\n", ":2:16: not YAML: a mapping cannot begin here"),
    ("# c\nopenapi: 3.1.0\nopenapi: 3.1.0\n", ":3:1: not YAML: the name \"openapi\" is in this"),
    ("a: &a [1]\n<<: *a\n", ":2:1: not YAML: `<<` is the merge key of YAML 1.1"),
    ("a\n---\nb\n", ":2:1: not YAML: a second document"),
    ("", ":1:1: not YAML: there is no YAML document here"),
    ("# c\n- a\n", ":2:1: a contract must be an OpenAPI document, which is an object"),
    ("# c\nopenapi: 2\n", ":2:10: OpenAPI 2 cannot be read"),
    ("openapi: 3.1.0\npaths:\n  # c\n  - /a\n", ":4:3: `paths` must be an object"),
    ("openapi: 3.1.0\npaths:\n  /a:\n    get:\n      responses: {'20': {}}\n", ":5:"),
    (
      "openapi: 3.1.0\ncomponents:\n  schemas:\n    Ü:\n      type: &t strin\n",
      ":5:16: "
    ),
    (
      "openapi: 3.1.0\nx-type: &t strin\ncomponents:\n  schemas:\n    A:\n      type: *t\n",
      ":2:12: "
    ),
    (
      "openapi: 3.1.0\npaths: {}\nx-schemacheck:\n  rules:\n    iso-date: off\n", ":5:"
    ),
  ])
  func brokenContract(text: String, place: String) throws {
    let file = try folder.write(text, to: "broken.yaml")
    let scenario = Scenario.run("check", "--contract", file, "-", input: "{}")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.hasPrefix("schemacheck: \(file)\(place)"), "\(scenario.errors)")
    #expect(scenario.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    ("type: strin\n", ":1:7: "), ("properties:\n  a:\n    $ref: '#/nowhere'\n", ":3:11: "),
    ("minLength: -1\n", ":1:12: "), ("- a\n", ":1:1: "),
    ("type: object,\n  a: b\n", ":2:3: not YAML: "),
  ])
  func brokenSchema(text: String, place: String) throws {
    let file = try folder.write(text, to: "broken.yml")
    let scenario = Scenario.run("validate", "--schema", file, "-", input: "{}")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.hasPrefix("schemacheck: \(file)\(place)"), "\(scenario.errors)")
    #expect(scenario.errors.split(separator: "\n").count == 1)
  }

  @Test func referencesLeadToEither() throws {
    let schema = try folder.write(
      "prefixItems: [{$ref: a.yaml}, {$ref: b}, {$ref: c.json}]\n", to: "s.yaml")
    try folder.write("type: integer\n", to: "a.yaml")
    try folder.write("type: string\n", to: "b.yml")
    try folder.write("{\"type\": \"boolean\"}\n", to: "c.json")
    let right = Scenario.run("validate", "--schema", schema, "-", input: #"[1, "x", true]"#)
    #expect(right.code == .clean)
    let wrong = Scenario.run(
      "validate", "--schema", schema, "-", "-f", "concise", input: #"[true, 1, "x"]"#)
    #expect(wrong.output.split(separator: "\n").count == 3)
    try folder.write("# c\ntype: [string\n", to: "b.yml")
    let broken = Scenario.run("validate", "--schema", schema, "-", input: "[]")
    #expect(broken.code == .error)
    #expect(
      broken.errors.hasPrefix("schemacheck: \(folder.path)/b.yml:2:7: not YAML: `[` is not closed"))
  }

  /// A name that says JSON is held to it.
  @Test func yamlUnderTheNameOfJSONIsNotRead() throws {
    let file = try folder.write("openapi: 3.1.0\n", to: "c.json")
    let scenario = Scenario.run("check", "--contract", file, "-", input: "{}")
    #expect(scenario.code == .error)
    #expect(scenario.errors.hasPrefix("schemacheck: \(file):1:1: not JSON: "))
  }
}
