import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Lines in the text of other lines, `key=value` pairs, access logs of proxies, and log files in folders.
@Suite struct LogTextTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
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
      """, to: "api.yaml")
  }

  private func run(_ command: String, _ text: String, _ name: String, _ options: String...) throws
    -> Scenario
  {
    let file = try folder.write(text, to: name)
    let contract = command == "check" ? ["-c", folder.path + "/api.yaml", "-f", "concise"] : []
    var run = Scenario.run([command, "--no-config", file] + contract + options)
    run.output = run.output.replacing(folder.path + "/", with: "")
    run.errors = run.errors.replacing(folder.path + "/", with: "")
    return run
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
      // A text in a body is a text.
      #"{"message":"a=b c=d {x}"}"#,
    ]
    let text = lines.joined(separator: "\n")
    let run = try run("check", text, "t.ndjson")
    #expect(
      run.errors.hasSuffix(
        "2 of 5 exchanges checked\nnot checked: 2 no request, 1 unmatched\n"), "\(run.errors)")
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
          2 of 4 exchanges checked
          not checked: 1 no request, 1 undocumented status
          the contract's `servers` do not name the host `other.example.com`: 1 exchange checked all \
          the same

          """), "\(run.errors)")
      #expect(!run.everything.contains("s3cr3t"))
    }
    let text = try run("check", "some text\nof a program\n", "npm-debug.log")
    #expect(text.errors.contains("this is a log in text, which cannot be read"))
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
    let told = "`servers` do not name the host `b.example.com`"
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
  ])
  func passedOver(line: String, name: String) throws {
    let text = [String](repeating: line, count: 300).joined(separator: "\n")
    let run = try run("check", text, "t.ndjson")
    let told =
      "lines without a body have `\(name)`, which is not read; if it is the body, say so with "
      + "`records` in the configuration\n"
    #expect(run.errors.components(separatedBy: told).count == 2, "\(run.errors)")
    #expect(run.errors.contains("not checked: 300 no body"), "\(run.errors)")
    let nothing = line.replacing("{\"id\":\"x\"}", with: "{}")
      .replacing(#""{\"id\":\"x\"}""#, with: "\"\"")
    #expect(!(try self.run("check", nothing, "t.ndjson")).errors.contains("which is not read"))
  }

  @Test(arguments: [
    #"{"event":"request","request":"GET /users/1","status":200,"body":"{\"id\":\"x\"}"}"#,
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
