import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Everything that a run meets ends in one class of the summary.
@Suite struct LedgerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contract = "unitedwerise-devices"
  private static let wrong =
    #"{"deviceToken": "short", "platform": "iOS", "deviceName": "x", "appVersion": "1"}"#

  private static func register(_ status: Int, _ path: String = "/api/devices/register") -> String {
    #"{"method": "POST", "url": "https://api.unitedwerise.org\#(path)", "status": \#(status), "#
      + #""requestHeaders": {"Content-Type": "application/json"}, "requestBody": \#(wrong), "#
      + #""responseBody": {"success": false, "error": "no"}}"# + "\n"
  }

  private func summary(_ scenario: Scenario) throws -> JSONNode {
    try #require(try JSONDocument(scenario.output).root["summary"])
  }

  private func check(_ input: String, _ options: String...) -> Scenario {
    Scenario.run(["check", "-c", Self.contract, "-f", "json", "-"] + options, input: input)
  }

  /// A test sends such a request on purpose.
  @Test(arguments: [400, 401, 404, 409, 500, 200]) func refusedRequests(status: Int) throws {
    let scenario = check(Self.register(status))
    let findings = try #require(try JSONDocument(scenario.output).root["findings"])
    let requests = findings.elements.filter { $0["exchange"]?["part"]?.string == "request" }
    let documented = try JSONDocument(
      String(
        contentsOf: PackageFolder.url.appendingPathComponent("schemas/\(Self.contract).json"),
        encoding: .utf8
      )
    ).root["paths"]?["/api/devices/register"]?["post"]?["responses"]
    let isDocumented = documented?["\(status)"] != nil || documented?["\(status / 100)XX"] != nil
    let isRefused = status / 100 == 4 && isDocumented
    #expect(requests.isEmpty == isRefused, "\(scenario.output)")
    #expect(try summary(scenario)["refusedRequests"]?.int == (isRefused ? 1 : 0))
  }

  @Test func everyClassIsCounted() throws {
    let input =
      Self.register(400) + Self.register(400, "/elsewhere") + "{\"method\": \n"
      + #"{"method": "GET", "url": "https://api.unitedwerise.org/api/devices", "status": 304}"#
      + "\n"
    let scenario = check(input)
    #expect(scenario.code == .error)
    let counts = try summary(scenario)
    #expect(counts["exchanges"]?.int == 4)
    for name in ["checked", "unmatched", "unreadable", "refusedRequests"] {
      #expect(counts[name]?.int == 1, "\(name)")
    }
    #expect(counts["skipped"]?.text == #"{"not-modified":1}"#)
    #expect(
      counts["operations"]?.text
        == #"[{"operation":"GET /api/devices","contract":"unitedwerise-devices","checked":0,"#
        + #""withFindings":0,"statuses":{"304":1},"evaluated":{"request":{"304":1}}},"#
        + #"{"operation":"POST /api/devices/register","#
        + #""contract":"unitedwerise-devices","checked":1,"withFindings":0,"#
        + #""statuses":{"400":1},"evaluated":{"response":{"400":1}}}]"#)
    #expect(
      scenario.errors.hasSuffix(
        """
        1 of 4 exchanges checked (1 refused request)
        not checked: 1 not modified, 1 unmatched, 1 unreadable

        """))
    // Reports of parts add up, and an old one is still read.
    let part = #"{"summary": \#(counts.text)}"# + "\n"
    let old = """
      {"summary": {"inputs": 1, "exchanges": 2, "checked": 1, "skipped": {"unreadable": 1},
       "unmatched": 0, "errors": 0, "warnings": 0, "notes": 0}}
      """.replacing("\n", with: "")
    let merged = try summary(Scenario.run("merge-summaries", "-", input: part + part + old + "\n"))
    #expect(merged["unreadable"]?.int == 3 && merged["refusedRequests"]?.int == 2)
    #expect(merged["operations"]?.elements.map { $0 }.first?["statuses"]?["304"]?.int == 2)
  }

  @Test func whatIsNotCheckedFailsAStrictRun() throws {
    let right = #"{"success": true, "message": "m"}"#
    for (input, text) in [
      (Self.register(400, "/elsewhere"), "1 unmatched"),
      (#"{"colour": "red"}"# + "\n", "1 unmatched"), (right + "\n", "1 assumed"),
    ] {
      let usual = check(input, "--allow-empty")
      #expect(usual.code == .clean, "\(usual.everything)")
      let strict = check(input, "--allow-empty", "--strict")
      #expect(strict.code == .findings)
      #expect(
        strict.errors.contains("--strict: not everything was checked with certainty: \(text)\n"),
        "\(strict.errors)")
    }
    // What the contract does not have is an error then.
    let unknown = check(Self.register(400, "/api/devices/elsewhere/x/y"), "--strict")
    let found = try #require(try JSONDocument(unknown.output).root["findings"]).elements
    #expect(found.map { $0["severity"]?.string } == ["error"])
    let configured = try folder.write(
      #"{"contracts": ["unitedwerise-devices"], "strict": true}"#, to: ".schemacheck.json")
    let file = try folder.write(right, to: "a.json")
    #expect(Scenario.run("check", "--config", configured, file).code == .findings)
  }

  @Test func filesOfFoldersAreReadOrCounted() throws {
    let right = #"{"success": true, "message": "m"}"#
    let names = [
      "a.json", "b.txt", "c.TXT", "notes", "d.veryveryverylong", "e.tar.gz", "f.json.gz",
    ]
    for name in names {
      _ = try folder.write(right, to: "in/" + name)
    }
    let scenario = Scenario.run(
      "check", "-c", Self.contract, "-q", "-f", "json", folder.path + "/in")
    #expect(
      try summary(scenario)["filesNotRead"]?.text
        == #"{".gz":1,".txt":2,"others":1,"without extension":1}"#)
    #expect(scenario.errors.isEmpty)
    let loud = Scenario.run("check", "-c", Self.contract, "-f", "json", folder.path + "/in")
    #expect(
      loud.errors.hasSuffix(
        """
        2 of 2 exchanges checked (2 by the nearest schema)
        5 files were not read: 1 .gz, 2 .txt, 1 others, 1 without extension

        """), "\(loud.errors)")
    let one = Scenario.run("check", "-c", Self.contract, "-q", folder.path + "/in/a.json")
    #expect(one.errors.isEmpty && one.code == .clean)
  }

  /// A folder that may not be entered is an error, however it is named.
  @Test(.enabled(if: getuid() != 0, "root may read everything"))
  func foldersThatCannotBeReadAreErrors() throws {
    _ = try folder.write("{}", to: "a.json")
    _ = try folder.write("{}", to: "secret/b.json")
    let secret = folder.path + "/secret"
    for mode in [0o000, 0o444] {
      chmod(secret, mode_t(mode))
      defer { chmod(secret, 0o755) }
      for name in [folder.path, folder.path + "/**/*.json", folder.path + "/**"] {
        let scenario = Scenario.run("lint", name)
        #expect(scenario.code == .error, "\(name) \(mode)")
        #expect(scenario.errors.contains("secret"), "\(scenario.errors)")
        #expect(scenario.errors.contains("Permission denied"), "\(scenario.errors)")
      }
    }
  }
}
