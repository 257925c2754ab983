import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What takes too many steps is not checked, so nothing is known of it: an error with its place and
/// exit 2, never a finding and never a silent pass.
@Suite struct GivenUpTests {
  private let folder: TemporaryFolder
  /// A pattern with a back-reference, which backtracks.
  private static let pattern = #"^(a*)*\\1b$"#
  private static let reason = #"the pattern `^(a*)*\1b$` takes too many steps"#
  private static let long = String(repeating: "a", count: 300)

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String], input: String = "") -> Scenario {
    var scenario = Scenario.run(arguments, input: input)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  private func validate(_ schema: String, _ value: String, _ options: [String] = []) throws
    -> Scenario
  {
    let schema = try folder.write(schema, to: "schema.json")
    let value = try folder.write(value, to: "value.json")
    return run(["validate", "--schema", schema, value] + options)
  }

  private static let none =
    "no findings\n0 of 1 value checked\nnot checked: 1 unreadable\n"

  @Test func aStringIsGivenUp() throws {
    let schema = #"{"properties":{"a":{"pattern":"\#(Self.pattern)"}}}"#
    let value = #"{"a":"\#(Self.long)"}"#
    let errors = "schemacheck: DIR/value.json:1:6: `a` is not checked: \(Self.reason)\n"
    let scenario = try validate(schema, value)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors == errors + Self.none)
    for format in ["flag", "basic", "detailed"] {
      let scenario = try validate(schema, value, ["--output", format])
      #expect(scenario.code == .error && scenario.output.isEmpty, "\(format)")
      #expect(scenario.errors == errors + Self.none, "\(format)")
    }
    #expect(try validate(schema, value, ["--exit-zero"]).code == .error)
  }

  /// A key that cannot be matched must not pass, whatever is around the pattern.
  @Test(arguments: [
    #"{"patternProperties":{"PATTERN":{"type":"integer"}}}"#,
    #"{"propertyNames":{"pattern":"PATTERN"}}"#,
    #"{"propertyNames":{"not":{"pattern":"PATTERN"}}}"#,
    #"{"anyOf":[{"propertyNames":{"pattern":"PATTERN"}},true]}"#,
    #"{"if":{"propertyNames":{"pattern":"PATTERN"}},"else":true}"#,
  ])
  func aKeyIsGivenUp(schema: String) throws {
    let schema = schema.replacing("PATTERN", with: Self.pattern)
    let scenario = try validate(schema, #"{"\#(Self.long)":"x"}"#)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.contains("takes too many steps"), "\(scenario.errors)")
    #expect(try validate(schema, #"{"c":"x"}"#).code != .error)
  }

  /// Two branches at each level that both look at the next one.
  @Test func branchesAreGivenUp() throws {
    let branch = { (bound: String) in
      ##"{"properties":{"c":{"$ref":"#"},"q":{\##(bound)}}}"##
    }
    let schema = #"{"anyOf":[\#(branch(#""minimum":2"#)),\#(branch(#""maximum":0"#))]}"#
    var value = "{}"
    for _ in 0..<40 { value = #"{"c":\#(value),"q":1}"# }
    let scenario = try validate(schema, value)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.contains("not checked: the schema takes too many steps"))
  }

  /// The value is known to be wrong by its first property, and looking at the other takes too long: a
  /// finding that says so, as the value does not match.
  @Test func onlyTheReasonIsGivenUp() throws {
    let branch = { (bound: String) in
      ##"{"properties":{"c":{"$ref":"#/$defs/t"},"q":{\##(bound)}}}"##
    }
    let schema = ##"""
      {"properties":{"a":{"type":"string"},"t":{"$ref":"#/$defs/t"}},"$defs":{"t":
        {"anyOf":[\##(branch(#""minimum":2"#)),\##(branch(#""maximum":0"#))]}}}
      """##
    var value = "{}"
    for _ in 0..<40 { value = #"{"c":\#(value),"q":1}"# }
    let scenario = try validate(schema, #"{"a":1,"t":\#(value)}"#, ["-f", "concise"])
    #expect(scenario.code == .findings)
    #expect(
      scenario.output
        == "DIR/value.json:1:1: error[schema] the value does not match the schema; the search for "
        + "the reason takes too many steps\n")
  }

  /// Only the line that was given up is left out, and the error has its number.
  @Test(arguments: [1, 2]) func oneLineIsGivenUp(jobs: Int) throws {
    let schema = try folder.write(
      #"{"properties":{"a":{"pattern":"\#(Self.pattern)"}}}"#, to: "schema.json")
    let lines = [#"{"a":"b"}"#, #"{"a":"\#(Self.long)"}"#, #"{"a":"c"}"#, #"{"a":1}"#]
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "v.ndjson")
    let arguments = ["validate", "--schema", schema, file, "-j", "\(jobs)"]
    let scenario = run(arguments + ["-f", "concise"])
    #expect(scenario.code == .error)
    #expect(
      scenario.errors == """
        schemacheck: DIR/v.ndjson:2:6: `a` is not checked: \(Self.reason)
        1 error in 1 group: schema 1
        3 of 4 values checked
        not checked: 1 unreadable

        """)
    #expect(scenario.output.split(separator: "\n").count == 1, "\(scenario.output)")
    let output = run(arguments + ["--output", "flag"])
    #expect(output.code == .error)
    #expect(output.output == "{\"valid\":true}\n{\"valid\":false}\n{\"valid\":true}\n")
    #expect(output.errors.contains("DIR/v.ndjson:2:6: `a` is not checked"))
  }

  /// A body, a parameter and a header of an exchange.
  @Test func anExchangeIsGivenUp() throws {
    let contract = try folder.write(
      #"""
      {"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{
        "parameters":[{"name":"q","in":"query","schema":{"pattern":"PATTERN"}}],
        "responses":{"200":{"description":"d","content":{"application/json":{"schema":
          {"properties":{"a":{"type":"string","pattern":"PATTERN"}}}}}}}}}}}
      """#.replacing("PATTERN", with: Self.pattern), to: "contract.json")
    func record(_ query: String, _ body: String) -> String {
      #"{"method":"GET","url":"http://h/a?q=\#(query)","status":200,"responseBody":{"a":"\#(body)"}}"#
        + "\n"
    }
    let right = record("aab", "aab")
    for (line, place) in [
      (record("aab", Self.long), "`a` is"), (record(Self.long, "aab"), "`q` is"),
    ] {
      let file = try folder.write(right + line, to: "t.ndjson")
      let scenario = run(["check", "--contract", contract, file])
      #expect(scenario.code == .error && scenario.output.isEmpty, "\(scenario.everything)")
      #expect(scenario.errors.contains("\(place) not checked: \(Self.reason)"))
      #expect(scenario.errors.contains("1 of 2 exchanges checked\nnot checked: 1 unreadable"))
      let junit = run(["check", "--contract", contract, file, "-f", "junit", "-q"])
      #expect(
        junit.output.contains(#"errors="1""#) && junit.output.contains("takes too many steps"))
    }
  }
}
