import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `infer` and `amend` decide alike: at least 20 values, and at least two of them, and more than 1 %,
/// must differ.
@Suite struct SharedDecisionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What most objects are, what some are instead, and the line of a contract that takes it in.
  struct Difference: CustomTestStringConvertible {
    let testDescription: String
    /// One or two, which take turns.
    let usual: [String]
    let other: String
    let line: String
  }

  static let differences = [
    Difference(
      testDescription: "a type", usual: [#"{"id": 1}"#], other: #"{"id": "1"}"#,
      line: "type: [integer, string]"),
    Difference(
      testDescription: "a fraction", usual: [#"{"id": 1}"#], other: #"{"id": 1.5}"#,
      line: "type: number"),
    Difference(
      testDescription: "null", usual: [#"{"id": 1}"#], other: #"{"id": null}"#,
      line: #"type: [integer, "null"]"#),
    Difference(
      testDescription: "a missing property", usual: [#"{"id": 1, "n": 1}"#], other: #"{"id": 1}"#,
      line: "required: [id]"),
    Difference(
      testDescription: "a property", usual: [#"{"id": 1}"#], other: #"{"id": 1, "n": 1}"#,
      line: "n:"),
    Difference(
      testDescription: "a spelling", usual: [#"{"status": "open"}"#, #"{"status": "done"}"#],
      other: #"{"status": "Done"}"#, line: "Done"),
    Difference(
      testDescription: "a format", usual: [#"{"at": "2026-01-02"}"#], other: #"{"at": "soon"}"#,
      line: "type: string"),
  ]

  private func infer(_ bodies: [String], as name: String) throws -> String {
    let capture = try write(Array(bodies))
    let target = "\(folder.path)/\(name)"
    let run = Scenario.run("infer", capture, "-o", target, "--force", "--no-config")
    #expect(run.code == .clean, "\(run.errors)")
    return try text(name)
  }

  private func write(_ bodies: [String]) throws -> String {
    let lines = bodies.map {
      #"{"method": "GET", "url": "https://x.example.com/items", "status": 200, "responseBody": [\#($0)]}"#
    }
    return try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
  }

  private func text(_ name: String) throws -> String {
    let file = folder.url.appendingPathComponent(name)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    // Without the counts, which are those of other traffic.
    return lines.map { line in
      let text = line.prefix { $0 != "#" }
      return String(text.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }

  /// Of so many objects, so many differ; whether that is more than a mistake.
  private static let counts: [(differ: Int, of: Int, counts: Bool)] = [
    (1, 20, false), (2, 20, true), (1, 100, false), (2, 100, true), (2, 200, false),
    (3, 200, true), (6, 300, true), (3, 300, false),
  ]

  @Test(arguments: differences) func decideAlike(_ difference: Difference) throws {
    let clean = (0..<300).map { difference.usual[$0 % difference.usual.count] }
    for (differ, total, counts) in Self.counts {
      let bodies =
        clean.prefix(total - differ) + Array(repeating: difference.other, count: differ)
      let before = try infer(clean, as: "clean.yaml")
      let inferred = try infer(Array(bodies), as: "inferred.yaml")
      #expect((inferred != before) == counts, "infer, \(differ) of \(total)")
      let run = Scenario.run(
        "amend", "\(folder.path)/clean.yaml", try write(Array(bodies)), "--no-config")
      #expect(run.code == .clean, "\(run.errors)")
      let amended = try text("clean.yaml")
      #expect((amended != before) == counts, "amend, \(differ) of \(total): \(run.output)")
      if counts {
        for contract in [inferred, amended] {
          #expect(contract.contains(difference.line), "\(differ) of \(total): \(contract)")
        }
      }
    }
  }

  /// The traffic on which both decided differently.
  @Test(
    .enabled(
      if: PackageFolder.finding("second/newcomer/amend-vs-infer.yaml") != nil,
      "the findings are not here"))
  func decideAlikeOnRecordedTraffic() throws {
    let name = "second/newcomer/amend-vs-infer"
    let capture = try #require(PackageFolder.finding("\(name).ndjson"))
    let contract = try #require(PackageFolder.finding("\(name).yaml"))
    let target = folder.path + "/inferred.yaml"
    #expect(Scenario.run("infer", capture.path, "-o", target, "--no-config").code == .clean)
    try folder.write(
      String(contentsOf: contract, encoding: .utf8), to: "amended.yaml")
    let run = Scenario.run("amend", folder.path + "/amended.yaml", capture.path, "--no-config")
    #expect(run.code == .clean)
    for name in ["inferred.yaml", "amended.yaml"] {
      #expect(try text(name).contains("type: [integer, string]"), "\(name)")
    }
  }
}
