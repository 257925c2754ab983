import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What `.schemacheck.json` does to a run.
@Suite struct ConfigurationFileTests {
  private let project: ProjectFolder

  init() throws {
    project = try ProjectFolder()
    try project.folder.write(ProjectFolder.wrong, to: "fixtures/wrong.json")
    try project.folder.write(ProjectFolder.right, to: "fixtures/right page.json")
  }

  private static let listing = "'operation': 'GET /api/v1/locations/public'"
  private static let everything = "'inputs': ['fixtures'], 'bodies': [{'file': '**', \(listing)}]"

  @Test func bareCheckWorks() throws {
    try project.configure(Self.everything)
    let scenario = project.run("check", "-f", "concise")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output == """
        DIR/fixtures/wrong.json:2:17: error[coordinate-names] coordinate is named `latitude`; this \
        API says `lat`  (GET /api/v1/locations/public 200 /locations/0/latitude)

        """)
    #expect(scenario.errors == "1 error in 1 group: coordinate-names 1\n2 of 2 exchanges checked\n")
  }

  /// Clients of another contract would judge nothing.
  @Test(arguments: [
    ("fotolokashe", "; did you mean `fotolokashen`?"), ("x", "; the contracts are fotolokashen"),
  ])
  func clientsNameAContract(name: String, end: String) throws {
    try project.configure("'clients': {'\(name)': {'app': {'decoder': 'Gson'}}}")
    let scenario = project.run("check", "fixtures")
    #expect(scenario.code == .error)
    #expect(
      scenario.errors
        == "schemacheck: DIR/.schemacheck.json:1:45: `clients` has clients for `\(name)`, but "
        + "there is no such contract\(end)\n")
  }

  // MARK: Finding the file

  @Test func isFoundFromTheWorkingFolderUp() throws {
    try project.configure(Self.everything)
    try project.folder.write("{}", to: "a/b/c.txt")
    let scenario = try project.tool("check", "-q", "-f", "concise", in: "a/b")
    #expect(scenario.code == .findings)
    #expect(scenario.output.hasPrefix("../../fixtures/wrong.json:2:17: error[coordinate-names]"))
    #expect(try project.tool("check", "-q", "-f", "concise").output.hasPrefix("fixtures/wrong"))
    // The nearest one counts.
    try project.folder.write("{\"contract\": []}", to: "a/.schemacheck.json")
    let other = try project.tool("check", in: "a/b")
    #expect(
      other.errors
        == "schemacheck: ../.schemacheck.json:1:2: a configuration has no property `contract`; "
        + "did you mean `contracts`?\n")
    #expect(try project.tool("check", "--no-config", in: "a/b").code == .error)
    #expect(
      try project.tool("check", "--config", "../../.schemacheck.json", in: "a/b").code == .findings)
  }

  @Test func theEnvironmentComesBetween() throws {
    try project.configure(Self.everything)
    try project.folder.write("{\"failOn\": \"eror\"}", to: "broken.json")
    let named = ["SCHEMACHECK_CONFIG": project.path + "/.schemacheck.json"]
    #expect(project.shown(Scenario.run("check", variables: named)).code == .findings)
    let broken = project.shown(
      Scenario.run("check", variables: ["SCHEMACHECK_CONFIG": project.path + "/broken.json"]))
    #expect(
      broken.errors
        == "schemacheck: DIR/broken.json:1:12: `failOn` must be one of `error`, `warning`, `note`; "
        + "did you mean `error`?\n")
    #expect(
      project.run("check", variables: ["SCHEMACHECK_CONFIG": "/nowhere"]).code == .findings)
    #expect(Scenario.run("check", "--no-config", variables: named).code == .error)
    #expect(
      Scenario.run("check", "--no-config", "--config", "x").errors
        == "schemacheck: `--config` and `--no-config` cannot be used together\n")
    #expect(
      Scenario.run("check", "--config", "/nowhere/c.json").errors
        == "schemacheck: /nowhere/c.json: No such file or directory\n")
  }

  // MARK: Precedence

  @Test func argumentsComeFirst() throws {
    try project.configure(Self.everything + ", 'failOn': 'note', 'formats': ['concise']")
    #expect(project.run("check", "-q").output.hasPrefix("DIR/fixtures/wrong.json:2:17"))
    #expect(project.run("check", "-q", "-f", "ndjson").output.hasPrefix("{\"rule\""))
    // Another contract than that of the file has not its operations, and need not.
    let other = project.run("check", "-c", "social-posts")
    #expect(other.code == .findings && other.output.contains("resembles no schema"))
    let one = project.run("check", project.path + "/fixtures/right page.json")
    #expect(one.code == .clean && one.errors.contains("1 of 1 exchange checked"))
    let told = project.run("check", "--schema", "Pagination", "-q", "-f", "concise")
    #expect(told.code == .findings && !told.output.contains("GET /api"))
  }

  @Test func failOnAndRules() throws {
    let extra = ProjectFolder.right.replacing(#""id": 43"#, with: #""id": 43, "extra": 1"#)
    try project.folder.write(extra, to: "fixtures/extra.json")
    try FileManager.default.removeItem(atPath: project.path + "/fixtures/wrong.json")
    try project.configure(Self.everything)
    #expect(project.run("check", "-q").code == .clean)
    try project.configure(Self.everything + ", 'failOn': 'warning'")
    #expect(project.run("check", "-q").code == .findings)
    #expect(project.run("check", "-q", "--fail-on", "error").code == .clean)
    try project.configure(Self.everything + ", 'rules': {'undocumented-field': 'error'}")
    #expect(project.run("check", "-q").code == .findings)
    #expect(project.run("check", "-q", "--rule", "undocumented-field=off").code == .clean)
  }

  @Test func reportsGoBesideTheFile() throws {
    try project.configure(Self.everything + ", 'formats': ['concise', 'ndjson=out.ndjson']")
    let scenario = project.run("check", "-q")
    #expect(scenario.output.hasPrefix("DIR/fixtures/wrong.json:2:17"))
    let written = try String(contentsOfFile: project.path + "/out.ndjson", encoding: .utf8)
    #expect(written.hasPrefix("{\"rule\":\"coordinate-names\""))
    #expect(project.run("check", "-q", "-f", "json").output.hasPrefix("{\"schemacheck\""))
  }

  /// What is hidden is in no report, and its exchange passes.
  @Test func reportsOfExchangesTellWhatIsLeft() throws {
    try project.configure(
      Self.everything + ", 'suppressions': [{'rule': 'coordinate-names', 'reason': 'r'}]")
    let scenario = project.run("check", "-q", "-f", "junit")
    #expect(scenario.output.split(separator: "<testcase").count == 3)
    #expect(!scenario.output.contains("<failure"))
    #expect(project.run("check", "-q", "-f", "sarif").output.contains("\"results\""))
  }

  /// Nothing is printed before it is known that there is a run.
  @Test func troubleComesBeforeAnyReport() throws {
    try project.configure(Self.everything + ", 'baseline': 'none.json'")
    #expect(project.run("check", "-f", "json").output.isEmpty)
    try project.configure(Self.everything)
    #expect(project.run("check", "-f", "json", "--changed-since=-x").output.isEmpty)
  }

  @Test func contractsAreRelativeToTheFile() throws {
    let text = try String(
      contentsOf: PackageFolder.url.appendingPathComponent("schemas/fotolokashen.json"),
      encoding: .utf8)
    try project.folder.write(text, to: "api/own.json")
    try project.folder.write(
      #"{"contracts": ["api/own.json"], "inputs": ["fixtures/right page.json"]}"#,
      to: ".schemacheck.json")
    #expect(project.run("check").code == .clean)
    try project.folder.write(
      "{\n  \"contracts\": [\"fotolokashn\"], \"inputs\": [\"fixtures\"]\n}",
      to: ".schemacheck.json")
    #expect(
      project.run("check").errors
        == "schemacheck: DIR/.schemacheck.json:2:17: there is no bundled contract and no file "
        + "`fotolokashn`; did you mean `fotolokashen`?\n")
  }

  @Test func bodiesAreToldTheirOperation() throws {
    try project.folder.write("{}", to: "fixtures/errors/empty.json")
    try project.configure(
      """
      'inputs': ['fixtures'], 'bodies': [
        {'file': 'fixtures/errors', 'operation': 'listFriendsLocations', 'status': 200},
        {'file': 'fixtures/*.json', 'schema': 'Pagination'}, {'file': '**', 'schema': 'Nothing'}]
      """)
    let unknown = project.run("check")
    #expect(
      unknown.errors
        == "schemacheck: DIR/.schemacheck.json:3:56: no contract here has a schema `Nothing`\n")
    try project.configure(
      """
      'inputs': ['fixtures'], 'bodies': [
        {'file': 'fixtures/errors', 'operation': 'listFriendsLocations', 'status': 200},
        {'file': 'fixtures/*.json', 'schema': 'Pagination'}]
      """)
    let scenario = project.run("check", "-f", "json")
    let findings = try #require(try JSONDocument(scenario.output).root["findings"])
    var found: [String: Set<String>] = [:]
    for finding in findings.elements {
      let operation = finding["exchange"]?["operation"]?.string ?? "none"
      found[finding["file"]?.string ?? "", default: []].insert(operation)
    }
    #expect(
      found == [
        "DIR/fixtures/errors/empty.json": ["GET /api/v1/locations/friends"],
        "DIR/fixtures/right page.json": ["none"], "DIR/fixtures/wrong.json": ["none"],
      ])
    #expect(!scenario.errors.contains("the nearest schema"))
    try project.configure(
      "\n'inputs': ['fixtures'], 'bodies': [\n {'file': '**', 'operation': 'listPublicLocation'}]")
    #expect(
      project.run("check").errors
        == "schemacheck: DIR/.schemacheck.json:3:2: no contract here has an operation "
        + "`listPublicLocation`; did you mean `listPublicLocations`?\n")
  }

  @Test func serverAndParametersAreForLiveChecks() throws {
    try project.folder.write(
      """
      {"contracts": ["fork-in-the-road"], "server": "nowhere", "parameters": {"ide": "7"},
       "inputs": ["fixtures"]}
      """, to: ".schemacheck.json")
    #expect(
      project.run("check", "--all").errors
        == "schemacheck: no GET operation has a parameter `ide`; did you mean `id`?\n")
    try project.folder.write(
      #"{"contracts": ["fork-in-the-road"], "server": "stagin", "parameters": {"id": "7"}}"#,
      to: ".schemacheck.json")
    #expect(
      project.run("check", "--all").errors
        == "schemacheck: `fork-in-the-road` documents no server `stagin`; did you mean `staging`?\n"
    )
    #expect(project.run("check", "--all", "--server", "local2").errors.contains("`local2`"))
  }

  // MARK: Suppressions

  @Test func suppressionsHideAndAreCounted() throws {
    try project.folder.write(
      ProjectFolder.page("latitude", "LAT").replacing(#""city": null,"#, with: ""),
      to: "fixtures/wrong.json")
    func run(_ suppression: String) throws -> Scenario {
      try project.configure(Self.everything + ",\n'suppressions': [\n \(suppression)]")
      return project.run("check", "-f", "json")
    }
    func rules(_ scenario: Scenario) throws -> [String] {
      try JSONDocument(scenario.output).root["findings"]?.elements.compactMap { $0["rule"]?.string }
        ?? []
    }
    let all = try run("{'rule': 'coordinate-names', 'reason': 'app 1.2 copes'}")
    #expect(try rules(all) == ["explicit-null", "explicit-null"])
    #expect(all.output.contains(#""notes":0,"suppressed":2,"omitted":2}"#))
    #expect(
      all.errors
        == "2 errors in 1 group: explicit-null 2; 2 suppressed\n2 of 2 exchanges checked\n")
    let absent = try run("{'pointer': '/locations/*/city', 'reason': 'r'}")
    #expect(try rules(absent) == ["coordinate-names", "coordinate-names"])
    let operation = try run("{'operation': 'listPublicLocations', 'reason': 'r'}")
    #expect(operation.code == .clean)
    #expect(operation.errors.hasPrefix("no findings; 4 suppressed\n"))
    let file = try run("{'file': 'fixtures/wr*', 'rule': 'explicit-null', 'reason': 'r'}")
    #expect(try rules(file) == ["coordinate-names", "coordinate-names"])
    let expired = try run(
      "{'rule': 'coordinate-names', 'reason': 'until 1.3', 'expires': '2020-01-31'}")
    #expect(try rules(expired).count == 4)
    #expect(
      expired.errors.hasSuffix(
        "DIR/.schemacheck.json:3:2: warning: this suppression hides nothing because it expired on "
          + "2020-01-31 (until 1.3)\n"))
    let coming = try run(
      "{'rule': 'coordinate-names', 'reason': 'until 1.3', 'expires': '9999-12-31'}")
    #expect(try rules(coming).count == 2)
    let unknown = try run("{'operation': 'GET /api/v1/location/public', 'reason': 'r'}")
    #expect(
      unknown.errors
        == "schemacheck: DIR/.schemacheck.json:3:2: no contract here has an operation "
        + "`GET /api/v1/location/public`; did you mean `GET /api/v1/locations/public`?\n")
  }

  @Test func unusedSuppressionsAreSaid() throws {
    try project.configure(
      Self.everything + ",\n'suppressions': [{'rule': 'iso-dates', 'reason': 'old'}]")
    let said =
      "DIR/.schemacheck.json:2:18: warning: this suppression hides nothing: remove it (old)\n"
    #expect(project.run("check").errors.hasSuffix(said))
    // One of several files tells nothing of the others.
    #expect(!project.run("check", project.path + "/fixtures/wrong.json").errors.contains(said))
    #expect(!project.run("check", "-q").errors.contains("warning"))
    #expect(!project.run("check", "--max-findings", "1").errors.contains(said) == false)
    #expect(!project.run("lint").errors.contains(said))
  }

  // MARK: Broken on purpose

  @Test func expectedBrokenFilesMustBeBroken() throws {
    try project.configure(Self.everything + ",\n'expectedBroken': ['fixtures/wrong*']")
    let scenario = project.run("check")
    #expect(scenario.code == .clean && scenario.output.isEmpty)
    #expect(
      scenario.errors
        == "no findings; 1 in files that are broken on purpose\n2 of 2 exchanges checked\n")
    try project.configure(
      Self.everything + ",\n'expectedBroken': ['fixtures/*', 'gone/**'], "
        + "'suppressions': [{'rule': 'coordinate-names', 'reason': 'r'}]")
    let mended = project.run("check")
    #expect(mended.code == .findings && mended.output.isEmpty)
    #expect(
      mended.errors == """
        schemacheck: DIR/fixtures/right page.json: no findings, although `expectedBroken` \
        lists it
        no findings; 1 in files that are broken on purpose
        2 of 2 exchanges checked
        DIR/.schemacheck.json:2:63: warning: this suppression hides nothing: remove it (r)
        DIR/.schemacheck.json:2:34: warning: no input matches `gone/**` in `expectedBroken`

        """)
    #expect(project.run("check", "--exit-zero").code == .clean)
    // A lint does not know what is broken about them.
    #expect(project.run("lint").code == .clean)
  }

  // MARK: Lint

  @Test func lintGoesByInputsRulesAndSuppressions() throws {
    try project.folder.write(
      #"{"created_at": "Mon Feb 23 2026 10:00:00 GMT+0000"}"#, to: "l/a.json")
    try project.configure("'inputs': ['l']")
    #expect(project.run("lint", "-f", "concise").output.contains("error[iso-dates]"))
    try project.configure("'inputs': ['l'], 'rules': {'iso-dates': 'note'}")
    #expect(project.run("lint", "-f", "concise").output.contains("note[iso-dates]"))
    try project.configure(
      "'inputs': ['l'], 'suppressions': [{'rule': 'iso-dates', 'reason': 'r'}]")
    let scenario = project.run("lint")
    #expect(scenario.code == .clean && scenario.errors.contains("; 1 suppressed\n"))
    #expect(
      Scenario.run("lint").errors
        == "schemacheck: `lint` needs INPUT; see `schemacheck lint --help`\n"
    )
  }

  /// A configuration changes nothing of a command that does not go by one.
  @Test func otherCommandsTakeNone() {
    #expect(
      Scenario.run("contracts", "--config", "x").errors
        == "schemacheck: `contracts` has no option `--config`; `schemacheck check` has it\n")
  }
}
