import ContractCheck
import ContractCheckTesting
import Foundation
import TestSupport
import Testing

/// A folder of fixtures and a configuration file, held against the issues that they record.
struct FolderTests {
  private let folder: TemporaryFolder
  private let source: String

  private static let document = """
    openapi: 3.1.0
    info: {title: t, version: "1"}
    paths:
      /users/{id}:
        get:
          operationId: getUser
          parameters: [{name: id, in: path, required: true, schema: {}}]
          responses:
            "200": {description: d, content: {application/json: {schema: {$ref: user.yaml}}}}
            "404": {description: n, content: {application/json: {schema: {$ref: "#/components/schemas/Failure"}}}}
    components:
      schemas:
        Failure: {type: object, required: [message], properties: {message: {type: string}}}

    """
  private static let user = """
    type: object
    required: [id, name, email]
    properties: {id: {type: integer}, name: {type: string}, email: {type: string}}

    """
  private static let right = #"{"id": 1, "name": "a", "email": "e"}"#
  private static let wrong = #"{"id": "1", "name": "a", "email": "e"}"#

  init() throws {
    folder = try TemporaryFolder()
    source = folder.path + "/Tests/AppTests/UserTests.swift"
    try folder.write(Self.document, to: "api/openapi.yaml")
    try folder.write(Self.user, to: "api/user.yaml")
    try folder.write(Self.right, to: "Tests/AppTests/Fixtures/user.json")
    try folder.write("no fixture", to: "Tests/AppTests/Fixtures/README.txt")
    try folder.write("{", to: "Tests/AppTests/Fixtures/.hidden/a.json")
    try folder.write("{", to: "Tests/AppTests/Fixtures/node_modules/a.json")
  }

  private func contract() throws -> Contract {
    try .file("../../api/openapi.yaml", filePath: source)
  }

  private func issues(_ path: String = "Fixtures", operation: String? = nil) throws -> IssueLog {
    let contract = try contract()
    return IssueLog.of {
      expectConforms(folder: path, to: contract, operation: operation, filePath: source)
    }
  }

  private func configured(
    _ text: String, _ path: String = ".schemacheck.json", failOn severity: Severity? = nil
  ) throws -> IssueLog {
    try folder.write(text, to: ".schemacheck.json")
    return IssueLog.of { expectConforms(configuration: path, failOn: severity, filePath: source) }
  }

  // MARK: Folders

  @Test func aFolderThatConforms() throws {
    try folder.write(Self.right, to: "Tests/AppTests/Fixtures/more/user 2.json")
    try #expect(issues().issues.isEmpty)
    try #expect(issues(folder.path + "/Tests/AppTests/Fixtures").issues.isEmpty)
    try #expect(issues(operation: "getUser").issues.isEmpty)
  }

