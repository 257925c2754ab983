import Foundation
import TestSupport
import Testing

@testable import ContractCaptures
@testable import ContractRuns
@testable import schemacheck

/// Logs with lines of text between the lines of JSON.
@Suite struct MixedLogTests {
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
       "/users/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
        "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
        {"application/json": {"schema": {"type": "object", "required": ["name"],
         "properties": {"name": {"type": "string"}}}}}}}}}}}
      """#, to: "api.json")
  }

  private static let line =
    #"{"method":"GET","url":"/users/1","status":200,"responseBody":{"name":"a"}}"#

  private func check(_ text: String, _ name: String = "a.log", _ options: String...) throws
    -> Scenario
  {
    try folder.run("check", on: text, name, options)
  }

  /// What programs print. The reason says whether a line names a request.
  @Test(arguments: [
    ("Error: boom", "no request"), ("    at Object.<anonymous> (/app/x.js:1:7)", "no request"),
    ("{ port: 3000 }", "no request"), ("Server listening { port: 3000 }", "no request"),
    ("{", "no request"), ("  env: 'dev'", "no request"), ("}", "no request"),
    (#"Parameters: {"page"=>"1"}"#, "no request"), (#"{"page"=>"1"}"#, "no request"),
    (#"strconv.Atoi: parsing "abc": invalid syntax"#, "no request"),
    (#"config {"port": 3000} read"#, "no request"), (#"config {"port": 3000}"#, "no request"),
    ("at=info method=x dyno=web.1", "no request"), ("GET /users/1 200 3.2 ms - 12", "no request"),
    ("\u{1B}[32minfo\u{1B}[0m Übung", "no request"), ("[1, 2 3]", "no request"),
    (#"INFO:     10.0.0.1:5000 - "GET /users/1 HTTP/1.1" 200 OK"#, "text only"),
    (#"[03/Jan/2026 10:00:00] "GET /users/1 HTTP/1.1" 200 52"#, "text only"),
    (
      #"::1 - - [03/Jan/2026:10:00:00 +0000] "GET /users/1 HTTP/1.1" 200 52 "-" "curl/8""#,
      "text only"
    ),
    (#"2026/01/03 [error] 29#29: *1 x, request: "POST /a HTTP/1.1", host: "h""#, "text only"),
    (#"web-1  | 10.0.0.1 "GET /users/1 HTTP/1.1" 200"#, "text only"),
  ])
  func textBetweenLines(text: String, reason: String) throws {
    for lines in [[text, Self.line], [Self.line, text], [text, text, Self.line, text]] {
      let run = try check(lines.joined(separator: "\n") + "\n")
      let count = lines.count - 1
      #expect(run.code == .clean, "\(run.everything)")
      #expect(
        run.errors
          == "no findings\n1 of \(lines.count) exchanges checked\nnot checked: \(count) \(reason)\n"
      )
    }
    let verdicts = Scenario.run(
      "check", "-", "--no-config", "-c", contract, "-f", "verdicts",
      input: "\(Self.line)\n\(text)\n")
    let second = verdicts.output.split(separator: "\n").last ?? ""
    let word = reason.replacing(" ", with: "-")
    #expect(
      second.contains(#""index":1,"#)
        && second.contains(#""verdict":"skipped","reason":"\#(word)""#),
      "\(verdicts.everything)")
    let draft = Scenario.run("infer", "-", input: "\(text)\n\(Self.line)\n\(text)\n")
    #expect(draft.errors.contains("not read: 2 \(reason)"), "\(draft.everything)")
  }

  /// A record that is broken, cut or damaged may be an exchange.
  @Test(arguments: [
    #"{"method":"GET","url":"/us"#, #"{ "method" : "GET", "url": /users/1 }"#,
    #"{"meth"#, #"{"a": 1} and more"#,
    #"web-1  | {"method":"GET","url":"/us"#, #"2026-01-03T10:00:00Z stdout P {"method":"GET""#,
    #"tus": 200, "responseBody": "a"}"#, #"ers/1","status":200}"#, #"  "method": "GET","#,
    #""status": 200"#, #""x": -1"#, #""x": null"#, "abc \u{0} def", "abc \u{1} def",
    #"{"log":"{\"method\":\"GET\",\"ur","stream":"stdout","time":"t"}"#,
  ])
  func brokenRecords(text: String) throws {
    for lines in [[text, Self.line, Self.line], [Self.line, Self.line, text]] {
      let run = try check(lines.joined(separator: "\n") + "\n", "a.ndjson")
      #expect(run.code == .error && run.errors.contains("not JSON: "), "\(run.everything)")
      #expect(
        run.errors.hasSuffix("2 of 3 exchanges checked\nnot checked: 1 unreadable\n"),
        "\(run.everything)")
    }
  }

  /// A first line of this kind may begin a document.
  @Test func brokenArrays() throws {
    let run = try check("\(Self.line)\n[{\"method\":\"GET\",\"url\":\"/us\n")
    #expect(run.code == .error && run.errors.contains("1 unreadable"), "\(run.everything)")
  }

  /// A byte that is not UTF-8.
  @Test func damagedBytes() throws {
    let path = folder.path + "/b.log"
    let text = Array("\(Self.line)\nabc ".utf8) + [0xE9] + Array(" def\n\(Self.line)\n".utf8)
    try Data(text).write(to: URL(fileURLWithPath: path))
    let run = Scenario.run("check", path, "--no-config", "-c", contract)
    #expect(run.errors.contains("not checked: 1 unreadable"), "\(run.everything)")
  }

  /// Without an exchange, text is not read.
  @Test func textBetweenBodies() throws {
    let run = try check("{\"name\":\"a\"}\nServer listening\n{\"name\":\"b\"}\n", "a.ndjson")
    #expect(
      run.errors.hasPrefix("schemacheck: a.ndjson:2:1: not JSON: `Server` is not JSON"),
      "\(run.everything)")
    #expect(run.code == .error && run.errors.contains("not checked: 1 unreadable\n"))
    // The lines of a logger show that the file is a log without requests.
    let quiet = try check(
      "Server listening\n{\"level\":30,\"time\":1,\"msg\":\"up\"}\n", "q.log", "--allow-empty")
    #expect(quiet.code == .clean && quiet.errors.contains("2 no request"), "\(quiet.everything)")
  }

  /// The first exchange may be far from the text, in another slice.
  @Test(arguments: ["1", "4"])
  func longLogs(jobs: String) throws {
    let text = String(repeating: "Server listening on 3000\n", count: 2_000)
    let whole = "\(text)\(Self.line)\n\(text)"
    let run = try check(whole, "a.ndjson", "--input-format", "ndjson", "-j", jobs)
    #expect(run.code == .clean, "\(run.everything)")
    #expect(run.errors.contains("1 of 4,001 exchanges checked") || run.errors.contains("1 of 4001"))
  }

  @Test func waitingLines() {
    var texts = TextLines<Int>()
    #expect(texts.pass(1) == [] && texts.pass(2) == [])
    #expect(texts.pass(3, mayWait: false) == [1, 2, 3] && !texts.isOfLog)
    #expect(texts.pass(4) == [] && texts.beginLog() == [4] && texts.isOfLog)
    #expect(texts.pass(5) == [5] && texts.end() == [])
  }
}
