import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `deprecated-use` and `missing-credentials`, in whole runs.
@Suite struct UseRuleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // MARK: Deprecated use

  private static let deprecated = """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
     "/old": {"get": {"deprecated": true, "responses": {"200": {"description": "d"}}}},
     "/users/{id}": {"get": {"parameters": [
       {"name": "id", "in": "path", "required": true, "schema": {"type": "string"}},
       {"name": "page", "in": "query", "deprecated": true, "schema": {"type": "integer"}},
       {"name": "sort", "in": "query", "schema": {"type": "string", "deprecated": true}},
       {"name": "X-Old", "in": "header", "deprecated": true, "schema": {"type": "string"}},
       {"name": "seen", "in": "cookie", "deprecated": true, "schema": {"type": "string"}}],
      "responses": {"200": {"description": "d"}}}},
     "/users": {"post": {"requestBody": {"content": {"application/json": {"schema":
       {"$ref": "#/components/schemas/User"}}}}, "responses": {"201": {"description": "d", "content":
       {"application/json": {"schema": {"$ref": "#/components/schemas/User"}}}}}}}},
     "components": {"schemas": {
      "User": {"type": "object", "properties": {"name": {"type": "string"},
        "nick": {"type": "string", "deprecated": true}, "any": {"deprecated": true},
        "home": {"$ref": "#/components/schemas/Address", "deprecated": true},
        "places": {"type": "array", "items": {"$ref": "#/components/schemas/Address"}},
        "kind": {"oneOf": [{"type": "object", "required": ["a"], "properties": {"a": {
          "type": "integer"}}}, {"type": "object", "required": ["b"], "properties": {"b": {
          "type": "integer", "deprecated": true}}}]}}},
      "Address": {"type": "object", "properties": {"zip": {"type": "string", "deprecated": true}}}}}}
    """

  private func concise(
    _ contract: String, _ text: String, name: String = "t.ndjson", _ options: String...,
    format: String = "concise"
  ) throws -> Scenario {
    let contract = try folder.write(contract, to: "api/c.json")
    let file = try folder.write(text, to: name)
    var run = Scenario.run(
      ["check", "--no-config", "-c", contract, "-f", format, file] + options)
    run.output = run.output.replacing("\(folder.path)/\(name)", with: "T")
    run.errors = run.errors.replacing("\(folder.path)/\(name)", with: "T")
    return run
  }

  private func deprecatedUse(_ record: String, _ options: String...) throws -> [String] {
    let run = try concise(Self.deprecated, record + "\n")
    return run.output.split(separator: "\n").map { line in
      line.split(separator: " ").dropFirst().joined(separator: " ")
    }
  }

  @Test func operations() throws {
    let url = #""method": "GET", "url": "http://localhost/old", "status": 200"#
    #expect(
      try deprecatedUse("{\(url)}") == [
        "note[deprecated-use] `GET /old` is deprecated (GET /old 200 request)"
      ])
    #expect(
      try deprecatedUse(
        "{\(url), \"responseHeaders\": {\"Sunset\": \"Thu, 31 Dec 2026 23:59:59 GMT\"}}") == [
          "note[deprecated-use] `GET /old` is deprecated (ends 2026-12-31) (GET /old 200 request)"
        ])
    #expect(
      try deprecatedUse(
        "{\(url), \"responseHeaders\": {\"Sunset\": \"2026-12-31\", \"Deprecation\": \"@1751328000\"}}"
      )
        == [
          "note[deprecated-use] `GET /old` is deprecated (since 2025-07-01, ends 2026-12-31) "
            + "(GET /old 200 request)"
        ])
    #expect(
      try deprecatedUse(
        "{\(url), \"responseHeaders\": {\"Sunset\": \"soon\", \"Deprecation\": \"true\"}}") == [
          "note[deprecated-use] `GET /old` is deprecated (GET /old 200 request)"
        ])
  }

  @Test func parameters() throws {
    func get(_ query: String, _ headers: String = "") -> String {
      #"{"method": "GET", "url": "http://localhost/users/7\#(query)", "status": 200, "#
        + #""requestHeaders": {\#(headers)}}"#
    }
    #expect(try deprecatedUse(get("?size=1", #""Accept": "x""#)).isEmpty)
    #expect(
      try deprecatedUse(get("?page=2&sort=name")) == [
        "note[deprecated-use] query parameter `page` is deprecated (GET /users/{id} 200 request)",
        "note[deprecated-use] query parameter: `sort` is deprecated (GET /users/{id} 200 request)",
      ])
    #expect(
      try deprecatedUse(get("", #""x-old": "1", "Cookie": "seen=1; b=2""#)) == [
        "note[deprecated-use] header parameter `X-Old` is deprecated (GET /users/{id} 200 request)",
        "note[deprecated-use] cookie `seen` is deprecated (GET /users/{id} 200 request)",
      ])
  }

  @Test(arguments: [
    (#"{"name": "a"}"#, []), (#"{"nick": "a"}"#, ["`nick` is deprecated /nick"]),
    (#"{"any": null}"#, ["`any` is deprecated /any"]),
    (#"{"home": {}}"#, ["`home` is deprecated /home"]),
    (
      #"{"places": [{}, {"zip": "1"}, {"zip": "2"}]}"#,
      ["`zip` is deprecated /places/*/zip"]
    ),
    (#"{"kind": {"a": 1}}"#, []), (#"{"kind": {"b": 1}}"#, ["`b` is deprecated /kind/b"]),
  ]) func properties(body: String, expected: [String]) throws {
    let record =
      #"{"method": "POST", "url": "http://localhost/users", "status": 201, "requestBody": \#(body), "#
      + #""responseBody": {"nick": "a", "home": {}}}"#
    let found = try concise(
      Self.deprecated, record + "\n", "--format", "json=\(folder.path)/r.json")
    let lines = found.output.split(separator: "\n")
    #expect(found.code == .clean)
    #expect(lines.count == expected.count, "\(found.output)")
    for (line, words) in zip(lines, expected) {
      let (message, pointer) = (words.split(separator: " ").dropLast(), words.split(separator: " "))
      #expect(line.contains("note[deprecated-use] \(message.joined(separator: " "))"), "\(line)")
      #expect(line.contains(" \(pointer[pointer.count - 1]))"), "\(line)")
    }
  }

  /// Deprecated use is no reason for a strict run to fail, and is off where the contract says so.
  @Test func severity() throws {
    let record = #"{"method": "GET", "url": "http://localhost/old", "status": 200}"# + "\n"
    #expect(try concise(Self.deprecated, record, "--strict").code == .clean)
    #expect(try concise(Self.deprecated, record, "--fail-on", "note").code == .findings)
    let off = try concise(Self.deprecated, record, "--rule", "deprecated-use=off")
    #expect(off.output.isEmpty)
  }

  // MARK: Missing credentials

  private static func secured(_ security: String, _ schemes: String = schemes) -> String {
    """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {
     "/me": {"get": {"security": \(security), "responses": {"200": {"description": "d"},
      "401": {"description": "d"}}}}, "/open": {"get": {"responses": {"200": {"description": "d"}}}}},
     "components": {"securitySchemes": \(schemes)}}
    """
  }

  private static let schemes = """
    {"token": {"type": "http", "scheme": "bearer"}, "mtls": {"type": "mutualTLS"},
     "key": {"type": "apiKey", "in": "query", "name": "api_key"},
     "head": {"type": "apiKey", "in": "header", "name": "X-Key"},
     "session": {"type": "apiKey", "in": "cookie", "name": "sid"}}
    """

  private static func record(
    _ headers: String? = #""Accept": "*/*""#, query: String = "", status: Int = 200
  ) -> String {
    let headers = headers.map { #", "requestHeaders": {\#($0)}"# } ?? ""
    return
      #"{"method": "GET", "url": "http://localhost/me\#(query)", "status": \#(status)\#(headers)}"#
      + "\n"
  }

  private static func message(_ list: String) -> String {
    "T:1:26: warning[missing-credentials] the request has none of the credentials that the "
      + "contract requires (\(list)), but the server sent 200  (GET /me 200 request)\n"
  }

  @Test(arguments: [
    (#"[{"token": []}]"#, "`Authorization: Bearer …`"), (#"[{"head": []}]"#, "header `X-Key`"),
    (
      #"[{"key": []}, {"session": []}]"#, "query parameter `api_key`, cookie `sid`"
    ),
    (#"[{"token": [], "mtls": []}]"#, "`Authorization: Bearer …`"),
  ]) func noneIsThere(security: String, list: String) throws {
    let run = try concise(Self.secured(security), Self.record())
    #expect(run.output == Self.message(list))
    #expect(run.code == .clean)
  }

  /// An empty value is no credential, wherever it stands.
  @Test(arguments: [
    record(query: "?api_key="), record(query: "?api_key"), record(#""x-key": """#),
    record(#""Authorization": """#), record(#""Cookie": "a=b; sid=""#),
  ]) func allAreEmpty(record: String) throws {
    let security = #"[{"token": []}, {"head": []}, {"key": []}, {"session": []}]"#
    let run = try concise(Self.secured(security), record)
    #expect(run.output.contains("warning[missing-credentials]"), "\(run.everything)")
  }

  @Test(arguments: [
    "[]", #"[{}, {"token": []}]"#, #"[{"token": []}, {}]"#, #"[{"mtls": []}]"#,
    #"[{"token": []}, {"mtls": []}]"#, #"[{"unknown": []}]"#,
  ]) func noneIsNeeded(security: String) throws {
    #expect(try concise(Self.secured(security), Self.record()).output.isEmpty)
  }

  @Test(arguments: [
    record(#""Authorization": "Bearer abc""#), record(#""authorization": "<TOKEN>""#),
    record(#""Authorization": "***""#), record(#""x-key": "1""#), record(query: "?api_key=1"),
    record(#""Cookie": "a=b; sid=1""#), record(#""Cookie": "***""#),
    record(nil), record(""), record(status: 401), record(status: 302),
  ]) func someAreThere(record: String) throws {
    let contract = Self.secured(
      #"[{"token": []}, {"key": []}, {"head": []}, {"session": []}]"#)
    let run = try concise(contract, record)
    #expect(!run.output.contains("missing-credentials"), "\(run.output)")
  }

  private static func har(_ headers: [String], path: String = "/me") -> String {
    let entries = headers.map { headers in
      #"{"request": {"method": "GET", "url": "http://localhost\#(path)", "headers": [\#(headers)]}, "#
        + #""response": {"status": 200, "content": {}}}"#
    }
    return #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#
  }

  private static let accept = #"{"name": "Accept", "value": "x"}"#
  private static let token = #"{"name": "Authorization", "value": "Bearer abc"}"#

  @Test(arguments: ["1", "4"]) func aHARWithoutAnyCredentialsHasOneNote(jobs: String) throws {
    let contract = Self.secured(#"[{"token": []}]"#)
    let run = try concise(
      contract, Self.har(Array(repeating: Self.accept, count: 3)), name: "t.har", "-j", jobs)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "T: no request has credentials; an export probably removed them, so "
        + "`missing-credentials` is not checked\n"
        + "no findings\n3 of 3 exchanges checked\n")
    let bare = try concise(contract, Self.har(["", ""]), name: "t.har")
    #expect(bare.errors == "no findings\n2 of 2 exchanges checked\n")
  }

  /// Whatever the order of entries, and also where the one with credentials asks another server.
  @Test(arguments: ["1", "4"], [0, 150, 299]) func aHARWithCredentials(jobs: String, place: Int)
    throws
  {
    var headers = Array(repeating: Self.accept, count: 300)
    headers[place] = Self.token
    let har = Self.har(headers)
    let contract = Self.secured(#"[{"token": []}]"#)
    let run = try concise(contract, har, name: "t.har", "-j", jobs, format: "ndjson")
    let lines = run.output.matches(of: /"line":(\d+)/).compactMap { Int($0.1) }
    #expect(lines == (1...300).filter { $0 != place + 1 })
    #expect(!run.errors.contains("removed"))
    let file = folder.path + "/api/c.json"
    let stream = Scenario.run(
      "check", "--no-config", "-c", file, "-f", "ndjson", "-", "-j", jobs, input: har)
    #expect(stream.output == run.output.replacing(#""file":"T""#, with: #""file":"<stdin>""#))
  }

  @Test func eachFileIsForItself() throws {
    let contract = Self.secured(#"[{"token": []}]"#)
    let first = try folder.write(Self.har([Self.accept]), to: "a.har")
    let run = try concise(
      contract, Self.har([Self.accept, Self.token]), name: "t.har", first)
    #expect(run.output.split(separator: "\n").count == 1)
    #expect(run.errors.contains("a.har: no request has credentials"))
  }

  @Test func aCassetteWithoutAnyCredentialsHasOneNote() throws {
    func interaction(_ headers: String) -> String {
      """
      - request:
          method: GET
          uri: http://localhost/me
          headers:
            Accept: ['*/*']\(headers)
        response:
          status: {code: 200, message: OK}
          headers: {}
          body: {string: ''}

      """
    }
    let contract = Self.secured(#"[{"token": []}]"#)
    let removed = "interactions:\n" + interaction("") + interaction("") + "version: 1\n"
    let run = try concise(contract, removed, name: "t.yaml")
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("T: no request has credentials"), "\(run.errors)")
    let masked =
      "interactions:\n" + interaction("") + interaction("\n      Authorization: ['<TOKEN>']")
      + "version: 1\n"
    let other = try concise(contract, masked, name: "t.yaml")
    #expect(other.output.contains("warning[missing-credentials]"), "\(other.output)")
    #expect(other.output.split(separator: "\n").count == 1)
  }
}
