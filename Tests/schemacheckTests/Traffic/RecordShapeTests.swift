import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Records, stubs and logs in the shapes in which people have them.
@Suite struct RecordShapeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users:
          get:
            parameters: [{name: limit, in: query, schema: {type: integer, maximum: 100}}]
            responses: {'200': {description: '', content: {application/json: {schema: {type: array}}}}}
        /users/{id}:
          get:
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
      components:
        schemas:
          User: {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}, age: {type: integer}}}
      """, to: "api.yaml")
  }

  private func check(_ text: String, _ name: String, _ options: String...) throws -> Scenario {
    let file = try folder.write(text, to: name)
    var run = Scenario.run(
      ["check", "--no-config", file, "-c", folder.path + "/api.yaml", "-f", "concise"] + options)
    run.output = run.output.replacing(folder.path + "/", with: "")
    run.errors = run.errors.replacing(folder.path + "/", with: "")
    return run
  }

  /// Braces in a query are no path template, so the line's parameters are checked.
  @Test func bracesInQueries() throws {
    let run = try check(
      #"{"method":"GET","path":"/users?limit=abc&filter={x}","status":200,"response_body":[]}"#
        + "\n",
      "q.ndjson")
    #expect(run.output.contains("query parameter: `limit` is a string"), "\(run.everything)")
  }

  private static let wide = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: 'https://api.example.com'}]
    paths:
      /users:
        post:
          parameters:
            - {name: limit, in: query, schema: {type: integer, maximum: 100}}
            - {name: X-Kind, in: header, schema: {type: string, enum: [a]}}
          requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: integer}}}}}}
          responses:
            '200':
              description: ''
              headers: {X-Rate: {schema: {type: integer}}}
              content: {application/json: {schema: {type: object, properties: {b: {type: integer}}}}}
    """

  /// The names of the Elastic Common Schema, as nested objects, as names with dots, and as both.
  @Test func theElasticCommonSchemaInEachForm() throws {
    let api = try folder.write(Self.wide, to: "wide.yaml")
    func line(_ join: (String, [String]) -> String) -> String {
      let url = join(
        "url", [#""path": "/users""#, #""domain": "api.example.com""#, #""query": "limit=900""#])
      let request = join(
        "http.request",
        [
          #""method": "POST""#, join("body", [#""content": "{\"a\":\"x\"}""#]),
          #""headers": {"x-kind": "b", "content-type": "application/json"}"#,
        ])
      let response = join(
        "http.response",
        [
          #""status_code": 200"#, join("body", [#""content": "{\"b\":\"x\"}""#]),
          #""headers": {"x-rate": "y", "content-type": "application/json"}"#,
        ])
      return "{\(url), \(request), \(response)}\n"
    }
    let dotted = line { name, properties in
      properties.map { "\"\(name)." + $0.dropFirst() }.joined(separator: ", ")
    }
    let half = line { name, properties in "\"\(name)\": {\(properties.joined(separator: ", "))}" }
    let nested = half.replacing(#""http.request": {"#, with: #""http": {"request": {"#)
      .replacing(#"}, "http.response": {"#, with: #"}, "response": {"#).replacing(
        "}\n", with: "}}\n")
    for text in [nested, dotted, half] {
      let file = try folder.write(text, to: "e.ndjson")
      let run = Scenario.run("check", "--no-config", file, "-c", api, "-f", "concise")
      let found = run.output.split(separator: "\n").map { $0.drop { $0 != "(" } }.sorted()
      #expect(
        found == [
          "(POST /users 200 /b)", "(POST /users 200 request /a)", "(POST /users 200 request)",
          "(POST /users 200 request)", "(POST /users 200)",
        ], "\(text)\(run.everything)")
      for part in ["query parameter: `limit` is 900", "header parameter: ", "response header: "] {
        #expect(run.output.contains(part), "\(run.everything)")
      }
    }
  }

  /// A webhook has the method that the contract documents, if the record has no method.
  @Test func webhooksWithoutAMethod() throws {
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      webhooks:
        made:
          post:
            requestBody: {content: {application/json: {schema: {type: object, properties: {id: {type: integer}}}}}}
            responses: {'204': {description: ''}}
      """, to: "hooks.yaml")
    try folder.write(
      #"{"event": "made", "to": "/hooks", "http": 204, "body": "{\"id\": \"x\"}"}"# + "\n",
      to: "queue.ndjson")
    let file = try folder.write(
      #"""
      {"contracts": ["hooks.yaml"], "inputs": ["queue.ndjson"], "records": {"url": "/to",
       "status": "/http", "requestBody": "/body", "webhook": "/event"}}
      """#, to: "hooks.json")
    let run = Scenario.run("check", "--config", file, "-f", "concise")
    #expect(
      run.output.hasSuffix(
        "error[schema] `id` is a string; the contract says an integer  "
          + "(POST webhook made 204 request /id)\n"), "\(run.everything)")
  }

  /// A record on several lines is read as one on one line; the line of the wrong value is told.
  @Test(arguments: [
    (#""responseBody": {"id": "x", "name": "a"}"#, 5),
    (
      #""responseBody": "eyJpZCI6ICJ4IiwgIm5hbWUiOiAiYSJ9",\#n "responseBodyEncoding": "base64""#, 5
    ),
  ])
  func recordsOnSeveralLines(body: String, line: Int) throws {
    let text = "{\n \"method\": \"GET\",\n \"url\": \"/users/7\",\n \"status\": 200,\n \(body)\n}\n"
    let run = try check(text, "r.json")
    #expect(run.output.hasPrefix("r.json:\(line):"), "\(run.everything)")
    #expect(
      run.output.contains(
        "error[schema] `id` is a string; the contract says an integer  (GET /users/{id} 200 /id)"),
      "\(run.everything)")
    #expect(run.errors.contains("1 of 1 exchange checked"), "\(run.everything)")
    let wrong = try check(text.replacing("\"GET\"", with: "1"), "r.json")
    #expect(wrong.errors.contains("r.json:2:12: `method`"), "\(wrong.everything)")
    // A record stays one if the schema of its body is named; without a body, it is a body.
    let told = try check(text, "r.json", "--schema", "User")
    #expect(told.output.contains("`id` is a string"), "\(told.everything)")
    let bare = try check(
      "{\n\"method\": \"GET\", \"url\": \"/a\", \"status\": 200\n}", "r.json", "--schema", "User")
    #expect(bare.output.contains("`id` and `name` are missing"), "\(bare.everything)")
  }

  /// In a file of stubs, `:id` is a parameter. In a log, a client has sent it.
  @Test(arguments: [
    #"{"method":"GET","path":"/users/:id","status":200,"body":{"id":"x","name":"a"}}"#,
    #"{"request":{"method":"GET","path":"/users/:id"},"response":{"status":200,"body":{"id":"x","name":"a"}}}"#,
  ])
  func namedSegmentsOfStubs(stub: String) throws {
    let list = try check("[\(stub)]", "s.json")
    #expect(list.output.contains("(GET /users/{id} 200 /id)"), "\(list.everything)")
    #expect(!list.output.contains("path parameter"), "\(list.everything)")
    for (text, name) in [("\(stub)\n\(stub)\n", "s.ndjson"), ("[\(stub)]", "s.json")] {
      let log = try check(text.replacing("\"status\"", with: "\"bytes_sent\":1,\"status\""), name)
      #expect(
        log.output.contains("path parameter: `id` is a string")
          == (name == "s.ndjson" || stub.hasPrefix("{\"method")), "\(log.everything)")
    }
  }

  /// nginx writes the query beside `uri`; loggers use these names for other texts.
  @Test(arguments: [
    (#""args":"limit=500""#, true), (#""query_string":"limit=500""#, true),
    (#""request_query":"limit=500""#, true),
    (#""query":"?a=1&limit=500""#, true), (#""args":"-""#, false), (#""args":"""#, false),
    (#""query":"select a from b where limit=500""#, false),
    (#""query":{"a":"b c","limit":"500"}"#, true), (#""query_params":{"limit":["500"]}"#, true),
    (#""queryParams":{"limit":500,"a":null}"#, true), (#""params":{"limit":"500"}"#, true),
    (#""query":{"filter":{"a":"b"},"limit":"500"}"#, false), (#""query":{}"#, false),
    (#""query":{"limit":null}"#, false), (#""params":{"users":"users","limit":"500"}"#, false),
    (#""controller":"c","action":"a","params":{"user_id":"users","limit":"500"}"#, true),
  ])
  func queriesBesideThePath(query: String, isRead: Bool) throws {
    let line =
      #"{"remote_addr":"h","request_method":"GET","uri":"/users",\#(query),"status":"200"}"#
    let run = try check(line + "\n" + line, "t.log", "--requests")
    #expect(
      run.output.contains("query parameter: `limit` is 500; the maximum is 100") == isRead,
      "\(run.everything)")
    #expect(run.output.isEmpty != isRead, "\(run.everything)")
    // A query in the path is the whole one.
    let whole = line.replacing("\"/users\"", with: "\"/users?limit=5\"")
    #expect(try check(whole + "\n" + whole, "t.log", "--requests").output.isEmpty)
  }

  /// A logger's request object has its query. Beside the object, `query` is something else.
  @Test(arguments: [
    (#""query":{"limit":"500"}},"x":1"#, true), (#""query":{}},"query":{"limit":"500"}"#, false),
  ])
  func queriesOfALogger(rest: String, isRead: Bool) throws {
    let line = #"{"req":{"method":"GET","url":"/users",\#(rest),"res":{"statusCode":200}}"#
    let run = try check(line + "\n" + line, "t.log", "--requests")
    #expect(
      run.output.contains("query parameter: `limit` is 500; the maximum is 100") == isRead,
      "\(run.everything)")
  }

  /// lograge has no query in its paths.
  @Test func queriesThatAreNotInTheLog() throws {
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users:
          get:
            parameters: [{name: limit, in: query, required: true, schema: {type: integer}}]
            responses: {'200': {description: ''}}
      """, to: "api.yaml")
    let line =
      #"method=GET path=/users format=json controller=Users action=index status=200 params={"limit"=>"5"}"#
    let rails = try check("\(line)\n\(line)\n", "t.log", "--requests", "--explain-match")
    #expect(rails.output.isEmpty, "\(rails.everything)")
    #expect(rails.errors.contains("not checked: query parameter `limit`"), "\(rails.everything)")
    let other = line.replacing(" controller=Users action=index", with: "")
    let run = try check("\(other)\n\(other)\n", "t.log", "--requests")
    #expect(run.output.contains("query parameter `limit` is missing"), "\(run.everything)")
  }

  /// What a server writes before its log, or between its lines, is no request, and lacks no body.
  @Test(arguments: ["2026/01/02 10:00:00 [notice] 1#1: nginx/1.25.3", "Server listening on 3000"])
  func notesOfServers(note: String) throws {
    let line =
      #"{"remote_addr":"h","request_uri":"/users?limit=500","request_method":"GET","status":200}"#
    let text = [String](repeating: note + "\n", count: 40).joined() + "\(line)\n\(note)\n\(line)\n"
    for name in ["t.log", "in/t.log"] {
      let run = try check(text, name)
      #expect(run.output.hasPrefix("\(name):41:"), "\(run.everything)")
      #expect(run.errors.contains("2 of 43 exchanges checked\nnot checked: 41 no request"))
    }
    let right = try check(text.replacing("500", with: "5"), "t.log")
    #expect(right.code == .clean, "\(right.everything)")
    let none = try check("\(note)\n\(note)\n", "t.log")
    #expect(none.code != .clean && none.errors.contains("a log in text"), "\(none.everything)")
    // A broken line is no note.
    let broken = try check("\(line)\nabc def\": 1}\n\(line)\n", "t.log")
    #expect(broken.errors.contains("not JSON"), "\(broken.everything)")
  }

  /// The advice reads the body.
  @Test(arguments: [
    (#"{"httpStatus":200,"payload":{"id":7,"name":"a","age":"x"}}"#, "/httpStatus", "/payload"),
    (#"{"statusCode":200,"mock":{"id":7,"name":"a","age":"x"}}"#, "/statusCode", "/mock"),
  ])
  func responsesWithOtherNames(text: String, status: String, body: String) throws {
    let mapping = #""records": {"status": "\#(status)", "responseBody": "\#(body)"}"#
    let run = try check(text, "b.json")
    #expect(run.output.contains("write `\(mapping)` in the configuration"), "\(run.everything)")
    #expect(!run.output.contains("one level"), "\(run.everything)")
    let config = try folder.write(
      #"{"contracts": ["api.yaml"], \#(mapping)}"#, to: ".schemacheck.json")
    let mapped = Scenario.run(
      ["check", "\(folder.path)/b.json", "--config", config, "--operation", "GET /users/{id}"])
    #expect(mapped.output.contains("`age` is a string"), "\(mapped.everything)")
  }

  /// A pointer that leads nowhere is told for a file of one line, too.
  @Test(arguments: [1, 2])
  func pointersThatLeadNowhere(count: Int) throws {
    let line = #"{"a":{"m":"GET","u":"/users/7","s":200,"b":{"id":7,"name":"a"}}}"# + "\n"
    try folder.write(String(repeating: line, count: count), to: "a.log")
    func check(_ url: String) throws -> Scenario {
      let config = try folder.write(
        #"""
        {"contracts": ["api.yaml"], "inputs": ["a.log"], "records":
         {"url": "\#(url)", "status": "/a/s", "responseBody": "/a/b"}}
        """#, to: ".schemacheck.json")
      return Scenario.run("check", "--config", config)
    }
    let wrong = try check("/a/url")
    #expect(wrong.errors.contains("no line has a URL at `/a/url`\n"), "\(wrong.everything)")
    #expect(
      try check("/a/u").errors == "no findings\n\(count) of \(count) "
        + "exchange\(count == 1 ? "" : "s") checked\n")
  }

  /// A line that `records` reads without a body lacks it, unless an access log wrote the line.
  @Test(arguments: [
    ("", "", "1 no body"), (#","remote_addr":"h""#, "", nil),
    (#","remote_addr":"h""#, #", "responseBody": "/x/body""#, "1 no body"),
  ])
  func recordsWithoutBodies(mark: String, place: String, count: String?) throws {
    let line = #"{"x":{"u":"/users/7","s":200}\#(mark)}"# + "\n"
    for text in [line, line + "{\"job\":1}\n"] {
      try folder.write(text, to: "a.log")
      let config = try folder.write(
        #"""
        {"contracts": ["api.yaml"], "inputs": ["a.log"], "records":
         {"url": "/x/u", "status": "/x/s"\#(place)}}
        """#, to: ".schemacheck.json")
      let run = Scenario.run("check", "--config", config)
      #expect(run.code == (count == nil ? .clean : .error), "\(run.everything)")
      #expect(run.errors.contains(count ?? "1 of "), "\(run.everything)")
      #expect(run.errors.contains("add `--requests`") == (count != nil), "\(run.everything)")
    }
  }

  /// API Gateway writes a dash for a request that it does not know.
  @Test func recordsWithDashes() throws {
    try folder.write(
      #"{"verb":"-","at":"-","code":"403"}"# + "\n" + #"{"verb":"GET","at":"/users","code":200}"#
        + "\n", to: "a.log")
    let config = try folder.write(
      #"""
      {"contracts": ["api.yaml"], "inputs": ["a.log"], "records":
       {"method": "/verb", "url": "/at", "status": "/code"}}
      """#, to: ".schemacheck.json")
    let run = Scenario.run("check", "--requests", "--allow-empty", "--config", config)
    #expect(run.output.isEmpty && run.errors.contains("1 no request"), "\(run.everything)")
  }

  /// A query that a gateway writes at a place of its own, as a text or as an object.
  @Test(arguments: [#""limit=101""#, #""?limit=101""#, #"{"limit": "101"}"#])
  func queriesOfRecords(query: String) throws {
    try folder.write(
      #"{"props": {"verb": "GET", "uri": "/users", "asked": \#(query), "code": 200}}"#,
      to: "q.ndjson")
    func check(_ mapping: String) throws -> Scenario {
      let config = try folder.write(
        #"{"contracts": ["api.yaml"], "inputs": ["q.ndjson"], "records": {\#(mapping)}}"#,
        to: ".schemacheck.json")
      return Scenario.run(["check", "--requests", "--config", config, "-f", "concise"])
    }
    let places = #""method": "/props/verb", "url": "/props/uri", "status": "/props/code""#
    #expect(try check(places).code == .clean)
    let run = try check(places + #", "query": "/props/asked""#)
    #expect(run.code == .findings && run.output.contains("`limit` is 101"), "\(run.everything)")
  }

  /// The name of a body may be a secret, and has the form of a JSON Pointer.
  @Test func namesInTheAdvice() throws {
    let text = #"{"httpStatus":200,"§":{"id":7,"name":"a","age":"x"}}"#
    let secret = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
    let run = try check(text.replacing("§", with: secret), "b.json")
    #expect(run.output.contains("write `") && !run.everything.contains(secret), "\(run.everything)")
    let slash = try check(text.replacing("§", with: "a/b"), "b.json")
    #expect(slash.output.contains(#""responseBody": "/a~1b""#), "\(slash.everything)")
  }

  /// A body as text under a name of the team's own.
  @Test func bodiesAsTexts() throws {
    let line =
      #"{"level":"info","method":"GET","url":"/users/7","status":200,"resp":"{\"id\":\"x\"}","message":"[a] b"}"#
    let run = try check("\(line)\n\(line)\n", "t.log")
    #expect(
      run.errors.contains("exchanges without a body have `resp`, which is not read"),
      "\(run.everything)")
  }

  /// The result of a query of CloudWatch Logs Insights.
  @Test func resultsOfQueries() throws {
    let inner =
      #"{\"req\":{\"method\":\"GET\",\"url\":\"/users/7\"},\"res\":{\"statusCode\":200,\"body\":{\"id\":\"x\",\"name\":\"a\"}}}"#
    let text =
      #"{"results":[[{"field":"@timestamp","value":"2026"},{"field":"@message","value":"\#(inner)"}],[{"field":"@message","value":"up"}]],"status":"Complete"}"#
    let run = try check(text, "q.json")
    #expect(run.output.contains("(GET /users/{id} 200 /id)"), "\(run.everything)")
    #expect(run.errors.contains("1 of 2 exchanges checked"), "\(run.everything)")
  }
}
