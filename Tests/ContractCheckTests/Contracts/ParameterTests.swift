@_spi(Engine) import ContractCaptures
import ContractCheck
import Testing

/// Parameters of requests against their schemas.
@Suite struct ParameterTests {
  private static let page = """
    {"name": "page", "in": "query", "required": true,
     "schema": {"type": "integer", "minimum": 1, "maximum": 99}}
    """

  @Test func rightAndWrong() throws {
    let probe = try OpenAPIProbe.parameters(Self.page)
    #expect(try probe.found(get: "/p?page=7") == [])
    #expect(
      try probe.found(get: "/p?q=1&page=abc&r=2") == [
        "schema/type [abc] query parameter: `page` is a string; the contract says an integer"
      ])
    #expect(
      try probe.found(get: "/p?page=0") == [
        "schema/minimum [0] query parameter: `page` is 0; the minimum is 1"
      ])
    #expect(
      try probe.found(get: "/p?page=7&page=100") == [
        "schema/maximum [100] query parameter: `page` is 100; the maximum is 99"
      ])
    #expect(
      try probe.found(get: "/p?pages=7") == [
        #"schema/required ["https://h/p?pages=7"] query parameter `page` is missing"#
      ])
    #expect(try probe.found(get: "/p").count == 1)
  }

  /// Frameworks write an object into a header as JSON; its commas separate nothing.
  @Test(arguments: [
    (#"{\"total\": 44, \"page\": 1}"#, ""), ("total,44,page,1", ""),
    (
      #"{\"total\": \"44\", \"page\": 1}"#,
      "response header `X-Pagination`: `total` is a string; the contract says an integer"
    ),
  ])
  func jsonInHeaders(_ value: String, _ message: String) throws {
    let contract = try Contract(
      #"""
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/p": {"get": {"responses": {"200": {
        "description": "", "headers": {"X-Pagination": {"schema": {"type": "object", "properties": {
          "total": {"type": "integer"}, "page": {"type": "integer"}}}}},
        "content": {"application/json": {"schema": {"type": "array"}}}}}}}}}
      """#.utf8, name: "headers.json")
    let record =
      #"{"method": "GET", "url": "https://h/p", "status": 200, "responseHeaders": "#
      + #"{"content-type": "application/json", "X-Pagination": "\#(value)"}, "responseBody": []}"#
    var found: [String] = []
    try Checker(contracts: [contract]).check(Array(record.utf8), name: "r", format: .ndjson) {
      found += $1.findings.map(\.message)
    } problem: {
      Issue.record("\($0)")
    }
    #expect(found == (message.isEmpty ? [] : [message]))
  }

  /// The place is that of the value in the capture, whatever escapes stand before it.
  @Test func places() throws {
    let probe = try OpenAPIProbe.parameters(Self.page)
    let finding = "query parameter: `page` is a string; the contract says an integer"
    #expect(
      try probe.found(
        in: #"{"method":"GET","url":"https:\/\/h\/p?q=\u0041\u0026page=a\u0062c","status":200}"#,
        format: .ndjson) == [#"schema/type [a\u0062c] \#(finding)"#])
    #expect(
      try probe.found(
        in: "GET /p?page=abc HTTP/1.1\nHost: h\n\nHTTP/1.1 204 No\n\n")
        == [
          "undocumented-status [204] status 204 is not documented; the operation documents 200",
          "schema/type [abc] \(finding)",
        ].reversed())
  }

  /// Values are judged as what the schema makes of them.
  @Test(arguments: [
    (#"{"type": "string"}"#, "7", true), (#"{"type": "boolean"}"#, "true", true),
    (#"{"type": "boolean"}"#, "yes", false), (#"{"type": "number"}"#, "1e3", true),
    (#"{"type": "integer"}"#, "1.0", true), (#"{"type": "integer"}"#, "", false),
    (#"{"type": "string"}"#, "", true), (#"{"enum": [1, 2]}"#, "2", true),
    (#"{"enum": [1, 2]}"#, "3", false), (#"{"enum": ["1"]}"#, "1", true),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "7", true),
    (#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "x", false),
    (##"{"$ref": "#/components/schemas/N"}"##, "7", true),
    (#"{"type": ["integer", "string"], "maxLength": 2}"#, "700", true),
    (#"{"type": ["integer", "string"], "maxLength": 2}"#, "abc", false),
    (#"{}"#, "anything", true), (#"{"type": "string", "format": "date"}"#, "2026-02-30", false),
    (#"{"type": "array", "items": {"type": "integer"}}"#, "", true),
  ])
  func readings(schema: String, value: String, isRight: Bool) throws {
    let probe = try OpenAPIProbe(
      paths: """
        {"/p": {"get": {"parameters": [{"name": "v", "in": "query", "schema": \(schema)}],
         "responses": {"200": {"description": ""}}}}}
        """, components: #"{"schemas": {"N": {"type": "integer"}}}"#)
    #expect(try probe.found(get: "/p?v=\(value)").isEmpty == isRight)
  }

  @Test func elementsAndProperties() throws {
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "ids", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}},
      {"name": "at", "in": "query", "style": "deepObject", "explode": true, "schema": {
        "type": "object", "required": ["from"], "properties": {"from": {"type": "integer"},
        "to": {"type": "integer"}}, "additionalProperties": false}}
      """)
    #expect(try probe.found(get: "/p?ids=1&ids=2&at[from]=1") == [])
    #expect(
      try probe.found(get: "/p?ids=1&ids=two&ids=3") == [
        "schema/type [two] query parameter `ids`: element 1 is a string; the contract says an integer"
      ])
    #expect(
      try probe.found(get: "/p?at[from]=x&at[till]=2") == [
        "schema/type [x] query parameter `at`: `from` is a string; the contract says an integer",
        "schema/additionalProperties [2] query parameter `at`: `till` is not allowed here; the "
          + "contract lists `from`, `to`",
      ])
    #expect(
      try probe.found(get: "/p?at[to]=2") == [
        "schema/required [2] query parameter `at`: `from` is missing"
      ])
  }

  /// An object whose properties are fields of their own is not missed where it may be empty.
  @Test func explodedObjects() throws {
    let probe = try OpenAPIProbe(
      paths: """
        {"/p": {"get": {"parameters": [
          {"name": "pageable", "in": "query", "required": true,
           "schema": {"$ref": "#/components/schemas/Pageable"}},
          {"name": "q", "in": "query", "schema": {"type": "string"}}],
         "responses": {"200": {"description": ""}}}}}
        """,
      components: """
        {"schemas": {"Pageable": {"type": "object", "properties": {"page": {"type": "integer"},
          "sort": {"type": "array", "items": {"type": "string"}}}}}}
        """)
    #expect(try probe.found(get: "/p?page=1&sort=a&sort=b&q=x") == [])
    #expect(try probe.found(get: "/p") == [])
    #expect(
      try probe.found(get: "/p?page=one&q=x") == [
        "schema/type [one] query parameter `pageable`: `page` is a string; the contract says an "
          + "integer"
      ])
  }

  @Test func contentIsJSON() throws {
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "filter", "in": "query", "content": {"application/json": {"schema": {
        "type": "object", "properties": {"a": {"type": "integer"}}}}}}
      """)
    #expect(try probe.found(get: "/p?filter=%7B%22a%22%3A1%7D") == [])
    #expect(
      try probe.found(get: "/p?filter=%7B%22a%22%3Atrue%7D") == [
        "schema/type [%7B%22a%22%3Atrue%7D] query parameter `filter`: `a` is a boolean; the contract "
          + "says an integer"
      ])
    let syntax = try probe.found(get: "/p?filter=%7B")
    #expect(syntax.count == 1)
    #expect(syntax[0].hasPrefix("json-syntax [%7B] query parameter: `filter` is not JSON"))
  }

  @Test func emptyValues() throws {
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "a", "in": "query", "allowEmptyValue": true, "schema": {"type": "boolean"}},
      {"name": "b", "in": "query", "schema": {"type": "boolean"}}
      """)
    #expect(try probe.found(get: "/p?a") == [])
    #expect(try probe.found(get: "/p?b=").count == 1)
  }

  // MARK: Headers and cookies

  @Test func headers() throws {
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "X-Tenant", "in": "header", "required": true, "schema": {"type": "integer"}},
      {"name": "Accept", "in": "header", "required": true, "schema": {"type": "integer"}},
      {"name": "authorization", "in": "header", "required": true, "schema": {"type": "integer"}},
      {"name": "Content-Type", "in": "header", "schema": {"type": "integer"}}
      """)
    #expect(try probe.found(get: "/p", headers: #"{"x-tenant": "7", "accept": "x"}"#) == [])
    #expect(
      try probe.found(get: "/p", headers: #"{"X-TENANT": "seven"}"#) == [
        "schema/type [seven] header parameter: `X-Tenant` is a string; the contract says an integer"
      ])
    #expect(
      try probe.found(get: "/p", headers: #"{"Accept": "*/*"}"#) == [
        #"schema/required ["https://h/p"] header parameter `X-Tenant` is missing"#
      ])
    // A capture without headers misses none.
    #expect(try probe.found(get: "/p") == [])
    // A response alone has no operation.
    #expect(
      try probe.found(in: "HTTP/1.1 200 OK\nContent-Type: application/json\n\n{}").allSatisfy {
        $0.hasPrefix("unmatched-body")
      })
    #expect(
      try probe.found(
        in: "GET /p HTTP/1.1\nHost: h\nX-Tenant: 7x\n\nHTTP/1.1 200 OK\n\n") == [
          "schema/type [7x] header parameter: `X-Tenant` is a string; the contract says an integer"
        ])
  }

  @Test func cookies() throws {
    let probe = try OpenAPIProbe.parameters(
      """
      {"name": "session", "in": "cookie", "required": true,
       "schema": {"type": "string", "pattern": "^[0-9]+$"}}
      """)
    #expect(try probe.found(get: "/p", headers: #"{"cookie": "a=b; session=12"}"#) == [])
    // Recorders leave cookies out.
    #expect(try probe.found(get: "/p", headers: #"{"accept": "*"}"#) == [])
    #expect(
      try probe.found(get: "/p", headers: #"{"cookie": "a=b"}"#) == [
        #"schema/required ["https://h/p"] cookie `session` is missing"#
      ])
    #expect(
      try probe.found(get: "/p", headers: #"{"cookie": "a=b; session=topsecret"}"#) == [
        "schema/pattern [topsecret] cookie: `session` is ‹9 characters›; it does not match `^[0-9]+$` "
          + "(1 or more digits)"
      ])
  }

  /// Values of secrets are never shown, in messages nor in frames.
  @Test(arguments: [
    (#"{"name": "api_key", "in": "query""#, "/p?api_key=hunter2", "{}"),
    (#"{"name": "code", "in": "query""#, "/p?code=hunter2", "{}"),
    (#"{"name": "X-Api-Key", "in": "header""#, "/p", #"{"X-Api-Key": "hunter2"}"#),
    (#"{"name": "tokens", "in": "query", "explode": false"#, "/p?tokens=hunter2,x", "{}"),
  ])
  func secrets(parameter: String, target: String, headers: String) throws {
    let schema =
      parameter.contains("tokens")
      ? #"{"type": "array", "items": {"type": "string", "pattern": "^x$"}}"#
      : #"{"type": "string", "pattern": "^x$"}"#
    let probe = try OpenAPIProbe.parameters("\(parameter), \"schema\": \(schema)}")
    let checker = try Checker(contracts: [probe.contract])
    var findings: [Finding] = []
    let line =
      #"{"method":"GET","url":"https://h\#(target)","requestHeaders":\#(headers),"status":200}"#
    checker.check(Array(line.utf8), name: "t", format: .ndjson) {
      findings += $1.findings
    } problem: {
      _ in
    }
    #expect(findings.count == 1)
    #expect(!"\(findings)".contains("hunter2"))
    #expect(findings.first?.message.contains("‹7 characters›") == true)
    // What a recorder has hidden already is not judged.
    let masked = line.replacing("hunter2,x", with: "***").replacing("hunter2", with: "REDACTED")
    checker.check(Array(masked.utf8), name: "t", format: .ndjson) { _, result in
      #expect(result.findings.isEmpty)
    } problem: { _ in
    }
  }

  /// What the server refused itself, as the contract documents, needs no finding.
  @Test func refusedRequests() throws {
    let probe = try OpenAPIProbe(
      paths: """
        {"/p": {"get": {"parameters": [\(Self.page)], "responses": {
          "200": {"description": ""}, "400": {"description": ""}}}}}
        """)
    for (status, count) in [(200, 1), (400, 0)] {
      let line = #"{"method":"GET","url":"https://h/p?page=x","status":\#(status)}"#
      #expect(try probe.found(in: line, format: .ndjson).count == count)
    }
  }

  @Test func responseHeaders() throws {
    let probe = try OpenAPIProbe(
      paths: """
        {"/p": {"get": {"responses": {"200": {"description": "", "headers": {
          "X-Rate-Limit": {"required": true, "schema": {"type": "integer"}},
          "content-type": {"required": true, "schema": {"type": "integer"}}}}}}}}
        """)
    func line(_ headers: String) -> String {
      #"{"method":"GET","url":"/p","status":200,"responseHeaders":\#(headers)}"#
    }
    #expect(try probe.found(in: line(#"{"x-rate-limit": "7"}"#), format: .ndjson) == [])
    #expect(try probe.found(in: line("{}"), format: .ndjson) == [])
    #expect(
      try probe.found(in: line(#"{"x-rate-limit": "many"}"#), format: .ndjson) == [
        "schema/type [many] response header: `X-Rate-Limit` is a string; the contract says an integer"
      ])
    #expect(
      try probe.found(in: line(#"{"date": "x"}"#), format: .ndjson) == [
        "schema/required [200] response header `X-Rate-Limit` is missing"
      ])
  }

  @Test func operationsOverridePaths() throws {
    let probe = try OpenAPIProbe(
      paths: """
        {"/p": {"parameters": [{"name": "a", "in": "query", "schema": {"type": "integer"}},
          {"$ref": "#/components/parameters/B"}],
         "get": {"parameters": [{"name": "a", "in": "query", "schema": {"type": "string"}}],
          "responses": {"200": {"description": ""}}}}}
        """,
      components: """
        {"parameters": {"B": {"name": "b", "in": "query", "schema": {"type": "integer"}}}}
        """)
    #expect(try probe.found(get: "/p?a=x&b=x").count == 1)
  }
}
