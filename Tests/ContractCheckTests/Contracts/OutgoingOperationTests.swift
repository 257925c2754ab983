@_spi(Engine) import ContractCaptures
import ContractCheck
import JSONTape
import TestSupport
import Testing

/// Requests that the API itself sends: webhooks and callbacks.
@Suite struct OutgoingOperationTests {
  private static let text = ##"""
    {"openapi": "3.1.0", "paths": {"/subscribe": {"post": {
      "requestBody": {"content": {"application/json": {"schema": {"type": "object"}}}},
      "responses": {"201": {"description": "", "content": {"application/json": {"schema": {"type": "object"}}}}},
      "callbacks": {
        "onData": {"{$request.body#/urls/0}/data": {"post": {
          "requestBody": {"content": {"application/json": {"schema": {"type": "integer"}}}},
          "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "boolean"}}}}}}}},
        "onEnd": {"$response.body#/end": {"post": {
          "requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}},
          "responses": {"200": {"description": ""}}}}},
        "onQuery": {"http://x/{$request.query.id}/{$request.header.X-Key}": {"put": {
          "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "string"}}}}}}}}
      }}}},
    "webhooks": {
      "order shipped": {"post": {
        "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}},
        "responses": {"200": {"description": ""}}}}},
    "components": {"schemas": {"Order": {"type": "object", "required": ["id"],
      "properties": {"id": {"type": "integer"}}}}}}
    """##

  private static let subscription =
    #"{"method":"POST","url":"https://a/subscribe?id=7","requestHeaders":{"X-Key":"k"},"requestBody":"#
    + #"{"urls":["https://app/x"]},"status":201,"responseBody":{"end":"https://app/end?t=1"}}"#

  @Test(arguments: [
    (
      #"{"method":"POST","url":"https://app/x/data","status":200,"requestBody":1,"responseBody":true}"#,
      nil
    ),
    (
      #"{"method":"POST","url":"https://app/x/data","status":200,"requestBody":[],"responseBody":true}"#,
      "schema/type [[]] the body is an array; the contract says an integer"
    ),
    (
      #"{"method":"POST","url":"https://app/x/data","status":200,"requestBody":1,"responseBody":0}"#,
      "schema/type [0] the body is a number; the contract says a boolean"
    ),
    (
      #"{"method":"POST","url":"https://app/end?t=2","status":200,"requestBody":1}"#,
      "schema/type [1] the body is a number; the contract says a string"
    ),
    (
      #"{"method":"PUT","url":"http://x/7/k","status":200,"responseBody":1}"#,
      "schema/type [1] the body is a number; the contract says a string"
    ),
  ])
  func callbacks(record: String, finding: String?) throws {
    let probe = try OpenAPIProbe(Self.text)
    #expect(
      try probe.found(in: Self.subscription + "\n" + record) == (finding.map { [$0] } ?? []))
    // Nothing announces it.
    #expect(try probe.found(in: record).filter { !$0.hasPrefix("unknown-route") } == [])
  }

  @Test func webhooksInRecords() throws {
    let probe = try OpenAPIProbe(Self.text)
    let record =
      #"{"webhook":"order shipped","method":"POST","url":"/hook","requestBody":{"id":1}}"#
    #expect(try probe.found(in: record, format: .ndjson) == [])
    #expect(
      try probe.found(in: record.replacing("\"id\":1", with: "\"id\":\"a\""), format: .ndjson) == [
        "schema/type /id [\"a\"] `id` is a string; the contract says an integer"
      ])
    #expect(
      try probe.found(in: record.replacing("shipped", with: "shiped"), format: .ndjson) == [
        "unknown-route [\"order shiped\"] the contract has no webhook `order shiped`"
      ])
  }

  /// Two requests to one address, which the query tells apart.
  @Test func queriesTellCallbacksApart() throws {
    let probe = try OpenAPIProbe(Self.text)
    func found(_ data: String, _ end: String, _ url: String, _ body: String) throws -> [String] {
      let first =
        #"{"method":"POST","url":"https://a/subscribe","requestBody":{"urls":["\#(data)"]},"#
        + #""status":201,"responseBody":{"end":"\#(end)"}}"#
      return try probe.found(
        in: first + "\n"
          + #"{"method":"POST","url":"\#(url)","status":200,"requestBody":\#(body)}"#
      )
    }
    let (data, end) = ("https://app/x?kind=", "https://app/x?kind=end")
    #expect(try found(data, end, "https://app/x?kind=/data", "1") == [])
    #expect(try found(data, end, end, ##""\"a\"""##) == [])
    #expect(try found(data, end, end, "1").count == 1)
    let both = data + "/data"
    #expect(try found(data, both, both, "[]").allSatisfy { $0.hasPrefix("unknown-route") })
    // Nothing tells which of the two it is.
    #expect(
      try found(data, end, "https://app/x?kind=other", "[]").allSatisfy {
        $0.hasPrefix("unknown-route")
      })
  }

  /// Spellings of one URL.
  @Test(arguments: [
    ("https://app.example", "https://app.example/"),
    ("https://APP.example/end", "https://app.example/end"),
    ("https://app.example:443/end?t=1", "HTTPS://app.example/end"),
  ])
  func urlsAreComparedAsURLs(announced: String, sent: String) throws {
    let first = Self.subscription.replacing("https://app/end?t=1", with: announced)
    let record = #"{"method":"POST","url":"\#(sent)","status":200,"requestBody":1}"#
    #expect(
      try OpenAPIProbe(Self.text).found(in: first + "\n" + record) == [
        "schema/type [1] the body is a number; the contract says a string"
      ])
  }

  @Test func webhooksHaveTheirMethods() throws {
    let record =
      #"{"webhook":"order shipped","method":"DELETE","url":"/hook","requestBody":{"id":1}}"#
    #expect(
      try OpenAPIProbe(Self.text).found(in: record) == [
        "unknown-route [\"order shipped\"] the webhook `order shipped` has no DELETE; it has POST"
      ])
  }

  @Test func webhooksByName() throws {
    let contract = try OpenAPIProbe(Self.text).contract
    #expect(contract.webhooks.map(\.name) == ["POST webhook order shipped"])
    let found = try contract.check(
      Array(#"{"id":"a"}"#.utf8), operation: "webhook order shipped", isRequest: true)
    #expect(found.map(\.message) == ["`id` is a string; the contract says an integer"])
  }

  @Test func extensionOfOlderVersions() throws {
    let probe = try OpenAPIProbe(
      #"""
      {"openapi": "3.0.3", "paths": {}, "x-webhooks": {"a": {"post": {
        "requestBody": {"content": {"application/json": {"schema": {"type": "integer"}}}},
        "responses": {"200": {"description": ""}}}}}}
      """#)
    #expect(
      try probe.found(in: #"{"webhook":"a","method":"POST","url":"/","requestBody":[]}"#) == [
        "schema/type [[]] the body is an array; the contract says an integer"
      ])
  }
}
