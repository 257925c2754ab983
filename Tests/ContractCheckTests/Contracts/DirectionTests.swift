@_spi(Engine) import ContractCaptures
import ContractCheck
import Testing

/// `readOnly` and `writeOnly`: properties that go in one direction alone.
@Suite struct DirectionTests {
  private static let schemas = ##"""
    {"Id": {"type": "integer", "readOnly": true},
     "User": {"type": "object", "required": ["id", "password", "name"], "properties": {
       "id": {"$ref": "#/components/schemas/Id"}, "name": {"type": "string"},
       "password": {"allOf": [{"type": "string", "writeOnly": true}]}}},
     "Admin": {"allOf": [{"$ref": "#/components/schemas/User"},
       {"type": "object", "required": ["id", "password", "level"], "properties": {
         "level": {"type": "integer"}}}]},
     "List": {"type": "array", "items": {"$ref": "#/components/schemas/User"}}}
    """##

  private func probe(_ version: String) throws -> OpenAPIProbe {
    try OpenAPIProbe.schemas(Self.schemas, version: version)
  }

  @Test(arguments: ["3.0.3", "3.1.0"])
  func right(version: String) throws {
    let probe = try probe(version)
    #expect(try probe.found(in: #"{"id": 1, "name": "a"}"#, schema: "User") == [])
    #expect(
      try probe.found(in: #"{"name": "a", "password": "x"}"#, schema: "User", isRequest: true) == []
    )
    #expect(try probe.found(in: #"{"id": 1, "name": "a", "level": 1}"#, schema: "Admin") == [])
    #expect(
      try probe.found(
        in: #"{"name": "a", "password": "x", "level": 1}"#, schema: "Admin", isRequest: true) == [])
  }

  /// One finding, at the key; the value is not looked at, and the secret not found a second time.
  @Test(arguments: ["3.0.3", "3.1.0"])
  func wrong(version: String) throws {
    let probe = try probe(version)
    let writeOnly = "`password` is write-only; a response must not contain it"
    #expect(
      try probe.found(in: #"{"id": 1, "name": "a", "password": 7}"#, schema: "User") == [
        #"schema/writeOnly /password ["password"] \#(writeOnly)"#
      ])
    #expect(
      try probe.found(
        in: #"{"id": 1, "name": "a", "password": "x"}"#, schema: "User", isRequest: true) == [
          #"schema/readOnly /id ["id"] `id` is read-only; a request must not contain it"#
        ])
    #expect(
      try probe.found(in: #"{"id": 1, "name": "a", "level": 1, "password": null}"#, schema: "Admin")
        == [#"schema/writeOnly /password ["password"] \#(writeOnly)"#])
    #expect(
      try probe.found(in: #"[{"id": 1, "name": "a"}, {"password": "x"}]"#, schema: "List") == [
        #"schema/required /1 [{"password": "x"}] `id` is missing"#,
        #"schema/required /1 [{"password": "x"}] `name` is missing"#,
        #"schema/writeOnly /1/password ["password"] \#(writeOnly)"#,
      ])
  }

  /// What is required beyond the direction still is.
  @Test func required() throws {
    let probe = try probe("3.1.0")
    #expect(
      try probe.found(in: #"{"id": 1}"#, schema: "User") == [
        #"schema/required [{"id": 1}] `name` is missing"#
      ])
    #expect(
      try probe.found(in: #"{"name": "a"}"#, schema: "Admin", isRequest: true).map {
        String($0.suffix(24))
      }
        == ["] `level` is missing", "] `password` is missing"].map { text in
          String(#"[{"name": "a"}"#.suffix(24 - text.count)) + text
        })
  }

  @Test func inExchanges() throws {
    let probe = try OpenAPIProbe(
      paths: ##"""
        {"/users": {"post": {
          "requestBody": {"content": {"application/json": {"schema": {"$ref":
            "#/components/schemas/User"}}}},
          "responses": {"201": {"description": "", "content": {"application/json": {"schema": {"$ref":
            "#/components/schemas/User"}}}}}}}}
        """##, components: #"{"schemas": \#(Self.schemas)}"#)
    func line(_ request: String, _ response: String) -> String {
      #"{"method":"POST","url":"/users","status":201,"requestBody":\#(request),"#
        + #""responseBody":\#(response)}"#
    }
    let right = (#"{"name":"a","password":"x"}"#, #"{"id":1,"name":"a"}"#)
    #expect(try probe.found(in: line(right.0, right.1), format: .ndjson) == [])
    let wrong = try probe.found(
      in: line(#"{"id":1,"name":"a","password":"x"}"#, #"{"id":1,"name":"a","password":"x"}"#),
      format: .ndjson)
    #expect(wrong.map { $0.prefix(20) } == ["schema/readOnly /id ", "schema/writeOnly /pa"])
  }
}
