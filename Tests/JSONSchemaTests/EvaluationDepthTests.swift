import Foundation
import JSONSchema
import JSONTape
import Testing

/// Evaluation is bounded on the small stacks that secondary threads have.
@Suite struct EvaluationDepthTests {
  /// Runs a closure on a thread of its own with a stack of 512 KiB.
  private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    #if DEBUG
      // Frames of unoptimised code are several times as large.
      thread.stackSize = 8 << 20
    #else
      thread.stackSize = 512 << 10
    #endif
    thread.start()
    done.wait()
  }

  @Test func deepInstancesOfARecursiveSchemaAreJudged() {
    onSmallStack {
      let schema = try? CompiledSchema(
        JSONDocument(##"{"items":{"$ref":"#"},"properties":{"a":{"$ref":"#"}}}"##))
      let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
      let document = try? JSONDocument(deep)
      #expect(document.map { schema?.isValid($0) } == true)
    }
  }

  @Test func everyLevelOfBranchesCounts() {
    onSmallStack {
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
