import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Reports in files, beside one another and for the pages of other tools.
@Suite struct ReportTargetTests {
  private static let wrong = """
    {"method": "GET", "url": "https://fotolokashen.com/api/v1/locations/public", "status": 200, \
    "responseBody": {"locations": [], "pagination": {"page": 1, "limit": 20, "total": 0, \
    "totalPages": 9, "hasMore": false}}}
    """
  private static let right = wrong.replacing("\"totalPages\": 9", with: "\"totalPages\": 0")

  private func check(
    _ formats: String..., input: String = wrong + "\n" + right + "\n",
    variables: [String: String] = [:], more: [String] = []
  ) -> Scenario {
    Scenario.run(
      ["check", "-", "-c", "fotolokashen"] + more + formats.flatMap { ["--format", $0] },
      input: input, variables: variables)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func reportsGoToFilesAndOneToStandardOutput() throws {
    let folder = try TemporaryFolder()
    let (sarif, json) = (folder.path + "/a=b.sarif", folder.path + "/out.json")
    let both = check("sarif=\(sarif)", "concise", "json=\(json)")
    #expect(both.code == .findings)
    #expect(both.output == check("concise").output)
    #expect(try text(json) == check("json").output)
    #expect(try text(sarif) == check("sarif").output)
    #expect(check("json=\(json)").output == "")
    #expect(check("json=-").output == check("json").output)
    // Nothing is left of the drafts.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a=b.sarif", "out.json"])
  }

  @Test func whatCannotBeIsSaid() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/out"
    for (formats, complaint) in [
      (
        ["json", "text"],
        "`json` and `text` both go to standard output; write one of them to a file: `--format "
          + "text=FILE`"
      ),
      (
        ["json=\(file)", "text=\(file)"],
        "two reports go to `\(file)`; write each report to its own file"
      ),
      (
        ["json=\(file)", "text=\(folder.path)/./out"],
        "two reports go to `\(folder.path)/./out`; write each report to its own file"
      ),
      (["sarif="], "`--format sarif=` needs a file name after the `=`"),
      (["srif=x"], "`srif` is not a value of `--format`; did you mean `sarif`?"),
      (
        ["sarif=\(folder.path)/none/out"],
        "the sarif report cannot be written: \(folder.path)/none/out: cannot create a file in its folder: "
          + "No such file or directory"
      ),
      (
        ["text", "sarif=\(folder.path)"],
        "the sarif report cannot be written: \(folder.path): Is a directory"
      ),
    ] {
      let scenario = Scenario.run(
        ["check", "-", "-c", "fotolokashen"] + formats.flatMap { ["-f", $0] }, input: Self.right)
      #expect(scenario.code == .error)
      #expect(scenario.output == "")
      #expect(scenario.errors == "schemacheck: \(complaint)\n")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func aFileIsWholeOrAsItWas() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("before", to: "out.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    let link = folder.path + "/link.json"
    try folder.link("link.json", to: "out.json")
    // While the report is written the old one is there.
    do {
      let file = try ReportFile(InputPath(path))
      file.write(Array("half".utf8))
      #expect(try text(path) == "before")
    }
    #expect(try text(path) == "before")
    #expect(check("json=\(link)").code == .findings)
    #expect(try text(path) == check("json").output)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "out.json")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    #expect(check("json=/dev/null").code == .findings)
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/dev/full"), "a device that is full is needed"))
  func aFullDiskIsTrouble() {
    let scenario = check("json=/dev/full")
    #expect(scenario.code == .error)
    #expect(
      scenario.errors.hasPrefix(
        "schemacheck: the json report was not written: /dev/full: No space left on device\n"))
  }

  @Test func filesHaveNoColourUnlessAsked() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/out.txt"
    _ = Scenario.run(
      "check", "-", "-c", "fotolokashen", "-f", "text=\(path)", input: Self.wrong, isTerminal: true)
    #expect(try !text(path).contains("\u{1B}["))
    _ = check("text=\(path)", more: ["--color=always"])
    #expect(try text(path).contains("\u{1B}["))
  }

