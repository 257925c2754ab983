import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What recorders write in place of a value.
@Suite struct PlaceholderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.0.3
      info: {title: t, version: "1"}
      paths:
        /users/{id}:
          get:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            responses:
              "200":
                description: ok
                content:
                  application/json:
                    schema:
                      type: object
                      properties: {url: {type: string, format: uri}, at: {type: string, format: date-time}, n: {type: integer}, k: {enum: [a, b]}}
                  application/x-ndjson:
                    schema: {type: array, items: {type: object, properties: {n: {type: integer}, k: {enum: [a, b]}}}}
      """, to: "api.yaml")
  }

  private func check(_ text: String, _ name: String, _ options: String...) throws -> Scenario {
    let file = try folder.write(text + "\n", to: name)
    return Scenario.run(
      ["check", "-c", "\(folder.path)/api.yaml", "-f", "concise", file] + options)
  }

  private func cassette(_ body: String, id: String = "7") -> String {
    """
    http_interactions:
    - request: {method: get, uri: 'https://api.example/users/\(id)'}
      response: {status: {code: 200}, headers: {Content-Type: [application/json]}, body: {string: '\(body)'}}
    """
  }

  /// A placeholder before the path is the server, perhaps with a base path.
  @Test(arguments: ["<API_URL>", "<API_URL>/", "https://<HOST>/", "{{baseUrl}}/", "*/"])
  func servers(start: String) throws {
    let text = cassette(#"{"n": "1"}"#)
    for contract in ["", "servers: [{url: 'https://api.other/v1'}]\n"] {
      let file = try folder.write(text.replacing("https://api.example/", with: start), to: "s.yml")
      let api = try String(contentsOfFile: folder.path + "/api.yaml", encoding: .utf8)
      let run = Scenario.run(
        "check", "-c", try folder.write(contract + api, to: "b.yaml"), "-f", "concise", file)
      #expect(run.output.contains("`n` is a string"), "\(run.everything)")
      if !start.hasPrefix("https") { #expect(!run.errors.contains("base path"), "\(run.errors)") }
    }
  }

  @Test(arguments: [
    #"{"at": "2016-11-29T17:59:<ORG>Z"}"#, #"{"url": "<LOGIN> <HOST>"}"#, #"{"k": "***"}"#,
    #"{"k": "[FILTERED]"}"#, #"{"k": "[REDACTED]"}"#, #"{"n": <USER_ID>, "k": "a"}"#,
    #"{"k": "<API-KEY 2>"}"#, #"{"k": "[Redacted]"}"#, #"{"k": "*****"}"#,
  ])
  func standForValues(body: String) throws {
    let silent = try check(cassette(body), "t.yaml", "--no-config")
    #expect(silent.code == .clean, "\(silent.everything)")
    let record = #"{"method": "GET", "url": "/users/7", "status": 200, "responseBody": "#
    if !body.contains(": <") {
      let recorded = try check(record + body + "}", "t.ndjson", "--no-config")
      #expect(recorded.code == .clean, "\(recorded.everything)")
      #expect(recorded.everything.contains("placeholder"), "\(recorded.everything)")
      let strict = try check(record + body + "}", "t.ndjson", "--no-config", "--strict")
      #expect(strict.code != .clean, "\(strict.everything)")
    }
    // A body alone holds its own values.
    let bare = try check(
      body, "t.json", "--no-config", "--operation", "GET /users/{id}", "--status", "200")
    #expect(bare.code == .findings, "\(bare.everything)")
  }

  /// A quoted placeholder is a string, and everything else is judged.
  @Test(arguments: [
    (#"{"n": "<USER_ID>"}"#, "`n` is a string; the contract says an integer"),
    (#"{"k": "<user>"}"#, "`k` is \"<user>\""), (#"{"k": "<B>x"}"#, "`k` is \"<B>x\""),
    (#"{"k": "<BR>"}"#, "`k` is \"<BR>\""), (#"{"k": "**"}"#, "`k` is \"**\""),
    (#"{"n": <USER_ID>, "k": 1}"#, "`k` is 1"),
    (#"{"k": "a [FILTERED]"}"#, "`k` is \"a [FILTERED]\""),
  ])
  func otherMistakesAreTold(body: String, finding: String) throws {
    let run = try check(cassette(body), "t.yaml", "--no-config")
    #expect(run.code == .findings)
    #expect(run.output.contains(finding), "\(run.everything)")
    #expect(run.everything.contains("1 error in 1 group"), "\(run.everything)")
  }

  /// What was read before it was filled in is read again.
  @Test func recordsAreReadAgain() throws {
    let record = #"{"method": "GET", "url": "/users/7", "status": 200, "responseBody": "#
    let run = try check(
      record + #""{\"n\": <USER_ID>, \"k\": \"c\"}"}"#, "t.ndjson", "--no-config")
    #expect(run.code == .findings)
    #expect(run.output.contains("`k` is \"c\""), "\(run.everything)")
    // Templates are in stubs alone.
    let message = "GET /users/7 HTTP/1.1\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n"
    let other = try check(message + #"{"n": {{x}}, "k": "***"}"#, "t.http", "--no-config")
    #expect(other.code == .findings && other.output.contains("json-syntax"))
  }

  /// Each item of a sequence has its own.
  @Test func itemsOfSequences() throws {
    let text = """
      http_interactions:
      - request: {method: get, uri: 'https://api.example/users/7'}
        response:
          status: {code: 200}
          headers: {Content-Type: [application/x-ndjson]}
          body: {string: "{\\"n\\": <ID>, \\"k\\": \\"a\\"}\\n{\\"n\\": 1, \\"k\\": \\"<TOKEN>\\"}\\nITEM\\n"}
      """
    let silent = try check(
      text.replacing("ITEM", with: #"{\"k\": \"***\"}"#), "t.yaml", "--no-config")
    #expect(silent.code == .clean, "\(silent.everything)")
    let wrong = try check(
      text.replacing("ITEM", with: #"{\"k\": \"c\", \"n\": <N1>}"#), "t.yaml", "--no-config")
    #expect(wrong.output.contains("`k` is \"c\""), "\(wrong.everything)")
    #expect(wrong.everything.contains("1 error in 1 group"), "\(wrong.everything)")
  }

  @Test func leniencesCanBeOff() throws {
    try folder.write(#"{"leniencies": "none"}"#, to: ".schemacheck.json")
    let run = try check(
      cassette(#"{"k": "<TOKEN>"}"#), "t.yaml", "--config", "\(folder.path)/.schemacheck.json")
    #expect(run.code == .findings, "\(run.everything)")
  }

  @Test func parametersOfURLs() throws {
    #expect(try check(cassette("{}", id: "<LOGIN>"), "t.yaml", "--no-config").code == .clean)
    let wrong = try check(cassette("{}", id: "login"), "t.yaml", "--no-config")
    #expect(wrong.code == .findings)
  }

  @Test func theListIsTheUsers() throws {
    func run(_ list: String, _ word: String) throws -> ExitCode {
      try folder.write(#"{"placeholders": \#(list)}"#, to: ".schemacheck.json")
      return try check(
        cassette(#"{"k": "\#(word)"}"#), "t.yaml", "--config",
        "\(folder.path)/.schemacheck.json"
      ).code
    }
    #expect(try run(#"["HIDDEN"]"#, "HIDDEN") == .clean)
    #expect(try run(#"["HIDDEN"]"#, "<TOKEN>") == .clean)
    #expect(try run("[]", "<TOKEN>") == .findings)
    #expect(try run("[]", "[FILTERED]") == .findings)
  }
}
