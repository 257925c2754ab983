import Foundation
import TestSupport
import Testing

@testable import ContractCaptures
@testable import ContractRuns
@testable import schemacheck

/// Logs with one line for a request and another for its response, lines behind other text, and the
/// answers of services for logs.
@Suite struct PairedLogTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users/{id}:
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          get:
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
          put:
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
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

  // MARK: Pairs

  private static func logbook(_ id: String, _ request: String?, _ response: String) -> [String] {
    let sent = request.map { #","body":\#($0)"# } ?? ""
    let method = request == nil ? "GET" : "PUT"
    return [
      #"{"origin":"remote","type":"request","correlation":"\#(id)","protocol":"HTTP/1.1","method":"\#(method)","uri":"http://h/users/\#(id)","host":"h","path":"/users/\#(id)","scheme":"http","port":"80","headers":{"Content-Type":["application/json"]}\#(sent)}"#,
      #"{"origin":"local","type":"response","correlation":"\#(id)","duration":25,"protocol":"HTTP/1.1","status":200,"headers":{"Content-Type":["application/json"]},"body":\#(response)}"#,
    ]
  }

  private static func column(of text: String, in line: String) -> Int {
    line.utf8.count - line.split(separator: text, maxSplits: 1)[1].utf8.count - text.utf8.count + 1
  }

  @Test func logbookPairs() throws {
    let (a, b) = (
      Self.logbook("a", #"{"id":"x"}"#, #"{"id":1}"#), Self.logbook("b", nil, #"{"id":"y"}"#)
    )
    // The responses come in another order, far behind their requests.
    let far = (0..<1500).flatMap { Self.logbook("n\($0)", nil, #"{"id":\#($0)}"#) }
    let lines =
      [a[0], #"{"level":"info","message":"started","timestamp":"t"}"#, b[0]] + far + [b[1], a[1]]
    let runs = try ["1", "2", "3"].map {
      try run("check", lines.joined(separator: "\n"), "t.log", "--jobs", $0)
    }
    #expect(
      runs[0].output == """
        t.log:3004:\(Self.column(of: #""y""#, in: b[1])): error[schema] `id` is a string; the contract says an integer  (GET /users/{id} 200 /id)
        t.log:1:\(Self.column(of: #""x""#, in: a[0])): error[schema] `id` is a string; the contract says an integer  (PUT /users/{id} 200 request /id)

        """, "\(runs[0].everything)")
    #expect(
      runs[0].errors == """
        2 errors in 2 groups: schema 2
        1502 of 1503 exchanges checked
        not checked: 1 no request

        """)
    #expect(runs[1] == runs[0])
    #expect(runs[2] == runs[0])
    let frame = Scenario.run(
      "check", "--no-config", folder.path + "/t.log", "-c", folder.path + "/api.yaml")
    #expect(frame.output.contains("\n  1| {\"id\":\"x\"}\n"), "\(frame.output)")
  }

  @Test func fastifyPairs() throws {
    let process = #""level":30,"time":1795737600000,"pid":1,"hostname":"h","reqId":"req-1""#
    let lines = [
      #"{\#(process),"req":{"method":"GET","url":"/users/1","host":"h"},"msg":"incoming request"}"#,
      // Another process counts its own requests.
      #"{\#(process.replacing(#""pid":1"#, with: #""pid":2"#)),"res":{"statusCode":200,"body":{"id":"x"}},"msg":"request completed"}"#,
      #"{\#(process),"res":{"statusCode":200,"body":{"id":"x"}},"responseTime":3.1,"msg":"request completed"}"#,
    ]
    let run = try run("check", lines.joined(separator: "\n"), "t.log")
    #expect(run.output.hasPrefix("t.log:3:"), "\(run.everything)")
    #expect(
      run.errors == """
        1 error in 1 group: schema 1
        1 of 2 exchanges checked
        not checked: 1 no request

        """, "\(run.everything)")
  }

  @Test func pairsInTextsAndContracts() throws {
    let lines = Self.logbook("a", nil, #"{"id":1}"#) + Self.logbook("b", nil, #"{"id":2}"#)
    let spring = lines.map {
      "2026-11-27T10:00:00Z TRACE 1 --- [exec-1] org.zalando.logbook.Logbook : \($0)"
    }
    let text = "  .   ____  :: Spring Boot ::\n" + spring.joined(separator: "\n") + "\n"
    let run = try run("check", text, "t.log")
    #expect(run.errors.contains("2 of 3 exchanges checked"), "\(run.everything)")
    let inferred = try self.run("infer", lines.joined(separator: "\n"), "t.ndjson")
    #expect(inferred.output.contains("/users/{"), "\(inferred.everything)")
    let open = try self.run("check", lines[0] + "\n" + lines[3] + "\n", "t.ndjson")
    #expect(open.errors.contains("not checked: 1 no request, 1 no response"), "\(open.everything)")
  }

  /// A finding about the path has the place of the line with the path.
  @Test(arguments: ["1", "2"]) func pathsOfPairs(jobs: String) throws {
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users/{id}:
          get:
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer}}
              - {name: page, in: query, schema: {type: integer}}
            responses: {'200': {description: '', content: {application/json: {schema: {type: object}}}}}
      """, to: "api.yaml")
    let request =
      #"{"reqId":1,"pid":1,"req":{"method":"GET","url":"/users/abc?page=x"},"msg":"incoming"}"#
    let other = request.replacing(#""reqId":1"#, with: #""reqId":2"#).replacing(
      "users", with: "others")
    let response = #"{"reqId":1,"pid":1,"res":{"statusCode":200,"body":{}}}"#
    let lines = [
      #"{"level":30,"time":1,"msg":"up"}"#, request, other, response,
      response.replacing(#""reqId":1"#, with: #""reqId":2"#),
    ]
    let run = try run("check", lines.joined(separator: "\n"), "t.log", "--jobs", jobs)
    let place = "t.log:2:\(Self.column(of: "abc", in: request)): error[schema] path parameter: `id`"
    #expect(run.output.contains(place), "\(run.everything)")
    #expect(
      run.output.contains(
        "t.log:2:\(Self.column(of: "x\"", in: request)): error[schema] query parameter"),
      "\(run.everything)")
    let frame = Scenario.run(
      "check", "--no-config", folder.path + "/t.log", "-c", folder.path + "/api.yaml")
    #expect(frame.output.contains("\n  2| "), "\(frame.output)")
  }

  /// Fixes are made in both lines.
  @Test func pairsAreFixed() throws {
    let contract = try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users/{id}:
          put:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
      components: {schemas: {User: {type: object, required: [id, note], properties: {id: {type: integer}, note: {type: [string, 'null']}}}}}
      """, to: "null.yaml")
    let (a, b) = (
      Self.logbook("a", #"{"id":1}"#, #"{"id":2}"#), Self.logbook("b", #"{"id":3}"#, #"{"id":4}"#)
    )
    let text = [a[0], b[0], b[1], a[1]].map { $0 + "\n" }.joined()
    let file = try folder.write(text, to: "t.log")
    let run = Scenario.run("fix", "--no-config", "--recordings", "-c", contract, file)
    #expect(run.code == .clean, "\(run.everything)")
    var fixed = text
    for id in 1...4 {
      fixed = fixed.replacing("{\"id\":\(id)}", with: "{\"id\":\(id),\"note\":null}")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == fixed)
  }

  /// A repeated property of the request's line is not lost.
  @Test func repeatedProperties() throws {
    let pair = Self.logbook("1", #"{"id":1}"#, #"{"id":1}"#)
    let sent = #""body":{"id":1}"#
    let twice = pair[0].replacing(sent, with: sent + #","body":{"id":"x"}"#)
    let run = try run("check", [twice, pair[1]].joined(separator: "\n"), "t.log")
    #expect(run.output.contains("error[duplicate-key]"), "\(run.everything)")
  }

  /// Each container has its own ids.
  @Test func containersArePairedEach() throws {
    let (a, b) = (Self.logbook("1", nil, #"{"id":1}"#), Self.logbook("1", nil, #"{"id":"x"}"#))
    let lines = ["web-1  | \(a[0])", "web-2  | \(b[0])", "web-1  | \(a[1])", "web-2  | \(b[1])"]
    let run = try run("check", lines.joined(separator: "\n"), "t.log")
    #expect(run.errors.contains("2 of 2 exchanges checked"), "\(run.everything)")
    #expect(run.output.contains("t.log:4:"), "\(run.everything)")
  }

  /// Only a text or a number is an id.
  @Test(arguments: ["null", #"{"a": 2}"#, "[1]"])
  func noID(id: String) throws {
    let lines = [
      #"{"level":30,"reqId":\#(id),"req":{"method":"PUT","url":"/users/1"},"msg":"incoming request"}"#,
      #"{"level":30,"reqId":\#(id),"res":{"statusCode":404},"msg":"request completed"}"#,
    ]
    let run = try run("check", lines.joined(separator: "\n"), "t.log")
    #expect(!run.everything.contains("undocumented-status"), "\(run.everything)")
  }

  /// JSON that is broken or cut after a container's prefix is not passed over.
  @Test(arguments: [
    (
      #"web-1  | {"method":"GET","url":"/users/1","status":200,"responseBody":{"id":"x"}},"#, 82,
      "`,` after the end of the document"
    ),
    (
      #"2026-11-27T10:00:00.1Z stdout P {"method":"GET","url":"/users/1","status":200,"respon"#, 86,
      "the text ends inside a string; it may have been cut off"
    ),
  ])
  func brokenAfterAPrefix(line: String, column: Int, reason: String) throws {
    let right =
      #"web-1  | {"method":"GET","url":"/users/1","status":200,"responseBody":{"id":1}}"#
    let run = try run("check", "\(right)\n\(line)\n", "t.log")
    #expect(run.code == .error, "\(run.everything)")
    #expect(!run.everything.contains("no request"), "\(run.everything)")
    #expect(
      run.errors.contains("schemacheck: t.log:2:\(column): not JSON: \(reason)"), "\(run.errors)")
    let alone = try self.run("check", line + "\n", "t.log")
    if reason.contains("ends") {
      #expect(alone.errors.hasPrefix("schemacheck: t.log:1:\(column): not JSON"), "\(alone.errors)")
    }
  }

  @Test func onlyTheLastRequestsAreKept() {
    var requests = OpenRequests<Int>(most: 4)
    func pass(_ item: Int, _ line: Exchange.Half.Line, _ id: String, size: Int = 1) -> [Int] {
      requests.pass(item, Exchange.Half(line, id: id), size: size) { ($0 ?? 0) * 100 + $1 }
    }
    #expect(requests.pass(1, nil, size: 9) { _, _ in 0 } == [1])
    #expect(pass(1, .request, "a") == [] && pass(2, .request, "b") == [])
    #expect(pass(3, .request, "c") == [] && pass(4, .response, "a") == [104])
    // The same id again: the first request has no response.
    #expect(pass(5, .request, "b") == [2] && pass(6, .request, "d") == [])
    #expect(pass(7, .request, "e") == [] && pass(8, .request, "f") == [3, 5])
    #expect(requests.end() == [6, 7, 8] && requests.end() == [])
    // Long lines are fewer; a single one is kept however long it is.
    requests = OpenRequests<Int>(most: 100, mostBytes: 20)
    #expect(pass(1, .request, "a", size: 99) == [] && pass(2, .request, "b", size: 4) == [])
    #expect(pass(3, .request, "c", size: 6) == [] && pass(4, .request, "d", size: 5) == [1])
    #expect(pass(5, .response, "b") == [205] && requests.end() == [3, 4])
    // A body keeps its request open, with its place among the others.
    requests = OpenRequests<Int>(most: 4)
    #expect(pass(1, .request, "a") == [] && pass(2, .request, "b") == [])
    #expect(pass(3, .bodies, "a") == [] && pass(4, .bodies, "c") == [4])
    #expect(requests.end() == [103, 2])
  }

  // MARK: Layouts

  @Test(arguments: [
    #"{"code": 200, "request": "GET /users/1", "event": "request_finished", "request_id": "r", "timestamp": "2026-11-27T10:00:00.2Z", "logger": "django_structlog.middlewares.request", "level": "info", "response_body": {"id": "x"}}"#,
    #"{"status": 200, "request": "GET /users/1", "event": "request_finished", "timestamp": "t", "level": "info", "body": {"id": "x"}}"#,
    #"{"id": 0, "api": "https://h/users/1", "headers": "{}", "body": "", "method": "GET", "client_ip_address": "1.1.1.1", "response": "{\"id\": \"x\"}", "status_code": 200, "execution_time": 0.01}"#,
  ])
  func djangoLoggers(line: String) throws {
    let started =
      #"{"request": "GET /users/1", "user_agent": "curl/8", "event": "request_started", "request_id": "r", "timestamp": "2026-11-27T10:00:00.1Z", "level": "info"}"#
    let run = try run("check", started + "\n" + line, "t.log")
    let column = Self.column(of: line.contains(#"\"x"#) ? #"\"x\""# : #""x""#, in: line)
    #expect(
      run.output.hasPrefix("t.log:2:\(column): error[schema] `id` is a string"), "\(run.everything)"
    )
    #expect(
      run.errors.hasSuffix("1 of 2 exchanges checked\nnot checked: 1 no request\n"),
      "\(run.everything)")
  }

  /// An empty log holds nothing, and is no text either; a request line is no base path.
  @Test func emptyLogsAndRequestLines() throws {
    let empty = try run("check", "", "t.log")
    #expect(
      empty.everything
        == "no findings\n0 of 0 exchanges checked\nschemacheck: nothing was checked\n")
    let line = #"{"method":"GET","url":"GET /users/1","status":200,"responseBody":{"id":1}}"#
    let mistaken = try run("check", line, "t.ndjson")
    #expect(mistaken.output.contains("unknown-route"), "\(mistaken.everything)")
    #expect(!mistaken.everything.contains("base"), "\(mistaken.everything)")
  }

  /// The method of a request line counts where the mapped method is missing.
  @Test(arguments: ["", #""method": "/m", "#])
  func requestLinesCanBeMapped(method: String) throws {
    let config = try folder.write(
      #"{"contracts": ["api.yaml"], "records": {\#(method)"url": "/call", "status": "/result", "responseBody": "/got", "requestBody": "/sent"}}"#,
      to: ".schemacheck.json")
    let file = try folder.write(
      #"{"call": "PUT /users/1", "result": 200, "got": {"id": 1}, "sent": {"id": "x"}}"# + "\n"
        + #"{"call": "/users/1", "result": 200, "got": {"id": 1}}"# + "\n", to: "t.ndjson")
    let run = Scenario.run("check", file, "--config", config, "-f", "concise")
    #expect(run.output.contains("(PUT /users/{id} 200 request /id)"), "\(run.everything)")
    #expect(run.errors.contains("2 of 2 exchanges checked"), "\(run.everything)")
  }

  private static let line = #"{"method":"GET","url":"/users/1","status":200,"body":{"id":"x"}}"#

  @Test(arguments: [
    "web-1  | ", "[pod/web-7f9c/web] ", "2026-11-27T10:00:00.123456789Z ",
    "2026-11-27T10:00:00.123456789Z stdout F ", "[pod/web-7f9c/web] 2026-11-27T10:00:00Z ",
    "Nov 27 10:00:00 host web[1]: ",
  ])
  func linesBehindOtherText(start: String) throws {
    let isOfContainer = start != "Nov 27 10:00:00 host web[1]: "
    let text = [
      isOfContainer ? "Server listening" : "", isOfContainer ? #"{"level":30,"msg":"up"}"# : "",
      Self.line,
    ]
    .filter { !$0.isEmpty }.map { start + $0 + "\n" }.joined()
    let run = try run("check", text, "t.log")
    let column = start.count + Self.column(of: #""x""#, in: Self.line)
    let (number, rest) =
      isOfContainer
      ? (3, "1 of 3 exchanges checked\nnot checked: 2 no request\n")
      : (1, "1 of 1 exchange checked\n")
    #expect(
      run.output
        == "t.log:\(number):\(column): error[schema] `id` is a string; the contract says an integer  (GET /users/{id} 200 /id)\n",
      "\(run.everything)")
    #expect(run.errors == "1 error in 1 group: schema 1\n" + rest, "\(run.everything)")
  }

  /// Each with `§` for the text of a line, and the text of another line.
  @Test(arguments: [
    #"{"events":[{"timestamp":1,"message":"Server listening"},{"timestamp":1,"message":"§","ingestionTime":2}],"nextForwardToken":"f/1"}"#,
    #"{"messageType":"DATA_MESSAGE","logGroup":"g","logEvents":[{"id":"1","timestamp":1,"message":"{\"level\":30}"},{"id":"2","timestamp":2,"message":"§"}]}"#,
    #"{"streams":[{"stream":{"app":"a"},"values":[["1","Server listening"],["2","§"]]}]}"#,
    #"{"status":"success","data":{"resultType":"streams","result":[{"stream":{},"values":[["1","a=b"],["2","§",{}]]}]}}"#,
  ])
  func servicesForLogs(text: String) throws {
    let inner = Self.line.replacing("\"", with: "\\\"")
    let whole = text.replacing("§", with: inner)
    let run = try run("check", whole, "t.json")
    let column = Self.column(of: #"\"x\""#, in: whole)
    #expect(
      run.output
        == "t.json:1:\(column): error[schema] `id` is a string; the contract says an integer  (GET /users/{id} 200 /id)\n",
      "\(run.everything)")
    #expect(
      run.errors
        == "1 error in 1 group: schema 1\n1 of 2 exchanges checked\nnot checked: 1 no request\n",
      "\(run.everything)")
    // Without any exchange, it is a body.
    let body = try self.run("check", text.replacing("§", with: "hello"), "t.json")
    #expect(body.output.contains("unmatched-body"), "\(body.everything)")
  }

  @Test func foldersOfResponses() throws {
    try folder.write(
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n{\"id\": \"x\"}",
      to: "stubs/getUser.response")
    let run = Scenario.run(
      "check", "--no-config", folder.path + "/stubs", "-c", folder.path + "/api.yaml", "-f",
      "concise",
      "--operation", "GET /users/{id}")
    #expect(run.output.contains("stubs/getUser.response:4:8: error[schema] "), "\(run.everything)")
  }

  /// One line for all lines of a shape that is not known.
  @Test func unknownShapesAreToldOnce() throws {
    let lines =
      (1...9).map { #"{"verb":"GET","target":"/users/\#($0)","outcome":200}"# } + [Self.line]
    let run = try run("check", lines.joined(separator: "\n"), "t.log")
    #expect(
      run.errors == """
        schemacheck: t.log:1:1: this looks like an exchange (`verb` is GET beside `target`), but its layout is not known: it has `verb`, `target`, `outcome`; if it is an exchange, give the places of its parts in `records` of the configuration; if it is a body, give its operation with `--operation` or `bodies`
        schemacheck: t.log: 8 more lines like it: 2, 3, 4, 5, 6, …
        1 error in 1 group: schema 1
        1 of 10 exchanges checked
        not checked: 9 unreadable

        """, "\(run.errors)")
  }
}
