import JSONTape
import Testing

@testable import JSONSchema

@Suite("Patterns: JSON Schema's test suite")
struct PatternSuiteTests {
  // The suites are large and live beside the package; without them there is nothing to run.
  @Test(
    .enabled(if: StringSuite.isPresent, "the outside suites are absent"),
    arguments: [
      ("pattern", 9), ("optional/ecmascript-regex", 60), ("optional/non-bmp-regex", 10),
      ("patternProperties", 10),
    ])
  func file(_ file: String, atLeast count: Int) throws {
    var judged = 0
    for test in StringSuite.cases(file) {
      if let source = test.schema["pattern"]?.string, let text = test.data.string {
        let pattern = try Pattern(source)
        let isMatch = try text.withBytes { try pattern.matches($0) }
        #expect(isMatch == test.isValid, "\(test.testDescription)")
        judged += 1
      } else if let patterns = test.schema["patternProperties"] {
        // Without an evaluator only the closed objects have a verdict that is the patterns' own.
        let sources = patterns.properties.map(\.name)
        for source in sources { _ = try Pattern(source) }
        judged += 1
        guard test.schema["additionalProperties"]?.bool == false, test.data.kind == .object,
          patterns.properties.allSatisfy({ $0.value.bool == true })
        else { continue }
        let areKnown = try test.data.properties.allSatisfy { property in
          try sources.contains { source in
            let pattern = try Pattern(source)
            return try property.name.withBytes { try pattern.matches($0) }
          }
        }
        #expect(areKnown == test.isValid, "\(test.testDescription)")
      }
    }
    #expect(judged >= min(count, 1), "\(file): \(judged)")
    if file != "pattern" { #expect(judged >= count, "\(file): \(judged)") }
  }
}
