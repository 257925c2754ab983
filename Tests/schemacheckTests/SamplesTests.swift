@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The captures in `samples/` and the reports kept beside them: what the tool says of each of the
/// five contracts, to the letter.
@Suite struct SamplesTests {
  @Test(arguments: Sample.all)
  func reports(sample: Sample) {
    for (format, ending) in [("text", "txt"), ("json", "json.expected")] {
      let report = Self.check([sample.path] + sample.arguments, sample.contract, format)
      let name = "../../../samples/\(sample.contract)/expected/\(sample.name).\(ending)"
      #expect(Golden.difference(of: report.output, from: name) == nil)
      // 2 would say that nothing was checked.
      #expect(report.code == (report.output.contains(Self.errorMark[format]!) ? .findings : .clean))
    }
  }

  /// Reports fit 80 columns. Only a path, a pointer or a URL may be longer, and stands alone.
  @Test(arguments: Sample.all)
  func reportsFit(sample: Sample) throws {
    for line in try sample.expected("txt").split(separator: "\n") {
      let width = line.unicodeScalars.reduce(0) { $0 + DisplayWidth.columns(of: $1) }
      let pieces = line.split(separator: " ").filter { !["-->", "|", "="].contains($0) }
      #expect(width <= 80 || pieces.count == 1 && pieces[0].contains("/"), "\(line)")
    }
  }

  /// The other formats of every sample of one contract, to the letter.
  @Test(arguments: ReportFormat.all.dropFirst(4).map(\.name))
  func everyFormatIsAsRecorded(format: String) {
    let report = Self.check(["samples/fotolokashen"], "fotolokashen", format)
    #expect(report.code == .findings)
    #expect(Golden.difference(of: report.output, from: "samples.\(format)") == nil)
  }

  /// The regions of other people's formats, cut out of the captures by Python, are the bytes that the
  /// JSON report gives, and so are those of the edits.
  @Test(.enabled(if: (try? Python.run("import json")) == "", "python3 is needed"))
  func placesAreThoseOfTheBytes() throws {
    for contract in Contract.bundledNames {
      let reports = ["json", "sarif", "rdjson"].map {
        Self.check(["samples/\(contract)"], contract, $0).output
      }
      let output = try Python.run(Self.places, "[\(reports.joined(separator: ","))]")
      let count = try JSONDocument(reports[0]).root["findings"]?.count ?? 0
      #expect(output == "\(count) findings, 0 wrong\n")
    }
  }

  private static let places = """
    import json, sys
    plain, sarif, rdjson = json.load(sys.stdin)
    wrong = 0
    def lines(path): return open(path, encoding="utf-8-sig", newline="").read().split("\\n")
    def cut(lines, start, end):
        # One string from (line, column) up to (line, column), columns from 1, the end exclusive.
        if start[0] == end[0]: return lines[start[0] - 1][start[1] - 1:end[1] - 1]
        first, last = lines[start[0] - 1][start[1] - 1:], lines[end[0] - 1][:end[1] - 1]
        return "\\n".join([first, *lines[start[0]:end[0] - 1], last])
    for f, s, d in zip(plain["findings"], sarif["runs"][0]["results"], rdjson["diagnostics"], strict=True):
        raw = open(f["file"], "rb").read()
        text = lines(f["file"])
        coded = [line.encode() for line in text]
        def scalars(r): return cut(text, (r["startLine"], r["startColumn"]), (r["endLine"], r["endColumn"]))
        def octets(r):
            rows = [c.decode("latin-1") for c in coded]
            ends = [(r[e]["line"], r[e]["column"]) for e in ("start", "end")]
            return cut(rows, *ends).encode("latin-1")
        def same(place, region, range):
            bytes = raw[place["offset"]:place["offset"] + place["length"]]
            return scalars(region).encode() == bytes == octets(range)
        wrong += not same(f, s["locations"][0]["physicalLocation"]["region"], d["location"]["range"])
        if f["fix"]:
            edit = f["fix"]["edits"][0]
            change = s["fixes"][0]["artifactChanges"][0]["replacements"][0]
            suggestion = d["suggestions"][0]
            wrong += not same(edit, change["deletedRegion"], suggestion["range"])
            wrong += not (edit["text"] == suggestion["text"] == change["insertedContent"]["text"])
        else:
            wrong += "fixes" in s or "suggestions" in d
    print(len(plain["findings"]), "findings,", wrong, "wrong")
    """

