import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// ZIP archives: each entry is read as the file that it would be, and its places are those in it.
@Suite(.enabled(if: Zlib.system.problem() == nil, "zlib is not here")) struct ArchiveTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let record =
    #"{"method": "GET", "url": "https://a.test/x", "status": 200, "responseBody": {"lat": 95, "lng": 2.5}}"#

  static let har =
    #"{"log": {"entries": [{"request": {"method": "GET", "url": "https://a.test/x"}, "response": "#
    + "\n"
    + #"{"status": 200, "content": {"mimeType": "application/json", "text": "{\"lat\": 95, \"lng\": 2.5}"}}}]}}"#

  static let files: [(name: String, text: String)] = [
    ("a.har", har),
    ("deep/er/b.ndjson", String(repeating: record + "\n", count: 300)),
    ("deep/c.json", "{\n  \"lat\": 95,\n  \"lng\": 2.5\n}\n"),
    (
      "d.http",
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"lat\": 95, \"lng\": 1}\r\n"
    ),
    ("é ü.json", "{\"lat\": 95, \"lng\": 1}"),
  ]

  static func stored(_ name: String, _ text: String) -> ZipWriter.Entry {
    ZipWriter.Entry(name, text)
  }

  static func deflated(_ name: String, _ text: String) -> ZipWriter.Entry {
    let bytes = Array(text.utf8)
    return ZipWriter.Entry(name, deflated: Deflated.raw(bytes), of: bytes)
  }

  private func lint(_ arguments: String...) -> Scenario {
    Scenario.run(["lint"] + arguments + ["-f", "concise"])
  }

  // MARK: What is read

  @Test(arguments: [1, 3]) func sameFindingsAsTheFiles(jobs: Int) throws {
    let plain = try TemporaryFolder()
    for (name, text) in Self.files { try plain.write(text, to: name) }
    try plain.write("not read", to: "picture.png")
    let expected = lint(plain.path, "--jobs", "\(jobs)")
    #expect(expected.code == .findings)
    var streamed = Self.files.map { Self.deflated($0.name, $0.text) }
    for index in streamed.indices { streamed[index].isStreamed = true }
    var large = Self.files.map { Self.deflated($0.name, $0.text) }
    for index in large.indices { large[index].isLarge = true }
    let forms: [[ZipWriter.Entry]] = [
      Self.files.map { Self.stored($0.name, $0.text) },
      Self.files.map { Self.deflated($0.name, $0.text) }, streamed, large,
    ]
    for (number, entries) in forms.enumerated() {
      var zip = ZipWriter(
        entries + [
          ZipWriter.Entry("deep/", []), Self.stored("picture.png", "not read"),
          Self.stored("__MACOSX/._a.har", "x"), Self.stored("node_modules/x.json", "x"),
        ])
      zip.isLarge = number == 3
      zip.comment = number == 2 ? Array("PK\u{5}\u{6} in a comment".utf8) : []
      let path = try folder.write(zip.bytes, to: "\(number).zip")
      let scenario = lint(path, "--jobs", "\(jobs)")
      #expect(scenario.code == .findings, "\(scenario.errors)")
      #expect(
        scenario.output.replacing(path + "!", with: plain.path + "/") == expected.output,
        "\(number): \(scenario.output)")
      #expect(scenario.errors == expected.errors)
      // The bytes decide for a file that the user names.
      let renamed = try folder.write(zip.bytes, to: "\(number)")
      #expect(lint(renamed).output == lint(path).output.replacing(path, with: renamed))
    }
  }

  @Test func foldersAndGlobsMix() throws {
    try folder.write(Self.files[2].text, to: "in/c.json")
    let zip = ZipWriter([Self.stored("c.json", Self.files[2].text)])
    _ = try folder.write(zip.bytes, to: "in/x.ZIP")
    _ = try folder.write(
      ZipWriter([Self.stored("a.png", "x"), Self.stored("b.txt", "x")]).bytes, to: "in/none.zip")
    for operand in ["\(folder.path)/in", "\(folder.path)/in/*", "\(folder.path)/**/*.{json,ZIP}"] {
      let scenario = lint(operand)
      let lines = scenario.output.split(separator: "\n")
      #expect(lines.count == 2, "\(scenario.output) \(scenario.errors)")
      #expect(lines[0].hasPrefix("\(folder.path)/in/c.json:2:10: "))
      #expect(lines[1].hasPrefix("\(folder.path)/in/x.ZIP!c.json:2:10: "))
      let isWhole = !operand.hasSuffix("}")
      #expect(
        scenario.errors.contains("1 file was not read: 1 .zip") == isWhole, "\(scenario.errors)")
    }
    let named = lint("\(folder.path)/in/none.zip")
    #expect(named.code == .error)
    #expect(
      named.errors.hasPrefix(
        "schemacheck: \(folder.path)/in/none.zip: the archive contains none of *.har, *.http, *.json, "
          + "*.jsonl, *.ndjson, *.response, *.chlsj, *.log, *.yaml, *.yml\n"))
  }

  @Test func everyReportNamesTheEntry() throws {
    let text = "{\n  \"lat\": 95, \"lng\": 2.5\n}\n"
    _ = try folder.write(
      ZipWriter([Self.deflated("a b/c.json", text)]).bytes, to: "s.zip")
    let path = "\(folder.path)/s.zip"
    let place = "\(path)!a b/c.json"
    func report(_ format: String) -> String { Scenario.run("lint", path, "-f", format).output }
    #expect(report("text").contains("--> \(place):2:10\n"), "\(report("text"))")
    #expect(report("text").contains("2|   \"lat\": 95, \"lng\": 2.5"))
    let finding = try JSONDocument(report("json")).root["findings"]?[0]
    #expect(finding?["file"]?.string == place)
    #expect(finding?["line"]?.int == 2 && finding?["column"]?.int == 10)
    #expect(finding?["offset"]?.int == 11)
    let result = try JSONDocument(report("sarif")).root["runs"]?[0]?["results"]?[0]
    let location = result?["locations"]?[0]?["physicalLocation"]?["artifactLocation"]?["uri"]
    #expect(location?.string?.hasSuffix("/s.zip!a%20b/c.json") ?? false)
    #expect(report("junit").contains("s.zip!a b/c.json"), "\(report("junit"))")
  }

  @Test func inputFormatAndStandardInput() throws {
    let zip = ZipWriter([Self.stored("a.json", Self.record)]).bytes
    let path = try folder.write(zip, to: "a.zip")
    #expect(lint(path, "--input-format", "ndjson").output.hasPrefix("\(path)!a.json:1:"))
    let piped = Scenario.run(["lint", "-"], bytes: zip)
    #expect(piped.code == .error)
    #expect(
      piped.errors.hasPrefix(
        "schemacheck: <stdin>:1:1: this is a ZIP archive in a pipe, which cannot be read; "
          + "save it as a file and name that file\n"), "\(piped.errors)")
  }

  @Test func withoutZlibOnlyStoredEntriesAreRead() throws {
    let zip = ZipWriter([
      Self.deflated("a.json", Self.files[2].text), Self.stored("b.json", Self.files[2].text),
    ])
    let path = try folder.write(zip.bytes, to: "a.zip")
    let missing = Zlib { "it was not found (tried libz.so.1)" }
    let scenario = Scenario.run(["lint", path, "-f", "concise"], bytes: [], zlib: missing)
    #expect(scenario.code == .error)
    #expect(scenario.output.hasPrefix("\(path)!b.json:2:10: "))
    #expect(
      scenario.errors.hasPrefix(
        "schemacheck: \(path)!a.json: is compressed, and zlib cannot be used: it was not found "
          + "(tried libz.so.1)\n"), "\(scenario.errors)")
  }

  @Test func configurationsNameEntriesAndArchives() throws {
    let text = #"{"id": 1, "caption": 2}"#
    let names = ["a.json", "b/c.json"]
    _ = try folder.write(
      ZipWriter(names.map { Self.stored($0, text) }).bytes, to: "s.zip")
    func check(_ file: String) throws -> Scenario {
      let configuration = """
        {"contracts": ["social-posts"], "inputs": ["s.zip"],
         "suppressions": [{"file": "\(file)", "reason": "known"}]}
        """
      try folder.write(configuration, to: ".schemacheck.json")
      return Scenario.run("check", "--config", "\(folder.path)/.schemacheck.json", "-f", "concise")
    }
    let all = try check("none.json")
    #expect(all.output.contains("s.zip!a.json:") && all.output.contains("s.zip!b/c.json:"))
    #expect(try check("s.zip").output.isEmpty)
    #expect(try check("*!a.json").output.contains("s.zip!a.json:") == false)
    #expect(try check("*!a.json").output.contains("s.zip!b/c.json:"))
    #expect(try check("s.zip!b/**").output.contains("s.zip!a.json:"))
    #expect(try check("s.zip!b/**").output.contains("s.zip!b/c.json:") == false)
  }

  @Test func fixLeavesArchivesAlone() throws {
    let text = #"{"posts": [{"latitude": 1, "longitude": 2}]}"#
    let zip = ZipWriter([Self.stored("a.json", text)]).bytes
    let path = try folder.write(zip, to: "a.zip")
    let named = Scenario.run("fix", path, "-c", "fotolokashen")
    #expect(named.code == .error && named.output.isEmpty)
    #expect(
      named.errors
        == "schemacheck: \(path): `fix` does not change archives; unpack it and fix its files\n")
    let found = Scenario.run("fix", folder.path, "-c", "fotolokashen")
    #expect(
      found.errors.contains(
        "\(folder.path)/a.zip: archives are not changed; unpack it to fix its files\n"),
      "\(found.errors)")
    #expect(
      found.errors.hasSuffix("0 fixes in 0 files; 1 finding left: 1 in archives\n"),
      "\(found.errors)")
    #expect(FileManager.default.contents(atPath: path) == Data(zip))
  }

  // MARK: What is refused

  private static let json = "{\"lat\": 95, \"lng\": 1}"

  static let refusals: [(name: String, make: @Sendable () -> ZipWriter, line: String)] = {
    func one(
      _ name: String, _ line: String, _ change: @escaping @Sendable (inout ZipWriter.Entry) -> Void
    ) -> (String, @Sendable () -> ZipWriter, String) {
      (
        name,
        {
          var entry = stored("a.json", json)
          change(&entry)
          return ZipWriter([entry])
        }, line
      )
    }
    func named(_ name: String, _ line: String) -> (String, @Sendable () -> ZipWriter, String) {
      ("\(name) as a name", { ZipWriter([stored(name, json)]) }, "!\(name): \(line)")
    }
    let mismatch = "!a.json: its own header differs from the archive's directory"
    return [
      named("../a.json", "its name leads out of the archive"),
      named("b/../../a.json", "its name leads out of the archive"),
      named("/etc/a.json", "its name is an absolute path"),
      named("C:a.json", "its name is an absolute path"),
      named(
        "..\\a.json", "its name has a backslash; make the archive again, with `/` between folders"),
      one("a link", "!a.json: is a link, which is not followed") {
        $0.attributes = 0o120777 << 16
      },
      one("an encrypted entry", "!a.json: is encrypted; unpack the archive") { $0.flags = 1 },
      one(
        "another method",
        "!a.json: is compressed by method 14; only stored and deflated entries are read"
      ) { $0.method = 14 },
      one("another name in its own header", mismatch) { $0.ownName = Array("b.json".utf8) },
      one("no header there", "!a.json: its data overlaps other parts of the archive") {
        $0.offset = 4
      },
      one(
        "a wrong check sum",
        "!a.json: is damaged: its check sum (CRC-32) differs from the check sum in the archive"
      ) { $0.checksum ^= 1 },
      one("a stored size that differs", "!a.json: its sizes in the directory are wrong") {
        $0.size += 1
      },
      one("broken deflate data", "!a.json: is damaged: its data cannot be decompressed") {
        $0.method = 8
      },
      one("data that ends too soon", "!a.json: is damaged: its data cannot be decompressed") {
        $0 = deflated("a.json", json)
        $0.size += 1
      },
      one("more data than is told", "!a.json: is damaged: its data cannot be decompressed") {
        $0 = deflated("a.json", json)
        $0.size -= 1
      },
      one(
        "a bomb", "!a.json: grows to more than 1,000 times its size, which is the limit"
      ) {
        $0 = deflated("a.json", json)
        $0.size = 10 << 30
        $0.isLarge = true
      },
      (
        "a name twice",
        { ZipWriter([stored("a.json", json), stored("./a.json", json)]) },
        "!a.json: the archive has two entries with this name"
      ),
      (
        "entries that share bytes",
        {
          var second = stored("b.json", json)
          second.offset = 0
          second.ownName = Array("a.json".utf8)
          return ZipWriter([stored("a.json", json), second])
        }, "!a.json: its data overlaps other parts of the archive"
      ),
      (
        "an archive in an archive",
        {
          let inner = ZipWriter([stored("a.json", json)]).bytes
          return ZipWriter([ZipWriter.Entry("inner.zip", inner)])
        },
        "!inner.zip: is an archive or compressed data within an archive; unpack the archive"
      ),
      (
        "an archive under another name",
        {
          let inner = ZipWriter([stored("a.json", json)]).bytes
          return ZipWriter([ZipWriter.Entry("inner.json", inner)])
        },
        "!inner.json: is an archive or compressed data within an archive; unpack the archive"
      ),
      (
        "gzip in an archive",
        { ZipWriter([ZipWriter.Entry("a.json", Deflated.gzip(Array(json.utf8)))]) },
        "!a.json: is an archive or compressed data within an archive; unpack the archive"
      ),
      (
        "too many entries",
        {
          var zip = ZipWriter([stored("a.json", json)])
          zip.count = 100_001
          zip.isLarge = true
          return zip
        }, ": has more than 100000 entries, which is the limit"
      ),
      (
        "more entries than there are",
        {
          var zip = ZipWriter([stored("a.json", json)])
          zip.count = 2
          return zip
        }, ": is not a complete ZIP archive: its end is missing, or something was added to it"
      ),
      (
        "fewer entries than there are",
        {
          var zip = ZipWriter([stored("a.json", json), stored("b.json", json)])
          zip.count = 1
          return zip
        }, ": is damaged: its directory has more entries than the archive says"
      ),
      (
        "too much in all entries",
        {
          let entries = (0..<17).map { number in
            var entry = stored("\(number).json", json)
            entry.method = 8
            entry.data = [UInt8](repeating: 0, count: 1_100_000)
            entry.size = 1 << 30
            return entry
          }
          return ZipWriter(entries)
        }, ": its entries have more than 16 GiB together, which is the limit"
      ),
    ]
  }()

  @Test(arguments: refusals.indices) func refusedInOneLine(_ index: Int) throws {
    let (name, make, line) = Self.refusals[index]
    let path = try folder.write(make().bytes, to: "x.zip")
    let scenario = lint(path)
    #expect(scenario.code == .error, "\(name)")
    #expect(
      scenario.errors.hasPrefix("schemacheck: \(path)\(line)\n"), "\(name): \(scenario.errors)")
    let told = scenario.errors.split(separator: "\n").count { $0.contains("x.zip") }
    #expect(told == 1, "\(name): \(scenario.errors)")
    #expect(!scenario.output.contains("json-syntax"), "\(name)")
    // In a folder it is no silent pass, either.
    #expect(lint(folder.path).code == .error, "\(name)")
  }

  /// What is in order beside a refused entry is still checked.
  @Test func otherEntriesAreChecked() throws {
    var locked = Self.stored("a.json", Self.json)
    locked.flags = 1
    let path = try folder.write(
      ZipWriter([locked, Self.stored("b.json", Self.json)]).bytes, to: "x.zip")
    let scenario = lint(path)
    #expect(scenario.code == .error)
    #expect(scenario.output.hasPrefix("\(path)!b.json:1:9: "))
    #expect(scenario.errors.hasPrefix("schemacheck: \(path)!a.json: is encrypted; "))
  }

  @Test func everyTruncationAndAdditionIsRefused() throws {
    let zip = ZipWriter([
      Self.stored("a.json", Self.json), Self.deflated("b/c.har", Self.har),
    ]).bytes
    let line = "is not a complete ZIP archive: its end is missing, or something was added to it"
    for end in 0..<zip.count {
      let path = try folder.write(Array(zip[..<end]), to: "x.zip")
      let scenario = lint(path)
      let expected = end < 2 ? "is not a ZIP archive" : line
      #expect(scenario.code == .error && scenario.output.isEmpty, "\(end)")
      #expect(
        scenario.errors.hasPrefix("schemacheck: \(path): \(expected)\n"), "\(scenario.errors)")
    }
    for bytes in [zip + [0], zip + zip] {
      let scenario = lint(try folder.write(bytes, to: "x.zip"))
      #expect(scenario.code == .error && scenario.errors.contains(line), "\(scenario.errors)")
    }
    for bytes in [[0] + zip, Array("<!DOCTYPE html>".utf8), Array("{}".utf8)] {
      let scenario = lint(try folder.write(bytes, to: "x.zip"))
      #expect(scenario.code == .error, "\(scenario.errors)")
      #expect(scenario.errors.contains("x.zip: is not a ZIP archive\n"), "\(scenario.errors)")
    }
  }

  @Test func changedBytesNeverStopTheTool() throws {
    var generator = SeededGenerator(seed: 16)
    let zip = ZipWriter([
      Self.stored("a.json", Self.json), Self.deflated("b/c.har", Self.har),
    ]).bytes
    let whole = lint(try folder.write(zip, to: "x.zip"))
    for round in 0..<400 {
      var bytes = zip
      for _ in 0...(round % 3) {
        bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
          truncatingIfNeeded: generator.next())
      }
      let scenario = lint(try folder.write(bytes, to: "x.zip"))
      // Times, versions and the like are not read; names change what is an input.
      let isSame = scenario.output == whole.output
      #expect(
        isSame || scenario.code == .error || scenario.errors.contains("not read")
          || scenario.output.contains("x.zip!"), "\(round): \(scenario.everything)")
      #expect(!scenario.output.contains("json-syntax"), "\(round)")
    }
  }

  /// Highly compressed data is read to the limit of what is in memory at once.
  @Test(.enabled(if: Program.isThere("python3"), "python3 is not here"))
  func longTextsAreBounded() throws {
    let path = "\(folder.path)/x.zip"
    _ = try Python.run(
      """
      import zipfile
      with zipfile.ZipFile(r"\(path)", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as z:
          with z.open("a.json", "w") as f:
              f.write(b'[')
              for _ in range(150): f.write(b' 1234567,' * 116509)
      """)
    let scenario = lint(path)
    #expect(scenario.code == .error)
    #expect(
      scenario.errors.hasPrefix(
        "schemacheck: \(path)!a.json: contains a line, an entry or a text of more than 128 MiB, "
          + "the limit for compressed captures\n"), "\(scenario.errors)")
  }
}
