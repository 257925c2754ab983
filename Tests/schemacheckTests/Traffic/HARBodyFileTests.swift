import Foundation
import TestSupport
import Testing

@testable import schemacheck

/// HARs whose bodies are files beside them, as Playwright writes them.
@Suite struct HARBodyFileTests {
  private let folder: TemporaryFolder
  private let name = String(repeating: "0a1B", count: 10) + ".json"

  init() throws { folder = try TemporaryFolder() }

  private func write(_ file: String) throws -> String {
    try folder.write(
      """
      {"log": {"version": "1.2", "creator": {"name": "t", "version": "1"}, "entries": [
        {"startedDateTime": "2025-03-04T10:00:00.000Z", "time": 1,
         "request": {"method": "GET", "url": "https://a.example/posts", "headers": []},
         "response": {"status": 200, "headers": [],
           "content": {"size": 2, "mimeType": "application/json", "_file": "\(file)"}}}]}}
      """, to: "har/session.har")
  }

  @Test func aBodyInAFileIsReadOnce() throws {
    let har = try write(name)
    let body = try folder.write("[{\n  \"id\": 1}]", to: "har/\(name)")
    for input in [har, folder.path + "/har"] {
      let run = Scenario.run(
        "check", "--no-config", "-c", "social-posts", "-f", "concise", input
      )
      #expect(run.code == .findings)
      let lines = run.output.split(separator: "\n")
      let places = lines.map { $0.split(separator: ": ")[0] }
      #expect(places == ["\(body):1:2", "\(body):1:2", "\(body):2:9"], "\(run.output)")
      #expect(run.errors.hasPrefix("checked 1 of 1 exchange in 1 file: "), "\(run.errors)")
    }
  }

  @Test(arguments: ["../outside.json", "/etc/hostname", "missing.json", "a/../../outside.json"])
  func aFileElsewhereIsNotRead(file: String) throws {
    _ = try folder.write("[]", to: "outside.json")
    let run = Scenario.run("check", "--no-config", "-c", "social-posts", try write(file))
    #expect(run.code == .error && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("session.har:"), "\(run.errors)")
  }

  /// YAML may quote its keys.
  @Test(arguments: ["\"", "'", ""]) func keysOfCassettesInQuotes(quote: String) throws {
    func key(_ name: String) -> String { quote + name + quote }
    let cassette = """
      ---
      \(key("http_interactions")):
      - \(key("request")): {method: get, uri: "https://a.example/posts"}
        \(key("response")): {status: {code: 200}, body: {string: '{}'}}
      """
    let file = try folder.write(cassette, to: "vcr.yml")
    let run = Scenario.run("check", "--no-config", "-c", "social-posts", file)
    #expect(run.errors.hasPrefix("checked 1 of 1 exchange in 1 file: "), "\(run.errors)")
  }
}
