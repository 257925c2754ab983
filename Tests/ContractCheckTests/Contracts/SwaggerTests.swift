import ContractCheck
import JSONTape
import Testing

/// Documents of Swagger 2.0: what they say is what OpenAPI 3 says in other words, at their own places.
@Suite struct SwaggerTests {
  static let document = """
    swagger: "2.0"
    info: {title: Pets, version: "1"}
    host: api.example.com
    basePath: /v1
    schemes: [http, https]
    consumes: [application/json]
    produces: [application/json]
    parameters:
      limit: {name: limit, in: query, type: integer, maximum: 100}
      pet: {name: body, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
    paths:
      /pets:
        get:
          parameters:
            - $ref: '#/parameters/limit'
            - {name: tags, in: query, type: array, items: {type: integer}, collectionFormat: csv}
            - {name: ids, in: query, type: array, items: {type: integer}, collectionFormat: multi}
            - {name: sizes, in: query, type: array, items: {type: integer}, collectionFormat: pipes}
            - {name: tabs, in: query, type: array, items: {type: integer}, collectionFormat: tsv}
            - {name: grid, in: query, type: array, items: {type: array, items: {type: integer}, collectionFormat: pipes}}
          responses:
            200:
              description: ok
              headers: {X-Count: {type: integer}}
              schema: {type: array, items: {$ref: '#/definitions/Pet'}}
        post:
          parameters: [{$ref: '#/parameters/pet'}]
          responses: {201: {description: ok, schema: {$ref: '#/definitions/Pet'}}}
      /login:
        post:
          consumes: [application/x-www-form-urlencoded]
          parameters:
            - {name: user, in: formData, type: string, required: true}
            - {name: age, in: formData, type: integer}
          responses: {204: {description: ok}}
      /file:
        get:
          produces: [application/pdf]
          responses: {200: {description: ok, schema: {type: file}}}
    definitions:
      Pet:
        type: object
        required: [id, name]
        properties:
          id: {type: integer, format: int64}
          name: {type: string}
          tag: {type: string, x-nullable: true}
    """

  private static func record(
    _ method: String, _ path: String, _ status: Int = 200, request: String? = nil,
    _ type: String = "application/json", headers: String = "", body: String? = nil
  ) -> String {
    let sent = request.map {
      #","requestHeaders":{"content-type":"\#(type)"},"requestBody":\#($0)"#
    }
    let answer = body.map {
      #","responseHeaders":{"content-type":"application/json"\#(headers)},"responseBody":\#($0)"#
    }
    return #"{"method":"\#(method)","url":"https://api.example.com/v1\#(path)","status":\#(status)"#
      + (sent ?? "") + (answer ?? "") + "}"
  }

