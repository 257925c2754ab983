@_spi(Engine) import ContractReports
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The ratchet: `baseline`, `--baseline`, `--update-baseline`, `--strict-baseline`.
@Suite struct BaselineCommandTests {
  private let project: ProjectFolder
  private let file: String

  init() throws {
    project = try ProjectFolder()
    file = project.path + "/b.json"
    try project.folder.write(ProjectFolder.page("latitude", "latitude"), to: "in/a.json")
    try project.folder.write(ProjectFolder.page("LAT"), to: "in/b.json")
    try project.configure(
      "'inputs': ['in'], 'baseline': 'b.json', "
        + "'bodies': [{'file': '**', 'operation': 'listPublicLocations'}]")
  }

  private func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  @Test func writesWhatIsWrongToday() throws {
    #expect(
      project.run("check").errors
        == "schemacheck: DIR/b.json: the baseline does not exist; `schemacheck baseline` creates it\n"
    )
    let written = project.run("baseline")
    #expect(written.code == .clean && written.output.isEmpty)
    #expect(
      written.errors == """
        no findings; 3 in the baseline
        2 of 2 exchanges checked
        wrote DIR/b.json: 2 entries for 3 findings (2 added)

        """)
    let known = project.run("check")
    #expect(known.code == .clean && known.output.isEmpty)
    #expect(known.errors.contains("no findings; 3 in the baseline\n"))
    #expect(Scenario.difference(of: try text(), from: "baseline-written.json") == nil)
    #expect(!(try text().contains(project.path)))
  }

  @Test func placesAndOrderDoNotMatter() throws {
    #expect(project.run("baseline").code == .clean)
    try FileManager.default.moveItem(
      atPath: project.path + "/in/a.json", toPath: project.path + "/in/z.json")
    try project.folder.write(
      "\n\n" + ProjectFolder.page("lat", "latitude", "latitude", "latitude"), to: "in/z.json")
    let scenario = project.run("check", "--strict-baseline")
    #expect(scenario.code == .clean && scenario.errors.contains("; 4 in the baseline\n"))
    // Another mistake at the same place is another finding.
    try project.folder.write(
      ProjectFolder.page("lat").replacing("37.7749", with: "\"37.7749\""), to: "in/b.json")
    #expect(project.run("check").code == .findings)
  }

  /// Growth behind the baseline is no failure, and is said.
  @Test func growthIsSaid() throws {
    #expect(project.run("baseline").code == .clean)
    try project.folder.write(
      ProjectFolder.page("latitude", "latitude", "latitude", "latitude"), to: "in/c.json")
    let grown = project.run("check")
    #expect(grown.code == .clean && grown.output.isEmpty)
    #expect(
      grown.errors.hasSuffix(
        """
        7 in the baseline
        3 of 3 exchanges checked
        DIR/b.json:3:3: coordinate-names  GET /api/v1/locations/public  /locations/*/latitude: ×6, \
        was ×2 when the baseline was written

        """))
    #expect(!project.run("check", "-q").errors.contains("×"))
  }

  /// With `--fail-on-growth`, or in the configuration, it is one; then counts are as a gate says.
  @Test func growthFails() throws {
    #expect(project.run("baseline").code == .clean)
    #expect(project.run("check", "--fail-on-growth").code == .clean)
    try project.folder.write(ProjectFolder.page("latitude", "latitude"), to: "in/c.json")
    let grown = project.run("check", "--fail-on-growth", "-q")
    #expect(grown.code == .findings && grown.output.isEmpty)
    let entry = "DIR/b.json:3:3: coordinate-names  GET /api/v1/locations/public  "
    let told = """
      schemacheck: \(entry)/locations/*/latitude: ×4, was ×2 when the baseline was written
      schemacheck: DIR/b.json: 1 known finding is more frequent than in the baseline; fix the \
      new mistakes, or record the counts of today with `--update-baseline --allow-growth`

      """
    #expect(grown.errors == told)
    #expect(project.run("check", "--fail-on-growth", "--exit-zero").code == .clean)
    let configured = try String(
      contentsOfFile: project.path + "/.schemacheck.json", encoding: .utf8)
    try project.folder.write(
      configured.replacing("\"baseline\"", with: "\"failOnGrowth\": true, \"baseline\""),
      to: ".schemacheck.json")
    #expect(project.run("check", "-q").errors == told)
    // An update that may not grow says the same, and keeps the count.
    let refused = project.run("check", "--update-baseline")
    #expect(refused.code == .findings && refused.errors.contains("×4, was ×2"))
    #expect(refused.errors.hasSuffix("DIR/b.json is unchanged: 2 entries for 3 findings\n"))
    let allowed = project.run("baseline", "--allow-growth")
    #expect(allowed.code == .clean)
    #expect(
      allowed.errors.hasSuffix("wrote DIR/b.json: 2 entries for 5 findings (1 count changed)\n"))
    #expect(project.run("check").code == .clean)
    // What was mended may not come back.
    try FileManager.default.removeItem(atPath: project.path + "/in/c.json")
    #expect(
      project.run("baseline").errors.hasSuffix(
        "wrote DIR/b.json: 2 entries for 3 findings (1 count changed)\n"))
    #expect(try text().contains("\"count\":2}"))
    #expect(
      Scenario.run("check", "--no-config", "--fail-on-growth").errors.contains(
        "`--fail-on-growth` needs `--baseline FILE`"))
  }

  /// Another file that cannot be read is another mistake.
  @Test func unreadFilesAreNotAlike() throws {
    try project.folder.write("{\"a\": 1,}", to: "in/broken.json")
    #expect(project.run("baseline").code == .clean)
    #expect(project.run("check").code == .clean)
    try FileManager.default.createDirectory(
      atPath: project.path + "/in/moved", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: project.path + "/in/broken.json", toPath: project.path + "/in/moved/broken.json")
    #expect(project.run("check").code == .clean)
    try project.folder.write("{\"a\": 1,}", to: "in/other.json")
    let other = project.run("check")
    #expect(
      other.code == .findings && other.output.contains("in/other.json"), "\(other.everything)")
  }

  @Test func onlyShrinks() throws {
    #expect(project.run("baseline").code == .clean)
    let before = try text()
    try project.folder.write(ProjectFolder.page("lat"), to: "in/b.json")
    try project.folder.write(
      ProjectFolder.right.replacing(#""city": null,"#, with: ""), to: "in/c.json")
    let stale = project.run("check", "-f", "concise")
    #expect(stale.code == .findings && stale.output.contains("explicit-null"))
    #expect(
      stale.errors.hasSuffix(
        """
        DIR/b.json:2:3: warning: stale entry: coordinate-names  GET /api/v1/locations/public  \
        /locations/*/LAT
        DIR/b.json: warning: 1 stale entry; `--update-baseline` removes it

        """))
    #expect(try text() == before)
    let shrunk = project.run("check", "--update-baseline", "-f", "concise")
    #expect(shrunk.code == .findings && shrunk.output == stale.output)
    #expect(
      shrunk.errors.hasSuffix(
        """
        wrote DIR/b.json: 1 entry for 2 findings (1 removed)
        1 finding is not in DIR/b.json; `--allow-growth` adds it

        """))
    let again = project.run("baseline", "-f", "concise")
    #expect(again.code == .findings && again.output == stale.output)
    #expect(again.errors.contains("DIR/b.json is unchanged: 1 entry for 2 findings\n"))
    let grown = project.run("check", "--update-baseline", "--allow-growth")
    #expect(grown.code == .clean && grown.output.isEmpty)
    #expect(grown.errors.hasSuffix("wrote DIR/b.json: 2 entries for 3 findings (1 added)\n"))
    #expect(project.run("baseline", "--allow-growth").code == .clean)
  }

  @Test func strictBaselinesMayNotBeStale() throws {
    #expect(project.run("baseline").code == .clean)
    #expect(project.run("check", "--strict-baseline").code == .clean)
    try project.folder.write(ProjectFolder.page("lat"), to: "in/a.json")
    #expect(project.run("check").code == .clean)
    let strict = project.run("check", "--strict-baseline", "-q")
    #expect(strict.code == .findings && strict.output.isEmpty)
    #expect(
      strict.errors == """
        schemacheck: DIR/b.json:3:3: stale entry: coordinate-names  GET /api/v1/locations/public  \
        /locations/*/latitude
        schemacheck: DIR/b.json: 1 stale entry; `--update-baseline` removes it

        """)
    // A part of the inputs says nothing of the rest.
    #expect(
      project.run("check", "--strict-baseline", "-q", project.path + "/in/b.json").code == .clean)
  }

  @Test func isUpdatedFromEverythingOnly() throws {
    #expect(project.run("baseline").code == .clean)
    let before = try text()
    #expect(
      project.run("check", "--update-baseline", project.path + "/in/b.json").errors
        == "schemacheck: the baseline can be updated only if all inputs of the configuration are "
        + "checked; remove `DIR/in/b.json`\n")
    // By another contract nothing of it is found again.
    #expect(
      project.run("check", "--update-baseline", "-c", "social-posts").errors
        == "schemacheck: the baseline can be updated only if all inputs of the configuration are "
        + "checked; remove `--contract`\n")
    #expect(
      !project.run("check", "--strict-baseline", "-c", "social-posts").errors
        .contains("stale"))
    for option in [["--max-findings", "1"], ["--changed-since", "HEAD"]] {
      let scenario = project.run(["check", "--update-baseline"] + option)
      #expect(
        scenario.errors
          == "schemacheck: `--update-baseline` and `\(option[0])` cannot be used together\n")
    }
    // What cannot be read may hold what seems gone.
    try project.folder.write("{\"log\": {\"entries\": [", to: "in/b.har")
    try project.folder.write(ProjectFolder.right, to: "in/a.json")
    let cut = project.run("check", "--update-baseline")
    #expect(cut.code == .error)
    #expect(
      cut.errors.hasSuffix(
        "schemacheck: DIR/b.json is unchanged: not everything could be checked\n"))
    #expect(try text() == before)
  }

  /// The file of a contract is another from each working folder, and what is known of it is not.
  @Test func aContractOfTheProject() throws {
    let contract = try Data(
      contentsOf: PackageFolder.url.appendingPathComponent("schemas/fotolokashen.json"))
    try project.folder.write(String(decoding: contract, as: UTF8.self), to: "api/openapi.json")
    try project.folder.write(
      #"{"contracts": ["api/openapi.json"], "inputs": ["in"], "baseline": "b.json"}"#,
      to: ".schemacheck.json")
    #expect(try project.tool("baseline", "-q").code == .clean)
    #expect(try project.tool("check", "-q", "--strict-baseline", in: "in").code == .clean)
  }

  @Test func withoutAConfiguration() throws {
    func run(_ arguments: String...) -> Scenario {
      project.shown(
        Scenario.run(
          [arguments[0], "--no-config", "-c", "fotolokashen", project.path + "/in"]
            + arguments.dropFirst()))
    }
    #expect(run("check", "--strict-baseline").errors.contains("needs `--baseline FILE`"))
    #expect(
      run("check", "--allow-growth", "--baseline", file).errors.contains(
        "needs `--update-baseline`"))
    #expect(run("baseline", "--baseline", file).code == .clean)
    #expect(run("check", "--baseline", file).code == .clean)
    #expect(run("check").code == .findings)
    try project.folder.write("[]", to: "b.json")
    #expect(
      run("check", "--baseline", file).errors
        == "schemacheck: DIR/b.json:1:1: a baseline must be an object\n")
    #expect(run("baseline", "--baseline", file).code == .error)
  }

  @Test func aLintHasABaselineOfItsOwn() throws {
    let lint = ["lint", "--no-config", project.path + "/in", "--baseline", file]
    #expect(Scenario.run(lint + ["--update-baseline", "--allow-growth"]).code == .clean)
    let scenario = Scenario.run(lint + ["--fail-on", "note", "--strict-baseline"])
    #expect(scenario.code == .clean && scenario.errors.contains("in the baseline"))
    // That of the configuration is for `check`.
    #expect(!project.run("lint").errors.contains("baseline"))
  }

  // MARK: Samples

  /// Of every kind of capture: what one run finds, another knows, whatever prints it and on however
  /// many threads; and what is hidden and reported is all there is.
  @Test(arguments: Contract.bundledNames)
  func everyRunKnowsTheSame(contract: String) throws {
    let samples = PackageFolder.url.appendingPathComponent("samples/\(contract)").path
    let judged = ["-c", contract, "--no-config", samples]
    func summary(_ arguments: String...) throws -> Summary {
      let scenario = Scenario.run(["check", "-f", "ndjson"] + judged + arguments)
      let last = try #require(scenario.output.split(separator: "\n").last)
      return try #require(Summary(report: try JSONDocument(String(last)).root))
    }
    let all = try summary()
    #expect(all.findings(atLeast: .note) > 0 && all.hidden == 0)
    let written = Scenario.run(
      ["baseline", "--baseline", file, "-f", "json", "--jobs", "1"] + judged)
    #expect(written.code == .clean)
    for more in [["-f", "text"], ["-f", "concise", "--jobs", "3"]] {
      let known = Scenario.run(
        ["check", "--baseline", file, "--strict-baseline", "-q", "--fail-on", "note"] + judged
          + more)
      #expect(known.code == .clean && known.output.isEmpty, "\(known.errors)")
    }
    #expect(try summary("--baseline", file).baselined == all.findings(atLeast: .note))
    // A part of the entries, two suppressions, and a file that is broken on purpose.
    var lines = try text().split(separator: "\n").map(String.init)
    lines.removeAll { $0.contains("\"iso-dates\"") || $0.contains("\"schema\"") }
    if let last = lines.indices.dropLast().last, lines[last].hasSuffix(",") {
      lines[last].removeLast()
    }
    try project.folder.write(lines.joined(separator: "\n"), to: "part.json")
    let broken = try #require(Sample.all.first { $0.contract == contract && $0.name.contains("-") })
    let relative = InputPath(broken.url.path).relative(to: InputPath(project.path + "/"))
    try project.folder.write(
      """
      {"suppressions": [{"rule": "coordinate-names", "reason": "r"},
        {"pointer": "/**/id", "reason": "r"}], "baseline": "part.json",
       "expectedBroken": ["\(String(decoding: relative, as: UTF8.self))"]}
      """, to: "c.json")
    let scenario = Scenario.run(
      "check", "-f", "json", "-c", contract, "--config", project.path + "/c.json", samples)
    let parts = try #require(Summary(report: try JSONDocument(scenario.output).root))
    #expect(parts.findings(atLeast: .note) + parts.hidden == all.findings(atLeast: .note))
    #expect(parts.hidden > 0)
  }

  @Test func fingerprintsAreWhatIsKnown() throws {
    #expect(project.run("baseline").code == .clean)
    // Two branches have each added an entry; nobody has to mend the file.
    let lines = try text().split(separator: "\n", omittingEmptySubsequences: false)
    try project.folder.write(
      ([lines[0], lines[1]] + lines[1...]).joined(separator: "\n"), to: "b.json")
    #expect(project.run("check", "--strict-baseline").code == .clean)
  }
}
