import Foundation
@_spi(Engine) import JSONSchema
import JSONTape
import TestSupport
import Testing

/// The annotation tests of the JSON Schema Test Suite, as far as they are for 2020-12.
@Suite(
  .enabled(
    if: PackageFolder.suite("json-schema-test-suite") != nil,
    "the outside suites are absent"))
struct AnnotationSuiteTests {
  /// What is not met yet, by file and group, each with its reason. A group that passes after all
  /// fails the test.
  static let omissions: [String: String] = [:]

  private static let base = "https://example.com/schema"

  @Test(arguments: [
    "applicators", "content", "core", "format", "meta-data", "unevaluated", "unknown",
  ])
  func annotations(file: String) throws {
    let suite = try #require(PackageFolder.suite("json-schema-test-suite"))
    let path = suite.appending(path: "annotations/tests/\(file).json")
    let groups = try #require(try JSONDocument(Data(contentsOf: path)).root["suite"]).elements
    var count = 0
    for group in groups where Self.isFor2020(group["compatibility"]?.string) {
      let title = "\(file): \(group["description"]?.string ?? "")"
      let wrong = try Self.wrongAssertions(of: group, &count)
      if let reason = Self.omissions[title] {
        #expect(!wrong.isEmpty, "\(title) passes after all; it was left out because \(reason)")
      } else {
        #expect(wrong.isEmpty, "\(title): \(wrong.joined(separator: "; "))")
      }
    }
    #expect(count > 0)
  }

  /// `7`: from that draft on; `<=2019`: up to it; `=2020`: for it alone.
  private static func isFor2020(_ compatibility: String?) -> Bool {
    (compatibility ?? "").split(separator: ",").allSatisfy { constraint in
      let number = Int(constraint.drop { !$0.isNumber }) ?? 0
      if constraint.hasPrefix("<=") { return 2020 <= number }
      return constraint.hasPrefix("=") ? number == 2020 : number <= 2020
    }
  }

  private static func wrongAssertions(
    of group: JSONNode, _ count: inout Int
  ) throws -> [String] {
    let document = try JSONDocument(try #require(group["schema"]).text)
    let schema = try CompiledSchema(document, uri: base, keepsReferences: true)
    let locations = SchemaLocations([(base, document)])
    var wrong: [String] = []
    for test in try #require(group["tests"]).elements {
      let instance = try JSONDocument(try #require(test["instance"]).text)
      let units = schema.outputUnits(for: instance, base: "")
      for assertion in try #require(test["assertions"]).elements {
        count += 1
        let place = assertion["location"]?.string ?? ""
        let keyword = try #require(assertion["keyword"]?.string)
        var found: [Int: String] = [:]
        for unit in units where instance.pointer(to: unit.instance).description == place {
          guard let parent = unit.absoluteKeywordLocation.suffixRemoved("/\(keyword)"),
            case .value(let value)? = unit.annotation
          else { continue }
          found[try #require(locations.node(at: parent)).tapeIndex] = value.text
        }
        var expected: [Int: String] = [:]
        for property in try #require(assertion["expected"]).properties {
          let location = try #require(locations.node(at: base + property.name))
          expected[location.tapeIndex] = property.value.text
        }
        let isSame =
          found.count == expected.count
          && found.allSatisfy { place, text in
            guard let other = expected[place], let a = try? JSONDocument(text),
              let b = try? JSONDocument(other)
            else { return false }
            return a.root == b.root
          }
        if !isSame { wrong.append("\(keyword) at `\(place)`: \(found) for \(expected)") }
      }
    }
    return wrong
  }
}

extension String {
  fileprivate func suffixRemoved(_ suffix: String) -> String? {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : nil
  }
}
