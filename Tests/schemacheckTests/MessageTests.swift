import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What people read of a value that breaks a schema, to the letter.
@Suite struct MessageTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func validate(_ test: MessageCase, _ format: String) throws -> Scenario {
    let schema = try folder.write(test.schema, to: "schema.json")
    return Scenario.run(
      ["validate", "--schema", schema, "-", "-f", format, "--input-format", "json"],
      input: test.value)
  }

  @Test func everyMessage() throws {
    var text = ""
    for test in MessageCase.all {
      let scenario = try validate(test, "text")
      #expect(scenario.code == .findings, "\(test.schema) \(test.value)")
      text += "schema: \(test.schema)\n value: \(test.value)\n\n\(scenario.output)\n"
    }
    #expect(Scenario.difference(of: text, from: "messages.txt") == nil)
  }

  /// However text folds findings, machines get each, and the counts are theirs.
  @Test func machinesGetEveryFinding() throws {
    for test in MessageCase.all {
      let json = try validate(test, "json")
      let report = try JSONDocument(json.output).root
      let findings = try #require(report["findings"])
      #expect(findings.count == report["summary"]?["errors"]?.int)
      for format in ["text", "concise"] {
        #expect(try validate(test, format).errors == json.errors)
      }
      // An absent property is a finding of its own, at its object.
      for finding in findings.elements where finding["keyword"]?.string == "required" {
        #expect(finding["member"]?.string?.isEmpty == false)
      }
    }
  }
}
