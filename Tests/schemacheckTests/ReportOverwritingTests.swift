import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A report never takes the place of what is read, under whatever name it is given.
@Suite struct ReportOverwritingTests {
  private let project: ProjectFolder
  private let input: String

  init() throws {
    project = try ProjectFolder()
    input = try project.folder.write(ProjectFolder.wrong, to: "in.json")
    try project.folder.link("link.json", to: "in.json")
  }

  private func expectRefused(_ arguments: [String], _ file: String) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let run = Scenario.run(arguments)
    #expect(run.code == .error && run.output.isEmpty, "\(arguments)")
    #expect(run.errors.contains("a report would overwrite"), "\(run.errors)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
  }

  @Test(arguments: ["in.json", "./in.json", "link.json"]) func inputs(name: String) throws {
    let report = "json=\(project.path)/\(name)"
    try expectRefused(["check", input, "-c", "fotolokashen", "-f", report], input)
    try expectRefused(["check", project.path, "-c", "fotolokashen", "-f", report], input)
    try expectRefused(["lint", input, "-f", report], input)
    try expectRefused(["fix", input, "-c", "fotolokashen", "-f", report], input)
  }

  @Test func whatJudges() throws {
    let contract = try project.folder.write(
      String(
        contentsOf: PackageFolder.url.appendingPathComponent("schemas/fotolokashen.json"),
        encoding: .utf8), to: "api.json")
    try expectRefused(["check", input, "-c", contract, "-f", "html=\(contract)"], contract)
    try expectRefused(["diff", contract, "fotolokashen", "-f", "json=\(contract)"], contract)
    let schema = try project.folder.write("{}", to: "s.json")
    try expectRefused(["validate", "--schema", schema, input, "-f", "json=\(schema)"], schema)
    try project.configure("'inputs': ['in.json'], 'formats': ['json=.schemacheck.json']")
    let file = project.path + "/.schemacheck.json"
    try expectRefused(["check", "--config", file], file)
  }

  @Test func otherFilesAreWritten() throws {
    let run = Scenario.run(
      "check", input, "-c", "fotolokashen", "-f", "json=\(project.path)/out.json")
    #expect(run.code == .findings && run.errors.contains("1 error"))
    #expect(FileManager.default.fileExists(atPath: project.path + "/out.json"))
  }
}
