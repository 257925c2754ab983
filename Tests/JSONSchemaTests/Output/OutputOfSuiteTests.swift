import Foundation
@_spi(Engine) import JSONSchema
import JSONTape
import TestSupport
import Testing

/// What holds of every output, over all schemas of the JSON Schema Test Suite for 2020-12.
@Suite(
  .enabled(
    if: PackageFolder.suite("json-schema-test-suite") != nil,
    "the outside suites are absent"))
struct OutputOfSuiteTests {
  private static let uri = "https://example.com/schema"

  @Test(arguments: [("", false), ("optional", false), ("optional/format", true)])
  func outputsAgreeWithVerdicts(folder: String, assertsFormats: Bool) throws {
    let suite = try #require(PackageFolder.suite("json-schema-test-suite"))
    let tests = suite.appending(path: "tests/draft2020-12/\(folder)")
    let remotes = OfficialSuiteTests.remotes(suite)
    let known = try Self.documents(suite)
    var count = 0
    for file in try FileManager.default.contentsOfDirectory(atPath: tests.path).sorted()
    where file.hasSuffix(".json") {
      let groups = try JSONDocument(Data(contentsOf: tests.appending(path: file)))
      for group in groups.root.elements {
        let document = try JSONDocument(try #require(group["schema"]).text)
        // What does not compile is the concern of other tests.
        guard
          let plain = try? CompiledSchema(
            document, uri: Self.uri, registry: remotes, assertsFormats: assertsFormats)
        else { continue }
        let traced = try CompiledSchema(
          document, uri: Self.uri, registry: remotes, assertsFormats: assertsFormats,
          keepsReferences: true)
        let locations = SchemaLocations([(Self.uri, document)] + known)
        for test in try #require(group["tests"]).elements {
          let instance = try JSONDocument(try #require(test["data"]).text)
          let title =
            "\(file): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? "")"
          Self.check(
            traced.outputUnits(for: instance, base: ""), of: instance, plain.isValid(instance),
            locations,
            title)
          count += 1
        }
      }
    }
    #expect(count > 100)
  }

  private static func check(
    _ units: [OutputUnit], of instance: JSONDocument, _ isValid: Bool,
    _ locations: SchemaLocations, _ title: String
  ) {
    #expect(units.first?.isValid == isValid, "\(title)")
    #expect(units.allSatisfy { $0.isValid == isValid }, "\(title)")
    #expect(units.contains { $0.failure != nil } == !isValid, "\(title)")
    #expect(isValid || !units.contains { $0.annotation != nil }, "\(title)")
    var level = -1
    for unit in units {
      #expect(unit.level <= level + 1, "\(title): \(unit.keywordLocation)")
      level = unit.level
      let pointer = instance.pointer(to: unit.instance)
      #expect(instance.node(at: pointer)?.tapeIndex == unit.instance, "\(title): \(pointer)")
      let location = unit.absoluteKeywordLocation
      // Metaschemas are the library's own.
      if !location.contains("://json-schema.org/draft") {
        #expect(locations.node(at: location) != nil, "\(title): \(location)")
      }
      let end = unit.keywordLocation.split(separator: "/").last ?? ""
      let last = location.removingPercentEncoding?.split(separator: "/").last ?? ""
      #expect(
        !unit.isTelling || unit.failure?.keyword == "false" || end == last,
        "\(title): \(unit.keywordLocation) at \(location)")
    }
    let condensed = OutputUnit.condensed(units)
    #expect(condensed.count { $0.level == 0 } == 1 && condensed[0].level == 0, "\(title)")
    for (position, unit) in condensed.enumerated() where !isValid {
      let rest = condensed[(position + 1)...].prefix { $0.level > unit.level }
      let children = rest.count { $0.level == unit.level + 1 }
      #expect(children != 1 && (children > 1 || unit.failure != nil), "\(title)")
    }
  }

  private static func documents(
    _ suite: URL
  ) throws -> [(uri: String, document: JSONDocument)] {
    let folder = suite.appending(path: "remotes")
    var documents: [(uri: String, document: JSONDocument)] = []
    let enumerator = FileManager.default.enumerator(atPath: folder.path)
    while let path = enumerator?.nextObject() as? String {
      guard path.hasSuffix(".json") else { continue }
      let document = try JSONDocument(Data(contentsOf: folder.appending(path: path)))
      documents.append(("http://localhost:1234/\(path)", document))
    }
    return documents
  }
}
