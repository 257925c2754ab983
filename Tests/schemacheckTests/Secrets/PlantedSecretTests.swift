import ContractCheck
import TestSupport
import Testing

@testable import schemacheck

/// Secrets are planted wherever traffic, contracts, configurations and arguments can have them, and
/// are in nothing that the tool prints or writes, but where that is what was asked for.
@Suite struct PlantedSecretTests {
  private let traffic: SecretTraffic

  init() throws { traffic = try SecretTraffic() }

  private func expectNothing(_ arguments: [String], input: String = "") {
    let run = Scenario.run(arguments, input: input)
    let leaks = traffic.leaks(in: run.everything)
    #expect(leaks.isEmpty, "\(arguments.joined(separator: " "))\n\(leaks.joined(separator: "\n"))")
  }

  @Test(arguments: ReportFormat.all.map(\.name))
  func `Reports of traffic`(format: String) {
    let (contract, captures) = (traffic.contract, traffic.folder.path + "/captures")
    expectNothing(["check", "-c", contract, "--format", format, captures])
    expectNothing(["check", "-c", contract, "--format", format, "--explain-match", captures])
    expectNothing(["lint", "--format", format, captures])
  }
}
