@_spi(Engine) @testable import ContractCaptures
import Testing

@testable import ContractCheck

/// What a text is taken for: the library decides as the tool does.
struct CaptureContentTests {
  private func read(
    _ text: String, named name: String = "a.json", by validator: some CaptureValidator
  ) -> (exchanges: [Exchange], problems: [CaptureProblem]) {
    var exchanges: [Exchange] = []
    var problems: [CaptureProblem] = []
    validator.check(Array(text.utf8), name: name) { exchange, _ in
      exchanges.append(exchange)
    } problem: {
      problems.append($0)
    }
    return (exchanges, problems)
  }

  @Test func theNameOfAHARDecides() {
    let named = read("{}", named: "a.har", by: Linter())
    #expect(named.exchanges.isEmpty && named.problems.map(\.kind) == [.noLog])
    #expect(read("{}", by: Linter()).exchanges.count == 1)
  }

  /// Nothing else has a `log`, so that a broken HAR is not taken for another capture.
  @Test func aDocumentWithALogIsABody() {
    let pact = #""consumer": {}, "provider": {}, "interactions": [{"request": {"path": "/a"}}]}"#
    #expect(read("{" + pact, by: Linter()).exchanges.first?.origin == .stub)
    let other = read(#"{"log": 1, "# + pact, by: Linter())
    #expect(other.exchanges.map(\.isBare) == [true])
  }

  @Test func whereBodiesAreToldADocumentThatIsNotReadIsABody() throws {
    let text = #"{"_postman_variable_scope": "environment"}"#
    #expect(read(text, by: Linter()).problems.count == 1)
    let contract = try Contract.bundled(Contract.bundledNames[0])
    let told = try Checker(
      contracts: [contract],
      assumption: Checker.Assumption(operation: contract.operations[0].name))
    #expect(read(text, by: told).exchanges.map(\.isBare) == [true])
  }
}
