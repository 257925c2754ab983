import JSONSchema
import JSONTape
import Testing

/// Evaluation is bounded on the small stacks that secondary threads have.
@Suite struct EvaluationDepthTests {
  @Test func deepInstancesOfARecursiveSchemaAreJudged() {
    SmallStack.run {
      let schema = try? CompiledSchema(
        JSONDocument(##"{"items":{"$ref":"#"},"properties":{"a":{"$ref":"#"}}}"##))
      let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
      let document = try? JSONDocument(deep)
      #expect(document.map { schema?.isValid($0) } == true)
    }
  }

  @Test func everyLevelOfBranchesCounts() {
    SmallStack.run {
      let schema = try? CompiledSchema(
        JSONDocument(
          ##"{"anyOf":[{"allOf":[{"oneOf":[{"items":{"$ref":"#"}}]}]}]}"##))
      let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
      // Too deep for the bound: a failure that says so, and no crash.
      if let schema, let document = try? JSONDocument(deep) {
        #expect(!schema.failures(in: document).isEmpty || schema.isValid(document))
      }
    }
  }

  /// Every level that fails would double the work; a bound ends it with one failure.
  @Test(arguments: [
    ##"{"items":{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}}"##,
    ##"{"type":"array","items":{"oneOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}]}}"##,
  ])
  func branchesThatMultiplyAreGivenUp(schema: String) throws {
    let deep = String(repeating: "[", count: 200) + "1" + String(repeating: "]", count: 200)
    let document = try JSONDocument(deep)
    let compiled = try CompiledSchema(JSONDocument(schema))
    if !compiled.isValid(document) { #expect(compiled.failures(in: document).count == 1) }
  }
}
