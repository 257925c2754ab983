import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck
@_spi(Engine) import JSONTape

/// Captures that are gzip as a whole are read like others; their places are those of the text.
@Suite(.enabled(if: Zlib.system.problem() == nil, "zlib is not here")) struct GzipCaptureTests {
  private static let record =
    #"{"method": "GET", "url": "https://a.test/x", "status": 200, "responseBody": {"lat": 95, "lng": 2.5}}"#

  private static func har(_ count: Int, separator: String = "\n") -> String {
    let entry =
      #"{"request": {"method": "GET", "url": "https://a.test/x"}, "response": {"status": 200, "#
      + #""content": {"mimeType": "application/json", "text": "{\"lat\": 95, \"lng\": 2.5}"}}}"#
    let entries = repeatElement(entry, count: count).joined(separator: ",\(separator)")
    return #"{"log": {"entries": [\#(separator)\#(entries)]}}"#
  }

  private static let chunked = """
    HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r
    a\r\n{"lat": 95\r\nb\r\n, "lng": 1}\r\n0\r\n\r\n
    """

  private static let captures = [
    "a.har": har(3), "b.har": har(200, separator: " "),
    "c.ndjson": repeatElement(record + "\n", count: 400).joined(),
    "d.json": "{\n  \"lat\": 95,\n  \"lng\": 2.5\n}\n",
    "e.http":
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"lat\": 95, \"lng\": 1}\r\n",
    "g.http": repeatElement(chunked, count: 2).joined(),
    "f.jsonl": record + "\n" + record,
  ]

  private func lint(_ path: String, jobs: Int = 2) -> Scenario {
    Scenario.run("lint", path, "-f", "concise", "--jobs", "\(jobs)")
  }

  /// One line for each finding.
  private func findings(_ path: String, jobs: Int) -> (lines: [Substring], scenario: Scenario) {
    let scenario = Scenario.run("lint", path, "-f", "ndjson", "--jobs", "\(jobs)")
    return (scenario.output.split(separator: "\n").filter { $0.hasPrefix("{\"rule\"") }, scenario)
  }

  @Test(arguments: [1, 3]) func sameFindingsAsTheText(jobs: Int) throws {
    let folder = try TemporaryFolder()
    let (plain, packed) = (try TemporaryFolder(), try TemporaryFolder())
    for (name, text) in Self.captures {
      let bytes = Array(text.utf8)
      let file = try plain.write(bytes, to: name)
      let expected = lint(file, jobs: jobs)
      #expect(expected.code == .findings)
      let half = bytes.count / 2
      let parts = Deflated.gzip(Array(bytes[..<half])) + Deflated.gzip(Array(bytes[half...]))
      var forms = [Deflated.gzip(bytes), parts, parts + [0, 0, 0]]
      if Program.isThere("python3") {
        forms.append(try Deflated.python("open('\(file)', 'rb').read()", bits: 31))
      }
      for (number, form) in forms.enumerated() {
        // The bytes decide, not the name.
        for suffix in [".gz", ""] {
          let path = try folder.write(form, to: "\(number)-\(name)\(suffix)")
          let scenario = lint(path, jobs: jobs)
          #expect(scenario.code == .findings, "\(path): \(scenario.errors)")
          #expect(scenario.output.replacing(path, with: file) == expected.output, "\(path)")
          #expect(scenario.errors == expected.errors)
        }
      }
      let piped = Scenario.run(["lint", "-", "-f", "concise"], bytes: forms[1])
      #expect(piped.output.replacing("<stdin>", with: file) == expected.output, "\(name)")
      _ = try packed.write(forms[0], to: name + ".gz")
    }
    _ = try packed.write(Deflated.gzip(Array("{".utf8)), to: "notes.txt.gz")
    let all = Scenario.run("lint", packed.path, "-f", "concise", "--jobs", "\(jobs)")
    let expected = Scenario.run("lint", plain.path, "-f", "concise", "--jobs", "\(jobs)")
    #expect(
      all.output.replacing(packed.path, with: plain.path).replacing(".gz:", with: ":")
        == expected.output)
    // The name tells that the file is no capture, so it is only counted.
    #expect(all.errors.contains("1 file was not read: 1 .gz\n"), "\(all.errors)")
    #expect(
      all.errors.replacing("1 file was not read: 1 .gz\n", with: "") == expected.errors,
      "\(all.errors)")
  }

  /// Everything before the end is reported, then one line says that the rest is missing.
  @Test(arguments: ["a.har", "b.har", "c.ndjson", "f.jsonl", "d.json", "e.http", "g.http"])
  func truncatedCaptures(name: String) throws {
    let folder = try TemporaryFolder()
    let text = Array((Self.captures[name] ?? "").utf8)
    let whole = findings(try folder.write(Deflated.gzip(text), to: name + ".gz"), jobs: 1).lines
    let data = Deflated.gzip(text)
    let cuts = TestSeed.isLong ? 400 : 15
    let steps = stride(from: 3, to: data.count, by: max(1, data.count / cuts))
    var partial = 0
    for end in Array(steps) + [data.count - 9, data.count - 1] {
      for jobs in [1, 3] {
        let path = try folder.write(Array(data[..<end]), to: name + ".gz")
        let (lines, scenario) = findings(path, jobs: jobs)
        #expect(scenario.code == .error)
        #expect(
          scenario.errors.contains(
            "schemacheck: \(path): the gzip data ends too soon; the rest was not checked\n"),
          "\(scenario.errors)")
        let complaints = scenario.errors.split(separator: "\n").filter {
          $0.contains("schemacheck: ")
        }
        #expect(complaints.count == 1, "\(scenario.errors)")
        #expect(!scenario.output.contains("json-syntax"))
        #expect(whole.starts(with: lines), "\(name) to \(end)")
        if !lines.isEmpty { partial += 1 }
      }
    }
    if name != "d.json", name != "e.http" { #expect(partial > 2, "\(name)") }
  }

  @Test func everyWholeEntryOfATruncatedCaptureIsChecked() throws {
    let folder = try TemporaryFolder()
    let har = Self.har(3000).replacing("95", with: "1.5")
    let lines = repeatElement(Self.record + "\n", count: 3000).joined()
      .replacing("95", with: "1.5")
    for (name, text) in [("b.har.gz", har), ("c.ndjson.gz", lines)] {
      let bytes = Array(text.utf8)
      let end = bytes.count * 2 / 3
      let data = Deflated.gzip(Array(bytes[..<end])).dropLast(8)
      let lines = bytes[..<end].filter { $0 == UInt8(ascii: "\n") }.count
      let whole = name == "b.har.gz" ? lines - 1 : lines
      for jobs in [1, 4] {
        let scenario = lint(try folder.write(Array(data), to: name), jobs: jobs)
        #expect(
          scenario.errors.hasSuffix(
            "no findings\n\(whole) of \(whole) exchanges checked\n"),
          "\(scenario.errors)")
      }
    }
  }

  @Test func brokenCapturesAndMissingZlib() throws {
    let folder = try TemporaryFolder()
    var data = Deflated.gzip(Array(Self.record.utf8))
    let missing = Zlib { "it was not found (tried libz.so.1)" }
    let path = try folder.write(data, to: "a.ndjson.gz")
    let without = Scenario.run(["lint", path], bytes: [], zlib: missing)
    #expect(without.code == .error)
    #expect(
      without.errors.hasPrefix(
        "schemacheck: \(path): is gzip data, and zlib cannot be used: it was not found (tried libz.so.1)\n"
      ))
    data[12] ^= 0xFF
    let broken = lint(try folder.write(data, to: "a.ndjson.gz"))
    #expect(broken.code == .error)
    #expect(
      broken.errors.hasPrefix(
        "schemacheck: \(path): the gzip data is broken; the rest was not checked\n"))
  }

  @Test func mutatedCapturesNeverStopTheTool() throws {
    var generator = SeededGenerator(seed: 11)
    let data = Deflated.gzip(Array(Self.har(4).utf8))
    let whole = Scenario.run(["lint", "-", "-f", "concise"], bytes: data)
    for round in 0..<300 {
      var bytes = data
      for _ in 0...(round % 3) {
        bytes[3 + Int(generator.next() % UInt64(bytes.count - 3))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      let scenario = Scenario.run(["lint", "-", "-f", "concise"], bytes: bytes)
      // A changed byte is found: every property ends with the check sum of its text.
      #expect(scenario.code == .error || scenario.output == whole.output)
    }
  }

  /// The bytes are the same for every way in which a pipe cuts them.
  @Test func piecesOfAnySize() throws {
    let text = Array(Self.har(2).utf8)
    for (data, expected) in [
      (Deflated.gzip(text) + Deflated.gzip(text), text + text), (text, text), ([0x1F], [0x1F]),
      ([0x1F, 0x8B, 7], [0x1F, 0x8B, 7]), ([], []),
    ] {
      for (piece, size) in [(1, 3), (2, 1000), (7, 64), (5000, 11)] {
        var rest = data[...]
        let reader = GzipReader("a", .system) { buffer throws(RunError) in
          let count = min(piece, buffer.count, rest.count)
          buffer.copyBytes(from: rest.prefix(count))
          rest = rest.dropFirst(count)
          return count
        }
        let buffer = ByteRoom(allocating: size)
        defer { buffer.deallocate() }
        var read: [UInt8] = []
        while true {
          let count = try reader.read(into: buffer)
          if count == 0 { break }
          read += buffer[..<count].bytes
        }
        #expect(read == expected)
      }
    }
  }

  /// A few compressed bytes may become very many, so what must be in memory at once is limited.
  @Test func oneLineIsBounded() throws {
    let data = Deflated.gzip([1, 2, 3])
    let reader = GzipReader("a.gz", .system) { buffer throws(RunError) in
      buffer.copyBytes(from: data)
      return data.count
    }
    let buffer = ByteRoom(allocating: GzipReader.longestUnit + 1)
    defer { buffer.deallocate() }
    #expect(
      throws: RunError(
        "a.gz: contains a line, an entry or a text of more than 128 MiB, the limit for compressed "
          + "captures"
      )
    ) { try reader.read(into: buffer) }
  }

  @Test func capturesAreNotFixed() throws {
    let folder = try TemporaryFolder()
    let data = Deflated.gzip(
      Array(
        #"{"method": "GET", "url": "https://a.test/api/v1/locations/public", "status": 200, "responseBody": {"latitude": 1}}"#
          .utf8))
    let path = try folder.write(data, to: "a.ndjson.gz")
    let scenario = Scenario.run("fix", path, "-c", "fotolokashen", "-f", "concise")
    #expect(try InputFile(InputPath(path)).readAll() == data)
    #expect(scenario.code == .findings, "\(scenario.everything)")
    #expect(
      scenario.errors.hasPrefix("\(path): ")
        && scenario.errors.contains(
          " not fixed: a compressed capture is never rewritten; decompress it\n"),
      "\(scenario.errors)")
    #expect(scenario.errors.hasSuffix(" in compressed captures\n"))
    let piped = Scenario.run(["fix", "-", "-c", "fotolokashen"], bytes: data)
    #expect(piped.errors.contains("not fixed: a compressed capture is never rewritten"))
  }

  @Test func valuesOfASchema() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write(#"{"type": "object", "required": ["a"]}"#, to: "s.json")
    let path = try folder.write(Deflated.gzip(Array("{\"a\": 1}\n{}\n".utf8)), to: "v.ndjson.gz")
    let scenario = Scenario.run("validate", "--schema", schema, path, "-f", "concise")
    #expect(scenario.code == .findings)
    #expect(scenario.output.hasPrefix("\(path):2:1: error[schema] "), "\(scenario.output)")
  }
}
