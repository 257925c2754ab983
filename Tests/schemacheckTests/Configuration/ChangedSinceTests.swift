import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `--changed-since` in a repository of the test's own.
@Suite(
  .enabled(
    if: (try? ProjectFolder().process("git", ["--version"]))?.code == .clean, "git is needed"))
struct ChangedSinceTests {
  private let project: ProjectFolder

  init() throws {
    project = try ProjectFolder()
    try git("init", "-q")
    try project.folder.write(ProjectFolder.wrong, to: "in/one.json")
    try project.folder.write(ProjectFolder.wrong, to: "in/two words.json")
    try project.folder.write(ProjectFolder.right, to: "in/three.json")
    try project.configure(
      "'inputs': ['in'], 'bodies': [{'file': '**', 'operation': 'listPublicLocations'}]")
    try commit()
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> Scenario {
    let identity = [
      "-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=no",
    ]
    let result = try project.process("git", identity + arguments)
    #expect(result.code == .clean, "git \(arguments): \(result.errors)")
    return result
  }

  private func commit() throws {
    try git("add", "-A")
    try git("commit", "-q", "-m", "c")
  }

  private func check(_ arguments: String..., in subfolder: String = "") throws -> Scenario {
    try project.process(
      ProjectFolder.tool, ["check", "-f", "concise", "--changed-since"] + arguments, in: subfolder)
  }

  @Test func nothingChanged() throws {
    let scenario = try check("HEAD")
    #expect(scenario.code == .clean && scenario.output.isEmpty)
    #expect(
      scenario.errors == """
        nothing changed since HEAD: none of 3 inputs is checked
        no findings
        0 of 0 exchanges checked

        """)
  }

  /// What another branch has changed since this one left it is none of this one's changes.
  @Test func branchesCountFromWhereTheyParted() throws {
    try git("branch", "other")
    try project.folder.write(ProjectFolder.wrong + "\n", to: "in/one.json")
    try commit()
    try git("checkout", "-q", "other")
    try project.folder.write(ProjectFolder.right + "\n", to: "in/three.json")
    try commit()
    try git("checkout", "-q", "-")
    let scenario = try check("other")
    #expect(scenario.output.hasPrefix("in/one.json:"))
    #expect(scenario.errors.contains("1 of 3 inputs changed since other;"))
  }

