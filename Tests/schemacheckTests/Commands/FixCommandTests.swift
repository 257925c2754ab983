import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

@Suite struct FixCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: [String], input: String = "") -> Scenario {
    var scenario = Scenario.run(arguments, input: input)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  private func fix(_ arguments: String..., input: String = "") -> Scenario {
    run(
      ["fix", "-c", "fotolokashen", "--operation", CheckCommandTests.listing, "-f", "concise"]
        + arguments, input: input)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let right = CheckCommandTests.page(CheckCommandTests.place)
  static let wrong = right.replacing(#""lat""#, with: #""latitude""#)
    .replacing(#""savedAt": null, "#, with: "")
  /// The property that was left out is added as the last.
  private static let mended = right.replacing(#""savedAt": null, "#, with: "")
    .replacing(#""avatar": null}}"#, with: "\"avatar\": null},\n \"savedAt\": null}")

  // MARK: What is written

  @Test func mendsInPlace() throws {
    let file = try folder.write(Self.wrong, to: "a.json")
    let first = fix(file)
    #expect(first.code == .clean && first.output.isEmpty)
    #expect(
      first.errors == """
        DIR/a.json: fixed: coordinate-names 1, explicit-null 1
        no findings
        1 of 1 exchange checked
        2 fixes in 1 file; 0 findings left

        """)
    #expect(try text(file) == Self.mended)
    let second = fix(file)
    #expect(second.code == .clean)
    #expect(second.errors.hasSuffix("0 fixes in 0 files; 0 findings left\n"))
    #expect(try text(file) == Self.mended)
  }

  @Test func reportsWhatIsLeft() throws {
    let file = try folder.write(CheckCommandTests.wrongPage, to: "a.json")
    let scenario = fix(file)
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.hasPrefix("DIR/a.json:3:") && scenario.output.contains("[iso-dates]")
        && scenario.output.split(separator: "\n").count == 1)
    #expect(scenario.errors.hasSuffix("3 fixes in 1 file; 1 finding left: 1 without a fix\n"))
    #expect(fix(file, "--exit-zero").code == .clean)
    #expect(fix(file, "-q").errors.isEmpty)
  }

  @Test func aDryRunOnlyCounts() throws {
    let file = try folder.write(Self.wrong, to: "a.json")
    let scenario = fix(file, "--dry-run")
    // What is broken is still broken.
    #expect(scenario.code == .findings && scenario.output.isEmpty)
    #expect(
      scenario.errors.hasPrefix(
        "DIR/a.json: would be fixed: coordinate-names 1, explicit-null 1\n"))
    #expect(
      scenario.errors.hasSuffix("would make 2 fixes in 1 file; 0 findings would be left\n"))
    #expect(try text(file) == Self.wrong)
  }

  @Test func aDiffIsPrintedAndNothingWritten() throws {
    let file = try folder.write(Self.wrong, to: "a.json")
    let scenario = fix(file, "--diff")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.hasSuffix(
        """
        /a.json
        @@ -1,6 +1,7 @@
         {"locations": [{"id": 43, "placeId": "p", "name": "Lookout", "address": null, "city": null,
        - "state": null, "latitude": 37.7749, "lng": -122.4194, "type": null, "rating": null,
        + "state": null, "lat": 37.7749, "lng": -122.4194, "type": null, "rating": null,
          "caption": null, "photos": [],
        - "user": {"id": 1, "username": "b", "firstName": null, "lastName": null, "avatar": null}}],
        + "user": {"id": 1, "username": "b", "firstName": null, "lastName": null, "avatar": null},
        + "savedAt": null}],
          "pagination": {"page": 1, "limit": 20, "total": 1,
                         "totalPages": 1, "hasMore": false}}
        \\ No newline at end of file

        """), "\(scenario.output)")
    #expect(try text(file) == Self.wrong)
  }

  @Test func standardInputGoesToStandardOutput() throws {
    let scenario = fix("-", input: Self.wrong)
    #expect(scenario.code == .clean)
    #expect(scenario.output == Self.mended)
    // What cannot be mended comes out as it is.
    let broken = fix("-", input: "{\"locations\": [")
    #expect(broken.code == .findings && broken.output == "{\"locations\": [")
    #expect(fix("-", "--diff", input: Self.wrong).output.hasPrefix("--- stdin\n+++ stdin\n@@ "))
  }

