import ContractCheck
import ContractCheckTesting
import Foundation
import TestSupport
import Testing

/// The helpers, held against the issues that they record.
struct ExpectConformsTests {
  private let contract: Contract

  init() throws { contract = try Contract.bundled("fotolokashen") }

  private static let operation = "GET /api/v1/locations/public"
  private static let samples = PackageFolder.url.appendingPathComponent("samples/fotolokashen").path

  @Test func whatConformsRecordsNothing() throws {
    let body = try Data(contentsOf: URL(fileURLWithPath: Self.samples + "/public-right.json"))
    #expect(expectConforms(body, to: contract, operation: Self.operation) == [])
    expectConforms(String(decoding: body, as: UTF8.self), to: contract, operation: Self.operation)
    try expectConforms(
      body, to: .bundled("fotolokashen"), schema: "MapSocialLocationList", name: "public")
    expectConforms(
      fixture: Self.samples + "/public-right.json", to: contract, operation: Self.operation)
    expectConforms(capture: Self.samples + "/friends-right.har", to: contract)
  }

  /// One issue a finding, at the caller's line, with the block of the text report.
  @Test func eachFindingIsAnIssue() throws {
    let body = """
      {"locations": [],
       "pagination": {"page": 0, "limit": "20", "total": 0, "totalPages": 0, "hasMore": false}}
      """
    let log = IssueLog()
    var found: [Finding] = []
    let line = #line + 2
    withKnownIssue {
      found = expectConforms(body, to: contract, operation: Self.operation, name: "empty.json")
    } matching: {
      log.note($0)
    }
    let issues = log.issues
    #expect(found.count == 2)
    #expect(issues.count == found.count)
    for (issue, finding) in zip(issues, found) {
      #expect(issue.sourceLocation?.line == line)
      #expect(issue.sourceLocation?.fileName == "ExpectConformsTests.swift")
      let text = issue.comments.map(\.rawValue).joined(separator: "\n")
      #expect(text.hasPrefix("error[\(finding.rule)]: \(finding.message)\n  --> empty.json:2:"))
      #expect(text.contains("\n  2|  \"pagination\": {"))
      #expect(
        text.contains("^") && text.contains("\n   = see: schemacheck explain \(finding.rule)"))
      #expect(!text.hasSuffix("\n"))
    }
  }

  @Test func severities() throws {
    let lax = try Contract.bundled("fotolokashen", overrides: ["pagination-arithmetic": .warning])
    let body = """
      {"locations": [],
       "pagination": {"page": 1, "limit": 20, "total": 0, "totalPages": 3, "hasMore": false}}
      """
    func recorded(_ contract: Contract, failOn severity: Severity) -> [String] {
      let log = IssueLog()
      withKnownIssue(isIntermittent: true) {
        expectConforms(body, to: contract, operation: Self.operation, failOn: severity)
      } matching: {
        log.note($0)
      }
      #if compiler(>=6.3)
        return log.issues.map { "\($0.severity)" }
      #else
        return log.issues.map { _ in "error" }
      #endif
    }
    #expect(recorded(contract, failOn: .error) == ["error"])
    #if compiler(>=6.3)
      #expect(recorded(lax, failOn: .error) == ["warning"])
    #else
      #expect(recorded(lax, failOn: .error) == [])
    #endif
    #expect(recorded(lax, failOn: .warning) == ["error"])
    #expect(recorded(lax, failOn: .note) == ["error"])
  }

  /// What keeps a check from being made is an issue, too: no test passes for nothing.
  @Test func troubleIsAnIssue() throws {
    func texts(_ body: () -> Void) -> [String] {
      let log = IssueLog()
      withKnownIssue {
        body()
      } matching: {
        log.note($0)
      }
      return log.texts
    }
    #expect(
      texts { expectConforms("{}", to: contract, operation: "listPublicLocation") } == [
        "no contract here has an operation `listPublicLocation`; did you mean `listPublicLocations`?"
      ])
    #expect(
      texts { expectConforms("{}", to: contract, schema: "Locatoin") } == [
        "no contract here has a schema `Locatoin`; did you mean `Location`?"
      ])
    #expect(
      texts { expectConforms("{}", to: contract, operation: Self.operation, isRequest: true) }
        == ["`\(Self.operation)` documents no request body"])
    #expect(
      texts {
        expectConforms(fixture: "Fixtures/none.json", to: contract, operation: Self.operation)
      }
        == ["Fixtures/none.json: No such file or directory"])
    #expect(
      texts { expectConforms(fixture: "/", to: contract, operation: Self.operation) }
        == ["/: Is a directory"])
    #expect(
      texts {
        expectConforms(
          capture: Array(#"{"log": {"version": "1.2", "entries": []}}"#.utf8), to: contract)
      }
      .contains { $0.hasPrefix("capture: nothing was checked") })
    #expect(!texts { expectConforms(capture: Array(#"{"log": {"#.utf8), to: contract) }.isEmpty)
    let slow = try Contract(
      Array(
        #"""
        {"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},"components":{"schemas":{
          "S":{"type":"string","pattern":"^(a*)*\\1b$"}}}}
        """#.utf8), name: "slow.json")
    let long = String(repeating: "a", count: 300)
    #expect(
      texts { expectConforms("\"\(long)\"", to: slow, schema: "S", name: "s.json") }
        .first?.hasPrefix(
          "error[schema]: the body is not checked: the pattern `^(a*)*\\1b$` takes too many steps\n"
        )
        == true)
    #expect(
      texts { expectConforms("{", to: contract, operation: Self.operation) }
        .first?.hasPrefix("error[json-syntax]: ") == true)
  }

  @Test func captures() throws {
    let log = IssueLog()
    withKnownIssue {
      expectConforms(capture: Self.samples + "/friends-latitude-longitude.har", to: contract)
    } matching: {
      log.note($0)
    }
    let texts = log.texts
    #expect(!texts.isEmpty)
    #expect(
      texts.allSatisfy { $0.contains("friends-latitude-longitude.har:") && $0.contains("entry ") })
  }

  /// A fixture is looked for beside the test.
  @Test func fixturesBesideTheTest() throws {
    let folder = try TemporaryFolder()
    try folder.write(#"{"success": false, "error": "Unauthorized"}"#, to: "Fixtures/401.json")
    try expectConforms(
      fixture: "Fixtures/401.json", to: .bundled("unitedwerise-devices"), operation: "listDevices",
      status: 401, filePath: folder.path + "/AppTests.swift")
  }
}
