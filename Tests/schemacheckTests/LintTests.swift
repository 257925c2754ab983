import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `schemacheck lint` as people run it.
@Suite struct LintTests {
  private static let locations = """
    {
      "locations": [
        {"id": 1, "latitude": 37.7749, "longitude": -122.4194, "caption": null,
         "savedAt": "Mon Feb 23 2026 10:00:00 GMT+0000 (Coordinated Universal Time)"},
        {"id": 2, "latitude": 37.7750, "longitude": -122.4195, "caption": "Bread",
         "savedAt": "2026-02-23T10:00:00.000Z"},
        {"id": 3, "latitude": 37.7751, "longitude": -122.4196,
         "savedAt": "2026-02-30T10:00:00.000Z"}
      ],
      "pagination": {"page": 1, "limit": 20, "total": 41, "totalPages": 2, "hasMore": true}
    }
    """

  private static let har = #"""
    {"log": {"version": "1.2", "entries": [
      {"request": {"method": "POST", "url": "https://api.example.com/devices?token=very-secret-token",
         "postData": {"mimeType": "application/json",
           "text": "{\"platform\": \"iOS\", \"deviceToken\": \"00112233445566778899aabbccddeeff\"}"}},
       "response": {"status": 200, "content": {"mimeType": "application/json; charset=utf-8",
           "text": "{\n  \"id\": \"d1\",\n  \"deviceToken\": \"00112233445566778899aabbccddeeff\",\n  \"createdAt\": 1767225600\n}"}}},
      {"request": {"method": "GET", "url": "https://api.example.com/logo.png"},
       "response": {"status": 200, "content": {"mimeType": "image/png", "encoding": "base64", "text": "iVBORw=="}}},
      {"request": {"method": "GET", "url": "https://api.example.com/me"},
       "response": {"status": 200, "content": {"mimeType": "application/json", "encoding": "base64",
           "text": "eyJmaXJzdE5hbWUiOiAiQSIsICJsYXN0TmFtZSI6ICJCIiwKICJob21lVG93biI6ICJDIiwgInppcF9jb2RlIjogIkQifQ=="}}}
    ]}}
    """#

  private static let ndjson = #"""
    {"method": "GET", "url": "https://api.example.com/places?pageSize=1", "status": 200, "responseBody": [{"lat": "1.5", "lng": "2.5"}, {"lat": 95, "lng": 2.5}]}

    {"lat": 1.5, "lng": 2.5, "created_at": "2026-02-23 10:00:00"}
    {"id": 1, "id": 2}

    """#

  private static let http =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"
    + #"{"users": [{"name": "a", "date": "2/23/2026"},], "id": 1}"# + "\r\n"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(Self.locations, to: "a locations.json")
    try folder.write(Self.har, to: "b session.har")
    try folder.write(Self.ndjson, to: "c lines.ndjson")
    try folder.write(Self.http, to: "d answer.http")
    try folder.write(#"{"lat": 1.5, "lng": 2.5}"#, to: "e right.json")
    return folder
  }

  @Test(arguments: ["text", "concise", "json"])
  func folderInEveryInputFormat(format: String) throws {
    let folder = try folder()
    let scenario = Scenario.run("lint", folder.path, "--format", format)
    #expect(scenario.code == .findings)
    let golden = format == "json" ? "lint-folder.json" : "lint-folder-\(format).txt"
    // Where a line is folded depends on the folder's path.
    let text = scenario.everything.split(separator: folder.path + "/").joined()
      .replacing(/\n +(?=entry |GET |POST )/, with: "  ")
    #expect(Golden.difference(of: text, from: golden) == nil)
    #expect(!scenario.everything.contains("very-secret") && !scenario.everything.contains("aabbcc"))
  }

  @Test func exitCodes() throws {
    let warning = #"{"latitude": 1.5, "longitude": 2.5}"#
    let right = #"{"lat": 1.5, "lng": 2.5}"#
    #expect(Scenario.run("lint", "-", input: right).code == .clean)
    #expect(Scenario.run("lint", "-", input: warning).code == .clean)
    #expect(Scenario.run("lint", "-", "--fail-on", "warning", input: warning).code == .findings)
    #expect(
      Scenario.run("lint", "-", "--rule", "coordinate-names=error", input: warning).code
        == .findings)
    #expect(
      Scenario.run(
        "lint", "-", "--rule", "coordinate-names=off", "--fail-on", "note", input: warning
      ).code == .clean)
    #expect(Scenario.run("lint", "-", input: "{").code == .findings)
    #expect(Scenario.run("lint", "-", "--exit-zero", input: "{").code == .clean)
    #expect(Scenario.run("lint", "/nowhere.json").code == .error)
    #expect(Scenario.run("lint").code == .error)
  }

  @Test func nothingCheckedIsTrouble() {
    let scenario = Scenario.run(
      "lint", "-", input: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>")
    #expect(scenario.code == .error)
    #expect(
      scenario.errors == """
        no findings
        0 of 1 exchange checked
        not checked: 1 non-JSON
        schemacheck: nothing was checked

        """)
  }

  @Test func rulesOfTheOptions() {
    let unknown = Scenario.run("lint", "-", "--rule", "coordinate-name=off", input: "{}")
    #expect(unknown.code == .error)
    #expect(unknown.errors.contains("did you mean `coordinate-names`?"))
    let idle = Scenario.run("lint", "-", "--rule", "unknown-route=error", input: "{}")
    #expect(idle.code == .clean)
    #expect(idle.errors.hasPrefix("the rule `unknown-route` needs a contract"))
    #expect(
      !Scenario.run("lint", "-", "--rule", "unknown-route=off", input: "{}").errors.contains(
        "needs"))
  }

  @Test func inputFormat() {
    let lines = "{\"lat\": 91, \"lng\": 1}\n{\"lat\": 1, \"lng\": 181}\n"
    let told = Scenario.run("lint", "-", "-f", "concise", input: lines)
    #expect(
      told.output.split(separator: "\n").map { $0.prefix(12) } == ["<stdin>:1:9:", "<stdin>:2:19"])
    let json = Scenario.run("lint", "-", "-f", "concise", "--input-format", "json", input: lines)
    #expect(json.output.contains("json-syntax"))
  }

  /// What cannot be read is said, and the rest is linted.
  @Test func brokenLine() {
    let scenario = Scenario.run(
      "lint", "-", "-f", "concise", "--input-format", "ndjson",
      input: "{\"lat\": 91, \"lng\": 1}\n{\"method\": \"GET\"\n{\"lat\": 1, \"lng\": 181}\n")
    #expect(scenario.output.split(separator: "\n").count == 2)
    #expect(scenario.code == .error)
    #expect(scenario.errors.contains("<stdin>:2:"))
  }
}