  private static let errorMark = ["text": "error[", "json": #""severity":"error""#]

  @Test(arguments: Contract.bundledNames)
  func everyContractHasEveryKindOfCapture(contract: String) throws {
    let samples = Sample.all.filter { $0.contract == contract }
    #expect(samples.count >= 12)
    let formats = try samples.map { CaptureFormat.detect(Array(try Data(contentsOf: $0.url))) }
    #expect(Set(formats) == [.har, .http, .ndjson, .json])
    let reports = try samples.map { try Self.found(in: $0.expectedReport) }
    #expect(reports.filter(\.isEmpty).count >= 4, "captures that are right")
    #expect(reports.filter { !$0.isEmpty }.count >= 6, "captures that are wrong")
  }

  /// The README shows the command's first finding and its last lines.
  @Test func theREADMEShowsWhatTheCommandPrints() throws {
    let file = PackageFolder.url.appendingPathComponent("README.md")
    let readMe = try String(contentsOf: file, encoding: .utf8)
    let blocks = readMe.components(separatedBy: "\n```").filter { !$0.hasPrefix("\n") }
    let commands = blocks.filter { $0.hasPrefix("sh\n") }.map { $0.dropFirst(3) }
    #expect(
      commands.prefix(2) == [
        "swift run schemacheck check --contract fotolokashen samples/fotolokashen",
        "swift test",
      ])
    let shown = try #require(blocks.first { $0.hasPrefix("text\n") }).dropFirst(5)
    let words = try #require(commands.first).split(separator: " ").drop { $0 != "schemacheck" }
    _ = Self.atTopLevel
    let scenario = Scenario.run(words.dropFirst().map(String.init))
    let finding = scenario.output.components(separatedBy: "\n\n")[0]
    let summary = scenario.errors.split(separator: "\n").suffix(4).joined(separator: "\n")
    let text = readMe.replacing(shown, with: "\(finding)\n\n\(summary)", maxReplacements: 1)
    #expect(Golden.difference(of: text, at: file) == nil)
  }

  @Test func everyRuleIsShown() throws {
    let rules = try Sample.all.flatMap { try Self.found(in: $0.expectedReport).map(\.rule) }
    // No capture holds a request that the tool sent, nor pages that it asked for, and no bundled
    // contract marks anything as deprecated.
    let others = ["unexpected-status", "page-sequence", "deprecated-use"]
    #expect(Set(rules).union(others) == Set(Rule.catalogue.map(\.id)))
  }

