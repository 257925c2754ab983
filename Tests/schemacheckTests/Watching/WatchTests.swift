import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The real command, files that change while it runs, and Ctrl-C.
@Suite struct WatchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A run of `--watch` whose output is read while it goes on.
  final class Run {
    private let process = Process()
    private let output: URL
    private var position = 0

    init(_ arguments: [String], in folder: TemporaryFolder) throws {
      let path = try folder.write("", to: ".output")
      output = URL(fileURLWithPath: path)
      process.executableURL = URL(fileURLWithPath: PackageFolder.product("schemacheck"))
      process.arguments = arguments
      process.currentDirectoryURL = folder.url
      let file = FileHandle(forWritingAtPath: path)
      process.standardOutput = file
      process.standardError = file
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// What was printed since the last call, when it ends with `ending`. After a minute, the test fails.
    func text(until ending: String, location: SourceLocation = #_sourceLocation) -> String {
      for _ in 0..<1200 {
        let all = (try? Data(contentsOf: output)) ?? Data()
        let text = String(decoding: all.dropFirst(position), as: UTF8.self)
        if text.hasSuffix(ending) {
          position = all.count
          return text
        }
        usleep(50_000)
      }
      let text = String(
        decoding: ((try? Data(contentsOf: output)) ?? Data()).dropFirst(position), as: UTF8.self)
      Issue.record("no `\(ending)` after a minute: \(text)", sourceLocation: location)
      return text
    }

    /// The exit status after Ctrl-C.
    func interrupt() -> Int32 {
      kill(process.processIdentifier, SIGINT)
      process.waitUntilExit()
      return process.terminationReason == .exit ? process.terminationStatus : -1
    }
  }

  private func right(_ id: Int = 1) -> String {
    CheckCommandTests.page(CheckCommandTests.place.replacing(#""id": 1"#, with: "\"id\": \(id)"))
  }

  private let operation = CheckCommandTests.listing

  private func checked(_ count: Int, _ findings: String = "no findings") -> String {
    "\(findings)\n\(count) of \(count) \(count == 1 ? "exchange" : "exchanges") checked\n"
  }

  @Test func newFindingsAreShownAndTheRestIsCounted() throws {
    try folder.write(CheckCommandTests.wrongPage, to: "places/a.json")
    let run = try Run(
      [
        "check", "places", "-c", "fotolokashen", "--operation", operation, "-f", "concise",
        "--watch",
      ], in: folder)
    let first = run.text(until: "watching 1 file; Ctrl-C ends this\n")
    #expect(first.hasPrefix("places/a.json:2:17: error[coordinate-names] "), "\(first)")

    // A new file, with another mistake.
    try folder.write(right().replacing(#""total": 1"#, with: #""total": "1""#), to: "places/b.json")
    let second = run.text(until: "2 of 2 exchanges checked\n")
    #expect(
      second.hasPrefix("added: places/b.json: 1 new finding, 0 gone, 4 unchanged\n"), "\(second)")
    #expect(!second.contains("places/a.json"), "\(second)")

    // Both are put right.
    try folder.write(right(), to: "places/a.json")
    let third = run.text(until: "checked\n")
    #expect(
      third == "changed: places/a.json: 0 new findings, 4 gone, 1 unchanged\n"
        + checked(2, "1 error in 1 group: pagination-shape 1"))
    try folder.write(right(2), to: "places/b.json")
    let fourth = run.text(until: "checked\n")
    #expect(
      fourth == "changed: places/b.json: 0 new findings, 1 gone, 0 unchanged\n" + checked(2))
    #expect(run.interrupt() == 0)
  }

  @Test func theExitStatusIsThatOfTheLastRun() throws {
    try folder.write(right(), to: "a.json")
    let arguments = ["check", "a.json", "-c", "fotolokashen", "--operation", operation, "--watch"]
    let run = try Run(arguments + ["-f", "concise"], in: folder)
    _ = run.text(until: "Ctrl-C ends this\n")
    try folder.write(CheckCommandTests.wrongPage, to: "a.json")
    let text = run.text(until: "checked\n")
    #expect(text.hasPrefix("changed: a.json: "), "\(text)")
    #expect(text.contains("a.json:2:17: error[coordinate-names] "))
    #expect(run.interrupt() == 1)
  }

  /// Files that are cut off, or gone, are no reason to end.
  @Test func filesThatAreHalfWrittenOrGone() throws {
    try folder.write(right(), to: "a.json")
    try folder.write(right(), to: "b.json")
    let run = try Run(
      [
        "check", "a.json", "b.json", "-c", "fotolokashen", "--operation", operation, "-f",
        "concise", "--watch",
      ], in: folder)
    _ = run.text(until: "Ctrl-C ends this\n")
    try folder.write(String(right().prefix(60)), to: "a.json")
    let half = run.text(until: "checked\n")
    #expect(half.contains("changed: a.json: 1 new finding, 0 gone, 0 unchanged\n"), "\(half)")
    #expect(half.contains("error[json-syntax]"), "\(half)")
    try FileManager.default.removeItem(atPath: folder.path + "/a.json")
    let gone = run.text(until: "checked\n")
    #expect(gone.contains("removed: a.json: 0 new findings, 1 gone, 0 unchanged\n"), "\(gone)")
    #expect(gone.contains("schemacheck: a.json: No such file or directory\n"), "\(gone)")
    try folder.write(right(), to: "a.json")
    let back = run.text(until: "checked\n")
    #expect(
      back == "added: a.json: 0 new findings, 0 gone, 0 unchanged\n" + checked(2), "\(back)")
    #expect(run.interrupt() == 0)
  }

  /// The contract, and one that is broken for a while.
  @Test func aContractThatChanges() throws {
    func contract(_ type: String) -> String {
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {
       "operationId": "a", "responses": {"200": {"description": "", "content":
       {"application/json": {"schema": {"type": "\(type)"}}}}}}}}}
      """
    }
    try folder.write(contract("array"), to: "api.json")
    try folder.write("[]", to: "a.json")
    let run = try Run(
      ["check", "a.json", "-c", "api.json", "--operation", "a", "-f", "concise", "--watch"],
      in: folder)
    #expect(
      run.text(until: "Ctrl-C ends this\n")
        == checked(1) + "watching 2 files; Ctrl-C ends this\n")
    try folder.write(contract("object"), to: "api.json")
    let wrong = run.text(until: "checked\n")
    #expect(wrong.hasPrefix("changed: api.json: 1 new finding, 0 gone, 0 unchanged\n"), "\(wrong)")
    try folder.write("{", to: "api.json")
    let broken = run.text(until: "cut off\n")
    #expect(broken.hasPrefix("changed: api.json\nschemacheck: api.json:1:2: not JSON"), "\(broken)")
    try folder.write(contract("array"), to: "api.json")
    let right = run.text(until: "checked\n")
    #expect(right.contains("changed: api.json: 0 new findings, 1 gone, 0 unchanged\n"), "\(right)")
    #expect(run.interrupt() == 0)
  }

  @Test func lintAndValidate() throws {
    try folder.write(#"{"$ref": "list.json"}"#, to: "schema.json")
    try folder.write(#"{"type": "array"}"#, to: "list.json")
    try folder.write("[]", to: "a.json")
    let validate = try Run(
      ["validate", "--schema", "schema.json", "a.json", "--watch", "-f", "concise"],
      in: folder)
    _ = validate.text(until: "watching 3 files; Ctrl-C ends this\n")
    try folder.write("{}", to: "a.json")
    let wrong = validate.text(until: "checked\n")
    #expect(wrong.hasPrefix("changed: a.json: 1 new finding, 0 gone, 0 unchanged\n"), "\(wrong)")
    try folder.write(#"{"type": "object"}"#, to: "list.json")
    #expect(
      validate.text(until: "checked\n")
        == "changed: list.json: 0 new findings, 1 gone, 0 unchanged\nno findings\n1 of 1 value checked\n"
    )
    #expect(validate.interrupt() == 0)

    let lint = try Run(["lint", ".", "--watch", "-f", "concise"], in: folder)
    _ = lint.text(until: "watching 3 files; Ctrl-C ends this\n")
    try folder.write(#"{"createdAt": "Tue Jan 06 2026 10:00:00 GMT+0000"}"#, to: "sub/b.json")
    let new = lint.text(until: " checked\n")
    #expect(new.hasPrefix("added: sub/b.json: 1 new finding, 0 gone, 0 unchanged\n"), "\(new)")
    #expect(lint.interrupt() == 1)
  }

  @Test func refusals() throws {
    let file = try folder.write(right(), to: "a.json")
    func refusal(_ arguments: String...) -> String {
      let run = Scenario.run(["check", "-c", "fotolokashen", "--watch"] + arguments)
      #expect(run.code == .error && run.output.isEmpty)
      return run.errors
    }
    #expect(refusal("-") == "schemacheck: `--watch` is for files, folders and URLs; remove `-`\n")
    let reports = """
      schemacheck: `--watch` shows findings on the screen and writes no reports; use \
      `--format text` or `--format concise`

      """
    #expect(refusal(file, "-f", "json") == reports)
    #expect(refusal(file, "-f", "sarif=\(folder.path)/out.sarif") == reports)
    #expect(
      refusal(file, "--coverage", "c.json")
        == "schemacheck: `--watch` and `--coverage` cannot be used together\n")
    #expect(refusal("/dev/null").hasSuffix("`/dev/null` is neither\n"))
  }
}
