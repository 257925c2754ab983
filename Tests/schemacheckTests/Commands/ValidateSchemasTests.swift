import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Where `validate` finds schemas, what it takes them for, and what it says of broken ones.
@Suite struct ValidateSchemasTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("12", to: "i.json")
    try folder.write(#""a""#, to: "s.json")
  }

  private func validate(_ schema: String, _ arguments: String...) throws -> Scenario {
    try folder.write(schema, to: "main/schema.json")
    let paths = arguments.map { $0.replacing("DIR", with: folder.path) }
    var scenario = Scenario.run(
      ["validate", "-f", "concise", "--schema", folder.path + "/main/schema.json"] + paths)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  @Test func prefixesLeadToFolders() throws {
    try folder.write(#"{"$defs":{"n":{"type":"number"}}}"#, to: "far/defs.json")
    try folder.write(#"{"type":"string"}"#, to: "near/a b.json")
    let schema = #"{"$ref":"http://x.test/s/defs#/$defs/n"}"#
    #expect(try validate(schema, "DIR/i.json").code == .error)
    let prefix = "http://x.test/s/=DIR/far"
    #expect(try validate(schema, "--resolve", prefix, "DIR/i.json").code == .clean)
    #expect(try validate(schema, "--resolve", prefix, "DIR/s.json").code == .findings)
    let two = ["--resolve", "http://x.test/=DIR/near", "--resolve", prefix]
    #expect(
      try validate(
        #"{"$ref":"http://x.test/a%20b.json"}"#, two[0], two[1], two[2], two[3], "DIR/s.json"
      )
      .code == .clean)
  }

  @Test func relativeReferencesLeadToFilesBesideTheSchema() throws {
    try folder.write(#"{"$ref":"deep/m.json"}"#, to: "main/n.json")
    try folder.write(#"{"$ref":"o.json"}"#, to: "main/deep/m.json")
    try folder.write(#"{"type":"number"}"#, to: "main/deep/o.json")
    #expect(try validate(#"{"$ref":"n.json"}"#, "DIR/i.json").code == .clean)
    #expect(try validate(#"{"$ref":"n.json"}"#, "DIR/s.json").code == .findings)
  }

  /// The folder is a bound: nothing above it is read.
  @Test(arguments: [
    "../i.json", "deep/../../i.json", "%2e%2e/i.json", "file:///etc/passwd", "/etc/passwd",
  ])
  func nothingOutsideIsRead(reference: String) throws {
    let scenario = try validate(#"{"$ref":"\#(reference)"}"#, "DIR/i.json")
    #expect(scenario.code == .error)
    #expect(scenario.errors.contains("DIR/main/schema.json:1:9: `$ref` leads to `\(reference)`"))
    #expect(scenario.errors.contains("nothing is fetched"))
  }

  /// A link out of the folder is not followed, and a pipe is no file to wait for.
  @Test func linksAndPipesAreRefused() throws {
    try folder.write("true", to: "outside.json")
    try folder.write("true", to: "main/inside.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/main/out.json", withDestinationPath: folder.path + "/outside.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/main/in.json", withDestinationPath: folder.path + "/main/inside.json")
    #expect(mkfifo(folder.path + "/main/pipe.json", 0o600) == 0)
    #expect(try validate(#"{"$ref":"in.json"}"#, "DIR/i.json").code == .clean)
    for (name, why) in [
      ("out.json", "a link leads out of the folder"), ("pipe.json", "it is not a file"),
    ] {
      let scenario = try validate(#"{"$ref":"\#(name)"}"#, "DIR/i.json")
      #expect(scenario.code == .error)
      #expect(scenario.errors == "schemacheck: DIR/main/\(name):1:1: \(why)\n")
    }
  }

  @Test func dialectsAndFormats() throws {
    let items = #"{"items":[{"type":"string"}]}"#
    try folder.write("[1]", to: "list.json")
    #expect(try validate(items, "DIR/list.json").code == .error)
    #expect(try validate(items, "--draft", "7", "DIR/list.json").code == .findings)
    #expect(try validate(items, "--draft", "2019-09", "DIR/list.json").code == .findings)
    let declared =
      #"{"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]}"#
    #expect(try validate(declared, "DIR/list.json").code == .findings)
    #expect(try validate(#"{"format":"date"}"#, "DIR/s.json").code == .findings)
    #expect(
      try validate(#"{"format":"date"}"#, "--no-format-assertion", "DIR/s.json").code == .clean)
  }

  @Test(arguments: [
    (
      #"{"properties":{"a":{"minLength":-1}}}"#,
      "DIR/main/schema.json:1:33: `minLength` must be a whole number of at least 0\n"
    ),
    (
      "{\"$defs\":{\n\"a\":{\"type\":\"strnig\"}}}",
      "DIR/main/schema.json:2:13: `type` is \"strnig\"; JSON Schema allows `array`, `boolean`, "
        + "`integer`, `null`, `number`, `object`, `string`; did you mean `string`? "
        + "(`/$defs/a/type`)\n"
    ),
    (
      #"{"$defs":{"a":{"required":"b"}}}"#,
      "DIR/main/schema.json:1:27: `required` is a string; JSON Schema says an array "
        + "(`/$defs/a/required`)\n"
    ),
    (
      #"{"$ref":"broken.json"}"#,
      "DIR/main/broken.json:1:2: not JSON: `,` in place of a property name in double quotes\n"
    ),
    (
      #"{"$schema":"http://x.test/none"}"#,
      "DIR/main/schema.json:1:12: the dialect `http://x.test/none` in `$schema` is not known, and "
        + "its metaschema is not among the given documents\n"
    ),
  ])
  func brokenSchemas(schema: String, message: String) throws {
    try folder.write("{,}", to: "main/broken.json")
    let scenario = try validate(schema, "DIR/i.json")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors == "schemacheck: " + message)
  }
}
