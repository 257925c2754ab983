@_spi(Engine) @testable import ContractCaptures
import Foundation
import JSONTape

@testable import ContractRuns
@testable import schemacheck

/// Writes one traffic in the forms of other tools, by text alone: what the readers must all read as
/// the same exchanges.
struct CaptureWriter: Sendable {
  struct Exchange: Sendable {
    var method: String
    /// Below the server, with its query.
    var path: String
    var status: Int
    var request: String?
    var response: String?
  }

  /// Whether JSON is written with line breaks.
  var isPretty = false
  /// Whether strings are written with escapes that they do not need.
  var isEscaped = false

  static let server = "https://api.example.com/v1"

  /// Ten exchanges; a wrong key, a missing null and a date of JavaScript are among them.
  static let traffic: [Exchange] = {
    let right =
      #"{"id":1,"name":"Öl ‘a’ & \"b\"","latitude":37.5,"note":null,"createdAt":"2026-01-02T03:04:05Z"}"#
    let wrongKey =
      #"{"id":2,"name":"it's","lat":1.5,"note":null,"createdAt":"2026-01-02T03:04:05Z"}"#
    let noNull = #"{"id":3,"name":"b\\c","latitude":2,"createdAt":"2026-01-02T03:04:05Z"}"#
    let wrongDate =
      ##"{"id":4,"name":"#c: d","latitude":2,"note":"x","createdAt":"Tue Feb 03 2026 10:00:00 GMT+0000 (UTC)"}"##
    func list(_ places: String...) -> String { "{\"places\":[\(places.joined(separator: ","))]}" }
    return [
      Exchange(method: "GET", path: "/places", status: 200, response: list(right)),
      Exchange(method: "GET", path: "/places?page=2", status: 200, response: list(right, wrongKey)),
      Exchange(method: "GET", path: "/places/1", status: 200, response: right),
      Exchange(method: "GET", path: "/places/3", status: 200, response: noNull),
      Exchange(method: "GET", path: "/places/4", status: 200, response: wrongDate),
      Exchange(
        method: "POST", path: "/places", status: 201,
        request: #"{"name":"n","latitude":"4"}"#, response: wrongKey),
      Exchange(
        method: "POST", path: "/places", status: 201, request: #"{"name":"n","latitude":4}"#,
        response: right),
      Exchange(method: "DELETE", path: "/places/9", status: 204),
      Exchange(method: "GET", path: "/places/7", status: 418, response: #"{"a":1}"#),
      Exchange(method: "GET", path: "/places", status: 200, response: list(wrongDate, noNull)),
    ]
  }()

  static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "x-schemacheck": {},
     "servers": [{"url": "https://api.example.com/v1"}],
     "paths": {
      "/places": {
       "get": {"parameters": [{"name": "page", "in": "query", "schema": {"type": "integer"}}],
        "responses": {"200": {"description": "d", "content": {"application/json": {"schema":
         {"type": "object", "required": ["places"], "properties": {"places":
          {"type": "array", "items": {"$ref": "#/components/schemas/Place"}}}}}}}}},
       "post": {"requestBody": {"content": {"application/json": {"schema":
          {"type": "object", "required": ["name"], "properties": {
            "name": {"type": "string"}, "latitude": {"type": "number"}}}}}},
        "responses": {"201": {"description": "d", "content": {"application/json": {"schema":
          {"$ref": "#/components/schemas/Place"}}}}}}},
      "/places/{id}": {"parameters":
        [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
       "get": {"responses": {"200": {"description": "d", "content": {"application/json": {"schema":
         {"$ref": "#/components/schemas/Place"}}}}}},
       "delete": {"responses": {"204": {"description": "d"}}}}},
     "components": {"schemas": {"Place": {"type": "object",
       "required": ["id", "name", "latitude", "note", "createdAt"], "properties": {
        "id": {"type": "integer"}, "name": {"type": "string"}, "latitude": {"type": "number"},
        "note": {"type": ["string", "null"]},
        "createdAt": {"type": "string", "format": "date-time"}}}}}}
    """#

  // MARK: JSON

  /// A text as JSON writes it.
  func quoted(_ text: String) -> String {
    var written = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": written += "\\" + String(scalar)
      case "\n": written += "\\n"
      case "/" where isEscaped: written += "\\/"
      case "l" where isEscaped: written += "\\u006c"
      case _ where isEscaped && scalar.value > 127 && scalar.value < 0x10000:
        let digits = String(scalar.value, radix: 16)
        written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: written += String(scalar)
      }
    }
    return written + "\""
  }

  /// `{a}` in pieces, with line breaks where they are wanted.
  func object(_ properties: [(String, String?)]) -> String {
    let gap = isPretty ? "\n\t " : ""
    let list = properties.compactMap { name, value in
      value.map { "\(gap)\(quoted(name)):\(isPretty ? "  " : "")\($0)" }
    }
    return "{" + list.joined(separator: ",") + (isPretty ? "\n" : "") + "}"
  }

  func array(_ elements: [String]) -> String {
    "[" + elements.joined(separator: isPretty ? ",\n  " : ",") + "]"
  }

  private func each(_ write: (Exchange) -> String) -> String { array(Self.traffic.map(write)) }

  private var type: String { quoted("application/json") }
  private func url(_ exchange: Exchange) -> String { quoted(Self.server + exchange.path) }
  private func path(_ exchange: Exchange) -> String { quoted("/v1" + exchange.path) }
  private func headers(_ body: String?) -> String {
    object([("Content-Type", body == nil ? nil : type)])
  }
  private func named(_ body: String?, _ name: String, _ value: String) -> String {
    array(body == nil ? [] : [object([(name, quoted("Content-Type")), (value, type)])])
  }
  private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }
  private func bytes(_ text: String) -> String { array(text.utf8.map(String.init)) }

  // MARK: Formats

  var har: String {
    object([
      (
        "log",
        object([
          ("version", "\"1.2\""), ("creator", "{}"),
          (
            "entries",
            each { exchange in
              object([
                (
                  "request",
                  object([
                    ("method", quoted(exchange.method)), ("url", url(exchange)),
                    ("headers", named(exchange.request, "name", "value")),
                    (
                      "postData",
                      exchange.request.map { object([("mimeType", type), ("text", quoted($0))]) }
                    ),
                  ])
                ),
                (
                  "response",
                  object([
                    ("status", "\(exchange.status)"),
                    ("headers", named(exchange.response, "name", "value")),
                    (
                      "content",
                      exchange.response.map { object([("mimeType", type), ("text", quoted($0))]) }
                        ?? "{}"
                    ),
                  ])
                ),
              ])
            }
          ),
        ])
      )
    ])
  }

  var polly: String { object([("a recording", har)]) }

  /// - Parameter isText: Whether bodies are text in strings.
  func wiremock(isText: Bool) -> String {
    object([
      (
        "mappings",
        each { exchange in
          object([
            (
              "request",
              object([("method", quoted(exchange.method)), ("url", path(exchange))])
            ),
            (
              "response",
              object([
                ("status", "\(exchange.status)"), ("headers", headers(exchange.response)),
                (isText ? "body" : "jsonBody", exchange.response.map { isText ? quoted($0) : $0 }),
              ])
            ),
          ])
        }
      )
    ])
  }

  var postman: String {
    let items = Self.traffic.map { exchange in
      let request = object([
        ("method", quoted(exchange.method)),
        ("header", named(exchange.request, "key", "value")),
        (
          "body", exchange.request.map { object([("mode", "\"raw\""), ("raw", quoted($0))]) }
        ),
        ("url", object([("raw", quoted("{{baseUrl}}/v1" + exchange.path))])),
      ])
      return object([
        ("name", quoted("n")), ("request", request),
        (
          "response",
          array([
            object([
              ("name", quoted("n")), ("originalRequest", request), ("status", quoted("OK")),
              ("code", "\(exchange.status)"),
              ("header", named(exchange.response, "key", "value")),
              ("body", exchange.response.map(quoted) ?? "null"),
            ])
          ])
        ),
      ])
    }
    return object([
      (
        "info",
        object([
          ("name", quoted("c")),
          (
            "schema", quoted("https://schema.getpostman.com/json/collection/v2.1.0/collection.json")
          ),
        ])
      ),
      (
        "item",
        array([
          items[0],
          object([
            ("name", quoted("f")), ("item", array([object([("item", array(Array(items[1...])))])])),
          ]),
        ])
      ),
    ])
  }

  var newman: String {
    object([
      ("collection", "{}"),
      (
        "run",
        object([
          (
            "executions",
            each { exchange in
              let parts = exchange.path.split(separator: "?")
              let segments = ["v1"] + parts[0].split(separator: "/").map(String.init)
              let query = parts.dropFirst().map { field in
                let pair = field.split(separator: "=").map { quoted(String($0)) }
                return object([("key", pair[0]), ("value", pair[1])])
              }
              return object([
                (
                  "request",
                  object([
                    (
                      "url",
                      object([
                        ("protocol", quoted("https")),
                        ("host", array(["api", "example", "com"].map(quoted))),
                        ("path", array(segments.map(quoted))), ("query", array(query)),
                      ])
                    ), ("method", quoted(exchange.method)),
                    ("header", named(exchange.request, "key", "value")),
                    (
                      "body",
                      exchange.request.map { object([("mode", "\"raw\""), ("raw", quoted($0))]) }
                    ),
                  ])
                ),
                (
                  "response",
                  object([
                    ("code", "\(exchange.status)"),
                    ("header", named(exchange.response, "key", "value")),
                    (
                      "stream",
                      object([
                        ("type", quoted("Buffer")), ("data", bytes(exchange.response ?? "")),
                      ])
                    ),
                  ])
                ),
              ])
            }
          )
        ])
      ),
    ])
  }

  var charles: String {
    each { exchange in
      let parts = exchange.path.split(separator: "?")
      return object([
        ("status", quoted("COMPLETE")), ("method", quoted(exchange.method)),
        ("protocolVersion", quoted("HTTP/1.1")), ("scheme", quoted("https")),
        ("host", quoted("api.example.com")), ("port", "443"), ("actualPort", "443"),
        ("path", quoted("/v1" + parts[0])),
        ("query", parts.count > 1 ? quoted(String(parts[1])) : "null"),
        (
          "request",
          object([
            ("header", object([("headers", named(exchange.request, "name", "value"))])),
            ("body", exchange.request.map { object([("text", quoted($0))]) }),
          ])
        ),
        (
          "response",
          object([
            ("status", "\(exchange.status)"),
            ("header", object([("headers", named(exchange.response, "name", "value"))])),
            ("body", exchange.response.map { object([("text", quoted($0))]) }),
          ])
        ),
      ])
    }
  }

  func pact(version: Int) -> String {
    func body(_ text: String?) -> String? {
      guard version == 4 else { return text }
      return text.map {
        object([("content", $0), ("contentType", type), ("encoded", "false")])
      }
    }
    return object([
      ("consumer", object([("name", quoted("a"))])), ("provider", object([("name", quoted("b"))])),
      (
        "interactions",
        each { exchange in
          let parts = exchange.path.split(separator: "?").map(String.init)
          let query: String? =
            parts.count < 2
            ? nil
            : version == 2 ? quoted(parts[1]) : object([("page", array([quoted("2")]))])
          return object([
            ("description", quoted("d")),
            ("type", version == 4 ? quoted("Synchronous/HTTP") : nil),
            (
              "request",
              object([
                ("method", quoted(exchange.method)), ("path", quoted("/v1" + parts[0])),
                ("query", query), ("headers", headers(exchange.request)),
                ("body", body(exchange.request)),
              ])
            ),
            (
              "response",
              object([
                ("status", "\(exchange.status)"), ("headers", headers(exchange.response)),
                ("body", body(exchange.response)),
              ])
            ),
          ])
        }
      ),
      (
        "metadata",
        object([("pactSpecification", object([("version", quoted("\(version).0.0"))]))])
      ),
    ])
  }

  func dvr(isText: Bool) -> String {
    func body(_ text: String?) -> String? { isText ? text.map(quoted) : text }
    return object([
      ("name", quoted("c")),
      (
        "interactions",
        each { exchange in
          object([
            ("recorded_at", "1400000000.5"),
            (
              "request",
              object([
                ("method", quoted(exchange.method)), ("url", url(exchange)),
                ("headers", headers(exchange.request)), ("body", body(exchange.request)),
              ])
            ),
            (
              "response",
              object([
                ("status", "\(exchange.status)"), ("url", url(exchange)),
                ("headers", headers(exchange.response)), ("body", body(exchange.response)),
              ])
            ),
          ])
        }
      ),
    ])
  }

  // MARK: Lines

  /// Each exchange on a line, also where JSON is pretty elsewhere.
  private func lines(_ write: (CaptureWriter, Exchange) -> String) -> String {
    var writer = self
    writer.isPretty = false
    return Self.traffic.map { write(writer, $0) + "\n" }.joined()
  }

  func kong(isText: Bool) -> String {
    lines { writer, exchange in
      func body(_ text: String?) -> String? { isText ? text.map(writer.quoted) : text }
      return writer.object([
        (
          "request",
          writer.object([
            ("method", writer.quoted(exchange.method)), ("url", writer.url(exchange)),
            ("headers", writer.headers(exchange.request)), ("body", body(exchange.request)),
          ])
        ),
        (
          "response",
          writer.object([
            ("status", "\(exchange.status)"), ("headers", writer.headers(exchange.response)),
            ("body", body(exchange.response)),
          ])
        ), ("latencies", "{}"),
      ])
    }
  }

  var nginx: String {
    lines { writer, exchange in
      writer.object([
        ("time_iso8601", writer.quoted("2026-01-02T03:04:05+00:00")),
        ("scheme", writer.quoted("https")), ("host", writer.quoted("api.example.com")),
        ("request_method", writer.quoted(exchange.method)),
        ("request_uri", writer.path(exchange)), ("status", writer.quoted("\(exchange.status)")),
        ("request_body", exchange.request.map(writer.quoted)),
        ("response_body", exchange.response.map(writer.quoted)),
      ])
    }
  }

  func envoy(isText: Bool) -> String {
    lines { writer, exchange in
      func header(_ name: String, _ value: String) -> String {
        writer.object([("key", writer.quoted(name)), ("value", writer.quoted(value))])
      }
      func body(_ text: String?) -> String? {
        text.map { text in
          writer.object([
            ("truncated", "false"),
            isText
              ? ("as_string", writer.quoted(text))
              : ("as_bytes", writer.quoted(writer.base64(text))),
          ])
        }
      }
      func type(_ body: String?) -> [String] {
        body == nil ? [] : [header("content-type", "application/json")]
      }
      return writer.object([
        (
          "http_buffered_trace",
          writer.object([
            (
              "request",
              writer.object([
                (
                  "headers",
                  writer.array(
                    [
                      header(":authority", "api.example.com"), header(":scheme", "https"),
                      header(":method", exchange.method), header(":path", "/v1" + exchange.path),
                    ] + type(exchange.request))
                ), ("body", body(exchange.request)),
              ])
            ),
            (
              "response",
              writer.object([
                (
                  "headers",
                  writer.array([header(":status", "\(exchange.status)")] + type(exchange.response))
                ), ("body", body(exchange.response)),
              ])
            ),
          ])
        )
      ])
    }
  }

  // MARK: YAML

  enum Scalar: String, CaseIterable, Sendable {
    case single, double, doubleFolded, singleFolded, literal, folded, binary, gzip
  }

  /// The text as a scalar whose key is indented by six spaces.
  private static func scalar(_ text: String, _ style: Scalar) -> String {
    let indent = "        "
    switch style {
    case .single: return "'" + text.replacing("'", with: "''") + "'"
    case .singleFolded:
      return "'" + text.replacing("'", with: "''").replacing("\",\"", with: "\",\n\(indent)\"")
        + "'"
    case .double, .doubleFolded:
      var written = ""
      for scalar in text.unicodeScalars {
        switch scalar {
        case "\"", "\\": written += "\\" + String(scalar)
        case "\u{D6}": written += "\\xD6"
        case "\u{2018}": written += "\\u2018"
        case _ where scalar.value == 44 && style == .doubleFolded: written += ",\\\n\(indent)"
        default: written += String(scalar)
        }
      }
      return "\"\(written)\""
    case .literal: return "|-\n\(indent)" + text.replacing("},{", with: "},\n\(indent){")
    case .folded: return ">-\n\(indent)" + text.replacing("},{", with: "},\n\(indent){")
    case .binary: return "!binary |-\n\(indent)" + Data(text.utf8).base64EncodedString()
    case .gzip:
      return "!binary |-\n\(indent)" + Deflated.base64(Deflated.gzip(Array(text.utf8)))
    }
  }

  static func vcr(_ style: Scalar) -> String {
    func body(_ text: String?) -> String {
      """
          body:
            encoding: UTF-8
            string: \(text.map { scalar($0, style) } ?? "''")

      """
    }
    func headers(_ text: String?) -> String {
      text == nil
        ? "    headers: {}\n"
        : "    headers:\n      Content-Type:\n      - application/json\n"
          + (style == .gzip ? "      Content-Encoding:\n      - gzip\n" : "")
    }
    return "---\nhttp_interactions:\n"
      + traffic.map { exchange in
        """
        - request:
            method: \(exchange.method.lowercased())
            uri: \(server + exchange.path)
        \(body(exchange.request))\(headers(exchange.request))  response:
            status:
              code: \(exchange.status)
              message: OK
        \(headers(exchange.response))\(body(exchange.response))    http_version: null
          recorded_at: Tue, 01 Nov 2011 04:58:44 GMT

        """
      }.joined() + "recorded_with: VCR 6.0.0\n"
  }

  static func vcrpy(_ style: Scalar) -> String {
    func headers(_ text: String?) -> String {
      text == nil ? " {}\n" : "\n      Content-Type:\n      - application/json\n"
    }
    return "interactions:\n"
      + traffic.map { exchange in
        """
        - request:
            body: \(exchange.request.map { scalar($0, style) } ?? "null")
            headers:\(headers(exchange.request))    method: \(exchange.method)
            uri: \(server + exchange.path)
          response:
            body:
              string: \(exchange.response.map { scalar($0, style) } ?? "''")
            headers:\(headers(exchange.response))    status:
              code: \(exchange.status)
              message: OK

        """
      }.joined() + "version: 1\n"
  }
}
