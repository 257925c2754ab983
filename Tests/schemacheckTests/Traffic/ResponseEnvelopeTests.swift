import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Stubs that people write by hand: a response in an object with its status.
@Suite struct ResponseEnvelopeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.contract(Self.others), to: "api.yaml")
  }

  private static func contract(_ others: String) -> String {
    """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    paths:
      /orders/{id}:
        get:
          parameters: [{name: id, in: path, required: true, schema: {type: string}}]
          responses:
            '200': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
            '404': {description: '', content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
      /orders:
        get:
          responses:
            '200': {description: '', content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Order'}}}}}
    \(others)
    components:
      schemas:
        Order: {type: object, required: [id], properties: {id: {type: integer}, status: {type: string}}}
        Error: {type: object, required: [reason], properties: {reason: {type: string}}}
    """
  }

  private static let others = """
      /posts:
        get:
          responses:
            '200': {description: '', content: {application/json: {schema: {type: object, properties: {status: {type: integer}, body: {type: object}}}}}}
      /open: {get: {responses: {'200': {description: '', content: {application/json: {schema: {type: object}}}}}}}
    """

  private func run(_ command: String, _ text: String, _ options: [String] = []) throws -> Scenario {
    let file = try folder.write(text, to: "stub.json")
    return folder.run(
      [command, "--no-config", file, "-c", folder.path + "/api.yaml", "-f", "concise"] + options)
  }

  /// A response for which the contract documents no body is checked by its status.
  @Test(arguments: [
    ("cancelOrder-204", #"{"status":204,"body":null}"#, "1 of 1 exchange checked"),
    ("cancelOrder_204", #"{"statusCode":204,"headers":{},"json":""}"#, "1 of 1 exchange checked"),
    ("cancelOrder-ok", #"{"status":204,"body":null}"#, "1 of 1 exchange checked"),
    ("cancelOrder-204", "", "1 of 1 exchange checked"),
    // A body that is not documented, another status, another name.
    ("cancelOrder-204", #"{"status":204,"body":{}}"#, "not checked: 1 no schema"),
    ("cancelOrder-204", "null", "not checked: 1 no schema"),
    ("cancelOrder-205", #"{"status":205,"body":null}"#, "not checked: 1 no body"),
    ("gone", #"{"status":204,"body":null}"#, "not checked: 1 no body"),
  ])
  func responsesWithoutBodies(name: String, text: String, count: String) throws {
    let contract = try folder.write(
      Self.contract(
        """
          /orders/{id}/hold: {delete: {operationId: cancelOrder, responses: {'204': {description: ''}}}}
        """), to: "bodiless.yaml")
    for options in [[], ["-f", "verdicts"]] {
      let run = Scenario.run(
        ["check", "--no-config", "-c", contract, try folder.write(text, to: "\(name).json")]
          + options)
      #expect(run.errors.contains(count), "\(run.everything)")
      #expect(run.code == (count.hasPrefix("not") ? .error : .clean))
      #expect(!run.errors.contains("documented response body"), "\(run.everything)")
    }
  }

  /// Each with `§` before the wrong value.
  @Test(arguments: [
    (#"{"status":200,"body":{"id":§"a","status":"open"}}"#, "200 /id"),
    (
      #"{"statusCode":200,"headers":{"Content-Type":"application/json"},"json":{"id":§"a"}}"#,
      "200 /id"
    ),
    (#"{"status_code":200,"headers":{},"delay":5,"data":{"id":§"a","status":"x"}}"#, "200 /id"),
    (#"{"status":"200","latency":120,"body":{"id":§"a","status":"x"}}"#, "200 /id"),
    (#"{"code":200,"body":"{\"id\":§\"a\",\"status\":\"x\"}"}"#, "200 /id"),
    (#"{"status":404,"body":{"reason":§1}}"#, "404 /reason"),
  ])
  func theResponseIsJudgedAtItsPlace(text: String, place: String) throws {
    let column = text.prefix { $0 != "§" }.count + 1
    let right = text.replacing("§", with: "")
    let told = try run("check", right, ["--operation", "GET /orders/{id}"])
    // Where no operation is named, `GET /posts` has these names.
    try folder.write(Self.contract(""), to: "api.yaml")
    for run in [told, try run("check", right)] {
      #expect(run.output.contains("stub.json:1:\(column): error[schema] "), "\(run.everything)")
      #expect(run.output.contains("(GET /orders/{id} \(place))"), "\(run.everything)")
      #expect(run.errors.contains("1 envelope opened"), "\(run.everything)")
    }
  }

  @Test func linesAndListsAreRead() throws {
    let right = #"{"status":200,"body":[{"id":1,"status":"open"}]}"#
    let run = try run("check", "\(right)\n\(right)\n", ["--operation", "GET /orders"])
    #expect(run.code == .clean, "\(run.everything)")
    #expect(
      run.errors == "no findings\n2 of 2 exchanges checked (2 envelopes opened)\n",
      "\(run.everything)")
  }

  @Test(arguments: ["", "responses", "mocks"]) func listsAreOpened(name: String) throws {
    try folder.write(Self.contract(""), to: "api.yaml")
    let list =
      #"[{"status":200,"body":{"id":"a","status":"x"}},{"status":404,"body":{"reason":1}}]"#
    let text = name.isEmpty ? list : #"{"\#(name)":\#(list)}"#
    for options in [[], ["--operation", "GET /orders/{id}"]] {
      let run = try run("check", text, options)
      #expect(run.output.contains("(GET /orders/{id} 200 /id)"), "\(run.everything)")
      #expect(run.output.contains("(GET /orders/{id} 404 /reason)"), "\(run.everything)")
      #expect(run.errors.contains("2 of 2 exchanges checked"), "\(run.everything)")
      #expect(run.errors.contains("2 envelopes opened"), "\(run.everything)")
    }
    // Without a contract, the bodies in it are learned.
    let draft = Scenario.run(["infer", "--no-config", folder.path + "/stub.json"])
    #expect(draft.errors.contains("2 of 2 exchanges read"), "\(draft.everything)")
    // With one that is something else, the list is a body.
    let mixed = try run("check", text.replacing("]", with: #",{"id":1}]"#))
    #expect(!mixed.errors.contains("envelopes opened"), "\(mixed.everything)")
  }

  /// The elements of a documented array may have these properties.
  @Test func documentedListsAreBodies() throws {
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /log:
          get:
            responses:
              '200': {description: '', content: {application/json: {schema: {type: array, items: {type: object, properties: {status: {type: integer}, body: {type: string}}}}}}}
      """, to: "api.yaml")
    for options in [[], ["--operation", "GET /log"]] {
      let run = try run("check", #"[{"status":200,"body":{}},{"status":200,"body":{}}]"#, options)
      #expect(run.output.contains("/*/body)"), "\(run.everything)")
    }
  }

  /// Names that APIs have, too, are named with the setting that reads them.
  @Test(arguments: [
    (#"{"httpStatus":200,"payload":{"id":"a","status":"x"}}"#, "httpStatus", "payload"),
    (#"[{"http_status":"200","response":{"id":"a","status":"x"}}]"#, "http_status", "response"),
    (#"{"statusCode":200,"data":{"id":"a","status":"x"}}"#, "statusCode", "data"),
  ])
  func otherNamesAreTold(text: String, status: String, body: String) throws {
    try folder.write(Self.contract(""), to: "api.yaml")
    let mapping = #""records": {"status": "/\#(status)", "responseBody": "/\#(body)"}"#
    let run = try run("check", text)
    #expect(
      run.output.contains(
        "warning[unmatched-body] the body resembles no schema of the contract; if the file has a "
          + "response with its status, write `\(mapping)` in the configuration"),
      "\(run.everything)")
    let config = try folder.write(
      #"{"contracts": ["api.yaml"], \#(mapping)}"#, to: ".schemacheck.json")
    for options in [[], ["--operation", "GET /orders/{id}"]] {
      let mapped = Scenario.run(
        ["check", folder.path + "/stub.json", "--config", config, "-f", "concise"] + options)
      #expect(mapped.output.contains("(GET /orders/{id} 200 /id)"), "\(mapped.everything)")
    }
  }

  /// The contract decides whether the object is the body.
  @Test(arguments: [
    (#"{"status":200,"body":{"id":1}}"#, "GET /posts", ExitCode.clean),
    (#"{"status":200,"body":{"id":1}}"#, "GET /open", .clean),
    // Other properties, other statuses, and names that APIs have.
    (#"{"status":200,"body":{"id":1,"status":"x"},"total":1}"#, "GET /orders/{id}", .findings),
    (#"{"status":0,"body":{"id":1,"status":"x"}}"#, "GET /orders/{id}", .findings),
    (#"{"code":200,"data":{"id":1,"status":"x"}}"#, "GET /orders/{id}", .findings),
    (#"{"status":200,"body":"text"}"#, "GET /orders/{id}", .findings),
    // A repeated property is told, and headers are an object.
    (
      #"{"status":200,"body":{"id":1,"status":"x"},"body":{"id":"x"}}"#, "GET /orders/{id}",
      .findings
    ),
    (#"{"status":200,"status":404,"body":{"id":1,"status":"x"}}"#, "GET /orders/{id}", .findings),
    (#"{"status":200,"headers":[],"body":{"id":1,"status":"x"}}"#, "GET /orders/{id}", .findings),
  ])
  func otherObjectsAreBodies(text: String, operation: String, code: ExitCode) throws {
    let run = try run("check", text, ["--operation", operation])
    #expect(run.code == code, "\(run.everything)")
    #expect(!run.everything.contains("envelope opened"), "\(run.everything)")
  }

  @Test func itIsALeniency() throws {
    let text = #"{"status":200,"body":{"id":1,"status":"open"}}"#
    let file = try folder.write(text, to: "stub.json")
    let config = try folder.write(
      #"{"contracts":["api.yaml"],"leniencies":"none","bodies":[{"file":"*.json","operation":"GET /orders/{id}"}]}"#,
      to: ".schemacheck.json")
    #expect(Scenario.run("check", file, "--config", config).code == .findings)
    try folder.write(
      #"{"contracts":["api.yaml"],"bodies":[{"file":"*.json","operation":"GET /orders/{id}"}]}"#,
      to: ".schemacheck.json")
    let run = Scenario.run("check", file, "--config", config)
    #expect(run.code == .clean, "\(run.everything)")
    #expect(run.errors.contains("1 envelope opened"), "\(run.everything)")
  }

  @Test func fixesAreMadeInTheResponse() throws {
    try folder.write(
      """
      openapi: 3.1.0
      info: {title: T, version: '1'}
      paths:
        /me:
          get:
            responses:
              '200': {description: '', content: {application/json: {schema: {type: object, required: [id, note], properties: {id: {type: integer}, note: {type: [string, 'null']}}}}}}
      """, to: "api.yaml")
    let run = try run(
      "fix", #"{"status":200,"body":{"id":1}}"#, ["--operation", "GET /me", "--diff"])
    #expect(
      run.output.contains(#"+{"status":200,"body":{"id":1,"note":null}}"#), "\(run.everything)")
  }
}
