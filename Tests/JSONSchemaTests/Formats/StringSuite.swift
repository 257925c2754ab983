import Foundation
@_spi(Engine) import JSONTape
import TestSupport
import Testing

/// One text of JSON Schema's test suite and the verdict on it.
struct StringCase: CustomTestStringConvertible {
  let file: String
  let group: String
  let name: String
  let schema: JSONNode
  let data: JSONNode
  let isValid: Bool

  var testDescription: String { "\(file): \(group): \(name)" }
}

/// The files of JSON Schema's test suite that are about texts.
enum StringSuite {
  private static let draft = PackageFolder.suite("json-schema-test-suite")?
    .appendingPathComponent("tests/draft2020-12")

  static let isPresent = draft != nil

  /// The cases of a file; none when the suites are absent.
  static func cases(_ file: String) -> [StringCase] {
    guard let draft,
      let bytes = try? Data(contentsOf: draft.appendingPathComponent(file + ".json")),
      let document = try? JSONDocument(bytes)
    else { return [] }
    var cases: [StringCase] = []
    for group in document.root.elements {
      guard let schema = group["schema"], let tests = group["tests"] else { continue }
      for test in tests.elements {
        guard let data = test["data"], let isValid = test["valid"]?.bool else { continue }
        cases.append(
          StringCase(
            file: file, group: group["description"]?.string ?? "",
            name: test["description"]?.string ?? "", schema: schema, data: data, isValid: isValid))
      }
    }
    return cases
  }
}

extension String {
  /// Runs a body over the text's UTF-8.
  func withBytes<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    let bytes = Array(utf8)
    return try bytes.withByteView(body)
  }
}
