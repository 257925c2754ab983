@_spi(Engine) @testable import ContractReports
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
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

  /// An exchange that conforms, so that the API is certain.
  private static let record =
    #"{"method": "GET", "url": "https://h/api/v1/locations/public", "status": 200, "responseBody": "#
    + ProjectFolder.right.replacing("\n", with: " ") + "}\n"

  /// Captures in a folder of the project belong to the project.
  @Test func capturesOfAFolder() throws {
    let root = InputPath(project.path)
    let inner = root.appending(Array("captures".utf8))
    try project.folder.write(Self.record, to: "captures/a.ndjson")
    try project.folder.write(Self.record, to: "other/b.ndjson")
    #expect(InitCommand.project(of: inner, in: root) == root)
    #expect(InitCommand.project(of: root, in: inner) == root)
    let survey = try ProjectSurvey(root, captures: inner, named: [])
    #expect(survey.inputs == ["captures"])
    #expect(survey.captureCount == 1)
  }

  /// What was not checked is said once, and a folder within an input is none of its own.
  @Test func nothingIsSaidTwice() throws {
    try project.folder.write(Self.record, to: "captures/a.ndjson")
    try project.folder.write(Self.record, to: "captures/b.ndjson")
    try project.folder.write(#"{"x": 1}"#, to: "captures/c.json")
    let wrong = Self.record.replacing(#""lat""#, with: #""latitude""#)
    try project.folder.write(wrong, to: "captures/inner/d.ndjson")
    let scenario = initialize()
    #expect(scenario.code == .clean)
    #expect(scenario.output.contains("  inputs: captures\n"))
    #expect(scenario.output.contains("  2 entries for 2 findings, hidden from now on: "))
    #expect(scenario.errors == "not checked: 1 unmatched\n")
  }

  /// The advice is about an option of another command.
  @Test func capturesWithoutBodies() throws {
    let line =
      #"{"req":{"method":"GET","url":"/api/v1/locations/public"},"res":{"statusCode":200}}"#
    try project.folder.write(line + "\n" + line + "\n", to: "captures/app.log")
    let scenario = initialize("--contract", "fotolokashen")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(
      scenario.errors.hasSuffix(
        "(2 no body); if these captures never have response bodies, add `--requests`\n"
          + "schemacheck: nothing was written; the options above are options of `check`\n"),
      "\(scenario.errors)")
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
    try project.folder.write(Self.record, to: "traffic.ndjson")
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
        + "*.jsonl, *.ndjson, *.response, *.chlsj, *.log, *.yaml, *.yml, *.chlz, *.proxymanlogv2, *.zip)\n"
    )
    try project.folder.write("{\"whiskers\": 1}", to: "a.json")
    #expect(
      initialize().errors
        == "schemacheck: neither an OpenAPI file in this folder nor a bundled contract fits the "
        + "capture; give a contract with `--contract`, or write a contract with `schemacheck "
        + "infer`\n")
    #expect(
      initialize("-c", "bmn-boston").errors
        == "schemacheck: the contract that you named does not fit the capture in this folder\n")
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

  /// Fixtures of another app, some of which are like a bundled contract's, with errors, small, or
  /// free in form.
  private static let strangers: [[String: String]] = [
    [
      "posts.json":
        #"[{"id": "1", "username": "bob", "imageURL": "x", "caption": null, "likes": "3"}]"#,
      "users.json": #"[{"id": "1", "username": "bob", "displayName": "x"}]"#,
    ],
    ["a.json": #"{"message": "ok"}"#, "b.json": #"{"message": "no", "code": "x"}"#],
    ["a.json": "{}", "b.json": "[]", "c.json": #"{"success": true}"#],
    ["a.json": #"{"restaurants": [{"id": 7, "name": "n", "email": "e", "created_at": "x"}]}"#],
    ["a.json": ProjectFolder.wrong, "b.json": ProjectFolder.right],
    [
      "a.ndjson":
        #"{"method": "GET", "url": "https://h/posts", "status": 200, "responseBody": [{"id": 7}]}"#
    ],
    [
      "a.ndjson":
        #"{"method": "POST", "url": "http://localhost:5000/sessions", "status": 200, "responseBody": {"token": 7}}"#
    ],
  ]

  @Test(arguments: strangers.indices)
  func nobodyElsesAPIIsAdopted(_ number: Int) throws {
    for (name, text) in Self.strangers[number] {
      try project.folder.write(text + "\n", to: "Tests/Fixtures/\(name)")
    }
    let scenario = initialize()
    #expect(scenario.code == .error && scenario.output.isEmpty, "\(scenario.output)")
    #expect(
      scenario.errors.hasPrefix(
        "schemacheck: neither an OpenAPI file in this folder nor a bundled contract fits the "
          + "capture"))
    #expect(
      scenario.errors.hasSuffix(
        "; give a contract with `--contract`, or write a contract with `schemacheck infer`\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: project.path) == ["Tests"])
    // With the user's word it is taken, errors and all.
    #expect(
      initialize("-c", "fotolokashen", "-c", "social-posts").output.isEmpty
        == (number == 1 || number == 2 || number == 3))
  }

  /// A documented host says whose API it is, whatever the bodies are.
  @Test func aDocumentedHostIsEnough() throws {
    try project.folder.write(
      #"{"method": "GET", "url": "https://api.unitedwerise.org/api/devices", "status": 200, "#
        + #""responseBody": {"success": 1}}"# + "\n", to: "a.ndjson")
    #expect(initialize().code == .clean)
    #expect(try written().contracts.map(\.text) == ["unitedwerise-devices"])
  }

  private static let devices =
    #"{"success": true, "data": [{"id": "c", "platform": "ios", "deviceName": null, "createdAt": "#
    + #""2026-01-22T12:00:00.000Z", "updatedAt": "2026-01-22T12:00:00.000Z"}]}"#

  private func entries() throws -> [String] {
    try written().bodies.map { entry in
      let status = entry.assumption.status.map { " \($0)" } ?? ""
      return "\(entry.files): \(entry.assumption.operation ?? "")\(status)"
    }
  }

  /// One entry for the files of a folder; those of errors come before.
  @Test func filesOfAFolderShareAnEntry() throws {
    let refused = #"{"success": false, "error": "Unauthorized"}"#
    for number in 0..<12 { try project.folder.write(Self.devices, to: "fx/devices/\(number).json") }
    for name in ["401.json", "list.error500.json"] {
      try project.folder.write(refused, to: "fx/devices/\(name)")
    }
    try project.folder.write(refused, to: "fx/errors/401/a.json")
    try project.folder.write(refused, to: "fx/errors/401/b.json")
    // A number that is not a status, and one in a body that is right.
    try project.folder.write(Self.devices, to: "fx/devices/page-404.json")
    try project.folder.write(Self.devices, to: "fx/devices/1401.json")
    let scenario = initialize()
    #expect(scenario.code == .clean, "\(scenario.everything)")
    let operation = "GET /api/devices"
    #expect(
      try entries()
        == [
          "fx/devices/401.json: \(operation) 401",
          "fx/devices/list.error500.json: \(operation) 500", "fx/devices/*.json: \(operation)",
          "fx/errors/401/*.json: \(operation) 401",
        ])
    #expect(project.run("check", "-q").code == .clean)
    try project.folder.write(refused, to: "fx/devices/new.json")
    #expect(project.run("check").code == .findings)
  }

  /// In a folder of several kinds, each file has its own entry: a new file may be of any kind.
  @Test(arguments: [#"{"colour": "red"}"#, #"{"items": [], "meta": {}}"#])
  func aMixedFolderHasNoGlob(odd: String) throws {
    for name in ["list-a", "list-b", "list-c"] {
      try project.folder.write(Self.devices, to: "fx/\(name).json")
    }
    try project.folder.write(odd, to: "fx/odd.json")
    #expect(initialize().code == .clean)
    #expect(
      try entries().filter { $0.contains("list") }
        == ["a", "b", "c"].map { "fx/list-\($0).json: GET /api/devices" })
    #expect(try !entries().contains { $0.contains("*") })
  }

  /// Right files of other operations stay right beside most files of one.
  @Test func newFilesOfAMixedFolder() throws {
    func schema(_ name: String) -> String {
      "{type: object, required: [\(name), kind], properties: {\(name): {type: string}, kind: {type: string}}}"
    }
    func path(_ name: String) -> String {
      "  /\(name): {get: {responses: {'200': {description: '', content: {application/json: "
        + "{schema: \(schema(name))}}}}}}\n"
    }
    try project.folder.write(
      "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths:\n"
        + path("order") + path("bank") + path("card"), to: "openapi.yaml")
    for name in ["order", "bank"] {
      try project.folder.write(#"{"\#(name)": "a", "kind": "b"}"#, to: "fx/\(name).json")
    }
    try project.folder.write(#"{"order": "c", "kind": "b"}"#, to: "fx/second.json")
    #expect(initialize().code == .clean)
    #expect(
      try entries()
        == ["fx/bank.json: GET /bank", "fx/order.json: GET /order", "fx/second.json: GET /order"])
    try project.folder.write(#"{"card": "a", "kind": "b"}"#, to: "fx/third.json")
    #expect(project.run("check").code == .clean)
  }

  /// Each of two contracts has one fixture beside it. A contract in JSON is no body.
  @Test func twoContractsInJSON() throws {
    for (name, property) in [("a", "email"), ("b", "draft")] {
      try project.folder.write(
        """
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/\(name)": {"get": {"responses": {"200": {
        "description": "", "content": {"application/json": {"schema": {"type": "object", "required": ["id", "\(property)"],
        "properties": {"id": {"type": "integer"}, "\(property)": {"type": "string"}}}}}}}}}}}
        """, to: "svc/\(name)/api/openapi.json")
      try project.folder.write(#"{"id": 1, "\#(property)": "x"}"#, to: "svc/\(name)/fx/one.json")
    }
    let scenario = initialize()
    #expect(
      scenario.code == .clean && !scenario.errors.contains("unmatched"), "\(scenario.everything)")
    #expect(
      try entries() == ["svc/a/fx/one.json: GET /a", "svc/b/fx/one.json: GET /b"],
      "\(scenario.everything)")
    let run = project.run("check", "--strict")
    #expect(
      run.code == .clean && run.errors.contains("2 of 2 exchanges checked"), "\(run.everything)")
    #expect(run.errors.contains("2 .json"), "\(run.everything)")
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
