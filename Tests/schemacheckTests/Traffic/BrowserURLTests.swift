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
}
