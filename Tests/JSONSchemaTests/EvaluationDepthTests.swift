import JSONSchema
import JSONTape
import TestSupport
import Testing

/// Evaluation is bounded on the small stacks that secondary threads have.
@Suite struct EvaluationDepthTests {
  @Test func deepInstancesOfARecursiveSchemaAreJudged() throws {
    let isValid = try SmallStack.run {
      let schema = try CompiledSchema(
        JSONDocument(##"{"items":{"$ref":"#"},"properties":{"a":{"$ref":"#"}}}"##))
      let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
      return schema.isValid(try JSONDocument(deep))
    }
    #expect(isValid)
  }

  @Test func everyLevelOfBranchesCounts() throws {
    // Too deep for the bound: a failure that says so, and no crash.
    let isTold = try SmallStack.run {
      let schema = try CompiledSchema(
        JSONDocument(##"{"anyOf":[{"allOf":[{"oneOf":[{"items":{"$ref":"#"}}]}]}]}"##))
      let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
      let document = try JSONDocument(deep)
      return !schema.failures(in: document).isEmpty || schema.isValid(document)
    }
    #expect(isTold)
  }

  /// Every level that fails would double the work; a bound ends it with one failure.
  @Test(arguments: [
    ##"{"items":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}}"##,
    ##"{"type":"array","items":{"oneOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}]}}"##,
  ])
  func branchesThatMultiplyAreGivenUp(schema: String) throws {
    let failures = try SmallStack.run {
      let deep = String(repeating: "[", count: 200) + "1" + String(repeating: "]", count: 200)
      let document = try JSONDocument(deep)
      let compiled = try CompiledSchema(JSONDocument(schema))
      return compiled.isValid(document) ? nil : compiled.failures(in: document).count
    }
    #expect(failures == nil || failures == 1)
  }
}
