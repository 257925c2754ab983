@_spi(Engine) import ContractCaptures
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// Right bodies: whatever is found in them is a false alarm.
@Suite struct LintSilenceTests {
  /// Every example of the bundled contracts, as the body that it is an example of and as a fixture.
  @Test(arguments: [
    "fotolokashen", "fork-in-the-road", "bmn-boston", "unitedwerise-devices", "social-posts",
  ])
  func examplesOfContracts(contract: String) throws {
    let file = PackageFolder.url.appendingPathComponent("schemas/\(contract).json")
    let examples = Self.examples(in: try JSONDocument(Data(contentsOf: file)))
    #expect(examples.count >= 8)
    for (pointer, text) in examples {
      let part: LintCase.Part = pointer.tokens.contains("requestBody") ? .request : .response()
      var findings = lint(Array(text.utf8), as: .json)
      findings += lint(LintCase("", as: part, text).file(.har, text))
      // This API uses the other pair on purpose; without its contract nobody can know.
      if contract == "bmn-boston" {
        findings.removeAll { $0.rule == "coordinate-names" && $0.severity == .warning }
      }
      #expect(findings.map(\.gist) == [], "\(pointer)")
    }
  }

  private static func examples(in document: JSONDocument) -> [(JSONPointer, String)] {
    var found: [(JSONPointer, String)] = []
    var open = [(JSONPointer(), document.root)]
    while let (pointer, node) = open.popLast() {
      for property in node.properties {
        let place = pointer.appending(property.name)
        if property.name == "examples" {
          found += property.value.elements.map { (place, $0.text) }
          found += property.value.properties.compactMap { example in
            example.value["value"].map { (place.appending(example.name), $0.text) }
          }
        } else {
          open.append((place, property.value))
        }
      }
      for (index, element) in node.elements.enumerated() {
        open.append((pointer.appending(index), element))
      }
    }
    return found
  }

  /// HARs that browsers and proxies wrote. One holds mistakes: a service whose coordinates are
  /// strings. Skipped where the suites are not at hand.
  @Test(.enabled(if: PackageFolder.suite("har") != nil, "the HAR files are not at hand"))
  func recordedTraffic() throws {
    let folder = try #require(PackageFolder.suite("har"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".har") }
    #expect(names.count >= 10)
    for name in names {
      let file = Array(try Data(contentsOf: folder.appendingPathComponent(name)))
      var expected: [String] = []
      if name == "pollyjs-jsonplaceholder.har" {
        expected = (0..<6).flatMap { user in
          ["lat", "lng"].map { "warning coordinate-range /\(user)/address/geo/\($0)" }
        }
      }
      #expect(lint(file, as: .har).map(\.gist) == expected, "\(name)")
    }
  }
}
