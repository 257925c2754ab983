import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Bodies that a log has on a line of their own, between a request and its response.
@Suite struct BodyLineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users/{id}:
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
            - {name: X-Page, in: header, schema: {type: integer}}
          get:
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
          put:
            requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
      components:
        schemas: {User: {type: object, properties: {id: {type: integer}}}}
      """, as: "api.yaml")
  }

  private func check(_ lines: [String], _ options: String...) throws -> Scenario {
    try folder.run("check", on: lines.joined(separator: "\n") + "\n", "t.log", options)
  }

  private static func line(_ rest: String, id: Int = 1) -> String {
    #"{"level":30,"time":1795737600000,"pid":1,"hostname":"h","reqId":"req-\#(id)",\#(rest)}"#
  }

  private static func request(_ method: String, id: Int = 1) -> String {
    line(
      #""req":{"method":"\#(method)","url":"/users/1","host":"h"},"msg":"incoming request""#, id: id
    )
  }

  private static func response(_ body: String = "", id: Int = 1) -> String {
    line(#""res":{"statusCode":200\#(body)},"msg":"request completed""#, id: id)
  }

  private static let wrongID = "error[schema] `id` is a string; the contract says an integer  "

  /// A hook logs the body of a request or of a response.
  @Test(
    arguments: [
      ("GET", #""body":{"id":"x"},"msg":"response body""#, "", "GET /users/{id} 200 /id"),
      ("GET", #""payload":"{\"id\":\"x\"}""#, "", "GET /users/{id} 200 /id"),
      (
        "PUT", #""body":{"id":"x"},"msg":"parsed body""#, #","body":{}"#,
        "PUT /users/{id} 200 request /id"
      ),
      ("PUT", #""requestBody":{"id":"x"}"#, #","body":{}"#, "PUT /users/{id} 200 request /id"),
      ("PUT", #""responseBody":{"id":"x"}"#, "", "PUT /users/{id} 200 /id"),
      (
        "PUT", #""requestBody":{"id":1},"responseBody":{"id":"x"}"#, "", "PUT /users/{id} 200 /id"
      ),
    ], ["1", "2"])
  func bodiesBetween(
    _ sample: (method: String, line: String, body: String, place: String), jobs: String
  )
    throws
  {
    let lone = Self.line(sample.line)
    let lines = [
      #"{"level":30,"time":1,"msg":"up"}"#, Self.request(sample.method),
      Self.request("GET", id: 2), lone, Self.response(sample.body),
      Self.response(#","body":{}"#, id: 2),
    ]
    let run = try check(lines, "--jobs", jobs)
    #expect(run.output.hasPrefix("t.log:4:"), "\(run.everything)")
    #expect(run.output.hasSuffix(": \(Self.wrongID)(\(sample.place))\n"), "\(run.everything)")
    let column = try #require(
      run.output.split(separator: ":").dropFirst(2).first.flatMap { Int($0) })
    #expect(
      lone.dropFirst(column - 1).hasPrefix("\"x") || lone.dropFirst(column - 1).hasPrefix("\\\"x"))
    #expect(
      run.errors == """
        1 error in 1 group: schema 1
        2 of 3 exchanges checked
        not checked: 1 no request

        """, "\(run.everything)")
  }

  /// A body is not read if its message is not known, and a line says so.
  @Test(arguments: [
    [#""body":{"id":"x"}"#], [#""body":{"id":"x"}"#, #""body":{"id":"y"}"#],
    [#""payload":{"id":"x"}"#, #""body":{"id":"y"}"#, #""body":{"id":"z"}"#],
  ])
  func bodiesOfUnknownMessages(_ bodies: [String]) throws {
    let run = try check([Self.request("PUT")] + bodies.map { Self.line($0) } + [Self.response()])
    #expect(run.output.isEmpty, "\(run.everything)")
    let name = bodies[0].contains("payload") ? "payload" : "body"
    #expect(
      run.errors.contains(
        "exchanges without a body have `\(name)`, which is not read; if it is the body, let the "
          + "server write it as `requestBody` or `responseBody`, in one line for each request\n"),
      "\(run.everything)")
    #expect(run.errors.contains("not checked: 1 no body"), "\(run.everything)")
  }

  /// A body without its request counts as one, and one without a response waits for it.
  @Test func bodiesWithoutAnExchange() throws {
    let body = Self.line(#""body":{"id":"x"}"#)
    let alone = try check([body, body])
    #expect(alone.errors.contains("not checked: 2 no request"), "\(alone.everything)")
    let open = try check([Self.request("GET"), body])
    #expect(open.errors.contains("not checked: 1 no response"), "\(open.everything)")
    // A body of an API may have such names.
    let file = try folder.write(#"{"reqId": "1", "body": {"id": "x"}, "id": "x"}"#, to: "b.json")
    let bare = Scenario.run(
      "check", "--no-config", file, "-c", folder.path + "/api.yaml", "--schema", "User")
    #expect(bare.errors.contains("1 of 1 exchange checked"), "\(bare.everything)")
  }

  @Test func fixesAreInTheLineOfTheBody() throws {
    let contract = try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /users/{id}:
          get:
            parameters: [{name: id, in: path, required: true, schema: {type: string}}]
            responses: {'200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/User'}}}}}
      components: {schemas: {User: {type: object, required: [id, note], properties: {id: {type: integer}, note: {type: [string, 'null']}}}}}
      """, to: "null.yaml")
    let lines = [Self.request("GET"), Self.line(#""body":{"id":1}"#), Self.response()]
    let text = lines.joined(separator: "\n") + "\n"
    let file = try folder.write(text, to: "f.log")
    let run = Scenario.run("fix", "--no-config", "--recordings", "-c", contract, file)
    #expect(run.code == .clean, "\(run.everything)")
    let fixed = try String(contentsOfFile: file, encoding: .utf8)
    #expect(fixed == text.replacing(#"{"id":1}"#, with: #"{"id":1,"note":null}"#))
  }

  /// A finding about a header of the request has the place of the header.
  @Test(arguments: ["1", "2"]) func headersOfRequests(jobs: String) throws {
    let request =
      #"{"origin":"remote","type":"request","correlation":"a","method":"GET","uri":"http://h/users/1","headers":{"X-Page":["abc"]}}"#
    let response =
      #"{"origin":"local","type":"response","correlation":"a","status":200,"headers":{"Content-Type":["application/json"]},"body":{}}"#
    let run = try check([#"{"level":30,"time":1,"msg":"up"}"#, request, response], "--jobs", jobs)
    let column = request.prefix { $0 != "[" }.count + 2
    #expect(
      run.output == "t.log:2:\(column): error[schema] header parameter: `X-Page` is a string; "
        + "the contract says an integer  (GET /users/{id} 200 request)\n", "\(run.everything)")
  }
}
