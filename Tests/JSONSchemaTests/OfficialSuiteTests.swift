import Foundation
import JSONSchema
import JSONTape
import TestSupport
import Testing

/// The JSON Schema Test Suite for 2020-12, its remotes registered under the URIs it asks for.
@Suite(
  .enabled(
    if: PackageFolder.suite("json-schema-test-suite") != nil,
    "the outside suites are absent"))
struct OfficialSuiteTests {
  static let suite = PackageFolder.suite("json-schema-test-suite")

  /// What is not met yet, by file and group, each with its reason. A group that passes after all
  /// fails the test.
  static let omissions: [String: String] = [
    "defs.json: validate definition against metaschema": "metaschemas are not bundled",
    "ref.json: remote ref, containing refs itself": "metaschemas are not bundled",
    "dynamicRef.json: A $dynamicRef that initially resolves to a schema with a matching "
      + "$dynamicAnchor resolves to the first $dynamicAnchor in the dynamic scope":
      "metaschemas are not bundled",
    "vocabulary.json: schema that uses custom metaschema with with no validation vocabulary":
      "vocabularies are not read",
    "format-assertion.json: schema that uses custom metaschema with format-assertion: false":
      "vocabularies are not read",
    "format-assertion.json: schema that uses custom metaschema with format-assertion: true":
      "vocabularies are not read",
    "cross-draft.json: refs to historic drafts are processed as historic drafts":
      "older drafts are not read",
  ]

  @Test(arguments: [("", false), ("optional", false), ("optional/format", true)])
  func casesOfDraft2020(folder: String, assertsFormats: Bool) throws {
    let suite = try #require(Self.suite)
    let tests = suite.appending(path: "tests/draft2020-12/\(folder)")
    let remotes = try Self.remotes(suite)
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: tests.path).sorted()
    where file.hasSuffix(".json") && !Self.isOlder(file) {
      let groups = try JSONDocument(Data(contentsOf: tests.appending(path: file)))
      for group in groups.root.elements {
        let title = "\(file): \(group["description"]?.string ?? "")"
        let wrong = try Self.wrongCases(of: group, remotes, assertsFormats, &count)
        if let reason = Self.omissions[title] {
          #expect(!wrong.isEmpty, "\(title) passes after all; it was left out because \(reason)")
        } else {
          #expect(wrong.isEmpty, "\(title): \(wrong.joined(separator: "; "))")
        }
      }
    }
    #expect(count > 100)
  }

  /// Keywords of older drafts, which a 2020-12 schema does not have.
  private static func isOlder(_ file: String) -> Bool {
    file == "dependencies-compatibility.json"
  }

  private static func wrongCases(
    of group: JSONNode, _ remotes: SchemaRegistry, _ assertsFormats: Bool, _ count: inout Int
  ) throws -> [String] {
    let schema: CompiledSchema
    do {
      schema = try CompiledSchema(
        try JSONDocument(try #require(group["schema"]).text), registry: remotes,
        assertsFormats: assertsFormats)
    } catch let error as SchemaError {
      return [error.description]
    }
    var wrong: [String] = []
    for test in try #require(group["tests"]).elements {
      count += 1
      let instance = try JSONDocument(try #require(test["data"]).text)
      let expected = test["valid"]?.bool
      // The verdict and the explanation are two walks; they must agree.
      if schema.isValid(instance) != expected
        || schema.failures(in: instance).isEmpty != expected
      {
        wrong.append(test["description"]?.string ?? "")
      }
    }
    return wrong
  }

  private static func remotes(_ suite: URL) throws -> SchemaRegistry {
    var registry = SchemaRegistry()
    let folder = suite.appending(path: "remotes")
    let older = ["draft3", "draft4", "draft6", "draft7", "draft2019-09", "v1"]
    let enumerator = FileManager.default.enumerator(atPath: folder.path)
    while let path = enumerator?.nextObject() as? String {
      guard path.hasSuffix(".json"), !older.contains(where: { path.hasPrefix("\($0)/") }) else {
        continue
      }
      let document = try JSONDocument(Data(contentsOf: folder.appending(path: path)))
      try registry.add(document, uri: "http://localhost:1234/\(path)")
    }
    return registry
  }
}
