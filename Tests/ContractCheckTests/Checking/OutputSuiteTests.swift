import ContractCheck
import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

/// The output tests of the JSON Schema Test Suite for 2020-12: every expectation is a schema that the
/// output must satisfy.
@Suite(
  .enabled(
    if: PackageFolder.suite("json-schema-test-suite") != nil,
    "the outside suites are absent"))
struct OutputSuiteTests {
  @Test(arguments: ["escape", "general", "readOnly", "type"])
  func content(file: String) throws {
    let suite = try #require(PackageFolder.suite("json-schema-test-suite"))
    let folder = suite.appending(path: "output-tests/draft2020-12")
    let registry = try Self.registry(folder)
    let groups = try JSONDocument(Data(contentsOf: folder.appending(path: "content/\(file).json")))
    var count = 0
    for group in groups.root.elements {
      let checker = try SchemaChecker(
        Array(try #require(group["schema"]).text.utf8), name: "schema")
      for test in try #require(group["tests"]).elements {
        let data = Array(try #require(test["data"]).text.utf8)
        for expected in try #require(test["output"]).properties {
          let format = try #require(OutputFormat(rawValue: expected.name))
          let json = try checker.output(as: format).document(for: data).json
          let schema = try CompiledSchema(
            try JSONDocument(expected.value.text), registry: registry)
          let failures = schema.failures(in: try JSONDocument(json))
          #expect(failures.isEmpty, "\(file): \(String(decoding: json, as: UTF8.self))")
          count += 1
        }
      }
    }
    #expect(count > 0)
  }

  /// Every unit of every output keeps the schema of units, over the schemas of the suite.
  @Test(arguments: [OutputFormat.basic, .detailed])
  func shape(format: OutputFormat) throws {
    let suite = try #require(PackageFolder.suite("json-schema-test-suite"))
    let unit = try CompiledSchema(
      try JSONDocument(
        ##"{"$ref": "https://json-schema.org/draft/2020-12/output/schema#/$defs/outputUnit"}"##),
      registry: try Self.registry(suite.appending(path: "output-tests/draft2020-12")))
    let tests = suite.appending(path: "tests/draft2020-12")
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: tests.path).sorted()
    where file.hasSuffix(".json") {
      let groups = try JSONDocument(Data(contentsOf: tests.appending(path: file)))
      for group in groups.root.elements {
        guard
          let checker = try? SchemaChecker(
            Array(try #require(group["schema"]).text.utf8), name: "schema")
        else { continue }
        let output = try checker.output(as: format)
        let flag = try checker.output(as: .flag)
        for test in try #require(group["tests"]).elements {
          let data = Array(try #require(test["data"]).text.utf8)
          let document = output.document(for: data)
          let json = try JSONDocument(document.json)
          #expect(unit.failures(in: json).isEmpty, "\(file): \(json.root.text)")
          let verdict = checker.check(data, name: "data").isEmpty
          #expect(document.isValid == verdict && json.root["valid"]?.bool == verdict)
          #expect(flag.document(for: data).json == Array("{\"valid\":\(verdict)}".utf8))
          if format == .basic { #expect((json.root["errors"] != nil) == !verdict) }
          count += 1
        }
      }
    }
    #expect(count > 500)
  }

  private static func registry(_ folder: URL) throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    let schema = folder.appending(path: "output-schema.json")
    try registry.add(
      JSONDocument(Data(contentsOf: schema)),
      uri: "https://json-schema.org/draft/2020-12/output/schema")
    return registry
  }
}
