import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import schemacheck

@Suite struct InitCommandTests {
  private let project: ProjectFolder

  init() throws { project = try ProjectFolder() }

  private func initialize(_ arguments: String...) -> Scenario {
    project.shown(Scenario.run(["init", project.path] + arguments))
  }

  private func written() throws -> Configuration {
    let text = try String(contentsOfFile: project.path + "/.schemacheck.json", encoding: .utf8)
    return try Configuration(text.utf8, name: "c")
  }

  @Test func writesWhatPasses() throws {
    try project.folder.write(ProjectFolder.right, to: "Tests/Fixtures/right.json")
    try project.folder.write(ProjectFolder.right, to: "Tests/Fixtures/more/right.json")
    try project.folder.write("{\"name\": \"tool\", \"version\": \"1\"}", to: "Tests/settings.json")
    let scenario = initialize()
    #expect(scenario.code == .clean && scenario.errors.isEmpty)
    #expect(Scenario.difference(of: scenario.output, from: "init-right.txt") == nil)
    #expect(try written().contracts.map(\.text) == ["fotolokashen"])
    #expect(try written().inputs.map(\.text) == ["Tests/Fixtures"])
    #expect(project.run("check").code == .clean)
    #expect(try project.tool("check", "-q", in: "Tests").code == .clean)
    let other = initialize()
    #expect(other.code == .error)
    #expect(
      other.errors
        == "schemacheck: DIR/.schemacheck.json exists already; `--force` overwrites it\n")
    #expect(initialize("--force").code == .clean)
  }

  @Test func writesABaselineOfWhatIsWrong() throws {
    try project.folder.write(ProjectFolder.wrong, to: "a b/wrong.json")
    try project.folder.write(
      ProjectFolder.right.replacing(#""city": null,"#, with: ""), to: "a b/other.json")
    let scenario = initialize()
    #expect(scenario.code == .clean)
    #expect(Scenario.difference(of: scenario.output, from: "init-wrong.txt") == nil)
    let check = project.run("check", "--strict-baseline")
    #expect(check.code == .clean && check.errors.contains("2 in the baseline"))
    try project.folder.write(ProjectFolder.page("lon"), to: "a b/new.json")
    #expect(project.run("check").code == .findings)
    // A baseline is not overwritten either.
    try FileManager.default.removeItem(atPath: project.path + "/.schemacheck.json")
    #expect(
      initialize().errors
        == "schemacheck: DIR/.schemacheck-baseline.json exists already; `--force` overwrites it\n"
    )
    #expect(!FileManager.default.fileExists(atPath: project.path + "/.schemacheck.json"))
    #expect(initialize("--force").code == .clean)
  }

  @Test func findsContractsOfTheFolder() throws {
    try project.folder.write(
      """
      openapi: 3.1.0
      info: {title: pets, version: '1'}
      paths:
        /pets/{id}:
          get:
            responses:
              '200':
                description: a pet
                content:
                  application/json:
                    schema: {type: object, required: [whiskers], properties: {whiskers: {type: integer}}}
      """, to: "api/pets.yaml")
    try project.folder.write(
      #"{"method": "GET", "url": "https://h/pets/7", "status": 200, "responseBody": {"whiskers": 1}}"#
        + "\n", to: "traffic.ndjson")
    try project.folder.write("{\"log\": {\"entries\": [{\"request\"", to: "cut.har")
    let scenario = initialize()
    #expect(scenario.code == .clean)
    #expect(try written().contracts.map(\.text) == ["api/pets.yaml"])
    #expect(try written().inputs.map(\.text) == ["traffic.ndjson"])
    #expect(scenario.output.contains("not included: cut.har (cannot be read completely)\n"))
    #expect(project.run("check").code == .clean)
  }

  @Test func saysWhatIsMissing() throws {
    #expect(
      initialize().errors
        == "schemacheck: there are no captures or fixtures in this folder (*.har, *.http, *.json, "
        + "*.jsonl, *.ndjson)\n")
    try project.folder.write("{\"whiskers\": 1}", to: "a.json")
    #expect(
      initialize().errors
        == "schemacheck: the capture in this folder does not fit a bundled contract or an OpenAPI file "
        + "in it; name a contract with `--contract FILE`\n")
    #expect(initialize("-c", "bmn-boston").code == .error)
    #expect(initialize("-c", "nowhere.yaml").errors.hasPrefix("schemacheck: nowhere.yaml: No such"))
    #expect(
      Scenario.run("init", project.path + "/none").errors.hasSuffix("/none is not a folder\n"))
    #expect(!FileManager.default.fileExists(atPath: project.path + "/.schemacheck.json"))
  }

  /// The samples of each contract are taken for what they are.
  @Test(arguments: Contract.bundledNames)
  func guessesTheContractsOfTheSamples(contract: String) throws {
    for sample in Sample.all where sample.contract == contract {
      let text = try String(contentsOf: sample.url, encoding: .utf8)
      try project.folder.write(text, to: "captures/\(sample.name)")
    }
    #expect(initialize().code == .clean)
    #expect(try written().contracts.first?.text == contract)
    #expect(project.run("check", "-q", "--strict-baseline").code == .clean)
  }

  /// A folder stays one when a file in it fits nothing, and a fixture that breaks is no other's.
  @Test func whatIsNewOrBreaksIsChecked() throws {
    for name in ["a", "b", "c"] {
      try project.folder.write(ProjectFolder.right, to: "fx/\(name).json")
    }
    try project.folder.write("{\"colour\": \"red\"}", to: "fx/odd.json")
    let scenario = initialize()
    #expect(scenario.code == .clean)
    #expect(scenario.output.contains("unmatched (counted but not checked): fx/odd.json"))
    let configuration = try written()
    #expect(configuration.inputs.map(\.text) == ["fx"])
    #expect(
      configuration.bodies.map { $0.assumption.operation }
        == Array(
          repeating: "GET /api/v1/locations/public", count: 3))
    try project.folder.write(ProjectFolder.wrong, to: "fx/new.json")
    #expect(project.run("check").code == .findings)
    try FileManager.default.removeItem(atPath: project.path + "/fx/new.json")
    try project.folder.write("{\"items\": [], \"meta\": {}}", to: "fx/b.json")
    let broken = project.run("check", "-f", "concise")
    #expect(broken.code == .findings && broken.output.contains("fx/b.json"))
    try FileManager.default.removeItem(atPath: project.path + "/fx/c.json")
    #expect(project.run("check").errors.contains("no input matches this entry of `bodies`"))
  }
}
