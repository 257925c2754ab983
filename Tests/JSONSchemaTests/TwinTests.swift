import TestSupport
import Testing

@_spi(Engine) @testable import JSONSchema
@_spi(Engine) @testable import JSONTape

/// Each fast path of this module beside plain code that says the same slowly, over random input and
/// the input at which such code goes wrong.
///
/// Elsewhere: branches that are ruled out in `BranchDispatchTests`, joined dependencies in
/// `DependencyTests`, automata and counters of patterns in `PatternFuzzTests`.
@Suite struct TwinTests {
  /// The verdict, the failures, the failures after a verdict, and the trace, which takes no fast
  /// path, beside a reading of the schema without a plan.
  @Test(arguments: 0..<4) func schemasHoldAsTheirTextSays(part: UInt64) throws {
    let seed = TestSeed.seed(part)
    var generator = RandomSchema(SeededGenerator(seed: seed))
    var counts = [false: 0, true: 0]
    for _ in 0..<TestSeed.rounds(250) {
      let tree = generator.schema()
      let text = tree.json
      let plain = PlainSchema(root: tree)
      let document = try JSONDocument(text)
      guard let schema = try? CompiledSchema(document) else {
        Issue.record("refused: \(text), seed \(seed)")
        continue
      }
      let traced = try CompiledSchema(document, uri: "test:a", keepsReferences: true)
      for _ in 0..<15 {
        let value = generator.value(3)
        let isRight = plain.accepts(value)
        counts[isRight, default: 0] += 1
        let instance = try JSONDocument(value.respelled(&generator.random))
        let comment: Comment = "\(instance.root.text) by \(text), seed \(seed)"
        #expect(schema.isValid(instance) == isRight, comment)
        let failures = schema.failures(in: instance)
        #expect(failures.isEmpty == isRight, comment)
        let units = traced.outputUnits(for: instance, base: "")
        #expect(units.first?.isValid == isRight, comment)
        guard !isRight else { continue }
        // What the verdict has found to hold is not evaluated again.
        instance.withCursor { cursor in
          var validator = SchemaValidator(schema)
          _ = validator.isValid(cursor, 0)
          var after = validator.failures(in: instance, copyOf: (cursor, 0))
          let said = (0..<after.count).map { after.failure(at: $0) }
          #expect(
            said.map { "\($0.kind) \($0.instance)" }
              == failures.map { "\($0.kind) \($0.instance)" },
            comment)
        }
      }
    }
    #expect(counts.values.allSatisfy { $0 > 800 }, "\(counts)")
  }

  /// Texts that Swift takes for one are two names, two requirements and two patterns.
  @Test func textsThatLookAlikeAreTwo() throws {
    let (one, other) = ("\u{E9}", "e\u{301}")
    for (schema, right, wrong) in [
      (
        #"{"properties":{"\#(one)":{"const":1},"\#(other)":{"const":2}}}"#,
        #"{"\#(one)":1,"\#(other)":2}"#, #"{"\#(one)":2,"\#(other)":2}"#
      ),
      (
        #"{"properties":{"\#(one)":{"const":1}},"required":["\#(other)"]}"#,
        #"{"\#(other)":2}"#, #"{"\#(one)":1}"#
      ),
      (
        #"{"required":["\#(one)","\#(other)"]}"#,
        #"{"\#(one)":1,"\#(other)":2}"#, #"{"\#(one)":1}"#
      ),
      (
        #"{"patternProperties":{"\#(one)":{"const":1},"\#(other)":{"const":2}}}"#,
        #"{"\#(one)":1,"\#(other)":2}"#, #"{"\#(one)":1,"\#(other)":1}"#
      ),
      (
        #"{"prefixItems":[{"pattern":"\#(one)"},{"pattern":"\#(other)"}]}"#,
        #"["\#(one)","\#(other)"]"#, #"["\#(one)","\#(one)"]"#
      ),
    ] {
      let compiled = try CompiledSchema(JSONDocument(schema))
      #expect(compiled.isValid(try JSONDocument(right)), "\(schema)")
      #expect(!compiled.isValid(try JSONDocument(wrong)), "\(schema)")
    }
  }
}
