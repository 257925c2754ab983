@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Lines are looked at in place, in slices, on several threads; what comes out is what the full check of
/// one line after the other says, to the byte.
@Suite struct LinePipelineTests {
  /// The lines of every sample of a contract, and those of its captured bodies, many times over and
  /// in an order of their own.
  private static func traffic(_ contract: String, seed: UInt64) throws -> [UInt8] {
    var lines: [[UInt8]] = [[], Array("  ".utf8), Array("{\"a\":".utf8), Array("7".utf8)]
    for sample in Sample.all where sample.contract == contract {
      let bytes = Array(try Data(contentsOf: sample.url))
      switch CaptureFormat.detect(bytes) {
      case .ndjson: lines += bytes.split(separator: 0x0A).map(Array.init)
      case .json: if let document = try? JSONDocument(bytes) { lines.append(minified(document)) }
      default: continue
      }
    }
    var generator = SeededGenerator(seed: seed)
    var text: [UInt8] = []
    while text.count < 400_000 {
      text += lines[Int.random(in: lines.indices, using: &generator)]
      text += Bool.random(using: &generator) ? [0x0A] : [0x0D, 0x0A]
    }
    return text + lines[4]
  }

  private static func minified(_ document: JSONDocument) -> [UInt8] {
    document.root.text.utf8.filter { $0 != 0x0A && $0 != 0x0D }
  }

  @Test(arguments: Contract.bundledNames)
  func saysWhatTheFullCheckSays(contract: String) throws {
    let bytes = try Self.traffic(contract, seed: 7)
    let folder = try TemporaryFolder()
    let path = folder.path + "/t.ndjson"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let checker = try Checker(contracts: [try .bundled(contract)])
    var expected: [Finding] = []
    var summary = Summary()
    checker.check(bytes, name: path, format: .ndjson) { _, result in
      summary.count(result.count, hasFindings: !result.findings.isEmpty)
      expected += result.findings
    } problem: { _ in
      summary.count(.unreadable)
    }
    for finding in expected { summary.count(finding.severity) }
    summary.inputs = 1
    #expect(expected.count > 100 && summary.checked > 100)

    let one = Scenario.run(["check", path, "-c", contract, "-f", "json", "-j", "1"])
    let found = try JSONDocument(one.output)
    #expect(found.root["findings"]?.count == expected.count)
    let places = found.root["findings"]?.elements.compactMap { $0["offset"]?.int } ?? []
    #expect(places == expected.map(\.region.bytes.offset))
    let lines = found.root["findings"]?.elements.compactMap { $0["line"]?.int } ?? []
    #expect(lines == expected.map(\.region.start.line))
    #expect(one.errors.hasSuffix(summary.lines(of: "checked").joined(separator: "\n") + "\n"))
    for jobs in ["3"] {
      let many = Scenario.run(["check", path, "-c", contract, "-f", "json", "-j", jobs])
      #expect(many.output == one.output && many.errors == one.errors, "\(jobs) jobs")
    }
  }

  /// A line may be longer than a slice, and slices may end anywhere in it.
  @Test(arguments: [1, 3]) func linesOfAnyLength(jobs: Int) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"maxLength":300000}"#, to: "s.json")
    var text = ""
    for length in [0, 10, 262_130, 262_144, 300_000, 300_001, 900_000, 5] {
      text += "\"\(String(repeating: "x", count: length))\"\n"
    }
    let path = try folder.write(text + "12", to: "l.ndjson")
    let scenario = Scenario.run([
      "validate", "--schema", schema, path, "-f", "json", "-j", "\(jobs)",
    ])
    let findings = try JSONDocument(scenario.output).root["findings"]
    #expect(findings?.elements.compactMap { $0["line"]?.int } == [6, 7])
    #expect(scenario.errors == "2 errors in 1 group: schema 2\n9 of 9 values checked\n")
  }

  /// Long lines make slices grow: a batch ends before all of them have.
  @Test func batchesOfLongLinesAreShort() throws {
    let folder = try TemporaryFolder()
    let line = String(repeating: "x", count: 9_999) + "\n"
    let path = try folder.write(String(repeating: line, count: 10), to: "l.ndjson")
    let input = Input.file(InputPath(path))
    let source = SliceSource(
      (0..<8).map { _ in InputSlice(input, of: .lines, size: 10_000) },
      InputReader(try InputFile(InputPath(path))), left: [], budget: 30_000)
    var sizes: [Int] = []
    while !source.isAtEnd {
      source.beginBatch()
      while source.next() != nil {}
      let batch = source.numberedBatch()
      sizes += batch.map(\.byteCount)
      #expect(batch.count <= 3)
    }
    #expect(sizes.reduce(0, +) == 100_000)
  }

  /// What one batch gave rise to is not said again by those after it.
  @Test(arguments: [1, 2]) func batchesStandAlone(jobs: Int) throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"type":"string"}"#, to: "s.json")
    let line = "\"\(String(repeating: "x", count: 999))\"\n"
    let path = try folder.write(
      "1\n" + String(repeating: line, count: 6_000) + "2\n", to: "l.ndjson")
    let scenario = Scenario.run([
      "validate", "--schema", schema, path, "-f", "json", "-j", "\(jobs)",
    ])
    let findings = try JSONDocument(scenario.output).root["findings"]
    #expect(findings?.elements.compactMap { $0["line"]?.int } == [1, 6_002])
    #expect(scenario.errors == "2 errors in 1 group: schema 2\n6002 of 6002 values checked\n")
  }

  /// A value that goes on past its line is none, whatever the next line holds.
  @Test func valuesEndWithTheirLine() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write("true", to: "s.json")
    let path = try folder.write("[1,\n2]\n{\"a\":\n1}\n3 4\n5\n", to: "l.ndjson")
    let scenario = Scenario.run([
      "validate", "--schema", schema, path, "-f", "json", "--input-format", "ndjson",
    ])
    let findings = try JSONDocument(scenario.output).root["findings"]
    #expect(findings?.elements.compactMap { $0["line"]?.int } == [1, 2, 3, 4, 5])
  }
}
