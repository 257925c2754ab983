import JSONTape
import TestSupport

/// Captures and a contract with a secret in every carrier, at a mistake and beside one.
struct SecretTraffic {
  let folder: TemporaryFolder
  let contract: String
  /// A secret, and where it is.
  private(set) var planted: [(secret: String, place: String)] = []
  private var lines: [String] = []
  private var fixtures: [String] = []
  private var number = 0

  init() throws {
    folder = try TemporaryFolder()
    contract = try folder.write(Self.api, to: "api.json")
    for carrier in SecretCarrier.texts {
      plant(carrier.text(newSecret(carrier.name, isProse: carrier.isProse)))
    }
    plant(named: newSecret("a name", isProse: true))
    try folder.write(lines.joined(separator: "\n") + "\n", to: "captures/all.ndjson")
    // Only the contract says that this is a secret, and only a rule that the next one is.
    lines = []
    add("GET", "/named/\(newSecret("a parameter of the path", isProse: true))", response: "{}")
    try folder.write(lines.joined(separator: "\n") + "\n", to: "told/path.ndjson")
    lines = []
    let own = newSecret("a name of a rule")
    add("GET", "/named?shelfMark=\(own)", response: "{\"shelfMark\":\"\(own)\",\"a\":1}")
    try folder.write(lines.joined(separator: "\n") + "\n", to: "own/own.ndjson")
    for (number, fixture) in fixtures.enumerated() {
      try folder.write(fixture, to: "fixtures/\(number).json")
    }
    try folder.write(
      #"{"contracts": ["api.json"], "inputs": ["captures"]}"#, to: ".schemacheck.json")
  }

  private mutating func newSecret(_ place: String, isProse: Bool = false) -> String {
    let secret = SecretCarrier.secret(number, isProse: isProse)
    number += 1
    planted.append((secret, place))
    return secret
  }

  /// The secrets that a text shows, with what is around them.
  func leaks(in text: String) -> [String] { SecretSearch(planted).leaks(in: text) }

  // MARK: Exchanges

  private static func quoted(_ text: String) -> String {
    String(decoding: JSONWriter.quoted(text).utf8, as: UTF8.self)
  }

  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        byte < 0x80 && (UnicodeScalar(byte).properties.isAlphabetic || 0x30...0x39 ~= byte)
      let hex = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (hex.count == 1 ? "0" : "") + hex
    }.joined()
  }

  private mutating func add(
    _ method: String, _ path: String, status: Int = 200, requestHeaders: String? = nil,
    request: String? = nil, responseHeaders: String? = nil, response: String? = nil
  ) {
    var line = #"{"method":"\#(method)","url":"https://api.test\#(path)","status":\#(status)"#
    for (name, value) in [
      ("requestHeaders", requestHeaders), ("requestBody", request),
      ("responseHeaders", responseHeaders), ("responseBody", response),
    ] {
      if let value { line += ",\"\(name)\":\(value)" }
    }
    lines.append(line + "}")
  }

  /// A text at every mistake that a message may quote, and beside mistakes.
  private mutating func plant(_ text: String) {
    let value = Self.quoted(text)
    let named = Self.properties.map { "\"\($0)\":\(value)" }.joined(separator: ",")
    let path = "/wrong\(number)"
    fixtures.append(
      """
      {
        "latitude": 1, "note": \(value), "e": "Q",
        "f": \(Self.quoted(" " + text)), "own": \(value), "created_at": "2026-01-31 10:00:00Z",
        "other": \(value)
      }

      """)
    // At the mistake: the value, a key, an element.
    add("POST", path, response: "{\(named)}")
    add("GET", path, response: #"{"map":{\#(value):1},\#(value):1,"list":[\#(value),\#(value)]}"#)
    // Beside it.
    add("GET", path, response: Self.quoted("{\n  \"a\": \"x\", \"note\": \(value)\n}"))
    // In what does not parse.
    add("GET", path, response: Self.quoted("{\"note\": \(value), \"a\": }"))
    add(
      "GET", path, responseHeaders: #"{"Content-Type":"application/json"}"#,
      response: Self.quoted(text))
    // In parameters, headers and forms.
    let encoded = Self.encoded(text)
    add("GET", path + "?q=\(encoded)&n=\(encoded)", response: "{}")
    add("GET", path + "/at/\(encoded)", response: "{}")
    add(
      "GET", path, requestHeaders: "{\"X-Number\":\(value)}",
      responseHeaders: "{\"X-Count\":\(value),\"Content-Type\":\"application/json\"}",
      response: "{}")
    add(
      "POST", path, requestHeaders: #"{"Content-Type":"application/x-www-form-urlencoded"}"#,
      request: Self.quoted("e=\(encoded)&i=\(encoded)"), response: "{}")
    add(
      "POST", path,
      requestHeaders: #"{"Content-Type":"application/x-www-form-urlencoded"}"#,
      request: Self.quoted("map=\(Self.encoded("{\"q\": \(value), \"a\": "))"), response: "{}")
    for part in [
      "Content-Disposition: form-data; name=\"e\"\r\n\r\n\(text)",
      "Content-Disposition: form-data; name=\"list\"\r\n\r\n[\(value),\(value)]",
      "Content-Disposition: form-data; name=\"map\"\r\n\r\n{\"a\": \(value), \"b\": }",
      "Content-Disposition: form-data; name=\"map\"\r\n\r\n{\"a\": \(value), \"a\": 1}",
      "Content-Disposition: form-data\r\n\r\n\(text)", text,
    ] {
      addMultipart(path, "--b\r\n\(part)\r\n--b--\r\n")
      addMultipart(path, part)
    }
    add(
      "POST", path, status: 500, responseHeaders: #"{"Content-Type":"text/plain"}"#,
      response: Self.quoted(text))
    add("GET", "/unknown/\(number)?n=\(encoded)", response: "{\"note\":\(value)}")
  }

  /// A secret by its name alone.
  private mutating func plant(named secret: String) {
    let names = ["password", "apiKey", "deviceToken", "Set-Cookie"]
    let properties =
      names.map { "\"\($0)\":\"\(secret)\"" } + [
        #""tokens":["\#(secret)"]"#, #""credentials":{"a":"\#(secret)"}"#,
        #""headers":[{"name":"Cookie","value":"a=\#(secret)"}]"#,
      ]
    let body = "{" + properties.joined(separator: ",") + "}"
    fixtures.append("{\"latitude\": 1, \"e\": \"Q\", " + properties.joined(separator: ", ") + "}\n")
    add("GET", "/named", response: body)
    add("POST", "/named", request: body, response: body)
    add(
      "GET", "/named", response: Self.quoted("{\n  \"lat\": \"x\", \"password\": \"\(secret)\"\n}"))
    add("GET", "/named", response: Self.quoted("{\"password\": \"\(secret)\", \"a\": }"))
    add("GET", "/named?api_key=\(secret)&code=\(secret)", response: "{}")
    add(
      "GET", "/named",
      requestHeaders:
        #"{"Authorization":"Bearer \#(secret)","Cookie":"a=\#(secret)","X-Api-Key":"\#(secret)"}"#,
      responseHeaders: #"{"Set-Cookie":"sid=\#(secret); Path=/","X-Auth-Token":"\#(secret)"}"#,
      response: "{\"a\":\"x\"}")
    add(
      "POST", "/named", requestHeaders: #"{"Content-Type":"application/x-www-form-urlencoded"}"#,
      request: Self.quoted("password=\(secret)&code=\(secret)"), response: "{}")
    addMultipart(
      "/named",
      (["password", "apiKey"].map { ($0, secret) } + [("credentials", "{\"a\": \"\(secret)\"}")])
        .map { "--b\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
        .joined() + "--b--\r\n")
    addMultipart("/named", "--\(secret)\r\npassword=\(secret)\r\n--\(secret)--")
  }

  private mutating func addMultipart(_ path: String, _ body: String) {
    add(
      "POST", path, requestHeaders: #"{"Content-Type":"multipart/form-data; boundary=b"}"#,
      request: Self.quoted(body), response: "{}")
  }

  // MARK: The contract

  private static let properties = [
    "e", "c", "p", "u", "i", "o", "created_at", "own", "f", "x", "y",
  ]

  private static let bad = """
    {"type": "object", "additionalProperties": false, "properties": {
     "a": {"type": "integer"}, "note": {"type": "string"},
     "e": {"enum": ["q", "r"]}, "c": {"const": "q"}, "p": {"type": "string", "pattern": "^q$"},
     "d": {"type": "string", "format": "date"}, "u": {"type": "string", "format": "uri"},
     "m": {"type": "string", "format": "email"}, "i": {"type": "integer"},
     "l": {"type": "string", "maxLength": 3}, "o": {"oneOf": [{"const": 1}, {"const": 2}]},
     "lat": {"type": "number"}, "created_at": {"type": "string", "format": "date-time"},
     "own": {"type": "string"}, "f": {"type": "string"}, "x": {"not": {"type": "string"}},
     "y": {"anyOf": [{"type": "string", "maxLength": 2}, {"type": "string", "pattern": "^z"}]},
     "map": {"type": "object", "propertyNames": {"pattern": "^q"}},
     "list": {"type": "array", "uniqueItems": true, "items": {"enum": ["q", 1]}}}}
    """

  private static let named = """
    {"type": "object", "properties": {
     "password": {"type": "string", "enum": ["q", "r"]}, "apiKey": {"type": "integer"},
     "deviceToken": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
     "Set-Cookie": {"type": "string", "maxLength": 1}, "shelfMark": {"const": "q"},
     "tokens": {"type": "array", "items": {"const": "q"}}, "lat": {"type": "number"},
     "credentials": {"type": "object", "properties": {"a": {"format": "date-time"}}},
     "headers": {"type": "array", "items": {"type": "object", "properties": {
      "value": {"type": "string"}}}}}}
    """

  private static func operation(_ id: String, _ schema: String, body: Bool) -> String {
    let content = """
      {"application/json": {"schema": \(schema)},
       "application/x-www-form-urlencoded": {"schema": \(schema)},
       "multipart/form-data": {"schema": \(schema)}}
      """
    return """
      {"operationId": "\(id)",\(body ? "\"requestBody\": {\"content\": \(content)}," : "")
       "parameters": [{"name": "q", "in": "query", "schema": {"enum": ["a", "b"]}},
        {"name": "n", "in": "query", "schema": {"type": "integer"}},
        {"name": "api_key", "in": "query", "schema": {"type": "integer"}},
        {"name": "X-Number", "in": "header", "schema": {"type": "integer"}},
        {"name": "X-Api-Key", "in": "header", "schema": {"type": "integer"}},
        {"name": "a", "in": "cookie", "schema": {"type": "integer"}}],
       "responses": {"200": {"description": "d", "headers": {
         "X-Count": {"schema": {"type": "integer"}}},
        "content": {"application/json": {"schema": \(schema)}}},
        "500": {"description": "d", "content": {"text/plain": {"schema": {
         "type": "string", "maxLength": 2}}}}}}
      """
  }

  private static func reference(to schema: String) -> String {
    "{\"$ref\": \"#/components/schemas/\(schema)\"}"
  }

  private static var api: String {
    var paths: [String] = []
    for number in 1...SecretCarrier.texts.count {
      let get = operation("get\(number)", Self.reference(to: "Bad"), body: false)
      let post = operation("post\(number)", Self.reference(to: "Bad"), body: true)
      paths.append("\"/wrong\(number)\": {\"get\": \(get), \"post\": \(post)}")
      let at = """
        {"get": {"operationId": "at\(number)", "parameters": [{"name": "id", "in": "path",
         "required": true, "schema": {"type": "integer"}}], "responses": {"200": {
         "description": "d", "content": {"application/json": {"schema": {"type": "object"}}}}}}}
        """
      paths.append("\"/wrong\(number)/at/{id}\": \(at)")
    }
    let reference = Self.reference(to: "Named")
    let get = operation("getNamed", reference, body: false)
    let post = operation("postNamed", reference, body: true)
    paths.append("\"/named\": {\"get\": \(get), \"post\": \(post)}")
    paths.append(
      """
      "/named/{token}": {"get": {"operationId": "reset", "parameters": [{"name": "token",
       "in": "path", "required": true, "schema": {"type": "integer"}}], "responses": {"200": {
       "description": "d", "content": {"application/json": {"schema": {"type": "object"}}}}}}}
      """)
    return """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "servers": [{"url": "https://api.test"}],
       "x-schemacheck": {"customRules": {
        "own-value": {"summary": "s", "where": {"names": ["own", "shelfMark"]},
         "schema": {"const": "q"}, "message": "`{name}` is {value}, which it must not be"},
        "own-fix": {"summary": "s", "where": {"names": ["f"]}, "schema": {"pattern": "^<"},
         "fix": {"replace": "<{value}>"}},
        "own-secret": {"summary": "s", "where": {"names": ["shelfMark"]}, "secret": true}}},
       "components": {"schemas": {"Bad": \(bad), "Named": \(named)}},
       "paths": {\(paths.joined(separator: ",\n"))}}
      """
  }
}
