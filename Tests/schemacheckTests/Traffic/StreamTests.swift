import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Records that come one after the other, and what is said of each before the next one comes.
@Suite(.serialized) struct StreamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let right = record(CheckCommandTests.page(CheckCommandTests.place))
  private static let wrong = record(
    CheckCommandTests.page(CheckCommandTests.place.replacing("\"lat\"", with: "\"latitude\"")))

  private static func record(_ body: String) -> String {
    #"{"method": "GET", "url": "https://h/api/v1/locations/public", "status": 200, "#
      + "\"responseBody\": \(body.replacing("\n", with: " "))}"
  }

  // MARK: As they come

  @Test(arguments: ["verdicts", "ndjson", "concise"], [1, 2, 3])
  func eachRecordIsDecidedBeforeTheNextOne(_ format: String, _ jobs: Int) throws {
    let stream = try Stream(["--format", format, "--jobs", "\(jobs)"])
    // A grouped format shows each mistake once.
    for (name, part, mistake) in [
      ("latitude", #""lat""#, #""latitude""#), ("`type`", #""type": null,"#, ""),
      ("savedAt", #""savedAt": null"#, #""savedAt": "01/02/2026""#),
    ] {
      try stream.write(Self.right.replacing(part, with: mistake) + "\n")
      let line = try stream.line()
      #expect(line.contains(name), "\(line)")
    }
    try stream.write(Self.wrong + "\n")
    if format != "concise" { #expect(try stream.line().contains("latitude")) }
    try stream.close()
    #expect(stream.status() == 1)
    // Its counts come at the end.
    if format == "concise" { #expect(try stream.rest().contains("(×2")) }
  }

  /// The end of a record need not come with its beginning.
  @Test func aRecordMayComeInPieces() throws {
    let stream = try Stream(["--format", "verdicts"])
    for piece in [Self.right.prefix(7), Self.right.dropFirst(7).prefix(40)] {
      try stream.write(String(piece))
      usleep(20_000)
    }
    try stream.write(Self.right.dropFirst(47) + "\n" + Self.wrong.prefix(60))
    #expect(try stream.line().contains(#""verdict":"pass""#))
    try stream.write(Self.wrong.dropFirst(60) + "\n")
    #expect(try stream.line().contains(#""verdict":"fail""#))
    try stream.close()
    #expect(stream.status() == 1)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func aSignalEndsLikeTheEndOfTheInput(_ signal: Int32) throws {
    for (record, status) in [(Self.right, 2), (Self.wrong, 1)] {
      let report = folder.path + "/report.json"
      let stream = try Stream(["--format", "verdicts", "--format", "json=\(report)", "--exit-zero"])
      // What is begun is not judged.
      try stream.write(record + "\n" + Self.right.prefix(30))
      _ = try stream.line()
      kill(stream.process.processIdentifier, signal)
      #expect(stream.status() == Int32(status))
      #expect(try stream.rest() == "")
      #expect(
        stream.errors.hasPrefix("schemacheck: interrupted: the rest of the input was not read\n"))
      let summary = try JSONDocument(Array(try Data(contentsOf: URL(fileURLWithPath: report))))
        .root["summary"]
      #expect(summary?["exchanges"]?.int == 1 && summary?["truncated"]?.bool == true)
    }
  }

  @Test func aClosedOutputEndsTheReading() throws {
    let stream = try Stream(["--format", "verdicts"])
    try stream.write(Self.wrong + "\n")
    _ = try stream.line()
    try stream.output.fileHandleForReading.close()
    // Nothing is written to notice it.
    #expect(stream.status() == 1)
    #expect(stream.errors.hasPrefix("schemacheck: standard output was closed"))
  }

  // MARK: One line a record

  /// Of more than 20 findings, errors are shown first.
  @Test func errorsComeFirst() throws {
    let names = (10..<40).map { #""a\#($0)": 1"# }.joined(separator: ", ")
    let contract = try folder.write(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {
       "responses": {"200": {"description": "", "content": {"application/json": {"schema": {
        "type": "object", "properties": {"z": {"type": "string"}}}}}}}}}}}
      """#, to: "a.json")
    let run = Scenario.run(
      ["check", "-", "-c", contract, "-f", "verdicts", "--no-config"],
      input: #"{"method": "GET", "url": "/a", "status": 200, "responseBody": {\#(names), "z": 1}}"#
        + "\n")
    let line = try JSONDocument(Array(run.output.utf8)).root
    #expect(line["verdict"]?.string == "fail" && line["more"]?.int == 11)
    let severities = line["findings"]?.elements.map { $0["severity"]?.string ?? "" } ?? []
    #expect(severities == ["error"] + Array(repeating: "warning", count: 19))
  }

  /// Records of every kind, some of them blank or no JSON.
  private func mixed(_ count: Int) -> [String] {
    var random = SeededGenerator(seed: TestSeed.seed(34))
    let kinds = [
      Self.right, Self.wrong, "", "  ", "{\"method\"", "[1",
      Self.right.dropLast() + ", \"id\": \"a\"}",
      #"{"method": "GET", "url": "https://h/nowhere", "status": 200, "responseBody": {}}"#,
      #"{"method": "GET", "url": "https://h/api/v1/locations/public", "status": 304}"#,
      #"{"method": "GET", "url": "https://h/api/v1/locations/public", "status": 200, "id": 7}"#,
      #"{"method": 1, "url": "https://h/api/v1/locations/public", "status": 200}"#,
      Self.record(
        #"{"locations": ["#
          + Array(repeating: #"{"latitude": 1}"#, count: 30).joined(separator: ",") + "]}"),
    ]
    return [Self.right] + (1..<count).map { _ in kinds.randomElement(using: &random)! }
  }

  /// The lines are those of the slow way, at any number of threads, and their sums are the summary's.
  @Test func aLineForEachRecord() throws {
    let lines = mixed(TestSeed.rounds(200))
    let file = try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
    let report = folder.path + "/report.json"
    func run(_ more: String...) -> Scenario {
      Scenario.run(["check", file, "-c", "fotolokashen", "-f", "verdicts"] + more)
    }
    let first = run("--jobs", "1", "-f", "json=\(report)")
    #expect(first.code == .error)
    for other in [
      run("--jobs", "3"), run("-f", "junit=\(folder.path)/cases.xml"), run("--max-findings", "1"),
    ] {
      #expect(other.output == first.output)
    }
    let alone = run("--exit-zero")
    #expect(alone.code == .clean && alone.output == first.output)
    try Self.expectSchema(first.output, in: folder)
    let verdicts = try first.output.split(separator: "\n").map {
      try JSONDocument(Array($0.utf8)).root
    }
    #expect(verdicts.count == lines.count)
    #expect(verdicts.compactMap { $0["index"]?.int } == Array(lines.indices))
    func sum(_ name: String) -> Int { verdicts.reduce(0) { $0 + ($1[name]?.int ?? 0) } }
    func count(_ word: String) -> Int { verdicts.count { $0["verdict"]?.string == word } }
    let summary = try JSONDocument(Array(try Data(contentsOf: URL(fileURLWithPath: report))))
      .root["summary"]
    #expect(summary?["errors"]?.int == sum("errors"))
    #expect(summary?["warnings"]?.int == sum("warnings"))
    #expect(summary?["unreadable"]?.int == count("unreadable"))
    #expect(verdicts.contains { $0["more"]?.int ?? 0 > 0 && $0["findings"]?.count == 20 })
    for (line, verdict) in zip(lines, verdicts) {
      if line.allSatisfy(\.isWhitespace) { #expect(verdict["reason"]?.string == "blank") }
    }
  }

  private static func expectSchema(_ lines: String, in folder: TemporaryFolder) throws {
    let schemas = PackageFolder.url.appendingPathComponent("schemas").path
    let schema = try folder.write(
      ##"{"$ref": "https://h/report.schema.json#/$defs/verdict"}"##, to: "verdict.schema.json")
    let run = Scenario.run(
      "validate", "--schema", schema, "--resolve", "https://h/=\(schemas)",
      try folder.write(lines, to: "verdicts.ndjson"))
    #expect(run.code == .clean, "\(run.output.prefix(2000))")
  }

  /// A partition of a large file may be empty, or hold nothing to check.
  @Test func aPartitionMayHoldNothing() {
    for input in ["", "\n", #"{"method": "GET", "url": "https://h/x", "status": 304}"# + "\n"] {
      let run = Scenario.run(
        "check", "-", "--input-format", "ndjson", "-c", "fotolokashen", "-f", "verdicts",
        "--exit-zero", input: input)
      #expect(run.code == .clean, "\(run.errors)")
      #expect(
        run.output.split(separator: "\n").count == input.split(
          separator: "\n", omittingEmptySubsequences: false
        ).count - 1)
    }
  }

  /// Each entry of a HAR and each file has a line, too.
  @Test func otherInputsHaveLines() throws {
    let entry =
      #"{"request": {"method": "GET", "url": "https://h/api/v1/locations/public"}, "#
      + #""response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}"}}}"#
    let har = try folder.write(
      "{\"log\": {\"entries\": [\(entry), \(entry)]}}", to: "a.har")
    let body = try folder.write("{}", to: "b.json")
    let run = Scenario.run("check", har, body, "-c", "fotolokashen", "-f", "verdicts")
    #expect(run.output.split(separator: "\n").count == 3)
  }
}

/// The tool, with pipes to its input and from its output.
private final class Stream {
  let process = Process()
  let input = Pipe()
  let output = Pipe()
  private let errorPipe = Pipe()
  private var read: [UInt8] = []

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: PackageFolder.product("schemacheck"))
    process.arguments = ["check", "-", "-c", "fotolokashen"] + arguments
    // A process that another test starts meanwhile would keep them open.
    for file in [input, output, errorPipe].flatMap({
      [$0.fileHandleForReading, $0.fileHandleForWriting]
    }) {
      _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errorPipe
    try process.run()
  }

  func write(_ text: some StringProtocol) throws {
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  func close() throws { try input.fileHandleForWriting.close() }

  /// The next line, once it is there.
  func line() throws -> String {
    while true {
      if let end = read.firstIndex(of: UInt8(ascii: "\n")) {
        defer { read.removeFirst(end + 1) }
        return String(decoding: read[..<end], as: UTF8.self)
      }
      // A minute is as good as never.
      var state = pollfd(
        fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&state, 1, 60_000) > 0 else { throw Ended() }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Ended() }
      read += more
    }
  }

  func rest() throws -> String {
    String(decoding: read + (try output.fileHandleForReading.readToEnd() ?? Data()), as: UTF8.self)
  }

  private struct Ended: Error {}

  func status() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  var errors: String {
    String(
      decoding: (try? errorPipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
