import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Lines in the text of other lines, `key=value` pairs, access logs of proxies, and log files in folders.
@Suite struct LogTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      servers: [{url: https://api.example.com}]
      paths:
        /users/{id}:
          get:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
      components:
        schemas: {User: {type: object, properties: {id: {type: integer}}}}
      """, as: "api.yaml")
  }

  private func run(_ command: String, _ text: String, _ name: String, _ options: String...) throws
    -> Scenario
  {
    try folder.run(command, on: text, name, options)
  }

  private static let inner =
    #"{\"req\":{\"method\":\"GET\",\"url\":\"/users/1\"},\"res\":{\"statusCode\":200,\"body\":{\"id\":\"é\",\"token\":\"s3cr3tvalue12345\"}}}"#

  /// Each with what stands before the inner text: findings have the place of their value.
  @Test(arguments: [
    (#"{"log":""#, #"\n","stream":"stdout","time":"2026-01-01T00:00:00Z"}"#),
    (#"{"stream":"stdout","log":""#, #"\n","kubernetes":{"pod_name":"a"}}"#),
    (#"{"@timestamp":"2026-01-01T00:00:00Z","message":""#, #""}"#),
    (#"{"labels":{"app":"a"},"line":""#, #""}"#), (#"{"@message":""#, #""}"#),
    (#"{"level":"info","time":1,"msg":""#, #""}"#), (#"{"textPayload":""#, #""}"#),
  ])
  func wrapped(start: String, end: String) throws {
    let line = start + Self.inner + end
    let before = Self.inner.prefix { $0 != "é" }.count - 2
    let column = start.count + before + 1
    for text in [line, line + "\n", "\(line)\n\(line)\n"] {
      let run = try run("check", text, "t.ndjson")
      #expect(
        run.output.hasPrefix(
          "t.ndjson:1:\(column): error[schema] `id` is a string; the contract says an integer  "
            + "(GET /users/{id} 200 /id)"), "\(run.everything)")
      #expect(!run.everything.contains("s3cr3t"))
    }
    let frame = Scenario.run(
      "check", "--no-config", folder.path + "/t.ndjson", "-c", folder.path + "/api.yaml")
    #expect(frame.output.contains(#""token":"‹16 characters›""#), "\(frame.output)")
    #expect(!frame.everything.contains("s3cr3t"))
  }

  /// What a container writes besides is no request.
  @Test func otherLines() throws {
    let lines = [
      #"{"log":"started\n","stream":"stdout","time":"2026-01-01T00:00:00Z"}"#,
      #"{"log":"{\"level\":\"info\"}\n","stream":"stdout","time":"2026-01-01T00:00:00Z"}"#,
      #"{"log":"method=GET path=/users/1 status=200\n","stream":"stdout"}"#,
      #"{"log":"\#(Self.inner)\n","stream":"stdout"}"#,
      // A text of another program is a text.
      #"{"message":"a=b c=d {x}"}"#,
    ]
    let text = lines.joined(separator: "\n")
    let run = try run("check", text, "t.ndjson")
    #expect(
      run.errors.hasSuffix(
        "1 of 5 exchanges checked\nnot checked: 3 no request, 1 no body\n"),
      "\(run.errors)")
    let draft = try self.run("infer", lines[..<4].joined(separator: "\n"), "t.ndjson")
    #expect(draft.output.contains("/users/") && !draft.output.contains("stream"))
    #expect(draft.errors.contains("2 of 4 exchanges read\nnot read: 2 no request"))
  }

  @Test func pairs() throws {
    let log = """
      method=GET path=/users/1 format=json controller=Users status=500 duration=1.2 db=0.1
      at=info method=GET path="/users/2?token=s3cr3tvalue12345" host=other.example.com status=200
      sample#memory_total=10MB a=1 b=2
      method=get path=/users/3 status=200 path=/other

      """
    for name in ["production.log", "t.ndjson", "t.txt"] {
      let run = try run("check", log, name)
      #expect(
        run.output
          == "\(name):1:62: warning[undocumented-status] status 500 is not documented; the operation "
          + "documents 200  (GET /users/{id} 500)\n")
      #expect(
        run.errors.hasPrefix(
          """
          1 warning in 1 group: undocumented-status 1
          0 of 4 exchanges checked
          not checked: 2 no body, 1 no request, 1 undocumented status
          the host `other.example.com` is not in `servers`: 1 exchange still checked

          """), "\(run.errors)")
      // The status that is not documented does not take the advice away.
      #expect(run.errors.hasSuffix("never have response bodies, add `--requests`\n"))
      #expect(!run.everything.contains("s3cr3t"))
    }
    let text = try run("check", "some text\nof a program\n", "npm-debug.log")
    #expect(text.errors.contains("this is a log in text, which cannot be read"))
  }

  @Test func otherFilesWithTheNameOfALog() throws {
    let pretty = try run("check", "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n", "t.log")
    #expect(
      pretty.errors.contains(
        "t.log:1:1: this is a list of JSON values on several lines, which cannot be read; write "
          + "each value on one line, such as with `jq -c .`\n"), "\(pretty.errors)")
    let wide: [UInt8] = [0xFF, 0xFE] + Array("{}\n".utf8).flatMap { [$0, 0] }
    try Data(wide).write(to: folder.url.appending(path: "w.log"))
    let run = Scenario.run(
      "check", "--no-config", folder.path + "/w.log", "-c", "fotolokashen", "-f", "concise")
    #expect(run.everything.contains("it looks like UTF-16"), "\(run.everything)")
  }

  /// Whatever the name of the file is.
  @Test(arguments: [
    "2026-11-28T10:00:00.123Z  INFO 1 --- [main] c.l.Main : After request [GET /users/1]",
    "2026-11-28 10:00:00.000 TRACE 1 --- org.zalando.logbook.Logbook : Incoming Request: 2d66",
    #"[28/Nov/2026 10:00:00] "GET /users/1 HTTP/1.1" 200 12"#,
    "Started GET \"/users\" for 127.0.0.1 at 2026-11-28 10:00:00 +0000\nCompleted 200 OK in 12ms",
  ]) func textOfALogIsNoBody(text: String) throws {
    for name in ["t.txt", "t.json"] {
      let run = try run("check", text + "\n", name)
      #expect(run.code == .error && run.output.isEmpty)
      #expect(run.errors.contains("\(name):1:1: this is a log in text"), "\(run.errors)")
    }
  }

  /// Each is a request with status 500.
  @Test(arguments: [
    #"{"level":"info","ts":1.5,"logger":"http.log.access","request":{"method":"GET","host":"api.example.com","uri":"/users/1","headers":{"User-Agent":["x"]}},"status":500,"resp_headers":{}}"#,
    #"{"DownstreamStatus":500,"OriginStatus":500,"RequestHost":"api.example.com","RequestMethod":"GET","RequestPath":"/users/1","RequestScheme":"https","level":"info","msg":""}"#,
    #"{"method":"GET","path":"/users/1","authority":"api.example.com","response_code":500}"#,
    #"{"httpRequest":{"requestMethod":"GET","requestUrl":"https://api.example.com/users/1","status":500},"severity":"INFO"}"#,
    #"{"@timestamp":"2026-01-01T00:00:00Z","http.request.method":"GET","url.path":"/users/1","url.domain":"api.example.com","http.response.status_code":500}"#,
    #"{"config":{"method":"get","url":"/users/1","baseURL":"https://api.example.com"},"status":500,"data":"","headers":{}}"#,
    #"{"request":"GET /users/1 HTTP/1.1","status":500}"#,
    #"{"time":"2026-10-11T09:00:00Z","level":"INFO","msg":"GET /users/1 => HTTP 500","httpRequest":{"url":"https://api.example.com/users/1","method":"GET","path":"/users/1"},"httpResponse":{"status":500,"bytes":2,"body":"{}"}}"#,
    #"{"request":"GET /users/1","status":500}"#,
    #"{"method":"get","url":"https://api.example.com/users/1","status":500}"#,
  ])
  func shapes(line: String) throws {
    for name in ["t.ndjson", "t.json"] {
      let run = try run("check", line, name)
      #expect(
        run.output.contains(
          "warning[undocumented-status] status 500 is not documented; the operation documents 200  "
            + "(GET /users/{id} 500)"), "\(run.everything)")
      #expect(run.errors.contains("0 of 1 exchange checked"), "\(run.errors)")
      #expect(!run.errors.contains("host"), "\(run.errors)")
    }
  }

  /// The host of a path is that of the request's header, or what the server wrote.
  @Test(arguments: [
    #"{"req":{"method":"GET","url":"/users/1","headers":{"host":"b.example.com"}},"res":{"statusCode":200}}"#,
    #"{"req":{"method":"GET","url":"/users/1","hostname":"b.example.com"},"res":{"statusCode":200},"hostname":"machine"}"#,
    #"{"vhost":"b.example.com","method":"GET","path":"/users/1","status":200}"#,
  ])
  func hosts(line: String) throws {
    let told = "the host `b.example.com` is not in `servers`"
    #expect(try run("check", line, "t.ndjson").errors.contains(told))
    let documented = try run("check", line, "t.ndjson", "--hosts", "documented")
    #expect(documented.errors.contains("not checked: 1 unmatched"), "\(documented.errors)")
    let body = line.replacing("\"statusCode\":200", with: "\"statusCode\":200,\"body\":{\"id\":1}")
    guard body != line else { return }
    let draft = try run("infer", body, "t.ndjson")
    #expect(draft.output.contains("- url: https://b.example.com\n"), "\(draft.everything)")
  }

  /// What may be the body is told once.
  @Test(arguments: [
    (
      #"{"req":{"method":"GET","url":"/users/1"},"res":{"statusCode":200,"data":{"id":"x"}}}"#,
      "res.data"
    ),
    (
      #"{"method":"GET","path":"/users/1","statusCode":200,"payload":{"id":"x"},"metadata":{"a":1}}"#,
      "payload"
    ),
    (#"{"request":"GET /users/1","status":200,"payload":{"id":"x"},"geo_data":"US"}"#, "payload"),
    (
      #"{"request_uri":"/users/1","status":200,"upstream_body":"{\"id\":\"x\"}"}"#,
      "upstream_body"
    ),
    (
      #"{"request":{"method":"GET","uri":"/users/1"},"status":200,"resp_headers":{"a":["b"]},"out":{"id":"x"}}"#,
      "out"
    ),
    (
      #"{"remote_addr":"h","request":"GET /users/1 HTTP/1.1","status":200,"raw":{"id":"x"}}"#, "raw"
    ),
    (#"{"event":"x","request":"GET /users/1","code":200,"res":{"id":"x"}}"#, "res"),
    (#"{"request_uri":"/users/1","status":200,"out":"{\"id\":\"x\"}","a":"{}"}"#, "out"),
    (#"{"request_uri":"/users/1","status":200,"out":{"id":"x"},"b":"[GC] {1}"}"#, "out"),
    (#"{"request_uri":"/users/1","status":200,"a\"/~\\b":{"id":"x"}}"#, #"a"/~\b"#),
    (#"{"event":"x","request":"GET /users/1","code":200,"text":"{\"id\":\"x\"}"}"#, "text"),
    (#"method=GET path=/users/1 status=200 out="{\"id\":\"x\"}""#, "out"),
    (
      #"{"http":{"request":{"method":"GET"},"response":{"status_code":200,"raw":{"id":"x"}}},"url":{"path":"/users/1"},"event":{"a":1}}"#,
      "http.response.raw"
    ),
    (#"{"method":"GET","url":"/users/1","status":200,"res":{"data":{"id":"x"}}}"#, "res.data"),
    (
      #"{"method":"GET","url":"/users/1","status":200,"context":{"response":{"id":"x"}}}"#,
      "context.response"
    ),
    (
      #"{"method":"GET","path":"/users/1","statusCode":200,"meta":{"body":{"id":"x"}}}"#,
      "meta.body"
    ),
    (
      #"{"request":{"method":"GET","url":"/users/1"},"response":{"status":200,"data":{"id":"x"}}}"#,
      "response.data"
    ),
  ])
  func passedOver(line: String, name: String) throws {
    let text = [String](repeating: line, count: 300).joined(separator: "\n")
    let run = try run("check", text, "t.ndjson")
    let told =
      "exchanges without a body have `\(name)`, which is not read; if it is the body, write `"
    let parts = run.errors.components(separatedBy: told)
    #expect(parts.count == 2, "\(run.errors)")
    // The advice reads it.
    let advice = parts.last?.components(separatedBy: "` in the configuration\n").first ?? ""
    try folder.write(#"{"contracts": ["api.yaml"], \#(advice)}"#, to: ".schemacheck.json")
    let mapped = Scenario.run(
      ["check", "--config", folder.path + "/.schemacheck.json", folder.path + "/t.ndjson"])
    #expect(mapped.output.contains("`id` is a string"), "\(advice) \(mapped.everything)")
    #expect(run.errors.contains("not checked: 300 no body"), "\(run.errors)")
    let nothing = line.replacing("{\"id\":\"x\"}", with: "{}")
      .replacing(#""{\"id\":\"x\"}""#, with: "\"\"")
    #expect(!(try self.run("check", nothing, "t.ndjson")).errors.contains("which is not read"))
  }

  /// The body of a request is told, too.
  @Test(arguments: [
    (
      #"{"method":"POST","url":"/users","status":201,"requestPayload":{"id":"x"},"responseBody":{"id":1}}"#,
      "requestPayload"
    ),
    (
      #"{"req":{"method":"POST","url":"/users","data":{"id":"x"}},"res":{"statusCode":201,"body":{"id":1}}}"#,
      "req.data"
    ),
  ])
  func passedOverRequests(line: String, name: String) throws {
    let run = try run("check", line + "\n" + line, "t.ndjson")
    #expect(
      run.errors.contains("exchanges without a request body have `\(name)`, which is not read; if"),
      "\(run.errors)")
    #expect(run.errors.contains(#""responseBody": "/res"#), "\(run.errors)")
    let get = line.replacing("POST", with: "GET")
    #expect(!(try self.run("check", get, "t.ndjson")).errors.contains("which is not read"))
  }

  /// `records` cannot read an exchange of two lines.
  @Test func passedOverInPairs() throws {
    let lines = [
      #"{"reqId":1,"pid":1,"req":{"method":"GET","url":"/users/1"}}"#,
      #"{"reqId":1,"pid":1,"res":{"statusCode":200,"data":{"id":"x"}}}"#,
    ]
    let run = try run("check", lines.joined(separator: "\n"), "t.ndjson")
    #expect(
      run.errors.contains("if it is the body, let the server write it as `res.body`\n"),
      "\(run.errors)")
  }

  /// What loggers and collectors write besides is no body.
  @Test func otherObjects() throws {
    let others =
      #""headers":{"a":"b"},"params":{"a":"b"},"tags":["a"],"geoip":{"a":1},"user":{"id":1},"tls":{"v":1},"#
      + #""error":{"a":1},"kubernetes":{"pod":"a"},"requestContext":{"a":1},"text":"[1] a""#
    let run = try run(
      "check", #"{"request_uri":"/users/1","status":200,\#(others)}"#, "t.ndjson", "--strict")
    #expect(run.code == .clean && !run.errors.contains("not read"), "\(run.everything)")
  }

  /// Access logs have no bodies; their path, query and status are enough.
  @Test(arguments: [
    #"{"request_uri":"/users/1","status":200}"#,
    #"{"request":"GET /users/1 HTTP/1.1","status":200}"#,
    #"{"method":"GET","request":"/users/1","query":"?a=1","status":"200"}"#,
    #"{"request":{"method":"GET","uri":"/users/1"},"status":200}"#,
    #"{"DownstreamStatus":200,"RequestMethod":"GET","RequestPath":"/users/1"}"#,
    #"{"method":"GET","path":"/users/1","response_code":200}"#,
    #"{"httpRequest":{"requestMethod":"GET","requestUrl":"https://api.example.com/users/1","status":200}}"#,
    #"{"request":{"method":"GET","uri":"/users/1"},"response":{"status":200},"latencies":{"a":1},"tries":[{}]}"#,
    "at=info method=GET path=/users/1 dyno=web.1 status=200\nmethod=GET path=/users/2 dyno=web.1 status=200",
  ])
  func accessLogsWithoutBodies(line: String) throws {
    let run = try run("check", line, "t.ndjson", "--strict")
    #expect(run.code == .clean, "\(run.everything)")
  }

  /// Logs of applications may have bodies.
  @Test(arguments: [
    #"{"event":"request_finished","request":"GET /users/1","code":200}"#,
    #"{"method":"GET","path":"/users/1","status":200,"controller":"Users","params":{"id":"1"}}"#,
    #"{"event":"x","request":"GET /users/1","code":200,"response":"<HttpResponse status_code=200>"}"#,
    "method=GET path=/users/1 controller=Users status=200",
    #"{"request":{"method":"GET","path":"/users/1"},"response":{"status_code":200}}"#,
  ])
  func applicationLogsWithoutBodies(line: String) throws {
    let run = try run("check", line + "\n" + line, "t.ndjson")
    #expect(
      run.errors == """
        no findings
        0 of 2 exchanges checked
        not checked: 2 no body
        schemacheck: no documented response body was checked (2 no body); if these captures never have response bodies, add `--requests`

        """)
    #expect(run.code == .error)
  }

  /// Rails writes this before each request.
  @Test func startedRequests() throws {
    let log = """
      Started GET "/users/1?a=b" for 127.0.0.1 at 2026-01-01 00:00:00 +0000
      method=GET path=/users/1 status=200 response_body="{\\"id\\":\\"x\\"}"
      I, [2026-01-01T00:00:00.1 #7]  INFO -- : [a] Started GET "/users/1" for ::1 at 2026-01-01

      """
    let run = try run("check", log, "t.log")
    #expect(
      run.output
        == "t.log:2:51: error[schema] `id` is a string; the contract says an integer  "
        + "(GET /users/{id} 200 /id)\n")
    #expect(run.errors.contains("1 of 3 exchanges checked\nnot checked: 2 no request\n"))
  }

  /// `records` also read the text of another line.
  @Test func mappedTexts() throws {
    try folder.write(
      """
      {"contracts": ["api.yaml"], "records": {"method": "/verb", "url": "/target", "status": "/rc",
        "responseBody": "/out"}}
      """, to: ".schemacheck.json")
    let inner =
      #"{\"verb\":\"GET\",\"target\":\"/users/1\",\"rc\":200,\"out\":{\"id\":\"x\"}}"#
    let line = #"{"log":"\#(inner)\n","stream":"stdout"}"#
    let file = try folder.write("\(line)\n\(line)\n", to: "t.ndjson")
    let run = Scenario.run(
      ["check", "--config", folder.path + "/.schemacheck.json", "-f", "concise", file])
    #expect(run.output.contains("`id` is a string"), "\(run.everything)")
    #expect(run.everything.contains("2 of 2 exchanges checked"), "\(run.everything)")
  }

  /// A body in a text that was cut is told, too.
  @Test func cutTexts() throws {
    let line =
      #"{"request_uri":"/users/1","status":200,"out":"{\"id\":\"x\",\"na","raw":"[GC] {1}"}"#
    let run = try run("check", line, "t.ndjson")
    #expect(run.errors.contains("exchanges without a body have `out`, which"), "\(run.errors)")
    #expect(run.errors.contains("not checked: 1 no body"), "\(run.errors)")
  }

  @Test(arguments: [
    #"{"event":"request","request":"GET /users/1","status":200,"body":"{\"id\":\"x\"}"}"#,
    #"{"event":"request","request":"GET /users/1","status_code":200,"body":{"id":"x"}}"#,
    #"{"event":"request","request":"GET /users/1","code":200,"response":{"id":"x"}}"#,
    #"{"event":"request","request":"GET /users/1","code":200,"responseBody":{"id":"x"}}"#,
    #"{"event":"request","request":"GET /users/1","code":200,"response_content":"{\"id\":\"x\"}"}"#,
    #"{"method":"GET","path":"/users/1","status":200,"json":{"id":"x"}}"#,
    #"{"request":{"method":"GET","path":"/users/1"},"response":{"status":200,"content":{"id":"x"}}}"#,
    #"{"request":{"method":"GET","url":"/users/1"},"response":{"status":200,"content":"{\"id\":\"x\"}"}}"#,
    #"{"request_uri":"/users/1","status":200,"res_body":{"id":"x"}}"#,
  ])
  func bodiesOfAccessLogsAreChecked(line: String) throws {
    let run = try run("check", line, "t.ndjson")
    #expect(run.output.contains("error[schema] `id` is a string"), "\(run.everything)")
  }

  @Test func logsInFolders() throws {
    let line = "{\"log\":\"\(Self.inner)\\n\",\"stream\":\"stdout\"}\n"
    for name in ["a.log", "a.log.1", "b.LOG", "c.log-20261120"] {
      try folder.write(line, to: "in/" + name)
    }
    try folder.write("some text\nof a program\n", to: "in/npm-debug.log")
    let run = Scenario.run(
      "check", "--no-config", "-f", "concise", "-c", folder.path + "/api.yaml",
      folder.path + "/in")
    #expect(run.errors.contains("4 of 4 exchanges checked\n"), "\(run.everything)")
    #expect(run.errors.contains("1 file was not read: 1 .log\n"), "\(run.errors)")
    #expect(!run.errors.contains("npm-debug"), "\(run.errors)")
  }
}
