import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The traffic that a contract was inferred from has no findings against the contract.
@Suite struct OwnTrafficTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func line(
    _ method: String, _ path: String, _ rest: String, status: Int = 200
  ) -> String {
    #"{"method": "\#(method)", "url": "https://api.example.com\#(path)", "status": \#(status)\#(rest)}"#
  }

  private static func get(_ path: String, _ body: String) -> String {
    line("GET", path, #", "responseBody": \#(body)"#)
  }

  /// Infers a contract, and checks the same traffic with it.
  private func infer(_ lines: [String]) throws -> (text: String, errors: String, check: Scenario) {
    let capture = try folder.write(lines.joined(separator: "\n") + "\n", to: "traffic.ndjson")
    let target = folder.path + "/api.yaml"
    let run = Scenario.run("infer", capture, "-o", target, "--force", "--no-config")
    #expect(run.code == .clean, "\(run.errors)")
    let check = Scenario.run("check", capture, "-c", target, "--strict", "--no-config")
    return (try String(contentsOfFile: target, encoding: .utf8), run.errors, check)
  }

  private static func paths(_ text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("  /") }
      .map { String($0.dropFirst(2).dropLast()) }
  }

  private static func uuid(_ number: Int) -> String {
    "9f1b6a7e-3c1d-4c55-8a52-6f0e3d1b2c\(number)"
  }

  // MARK: Words beside ids

  @Test(
    arguments: [#"{"key": "a"}"#, #"{"offset": 0, "results": []}"#],
    [#"{"key": "a"}"#, #"{"key": "a", "title": "x", "parts": []}"#])
  func aWordOfAPIsIsItsOwnPath(list: String, thing: String) throws {
    for ids in [(10..<40).map(Self.uuid), (10..<40).map(String.init)] {
      let things = ids.map { Self.get("/things/\($0)", thing) }
      let found = try infer(things + [Self.get("/things/deleted", list)])
      #expect(Self.paths(found.text) == ["/things/deleted", "/things/{thingId}"])
      #expect(found.check.code == .clean, "\(found.check.everything)")
    }
  }

  /// Another word may be a value. The parameter then has no format.
  @Test func anotherWordIsAValue() throws {
    for ids in [(10..<40).map(Self.uuid), (10..<40).map(String.init)] {
      let things = ids.map { Self.get("/things/\($0)", #"{"key": "a"}"#) }
      let found = try infer(things + [Self.get("/things/zorbed", #"{"key": "a"}"#)])
      #expect(Self.paths(found.text) == ["/things/{thingId}"])
      #expect(!found.text.contains("zorbed") && !found.errors.contains("mistakes"))
      #expect(found.check.code == .clean, "\(found.check.everything)")
    }
  }

  // MARK: Placeholders

  /// Nothing is known of the type of `<NAME>` outside of strings.
  @Test func aPlaceholderIsAValueOfAnyType() throws {
    let lines = [
      Self.get(
        "/app",
        #""{\"id\": <APP_ID>, \"slug\": \"a\", \"list\": [1, <ITEM>, 78<ITEM>67]}""#),
      Self.get("/app", #""{\"id\": 7, \"slug\": \"b\", \"list\": []}""#),
      Self.get("/report", #""<WHOLE_BODY>""#),
      Self.line("POST", "/app", #", "requestBody": "{\"key\": <KEY>}", "responseBody": {"n": 1}"#),
    ]
    let found = try infer(lines)
    #expect(Self.paths(found.text) == ["/app", "/report"])
    #expect(!found.errors.contains("JSON"), "\(found.errors)")
    #expect(found.text.contains("id:  # 2 of 2\n          type: integer\n"))
    #expect(found.text.contains("key: {}") && !found.text.contains("__"))
    #expect(found.check.everything.hasPrefix("no findings\n"), "\(found.check.everything)")
    try folder.write(#"{"placeholders": []}"#, to: ".schemacheck.json")
    let none = Scenario.run(
      "infer", folder.path + "/traffic.ndjson", "--config", folder.path + "/.schemacheck.json")
    #expect(none.errors.contains("3 bodies are not JSON"), "\(none.errors)")
  }

  // MARK: Rules

  /// Platforms of servers are none of devices, however few there are.
  @Test func theRuleOfDevicesIsOffForOtherPlatforms() throws {
    let other = #"{"platform": "rdbms-default", "size": 1}"#
    let found = try infer([Self.get("/services/7", other), Self.get("/services/8", other)])
    #expect(
      found.errors.contains(
        "the rule `device-platform` is off in the contract: 2 findings in 2 exchanges\n"))
    #expect(found.check.code == .clean, "\(found.check.everything)")
    let device = Self.get("/services/9", #"{"platform": "ios", "size": 1}"#)
    let devices = try infer([Self.get("/services/7", other), device])
    #expect(devices.errors.contains("(device-platform)") && devices.check.code == .findings)
  }

  // MARK: Pages

  @Test(arguments: [
    (
      #""previous": null, "next": "c1""#, #""previous": "c0", "next": "c2""#,
      #""previous": "c1", "next": null"#
    ),
    (#""n": 1, "next_cursor": "c1""#, #""n": 1, "next_cursor": "c2""#, #""n": 1"#),
    (#""next": "c1""#, #""previous": "c0", "next": "c2""#, #""previous": "c1""#),
  ])
  func theEndsOfACrawlAreNoMistakes(first: String, middle: String, last: String) throws {
    func page(_ links: String) -> String { Self.get("/items", #"{"items": [], \#(links)}"#) }
    let found = try infer([page(first)] + (0..<40).map { _ in page(middle) } + [page(last)])
    #expect(!found.errors.contains("mistakes"), "\(found.errors)")
    #expect(found.check.code == .clean, "\(found.check.everything)")
  }

  // MARK: Paths

  @Test func versionsAreNoValues() throws {
    let paths = ["V3", "v1alpha", "v1beta1", "v2beta", "v4beta"].map { "/\($0)/regions" }
    #expect(try Self.paths(infer(paths.map { Self.get($0, "[]") }).text) == paths)
    let tags = ["v1.0.0", "2.0.1"].map { Self.get("/releases/tags/\($0)", #"{"n": 1}"#) }
    #expect(try Self.paths(infer(tags).text) == ["/releases/tags/{tagId}"])
  }

  @Test(arguments: [
    ("/user/AutoModerator/comments", "/user/{username}/comments"),
    ("/users/TeamAdmin", "/users/{username}"),
    ("/account/ChangePassword", "/account/ChangePassword"),
    ("/Account/ChangePassword/Steps", "/Account/ChangePassword/Steps"),
    ("/pets/findByStatus", "/pets/findByStatus"),
  ])
  func aNameOfSeveralWordsIsAValue(path: String, template: String) throws {
    #expect(try Self.paths(infer([Self.get(path, #"{"n": 1}"#)]).text) == [template])
  }

  // MARK: Forms

  @Test func aWriteWithAFormAndNoResponseBodyIsAnOperation() throws {
    let form =
      #", "requestHeaders": {"Content-Type": "application/x-www-form-urlencoded"}"#
      + #", "requestBody": "api_type=json&n=7""#
    let found = try infer([Self.line("POST", "/conversations/7/archive", form, status: 204)])
    #expect(Self.paths(found.text) == ["/conversations/{conversationId}/archive"])
    #expect(found.text.contains("application/x-www-form-urlencoded:"))
    #expect(found.text.contains("api_type:"))
    #expect(!found.errors.contains("without JSON"))
    #expect(found.check.code == .clean, "\(found.check.everything)")
  }
}
