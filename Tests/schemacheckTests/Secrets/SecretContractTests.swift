@_spi(Engine) @testable import ContractReports
import ContractCheck
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What contracts, schemas and rules list for secrets is in no output.
@Suite struct SecretContractTests {
  private let contracts: SecretContracts

  init() throws { contracts = try SecretContracts() }

  private func expectNothing(
    _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let run = Scenario.run(arguments)
    let leaks = contracts.leaks(in: run.everything)
    #expect(
      leaks.isEmpty, "\(arguments.joined(separator: " "))\n\(leaks.joined(separator: "\n"))",
      sourceLocation: sourceLocation)
  }

  @Test(arguments: ReportFormat.all.map(\.name))
  func `Reports about contracts`(format: String) {
    let (old, new) = (contracts.old, contracts.new)
    expectNothing(["diff", old, new, "-f", format])
    expectNothing(["check", "-c", new, "-f", format, contracts.traffic])
    expectNothing(["check", "-c", new, "-f", format, "--explain-match", contracts.traffic])
    expectNothing(["validate", "--schema", new, "-f", format, contracts.traffic])
    expectNothing(["lint", "-c", new, "-f", format, contracts.traffic])
  }

  @Test func `What commands tell of contracts`() {
    let (new, traffic) = (contracts.new, contracts.traffic)
    for command in [
      ["contracts", new], ["contracts", new, "--operations"],
      ["contracts", new, "--operation", "x"],
      ["rules", "-c", new], ["explain", "own-value", "-c", new],
      ["explain", "own-password", "-c", new],
      ["test-rules", "-c", new], ["amend", new, traffic, "--diff"], ["amend", new, traffic],
      ["fix", "--diff", "-c", new, traffic], ["coverage", "-c", new, traffic],
      ["coverage", "-c", new, traffic, "-f", "json"],
      ["coverage", "-c", new, traffic, "-f", "html"],
      ["coverage", "-c", new, traffic, "-f", "lcov"],
      ["check", "-c", new, "--server", "nowhere", "--all"],
    ] {
      expectNothing(command)
    }
  }

  /// Bodies have the values of the contract, or they would be wrong; the names of freedoms do not.
  @Test func `Names of variants`() throws {
    let api = try contracts.folder.write(
      #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/x":{"get":{"responses":{"#
        + #""200":{"description":"","content":{"application/json":{"schema":{"properties":{"#
        + #""password":{"enum":["Zq9xKw4Vb3Tt","Zq8xKw4Vb3Tt"]}}}}}}}}}}}"#, to: "variants.json")
    let ids = Scenario.run("variants", api).output.split(separator: "\n").compactMap {
      try? JSONDocument(Array($0.utf8)).root["id"]?.string
    }
    #expect(ids.contains("`password` as ‹12 characters›"), "\(ids)")
    #expect(!ids.joined().contains("xKw4"))
  }
}
