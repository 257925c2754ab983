import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Paths with a prefix that the contract does not have.
@Suite struct BasePathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func contract(_ head: String = "") -> String {
    """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, \(head) "paths": {
     "/users": {"get": {"responses": {"200": {"description": "d", "content": {"application/json": {
       "schema": {"type": "array"}}}}}}},
     "/users/{id}": {"get": {
       "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
       "responses": {"200": {"description": "d", "content": {"application/json": {
       "schema": {"type": "object", "required": ["id"]}}}}}}},
     "/{slug}": {"get": {
       "parameters": [{"name": "slug", "in": "path", "required": true, "schema": {"type": "string"}}],
       "responses": {"200": {"description": "d", "content": {"application/json": {
       "schema": {"type": "object"}}}}}}}}}
    """
  }

  private static func record(_ path: String, _ body: String = "[]") -> String {
    #"{"method": "GET", "url": "https://h\#(path)", "status": 200, "responseBody": \#(body)}"#
      + "\n"
  }

  private static func har(_ paths: [String], _ body: String = "[]") -> String {
    let entries = paths.map { path in
      #"{"request": {"method": "GET", "url": "https://h\#(path)"}, "response": {"status": 200, "#
        + #""content": {"mimeType": "application/json", "text": "\#(body)"}}}"#
    }
    return #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#
  }

  private func check(
    _ text: String, as name: String = "t.ndjson", _ options: String..., head: String = ""
  ) throws -> Scenario {
    let file = try folder.write(text, to: name)
    return try check([file] + options, head: head)
  }

  private func text(_ lines: String, head: String = "") throws -> Scenario {
    let file = try folder.write(lines, to: "t.ndjson")
    return try check([file], format: "text", head: head)
  }

  private func check(
    _ arguments: [String], format: String = "concise", head: String = ""
  ) throws -> Scenario {
    let contract = try folder.write(Self.contract(head), to: "api/c.json")
    var scenario = Scenario.run(["check", "-c", contract, "-f", format] + arguments)
    scenario.output = scenario.output.replacing(folder.path, with: "DIR")
    scenario.errors = scenario.errors.replacing(folder.path, with: "DIR")
    return scenario
  }

  private static let prefix = "/wp-json/app/v1"
  private static let note =
    "DIR/t.ndjson: base path `/wp-json/app/v1` assumed: "

  @Test func aPrefixThatAllShareIsTaken() throws {
    let lines = Self.record(Self.prefix + "/users") + Self.record(Self.prefix + "/users/x/", "{}")
    let found = try check(lines + Self.record("/elsewhere/picture.png"))
    #expect(
      found.output == """
        DIR/t.ndjson:2:58: error[schema] path parameter: `id` is a string; the contract says an \
        integer  (GET /users/{id} 200 request)
        DIR/t.ndjson:2:94: error[schema] `id` is missing  (GET /users/{id} 200 (property `id`))
        DIR/t.ndjson:3:26: warning[unknown-route] the contract has no operation for GET \
        `/elsewhere/picture.png`  (GET /elsewhere/picture.png 200)

        """, "\(found.output)")
    #expect(
      found.errors == Self.note + """
        the first 2 exchanges that fit have this base path; `--base-path` sets another
        2 errors and 1 warning in 3 groups: schema 2, unknown-route 1
        2 of 3 exchanges checked
        not checked: 1 unmatched

        """, "\(found.errors)")
    let one = try check(Self.record(Self.prefix + "/users"))
    #expect(one.code == .clean)
    #expect(
      one.errors.hasPrefix(Self.note + "the first exchange that fits has this base path; "),
      "\(one.errors)")
    #expect(try check(lines, "-q").errors.isEmpty == true)
  }

  /// Who gives the base path needs no word about the path of the contract's server.
  @Test func aGivenPrefixNeedsNoNote() throws {
    let lines = Self.record("/gate/users") + Self.record("/gate/users/1", #"{"id": 1}"#)
    let server = #""servers": [{"url": "https://h/v3"}],"#
    let run = try check(lines, as: "t.ndjson", "--base-path", "/gate", head: server)
    #expect(run.errors == "no findings\n2 of 2 exchanges checked\n")
  }

  /// A template of nothing but parameters fits anything.
  @Test func whatProvesNothing() throws {
    let lone = try check(Self.record("/a/b", "{}"))
    #expect(
      lone.code == .error && lone.errors.contains("not checked: 1 unmatched"), "\(lone.everything)")
    // Once the prefix is known, it fits.
    let known = try check(
      Self.record(Self.prefix + "/about", "{}") + Self.record(Self.prefix + "/users"))
    #expect(known.code == .clean && known.errors.contains("2 of 2"), "\(known.everything)")
  }

  /// Nothing is taken, and each finding says what would help.
  @Test(arguments: ["/other/users", "/users", "/x/wp-json/app/v1/users"])
  func wherePathsDisagree(path: String) throws {
    for lines in [[Self.prefix + "/users", path], [path, Self.prefix + "/users"]] {
      let scenario = try text(lines.map { Self.record($0) }.joined())
      #expect(!scenario.errors.contains("assumed: "), "\(scenario.errors)")
      #expect(
        scenario.output.replacing("\n     ", with: " ").contains(
          "if all paths begin with `/wp-json/app/v1`, use `--base-path /wp-json/app/v1`"),
        "\(scenario.output)")
    }
  }

  /// The hundred first that fit decide, whatever is between them and after them.
  @Test func theFirstHundredDecide() throws {
    let below = Self.record(Self.prefix + "/users")
    let stray = Self.record("/assets/app/one/two/three.js")
    let lines = (0..<100).map { _ in below + stray }.joined()
    let late = try check(lines + Self.record("/users"))
    #expect(
      late.errors.hasPrefix(
        Self.note + "the first 100 exchanges that fit have this base "
          + "path; "))
    #expect(late.errors.contains("101 of 201"))
    let early = try check(
      (0..<99).map { _ in below + stray }.joined() + Self.record("/users") + below)
    #expect(early.errors.contains("1 of 200"), "\(early.errors)")
  }

  @Test(arguments: ["1", "2", "5"]) func threadsChangeNothing(jobs: String) throws {
    // The first lines fit nothing, and many slices follow.
    let lines = (0..<3000).map { number in
      number % 3 == 0 ? Self.record("/n/o/t/h/i/n/g\(number)") : Self.record(Self.prefix + "/users")
    }
    try folder.write(lines.joined(), to: "many/t.ndjson")
    for number in 0..<150 {
      try folder.write(
        Self.record(Self.prefix + "/users/\(number)", "{}"), to: "many/\(number).json")
    }
    try folder.write(Self.har((0..<1500).map { _ in Self.prefix + "/users" }), to: "many/z.har")
    let scenario = try check([folder.path + "/many", "-j", jobs])
    #expect(scenario.errors.contains("3650 of 4650"), "\(scenario.errors)")
    #expect(
      scenario.errors.hasPrefix(
        "DIR/many/0.json: base path `/wp-json/app/v1` assumed: the first 100 exchanges that fit "
          + "have this base path; `--base-path` sets another\n150 errors "
          + "and "), "\(scenario.errors)")
  }

  @Test func everyKindOfCapture() throws {
    let path = Self.prefix + "/users"
    let dump = "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\nHTTP/1.1 200 OK\r\n\r\n[]"
    for (name, text) in [
      ("t.har", Self.har([path])), ("t.http", dump), ("t.json", Self.record(path)),
    ] {
      let scenario = try check(text, as: name)
      #expect(scenario.code == .clean, "\(scenario.everything)")
      #expect(
        scenario.errors == """
          DIR/\(name): base path `/wp-json/app/v1` assumed: the first exchange that \
          fits has this base path; `--base-path` sets another
          no findings
          1 of 1 exchange checked

          """, "\(scenario.errors)")
    }
    // What is read only once is not looked at first.
    let contract = try folder.write(Self.contract(), to: "c.json")
    let piped = Scenario.run("check", "-", "-c", contract, input: Self.record(path))
    #expect(piped.code == .error && piped.output.contains("`--base-path /wp-json/app/v1`"))
    let told = Scenario.run(
      "check", "-", "-c", contract, "--base-path", Self.prefix, input: Self.record(path))
    #expect(told.code == .clean && told.errors.contains("1 of 1"))
  }

  /// Where servers are documented, so are their base paths.
  @Test(arguments: [
    #""servers": [{"url": "https://h"}],"#, #""servers": [{"url": "https://h/wp-json"}],"#,
  ])
  func documentedServersAreBelieved(head: String) throws {
    let scenario = try text(Self.record("/wp-json/app/v1/users"), head: head)
    #expect(scenario.code == .error && !scenario.errors.contains("assumed: "))
    let prefix = head.contains("wp-json") ? "/app/v1" : "/wp-json/app/v1"
    #expect(scenario.output.contains("`--base-path"), "\(prefix): \(scenario.output)")
  }

  // MARK: The option

  @Test(arguments: ["/wp-json/app/v1", "/wp-json/app/v1/", "//wp-json/./app/%76%31//"])
  func theOptionStripsThePrefix(option: String) throws {
    let lines =
      Self.record("/wp-json/app/v1/users") + Self.record("/wp-json/app/%761/users")
      + Self.record("/users")
    let scenario = try check(lines, "--base-path", option)
    #expect(scenario.code == .clean && scenario.output.isEmpty)
    #expect(
      scenario.errors == """
        DIR/t.ndjson: `https://h/users` does not have the base path `/wp-json/app/v1`, so the base path was ignored
        no findings
        3 of 3 exchanges checked

        """, "\(scenario.errors)")
    // It stands before the documented server's own base path.
    let server = try check(
      Self.record("/wp-json/app/v1/s/users"), "--base-path", option,
      head: #""servers": [{"url": "https://h/s"}],"#)
    #expect(server.errors == "no findings\n1 of 1 exchange checked\n")
  }

  @Test(arguments: ["api", "", "/", "/..", "/a?b", "/a#b", "https://h/api"])
  func whatIsNoPath(option: String) throws {
    let scenario = try check(Self.record("/users"), "--base-path", option)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.split(separator: "\n").count == 1, "\(scenario.errors)")
    #expect(scenario.errors.hasPrefix("schemacheck: `--base-path` takes a path such as"))
  }

  @Test func theConfigurationHasItToo() throws {
    let lines = Self.record(Self.prefix + "/users") + Self.record("/other/users")
    try folder.write(lines, to: "t.ndjson")
    try folder.write(Self.contract(), to: "c.json")
    let file = try folder.write(
      #"{"contracts": ["c.json"], "inputs": ["t.ndjson"], "basePath": "/wp-json/app/v1/"}"#,
      to: ".schemacheck.json")
    let scenario = Scenario.run("check", "--config", file, "-f", "concise")
    #expect(scenario.errors.contains("1 of 2"), "\(scenario.errors)")
    let option = Scenario.run("check", "--config", file, "--base-path", "/other")
    #expect(option.output.contains("/wp-json/app/v1/users"), "\(option.output)")
    try folder.write(#"{"basePath": "api"}"#, to: ".schemacheck.json")
    #expect(
      Scenario.run("check", "--config", file).errors.contains(
        ".schemacheck.json:1:14: `basePath` must be a path such as `/api/v1`, without `?` and `#`"))
  }

  @Test func theReasonIsExplained() throws {
    let path = Self.record(Self.prefix + "/users")
    for options in [["--base-path", Self.prefix], []] {
      let file = try folder.write(path, to: "t.ndjson")
      let scenario = try check([file, "--explain-match"] + options)
      #expect(
        scenario.errors.contains(
          "the method and the path fit `/users` after the base path `/wp-json/app/v1`\n"),
        "\(scenario.errors)")
    }
  }

  /// `fix` finds the same.
  @Test func fixMatchesTheSamePaths() throws {
    let file = try folder.write(Self.record(Self.prefix + "/users/7", "{}"), to: "t.ndjson")
    let contract = try folder.write(Self.contract(), to: "c.json")
    let scenario = Scenario.run("fix", file, "-c", contract, "--dry-run")
    #expect(
      scenario.errors.components(separatedBy: "base path `/wp-json/app/v1` assumed").count == 2,
      "\(scenario.errors)")
  }
}
