import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// WireMock mappings: the responses in them are what is looked at.
@Suite struct StubTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let mapping = #"""
    {
      "request": {"method": "GET", "urlPath": "/places", "queryParameters": {"date": {"equalTo": "2/23/2026"}}},
      "response": {
        "status": 200,
        "headers": {"Content-Type": "application/json", "X_Created": "2/23/2026"},
        "jsonBody": {"latitude": 91.5, "createdAt": "2026-02-23 10:00:00", "updatedAt": "{{now}}",
                     "lng": "{{x}}"}
      },
      "transformer_parameters": {"a": 1}, "uuid": "x", "scenarioName": "s", "newScenarioState": "t"
    }
    """#
  private static let text = #"""
    {"request": {"urlPattern": "/places/[0-9]+"}, "response": {"body": "{\n  \"id\": 1,\n  \"createdAt\": \"2026-02-23 10:00:00\"\n}"}}
    """#

  private func lint(_ name: String) -> [String] {
    Scenario.run("lint", "-f", "concise", "\(folder.path)/\(name)").output
      .split(separator: folder.path + "/").joined().split(separator: "\n").map(String.init)
  }

  /// MockServer's request body is a condition. No message says that it is not read.
  @Test func theRequestOfAnExpectationIsACondition() throws {
    let stub = #"{"method":"POST","path":"/users/1","body":{"type":"JSON","json":{"a":1}}}"#
    let file = try folder.write(
      #"[{"httpRequest":\#(stub),"httpResponse":{"statusCode":200,"body":{"name":"x"}}}]"#,
      to: "m.json")
    let run = Scenario.run("check", "--no-config", "-c", "fotolokashen", file)
    #expect(run.errors.contains("0 of 1 exchange checked\nnot checked: 1 unmatched\n"))
    #expect(!run.errors.contains("not read"), "\(run.errors)")
  }

  /// The reason of the finding does not contradict its line about the clients.
  @Test func anotherCaseThatAllClientsRead() throws {
    let contract = try folder.write(
      #"""
      {"openapi": "3.0.3", "info": {"title": "t", "version": "1"},
       "x-schemacheck": {"clients": {"ios": {
         "decoder": "JSONDecoder", "keys": "convertFromSnakeCase"}}},
       "paths": {"/me": {"get": {"responses": {"200": {"description": "d", "content": {
        "application/json": {"schema": {"type": "object", "required": ["first_name"],
         "properties": {"first_name": {"type": "string"}}}}}}}}}}}
      """#, to: "c.json")
    let file = try folder.write(
      #"{"method":"GET","url":"/me","status":200,"responseBody":{"firstName":"a"}}"#,
      to: "k.ndjson")
    let run = Scenario.run("check", "--no-config", "-c", contract, file)
    #expect(
      run.output.contains(
        "= clients: ios decodes it\n   = why: other apps may read only the documented name\n"),
      "\(run.output)")
  }

  @Test func theBodyOfAMapping() throws {
    try folder.write(Self.mapping, to: "a.json")
    let lines = lint("a.json")
    #expect(
      lines.map { $0.prefix { $0 != "]" } } == [
        "a.json:6:18: warning[coordinate-names", "a.json:6:30: error[coordinate-range",
        "a.json:6:49: warning[iso-dates",
      ])
    #expect(lines.allSatisfy { $0.contains("(GET /places → 200") || $0.contains("GET /places") })
  }

  /// A body in a string: places are those in the file.
  @Test func theTextOfABody() throws {
    try folder.write(Self.text, to: "a.json")
    #expect(lint("a.json").map { $0.prefix { $0 != "]" } } == ["a.json:1:103: warning[iso-dates"])
  }

  @Test func severalMappings() throws {
    try folder.write(
      #"{"mappings": [\#(Self.mapping), \#(Self.text)], "meta": {"total": 2}}"#, to: "a.json")
    // The same mistake in both is one line.
    #expect(lint("a.json").count == 3 && lint("a.json").contains { $0.contains("(×2") })
  }

  /// What a template leaves is no JSON, or there is no body.
  @Test func bodiesThatCannotBeRead() throws {
    for response in [
      #"{"status": 200, "body": "{{#each ids}}{\"id\": 1},{{/each}}"}"#, #"{"status": 204}"#,
    ] {
      try folder.write(
        #"{"request": {"url": "/a"}, "response": \#(response)}"#, to: "a.json")
      let scenario = Scenario.run("lint", "\(folder.path)/a.json")
      #expect(scenario.output.isEmpty && scenario.code == .error)
      #expect(scenario.errors.contains("\nnot checked: 1 "))
    }
  }

  /// What `check` fills in, `lint` does too: the rest of the body is looked at.
  @Test func templatesOutsideOfStrings() throws {
    let body =
      #"{\"lat\": {{lat}}, \"lng\": 181.5, \"createdAt\": {{now}}, \"updatedAt\": \"2026-02-23 10:00:00\"}"#
    try folder.write(
      #"{"request": {"url": "/a"}, "response": {"body": "\#(body)"}}"#, to: "a.json")
    let lines = lint("a.json")
    #expect(
      lines.map { $0.prefix { $0 != "]" } } == [
        "a.json:1:78: error[coordinate-range", "a.json:1:124: warning[iso-dates",
      ], "\(lines)")
    let run = Scenario.run("lint", "\(folder.path)/a.json")
    #expect(run.errors.contains("1 with templates"), "\(run.errors)")
    // The line is shown as it is written.
    #expect(run.output.contains("{{lat}}"), "\(run.output)")
  }

  /// A finding in a file of a body counts for its exchange in each report.
  @Test func bodiesInFilesCount() throws {
    try folder.write(#"{"id": "x", "note": null}"#, to: "__files/b.json")
    let page = folder.path + "/page.html"
    let run = try check(
      #"{"request": {"url": "/places"}, "response": {"bodyFileName": "b.json"}}"#, "-f",
      "html=\(page)")
    #expect(run.code == .findings, "\(run.everything)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(text.contains("(100"), "\(text.prefix(3_000))")
  }

  /// Quotes in a template do not end the string around it, and a template may go over lines.
  @Test func quotesInTemplates() throws {
    let body = #"{"id": 1, "note": "{{jsonPath request.body "$.n"}}", "kind": {{a\nb}}}"#
    try folder.write(body.replacing("\\n", with: "\n"), to: "__files/b.json")
    let right = try check(
      #"{"request": {"url": "/places"}, "response": {"bodyFileName": "b.json"}}"#)
    #expect(
      right.code == .clean && right.errors.contains("1 with templates"), "\(right.everything)")
    try folder.write(
      body.replacing("\\n", with: "\n").replacing(#""id": 1"#, with: #""id": "x""#),
      to: "__files/b.json")
    let wrong = try check(
      #"{"request": {"url": "/places"}, "response": {"bodyFileName": "b.json"}}"#)
    #expect(
      wrong.code == .findings && wrong.output.contains("__files/b.json:1:8: error[schema] `id`"),
      "\(wrong.everything)")
  }

  /// A template of the request says nothing about the response.
  @Test func templatesOfTheOtherMessage() throws {
    let collection = #"""
      {"info": {"_postman_id": "1", "name": "n"}, "item": [{"request": {"method": "GET", "url": "/places",
       "body": {"mode": "raw", "raw": "{\"a\":{{n}}}"}}, "response": [{"code": 200,
       "body": "{\"id\":\"x\",\"note\":null}"}]}]}
      """#
    let run = try check(collection)
    #expect(run.code == .findings && run.output.contains("`id`"), "\(run.everything)")
  }

  /// Many braces without an end take no longer than others.
  @Test func bracesWithoutAnEnd() throws {
    let braces = String(repeating: "{{ ", count: 400_000)
    let run = try check(
      #"{"request": {"url": "/places"}, "response": {"body": "{\"id\": 1, \"note\": \"\#(braces)\", }"}}"#
    )
    #expect(run.errors.contains("templated body"), "\(run.errors)")
  }

  /// In HTML or plain text there is nothing to find.
  @Test func otherMediaTypes() throws {
    try folder.write(
      #"{"request": {"url": "/a"}, "response": {"headers": {"content-type": "text/html"}, "body": "<p>"}}"#,
      to: "a.json")
    #expect(lint("a.json").isEmpty)
  }

  /// A file of bodies is read where WireMock looks for it, and only there.
  @Test func bodiesInFiles() throws {
    let mapping = #"{"request": {"url": "/a"}, "response": {"bodyFileName": "x/body.json"}}"#
    try folder.write(#"{"lat": 1, "createdAt": "2026-02-23 10:00:00"}"#, to: "__files/x/body.json")
    for place in ["a.json", "mappings/a.json", "mappings/deep/er/a.json"] {
      try folder.write(mapping, to: place)
      #expect(lint(place).count == 1, "\(place)")
      #expect(lint(place).allSatisfy { $0.hasPrefix("__files/x/body.json:1:") }, "\(place)")
    }
    // A folder is read once: not also as bodies of nobody.
    #expect(Scenario.run("lint", folder.path).errors.contains("3 of 3 exchanges checked"))
    for name in [
      "../secret.json", "/etc/passwd", "x/../../secret.json", "x//body.json", "", "link.json",
    ] {
      try folder.write(#"{"lat": 1}"#, to: "secret.json")
      try? FileManager.default.createSymbolicLink(
        atPath: folder.path + "/__files/link.json", withDestinationPath: "x/body.json")
      try folder.write(
        #"{"request": {"url": "/a"}, "response": {"bodyFileName": "\#(name)"}}"#, to: "b.json")
      let run = Scenario.run("lint", "\(folder.path)/b.json")
      #expect(run.code == .error && run.output.isEmpty, "\(name)")
    }
  }

  private static let contract = #"""
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "x-schemacheck": {},
     "paths": {"/places": {"get": {"responses": {"200": {"description": "d", "content":
       {"application/json": {"schema": {"$ref": "#/components/schemas/Place"}}}}}}},
      "/places/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
        "schema": {"type": "integer"}}], "responses": {"200": {"description": "d", "content":
       {"application/json": {"schema": {"$ref": "#/components/schemas/Place"}}}}}}},
      "/places/{id}/notes": {"get": {"parameters": [{"name": "id", "in": "path", "required": true,
        "schema": {"type": "integer"}}], "responses": {"200": {"description": "d"}}}}},
     "components": {"schemas": {"Place": {"type": "object", "required": ["id", "note"],
       "properties": {"id": {"type": "integer"}, "note": {"type": ["string", "null"]},
       "createdAt": {"type": "string", "format": "date-time"},
       "kind": {"enum": ["a", "b"]}}}}}}
    """#

  private func check(_ text: String, _ options: String...) throws -> Scenario {
    let contract = try folder.write(Self.contract, to: "api.json")
    let path = try folder.write(text, to: "m.json")
    return Scenario.run(["check", path, "-c", contract, "-f", "concise"] + options)
  }

  private func stub(_ request: String, _ body: String) -> String {
    #"{"request": {\#(request)}, "response": {"status": 200, "jsonBody": \#(body)}}"#
  }

  /// Templates are any value of their type; outside of strings, any value.
  @Test func templates() throws {
    let right = try check(
      stub(
        #""method": "GET", "urlPath": "/places""#,
        #"{"id": 1, "note": null, "createdAt": "{{now}}", "kind": "{{x}}"}"#))
    #expect(right.code == .clean, "\(right.everything)")
    #expect(right.errors.contains("1 with templates"))
    let wrong = try check(
      stub(#""method": "GET", "urlPath": "/places""#, #"{"id": "{{n}}", "note": null}"#))
    #expect(wrong.code == .findings && wrong.output.contains("`id`"), "\(wrong.everything)")
    let open = try check(
      #"{"request": {"url": "/places"}, "response": {"body": "{\"id\": {{randomValue length=3 type='NUMERIC'}}, \"createdAt\": \"{{now format=\\\"x\\\"}}\"}"}}"#
    )
    #expect(open.code == .findings, "\(open.everything)")
    #expect(open.output.split(separator: "\n").count == 1 && open.output.contains("`note`"))
    let broken = try check(
      #"{"request": {"url": "/places"}, "response": {"body": "{{#each a}}{}{{/each}},"}}"#)
    #expect(broken.code == .error && broken.errors.contains("not checked: 1 templated body"))
  }

  /// The forms of an address.
  @Test func addresses() throws {
    let wrong = #"{"id": 1}"#
    for request in [
      #""method": "GET", "url": "/places?a=b""#, #""method": "GET", "urlPath": "/places/7""#,
      #""method": "GET", "urlPathTemplate": "/places/{placeId}""#,
      #""method": "GET", "urlPathPattern": "/places/[0-9]+""#,
      #""method": "GET", "urlPathPattern": "/places/([a-f0-9-]{36})""#,
      #""method": "ANY", "urlPattern": "/places\\?.*""#,
      #""urlPattern": "/places/\\d+(\\?.*)?""#,
      #""urlPathPattern": "^/places/7""#, #""urlPathPattern": "^/places/\\d+$""#,
      #""urlPathPattern": "(/v1)?/places/7""#, #""urlPathPattern": "(?i)/PLACES/\\d++""#,
      #""urlPathPattern": "/places/\\p{Digit}{8}""#,
      #""urlPathPattern": "/places/[A-Z]{3}[0-9]{4}""#,
      #""urlPattern": "/places\\?q=.*""#, #""urlPattern": "/places\\?q=[a-z]+&size=\\d+""#,
      #""urlPattern": "/places/[0-9]+\\?.*size=2.*""#,
      #""urlPathPattern": "/(places|sites)/[0-9]{8}""#,
    ] {
      let run = try check(stub(request, wrong))
      #expect(run.output.split(separator: "\n").count == 1, "\(request) \(run.everything)")
      #expect(run.output.contains("`note`"), "\(request) \(run.everything)")
    }
  }

  /// A pattern of several operations is unmatched with the reason; one of none is an unknown route.
  @Test func patternsOfSeveral() throws {
    let several = try check(stub(#""method": "GET", "urlPathPattern": "/places.*""#, "{}"))
    #expect(
      several.output.isEmpty && several.errors.contains("1 unmatched"), "\(several.everything)")
    #expect(
      several.errors.contains(
        "m.json:1:49: the stub is not checked: `/places.*` fits several operations: `GET /places`, "
          + "`GET /places/{id}`, `GET /places/{id}/notes`; write a path that fits only one "
          + "operation\n"
      ), "\(several.errors)")
    let none = try check(stub(#""method": "GET", "urlPathPattern": "/people/.*""#, "{}"))
    #expect(none.output.contains("[unknown-route"), "\(none.everything)")
    let plain = try check(stub(#""method": "GET", "urlPath": "/people""#, "{}"))
    #expect(plain.output.contains("[unknown-route"), "\(plain.everything)")
  }

  /// Coverage keeps them apart.
  @Test func coverage() throws {
    let contract = try folder.write(Self.contract, to: "api.json")
    let path = try folder.write(
      stub(#""method": "GET", "urlPath": "/places""#, #"{"id": 1, "note": null}"#), to: "m.json")
    let run = Scenario.run("coverage", path, "-c", contract)
    #expect(run.output.contains("(1 stub)"), "\(run.everything)")
  }

  /// A body that looks like one is a body where the user says so.
  @Test func bodiesThatLookLikeMappings() throws {
    let path = try folder.write(Self.mapping, to: "a.json")
    let told = Scenario.run(
      "check", path, "-c", "social-posts", "--schema", "Likes", "--input-format", "json")
    #expect(told.code == .findings && told.output.contains("`likes` is missing"))
    let format = Scenario.run("lint", path, "--input-format", "json", "-f", "concise")
    #expect(format.output.contains("/response/jsonBody/latitude"))
  }

  /// Real mappings: nothing is found in the properties of WireMock.
  @Test(.enabled(if: PackageFolder.suite("captures") != nil, "the captures are not at hand"))
  func realMappings() throws {
    let path = try #require(PackageFolder.suite("captures")).appendingPathComponent("wiremock").path
    let scenario = Scenario.run("lint", path, "-f", "json")
    let report = try JSONDocument(scenario.output).root
    let pointers = report["findings"]?.elements.compactMap { $0["instance"]?.string } ?? []
    #expect(!pointers.contains { $0.hasPrefix("/request") || $0.hasPrefix("/response") })
    #expect(report["summary"]?["inputs"]?.int == 13)
  }
}
