import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The rules that decide a verdict: no setting turns them off.
@Suite struct RulesThatStayOnTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contract(""), to: "api.yaml")
    try folder.write("{\"a\":", to: "a.json")
  }

  private static func contract(_ settings: String) -> String {
    """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    \(settings)
    paths:
      /a: {get: {responses: {'200': {description: '', content: {application/json: {schema: {type: array}}}}}}}
    """
  }

  private func run(_ command: String, _ options: String...) -> Scenario {
    var run = Scenario.run([command, folder.path + "/a.json"] + options)
    run.errors = run.errors.replacing(folder.path + "/", with: "")
    return run
  }

  private static func refusal(_ rule: String) -> String {
    "the rule `\(rule)` cannot be off; use `error`, `warning` or `note`\n"
  }

  @Test(arguments: ["schema", "json-syntax"])
  func offIsRefused(rule: String) throws {
    let contract = folder.path + "/api.yaml"
    for command in ["check", "lint"] {
      let option = run(command, "--no-config", "--rule", "\(rule)=off")
      #expect(option.code == .error && option.output.isEmpty)
      #expect(option.errors == "schemacheck: " + Self.refusal(rule))
    }
    for setting in [#""off""#, #"{"severity": "off"}"#] {
      let text = #"{"rules": {"\#(rule)": \#(setting)}}"#
      let file = try folder.write(text, to: "c.json")
      let configured = run("check", "--config", file, "-c", contract)
      #expect(configured.code == .error && configured.output.isEmpty)
      #expect(configured.errors.hasPrefix("schemacheck: c.json:1:"), "\(configured.errors)")
      #expect(configured.errors.hasSuffix(": " + Self.refusal(rule)), "\(configured.errors)")
      try folder.write(Self.contract("x-schemacheck: " + text), to: "own.yaml")
      let own = run("check", "--no-config", "-c", folder.path + "/own.yaml")
      #expect(own.code == .error && own.output.isEmpty)
      #expect(own.errors.hasPrefix("schemacheck: own.yaml:3:"), "\(own.errors)")
      #expect(own.errors.hasSuffix(": " + Self.refusal(rule)), "\(own.errors)")
    }
    let explained = Scenario.run("explain", rule)
    #expect(explained.output.contains("a severity is error, warning, note\n"))
  }

  @Test func aLowerSeverityIsHeard() {
    let run = run(
      "check", "--no-config", "-c", folder.path + "/api.yaml", "--operation", "GET /a", "-f",
      "concise", "--rule", "json-syntax=note")
    #expect(run.code == .clean && run.output.contains(": note[json-syntax] "), "\(run.everything)")
  }
}
