import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Lines of loggers, recordings of other tools, the `records` of a configuration, and values that look
/// like an exchange of no known shape.
@Suite struct ServerLogTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users/{id}:
          get:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
        /users:
          post:
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
            responses: {'201': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
      components:
        schemas:
          User: {type: object, required: [id], properties: {id: {type: integer}, action: {type: object}}}
      """, as: "api.yaml")
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    var name = "t.ndjson"
    var expected = "GET /users/{id} 200"
  }

  private static let wrong = #"{"id": "x"}"#
  static let quoted = #""{\"id\": \"x\"}""#

  static let cases = [
    Case(
      testDescription: "pino-http",
      text:
        #"{"level":30,"time":1,"pid":1,"hostname":"h","req":{"id":1,"method":"GET","url":"/users/1"},"res":{"statusCode":200,"body":\#(wrong)},"msg":"request completed"}"#
    ),
    Case(
      testDescription: "bunyan",
      text:
        #"{"name":"a","hostname":"h","pid":1,"level":30,"req":{"method":"GET","url":"/users/1"},"res":{"statusCode":200,"header":"HTTP/1.1 200 OK\r\nA: b","body":\#(wrong)},"msg":"","v":0}"#
    ),
    Case(
      testDescription: "express-winston",
      text:
        #"{"level":"info","message":"HTTP GET /users/1","meta":{"req":{"url":"/users/1","method":"GET"},"res":{"statusCode":200,"body":\#(wrong)}}}"#
    ),
    Case(
      testDescription: "morgan, with texts as numbers",
      text: #"{"method":"GET","url":"/users/1","status":"200","body":\#(wrong)}"#),
    Case(
      testDescription: "Serilog, compact",
      text:
        #"{"@t":"2026-01-01T00:00:00Z","@mt":"x","RequestMethod":"GET","RequestPath":"/users/1","StatusCode":200,"ResponseBody":\#(quoted)}"#
    ),
    Case(
      testDescription: "Serilog",
      text:
        #"{"Level":"Information","Properties":{"RequestMethod":"GET","RequestPath":"/users/1","StatusCode":200,"ResponseBody":\#(quoted)}}"#
    ),
    Case(
      testDescription: "a body beside `res`",
      text:
        #"{"req":{"method":"GET","url":"/users/1"},"res":{"statusCode":200},"responseBody":\#(wrong)}"#
    ),
    Case(
      testDescription: "a body with another name beside a status that is a number",
      text: #"{"method":"GET","url":"/users/1","status":200,"resBody":\#(wrong)}"#),
    Case(
      testDescription: "an event with another result",
      text:
        #"{"event":{"httpMethod":"POST","path":"/users","headers":{},"body":"{\"id\": \"x\"}"},"result":"ok"}"#,
      expected: "POST /users request"),
    Case(
      testDescription: "a line of text before",
      text:
        "Listening on 3000\n"
        + #"{"req":{"method":"GET","url":"/users/1"},"res":{"statusCode":200,"body":\#(wrong)}}"#),
    Case(
      testDescription: "Elastic Common Schema",
      text:
        #"{"@timestamp":"2026-01-01T00:00:00Z","http":{"request":{"method":"GET"},"response":{"status_code":200,"body":{"content":\#(quoted)}}},"url":{"path":"/users/1"}}"#
    ),
    Case(
      testDescription: "an event of API Gateway with its answer",
      text:
        #"{"event":{"version":"2.0","rawPath":"/users/1","rawQueryString":"","headers":{"host":"a.example.com"},"requestContext":{"http":{"method":"GET"}}},"response":{"statusCode":200,"body":\#(quoted)}}"#
    ),
    Case(
      testDescription: "an event with a body in base64",
      text:
        #"{"path":"/users","httpMethod":"POST","headers":{"Content-Type":"application/json"},"queryStringParameters":null,"body":"eyJpZCI6ICJ4In0=","isBase64Encoded":true}"#,
      name: "t.json", expected: "POST /users request"),
    Case(
      testDescription: "an entry of a HAR",
      text:
        #"{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.example.com/users/1","headers":[]},"response":{"status":200,"headers":[],"content":{"mimeType":"application/json","text":\#(quoted)}}}"#
    ),
    Case(
      testDescription: "nock",
      text:
        #"[{"scope":"https://a.example.com:443","method":"GET","path":"/users/1","body":"","status":200,"response":\#(wrong),"rawHeaders":["Content-Type","application/json"]}]"#,
      name: "t.json"),
    Case(
      testDescription: "nock, compressed",
      text:
        #"[{"scope":"https://a.example.com:443","method":"GET","path":"/users/1","status":200,"response":["1f8b08000000000002ffab56ca4c51","b25250aa50aa05008e1890bc0b000000"],"rawHeaders":["Content-Encoding","gzip"]}]"#,
      name: "t.json"),
    Case(
      testDescription: "nock, binary",
      text:
        #"[{"scope":"https://a.example.com:443","method":"GET","path":"/users/1","status":200,"response":"7b226964223a2278227d","responseIsBinary":true}]"#,
      name: "t.json"),
    Case(
      testDescription: "an event of a load balancer",
      text:
        #"{"path":"/users","httpMethod":"POST","multiValueHeaders":{"accept":["*/*"]},"requestContext":{"elb":{}},"body":"{\"id\": \"x\"}"}"#,
      name: "t.json", expected: "POST /users request"),
    Case(
      testDescription: "Hoverfly",
      text:
        #"{"data":{"pairs":[{"request":{"path":[{"matcher":"exact","value":"/users/1"}],"method":[{"matcher":"exact","value":"GET"}]},"response":{"status":200,"body":\#(quoted),"encodedBody":false}}]},"meta":{"schemaVersion":"v5"}}"#,
      name: "t.json"),
    Case(
      testDescription: "go-vcr",
      text: """
        version: 2
        interactions:
        - request: {body: "", headers: {}, url: 'https://a.example.com/users/1', method: GET}
          response: {body: '{"id": "x"}', headers: {}, status: 200 OK, code: 200}
        """, name: "t.yaml"),
    Case(
      testDescription: "a parsed body of VCR",
      text: """
        http_interactions:
        - request: {method: get, uri: 'https://a.example.com/users/1'}
          response: {status: {code: 200}, body: {parsed_body: {id: x}}}
        """, name: "t.yaml"),
    Case(
      testDescription: "a parsed body of vcrpy",
      text: """
        interactions:
        - request: {method: GET, uri: 'https://a.example.com/users/1'}
          response: {headers: {content-type: [application/json]}, parsed_body: {id: x}, status: {code: 200}}
        """, name: "t.yaml"),
    Case(
      testDescription: "a request line beside a response",
      text: #"{"request":"GET /users/1","response":{"status":200,"body":\#(wrong)}}"#),
    Case(
      testDescription: "stubs",
      text:
        #"{"stubs":[{"request":{"method":"GET","path":"/users/1"},"response":{"status":200,"body":\#(wrong)}}]}"#,
      name: "t.json"),
    Case(
      testDescription: "mocks with templates",
      text:
        #"{"mocks":[{"method":"GET","url":"/users/{id}","status":200,"response":\#(wrong)}]}"#,
      name: "t.json"),
    Case(
      testDescription: "a record with `path` and `statusCode`",
      text: #"{"method":"GET","path":"/users/1","statusCode":200,"responseBody":\#(wrong)}"#),
    Case(
      testDescription: "a `body` beside that of the response",
      text:
        #"{"method":"POST","url":"/users","status":201,"body":\#(wrong),"responseBody":{"id":1}}"#,
      expected: "POST /users 201 request"),
  ]

  /// Each holds one body with one mistake.
  @Test(arguments: cases + recorders)
  func known(line: Case) throws {
    let run = try check(line.text, line.name, "-f", "concise")
    let findings = run.output.split(separator: "\n")
    #expect(findings.count == 1, "\(run.everything)")
    #expect(
      findings.first?.hasSuffix(
        "error[schema] `id` is a string; the contract says an integer  (\(line.expected) /id)")
        ?? false, "\(run.everything)")
  }

  /// Lines of a log that are no requests are counted as such.
  @Test func otherLines() throws {
    let run = try check(
      """
      {"level":"info","time":1,"msg":"listening"}
      {"level":30,"time":1,"pid":1,"hostname":"h","res":{"statusCode":200},"msg":"request completed"}
      """, "t.ndjson")
    #expect(
      run.errors.contains(
        "no findings\n0 of 2 exchanges checked\nnot checked: 2 no request\n"),
      "\(run.errors)")
  }

  private static let unknown =
    "but its layout is not known: it has `when`, `call`; if it is an exchange, give the places of "
    + "its parts in `records` of the configuration; if it is a body, give its operation with "
    + "`--operation` or `bodies`"

  @Test(arguments: ["t.ndjson", "t.json"])
  func unknownShapes(name: String) throws {
    let text = #"{"when":1,"call":{"verb":"GET","target":"/users/1","answer":{"id":1}}}"#
    let run = try check(text, name)
    #expect(run.code == .error)
    #expect(
      run.errors.hasPrefix(
        "schemacheck: T:1:1: this looks like an exchange (`call.verb` is GET beside "
          + "`call.target`), \(Self.unknown)\n"), "\(run.errors)")
    let asBody = try check(text, name, "--operation", "POST /users", "--status", "201")
    #expect(asBody.everything.contains("`id` is missing"), "\(asBody.everything)")
  }

  /// A request line beside a status is no body.
  @Test(arguments: ["t.ndjson", "t.json"])
  func requestLines(name: String) throws {
    for text in [
      #"{"route":"GET /users/{id}","status":"200"}"#,
      #"{"request":"GET /users/1","response":{"id":1}}"#,
      #"{"tests":[{"request":{"verb":"GET"},"response":{"code":200}}]}"#,
      #"{"sent":{"request":"GET /users/1","rc":200,"out":{"id":1}}}"#,
    ] {
      let run = try check(text, name)
      #expect(run.code == .error)
      #expect(run.errors.contains("this looks like an exchange"), "\(run.everything)")
      #expect(run.errors.contains("give the places of its parts in `records`"), "\(run.everything)")
    }
  }

  /// `infer` writes no schema of what is no body.
  @Test func infersNothingOfUnknownShapes() throws {
    let text = #"{"when":1,"call":{"verb":"GET","target":"/users/1","answer":{"id":1}}}"#
    let file = try folder.write(text + "\n", to: "t.ndjson")
    let run = Scenario.run(["infer", "--no-config", file])
    #expect(run.code == .error)
    #expect(run.errors.contains("this looks like an exchange"), "\(run.everything)")
    #expect(!run.output.contains("verb"))
  }

  /// Links with their methods are parts of bodies.
  @Test(arguments: [
    #"{"id": 1, "_links": {"self": {"href": "/users/1", "method": "GET"}}}"#,
    #"{"id": 1, "link": {"rel": "next", "url": "/users/1", "method": "GET"}}"#,
    #"{"id": 1, "log": [{"method": "GET", "url": "/users/1"}]}"#,
    #"{"id": 101, "resource": "GET /users/1"}"#,
    #"{"id": 1, "action": {"method": "get", "path": "/users/1"}}"#,
    // The contract describes it.
    #"{"id": 1, "action": {"method": "GET", "url": "https://x/y"}}"#,
    #"{"id": 1, "a": {"b": {"c": {"method": "GET", "path": "/users/1"}}}}"#,
  ])
  func bodies(text: String) throws {
    let run = try check(text, "t.json")
    #expect(run.code == .clean, "\(run.everything)")
    #expect(run.errors.contains("1 of 1 exchange checked"), "\(run.errors)")
  }

  /// A name may be a secret.
  @Test func namesAreMasked() throws {
    let text = #"{"AKIAIOSFODNN7EXAMPLE":{"method":"GET","url":"/x"}}"#
    let run = try check(text + "\n{}", "t.ndjson")
    #expect(run.errors.contains("this looks like an exchange"), "\(run.errors)")
    #expect(!run.everything.contains("AKIA"))
  }

  /// Errors of some frameworks have the method and the path of their request.
  @Test func errorsAreBodies() throws {
    let line = #"{"statusCode":404,"path":"/users/1","method":"GET","message":"x"}"#
    let run = try check(
      line + "\n" + line, "t.ndjson", "--operation", "POST /users", "--status", "201", "-f",
      "concise")
    #expect(run.code == .findings)
    #expect(run.output.contains("`id` is missing"), "\(run.everything)")
  }

  @Test func loneBodies() throws {
    let run = try check(
      #"{"method": "POST", "url": "/users", "status": 201, "body": {"id": 1}}"#, "t.ndjson")
    #expect(run.code == .error)
    #expect(
      run.errors.hasPrefix(
        "schemacheck: T:1:60: `body` of a POST may be the body of the request or of the response; "
          + "say which with `records` in the configuration\n"), "\(run.errors)")
  }

  /// Where `records` leads to nothing is said, of the mapping that fits best.
  @Test(arguments: ["m.ndjson", "m.json"])
  func missedRecords(name: String) throws {
    try folder.write(
      """
      {"contracts": ["api.yaml"], "records": [
        {"url": "/other", "status": "/code"}, {"url": ["/call/uri", "/uri"], "status": "/call/code"}]}
      """, to: ".schemacheck.json")
    let line = #"{"when": 7, "call": {"verb": "POST", "target": "/users", "code": 201}}"#
    let isLines = name == "m.ndjson"
    let file = try folder.write(isLines ? "\(line)\n\(line)\n" : line, to: name)
    let run = Scenario.run(["check", "--config", "\(folder.path)/.schemacheck.json", file])
    #expect(run.code == .error)
    let unit = isLines ? "line" : "value"
    #expect(
      run.errors.hasPrefix(
        "schemacheck: \(file):1:1: `records` in the configuration says where `url` at `/call/uri` "
          + "or `/uri` is, but this \(unit) has nothing there\n"), "\(run.errors)")
  }

  /// If `records` fits no line, one message says what no line has.
  @Test(arguments: [
    (#""url": "/http/url", "status": "/http/code""#, "a URL at `/http/url`"),
    (#""url": "/http/u", "status": ["/a", "/b"]"#, "a status at `/a` or `/b`"),
    (#""status": "/s", "responseBody": "/b""#, "a status at `/s` or a body at `/b`"),
  ])
  func recordsThatFitNoLine(places: String, missing: String) throws {
    try folder.write(
      #"{"contracts": ["api.yaml"], "records": {\#(places)}}"#, to: ".schemacheck.json")
    let line = #"{"http":{"m":"GET","u":"/users/1","code":"200"},"out":null}"#
    let file = try folder.write("\(line)\n\(line)\n", to: "m.ndjson")
    let config = folder.path + "/.schemacheck.json"
    let run = Scenario.run("check", "--config", config, file)
    let remark = "`records` in the configuration fits no line: no line has "
    #expect(
      run.errors.ranges(of: remark + missing + "\n").count == 1, "\(run.everything)")
    // One line that fits is enough.
    let right = #"{"http":{"url":"/users/1","u":"/users/1","code":200},"a":200,"s":200,"b":{}}"#
    try folder.write("\(line)\n\(right)\n", to: "m.ndjson")
    #expect(!Scenario.run("check", "--config", config, file).errors.contains(remark))
  }

  @Test(arguments: ["m.ndjson", "m.json", "list.json"])
  func mappedRecords(name: String) throws {
    try folder.write(
      """
      {"contracts": ["api.yaml"], "records": [
        {"url": "/other", "status": "/code"},
        {"method": "/call/verb", "url": "/call/target", "status": ["/call/code", "/code"],
         "requestBody": "/call/sent", "responseBody": "/call/answer", "id": "/when"}]}
      """, to: ".schemacheck.json")
    let line =
      #"{"when": 7, "code": "201", "call": {"verb": "POST", "target": "/users", "sent": {"id": 1}, "answer": {"id": "x"}}}"#
    let file = try folder.write(name == "list.json" ? "[\(line)]" : line, to: name)
    let run = Scenario.run(
      ["check", "--config", "\(folder.path)/.schemacheck.json", "-f", "concise", file])
    #expect(run.code == .findings)
    #expect(
      run.output.contains(
        "error[schema] `id` is a string; the contract says an integer  (POST /users 201 /id)"),
      "\(run.everything)")
    #expect(run.everything.contains("1 of 1 exchange checked"), "\(run.everything)")
  }

  /// A line without its body is no line that was checked.
  @Test(arguments: [
    #"{"req":{"method":"POST","url":"/users"},"res":{"statusCode":201}}"#,
    #"{"req":{"method":"POST","url":"/users"},"res":{"statusCode":201,"data":{"id":"x"}}}"#,
    #"{"method":"POST","path":"/users","statusCode":201,"payload":{"id":"x"}}"#,
  ])
  func missingBodies(line: String) throws {
    let none = try check("\(line)\n\(line)", "t.ndjson")
    #expect(none.code == .error)
    #expect(
      none.errors.contains(
        "no documented response body was checked (2 no body); if these captures never have response bodies, add `--requests`"
      ),
      "\(none.everything)")
    let body = #"{"method":"POST","path":"/users","statusCode":201,"responseBody":{"id":1}}"#
    let one = try check("\(line)\n\(body)", "t.ndjson")
    #expect(
      one.code == .clean && one.errors.contains("not checked: 1 no body"), "\(one.everything)")
    #expect(try check("\(line)\n\(body)", "t.ndjson", "--strict").code != .clean)
    #expect(try check("\(line)\n\(line)", "t.ndjson", "--requests").code != .findings)
  }

  /// `log` is one line or several.
  @Test(arguments: [1, 2, 2000])
  func namedLogs(lines: Int) throws {
    let line = #"{"method":"POST","path":"/users","statusCode":201,"responseBody":{"id":1}}"#
    let text = [String](repeating: line, count: lines).joined(separator: "\n")
    let run = try check(text, "t.txt", "--input-format", "log")
    #expect(run.code == .clean, "\(run.everything)")
    let verdicts = try check(text, "t.txt", "--input-format", "log", "-f", "verdicts")
    #expect(verdicts.output.split(separator: "\n").count == lines, "\(verdicts.everything)")
  }

  private func check(_ text: String, _ name: String, _ options: String...) throws -> Scenario {
    let file = try folder.write(text + "\n", to: name)
    var run = Scenario.run(
      ["check", "--no-config", "-c", "\(folder.path)/api.yaml", file] + options)
    run.errors = run.errors.replacing("\(folder.path)/\(name)", with: "T")
    return run
  }
}
