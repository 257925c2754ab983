import ContractCheck
import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

/// A contract of `schemas/`, as a document and compiled.
struct ContractFile: Sendable, CustomTestStringConvertible {
  static let names = [
    "bmn-boston", "fork-in-the-road", "fotolokashen", "social-posts", "unitedwerise-devices",
  ]

  let name: String
  let bytes: [UInt8]
  let document: JSONDocument
  let contract: Contract

  var testDescription: String { name }

  init(_ name: String) throws {
    self.name = name
    bytes = [UInt8](try Data(contentsOf: Self.folder.appendingPathComponent("\(name).json")))
    document = try JSONDocument(bytes)
    contract = try Contract(bytes, name: name)
  }

  static let folder = PackageFolder.url.appendingPathComponent("schemas")

  /// What a `$ref` leads to, within the document.
  func resolve(_ node: JSONNode) -> JSONNode {
    var node = node
    while let text = node["$ref"]?.string, let pointer = JSONPointer(String(text.dropFirst())),
      let target = document.node(at: pointer)
    {
      node = target
    }
    return node
  }
}

/// The five contracts as they are shipped.
@Suite struct ContractsTests {
  @Test func theFolderHoldsTheFiveAndTheSchemasOfOurFiles() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: ContractFile.folder.path)
    let names = files.filter { $0.hasSuffix(".json") }.sorted()
    #expect(
      names
        == (ContractFile.names.map { "\($0).json" } + [
          "config.schema.json", "coverage.schema.json", "report.schema.json",
          "rules.schema.json",
        ])
        .sorted())
  }

  @Test(arguments: ContractFile.names)
  func compilesAndIsWhatIsBundled(name: String) throws {
    let file = try ContractFile(name)
    #expect(!file.contract.operations.isEmpty)
    let bundled = try Contract.bundled(name)
    #expect(bundled.operations.map(\.name) == file.contract.operations.map(\.name))
    #expect(Contract.bundledNames.sorted() == ContractFile.names)
  }

  @Test(arguments: ContractFile.names)
  func operationsAreNamedAndDescribed(name: String) throws {
    let operations = try ContractFile(name).contract.operations
    let ids = operations.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(!ids.contains(nil))
    #expect(operations.allSatisfy { !$0.summary.isEmpty && !$0.statuses.isEmpty })
  }

  // MARK: Examples

  @Test(arguments: ContractFile.names)
  func documentedExamplesKeepTheirContract(name: String) throws {
    let file = try ContractFile(name)
    let examples = DocumentedExample.all(of: file)
    // A walk that finds nothing must not pass.
    #expect(examples.count >= 9)
    for example in examples {
      let findings = try example.check(file.contract)
      #expect(
        findings.isEmpty,
        "\(example.place): \(findings.map { "\($0.rule) \($0.instance) \($0.message)" })")
    }
  }

  // MARK: Wrong bodies

  @Test(arguments: ContractFile.names)
  func wrongBodiesHaveExactlyTheirFindings(name: String) throws {
    let file = try ContractFile(name)
    let entries = try WrongBody.all(of: name)
    #expect(entries.count >= 19)
    for entry in entries {
      let found = try entry.check(file.contract)
      #expect(
        Set(found.map(\.place)) == Set(entry.expected) && found.count == entry.expected.count,
        "\(entry.name): expected \(entry.expected), found \(found.map(\.place))")
      for finding in found {
        if let keyword = entry.keywords[finding.place] {
          #expect(finding.keyword == keyword, "\(entry.name): \(finding.place)")
        }
      }
    }
  }

  // MARK: OpenAPI

  private static let openAPISchema = PackageFolder.suite("formats")?
    .appendingPathComponent("openapi-3.1.schema.json")

  @Test(
    .enabled(if: openAPISchema != nil, "the outside suites are absent"),
    arguments: ContractFile.names)
  func isOpenAPIByTheOfficialSchema(name: String) throws {
    let url = try #require(Self.openAPISchema)
    let schema = try CompiledSchema(try JSONDocument(Data(contentsOf: url)))
    let document = try ContractFile(name).document
    #expect(schema.isValid(document))
    let failures = schema.failures(in: document).map {
      "\(document.pointer(to: $0.instance)): \($0.keyword)"
    }
    #expect(failures.isEmpty)
    // The schema must be able to refuse.
    let text = try ContractFile(name).document.root.text
    let broken = text.replacingOccurrences(of: "\"responses\"", with: "\"answers\"")
    #expect(broken != text)
    #expect(!schema.isValid(try JSONDocument(broken)))
  }

  private static let hasValidator =
    (try? Python.run("import openapi_spec_validator")) == ""

  @Test(
    .enabled(if: hasValidator, "python3 with openapi-spec-validator is needed"),
    arguments: ContractFile.names)
  func isOpenAPIForAnotherTool(name: String) throws {
    let program = """
      import json, sys, openapi_spec_validator
      openapi_spec_validator.validate(json.load(sys.stdin))
      """
    let text = String(decoding: try ContractFile(name).bytes, as: UTF8.self)
    #expect(try Python.run(program, text) == "")
    let broken = text.replacingOccurrences(of: "\"responses\"", with: "\"answers\"")
    #expect(try Python.run(program, broken) == "failed")
  }
}
