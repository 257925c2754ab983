@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Entries of HARs are looked at in place while the file passes; what comes out is what the full check
/// of one entry after the other says, to the byte.
@Suite struct HARTrafficTests {
  /// The entries of every HAR of a contract, some in base64, many times over and in an order of their
  /// own, among what is no entry.
  private static func traffic(_ contract: String, seed: UInt64) throws -> [UInt8] {
    var entries = ["7", "{}", #"{"request": {"method": "GET", "url": "/"}, "response": {}}"#]
    for sample in Sample.all where sample.contract == contract {
      let bytes = Array(try Data(contentsOf: sample.url))
      guard CaptureFormat.detect(bytes) == .har, let document = try? JSONDocument(bytes) else {
        continue
      }
      guard let all = document.root["log"]?["entries"]?.elements else { continue }
      for entry in all {
        entries.append(entry.text)
        if let encoded = inBase64(entry) { entries.append(encoded) }
      }
    }
    var generator = SeededGenerator(seed: seed)
    var text = Array(#"{"log": {"pages": [[1, {"entries": [{}]}]], "entries": ["#.utf8)
    while text.count < 1_200_000 {
      text += entries[Int.random(in: entries.indices, using: &generator)].utf8
      text += [",\n", ", ", ","][Int.random(in: 0..<3, using: &generator)].utf8
    }
    return text + Array("{}], \"entries\": [{\"request\": 1}]}, \"log\": []}".utf8)
  }

  /// The same exchange with its answer in base64.
  private static func inBase64(_ entry: JSONNode) -> String? {
    guard let method = entry["request"]?["method"]?.string,
      let url = entry["request"]?["url"]?.string, let status = entry["response"]?["status"],
      let content = entry["response"]?["content"], let text = content["text"]?.string,
      content["encoding"] == nil
    else { return nil }
    let type = content["mimeType"]?.string ?? "x-unknown"
    return "{\"response\": {\"content\": {\"encoding\": \"base64\", \"mimeType\": "
      + JSONWriter.quoted(type) + ", \"text\": \"" + Data(text.utf8).base64EncodedString()
      + "\"}, \"status\": \(status.text)}, \"request\": {\"url\": \(JSONWriter.quoted(url)), "
      + "\"method\": \(JSONWriter.quoted(method))}}"
  }

  @Test(arguments: Contract.bundledNames)
  func saysWhatTheFullCheckSays(contract: String) throws {
    let bytes = try Self.traffic(contract, seed: 11)
    let folder = try TemporaryFolder()
    let path = folder.path + "/t.har"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let checker = try Checker(contracts: [try .bundled(contract)])
    var expected: [Finding] = []
    // `log` and `entries` stand twice at the end; the tool makes findings of it.
    var repeated: [CaptureProblem] = []
    var summary = Summary()
    checker.check(bytes, name: path, format: .har) { _, result in
      summary.count(result.count, hasFindings: !result.findings.isEmpty)
      expected += result.findings
    } problem: { problem in
      if case .repeated = problem.kind {
        repeated.append(problem)
        summary.count(.error)
      } else if !problem.isOfBody {
        summary.count(.unreadable)
      }
    }
    #expect(repeated.count == 2)
    for finding in expected { summary.count(finding.severity) }
    summary.inputs = 1
    #expect(expected.count > 100 && summary.checked > 100)

    let file = Scenario.run(["check", path, "-c", contract, "-f", "json"])
    let all = try #require(try JSONDocument(file.output).root["findings"]?.elements)
    let found = all.prefix(expected.count)
    #expect(found.map { $0["offset"]?.int } == expected.map(\.region.bytes.offset))
    #expect(found.map { $0["line"]?.int } == expected.map(\.region.start.line))
    #expect(found.map { $0["column"]?.int } == expected.map(\.region.start.column))
    #expect(found.map { $0["message"]?.string } == expected.map(\.message))
    let rest = all.dropFirst(expected.count)
    #expect(rest.map { $0["offset"]?.int } == repeated.map(\.range.offset))
    #expect(rest.map { $0["message"]?.string } == repeated.map(\.message))
    #expect(file.errors.hasSuffix(summary.lines(of: "checked").joined(separator: "\n") + "\n"))
  }

  @Test func aPipeIsToldByItsStart() throws {
    let whole = try Self.traffic("fotolokashen", seed: 3)
    let bytes = whole.filter { $0 != 0x0A }
    let folder = try TemporaryFolder()
    let path = folder.path + "/t.har"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let file = Scenario.run(["check", path, "-c", "fotolokashen", "-f", "concise"])
    let pipe = Scenario.run(
      ["check", "-", "-c", "fotolokashen", "-f", "concise"],
      input: String(decoding: bytes, as: UTF8.self))
    #expect(!file.output.isEmpty)
    #expect(pipe.output == file.output.replacing(path, with: "<stdin>"))
  }

  @Test func aTruncatedFileReportsItsFinishedEntries() throws {
    let whole = try Self.traffic("fotolokashen", seed: 5)
    let folder = try TemporaryFolder()
    let path = folder.path + "/t.har"
    try Data(whole.prefix(900_000)).write(to: URL(fileURLWithPath: path))
    let run = Scenario.run(["check", path, "-c", "fotolokashen", "-f", "concise"])
    #expect(run.code == .error)
    #expect(run.output.contains("error["))
    #expect(run.errors.contains("the file is broken JSON: "))
  }
}
