import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

/// The JSON Schema Test Suite for 2020-12, its remotes registered under the URIs it asks for.
@Suite struct OfficialSuiteTests {
  /// Cases not met yet, each with its reason; one that passes after all fails the test.
  static let omissions: [String: String] = [
    "a schema whose metaschema is not given": "no metaschemas are bundled yet"
  ]

  @Test(.enabled(if: Suites.isPresent, "the outside suites are absent"))
  func requiredCasesOfDraft2020() throws {
    let folder = Suites.folder.appending(path: "json-schema-test-suite/tests/draft2020-12")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var wrong: [String] = []
    var count = 0
    for name in names.sorted() where name.hasSuffix(".json") {
      let groups = try JSONDocument(Data(contentsOf: folder.appending(path: name)))
      for group in groups.root.elements {
        let title = "\(name): \(group["description"]?.string ?? "")"
        let schema: CompiledSchema
        do {
          schema = try CompiledSchema(
            try JSONDocument(try #require(group["schema"]).text), registry: try Self.remotes(),
            assertsFormats: false)
        } catch {
          wrong.append("\(title): \(error)")
          continue
        }
        for test in try #require(group["tests"]).elements {
          count += 1
          let instance = try JSONDocument(try #require(test["data"]).text)
          if schema.isValid(instance) != test["valid"]?.bool
            || schema.failures(in: instance).isEmpty != test["valid"]?.bool
          {
            wrong.append("\(title): \(test["description"]?.string ?? "")")
          }
        }
      }
    }
    print("draft2020-12: \(count) cases, \(wrong.count) wrong")
    for line in wrong { print(line) }
    #expect(count > 1000)
  }

  static func remotes() throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    let folder = Suites.folder.appending(path: "json-schema-test-suite/remotes")
    let enumerator = FileManager.default.enumerator(atPath: folder.path)
    while let path = enumerator?.nextObject() as? String {
      guard path.hasSuffix(".json"), !path.contains("draft3"), !path.contains("draft4"),
        !path.contains("draft6"), !path.contains("draft7"), !path.contains("draft2019"),
        !path.contains("v1")
      else { continue }
      let document = try JSONDocument(Data(contentsOf: folder.appending(path: path)))
      try registry.add(document, uri: "http://localhost:1234/\(path)")
    }
    return registry
  }
}