  @Test func rulesAreChosen() throws {
    let file = try folder.write(Self.wrong, to: "a.json")
    let scenario = fix(file, "--only", "explicit-null")
    #expect(
      scenario.errors.hasSuffix("1 fix in 1 file; 1 finding left: 1 of other rules (--only)\n"))
    #expect(try text(file).contains("latitude"))
    #expect(fix(file, "--only", "coordinate-names", "--only", "iso-dates").code == .clean)
    #expect(
      fix(file, "--only", "coordinate-name").errors
        == "schemacheck: there is no rule `coordinate-name`; did you mean `coordinate-names`?\n")
    let none = fix(file, "--only", "device-token")
    #expect(
      none.code == .error && none.errors.contains("`device-token` has no fix; use one of: "))
  }

  @Test func unsafeFixesAreAskedFor() throws {
    let contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}, "components":
       {"schemas": {"S": {"type": "object", "properties": {"id": {"type": "string"}}}}}}
      """, to: "c.openapi")
    let file = try folder.write(#"{"id": 7}"#, to: "a.json")
    let arguments = ["fix", "-c", contract, "--schema", "S", file]
    let safe = run(arguments)
    #expect(safe.code == .findings && safe.errors.contains("1 unsafe (--unsafe-fixes)"))
    #expect(run(arguments + ["--unsafe-fixes"]).code == .clean)
    #expect(try text(file) == #"{"id": "7"}"#)
  }

  @Test func conflictsAreSaid() throws {
    let body = Self.right.replacing(#""lat""#, with: #""latitude": 1, "lat""#)
    let file = try folder.write(body, to: "a.json")
    let scenario = fix(file)
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors.hasPrefix(
        "DIR/a.json: 1 not fixed: two names mean the same property; remove the wrong name\n"))
    #expect(scenario.errors.hasSuffix("0 fixes in 0 files; 1 finding left: 1 conflicting\n"))
    #expect(try text(file) == body)
  }

  // MARK: Captures

  /// A HAR with a body as the text of its only answer.
  private static func har(_ body: String, encoding: String = "") -> String {
    """
    {"log": {"version": "1.2", "entries": [{"request": {"method": "GET",
      "url": "https://fotolokashen.com/api/v1/locations/public"},
      "response": {"status": 200, "content": {"mimeType": "application/json",
        "text": \(JSONWriter.quoted(body))\(encoding)}}}]}}
    """
  }

  @Test func mendsInsideTheStringsOfCaptures() throws {
    let body = Self.wrong.replacing("Lookout", with: "Café \"X\" 😀\\n")
    let after = Self.mended.replacing("Lookout", with: "Café \"X\" 😀\\n")
    let quoted = { (text: String) in text.replacing("\"X\"", with: "\\\"X\\\"") }
    let file = try folder.write(Self.har(quoted(body)), to: "a.har")
    #expect(run(["fix", "-c", "fotolokashen", "--recordings", file]).code == .clean)
    #expect(try text(file) == Self.har(quoted(after)))
  }

  @Test func leavesBase64() throws {
    let encoded = Data(Self.wrong.utf8).base64EncodedString()
    let har = Self.har(encoded, encoding: #", "encoding": "base64""#)
    let file = try folder.write(har, to: "a.har")
    let scenario = run(["fix", "-c", "fotolokashen", file, "-f", "concise"])
    #expect(scenario.code == .findings)
    #expect(scenario.errors.hasPrefix("DIR/a.har: 2 not fixed: the body is in base64\n"))
    #expect(try text(file) == har)
  }

  @Test func keepsContentLengthRight() throws {
    func dump(_ body: String, _ length: Int?) -> String {
      let field = length.map { "Content-Length: \($0)\r\n" } ?? ""
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(field)\r\n\(body)"
    }
    let declared = dump(Self.wrong, Self.wrong.utf8.count)
    let file = try folder.write(declared, to: "a.http")
    let scenario = fix(file, "--recordings")
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors.hasPrefix(
        "DIR/a.http: 2 not fixed: after a fix, the Content-Length would be wrong\n"))
    #expect(try text(file) == declared)
    // Without the field, or where the length stays, there is nothing against it.
    try folder.write(dump(Self.wrong, nil), to: "a.http")
    #expect(fix(file, "--recordings").code == .clean)
    #expect(try text(file) == dump(Self.mended, nil))
    let device = { (platform: String) in
      #"{"success": true, "data": [{"id": "c", "platform": "\#(platform)", "deviceName": null, "#
        + #""createdAt": "2026-01-22T12:00:00.000Z", "updatedAt": "2026-01-22T12:00:00.000Z"}]}"#
    }
    let count = device("ios").utf8.count
    try folder.write(dump(device("iOS"), count), to: "a.http")
    let same = run([
      "fix", "-c", "unitedwerise-devices", "--operation", "GET /api/devices", "--recordings", file,
    ])
    #expect(same.code == .clean, "\(same.everything)")
    #expect(try text(file) == dump(device("ios"), count))
  }

  @Test func longCapturesAreMendedLineByLine() throws {
    let line = { (body: String) in
      #"{"method":"GET","url":"https://fotolokashen.com/api/v1/locations/public","status":200,"#
        + #""responseBody":\#(JSONWriter.quoted(body))}"# + "\n"
    }
    let texts = (0..<700).map { $0 % 7 == 3 ? line(Self.wrong) : line(Self.right) }
    let file = try folder.write(texts.joined(), to: "a.ndjson")
    let scenario = run(["fix", "-c", "fotolokashen", "--recordings", file, "-j", "2"])
    #expect(scenario.code == .clean)
    #expect(scenario.errors.hasSuffix("200 fixes in 1 file; 0 findings left\n"))
    let expected = (0..<700).map { $0 % 7 == 3 ? line(Self.mended) : line(Self.right) }
    #expect(try text(file) == expected.joined())
  }

  // MARK: Evidence

  private static func record(_ body: String) -> String {
    #"{"method":"GET","url":"https://fotolokashen.com/api/v1/locations/public","status":200,"#
      + #""responseBody":\#(JSONWriter.quoted(body))}"# + "\n"
  }

  /// A HAR, an HTTP message, records and a file of one record; bare lines are no recording.
  @Test func recordingsAreLeftAsTheyAre() throws {
    let dump = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\(Self.wrong)"
    let recordings = [
      "a.har": Self.har(Self.wrong), "b.http": dump,
      "c.ndjson": Self.record(Self.wrong) + Self.record(Self.right),
      "d.json": Self.record(Self.wrong),
    ]
    for (name, text) in recordings { try folder.write(text, to: name) }
    let line = Self.wrong.replacing("\n", with: " ")
    let bare = try folder.write("\(line)\n\(line)\n", to: "e.ndjson")
    let arguments = ["fix", folder.path, "-c", "fotolokashen", "-f", "concise"]
    for options in [["--diff"], []] {
      let scenario = run(arguments + options)
      #expect(scenario.code == .findings)
      #expect(
        scenario.errors.hasSuffix(
          """
          4 fixes in 1 file; 8 findings\(options.isEmpty ? "" : " would be") left: 8 in 4 recordings \
          (--recordings)

          """), "\(scenario.errors)")
      for (name, before) in recordings {
        #expect(try text(folder.path + "/" + name) == before, "\(name)")
        #expect(!scenario.output.contains("+++ DIR/\(name)"))
      }
    }
    #expect(try !text(bare).contains("latitude"))
    let all = run(arguments + ["--recordings"])
    #expect(all.code == .clean && all.errors.hasSuffix("8 fixes in 4 files; 0 findings left\n"))
    let one = run([
      "fix", "-", "-c", "fotolokashen", "--input-format", "ndjson", "--only", "explicit-null",
    ])
    #expect(one.code == .error)
    let piped = run(["fix", "-", "-c", "fotolokashen"], input: Self.record(Self.wrong))
    #expect(piped.output == Self.record(Self.wrong) && piped.code == .findings)
    #expect(piped.errors.contains(" in 1 recording (--recordings)\n"))
  }

  @Test func knownFindingsAreLeftAsTheyAre() throws {
    let project = try ProjectFolder()
    try project.folder.write(ProjectFolder.wrong, to: "fx/a.json")
    try project.configure("'inputs': ['fx']")
    #expect(project.run("baseline").code == .clean)
    // The baseline knows the wrong name; the property that is left out is new.
    let new = ProjectFolder.wrong.replacing(#""city": null,"#, with: "")
    let file = try project.folder.write(new, to: "fx/a.json")
    let baseline = ["--baseline", project.path + "/.schemacheck-baseline.json"]
    let scenario = project.run(["fix"] + baseline)
    #expect(scenario.code == .clean)
    #expect(
      scenario.errors.hasSuffix(
        "1 fix in 1 file; 0 findings left; 1 finding in the baseline not fixed "
          + "(--baselined)\n"), "\(scenario.errors)")
    #expect(try text(file).contains("latitude") && text(file).contains(#""city": null"#))
    let dry = project.run(["fix", "--dry-run"] + baseline)
    #expect(dry.errors.contains("; 1 finding in the baseline not fixed (--baselined)"))
    #expect(project.run(["fix", "--baselined"] + baseline).code == .clean)
    #expect(try !text(file).contains("latitude"))
  }

  // MARK: Files

  @Test func linksInTheTreeAreFollowed() throws {
    let file = try folder.write(Self.wrong, to: "data/a.json")
    try folder.link("data/link.json", to: "a.json")
    #expect(fix(folder.path + "/data").code == .clean)
    #expect(try text(file) == Self.mended)
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.path + "/data/link.json")
    #expect(link == "a.json")
  }

  @Test func linksOutOfTheTreeAreNot() throws {
    let file = try folder.write(Self.wrong, to: "outside/a.json")
    try folder.write(Self.wrong, to: "data/b.json")
    try folder.link("data/link.json", to: "../outside/a.json")
    let scenario = fix(folder.path + "/data")
    #expect(scenario.code == .error)
    #expect(scenario.errors.contains("schemacheck: DIR/data/link.json: leads to "))
    #expect(scenario.errors.contains(", which is not among the inputs, so it is not fixed\n"))
    #expect(scenario.errors.contains("DIR/data/b.json: fixed: "))
    #expect(try text(file) == Self.wrong)
  }

  @Test func readOnlyFilesAreLeft() throws {
    let file = try folder.write(Self.wrong, to: "a.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    let scenario = fix(file)
    #expect(scenario.code == .error)
    #expect(
      scenario.errors.hasPrefix("schemacheck: DIR/a.json: is read-only; not fixed\n"))
    #expect(
      scenario.errors.hasSuffix(
        "0 fixes in 0 files; 2 findings left: 2 in files that cannot be written\n"))
    #expect(try text(file) == Self.wrong)
    // A diff writes nothing.
    let diff = fix(file, "--diff")
    #expect(diff.code == .findings && diff.output.contains("+++ "), "\(diff.everything)")
    #expect(try text(file) == Self.wrong)
    // One that is right is no trouble.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    try folder.write(Self.right, to: "a.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
    #expect(fix(file).code == .clean)
  }

  @Test func permissionsAndTheFolderStay() throws {
    let file = try folder.write(Self.wrong, to: "a.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
    #expect(fix(file).code == .clean)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o640)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
  }

  @Test func aFileThatChangedMeanwhileIsLeft() throws {
    let path = try folder.write(Self.wrong, to: "a.json")
    let file = try InputFile(toFix: InputPath(path))
    let edits = InputPath(path).resolved
    // As long as before, and written in place.
    let changed = Self.wrong.replacing("Lookout", with: "Outlook")
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.write(contentsOf: Data(changed.utf8))
    try handle.close()
    #expect(throws: RunError.self) { try file.replace(at: edits, by: TextEditsProbe.one) }
    #expect(try text(path) == changed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.json"])
  }

  // MARK: Usage

  @Test func whatCannotBeMendedIsRefused() throws {
    let file = try folder.write(Self.wrong, to: "a.json")
    let url = run(["fix", "-c", "fotolokashen", "https://u:p@example.com/x"])
    #expect(url.code == .error)
    #expect(
      url.errors
        == "schemacheck: `fix` changes files; `https://‹3 characters›@example.com/x` is not a file\n"
    )
    #expect(
      fix("-", file).errors
        == "schemacheck: the fixed text of `-` goes to standard output; remove the other inputs\n")
    #expect(
      fix(file, "--diff", "--dry-run").errors
        == "schemacheck: `--diff` and `--dry-run` cannot be used together\n")
    #expect(
      run(["fix", file]).errors.hasPrefix("schemacheck: name a contract with `--contract NAME`"))
    #expect(run(["fix", "-c", "fotolokashen"]).code == .error)
    let missing = fix(folder.path + "/none.json")
    #expect(missing.code == .error && missing.errors.contains("none.json: No such file"))
  }
}
