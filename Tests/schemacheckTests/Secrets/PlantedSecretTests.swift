@_spi(Engine) @testable import ContractReports
import ContractCheck
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Secrets are planted wherever traffic, contracts, configurations and arguments can have them, and
/// are in nothing that the tool prints or writes, but where that is what was asked for.
@Suite struct PlantedSecretTests {
  private let traffic: SecretTraffic

  init() throws {
    traffic = try SecretTraffic()
    try traffic.folder.write("", to: "out/empty")
  }

  private var captures: String { traffic.folder.path + "/captures" }
  private var told: String { traffic.folder.path + "/told" }
  private var own: String { traffic.folder.path + "/own" }
  private var fixtures: String { traffic.folder.path + "/fixtures" }

  private func new(_ name: String) -> String { traffic.folder.path + "/out/" + name }

  /// Expects no secret in what a command prints and in the files that it writes.
  private func expectNothing(
    _ arguments: [String], writes files: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let run = Scenario.run(arguments)
    #expect(
      run.code != .error || run.errors.contains("could not be read"), "\(run.errors.prefix(300))",
      sourceLocation: sourceLocation)
    let texts = try [run.everything] + files.map { try text(of: $0) }
    for text in texts {
      let leaks = traffic.leaks(in: text)
      #expect(
        leaks.isEmpty, "\(arguments.joined(separator: " "))\n\(leaks.joined(separator: "\n"))",
        sourceLocation: sourceLocation)
    }
  }

  private func text(of file: String) throws -> String {
    String(decoding: try InputFile(InputPath(file)).readAll(), as: UTF8.self)
  }

  /// Expects no secret in any report of a command, each in a file.
  private func expectNothingInReports(
    _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = ReportFormat.all.map(\.name)
    let options = names.flatMap { ["-f", "\($0)=\(new($0))"] }
    try expectNothing(arguments + options, writes: names.map(new), sourceLocation: sourceLocation)
  }

  // MARK: Traffic

  @Test func `Reports of checks`() throws {
    let contract = traffic.contract
    try expectNothingInReports(["check", "-c", contract, captures, told, own])
    try expectNothing(["check", "-c", contract, captures, told, own])
    try expectNothing(["check", "-c", contract, "--explain-match", captures, told, own])
    try expectNothingInReports(
      ["check", "-c", contract, "--by", "header:X-Count", "--stats", "--strict", captures])
    try expectNothingInReports(["check", "-c", "social-posts", "--allow-empty", captures])
  }

  @Test func `Reports of bodies`() throws {
    for request in [[], ["--request"]] {
      let operation = ["--operation", "post1"] + request
      try expectNothingInReports(["check", "-c", traffic.contract] + operation + [fixtures])
    }
    let schema = try traffic.folder.write(#"{"type": "array"}"#, to: "schema.json")
    try expectNothingInReports(["validate", "--schema", schema, captures, fixtures])
    try expectNothingInReports(["lint", captures, fixtures])
  }

  @Test func `Reports of a HAR`() throws {
    let har = traffic.folder.path + "/all.har"
    #expect(Scenario.run("convert", captures, "-o", har, "--force").code == .clean)
    try expectNothingInReports(["check", "-c", traffic.contract, har])
    #expect(!traffic.leaks(in: try text(of: har)).isEmpty, "a copy has everything")
  }

  @Test func `What commands make of traffic`() throws {
    let contract = traffic.contract
    let (before, after) = (new("before.ndjson"), new("after.json"))
    try expectNothing(
      ["check", "-c", contract, "-f", "ndjson=\(before)", fixtures, "--operation", "post1"],
      writes: [before])
    try expectNothing(
      ["check", "-c", contract, "-f", "json=\(after)", captures, told, own], writes: [after])
    for format in ["text", "json"] {
      try expectNothing(["compare", before, after, "-f", format])
    }
    try expectNothing(["merge-summaries", before, after])
    let baseline = new("baseline.json")
    try expectNothing(
      ["baseline", "-c", contract, "--baseline", baseline, captures, told, own], writes: [baseline])
    for format in ["text", "json", "html", "lcov"] {
      try expectNothing(["coverage", "-c", contract, "-f", format, captures, told, own])
    }
    for format in ["basic", "detailed", "flag"] {
      let schema = try traffic.folder.write(
        #"{"properties": {"e": {"enum": [1]}}, "additionalProperties": {"const": 2}}"#,
        to: "schema.json")
      try expectNothing(["validate", "--schema", schema, "--output", format, fixtures])
    }
    try expectNothing(["amend", contract, captures, told, own, "--diff"])
    try expectNothing(["init", traffic.folder.path, "--force", "-c", contract])
  }

  @Test(arguments: ["yaml", "json"])
  func `Contracts that are inferred`(ending: String) throws {
    let file = new("inferred.\(ending)")
    let configuration = traffic.folder.path + "/.schemacheck.json"
    for options in [["--examples"], ["--examples", "--accept-all"], []] {
      try expectNothing(
        ["infer", captures, own, "-o", file, "--force", "--config", configuration] + options,
        writes: [file])
    }
  }

  @Test(arguments: ["har", "ndjson"])
  func `Copies with masks`(ending: String) throws {
    let file = new("masked.\(ending)")
    let configuration = traffic.folder.path + "/.schemacheck.json"
    try expectNothing(
      ["convert", captures, own, "-o", file, "--mask", "--config", configuration], writes: [file])
  }

  @Test func `Fixes of fixtures`() throws {
    try expectNothing(
      ["fix", "--diff", "-c", traffic.contract, "--operation", "post1", fixtures])
    try expectNothing(["fix", "-c", traffic.contract, "--operation", "post1", fixtures])
    try expectNothing(["fix", "-c", traffic.contract, captures])
  }
}
