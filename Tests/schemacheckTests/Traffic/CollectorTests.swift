import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What containers and collectors write around a line: other text before its JSON, lists of entries,
/// and lines of loggers with an exchange of unknown shape.
@Suite struct CollectorTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
       "/users/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
        "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
        {"application/json": {"schema": {"type": "object", "required": ["name"], "properties":
        {"name": {"type": "string"}}}}}}}}}}}
      """#, as: "api.json")
  }

  private func check(_ text: String, _ name: String, _ options: String...) throws -> Scenario {
    try folder.run("check", on: text, name, options)
  }

  private static let line =
    #"{"method":"GET","path":"/users/1","statusCode":200,"responseBody":{"name":1}}"#

  private static let payload =
    #"{"level":30,"req":{"method":"GET","url":"/users/1"},"res":{"statusCode":200,"body":{"name":1}}}"#

  /// Results of Elasticsearch and Datadog.
  @Test(arguments: [
    #"{"took":3,"hits":{"total":{"value":2},"hits":[{"_index":"l","_source":LINE},{"_index":"l","_source":{"message":"up"}}]}}"#,
    #"{"data":[{"id":"A","type":"log","attributes":{"attributes":LINE}},{"id":"B","type":"log","attributes":{"attributes":{"a":1}}}],"meta":{}}"#,
  ])
  func resultsOfSearches(frame: String) throws {
    for line in [
      #"{"http":{"request":{"method":"GET"},"response":{"status_code":200,"body":{"content":"{\"name\":1}"}}},"url":{"path":"/users/7"}}"#,
      #"{"http":{"method":"GET","status_code":200,"url":"/users/7"},"responseBody":{"name":1}}"#,
      #"{"http":{"method":"GET","status":"200","path":"/users/7","response_body":"{\"name\":1}"}}"#,
    ] {
      let run = try check(frame.replacing("LINE", with: line), "r.json")
      #expect(run.output.contains("`name` is a number"), "\(run.everything)")
      #expect(
        run.errors.contains("1 of 2 exchanges checked\nnot checked: 1 no request"),
        "\(run.everything)")
    }
  }

  /// The text before the JSON is that of AWS Lambda, of loggers, of CRI and of containers.
  @Test(arguments: [
    "2026-01-01T00:00:00.000Z\t11\tINFO\t", "2026-01-01 00:00:00 INFO  - ",
    "2026-01-01T00:00:00Z stdout F ", "web-1  | ", "[pod/a/b] ", #"2026 {app="a"} "#,
  ])
  func textBeforeJSON(start: String) throws {
    let inner = start + Self.line
    let text = JSONWriter.quoted(inner + "\n")
    let place = text.count - #"1}}\n""#.count + 1
    for (before, after) in [
      (#"{"events":[{"message":"up"},{"message":"#, #"}],"searchedLogStreams":[]}"#),
      (#"{"data":{"result":[{"values":[["1","up"],["2","#, "]]}]}}"),
      (#"[{"line":"up","id":1},{"line":"#, "}]"),
      (#"{"log":"#, #","stream":"s"}"#),
      ("{\"log\":\"up\",\"stream\":\"s\"}\n{\"log\":", ",\"stream\":\"s\"}\n"),
      (#"{"log":{"level":"info"},"message":"#, #","ecs":{"version":"8.11"}}"#),
      (#"{"version":"1.1","host":"h","short_message":"#, #","level":6}"#),
      (#"{"preview":false,"result":{"_raw":"#, #","_time":"2026"}}"#),
      (#"{"textPayload":"#, "}"), (#"{"jsonPayload":{"message":"#, "}}"),
    ] {
      let run = try check(before + text + after, "t.json")
      let last = (before.split(separator: "\n").last ?? "").count
      #expect(
        run.output.hasPrefix(
          "t.json:\(before.contains("\n") ? 2 : 1):\(last + place): error[schema] `name` is a number"
        ), "\(before) \(run.everything)")
      let count = before.contains("up") ? "1 of 2 exchanges" : "1 of 1 exchange"
      #expect(run.errors.contains("\n\(count) checked\n"), "\(run.everything)")
    }
    let plain = try check(inner + "\n", "t.log")
    #expect(plain.output.contains("`name` is a number"), "\(plain.everything)")
  }

  /// Such a text that is about something else, and one that was cut.
  @Test func otherTextBeforeJSON() throws {
    func events(_ texts: String...) -> String {
      let list = ([Self.line] + texts).map { #"{"message":\#(JSONWriter.quoted($0))}"# }
      return #"{"events":[\#(list.joined(separator: ","))]}"#
    }
    let other = try check(
      events("T\t1\tINFO\t{\"a\":1}", "T a=b method=GET path=/users/x status=200 {\"a\":1}"),
      "t.json")
    #expect(other.errors.contains("not checked: 1 no body, 1 no request"), "\(other.everything)")
    #expect(other.output.contains("path parameter: `id` is a string"), "\(other.everything)")
    let cut = try check(
      events("2026-01-01T00:00:00Z\t11\tINFO\t" + Self.line.dropLast(4)), "t.json")
    #expect(cut.code == .error && cut.errors.contains("not JSON"), "\(cut.everything)")
    #expect(cut.errors.contains("not checked: 1 unreadable"), "\(cut.everything)")
  }

  private static let ofText = #"{"textPayload":\#(JSONWriter.quoted(payload)),"insertId":"a"}"#
  private static let ofObject = #"{"jsonPayload":\#(payload),"insertId":"b","timestamp":"t"}"#
  private static let ofRequest =
    #"{"httpRequest":{"requestMethod":"GET","requestUrl":"https://h/users/x","status":200},"insertId":"c","timestamp":"t"}"#
  private static let others = [
    #"{"textPayload":"up","insertId":"d"}"#, #"{"jsonPayload":{"message":"up"}}"#,
    #"{"protoPayload":{"a":1},"insertId":"e","timestamp":"t"}"#,
  ]

  /// A list of entries is read as its lines are.
  @Test(arguments: [
    [ofText, ofObject], [ofObject, ofText], [ofObject], [ofObject, ofObject], [ofText],
    [ofRequest, ofObject], [ofObject, ofRequest], others + [ofObject], [ofObject] + others,
    [others[2], ofText], [others[1], ofRequest], [ofRequest] + others, [ofRequest],
  ])
  func listsOfEntries(entries: [String]) throws {
    let checked = entries.filter { !Self.others.contains($0) }.count
    let rest = entries.count - checked
    let noun = entries.count == 1 ? "exchange" : "exchanges"
    let told =
      "\n\(checked) of \(entries.count) \(noun) checked\n"
      + (rest > 0 ? "not checked: \(rest) no request\n" : "")
    let list = entries.joined(separator: ",\n")
    var texts = [
      "[\(list)]", #"{"entries":[\#(list)],"nextPageToken":"n"}"#,
      entries.joined(separator: "\n") + "\n",
    ]
    if entries.count == 1 { texts.append(entries[0].replacing(",\"insert", with: ",\n\"insert")) }
    for text in texts {
      let run = try check(text, "t.json")
      #expect(run.code == .findings && run.errors.hasSuffix(told), "\(text) \(run.everything)")
      let errors = run.output.split(separator: "\n").count
      #expect(errors == Set(entries.map { $0 == Self.ofRequest }).count || rest > 0)
    }
  }

  /// The line that one container wrote, on several lines.
  @Test func oneEntryOnSeveralLines() throws {
    let text = "{\n\"log\": \(JSONWriter.quoted(Self.line)),\n\"stream\": \"s\"\n}"
    let run = try check(text, "t.json")
    #expect(run.output.hasPrefix("t.json:2:"), "\(run.everything)")
    let list = try check("[{\"log\":\"up\",\"stream\":\"s\"},\(text)]", "t.json")
    #expect(list.errors.contains("1 of 2 exchanges checked"), "\(list.everything)")
  }

  /// An element that is no line of a log cannot be read. The message has a name of the layout.
  @Test func otherElements() throws {
    let run = try check("[\(Self.ofRequest.replacing("insertId", with: "i")),{\"a\":1}]", "t.json")
    #expect(run.errors.contains("t.json:1:"), "\(run.everything)")
    #expect(run.errors.contains("entry has no `url`\n"), "\(run.everything)")
    #expect(run.errors.contains("not checked: 1 unreadable"), "\(run.everything)")
  }

  private static func logger(_ rest: String) -> String {
    #"{"time":"2026-01-01T00:00:00Z","level":"INFO","msg":"served",\#(rest)}"#
  }

  /// The line of a logger may have an exchange, too. One line lists its properties.
  @Test(arguments: [
    (#""http":{"verb":"GET","target":"/users/1","code":200,"out":{"name":1}}"#, "http"),
    (#""http":{"method":"GET","path":"/users/1","code":200,"out":"{}"}"#, "http"),
    (#""call":{"line":"GET /users/1","rc":"200","got":{"name":1}}"#, "call"),
    (#""verb":"GET","target":"/users/1","httpStatus":200"#, "verb"),
    (#""a":{"request":{"verb":"GET","to":{},"uri":"/users/1"},"response":{"rc":200}}"#, "a"),
  ])
  func unknownShapesOfLoggers(rest: String, name: String) throws {
    let line = Self.logger(rest)
    let other = Self.logger(#""n":5"#)
    let run = try check("up\n\(line)\n\(other)\n\(line)\n\(line)\n", "t.log", "--explain-match")
    #expect(run.code == .error)
    #expect(
      run.errors.contains("t.log:2:1: this looks like an exchange (`\(name)"), "\(run.errors)")
    #expect(run.errors.contains("t.log: 2 more lines like it: 4, 5\n"), "\(run.errors)")
    #expect(
      run.errors.contains("t.log:3\n  response: not checked: the capture has no request for it\n"),
      "\(run.errors)")
    #expect(!run.errors.contains("t.log:4\n") && !run.errors.contains("sent no"), "\(run.errors)")
    #expect(
      run.errors.contains("0 of 5 exchanges checked\nnot checked: 2 no request, 3 unreadable\n"),
      "\(run.errors)")
    let one = try check(line, "t.log")
    #expect(one.errors.contains("this looks like an exchange (`\(name)"), "\(one.errors)")
    // Other methods and properties are the same shape.
    let changed = line.replacing("GET", with: "POST").replacing(
      "\"level\"", with: "\"n\":1,\"level\"")
    let alike = try check("\(line)\n\(changed)\n", "t.log")
    #expect(alike.errors.contains("t.log: 1 more line like it: 2\n"), "\(alike.errors)")
    // The same in the text and in the object of a collector.
    for text in [
      #"{"log":\#(JSONWriter.quoted(line)),"stream":"s"}"#,
      #"{"jsonPayload":\#(line),"insertId":"a","timestamp":"t"}"#,
    ] {
      for whole in ["\(text)\n\(text)\n", "[\(text),\(text)]"] {
        let run = try check(whole, "t.json")
        #expect(
          run.code == .error && run.errors.contains("give the places of its parts in `records`"))
        #expect(run.errors.contains("not checked: 2 unreadable"), "\(whole) \(run.everything)")
        #expect(run.errors.contains("t.json: 1 more line like it: "), "\(run.everything)")
      }
    }
  }

  /// Parts of exchanges, and errors of other programs, are no exchanges.
  @Test(arguments: [
    #""method":"GET","url":"/users/1""#, #""method":"GET","path":"/users/1","ms":200"#,
    #""err":{"method":"GET","url":"https://h/a","code":500}"#, #""line":"GET /users","ms":120"#,
    #""error":{"cause":{"request":{"url":"/a"},"response":{"a":1}}}"#,
    #""http":{"request":{"id":"1","bytes":5},"response":{"bytes":7}}"#,
  ])
  func otherLinesOfLoggers(rest: String) throws {
    let text = "\(Self.logger(rest))\n\(Self.line)\n"
    let run = try check(text, "t.log")
    #expect(run.code == .findings, "\(run.everything)")
    #expect(run.errors.contains("1 of 2 exchanges checked\nnot checked: 1 no request\n"))
  }

  /// `records` reads such lines.
  @Test func mappedLinesOfLoggers() throws {
    let line = Self.logger(
      #""http":{"verb":"GET","target":"/users/1","code":200,"out":{"name":1}}"#)
    let config = try folder.write(
      #"""
      {"contracts": ["api.json"], "records": {"method": "/http/verb", "url": "/http/target",
       "status": "/http/code", "responseBody": "/http/out"}}
      """#, to: ".schemacheck.json")
    for text in [
      "\(line)\n\(line)\n", "{\"events\":[{\"message\":\(JSONWriter.quoted("T\tI\t" + line))}]}",
    ] {
      let file = try folder.write(text, to: "t.json")
      let run = Scenario.run(["check", file, "--config", config, "-f", "concise"])
      #expect(run.output.contains("`name` is a number"), "\(run.everything)")
    }
  }
}
