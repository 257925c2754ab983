@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What a command prints is the same for any number of threads, to the byte: reports, errors and exit
/// status, of the samples and of generated inputs that several threads share.
@Suite struct JobsTests {
  private static let jobs = TestSeed.isLong ? ["2", "3", "8"] : ["3"]

  /// Expects what one thread prints from every number of threads.
  private func expectSame(
    _ arguments: [String], input: String = "", _ comment: String = "",
    location: SourceLocation = #_sourceLocation
  ) {
    let one = Scenario.run(arguments + ["-j", "1"], input: input)
    #expect(!one.everything.isEmpty, sourceLocation: location)
    for jobs in Self.jobs {
      let many = Scenario.run(arguments + ["-j", jobs], input: input)
      #expect(
        many.output == one.output && many.errors == one.errors && many.code == one.code,
        "\(jobs) jobs: \(arguments) \(comment)", sourceLocation: location)
    }
  }

  private static let samples = PackageFolder.url.appendingPathComponent("samples").path

  @Test(arguments: ReportFormat.all.map(\.name))
  func samplesInEveryReport(format: String) {
    expectSame(["check", Self.samples, "-c", "fotolokashen", "-f", format])
    expectSame(["lint", Self.samples, "-f", format])
  }

  @Test(arguments: Contract.bundledNames)
  func samplesOfEveryContract(contract: String) throws {
    expectSame(["check", Self.samples, "-c", contract, "-f", "json"])
    expectSame(["check", Self.samples, "-c", contract, "-f", "json", "--max-findings", "9"])
    expectSame(["fix", Self.samples, "-c", contract, "--recordings", "--diff"])
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"type": ["array", "object"], "minProperties": 3}"#, to: "s")
    expectSame(["validate", Self.samples, "--schema", schema, "-f", "json"])
    expectSame(["validate", Self.samples, "--schema", schema, "--output", "basic"])
  }

  // MARK: Archives

  /// Entries of the samples, valid and not, with text between them and in them that misleads a reader who
  /// counts quotes and brackets.
  private static func entries() throws -> [String] {
    var entries = [
      "{}", "[{}, \"]\"]", #"{"a]}\\\"": "}\\", "b": "\\\\", "c": ["{", "\u005D"]}"#,
      "{\"a\": \"\(String(repeating: "\\\\", count: 63))\\\"}{\"}",
    ]
    for sample in Sample.all where sample.contract == "fotolokashen" {
      let bytes = Array(try Data(contentsOf: sample.url))
      guard CaptureFormat.detect(bytes) == .har, let document = try? JSONDocument(bytes) else {
        continue
      }
      entries += document.root["log"]?["entries"]?.elements.map(\.text) ?? []
    }
    return entries
  }

  /// A HAR of so many bytes at least, in which `odd` stands between the entries at each of its keys.
  private static func archive(
    _ count: Int, seed: UInt64, odd: [Int: String] = [:],
    separators: [String] = [",\n", ",", " , "]
  ) throws -> String {
    let entries = try entries()
    var generator = SeededGenerator(seed: seed)
    var text = #"{"log": {"version": "1.2", "entries": ["#
    var open = odd.sorted { $0.key < $1.key }[...]
    while text.utf8.count < count {
      if let next = open.first, text.utf8.count >= next.key {
        open.removeFirst()
        text += next.value
      } else {
        text += entries[Int.random(in: entries.indices, using: &generator)]
      }
      text += separators[Int.random(in: separators.indices, using: &generator)]
    }
    return text + "{}], \"comment\": \"é\"}, \"log\": 7}"
  }

  private func expectSame(archive text: String, _ comment: String = "") throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "t.har")
    expectSame(["check", path, "-c", "fotolokashen", "-f", "json"], comment)
  }

  @Test func archives() throws {
    try expectSame(archive: Self.archive(900_000, seed: 1))
    // All in one line: columns count from its beginning.
    let text = try Self.archive(800_000, seed: 2, separators: [",", " ,"])
    try expectSame(archive: text)
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "t.har")
    expectSame(["check", path, "-c", "fotolokashen", "-f", "concise", "--max-findings", "40"])
    expectSame(["check", path, "-c", "fotolokashen", "-f", "junit"])
    expectSame(["lint", path, "-f", "json", "--max-findings", "3000"])
  }

  @Test(arguments: [
    "7", "\"text\"", "{\"a\": ]}", "{\"a\": [1}", "{\"a\" 1}", "", "}", "]", "{\"a\": \"\n\"}",
    "nul",
    "{} {}", "{\"a\": \"\\x\"}", "{,}", "[1 2]", "[\"]\", }]",
  ])
  func archivesWithSomethingElse(odd: String) throws {
    let text = try Self.archive(
      800_000, seed: 3, odd: [320_000: odd, 550_000: "8", 650_000: odd])
    try expectSame(archive: text, odd)
  }

  @Test(arguments: [0, 1, 2]) func archivesThatEndTooSoon(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let whole = Array(try Self.archive(800_000, seed: seed).utf8)
    let end = Int.random(in: 400_000..<whole.count, using: &generator)
    try expectSame(archive: String(decoding: whole[..<end], as: UTF8.self), "\(end)")
  }

  @Test func longEntries() throws {
    let long = #"{"comment": ""# + String(repeating: "x\\\"{", count: 400_000) + "\"}"
    let text = try Self.archive(3_000_000, seed: 4, odd: [700_000: long, 2_600_000: long])
    try expectSame(archive: text)
    // An entry that never ends.
    try expectSame(
      archive: Self.archive(800_000, seed: 5).replacing("{}], \"comment\"", with: long.dropLast(2)))
  }

  @Test func archivesFromStandardInput() throws {
    let text = try Self.archive(1_200_000, seed: 6, odd: [900_000: "{\"a\": ]}"])
    expectSame(["check", "-", "-c", "fotolokashen", "-f", "json"], input: text)
  }

  // MARK: Fixes

  /// Several threads plan the edits and write the files, each once under whatever names it has.
  @Test func filesAreFixedAlike() throws {
    let wrong = FixCommandTests.wrong
    var found: [String: [String]] = [:]
    for jobs in ["1"] + Self.jobs {
      let folder = try TemporaryFolder()
      for number in 0..<150 {
        let text = number % 3 == 0 ? "{\"message\": 1}" : number % 7 == 0 ? "{" : wrong
        try folder.write(text, to: "f\(number).json")
      }
      let line = String(wrong.filter { !$0.isNewline })
      try folder.write(String(repeating: line + "\n", count: 300), to: "lines.ndjson")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/link.json", withDestinationPath: "f1.json")
      try FileManager.default.linkItem(
        atPath: folder.path + "/f2.json", toPath: folder.path + "/f2-name.json")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: folder.path + "/f4.json")
      // Too large to be planned before its turn.
      try folder.write(String(repeating: " ", count: 1 << 20) + wrong, to: "f5-large.json")
      let run = Scenario.run([
        "fix", folder.path, "-c", "fotolokashen", "--operation", CheckCommandTests.listing, "-f",
        "json", "-j", jobs,
      ])
      var texts = [
        run.output.replacing(folder.path, with: ""), run.errors.replacing(folder.path, with: ""),
      ]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
        texts.append(
          String(
            decoding: try Data(contentsOf: folder.url.appendingPathComponent(name)), as: UTF8.self))
      }
      found[jobs] = texts
    }
    let one = try #require(found["1"])
    #expect(one[1].contains("fixes in") && !one[1].contains("\n0 fixes"), "\(one[1])")
    #expect(one[1].contains("f4.json: is read-only; not fixed"))
    #expect(one[1].contains("f2-name.json: fixed:") && !one[1].contains("f2.json: fixed:"))
    #expect(one.count == 156)
    for jobs in Self.jobs { #expect(found[jobs] == one, "\(jobs) jobs") }
  }
}
