@_spi(Engine) import ContractReports
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck
@testable import schemacheck_bench

/// Workloads are what they say they are, by the checker itself.
@Suite struct WorkloadTests {
  private static func write(
    _ broken: Int, seed: UInt64 = 1, size: Int = 400_000
  ) throws -> (folder: TemporaryFolder, workloads: [Workload]) {
    let folder = try TemporaryFolder()
    let writer = WorkloadWriter(
      folder: folder.url, size: size, seed: seed, brokenPercent: broken,
      mostFindings: 10_000)
    return (folder, try writer.write())
  }

  @Test(arguments: [0, 5, 100])
  func findingsAreAsManyAsTheySay(broken: Int) throws {
    let (folder, workloads) = try Self.write(broken)
    #expect(Set(workloads.map(\.name)).count == 22)
    for workload in workloads {
      let run = Self.check(workload.commandLine(in: folder.url))
      #expect(run.code == .clean && run.errors == "", "\(workload.name): \(run.errors)")
      let summary = Summary(report: try JSONDocument(run.output).root)
      #expect(summary?.findings(atLeast: .note) == workload.findings, "\(workload.name)")
      #expect(summary?.checked == workload.exchanges, "\(workload.name)")
      #expect(workload.bytes == (try Self.bytes(folder.url.appendingPathComponent(workload.path))))
    }
    let traffic = workloads.prefix(5)
    let (all, wrong) = traffic.reduce((0, 0)) { ($0.0 + $1.exchanges, $0.1 + $1.findings) }
    switch broken {
    case 0: #expect(wrong == 0)
    case 100: #expect(wrong == all - 1, "the small one is never broken")
    default: #expect((1...all / 5).contains(wrong))
    }
  }