  @Test func documentIsRead() throws {
    let contract = try OpenAPIProbe(Self.document, name: "api.yaml").contract
    #expect(contract.warnings == [])
    #expect(
      contract.servers.map(\.url) == ["https://api.example.com/v1", "http://api.example.com/v1"])
    #expect(contract.schemaNames == ["Pet"])
    #expect(
      contract.operations.map(\.name) == ["GET /pets", "POST /pets", "POST /login", "GET /file"])
  }

  @Test(arguments: [
    record(
      "GET", "/pets?limit=10&tags=1,2&ids=1&ids=2&sizes=1%7C2&tabs=1%092",
      headers: #","x-count":"3""#,
      body: #"[{"id":1,"name":"a","tag":null}]"#),
    record("GET", "/pets?grid=1|2,3%7C4", body: "[]"), record("GET", "/pets?grid=1", body: "[]"),
    record("POST", "/pets", 201, request: #"{"id":1,"name":"a"}"#, body: #"{"id":1,"name":"a"}"#),
    record("POST", "/login", 204, request: #""user=a&age=4""#, "application/x-www-form-urlencoded"),
  ])
  func valid(record: String) throws {
    #expect(try OpenAPIProbe(Self.document, name: "api.yaml").found(in: record) == [])
  }

  @Test(arguments: [
    (
      record("GET", "/pets?limit=101", body: "[]"),
      "schema/maximum [101] query parameter: `limit` is 101; the maximum is 100"
    ),
    (
      record("GET", "/pets?tags=1,b", body: "[]"),
      "schema/type [b] query parameter `tags`: element 1 is a string; the contract says an integer"
    ),
    (
      record("GET", "/pets?ids=1&ids=b", body: "[]"),
      "schema/type [b] query parameter `ids`: element 1 is a string; the contract says an integer"
    ),
    (
      record("GET", "/pets?sizes=b%7C2", body: "[]"),
      "schema/type [b] query parameter `sizes`: element 0 is a string; the contract says an integer"
    ),
    (
      record("GET", "/pets?grid=1|2,3|b", body: "[]"),
      "schema/type [b] query parameter `grid`: element 1 is a string; the contract says an integer"
    ),
    (
      record("GET", "/pets?tabs=1%09b", body: "[]"),
      "schema/type [b] query parameter `tabs`: element 1 is a string; the contract says an integer"
    ),
    (
      record("GET", "/pets", headers: #","x-count":"c""#, body: "[]"),
      "schema/type [c] response header: `X-Count` is a string; the contract says an integer"
    ),
    (
      record("GET", "/pets", body: #"[{"id":1,"name":null}]"#),
      "schema/type /0/name [null] `name` is null; the contract says a string"
    ),
    (
      record("POST", "/pets", 201, request: #"{"id":1}"#, body: #"{"id":1,"name":"a"}"#),
      #"schema/required [{"id":1}] `name` is missing"#
    ),
    (
      record(
        "POST", "/login", 204, request: #""user=a&age=b""#, "application/x-www-form-urlencoded"),
      "schema/type /age [b] form: `age` is a string; the contract says an integer"
    ),
    (
      record("POST", "/login", 204, request: #""age=4""#, "application/x-www-form-urlencoded"),
      "schema/required [age=4] form: `user` is missing"
    ),
  ])
  func mistakes(record: String, finding: String) throws {
    let found = try OpenAPIProbe(Self.document, name: "api.yaml").found(in: record)
    #expect(found == [finding])
  }

  /// The places of a form's schema are those of the parameters that describe its fields.
  @Test func placesAreThoseOfTheDocument() throws {
    let contract = try OpenAPIProbe(Self.document, name: "api.yaml").contract
    let text =
      Self.record("POST", "/login", 204, request: #""age=b""#, "application/x-www-form-urlencoded")
      + "\n" + Self.record("GET", "/pets?limit=101", body: "[{}]")
    var places: [String] = []
    try Checker(contracts: [contract]).check(Array(text.utf8), name: "t") { _, result in
      places += result.findings.map {
        "\($0.schema ?? "") \($0.contractPlace.map { "\($0)" } ?? "")"
      }
    } problem: { _ in
    }
    let lines = Self.document.split(separator: "\n").map(String.init)
    func place(_ part: String, in line: String) throws -> String {
      let row = try #require(lines.firstIndex { $0.contains(line) })
      let column = try #require(lines[row].firstRange(of: part))
      let count = lines[row].distance(from: lines[row].startIndex, to: column.lowerBound)
      return "api.yaml:\(row + 1):\(count + 1)"
    }
    #expect(
      places == [
        "#/paths/~1login/post/parameters \(try place("user", in: "name: user"))",
        "#/paths/~1login/post/parameters/1 \(try place("type: integer", in: "name: age"))",
        "#/parameters/limit \(try place("maximum", in: "limit: {name"))",
        "#/definitions/Pet \(try place("id, name", in: "required: [id"))",
        "#/definitions/Pet \(try place("name]", in: "required: [id"))",
      ])
  }

  @Test(arguments: [
    (#""A": {"oneOf": [{}]}"#, "`oneOf` exists since OpenAPI 3.0; in Swagger 2.0 it has no effect"),
    (
      #""A": {"nullable": true, "type": "string"}"#,
      "`nullable` exists since OpenAPI 3.0; it is read as in 3.0"
    ),
    (#""A": {"const": 1}"#, "`const` exists since OpenAPI 3.1; in Swagger 2.0 it has no effect"),
    (
      #""A": {"type": "Edge"}"#,
      "`Edge` is not a type; `type` must be one of `null`, `boolean`, `integer`, `number`, "
        + "`string`, `array`, "
        + "`object`; it is not checked"
    ),
    (#""A": {"items": [{}]}"#, "`items` must be a schema, not array; it is not checked"),
  ])
  func warnings(schema: String, message: String) throws {
    let probe = try OpenAPIProbe(
      #"{"swagger": "2.0", "paths": {}, "definitions": {\#(schema)}}"#)
    #expect(probe.contract.warnings.map(\.message) == [message])
  }

  @Test func discriminatorNamesDefinitions() throws {
    let probe = try OpenAPIProbe(
      """
      {"swagger": "2.0", "paths": {}, "definitions": {
        "Pet": {"type": "object", "discriminator": "kind", "properties": {"kind": {"type": "string"}}},
        "Cat": {"allOf": [{"$ref": "#/definitions/Pet"}, {"required": ["lives"]}]},
        "Dog": {"x-ms-discriminator-value": "dog", "allOf": [{"$ref": "#/definitions/Pet"}],
          "required": ["bark"]}}}
      """)
    #expect(try probe.found(in: #"{"kind": "Cat", "lives": 9}"#, schema: "Pet") == [])
    #expect(
      try probe.found(in: #"{"kind": "Cat"}"#, schema: "Pet") == [
        #"schema/required [{"kind": "Cat"}] `lives` is missing"#
      ])
    #expect(
      try probe.found(in: #"{"kind": "dog"}"#, schema: "Pet") == [
        #"schema/required [{"kind": "dog"}] `bark` is missing"#
      ])
  }
}
