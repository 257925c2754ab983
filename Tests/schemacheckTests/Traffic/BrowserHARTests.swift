import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What Firefox, Safari and Chrome write into a HAR and the specification does not have: each entry is
/// checked, or counted with the reason.
@Suite struct BrowserHARTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
     "servers": [{"url": "https://a.example"}], "paths": {"/posts": {
      "get": {"responses": {"200": {"description": "d", "content": {"application/json":
       {"schema": {"type": "array", "items": {"properties": {"id": {"type": "string"}}}}}}}}},
      "post": {"requestBody": {"content": {"application/x-www-form-urlencoded": {"schema":
        {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"},
         "mail": {"type": "string", "format": "email"}}}}}},
       "responses": {"204": {"description": "d"}}}}}}
    """#

  struct Case: Sendable {
    var name: String
    /// After the address.
    var request = ""
    var response: String
    /// After the response.
    var rest = ""
    var url = "https://a.example/posts"
    /// The start of the last line, and the rules found.
    var count: String
    var found: [String] = []
  }

  private static let body = #"[{\"id\":1}]"#
  private static let json = #""mimeType": "application/json""#
  private static func skipped(_ reason: String) -> String {
    "0 of 1 exchange checked\nnot checked: 1 \(reason.replacing("-", with: " "))"
  }
  private static let checked = "1 of 1 exchange checked"

  static let cases: [Case] = [
    Case(
      name: "no sizes, no headers",
      response: #"{"status": 200, "content": {\#(json), "text": "\#(body)"}}"#, count: checked,
      found: ["schema"]),
    Case(
      name: "sizes that are null or texts",
      response:
        #"{"status": 200, "headers": null, "bodySize": "", "content": {"size": null, \#(json), "text": "\#(body)"}}"#,
      count: checked, found: ["schema"]),
    Case(
      name: "bodies that Firefox does not include",
      response:
        #"{"status": 200, "headers": [], "content": {\#(json), "size": -1, "comment": "Response bodies are not included."}, "bodySize": -1}"#,
      count: skipped("no-body")),
    Case(
      name: "no content", response: #"{"status": 200, "headers": []}"#, count: skipped("no-body")),
    Case(
      name: "blocked by Chrome",
      response:
        #"{"status": 0, "headers": [], "content": {"size": 0, "mimeType": "x-unknown"}, "bodySize": 0, "_error": "net::ERR_BLOCKED_BY_CLIENT"}"#,
      count: skipped("no-response")),
    Case(
      name: "failed in Playwright",
      response: #"{"status": -1, "headers": [], "content": {"size": -1, "mimeType": "x-unknown"}}"#,
      count: skipped("no-response")),
    Case(
      name: "ended before the status came",
      response: #"{"headers": [], "content": {"size": 0, \#(json), "text": ""}}"#,
      count: skipped("no-response")),
    Case(name: "an empty response", response: "{}", count: skipped("no-response")),
    Case(
      name: "from Chrome's cache",
      response:
        #"{"status": 200, "headers": [], "content": {"size": 0, \#(json), "text": ""}, "bodySize": 0}"#,
      rest: #", "_fromCache": "disk""#, count: skipped("no-body")),
    Case(
      name: "from Safari's cache",
      response:
        #"{"status": 200, "headers": [], "content": {"size": 0, \#(json), "text": ""}, "bodySize": 0, "_fetchType": "Memory Cache"}"#,
      count: skipped("no-body")),
    Case(
      name: "from Firefox's cache",
      response:
        #"{"status": 200, "headers": [], "content": {"size": 0, \#(json), "text": ""}, "bodySize": 0}"#,
      rest: #", "cache": {"afterRequest": {"fetchCount": 1}}"#, count: skipped("no-body")),
    Case(
      name: "empty, and not from a cache",
      response:
        #"{"status": 200, "headers": [], "content": {"size": 0, \#(json), "text": ""}, "bodySize": 0}"#,
      rest: #", "cache": {}"#, count: checked, found: ["decodable"]),
    Case(
      name: "a cached body is a body",
      response:
        #"{"status": 200, "headers": [], "content": {\#(json), "text": "\#(body)"}, "bodySize": 0}"#,
      rest: #", "_fromCache": "memory""#, count: checked, found: ["schema"]),
    Case(
      name: "a websocket in Chrome",
      response:
        #"{"status": 101, "headers": [], "content": {"size": 0, "mimeType": "x-unknown"}, "bodySize": 0}"#,
      rest:
        #", "_resourceType": "websocket", "_webSocketMessages": [{"type": "send", "data": "{}"}]"#,
      url: "wss://a.example/live", count: skipped("websocket")),
    Case(
      name: "a websocket at a documented path",
      response:
        #"{"status": 101, "headers": [], "content": {"mimeType": "text/plain", "text": "hi"}}"#,
      count: skipped("websocket")),
    Case(
      name: "an address of the browser's own",
      response: #"{"status": 200, "headers": [], "content": {\#(json), "text": "{}"}}"#,
      url: "data:application/json;base64,e30=",
      count: "0 of 1 exchange checked\nnot checked: 1 unmatched"),
  ]

  private func check(_ one: Case, method: String = "GET") throws -> Scenario {
    let contract = try folder.write(Self.contract, to: "api.json")
    let path = try folder.write(
      #"""
      {"log": {"version": "1.2", "creator": {"name": "b", "version": "1"}, "entries": [
        {"startedDateTime": "2025-03-04T10:00:00.000+01:00",
         "request": {"method": "\#(method)", "url": "\#(one.url)", "headers": []\#(one.request)},
         "response": \#(one.response)\#(one.rest)}]}}
      """#, to: "a.har")
    return Scenario.run(
      "check", "--no-config", "-c", contract, "-f", "concise", "--exit-zero", path)
  }

  private func rules(_ run: Scenario) -> [String] {
    run.output.split(separator: "\n").compactMap { line in
      line.split(separator: "[").dropFirst().first.map { String($0.prefix { $0 != "]" }) }
    }
  }

  @Test(arguments: cases.indices) func entries(_ index: Int) throws {
    let one = Self.cases[index]
    let run = try check(one)
    #expect(rules(run) == one.found, "\(one.name): \(run.everything)")
    #expect(run.errors.contains(one.count), "\(one.name): \(run.everything)")
  }

  /// Forms: the text counts, as Chrome lists its fields encoded; Firefox writes headers before it.
  @Test(arguments: [
    (#""params": [{"name": "a", "value": "1"}]"#, [String]()),
    (#""params": [{"name": "a", "value": "x"}]"#, ["schema"]),
    (#""text": null, "params": [{"name": "b", "value": "1"}]"#, ["schema", "undocumented-field"]),
    (
      #""text": "a=1&mail=a%40b.example", "params": [{"name": "a", "value": "1"}, {"name": "mail", "value": "a%40b.example"}]"#,
      []
    ),
    (
      #""text": "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\na=1", "params": [{"name": "a", "value": "1"}]"#,
      []
    ),
  ])
  func forms(_ post: String, _ found: [String]) throws {
    let one = Case(
      name: "form",
      request: #", "postData": {"mimeType": "application/x-www-form-urlencoded", \#(post)}"#,
      response: #"{"status": 204, "headers": [], "content": {}}"#, count: Self.checked)
    let run = try check(one, method: "POST")
    #expect(rules(run).sorted() == found, "\(post): \(run.everything)")
    #expect(run.errors.contains(one.count), "\(run.errors)")
  }
}
