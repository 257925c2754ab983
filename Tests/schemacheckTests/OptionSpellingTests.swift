import ContractRuns
import Foundation
import TestSupport
import Testing

@testable import schemacheck

/// An option means the same in every command, however it is written.
@Suite struct OptionSpellingTests {
  private let folder: TemporaryFolder
  private let contract: String
  private let body: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      openapi: 3.1.0
      info: {title: t, version: "1"}
      paths:
        /users:
          get:
            responses:
              "200": {description: ok, content: {application/json: {schema: {type: object, required: [id]}}}}
      """, to: "api.yaml")
    body = try folder.write(
      #"{"method": "GET", "url": "/users", "status": 200, "responseBody": {}}"# + "\n",
      to: "a.ndjson")
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  @Test(arguments: [["-V"], ["version"], ["--version"], ["check", "-V"]])
  func version(arguments: [String]) {
    let run = Scenario.run(arguments)
    #expect(run.code == .clean && run.output.hasPrefix("schemacheck "))
  }

  @Test(arguments: [["-qf", "concise"], ["-qfconcise"], ["-q", "-f", "concise"]])
  func severalInOne(options: [String]) {
    let plain = Scenario.run(
      ["check", body, "-c", contract, "--no-config", "--quiet", "--format", "concise"])
    let run = Scenario.run(options + ["check", body, "--no-config", "-c", contract])
    #expect(run == plain, "\(run.everything)")
    #expect(run.output.contains("error[schema]") && run.errors.isEmpty)
    let unknown = Scenario.run("check", "-qz")
    #expect(unknown.errors == "schemacheck: unknown option `-z`\n")
  }

  /// The file of the report that would be printed; otherwise of one by the file's ending.
  @Test(arguments: [
    (["-o", "r.sarif"], "sarif"), (["-f", "json", "-o", "r.txt"], "json"),
    (["-o", "r.txt"], "text"),
    (["-f", "concise", "-f", "ndjson=other", "--output=r.html"], "concise"),
  ])
  func outputIsAFile(options: [String], format: String) throws {
    let printed = Scenario.run(
      ["check", body, "-c", contract, "--no-config", "-f", format, "-q"])
    let name = options.last?.split(separator: "=").last.map(String.init) ?? ""
    let inFolder = options.map {
      $0.replacing("r.", with: "\(folder.path)/r.").replacing(
        "=other", with: "=\(folder.path)/other")
    }
    let run = Scenario.run(["check", body, "-c", contract, "--no-config", "-q"] + inFolder)
    #expect(run.output.isEmpty && run.code == .findings, "\(run.everything)")
    #expect(try text(name) == printed.output)
  }

  @Test func outputOfSums() throws {
    let report = "\(folder.path)/r.json"
    _ = Scenario.run(["check", body, "-c", contract, "--no-config", "-q", "-o", report])
    let sum = "\(folder.path)/sum.json"
    let merged = Scenario.run("merge-summaries", report, "-o", sum)
    #expect(merged.output.isEmpty && merged.code == .findings, "\(merged.everything)")
    #expect(try text("sum.json") == Scenario.run("merge-summaries", report).output)
    let compared = Scenario.run("compare", report, sum, "-o", "\(folder.path)/c.txt")
    #expect(compared.output.isEmpty && compared.code == .clean, "\(compared.everything)")
    let coverage = Scenario.run(
      "coverage", body, "-c", contract, "--no-config", "-q", "-o", "\(folder.path)/c.json")
    #expect(coverage.output.isEmpty, "\(coverage.everything)")
    #expect(try text("c.json").hasPrefix("{\"schemacheck\""))
  }

  @Test func contractsByName() {
    #expect(Scenario.run("contracts", "-c", contract) == Scenario.run("contracts", contract))
    let variants = Scenario.run("variants", "--contract", contract, "-q")
    #expect(variants == Scenario.run("variants", contract, "-q") && variants.code == .clean)
    let amend = ["--no-config", "--min-samples", "1", "--dry-run"]
    let named = Scenario.run(["amend", body, "-c", contract] + amend)
    #expect(named == Scenario.run(["amend", contract, body] + amend))
    #expect(named.code == .findings, "\(named.everything)")
    #expect(named.output.contains("would be edited"), "\(named.everything)")
  }

  @Test func dryRunsWriteNothing() throws {
    let before = try text("api.yaml")
    let options = ["amend", contract, body, "--no-config", "--min-samples", "1"]
    _ = Scenario.run(options + ["--dry-run"])
    #expect(try text("api.yaml") == before)
    _ = Scenario.run(options)
    #expect(try text("api.yaml") != before)
  }

  /// The formats of JSON Schema were named by `--output` once.
  @Test func olderNames() throws {
    let schema = try folder.write("{}", to: "s.json")
    let value = try folder.write("1", to: "v.json")
    let options = ["validate", "--schema", schema, value]
    let run = Scenario.run(options + ["-f", "flag"])
    #expect(run.output == "{\"valid\":true}\n")
    #expect(run == Scenario.run(options + ["--output", "flag"]))
  }
}