  /// Before the first commit, every file is new.
  @Test func aRepositoryWithoutACommit() throws {
    let new = try ProjectFolder()
    #expect(try new.process("git", ["init", "-q"]).code == .clean)
    try new.folder.write(ProjectFolder.wrong, to: "in/one.json")
    try new.folder.write(ProjectFolder.right, to: "in/two.json")
    try new.configure(
      "'inputs': ['in'], 'bodies': [{'file': '**', 'operation': 'listPublicLocations'}]")
    #expect(try new.process("git", ["add", "in/two.json"]).code == .clean)
    let run = try new.process(
      ProjectFolder.tool, ["check", "-f", "concise", "--changed-since", "HEAD"])
    #expect(
      run.code == .findings && run.errors.contains("2 of 2 exchanges checked"), "\(run.everything)")
  }

  @Test func whatChangedIsChecked() throws {
    try project.folder.write(ProjectFolder.wrong + "\n", to: "in/two words.json")
    let unstaged = try check("HEAD")
    #expect(unstaged.code == .findings)
    #expect(unstaged.output.hasPrefix("in/two words.json:2:17: error[coordinate-names]"))
    #expect(
      unstaged.errors == """
        1 of 3 inputs changed since HEAD; the others are not checked
        1 error in 1 group: coordinate-names 1
        1 of 1 exchange checked

        """)
    try git("add", "-A")
    #expect(try check("HEAD").output == unstaged.output)
    try git("commit", "-q", "-m", "c")
    #expect(try check("HEAD").code == .clean)
    #expect(try check("HEAD~1").output == unstaged.output)
    #expect(try check("HEAD~1", in: "in").output.hasPrefix("two words.json:2:17"))
  }

  @Test func newRenamedAndDeletedFiles() throws {
    try git("mv", "in/one.json", "in/moved.json")
    #expect(try check("HEAD", "-q").output.hasPrefix("in/moved.json:2:17"))
    try project.folder.write(ProjectFolder.wrong, to: "in/néw\n.json")
    #expect(try check("HEAD").errors.contains("2 of 4 inputs changed since HEAD"))
    try FileManager.default.removeItem(atPath: project.path + "/in/two words.json")
    let scenario = try check("HEAD")
    #expect(scenario.errors.contains("2 of 3 inputs changed since HEAD"))
    // What git is told to ignore, it does not say of that it changed.
    try project.folder.write("in/n*", to: ".gitignore")
    #expect(try check("HEAD").errors.contains("1 of 3 inputs changed since HEAD"))
  }

  /// As on Darwin, whose git composes what the file system keeps as it was written.
  @Test func accentsMayBeWrittenInTwoWays() {
    let (composed, apart) = (
      Array("in/n\u{E9}w.json".utf8)[...], Array("in/ne\u{301}w.json".utf8)[...]
    )
    #expect(composed != apart)
    #expect(GitName(composed, isText: true) == GitName(apart, isText: true))
    #expect(GitName(composed, isText: false) != GitName(apart, isText: false))
    #expect(Set([GitName(composed, isText: true)]).contains(GitName(apart, isText: true)))
  }

  #if os(Linux)
    @Test func namesNeedNotBeText() throws {
      let made = try project.process(
        "sh", ["-c", "cp in/one.json \"in/$(printf 'n\\377n').json\""])
      #expect(made.code == .clean)
      let scenario = try check("HEAD")
      #expect(scenario.output.hasPrefix("in/n\u{FFFD}n.json:2:17"))
      #expect(scenario.errors.contains("1 of 4 inputs changed since HEAD"))
    }
  #endif

  @Test func linksAreFollowed() throws {
    try project.folder.write(ProjectFolder.wrong, to: "elsewhere/target.json")
    try project.folder.link("in/link.json", to: "../elsewhere/target.json")
    try commit()
    #expect(try check("HEAD").code == .clean)
    try project.folder.write(ProjectFolder.wrong + "\n", to: "elsewhere/target.json")
    #expect(try check("HEAD", "-q").output.hasPrefix("in/link.json:2:17"))
  }

  /// A capture changes with the files that hold its bodies, also with those that came or went.
  @Test func filesThatHoldBodies() throws {
    let address = #""request": {"method": "GET", "urlPath": "/api/v1/locations/public"}"#
    for name in ["a", "b"] {
      try project.folder.write(
        #"{\#(address), "response": {"bodyFileName": "./x/\#(name).json"}}"#,
        to: "in/mappings/deep/\(name).json")
      try project.folder.write(ProjectFolder.right, to: "in/__files/x/\(name).json")
    }
    try project.folder.write(
      #"""
      {"log": {"version": "1.2", "entries": [{"request": {"method": "GET",
       "url": "https://x.example/api/v1/locations/public"}, "response": {"status": 200,
       "content": {"mimeType": "application/json", "_file": "\#(Self.hash).json"}}}]}}
      """#, to: "in/har/a.har")
    try project.folder.write(ProjectFolder.right, to: "in/har/\(Self.hash).json")
    try commit()
    #expect(try check("HEAD").errors.hasPrefix("nothing changed since HEAD: none of 6 inputs"))
    try project.folder.write(ProjectFolder.wrong, to: "in/__files/x/a.json")
    let mapping = try check("HEAD")
    #expect(
      mapping.errors.contains("1 of 6 inputs changed since HEAD;"), "\(mapping.everything)")
    #expect(mapping.output.hasPrefix("in/__files/x/a.json:2:17"), "\(mapping.everything)")
    try FileManager.default.removeItem(atPath: project.path + "/in/__files")
    let gone = try check("HEAD")
    #expect(gone.errors.contains("which does not exist"), "\(gone.errors)")
    #expect(gone.errors.contains("2 of 6 inputs changed since HEAD;"), "\(gone.errors)")
    try git("checkout", "-q", "--", ".")
    try project.folder.write(ProjectFolder.wrong, to: "in/har/\(Self.hash).json")
    let har = try check("HEAD")
    #expect(har.output.hasPrefix("in/har/\(Self.hash).json:2:17"), "\(har.everything)")
    #expect(har.errors.contains("1 of 6 inputs changed since HEAD;"), "\(har.errors)")
    // What nobody names makes nothing change.
    try git("checkout", "-q", "--", ".")
    try project.folder.write(ProjectFolder.wrong, to: "in/__files/other.json")
    #expect(try check("HEAD").errors.hasPrefix("nothing changed since HEAD"))
  }

  private static let hash = String(repeating: "0a1b", count: 10)

  @Test func everythingWhereAJudgeChanged() throws {
    let configuration = try String(
      contentsOfFile: project.path + "/.schemacheck.json", encoding: .utf8)
    try project.folder.write(configuration + "\n", to: ".schemacheck.json")
    let scenario = try check("HEAD", in: "in")
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors == """
        ../.schemacheck.json changed since HEAD: all inputs are checked
        2 errors in 1 group: coordinate-names 2
        3 of 3 exchanges checked

        """)
    // The file that a contract refers to is the contract, too.
    try project.folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": \
      {"responses": {"200": {"description": "", "content": {"application/json": {"schema": \
      {"$ref": "parts/a.json"}}}}}}}}}
      """, to: "api/own.json")
    try project.folder.write(#"{"type": "object"}"#, to: "api/parts/a.json")
    try commit()
    let own = ["HEAD", "-c", "api/own.json", "--operation", "GET /a"]
    #expect(try check(own[0], own[1], own[2], own[3], own[4]).code == .clean)
    try project.folder.write(#"{"type": "array"}"#, to: "api/parts/a.json")
    let changed = try check(own[0], own[1], own[2], own[3], own[4])
    #expect(changed.code == .findings)
    #expect(
      changed.errors.hasPrefix("api/parts/a.json changed since HEAD: all inputs are checked\n"))
  }

  @Test func revisionsAreNoOptions() throws {
    for (revision, message) in [
      ("--output=pwned", "`--changed-since` takes a revision, not `--output=pwned`"),
      (
        "nowhere",
        "`--changed-since`: git has no revision `nowhere` here (a shallow clone has only some "
          + "revisions)"
      ),
      ("HEAD;touch pwned", "`--changed-since`: git has no revision `HEAD;touch pwned` here"),
      ("HEAD:in", "`--changed-since`: git has no revision `HEAD:in` here"),
      ("HEAD..HEAD", "`--changed-since`: git has no revision `HEAD..HEAD` here"),
    ] {
      let scenario = try check(revision)
      #expect(scenario.code == .error && scenario.output.isEmpty)
      #expect(scenario.errors.hasPrefix("schemacheck: \(message)"))
      #expect(scenario.errors.split(separator: "\n").count == 1)
    }
    #expect(!FileManager.default.fileExists(atPath: project.path + "/pwned"))
    #expect(try check("HEAD^{tree}").code == .error)
  }

  @Test func withoutARepository() throws {
    let other = try ProjectFolder()
    try other.folder.write(ProjectFolder.wrong, to: "a.json")
    let scenario = try other.tool(
      "check", "-c", "fotolokashen", "a.json", "--changed-since", "HEAD")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(
      scenario.errors.hasPrefix(
        "schemacheck: `--changed-since` needs a git repository: fatal: not a git repository"))
    #expect(scenario.errors.split(separator: "\n").count == 1)
    // What is in no repository cannot be said to be unchanged.
    let outside = try check("HEAD", other.path + "/a.json", "in/one.json", "-q")
    #expect(outside.code == .findings && outside.output.contains("/a.json:2:17"))
    #expect(!outside.output.contains("in/one.json"))
  }

  @Test func withoutGit() throws {
    let scenario = try project.process(
      "PATH=/nowhere", [ProjectFolder.tool, "check", "--changed-since", "HEAD"])
    #expect(scenario.code == .error)
    #expect(
      scenario.errors
        == "schemacheck: `--changed-since` needs git: git: No such file or directory\n")
  }

  /// Git cannot say whether an ignored file changed, so one that is named is checked.
  @Test func namedFilesThatGitIgnores() throws {
    try project.folder.write("local/\n*.secret.json\n", to: ".gitignore")
    try commit()
    try project.folder.write(ProjectFolder.wrong, to: "local/deep/one.json")
    try project.folder.write(ProjectFolder.wrong, to: "in/[a].secret.json")
    for name in ["local/deep/one.json", "in/[a].secret.json", "./local/../in/[a].secret.json"] {
      let scenario = try check("HEAD", name)
      #expect(scenario.code == .findings, "\(name): \(scenario.everything)")
      #expect(scenario.errors.contains("1 of 1"), "\(scenario.errors)")
    }
    let both = try check("HEAD", "in/[a].secret.json", "in/one.json", "local/deep/one.json")
    #expect(both.errors.contains("2 of 3 inputs changed since HEAD;"), "\(both.errors)")
    // Those of folders and globs are not named.
    for input in ["local", "in", "local/**/*.json"] {
      let scenario = try check("HEAD", input)
      #expect(scenario.errors.hasPrefix("nothing changed since HEAD"), "\(scenario.errors)")
    }
    // What git knows is not ignored.
    try git("add", "-f", "local/deep/one.json")
    try git("commit", "-q", "-m", "c")
    #expect(try check("HEAD", "local/deep/one.json").errors.hasPrefix("nothing changed"))
  }

  /// Settings of git that change what it prints change nothing.
  @Test func settingsOfGitDoNotMatter() throws {
    try git("config", "diff.relative", "true")
    try git("config", "diff.external", "touch pwned; true")
    try git("config", "diff.renames", "copies")
    try git("config", "core.quotePath", "true")
    try git("config", "color.ui", "always")
    try project.folder.write(ProjectFolder.wrong + "\n", to: "in/two words.json")
    #expect(try check("HEAD", "-q", in: "in").output.hasPrefix("two words.json:2:17"))
    #expect(!FileManager.default.fileExists(atPath: project.path + "/pwned"))
  }

  /// What another branch changed after this one left it is none of this one's changes.
  @Test func branchesAreComparedFromWhereTheyParted() throws {
    try git("branch", "other")
    try project.folder.write(ProjectFolder.wrong + "\n", to: "in/one.json")
    try commit()
    try git("branch", "ahead")
    try git("checkout", "-q", "other")
    try project.folder.write(ProjectFolder.wrong + "\n", to: "in/two words.json")
    try commit()
    let scenario = try check("ahead")
    #expect(scenario.code == .findings)
    #expect(scenario.output.contains("two words.json") && !scenario.output.contains("one.json"))
  }

  /// Programs that the repository names are not run.
  @Test func noMonitorIsRun() throws {
    let mark = project.path + "/ran"
    let script = try project.folder.write("#!/bin/sh\ntouch '\(mark)'\n", to: ".git/monitor")
    _ = try project.process("chmod", ["+x", script])
    try git("config", "core.fsmonitor", script)
    try project.folder.write(ProjectFolder.wrong + "\n", to: "in/one.json")
    try? FileManager.default.removeItem(atPath: mark)
    #expect(try check("HEAD").code == .findings)
    #expect(!FileManager.default.fileExists(atPath: mark))
  }
}
