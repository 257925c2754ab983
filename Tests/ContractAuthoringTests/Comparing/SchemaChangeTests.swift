import ContractCheck
import JSONTape
import Testing

/// Schemas before and after, each pair in both directions and both ways.
struct SchemaChangeTests {
  @Test(arguments: SchemaChangeCase.all) func response(_ example: SchemaChangeCase) throws {
    try check(example, isResponse: true, example.response, example.responseBack)
  }

  @Test(arguments: SchemaChangeCase.all) func request(_ example: SchemaChangeCase) throws {
    try check(example, isResponse: false, example.request, example.requestBack)
  }

  private func check(
    _ example: SchemaChangeCase, isResponse: Bool, _ there: [String], _ back: [String]
  ) throws {
    let components = example.components
    let found = try SchemaChangeCase.ids(
      example.old, example.new, isResponse: isResponse, components: components)
    #expect(found == there)
    let returned = try SchemaChangeCase.ids(
      example.new, example.old, isResponse: isResponse, components: components)
    #expect(returned == back)
    for schema in [example.old, example.new] {
      #expect(
        try SchemaChangeCase.ids(
          schema, schema, isResponse: isResponse, components: components) == [])
    }
  }

  /// Every kind of change of schemas is come by.
  @Test func theTableIsWhole() {
    let found = Set(
      SchemaChangeCase.all.flatMap { $0.response + $0.request + $0.responseBack + $0.requestBack })
    let rest = ChangeRule.catalogue.map(\.id).filter { !found.contains($0) }
    #expect(Set(rest) == OperationChangeTests.ids)
  }
}

struct ChangeRuleTests {
  @Test func idsAreTheirOwn() {
    let ids = ChangeRule.catalogue.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.allSatisfy { id in Rule.named(id) == nil && ChangeRule.named(id)?.id == id })
    #expect(ChangeRule.named("response-member-nullabel") == nil)
    for rule in ChangeRule.catalogue {
      #expect(!rule.summary.isEmpty && !rule.rationale.isEmpty)
    }
  }
}
