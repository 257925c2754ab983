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
  static let omissions: [String: String] = [:]

  @Test(arguments: [("", false), ("optional", false), ("optional/format", true)])
  func casesOfDraft2020(folder: String, assertsFormats: Bool) throws {
    let suite = try #require(Self.suite)
    let tests = suite.appending(path: "tests/draft2020-12/\(folder)")
    let remotes = Self.remotes(suite)
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: tests.path).sorted()
    where file.hasSuffix(".json") {
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

  /// Remotes are read when something refers to them, from the folder that stands for the server.
  static func remotes(_ suite: URL) -> SchemaRegistry {
    let folder = suite.appending(path: "remotes")
    return SchemaRegistry { (uri) throws(SchemaError) in
      let server = "http://localhost:1234/"
      guard uri.hasPrefix(server) else { return nil }
      let path = String(uri.dropFirst(server.count))
      guard let bytes = try? Data(contentsOf: folder.appending(path: path)) else { return nil }
      do throws(JSONParseError) {
        return SchemaRegistry.Source(try JSONDocument(bytes), name: path)
      } catch {
        throw SchemaError(error, of: bytes, name: path)
      }
    }
  }
}