  @Test func everyKindOfMistakeIsMade() throws {
    let (folder, workloads) = try Self.write(100)
    let records = try #require(workloads.first { $0.name == "ndjson" })
    let run = Self.check(records.commandLine(in: folder.url))
    let found = try JSONDocument(run.output).root["findings"].map { $0.elements.map { $0 } } ?? []
    #expect(
      Set(found.compactMap { $0["rule"]?.string })
        == [
          "coordinate-names", "explicit-null", "iso-dates", "schema", "pagination-arithmetic",
        ])
  }

  @Test func equalSeedsMakeEqualBytes() throws {
    func digest(_ seed: UInt64) throws -> UInt64 {
      let (folder, workloads) = try Self.write(5, seed: seed, size: 50_000)
      // FNV-1a.
      var digest: UInt64 = 0xCBF2_9CE4_8422_2325
      for workload in workloads where ["ndjson", "har"].contains(workload.name) {
        let file = folder.url.appendingPathComponent(workload.path)
        for byte in [UInt8](try Data(contentsOf: file)) {
          digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3
        }
      }
      return digest
    }
    let first = try digest(1)
    #expect(try digest(1) == first)
    #expect(try digest(2) != first)
    #expect(first == Self.recorded, "\(first)")
  }

  /// What the seed 1 makes on every platform.
  private static let recorded: UInt64 = 17_733_751_929_778_400_538

  /// Every workload of the growth table is valid, and the tables have the values that they name.
  @Test func growthIsMeasuredOnValidValues() throws {
    let folder = try TemporaryFolder()
    let writer = WorkloadWriter(folder: folder.url, size: 100_000, seed: 1, brokenPercent: 0)
    let growths = try writer.growth()
    #expect(growths.map(\.measure) == ["bytes", "keys", "branches", "enum", "depth"])
    #expect(
      growths.map { $0.steps.map(\.value) }
        == [
          [1000, 10_000, 100_000], [10, 100, 1000], [2, 20, 200], [2, 100, 10_000],
          [1, 8, 64, 512],
        ])
    for (value, workload) in growths.flatMap(\.steps) {
      let run = Self.check(workload.commandLine(in: folder.url))
      let summary = Summary(report: try JSONDocument(run.output).root)
      #expect(summary?.findings(atLeast: .note) == 0 && run.errors == "", "\(workload.name)")
      #expect(summary?.checked == workload.exchanges && value > 0, "\(workload.name)")
    }
    // All of a schema's branches and values are used.
    let enumeration = try #require(
      growths.flatMap(\.steps).first { $0.workload.name == "enum-100" })
    let text = try String(
      contentsOfFile: folder.path + "/" + enumeration.workload.path, encoding: .utf8)
    #expect((0..<100).filter { $0 % 2 == 0 && text.contains("\"value_\($0)\"") }.count == 50)
  }

  @Test func growthIsRelativeToTheSmallest() {
    let rows = Comparison.growthRows([(1, 100, 1), (10, 200, 2), (100, 100, 3)])
    #expect(rows.map(\.relative) == [1, 1, 3])
    #expect(rows.map(\.value) == [1, 10, 100])
    #expect(Comparison.growthRows([]).isEmpty)
  }

  /// The values of the kinds are checked for what they are: a wrong one has a finding.
  @Test func kindsAreChecked() throws {
    let (folder, workloads) = try Self.write(0, size: 50_000)
    let wrong = [
      "tree-kind-first": ("\"literal\"", "\"litteral\""), "alternatives": ("event_", "evemt_"),
      "presets": ("\"option0\":\"", "\"option1\":\""), "metaschema": ("^[a-z]+$", "^[a-z+$"),
    ]
    for (name, (right, broken)) in wrong {
      let workload = try #require(workloads.first { $0.name == name })
      let file = folder.url.appendingPathComponent(workload.path)
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains(right), "\(name)")
      try text.replacingOccurrences(of: right, with: broken).write(
        to: file, atomically: true, encoding: .utf8)
      let run = Self.check(workload.commandLine(in: folder.url))
      let summary = Summary(report: try JSONDocument(run.output).root)
      #expect(summary?.findings(atLeast: .note) ?? 0 > 0, "\(name)")
    }
  }

  @Test func treesAreAsDeepAsTheySay() throws {
    var generator = KindGenerator(seed: 1)
    for isKindLast in [false, true] {
      let text = generator.tree(isKindLast: isKindLast)
      var depth = 0
      var deepest = 0
      for byte in text.utf8 {
        depth += byte == UInt8(ascii: "{") ? 1 : byte == UInt8(ascii: "}") ? -1 : 0
        deepest = max(deepest, depth)
      }
      #expect(deepest == KindGenerator.levels)
      #expect(text.hasPrefix(#"{"kind":"#) != isKindLast)
    }
  }

  @Test func fixturesAreLaidOut() throws {
    #expect(
      WorkloadWriter.laidOut(#"{"a":["x{,:\"}",{"b":null}]}"#)
        == "{\n  \"a\": [\n    \"x{,:\\\"}\",\n    {\n      \"b\": null\n    }\n  ]\n}")
  }

  @Test func options() {
    #expect(
      BenchOptions(["generate", "--out", "w", "--size", "20M", "--broken", "5"])
        == .generate(folder: "w", size: 20_000_000, seed: 1, broken: 5, findings: 1_000_000))
    #expect(
      BenchOptions(["run", "--in", "w", "--tool", "t", "--peer", "a=b {} c=d", "--rounds", "3"])
        == .run(
          folder: "w", tool: "t", peers: [.init(name: "a", command: "b {} c=d")], rounds: 3,
          workloads: []))
    #expect(
      BenchOptions(["growth", "--out", "w", "--tool", "t", "--size", "1M"])
        == .growth(folder: "w", tool: "t", size: 1_000_000, seed: 1, rounds: 5))
    for wrong in [
      [], ["growth", "--out", "w"], ["growth", "--tool", "t"], ["generate"], ["generate", "--out"],
      ["run", "--in", "w"], ["runs", "--in", "w"],
      ["generate", "--out", "w", "--size", "x"], ["generate", "--out", "w", "--broken", "101"],
      ["run", "--in", "w", "--tool", "t", "--peer", "=b"], ["generate", "--out", "w", "--x", "1"],
    ] {
      #expect(BenchOptions(wrong) == nil)
    }
  }

  @Test func comparisonsTakeTurnsAndTellRatios() throws {
    #expect(Comparison.median([3, 1, 2]) == 2)
    #expect(Comparison.median([4, 1, 2, 3]) == 2.5)
    let folder = try TemporaryFolder()
    let workload = Workload(
      name: "w", path: "it's one", bytes: 1000, exchanges: 1, findings: 0, arguments: [])
    let log = folder.path + "/log"
    let comparison = Comparison(
      tool: "true",
      peers: [
        .init(name: "a", command: "printf a >> '\(log)'; touch {}"),
        .init(name: "b", command: "printf b >> '\(log)'"),
      ], rounds: 2)
    let rows = try comparison.rows(of: workload, in: folder.url)
    #expect(try String(contentsOfFile: log, encoding: .utf8) == "ababab")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/it's one"))
    #expect(rows.map(\.name) == ["schemacheck", "a", "b"])
    #expect(rows[1].ratio == 1 && rows.allSatisfy { $0.wall > 0 && $0.peakMemory > 0 })
    // A peer that needs a schema is left out where there is none.
    var validated = workload
    let peer = BenchOptions.Peer(name: "c", command: "v --schema {schema} {} {}")
    #expect(peer.command(for: workload, in: URL(fileURLWithPath: "/f")) == nil)
    validated.schema = "a {}.json"
    #expect(
      peer.command(for: validated, in: URL(fileURLWithPath: "/f"))
        == #"v --schema '/f/a {}.json' '/f/it'\''s one' '/f/it'\''s one'"#)
    let failing = Comparison(tool: "false", peers: [], rounds: 1)
    #expect(throws: ProcessTiming.Failure.self) { try failing.rows(of: workload, in: folder.url) }
  }

  private static func bytes(_ url: URL) throws -> Int {
    let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
    guard let names else { return try Data(contentsOf: url).count }
    return try names.reduce(0) { try $0 + bytes(url.appendingPathComponent($1)) }
  }

  private static func check(
    _ arguments: [String]
  ) -> (code: ExitCode, output: String, errors: String) {
    var output: [UInt8] = []
    var errors: [UInt8] = []
    let code = schemacheck.run(
      arguments: arguments.map { Argument($0) }, standardOutput: { output += $0 },
      standardError: { errors += $0 }, environment: Environment(lookUp: { _ in nil }))
    return (code, String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
  }
}
