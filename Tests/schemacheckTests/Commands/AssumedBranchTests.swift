import Foundation
import TestSupport
import Testing

@testable import schemacheck

/// A bare body whose discriminator names a branch. Another branch may accept the body, too.
@Suite struct AssumedBranchTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /payment:
          get:
            operationId: getPayment
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Payment'}}}}}
      components:
        schemas:
          CardPayment:
            {type: object, required: [method, last4], properties: {method: {type: string}, last4: {type: string}}}
          TransferPayment:
            {type: object, required: [method, iban], properties: {method: {type: string}, iban: {type: string}}}
          Payment:
            oneOf: [{$ref: '#/components/schemas/CardPayment'}, {$ref: '#/components/schemas/TransferPayment'}]
            discriminator:
              {propertyName: method, mapping: {card: '#/components/schemas/CardPayment', sepa: '#/components/schemas/TransferPayment'}}
      """, to: "api.yaml")
  }

  private func check(_ body: String, _ name: String = "x.json") throws -> Scenario {
    let file = try folder.write(body, to: "in/" + name)
    return Scenario.run(
      "check", file, "--no-config", "-c", contract, "-f", "concise", "--explain-match")
  }

  @Test(arguments: ["x.json", "payment_sepa.json", "CardPayment.json"])
  func anotherBranchIsNamed(name: String) throws {
    let run = try check(#"{"method": "sepa", "last4": "1234"}"#, name)
    #expect(
      run.output.contains("`iban` is missing (`TransferPayment` by its `method`)"),
      "\(run.everything)")
    #expect(run.output.split(separator: "\n").count == 1, "\(run.everything)")
    #expect(run.errors.contains("assumed `GET /payment` 200"), "\(run.everything)")
  }

  /// `init` writes the same schema.
  @Test func theConfigurationNamesNoOtherBranch() throws {
    try folder.write(#"{"method": "sepa", "last4": "1234"}"#, to: "in/x.json")
    let run = Scenario.run("init", folder.path, "-c", contract)
    let written = try String(contentsOfFile: folder.path + "/.schemacheck.json", encoding: .utf8)
    #expect(!written.contains("CardPayment"), "\(written)")
    #expect(!run.everything.contains("CardPayment"), "\(run.everything)")
  }

  /// A branch that the body names, or does not deny, is assumed as before.
  @Test(arguments: [
    (#"{"method": "card", "last4": "1234"}"#, ""),
    (#"{"method": "other", "last4": "1234"}"#, "the schema `CardPayment`"),
    (#"{"last4": 1234}"#, ""),
  ])
  func theBranchIsNotDenied(body: String, assumed: String) throws {
    let run = try check(body)
    #expect(run.errors.contains("assumed \(assumed)"), "\(run.everything)")
    #expect(!run.output.contains("TransferPayment"), "\(run.everything)")
  }
}
