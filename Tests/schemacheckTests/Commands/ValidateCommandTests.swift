import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct ValidateCommandTests {
  private let folder: TemporaryFolder
  private let schema: String

  init() throws {
    folder = try TemporaryFolder()
    schema = try folder.write(
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["id", "name"],
        "properties": {
          "id": {"type": "integer", "minimum": 1},
          "name": {"type": "string", "maxLength": 5},
          "kind": {"enum": ["cafe", "bar"]},
          "seen": {"format": "date"},
          "tags": {"items": {"type": "string"}}
        },
        "additionalProperties": false
      }
      """, to: "schema.json")
  }

  private func validate(_ arguments: String..., input: String = "") -> Scenario {
    var scenario = Scenario.run(["validate", "--schema", schema] + arguments, input: input)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  private func wrong() throws -> String {
    try folder.write(
      """
      {
        "id": 0,
        "kind": "Cafe",
        "seen": "2026-02-30",
        "tags": ["a", 2, 3],
        "nme": "x"
      }
      """, to: "data/wrong.json")
  }

  @Test func rightValues() throws {
    try folder.write(#"{"id": 1, "name": "n"}"#, to: "data/a b.json")
    try folder.write(#"{"id": 2, "name": "m", "tags": []}"#, to: "data/deep/c.json")
    let scenario = validate(folder.path + "/data")
    #expect(scenario.code == .clean && scenario.output.isEmpty)
    #expect(
      scenario.errors == "no findings\n2 of 2 values checked\n")
    #expect(validate(folder.path + "/data/**/*.json", "-q").everything.isEmpty)
  }

  @Test(arguments: ["text", "concise", "json"])
  func wrongValue(format: String) throws {
    let scenario = validate(try wrong(), "-f", format)
    #expect(scenario.code == .findings)
    #expect(Scenario.difference(of: scenario.output, from: "validate-wrong.\(format)") == nil)
    #expect(
      scenario.errors == "7 errors in 6 groups: schema 7\n1 of 1 value checked\n")
  }

  @Test func linesHaveTheirPlaceInTheFile() throws {
    let lines = "{\"id\": 1, \"name\": \"a\"}\n\n{\"id\": \"é\", \"name\": \"b\"}\n{\"id\": 3"
    let expected = """
      NAME:3:8: error[schema] `id` is a string; the schema says an integer  (/id)
      NAME:4:9: error[json-syntax] the value is not JSON: \
      the text ends inside an object; it may have been cut off

      """
    let file = try folder.write(lines, to: "l.ndjson")
    let ofFile = validate(file, "-f", "concise")
    #expect(ofFile.output == expected.replacing("NAME", with: "DIR/l.ndjson"))
    #expect(
      ofFile.errors == "2 errors in 2 groups: json-syntax 1, schema 1\n3 of 3 values checked\n")
    let ofInput = validate("-", "-f", "concise", input: lines)
    #expect(ofInput.code == .findings)
    #expect(ofInput.output == expected.replacing("NAME", with: "<stdin>"))
  }

  /// A record of an exchange is a value like any other here, and so is a HAR.
  @Test func valuesAreNotRead() {
    let record = #"{"method": "GET", "url": "/a", "status": 200, "responseBody": {"id": 1}}"#
    let har = #"{"log": {"version": "1.2", "entries": []}}"#
    for input in [record, record + "\n" + record + "\n", har] {
      let scenario = validate("-", "-f", "json", input: input)
      #expect(scenario.output.contains(#""keyword":"required""#))
      #expect(!scenario.output.contains("/responseBody/"))
    }
  }

  @Test func valuesThatAreNotJSON() {
    let scenario = validate("-", "-f", "concise", input: "{\"id\": 1,}")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.hasPrefix("<stdin>:1:9: error[json-syntax] the value is not JSON: "))
    #expect(validate("-", "-f", "concise", input: "").output.contains("json-syntax"))
    #expect(validate("-", input: "{\"id\": 1,}").output.contains("see: schemacheck explain json-"))
  }

  @Test func aRepeatedKeyIsNoConcernOfASchema() {
    #expect(validate("-", input: #"{"id": 1, "id": 2, "name": "n"}"#).code == .clean)
  }

  @Test(arguments: [
    ("{\n  \"type\": \"strin\"\n}", ":2:11: ", "type"),
    ("{\"minLength\": -1}", ":1:15: ", "minLength"),
    ("{\"properties\": {\"a\": {\"$ref\": \"#/nowhere\"}}}", ":1:31: ", "$ref"),
    ("{\"pattern\": \"(\"}", ":1:13: ", "pattern"),
    ("[]", ":1:1: ", "schema"),
    ("{\"type\": \"object\",}", ":1:18: ", "trailing comma"),
    ("{\"$ref\": \"https://example.com/other.json\"}", ":1:10: ", "$ref"),
  ])
  func brokenSchema(text: String, place: String, word: String) throws {
    let file = try folder.write(text, to: "broken.json")
    let scenario = Scenario.run("validate", "--schema", file, "-", input: "{}")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.contains("broken.json" + place), "\(scenario.errors)")
    #expect(scenario.errors.contains(word), "\(scenario.errors)")
    #expect(scenario.errors.split(separator: "\n").count == 1)
  }

  /// A mark over the slash makes another character of it, and no other password.
  @Test(arguments: ["", "\u{301}"])
  func passwordOfAnAddress(mark: String) throws {
    let file = try folder.write("{\"pattern\": \"^a\"}", to: "a.json")
    let scenario = Scenario.run(
      "validate", "--schema", file, "-", "-f", "concise",
      input: "\"https://\(mark)me:hunter2@h.example/a\"")
    #expect(
      scenario.output == """
        <stdin>:1:1: error[schema] the value is https://‹\(mark.isEmpty ? 10 : 11) characters›\
        @h.example/a; it does not match `^a` (must begin with `a`)

        """)
  }

  @Test func whatCannotBeDone() throws {
    #expect(
      Scenario.run("validate", "a.json").errors
        == "schemacheck: `validate` needs `--schema FILE`; see `schemacheck validate --help`\n")
    #expect(
      Scenario.run("validate", "--schema", "/none.json", "-").errors
        == "schemacheck: /none.json: No such file or directory\n")
    let url = validate("https://example.com/a?token=s3cret")
    #expect(url.code == .error)
    #expect(
      url.errors.hasPrefix(
        "schemacheck: https://example.com/a?token=‹6 characters›: only `check` sends requests\n"))
    #expect(validate("-", "--input-format", "har").code == .error)
    let partly = validate(try wrong(), "/none.json", "-f", "concise")
    #expect(partly.code == .error && partly.output.contains("wrong.json:2:9: error[schema]"))
    #expect(validate(try wrong(), "--exit-zero").code == .clean)
  }

  @Test func oneLineIsAValueInEitherFormat() {
    let value = #"{"id": 1, "name": "n"}"#
    for format in ["json", "ndjson"] {
      #expect(validate("-", "--input-format", format, input: value).code == .clean)
      #expect(validate("-", "--input-format", format, input: "\u{FEFF}" + value).code == .clean)
    }
    #expect(validate("-", "--input-format", "json", input: value + "\n" + value).code == .findings)
  }

  @Test func theFormatThatIsNamedHoldsForEveryFile() throws {
    let files = try ["a.json", "b.json"].map {
      try folder.write("{\n\"id\": 1, \"name\": \"n\"}", to: $0)
    }
    #expect(validate(files[0], files[1]).code == .clean)
    for inputs in [[files[0]], files] {
      let scenario = Scenario.run(
        ["validate", "--schema", schema, "--input-format", "ndjson"] + inputs)
      #expect(scenario.code == .findings, "\(inputs.count) files")
    }
  }

  // MARK: JSON Schema's own output

  @Test(arguments: ["flag", "basic", "detailed"])
  func output(format: String) throws {
    try folder.write(
      #"{"id": 1, "name": "n", "kind": "bar", "tags": ["é\u0007"]}"#, to: "data/right.json")
    try folder.write("{\"id\": 1,}", to: "data/rubbish.json")
    _ = try wrong()
    let scenario = validate(folder.path + "/data", "-f", format)
    #expect(scenario.code == .findings)
    // One line a value, in the order of the inputs: right, rubbish, wrong.
    #expect(scenario.output.split(separator: "\n").count == 3)
    #expect(Scenario.difference(of: scenario.output, from: "validate-output.\(format)") == nil)
    // The counts are those of a report.
    #expect(
      scenario.errors == "8 errors\n3 of 3 values checked\n")
  }

  @Test func outputOfLines() throws {
    let lines = "{\"id\": 1, \"name\": \"a\"}\n\n{\"id\": 0, \"name\": \"b\"}\n[\n"
    let scenario = validate("-", "--output", "flag", input: lines)
    #expect(
      scenario.output == "{\"valid\":true}\n{\"valid\":false}\n{\"valid\":false}\n")
    #expect(scenario.code == .findings)
    #expect(validate("-", "--output", "flag", "--exit-zero", input: lines).code == .clean)
    let right = validate("-", "--output", "basic", "-q", input: #"{"id": 1, "name": "n"}"#)
    #expect(right.code == .clean && right.errors.isEmpty && right.output.contains("annotations"))
    let partly = validate("-", "/none.json", "--output", "flag", input: "{}")
    #expect(partly.code == .error && partly.output == "{\"valid\":false}\n")
  }

  /// References lead where they do in reports; only locations begin with the file's URI.
  @Test func outputThroughFiles() throws {
    try folder.write(#"{"$defs": {"b c": {"minimum": 5}}}"#, to: "part.json")
    let schema = try folder.write(
      ##"{"properties": {"n": {"$ref": "part.json#/$defs/b%20c"}}}"##, to: "a b.json")
    let scenario = Scenario.run(
      "validate", "--schema", schema, "-", "--output", "detailed", "-q", input: #"{"n": 4}"#)
    #expect(
      scenario.output.replacing(folder.path, with: "DIR") == """
        {"valid":false,"keywordLocation":"/properties/n/$ref/minimum",\
        "absoluteKeywordLocation":"file://DIR/part.json#/$defs/b%20c/minimum",\
        "instanceLocation":"/n","error":"`n` is 4; the minimum is 5"}

        """)
  }

  @Test func outputIsNoReport() {
    let both = validate("-", "--output", "flag", "--format", "json", input: "{}")
    #expect(both.code == .error && both.output.isEmpty)
    #expect(
      both.errors
        == "schemacheck: use `--format flag` alone: without `=FILE`, another `--format`, `--output` or `--watch`\n"
    )
    let unknown = validate("-", "--format", "detaild", input: "{}")
    #expect(unknown.code == .error && unknown.errors.contains("did you mean `detailed`?"))
  }
}
