import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// URLs that no server answers, as browsers have them in their HARs: unmatched, without a word.
@Suite struct BrowserURLTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The path of the first operation fits any text.
  private static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
     "/{page}": {"get": {"parameters": [{"name": "page", "in": "path", "required": true,
      "schema": {"type": "string"}}], "responses": {"200": {"description": "d", "content":
      {"application/json": {"schema": {"type": "array"}}}}}}},
     "/application/{type}": {"get": {"parameters": [{"name": "type", "in": "path", "required": true,
      "schema": {"type": "string"}}], "responses": {"200": {"description": "d", "content":
      {"application/json": {"schema": {"type": "array"}}}}}}}}}
    """#

  private func har(_ url: String) -> String {
    #"{"log": {"entries": [{"request": {"method": "GET", "url": "\#(url)"}, "response": {"status": 200, "content": {"mimeType": "application/json", "text": "{}"}}}]}}"#
  }

  @Test(arguments: [
    "data:application/json;base64,e30=", "data:,x", "blob:https://a.example/1", "about:blank",
    "chrome-extension://abc/a.json", "moz-extension://abc/a", "file:///a", "javascript:void(0)",
  ])
  func noServer(_ url: String) throws {
    let contract = try folder.write(Self.contract, to: "api.json")
    let path = try folder.write(har(url), to: "a.har")
    let run = Scenario.run("check", path, "--no-config", "-c", contract)
    #expect(run.output.isEmpty, "\(run.everything)")
    #expect(
      run.errors.contains("0 of 1 exchange checked\nnot checked: 1 unmatched"), "\(run.errors)")
    let inferred = Scenario.run("infer", path)
    #expect(!inferred.output.contains("get:"), "\(inferred.everything)")
  }

  @Test(arguments: [
    "https://a.example/x", "HTTP://a.example/x", "//a.example/x", "/x", "a.example:80/x",
    "wss://a.example/x",
  ])
  func aServer(_ url: String) throws {
    let contract = try folder.write(Self.contract, to: "api.json")
    let path = try folder.write(har(url), to: "a.har")
    let run = Scenario.run("check", path, "--no-config", "-c", contract, "-f", "concise")
    #expect(run.code == .findings && run.output.contains("GET /{page} 200"), "\(run.everything)")
  }

  /// Data below the base path of a documented server belongs to the API. Parts of web pages do not.
  @Test(arguments: [
    ("application/json", true), ("text/csv", true), ("application/pdf", true),
    ("text/event-stream", true), ("application/x-ndjson", true), ("text/plain", true),
    ("application/xml", true), ("application/x-protobuf", true), ("text/html", false),
    ("text/css", false), ("text/javascript", false), ("application/javascript", false),
    ("image/svg+xml", false), ("font/woff2", false), ("application/font-woff", false),
    ("video/mp4", false), ("application/octet-stream", false),
  ])
  func dataOfUndocumentedOperations(_ type: String, isNamed: Bool) throws {
    let contract = try folder.write(
      Self.contract.replacing(
        #""paths""#, with: #""servers": [{"url": "https://a.example/v2"}], "paths""#),
      to: "api.json")
    func findings(_ url: String, _ status: Int = 200) throws -> Int {
      let line = #"""
        {"method": "GET", "url": "\#(url)", "status": \#(status), "responseBody": "x",
        """#
        + #""responseHeaders": {"content-type": "\#(type)"}}"#
      let path = try folder.write(line.replacing("\n", with: " ") + "\n", to: "a.ndjson")
      let run = Scenario.run("check", path, "--no-config", "-c", contract, "-f", "concise")
      #expect(run.errors.contains("1 unmatched"), "\(run.everything)")
      return run.output.split(separator: "\n").count { $0.contains("warning[unknown-route]") }
    }
    #expect(try findings("https://a.example/v2/none/of/it") == (isNamed ? 1 : 0))
    #expect(try findings("https://a.example/v2/none/of/it", 404) == 1)
    // Only JSON may belong to an API at another path.
    #expect(try findings("https://a.example/site/of/it") == (type == "application/json" ? 1 : 0))
  }
}
