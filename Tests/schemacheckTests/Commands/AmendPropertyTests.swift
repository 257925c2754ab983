import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What is taken from a bundled contract comes back by `amend` with the traffic of the samples, and
/// nothing else changes.
@Suite struct AmendPropertyTests {
  @Test func lostFreedomComesBack() throws {
    let restored = try Contract.bundledNames.map(Self.restored)
    #expect(restored.reduce(0, +) >= 12, "\(restored)")
  }

  /// How many mutations of a contract are undone.
  private static func restored(contract: String) throws -> Int {
    let folder = try TemporaryFolder()
    let original = PackageFolder.url.appendingPathComponent("schemas/\(contract).json")
    let samples = try Sample.all.filter { sample in
      guard sample.contract == contract, sample.arguments.isEmpty else { return false }
      return try !sample.expectedReport.contains(#""severity":"#)
    }.map(\.url.path)
    var generator = SeededGenerator(seed: 7)
    let mutations = try mutations(of: String(contentsOf: original, encoding: .utf8))
      .shuffled(using: &generator)
    var restored = 0
    for mutation in mutations.prefix(200) where restored < 6 {
      let file = try folder.write(mutation, to: "api.json")
      let options = ["-c", file, "--no-config", "-q", "-f", "concise"]
      guard Scenario.run(["check"] + options + samples).code == .findings else { continue }
      let made = Scenario.run(["amend", file, "--no-config", "--min-samples", "1"] + samples)
      #expect(made.code == .clean, "\(made.errors)")
      // Operations that share a schema need not agree, and forms are not compared.
      if made.output.isEmpty || made.output.contains("  not edited: ") { continue }
      let after = Scenario.run(["check"] + options + samples)
      #expect(after.code == .clean, "\(made.output)\(after.output)")
      let diff = Scenario.run("diff", original.path, file, "-q", "-f", "concise")
      #expect(diff.code == .clean && diff.output.isEmpty, "\(made.output)\(diff.output)")
      restored += 1
    }
    return restored
  }

  /// The document with one freedom less, for each that it has.
  private static func mutations(of text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    func replace(_ start: Int, _ end: Int, _ new: String) {
      var edited = Array(bytes[..<start])
      edited += Array(new.utf8)
      edited += bytes[end...]
      found.append(String(decoding: edited, as: UTF8.self))
    }
    var open = [try JSONDocument(text).root]
    while let node = open.popLast() {
      open += node.elements.map { $0 }
      open += node.properties.map(\.value)
      if let type = node["type"], type.count == 2, type[1]?.string == "null", let own = type[0] {
        replace(type.range.offset, type.range.end, own.text)
      }
      if let type = node["type"], type.string == "number" {
        replace(type.range.offset, type.range.end, #""integer""#)
      }
      let required = node["required"]?.elements.map { $0 } ?? []
      if let last = required.last, let table = node["properties"] {
        let names = Set(required.compactMap(\.string))
        for property in table.properties where !names.contains(property.name) {
          replace(last.range.end, last.range.end, ", \(property.key.text)")
        }
      }
      let values = node["enum"]?.elements.map { $0 } ?? []
      for (value, next) in zip(values, values.dropFirst()) {
        replace(value.range.offset, next.range.offset, "")
      }
    }
    return found
  }
}