  /// Frames are cut where any of the reports shows them, exchanges told where any needs them.
  @Test func eachReportHasWhatItNeeds() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/out.xml"
    #expect(check("json", "text=\(folder.path)/a").code == .findings)
    #expect(try text(folder.path + "/a") == check("text").output)
    #expect(check("concise", "junit=\(path)").output == check("concise").output)
    #expect(try text(path).contains("tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""))
  }

  // MARK: Exchanges

  @Test func exchangesThatAreRightAreCases() {
    let lines = Array(repeating: Self.right, count: 30).joined(separator: "\n")
    let junit = check("junit", input: lines)
    #expect(junit.code == .clean)
    #expect(junit.output.contains("<testsuite name=\"&lt;stdin&gt;\" tests=\"30\" failures=\"0\""))
    for line in 1...30 {
      #expect(
        junit.output.contains(
          "<testcase classname=\"GET /api/v1/locations/public\" name=\"line \(line) → 200\""))
    }
    // The counts are those of a run that looks and passes on.
    #expect(junit.errors == check("json", input: lines).errors)
    let html = check("html", input: lines)
    #expect(html.output.contains("Nothing was found in 30\u{A0}checked exchanges."))
    #expect(html.output.contains("<a href=\"#operations\">30\u{A0}exchanges checked</a></li>"))
    let warned = check("junit", input: Self.wrong, more: ["--rule=pagination-arithmetic=warning"])
    #expect(warned.output.contains("failures=\"0\""))
    let failed = check(
      "junit", input: Self.wrong,
      more: ["--rule=pagination-arithmetic=warning", "--fail-on=warning"])
    #expect(failed.output.contains("failures=\"1\""))
  }

  @Test func whatCannotBeReadIsAnErrorOfItsSuite() {
    let junit = check(
      "junit",
      input: """
        {"log": {"version": "1.2", "creator": {"name": "n", "version": "1"}, "entries": [
        {"request": 7, "response": {}}, {"response": {}}]}}
        """)
    #expect(junit.output.contains("tests=\"2\" failures=\"0\" errors=\"2\""))
    #expect(junit.output.contains("name=\"entry 1\""))
    #expect(
      junit.output.contains("<error message=\"&lt;stdin&gt;:2:33: entry has no `request`\"/>"))
  }

  @Test func lintAndValidateHaveCasesToo() throws {
    let folder = try TemporaryFolder()
    let schema = try folder.write("{\"type\": \"string\"}", to: "schema.json")
    let lint = Scenario.run("lint", "-", "-f", "junit", input: "{\"id\": 1}")
    #expect(lint.output.contains("tests=\"1\" failures=\"0\""))
    let values = Scenario.run(
      "validate", "--schema", schema, "-", "-f", "junit", "--input-format", "ndjson",
      input: "\"a\"\n1\n\"b\"\n")
    #expect(values.output.contains("tests=\"3\" failures=\"1\""))
    let value = Scenario.run("validate", "--schema", schema, "-", "-f", "junit", input: "\"a\"")
    #expect(value.output.contains("<testcase classname=\"no operation\" name=\"&lt;stdin&gt;\""))
  }

  // MARK: GitHub and GitLab

  @Test func theSummaryOfAJobIsAddedTo() throws {
    let folder = try TemporaryFolder()
    let page = try folder.write("# Earlier\n", to: "summary.md")
    let variables = ["GITHUB_STEP_SUMMARY": page]
    let scenario = check("github", variables: variables)
    #expect(scenario.output.hasPrefix("::error title=pagination-arithmetic::"))
    let summary = try text(page)
    #expect(summary.hasPrefix("# Earlier\n## schemacheck: 1 error\n"))
    #expect(check("json", variables: variables).code == .findings)
    #expect(try text(page) == summary)
    let unwritable = check("github", variables: ["GITHUB_STEP_SUMMARY": folder.path + "/no/a"])
    #expect(unwritable.code == .error)
    #expect(
      unwritable.errors.hasPrefix(
        "schemacheck: GITHUB_STEP_SUMMARY: \(folder.path)/no/a: No such file or directory\n"))
  }

  @Test(arguments: ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"])
  func pathsAreThoseOfTheRepository(variable: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.wrong + "\n", to: "sub/a.ndjson")
    let top = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let repository = top.deletingLastPathComponent().path
    let report = Scenario.run(
      "check", file, "-c", "fotolokashen", "-f", "gitlab", variables: [variable: repository])
    let path = try #require(
      try JSONDocument(report.output).root[0]?["location"]?["path"]?.string)
    // A checkout may be anywhere: at the file system's root everything is in the folder above.
    let lead = repository == "/" ? "/" : repository + "/"
    #expect(path == (file.hasPrefix(lead) ? String(file.dropFirst(lead.count)) : file))
    let inside = Scenario.run(
      "check", top.path + "/samples/fotolokashen/public-lat-as-string.json", "-c", "fotolokashen",
      "-f", "gitlab", variables: [variable: repository])
    #expect(
      try JSONDocument(inside.output).root[0]?["location"]?["path"]?.string
        == top.lastPathComponent + "/samples/fotolokashen/public-lat-as-string.json")
  }
}
