import ContractRuns
import TestSupport
import Testing

@testable import schemacheck

/// `--min-checked`, and `minChecked` of the configuration.
@Suite struct MinimumCheckedTests {
  private let project: ProjectFolder

  init() throws {
    project = try ProjectFolder()
    try project.folder.write(ProjectFolder.right, to: "pages/a.json")
    try project.folder.write(ProjectFolder.right, to: "pages/b.json")
    try project.folder.write(
      #"{"method": "GET", "url": "/nowhere", "status": 200, "responseBody": {}}"#,
      to: "pages/c.ndjson")
  }

  private static let bodies =
    "'bodies': [{'file': '**', 'operation': 'GET /api/v1/locations/public'}]"
  private static let counts = "only 2 exchanges were checked; the minimum is 3\n"

  @Test func optionFailsTheRun() throws {
    try project.configure(Self.bodies)
    func check(_ options: String...) -> Scenario {
      project.run(["check", project.path + "/pages", "-q", "-f", "concise"] + options)
    }
    #expect(check("--min-checked", "2").code == .clean)
    let few = check("--min-checked", "3")
    #expect(few.code == .findings)
    #expect(
      few.errors == "not checked: 1 unmatched\nschemacheck: --min-checked 3: \(Self.counts)")
    // `--exit-zero` is for findings. Here, too little was checked.
    #expect(check("--min-checked", "3", "--exit-zero").code == .findings)
    #expect(check("--strict", "--exit-zero").code == .findings)
    // Each record has a verdict, so the status is only about the tool.
    let verdicts = project.run(
      "check", project.path + "/pages", "-q", "-f", "verdicts", "--strict", "--exit-zero")
    #expect(verdicts.code == .clean)
    #expect(
      check("--min-checked", "0").errors
        == "schemacheck: `--min-checked` takes a number from 1 on, not `0`\n")
    #expect(
      check("--min-checked", "3", "--changed-since", "HEAD").errors
        == "schemacheck: `--min-checked` and `--changed-since` cannot be used together\n")
  }

  @Test func oneKeyOfAnExchange() {
    let run = Scenario.run("check", "x", "-c", "fotolokashen", "--by", "host", "--by", "day")
    #expect(
      run.everything == "schemacheck: `--by` takes only one key; run `check` again for "
        + "another key\n")
  }

  /// The number of the configuration is of everything that it names.
  @Test func configurationFailsTheWholeRun() throws {
    try project.configure(Self.bodies + ", 'inputs': ['pages'], 'minChecked': 3")
    let few = project.run("check", "-q", "-f", "concise")
    #expect(few.code == .findings)
    #expect(
      few.errors
        == "not checked: 1 unmatched\n"
        + "schemacheck: DIR/.schemacheck.json: `minChecked` 3: \(Self.counts)")
    #expect(project.run("check", "-q", project.path + "/pages/a.json").code == .clean)
    for command in ["fix", "baseline"] {
      let other = project.run(command, "-q", "--exit-zero")
      #expect(!other.errors.contains("minChecked"), "\(command) \(other.everything)")
    }
    #expect(project.run("check", "-q", "--min-checked", "2").code == .clean)
    try project.configure("'minChecked': 0")
    #expect(
      project.run("check").errors
        == "schemacheck: DIR/.schemacheck.json:1:47: `minChecked` must be a whole number of at "
        + "least 1\n")
  }
}
