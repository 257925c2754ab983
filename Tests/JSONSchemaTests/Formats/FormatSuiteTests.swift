import JSONTape
import Testing

@testable import JSONSchema

@Suite("Formats: JSON Schema's test suite")
struct FormatSuiteTests {
  // The suites are large and live beside the package; without them there is nothing to run.
  @Test(
    .enabled(if: StringSuite.isPresent, "the outside suites are absent"), arguments: Format.allCases
  )
  func file(of format: Format) {
    let cases = StringSuite.cases("optional/format/\(format.name)")
    #expect(cases.count > 5)
    for test in cases {
      guard let text = test.data.string, test.schema["format"]?.string == format.name else {
        #expect(test.isValid, "\(test.testDescription)")
        continue
      }
      let accepts = text.withBytes { format.accepts($0) }
      #expect(accepts == test.isValid, "\(test.testDescription): \(text.debugDescription)")
    }
  }

  @Test(.enabled(if: StringSuite.isPresent, "the outside suites are absent"))
  func regularExpressions() {
    let cases = StringSuite.cases("optional/format/ecmascript-regex")
    #expect(cases.count > 5)
    for test in cases {
      let text = test.data.string ?? ""
      #expect(
        text.withBytes { Format.regex.accepts($0) } == test.isValid, "\(test.testDescription)")
    }
  }

  @Test func names() {
    for format in Format.allCases {
      #expect(Format(name: format.name) == format)
    }
    #expect(Set(Format.allCases.map(\.name)).count == 19)
    #expect(Format(name: "Date-Time") == nil)
    #expect(Format(name: "color") == nil)
  }
}
