import Foundation
import JSONTape
import TestSupport
import Testing

@testable import schemacheck

/// WireMock mappings: `lint` reads the responses in them, `check` says that it does not.
@Suite struct StubTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let mapping = #"""
    {
      "request": {"method": "GET", "urlPath": "/places", "queryParameters": {"date": {"equalTo": "2/23/2026"}}},
      "response": {
        "status": 200,
        "headers": {"Content-Type": "application/json", "X_Created": "2/23/2026"},
        "jsonBody": {"latitude": 91.5, "createdAt": "2026-02-23 10:00:00", "updatedAt": "{{now}}",
                     "lng": "{{x}}"}
      },
      "transformer_parameters": {"a": 1}, "uuid": "x", "scenarioName": "s", "newScenarioState": "t"
    }
    """#
  private static let text = #"""
    {"request": {"urlPattern": "/places/[0-9]+"}, "response": {"body": "{\n  \"id\": 1,\n  \"createdAt\": \"2026-02-23 10:00:00\"\n}"}}
    """#

  private func lint(_ name: String) -> [String] {
    Scenario.run("lint", "-f", "concise", "\(folder.path)/\(name)").output
      .split(separator: folder.path + "/").joined().split(separator: "\n").map(String.init)
  }

  @Test func theBodyOfAMapping() throws {
    try folder.write(Self.mapping, to: "a.json")
    let lines = lint("a.json")
    #expect(
      lines.map { $0.prefix { $0 != "]" } } == [
        "a.json:6:18: warning[coordinate-names", "a.json:6:30: error[coordinate-range",
        "a.json:6:49: warning[iso-dates",
      ])
    #expect(lines.allSatisfy { $0.contains("(GET /places → 200") || $0.contains("GET /places") })
  }

  /// A body in a string: places are those in the file.
  @Test func theTextOfABody() throws {
    try folder.write(Self.text, to: "a.json")
    #expect(lint("a.json").map { $0.prefix { $0 != "]" } } == ["a.json:1:103: warning[iso-dates"])
  }

  @Test func severalMappings() throws {
    try folder.write(
      #"{"mappings": [\#(Self.mapping), \#(Self.text)], "meta": {"total": 2}}"#, to: "a.json")
    #expect(lint("a.json").count == 4)
  }

  /// What a template leaves is no JSON, and files are not followed.
  @Test func bodiesThatCannotBeRead() throws {
    for response in [
      #"{"status": 200, "body": "{\"id\": {{request.id}}}"}"#, #"{"bodyFileName": "a.json"}"#,
      #"{"status": 204}"#, #"{"base64Body": "e30="}"#,
    ] {
      try folder.write(
        #"{"request": {"url": "/a"}, "response": \#(response)}"#, to: "a.json")
      let scenario = Scenario.run("lint", "\(folder.path)/a.json")
      #expect(scenario.output.isEmpty && scenario.code == .error)
      #expect(scenario.errors.contains("checked 0 of 1 exchange in 1 file (1 skipped"))
    }
  }

  /// In HTML or plain text there is nothing to find.
  @Test func otherMediaTypes() throws {
    try folder.write(
      #"{"request": {"url": "/a"}, "response": {"headers": {"content-type": "text/html"}, "body": "<p>"}}"#,
      to: "a.json")
    #expect(lint("a.json").isEmpty)
  }

  @Test func checkRefusesThem() throws {
    for (name, text) in [("a.json", Self.mapping), ("b.json", Self.text)] {
      let path = try folder.write(text, to: name)
      let scenario = Scenario.run("check", path, "-c", "social-posts")
      #expect(scenario.code == .error && scenario.output.isEmpty)
      #expect(
        scenario.errors.hasPrefix(
          "schemacheck: \(path):1:1: this is a WireMock mappings file, which cannot be checked "
            + "yet; `schemacheck lint` reads its responses\n"))
    }
  }

  /// In a folder they are counted, and the rest is checked.
  @Test func inFolders() throws {
    try folder.write(Self.mapping, to: "stubs/a.json")
    try folder.write(Self.text, to: "stubs/b.json")
    try folder.write(#"{"likes": 3}"#, to: "likes.json")
    let scenario = Scenario.run("check", folder.path, "-c", "social-posts", "-f", "json")
    #expect(scenario.code == .clean)
    let summary = try JSONDocument(scenario.output).root["summary"]
    #expect(summary?["filesNotRead"]?[".json"]?.int == 2)
    #expect(summary?["checked"]?.int == 1)
    // Also with one thread, and one named beside the folder.
    let named = Scenario.run(
      "check", folder.path, "\(folder.path)/stubs/a.json", "-c", "social-posts", "--jobs", "1")
    #expect(named.code == .error)
    #expect(named.errors.contains("stubs/a.json:1:1: this is a WireMock mappings file"))
    #expect(!named.errors.contains("stubs/b.json"))
  }

  /// A body that looks like one is a body where the user says so.
  @Test func bodiesThatLookLikeMappings() throws {
    let path = try folder.write(Self.mapping, to: "a.json")
    let told = Scenario.run("check", path, "-c", "social-posts", "--schema", "Likes")
    #expect(told.code == .findings && told.output.contains("`likes` is missing"))
    let format = Scenario.run("lint", path, "--input-format", "json", "-f", "concise")
    #expect(format.output.contains("/response/jsonBody/latitude"))
  }

  /// Real mappings: nothing is found in the members of WireMock.
  @Test(.enabled(if: PackageFolder.suite("captures") != nil, "the captures are not at hand"))
  func realMappings() throws {
    let path = try #require(PackageFolder.suite("captures")).appendingPathComponent("wiremock").path
    let scenario = Scenario.run("lint", path, "-f", "json")
    let report = try JSONDocument(scenario.output).root
    let pointers = report["findings"]?.elements.compactMap { $0["instance"]?.string } ?? []
    #expect(!pointers.contains { $0.hasPrefix("/request") || $0.hasPrefix("/response") })
    #expect(report["summary"]?["inputs"]?.int == 13)
  }
}