  /// Each file is checked, and each finding is one issue with its place.
  @Test func eachFindingOfAFolder() throws {
    try folder.write(Self.wrong, to: "Tests/AppTests/Fixtures/a.json")
    try folder.write(
      #"{"method": "GET", "url": "/users/1", "status": 200, "responseBody": \#(Self.wrong)}"#
        + "\n",
      to: "Tests/AppTests/Fixtures/deep/b.ndjson")
    let line = #line + 1
    let log = try issues()
    #expect(
      log.failures == [
        "error[schema]: `id` is a string; the contract says an integer",
        "error[schema]: `id` is a string; the contract says an integer",
      ])
    #expect(log.texts.count == 2)
    #expect(log.texts.first?.contains("\n  --> Fixtures/a.json:1:8") == true)
    #expect(log.texts.last?.contains("\n  --> Fixtures/deep/b.ndjson:1:76") == true)
    #expect(log.issues.allSatisfy { $0.sourceLocation?.fileName == "FolderTests.swift" })
    #expect(log.issues.allSatisfy { $0.sourceLocation.map { $0.line < line } == true })
  }

  /// No file passes without a check.
  @Test(
    arguments: [
      (
        "a.json", #"{"colour": "red"}"#,
        "Fixtures/a.json: nothing was checked; 1 warning; 0 of 1 exchange checked; not checked: 1 unmatched"
      ),
      (
        "b.json", "{",
        "error[json-syntax]: the body is not JSON: the text ends inside an object; it may have been cut off"
      ),
      (
        "c.har", #"{"log": {"version": "1.2", "entries": []}}"#,
        "Fixtures/c.har: nothing was checked; no findings; 0 of 0 exchanges checked"
      ),
      (
        "d.json.gz", "\u{1F}not gzip at all",
        "error[json-syntax]: the body is not JSON: control character 0x1F in place of a value"
      ),
    ])
  func nothingIsPassedOver(name: String, text: String, issue: String) throws {
    try folder.write(text, to: "Tests/AppTests/Fixtures/\(name)")
    let log = try issues()
    #expect(log.failures == [issue])
    #expect(
      log.warnings
        == (name == "a.json"
          ? ["warning[unmatched-body]: the body resembles no schema of the contract"] : []))
  }

  /// What `schemacheck check` reads in a folder is read here too, or is an issue.
  @Test func capturesOfOtherTools() throws {
    let cassette = """
      http_interactions:
      - request: {method: get, uri: "https://h/users/1", headers: {}}
        response:
          status: {code: 200, message: OK}
          headers: {Content-Type: [application/json]}
          body: {encoding: UTF-8, string: '\(Self.wrong)'}

      """
    let session = """
      [{"status": "COMPLETE", "method": "GET", "protocolVersion": "HTTP/1.1", "scheme": "https",
        "host": "h", "port": 443, "path": "/users/1", "query": null, "response": {"status": 200,
         "mimeType": "application/json", "body": {"text": "{}"}}}]
      """
    try folder.write("a: [1, 2]", to: "Tests/AppTests/Fixtures/settings.yml")
    try folder.write(cassette, to: "Tests/AppTests/Fixtures/user.yml")
    try folder.write(session, to: "Tests/AppTests/Fixtures/session.chlsj")
    try folder.write("PK", to: "Tests/AppTests/Fixtures/a.zip")
    let failures = try issues().failures
    #expect(
      failures == [
        "Fixtures/a.zip: is not a complete ZIP archive: its end is missing, or something was added "
          + "to it",
        "error[schema]: `email` is missing", "error[schema]: `id` is missing",
        "error[schema]: `name` is missing",
        "error[schema]: `id` is a string; the contract says an integer",
      ], "\(failures)")
    let configured = try configured(
      #"{"contracts": ["api/openapi.yaml"], "inputs": ["Tests/AppTests/Fixtures"]}"#)
    #expect(configured.failures.count == 5, "\(configured.failures)")
    #expect(try issues("Fixtures/settings.yml").failures.count == 1)
  }

  @Test func compressedFiles() throws {
    try Data([0x1F, 0x8B, 8, 0]).write(
      to: folder.url.appendingPathComponent("Tests/AppTests/Fixtures/a.json.gz"))
    try #expect(
      issues().failures == [
        "Fixtures/a.json.gz: the gzip data ends too soon; the rest was not checked"
      ])
  }

  @Test func whatCannotBeRead() throws {
    try #expect(issues("Fixture").failures == ["Fixture: No such file or directory"])
    try folder.write("x", to: "Tests/AppTests/Empty/a.txt")
    try #expect(
      issues("Empty").failures == [
        "Empty: the folder contains none of *.har, *.http, *.json, *.jsonl, *.ndjson, *.response, *.chlsj, *.log, *.yaml, "
          + "*.yml, *.chlz, *.proxymanlogv2, *.zip"
      ])
    try folder.link("Tests/AppTests/Fixtures/gone.json", to: "nowhere.json")
    try #expect(issues().failures == ["Fixtures/gone.json: No such file or directory"])
    try #expect(
      issues(operation: "getUsr").failures == [
        "no contract here has an operation `getUsr`; did you mean `getUser`?"
      ])
  }

  /// Names in issues are relative to the test, whatever the folders are called.
  @Test func namesOfFolders() throws {
    let home = "app[1]/*/app[1]"
    try folder.write(Self.wrong, to: "\(home)/Fixtures/app[1]/user.json")
    try folder.write(Self.document, to: "\(home)/openapi.yaml")
    try folder.write(Self.user, to: "\(home)/user.yaml")
    try folder.write(
      #"{"contracts": ["openapi.yaml"], "inputs": ["Fix*/**/*.json"]}"#,
      to: "\(home)/.schemacheck.json")
    let file = "\(folder.path)/\(home)/UserTests.swift"
    let contract = try Contract.file("openapi.yaml", filePath: file)
    for log in [
      IssueLog.of { expectConforms(folder: "Fixtures", to: contract, filePath: file) },
      IssueLog.of { expectConforms(configuration: ".schemacheck.json", filePath: file) },
    ] {
      #expect(log.failures.count == 1)
      #expect(log.texts.first?.contains("--> Fixtures/app[1]/user.json:1:8") == true)
      #expect(log.texts.first?.contains("contract: user.yaml:") == true)
      #expect(log.texts.first?.contains(folder.path) == false, "\(log.texts)")
    }
  }

  /// A folder or an archive proves something if one of its files does.
  @Test func filesWithoutExchanges() throws {
    let empty = #"{"log": {"version": "1.2", "entries": []}}"#
    try folder.write("a: [1, 2]", to: "Tests/AppTests/Only/settings.yml")
    #expect(
      try issues("Only").failures == [
        "Only: nothing was checked; no findings; 0 of 0 exchanges checked; 1 file was not read: 1 .yml"
      ])
    for (name, entries, count) in [
      ("both.zip", [("empty.har", empty), ("user.json", Self.right)], 0),
      ("empty.zip", [("empty.har", empty)], 1),
    ] {
      let bytes = ZipWriter(entries.map { .init($0.0, $0.1) }).bytes
      try Data(bytes).write(
        to: folder.url.appendingPathComponent("Tests/AppTests/Fixtures/\(name)"))
      #expect(try issues().failures.count == count)
      #expect(try issues("Fixtures/\(name)").failures.count == count)
    }
    let contract = try contract()
    let log = IssueLog.of {
      expectConforms(capture: "Fixtures/both.zip", to: contract, filePath: source)
    }
    #expect(log.issues.isEmpty)
  }

  /// A link back upwards does not go round in circles.
  @Test func circlesEnd() throws {
    try folder.link("Tests/AppTests/Fixtures/round", to: "..")
    try #expect(issues().issues.isEmpty)
  }

  @Test func pipesAreNotWaitedFor() throws {
    #expect(mkfifo(folder.path + "/Tests/AppTests/Fixtures/pipe.json", 0o600) == 0)
    try #expect(
      issues().failures == [
        "Fixtures/pipe.json: not a regular file; give the file itself as "
          + "INPUT, or pipe it to `-`"
      ])
  }

  // MARK: Contracts

  @Test func aContractOfOnesOwn() throws {
    try #expect(contract().operations.map(\.name) == ["GET /users/{id}"])
    func message(_ path: String) -> String {
      do {
        _ = try Contract.file(path, filePath: source)
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(message("openapi.yaml") == "openapi.yaml: No such file or directory")
    #expect(message("../../api") == "../../api: Is a directory")
    try folder.write("openapi: 3.1.0\ninfo: [", to: "api/broken.yaml")
    #expect(message("../../api/broken.yaml").hasPrefix("../../api/broken.yaml:2:"))
    // A file outside of the contract's folder is not read, by a link neither.
    try folder.write(Self.user, to: "secret.yaml")
    try folder.link("api/linked.yaml", to: "../secret.yaml")
    try folder.write(
      Self.document.replacing("user.yaml", with: "linked.yaml"), to: "api/other.yaml")
    #expect(message("../../api/other.yaml").contains("a link leads out of the folder"))
  }

  // MARK: Configurations

  private static let plain = """
    {"contracts": ["api/openapi.yaml"], "inputs": ["Tests/**/*.json"]}
    """

  @Test func aConfigurationThatHolds() throws {
    // By name it is found above the test; by path it is read there.
    try #expect(configured(Self.plain).issues.isEmpty)
    try #expect(configured(Self.plain, "../../.schemacheck.json").issues.isEmpty)
    try #expect(configured(Self.plain, folder.path + "/.schemacheck.json").issues.isEmpty)
  }

  @Test func findingsOfAConfiguration() throws {
    try folder.write(Self.wrong, to: "Tests/AppTests/Fixtures/a.json")
    let log = try configured(Self.plain)
    #expect(log.failures == ["error[schema]: `id` is a string; the contract says an integer"])
    #expect(log.texts[0].contains("\n  --> Tests/AppTests/Fixtures/a.json:1:8"))
  }

  /// What a property of the file decides; the same files without it have one error.
  @Test(
    arguments: [
      #""suppressions": [{"rule": "schema", "operation": "getUser", "pointer": "/id", "file": "Tests/**/a.json", "reason": "r"}]"#,
      #""suppressions": [{"rule": "schema", "reason": "r", "expires": "9999-12-31"}]"#,
      #""expectedBroken": ["Tests/AppTests/Fixtures/a.*"]"#,
      #""baseline": "known.json""#,
    ])
  func whatIsHidden(property: String) throws {
    try folder.write(Self.wrong, to: "Tests/AppTests/Fixtures/a.json")
    var found: [Finding] = []
    try folder.write(Self.plain, to: ".schemacheck.json")
    _ = IssueLog.of {
      found = expectConforms(configuration: ".schemacheck.json", filePath: source)
    }
    try #require(found.count == 1)
    try folder.write(
      """
      {"schemacheckBaseline": 1, "findings": [{"fingerprint": "\(found[0].fingerprint)"}]}
      """, to: "known.json")
    let expired = #""suppressions": [{"rule": "schema", "reason": "r", "expires": "2020-01-01"}]"#
    try #expect(configured(Self.plain.replacing("}", with: ", \(expired)}")).failures.count == 1)
    let log = try configured(Self.plain.replacing("}", with: ", \(property)}"))
    #expect(log.failures == [])
  }

  @Test func bodiesAndSeverities() throws {
    try folder.write(#"{"message": 7}"#, to: "Tests/AppTests/Fixtures/404.json")
    let bodies =
      #""bodies": [{"file": "Tests/**/404.json", "operation": "getUser", "status": 404}]"#
    let log = try configured(Self.plain.replacing("}", with: ", \(bodies)}"))
    #expect(log.failures == ["error[schema]: `message` is a number; the contract says a string"])
    #expect(log.texts[0].contains("GET /users/{id} → 404"))
    let lax = try configured(
      Self.plain.replacing("}", with: #", \#(bodies), "rules": {"schema": "warning"}}"#))
    #expect(lax.failures == [])
    let strict = try configured(
      Self.plain.replacing(
        "}", with: #", \#(bodies), "rules": {"schema": "warning"}, "failOn": "warning"}"#))
    #expect(strict.failures.count == 1)
  }

  @Test func nothingIsGuessedInAStrictRun() throws {
    let log = try configured(Self.plain.replacing("}", with: #", "strict": true}"#))
    #expect(
      log.failures == [
        ".schemacheck.json: `strict`: not everything was checked with certainty: 1 assumed"
      ])
    try folder.write(#"{"colour": "red"}"#, to: "Tests/AppTests/Fixtures/user.json")
    let stranger = try configured(Self.plain.replacing("}", with: #", "strict": true}"#))
    #expect(
      stranger.failures == [
        "error[unmatched-body]: the body resembles no schema of the contract",
        ".schemacheck.json: `strict`: not everything was checked with certainty: 1 unmatched",
      ])
  }

  @Test(
    arguments: [
      (
        #"{"contracts": ["api/openapi.yaml"], "inputs": ["Nothing/*.json"]}"#,
        "Nothing/*.json: no file matches"
      ),
      (
        #"{"contracts": ["api/openapi.yaml"], "inputs": ["Nothing"]}"#,
        "Nothing: No such file or directory"
      ),
      (
        #"{"contracts": ["api/openapi.yaml"]}"#, ".schemacheck.json: `inputs` has no files"
      ),
      (#"{"inputs": ["Tests"]}"#, ".schemacheck.json: `contracts` has no contract"),
      (
        #"{"contracts": ["social-post"], "inputs": ["Tests"]}"#,
        ".schemacheck.json:1:16: there is no bundled contract and no file `social-post`; did you mean "
          + "`social-posts`?"
      ),
      (
        #"{"contracts": ["api/user.json"], "inputs": ["Tests"]}"#,
        ".schemacheck.json:1:16: there is no bundled contract and no file `api/user.json`"
      ),
      (
        #"{"contracts": ["api/openapi.yaml"], "inputs": ["Tests"], "bodies": [{"file": "a", "operation": "getUsr"}]}"#,
        ".schemacheck.json:1:69: no contract here has an operation `getUsr`; did you mean `getUser`?"
      ),
      (
        #"{"contracts": ["api/openapi.yaml"], "inputs": ["Tests"], "suppressions": [{"operation": "getUsr", "reason": "r"}]}"#,
        ".schemacheck.json:1:75: no contract here has an operation `getUsr`; did you mean `getUser`?"
      ),
      (
        #"{"contracts": ["api/openapi.yaml"], "inputs": ["Tests"], "baseline": "known.json"}"#,
        "known.json: the baseline does not exist; `schemacheck baseline` creates it"
      ),
      (
        #"{"contracts": ["api/openapi.yaml"], "inputs": ["Tests"], "expectedBroken": ["Tests/**"]}"#,
        "Tests/AppTests/Fixtures/user.json: no findings, although `expectedBroken` lists it"
      ),
      (
        #"{"contracts": ["api/openapi.yaml"], "inputs": ["https://example.com/?token=abc"]}"#,
        ".schemacheck.json: `inputs` has only URLs, such as https://example.com/?token=‹3 "
          + "characters›"
      ),
      (
        #"{"contract": []}"#,
        ".schemacheck.json:1:2: a configuration has no property `contract`; did you mean `contracts`?"
      ),
      ("{", ".schemacheck.json:1:2: "),
    ])
  func troubleIsAnIssue(text: String, issue: String) throws {
    let log = try configured(text)
    #expect(log.failures.count == 1)
    #expect(log.failures.first?.hasPrefix(issue) == true, "\(log.failures)")
  }

  @Test func nothingChecked() throws {
    try folder.write(
      #"{"method": "HEAD", "url": "/users/1", "status": 204}"# + "\n", to: "empty.ndjson")
    let log = try configured(#"{"contracts": ["api/openapi.yaml"], "inputs": ["empty.ndjson"]}"#)
    #expect(log.failures.count == 1)
    #expect(
      log.failures.first?.hasPrefix(".schemacheck.json: nothing was checked; ")
        == true)
  }

  @Test func noConfiguration() {
    let log = IssueLog.of {
      expectConforms(configuration: "no-such-file.json", filePath: source)
    }
    #expect(
      log.failures == [
        "no-such-file.json: no such file in \(folder.path)/Tests/AppTests/ or a folder above it"
      ])
    let other = IssueLog.of {
      expectConforms(configuration: "./no-such-file.json", filePath: source)
    }
    #expect(other.failures == ["no-such-file.json: No such file or directory"])
  }

  /// Inputs are found as the command finds them.
  @Test(
    arguments: [
      (["Tests"], 1), (["Tests/AppTests/Fixtures/user.json"], 1), (["Tests/**"], 1),
      // What a glob names is read whatever its name.
      (["Tests/*/Fixtures/*.json"], 1), (["Tests/AppTests/{Fixtures,Stubs}/*"], 4),
      (["Tests/AppTests/Fix*"], 1), (["./Tests/AppTests/../AppTests/Fixtures"], 1),
      (["Tests", "Tests/**/*.json"], 1), (["Tests/AppTests/Fixtures/.hidden/*.json"], 1),
      (["**/us?r.json"], 1), (["**/[a-z]ser.json"], 1),
    ])
  func inputs(names: [String], count: Int) throws {
    // Each file that is found has an error.
    try folder.write(Self.wrong, to: "Tests/AppTests/Fixtures/user.json")
    try folder.write(Self.wrong, to: "Tests/AppTests/Fixtures/.hidden/a.json")
    try folder.write("", to: "Tests/AppTests/Fixtures/README.txt")
    try folder.write(Self.wrong, to: "Tests/AppTests/Stubs/one.txt")
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let log = try configured(#"{"contracts": ["api/openapi.yaml"], "inputs": [\#(list)]}"#)
    #expect(log.failures.count == count, "\(log.failures)")
  }
}
