import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `samples/own-rules`: a project with rules of its own, to the letter.
@Suite struct OwnRuleSampleTests {
  private static let folder = PackageFolder.url.appendingPathComponent("samples/own-rules")

  private static func run(_ command: String, _ arguments: String...) -> Scenario {
    // A path from the root would be as long as the place of the clone, and lines are wrapped.
    _ = SamplesTests.atTopLevel
    let configuration = "samples/own-rules/.schemacheck.json"
    var scenario = Scenario.run([command] + arguments + ["--config", configuration])
    for name in ["samples/own-rules/", folder.path + "/"] {
      scenario.output = scenario.output.replacingOccurrences(of: name, with: "")
    }
    return scenario
  }

  @Test(arguments: [("text", "txt"), ("json", "json.expected")])
  func reports(format: String, ending: String) {
    let report = Self.run("check", "samples/own-rules/orders.ndjson", "--format", format, "--quiet")
    #expect(report.code == .findings)
    let golden = Self.folder.appendingPathComponent("expected/orders.ndjson.\(ending)")
    #expect(Golden.difference(of: report.output, at: golden) == nil)
    // The date of birth is a secret.
    #expect(!report.output.contains("1990"))
  }

  @Test func theExamplesAreRight() {
    let tests = Self.run("test-rules")
    #expect(tests.code == .clean)
    #expect(
      tests.output == """
        money-string: ok (1 right, 1 wrong)
        packed-then-sent: ok (1 right, 1 wrong)
        order-size: no examples
        order-states: ok (1 right, 1 wrong)
        no-birthdays: ok (1 right, 1 wrong)

        """)
  }

  @Test func theSampleIsListed() throws {
    let readMe = PackageFolder.url.appendingPathComponent("samples/README.md")
    let text = try String(contentsOf: readMe, encoding: .utf8)
    #expect(text.contains("| `own-rules/orders.ndjson` | records | "))
  }
}