  @Test func everyReportHasItsCapture() throws {
    for contract in Contract.bundledNames {
      let folder = Sample.folder.appendingPathComponent("\(contract)/expected")
      let names = Sample.all.filter { $0.contract == contract }.map(\.name)
      #expect(
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
          == Set(names.flatMap { ["\($0).txt", "\($0).json.expected"] }))
    }
    let readMe = try String(
      contentsOf: Sample.folder.appendingPathComponent("README.md"), encoding: .utf8)
    for sample in Sample.all {
      #expect(
        readMe.contains("`\(sample.contract)/\(sample.name)`"), "\(sample.path) is not listed")
    }
  }

  /// A folder is walked to its captures, and past the reports; bodies that come without their
  /// exchange are matched to the nearest schema, which finds the same.
  @Test(arguments: Contract.bundledNames)
  func folderFindsWhatItsFilesFind(contract: String) throws {
    let samples = Sample.all.filter { $0.contract == contract }
    let whole = Self.check(["samples/\(contract)"], contract, "json")
    #expect(whole.code == .findings)
    let document = try JSONDocument(whole.output)
    #expect(document.root["summary"]?["inputs"]?.int == samples.count)
    // Without their options, some bodies resemble nothing.
    let found = try Self.found(in: whole.output).filter { $0.rule != "unmatched-body" }
    let each = try samples.flatMap { try Self.found(in: $0.expectedReport) }
    #expect(found == each.filter { $0.rule != "unmatched-body" })
  }

  /// Every secret in a sample says that it is none, save the two that have to look like tokens.
  @Test func reportsShowNoSecret() throws {
    for sample in Sample.all {
      let reports = [try sample.expectedReport, try sample.expected("txt")]
      for secret in Self.secrets {
        for report in reports { #expect(!report.contains(secret), "\(sample.path): \(secret)") }
      }
    }
    for contract in Contract.bundledNames {
      for format in ReportFormat.all.dropFirst(4) {
        let report = Self.check(["samples/\(contract)"], contract, format.name).output
        #expect(!report.isEmpty)
        for secret in Self.secrets {
          #expect(!report.contains(secret), "\(contract), \(format.name): \(secret)")
        }
      }
    }
  }

  private static let secrets = ["not-a-real", "00112233445566778899", "a1b2c3d4e5f6g7"]

  // MARK: Running

  /// Runs `check` at the package's top level, so that reports name files as the README does.
  private static func check(
    _ rest: [String], _ contract: String, _ format: String
  ) -> (code: ExitCode, output: String) {
    _ = atTopLevel
    let arguments = ["check", "--contract", contract, "--format", format, "--quiet"] + rest
    var output: [UInt8] = []
    let code = run(
      arguments: arguments.map { Argument($0) }, standardOutput: { output += $0 },
      standardError: { _ in }, environment: Environment(lookUp: { _ in nil }))
    return (code, String(decoding: output, as: UTF8.self))
  }

  /// The working folder belongs to the process: it is set once, to where it mostly is already.
  static let atTopLevel = FileManager.default.changeCurrentDirectoryPath(
    PackageFolder.url.path)

  private struct Place: Hashable {
    var file, rule, instance: String
    var property: String?
    var offset, length: Int
  }

  private static func found(in report: String) throws -> [Place] {
    let findings = try #require(try JSONDocument(report).root["findings"])
    return try findings.elements.map {
      Place(
        file: try #require($0["file"]?.string), rule: try #require($0["rule"]?.string),
        instance: try #require($0["instance"]?.string), property: $0["member"]?.string,
        offset: try #require($0["offset"]?.int), length: try #require($0["length"]?.int))
    }
  }
}

/// One capture of `samples/`.
struct Sample: Sendable, CustomTestStringConvertible {
  let contract: String
  let name: String
  /// What a body that comes without its exchange needs beside the contract.
  let arguments: [String]

  var path: String { "samples/\(contract)/\(name)" }
  var url: URL { Self.folder.appendingPathComponent("\(contract)/\(name)") }
  var testDescription: String { path }

  /// The report in JSON that is kept beside the capture.
  var expectedReport: String { get throws { try expected("json.expected") } }

  func expected(_ ending: String) throws -> String {
    let file = Self.folder.appendingPathComponent("\(contract)/expected/\(name).\(ending)")
    return try String(contentsOf: file, encoding: .utf8)
  }

  static let folder = PackageFolder.url.appendingPathComponent("samples")

  /// In the order in which a folder's files are checked.
  static let all: [Sample] = {
    let file = try? Data(contentsOf: folder.appendingPathComponent("arguments.json"))
    let arguments = (try? JSONDocument(Array(file ?? Data())))?.root
    return Contract.bundledNames.flatMap { contract in
      let path = folder.appendingPathComponent(contract).path
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      return names.filter { $0 != "expected" && !$0.hasPrefix(".") }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .map { name in
          Sample(
            contract: contract, name: name,
            arguments: arguments?[contract]?[name]?.elements.compactMap(\.string) ?? [])
        }
    }
  }()
}
