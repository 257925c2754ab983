import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `--all` against a server on this machine: what fills the parameters, and in which order.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveSweepTests {
  private let server: LiveServer

  init() throws { server = try #require(LiveServer.current) }

  /// The lines of standard error that tell what filled parameters, or what was not sent.
  private func told(_ scenario: Scenario) -> [String] {
    scenario.errors.split(separator: "\n").map(String.init).filter {
      !$0.hasSuffix(" checked") && !$0.hasPrefix("not checked: ") && !$0.contains(" group")
        && $0 != "no findings" && !$0.hasPrefix("response times")
    }
  }

  private static let levels = [
    LiveSite.get("/things"),
    LiveSite.get("/things/{thingId}", LiveSite.path("thingId")),
    LiveSite.get("/things/{thingId}/parts", LiveSite.path("thingId")),
    LiveSite.get(
      "/things/{thingId}/parts/{partNo}", LiveSite.path("thingId") + "," + LiveSite.path("partNo")),
    LiveSite.get(
      "/things/{id}/parts/{no}/marks/{markId}",
      ["id", "no", "markId"].map { LiveSite.path($0) }.joined(separator: ",")),
    LiveSite.get(
      "/things/{id}/parts/{no}/marks",
      ["id", "no"].map { LiveSite.path($0) }.joined(separator: ",")),
  ]

  /// The lists come first, whatever the order of the contract.
  @Test func severalLevels() throws {
    let site = try LiveSite(
      server, paths: Self.levels.reversed(),
      [
        "/things": #"{"count": 2, "things": [{"thingId": "a", "id": 9}, {"thingId": "b"}]}"#,
        "/things/a": "{}", "/things/b": "{}",
        "/things/a/parts": #"[{"partNo": 1}, {"partNo": 2}]"#,
        "/things/b/parts": #"{"data": {"parts": [{"part_no": "x"}]}}"#,
        "/things/a/parts/1": "{}", "/things/a/parts/2": "{}", "/things/b/parts/x": "{}",
        "/things/a/parts/1/marks": #"[{"id": 5}]"#, "/things/a/parts/2/marks": "[]",
        "/things/b/parts/x/marks": #"["m"]"#,
        "/things/a/parts/1/marks/5": "{}", "/things/b/parts/x/marks/m": "{}",
      ])
    let scenario = site.check()
    #expect(scenario.code == .clean, "\(scenario.everything)")
    #expect(
      told(scenario) == [
        "GET /things/{thingId}/parts: `thingId` is from GET /things (/things/*/thingId)",
        "GET /things/{thingId}: `thingId` is from GET /things (/things/*/thingId)",
        "GET /things/{id}/parts/{no}/marks: `id` and `no` are from "
          + "GET /things/{thingId}/parts (/*/partNo)",
        "GET /things/{thingId}/parts/{partNo}: `thingId` and `partNo` are from "
          + "GET /things/{thingId}/parts (/*/partNo)",
        "GET /things/{id}/parts/{no}/marks/{markId}: `id`, `no` and `markId` are from "
          + "GET /things/{id}/parts/{no}/marks (/*/id)",
      ])
    #expect(
      try site.targets() == [
        "GET /things", "GET /things/a", "GET /things/a/parts", "GET /things/a/parts/1",
        "GET /things/a/parts/1/marks", "GET /things/a/parts/1/marks/5", "GET /things/a/parts/2",
        "GET /things/a/parts/2/marks", "GET /things/b", "GET /things/b/parts",
        "GET /things/b/parts/x", "GET /things/b/parts/x/marks", "GET /things/b/parts/x/marks/m",
      ])
    #expect(scenario.errors.contains("13 of 13 requests checked"))
  }

  /// What can be sent, is sent encoded; the first so many of a list.
  @Test(arguments: [
    (
      ["--samples", "20"],
      [
        "/things/%20x%20y%3F%23", "/things/%C3%BC%F0%9F%98%80", "/things/-7",
        "/things/9007199254740993", "/things/a%2Fb",
      ]
    ),
    ([], ["/things/%20x%20y%3F%23", "/things/%C3%BC%F0%9F%98%80", "/things/a%2Fb"]),
    (["--samples", "1"], ["/things/a%2Fb"]),
    (["--param", "thingId=c d"], ["/things/c%20d"]),
  ])
  func oddValues(options: [String], sent: [String]) throws {
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/things"), LiveSite.get("/things/{thingId}", LiveSite.path("thingId")),
      ],
      [
        "/things": #"""
        {"items": [{"id": ".."}, {"id": ""}, {"id": "."}, {"id": null}, {"id": true}, {"id": 1.5},
          {"id": {"id": 1}}, {"id": [1]}, {}, {"id": "\ud83d"}, {"id": "a\/b"}, {"id": "a/b"},
          {"id": " x y?#"}, {"id": "a/../b"}, {"id": "..;"}, {"id": "%2e%2E"}, {"id": "ü😀"}, {"id": -7}, {"id": 9007199254740993}]}
        """#
      ])
    _ = site.check(options)
    #expect(try site.targets() == ["GET /things"] + sent.map { "GET \($0)" }.sorted())
  }

  /// A link and `from` come before names, and names before examples.
  @Test func whatSaysWhereValuesAre() throws {
    let link =
      ##", "links": {"first": {"operationRef": "#/paths/~1orders~1{id}/get", "##
      + #""parameters": {"path.id": "$response.body#/rows/0/order"}}}"#
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/orders"),
        LiveSite.get("/orders/{id}", LiveSite.path("id", #", "example": "none""#)),
        LiveSite.get("/report", more: link),
        LiveSite.get(
          "/users/{name}",
          LiveSite.path("name", #", "x-schemacheck": {"from": "GET /report#/people/0"}"#)),
        LiveSite.get("/tags/{tag}", LiveSite.path("tag", #", "example": "red""#)),
        LiveSite.get(
          "/search",
          #"{"name": "q", "in": "query", "required": true, "schema": {"enum": ["a b", "c"]}}"#),
      ],
      [
        "/orders": #"[{"id": 1}]"#, "/orders/7": "{}", "/orders/8": "{}",
        "/report": #"{"rows": [{"order": 7}, {"order": 8}], "people": ["al"]}"#,
        "/users/al": "{}", "/tags/red": "{}", "/search?q=a%20b": "{}",
      ])
    let scenario = site.check()
    #expect(scenario.code == .clean, "\(scenario.everything)")
    #expect(
      told(scenario) == [
        "GET /tags/{tag}: `tag` is from the contract",
        "GET /search: `q` is from the contract",
        "GET /orders/{id}: `id` is from GET /report (/rows/*/order)",
        "GET /users/{name}: `name` is from GET /report (/people/*)",
      ])
  }

  /// A place that no response has, a list without a response, and one that is not sent itself.
  @Test func whatIsNotThere() throws {
    let part = LiveSite.path("id") + "," + LiveSite.path("no")
    let from = #", "x-schemacheck": {"from": "GET /things#/wrong/0/id"}"#
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/things"),
        LiveSite.get("/words/{word}", LiveSite.path("word", from)),
        LiveSite.get("/cut"), LiveSite.get("/cut/{id}/{no}", part),
        LiveSite.get("/w/{word}/c", LiveSite.path("word")),
        LiveSite.get("/w/{word}/c/{id}", LiveSite.path("word") + "," + LiveSite.path("id")),
      ])
    try site.answer([
      "/things": [LiveSite.Reply(text: #"[{"id": 1}]"#)],
      "/cut": [LiveSite.Reply(status: 302, headers: ["Location": site.base + "/cut"])],
    ])
    let scenario = site.check()
    #expect(
      told(scenario).filter { $0.contains(" is not sent: ") }.sorted() == [
        "GET /cut/{id}/{no} is not sent: no value for `id`, `no`, since GET /cut had no response "
          + "(--param id=VALUE --param no=VALUE)",
        "GET /w/{word}/c is not sent: no value for `word` (--param word=VALUE)",
        "GET /w/{word}/c/{id} is not sent: no value for `word`, `id`, since GET /w/{word}/c was not "
          + "sent (--param word=VALUE --param id=VALUE)",
        "GET /words/{word} is not sent: no value for `word`, since GET /things has no string or "
          + "integer at `/wrong/0/id` (--param word=VALUE)",
      ], "\(scenario.errors)")
  }

  @Test func whatNothingFills() throws {
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/things"),
        LiveSite.get("/things/{thingId}", LiveSite.path("thingId")),
        LiveSite.get("/users"),
        LiveSite.get("/users/{slug}", LiveSite.path("slug")),
        LiveSite.get("/a", #"{"name": "X-App", "in": "header", "required": true}"#),
        LiveSite.get("/b", #"{"name": "q", "in": "query", "required": true}"#),
        #""/c": {"post": {"responses": {"200": {"description": ""}}}}"#,
      ], ["/things": "[]", "/users": #"[{"id": "x"}]"#, "/a": "{}"])
    let scenario = site.check()
    #expect(
      told(scenario) == [
        "GET /a is not sent: no value for `X-App` (--header X-App:VALUE)",
        "GET /b is not sent: no value for `q` (--param q=VALUE)",
        "GET /things/{thingId} is not sent: no value for `thingId`, since the list of GET /things is "
          + "empty (--param thingId=VALUE)",
        "GET /users/{slug} is not sent: no value for `slug` (--param slug=VALUE)",
      ], "an id is no slug: \(scenario.errors)")
    #expect(
      scenario.errors.contains("2 of 6 requests checked\nnot checked: 4 no parameter"))
    #expect(scenario.code == .clean)
    #expect(try site.targets() == ["GET /things", "GET /users"])
    let strict = site.check("--strict")
    #expect(strict.code == .findings)
    #expect(
      strict.errors.contains(
        "--strict: not everything was checked with certainty: 4 no-parameter\n"), "\(strict.errors)"
    )
    _ = site.check("--header", "X-App: 1", "--param", "slug=s")
    #expect(try site.targets().filter { $0 == "GET /a" || $0 == "GET /users/s" }.count == 2)
  }

  /// The contract's example is no thing of this server: where the list is empty, nothing is asked.
  @Test(arguments: [
    (
      LiveSite.Reply(text: "[]"), "GET /posts/{postId}", "the list of GET /posts is empty",
      ["GET /posts"]
    ),
    (
      LiveSite.Reply(text: #"{"data": {"posts": []}}"#), "GET /posts/{postId}",
      "the list of GET /posts is empty", ["GET /posts"]
    ),
    (
      LiveSite.Reply(status: 401, text: "{}"), "GET /posts/{slug}/likes",
      "GET /posts had the "
        + "status 401",
      ["GET /posts"]
    ),
    (
      LiveSite.Reply(status: 404, text: "{}"), "GET /posts/{postId}",
      "GET /posts had the status "
        + "404",
      ["GET /posts"]
    ),
  ])
  func listsThatGiveNothing(
    list: LiveSite.Reply, skipped: String, reason: String, sent: [String]
  ) throws {
    let example = LiveSite.path("postId", #", "example": "p1""#)
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/posts"), LiveSite.get("/posts/{postId}", example),
        LiveSite.get("/posts/{postId}/comments", example),
        LiveSite.get("/posts/{slug}/likes", LiveSite.path("slug")),
      ])
    try site.answer([
      "/posts": [list], "/posts/p1": [LiveSite.Reply(text: "{}")],
      "/posts/p1/comments": [LiveSite.Reply(text: "[]")],
    ])
    let scenario = site.check()
    let name = skipped.contains("slug") ? "slug" : "postId"
    #expect(
      scenario.errors.contains(
        "\(skipped) is not sent: no value for `\(name)`, since \(reason) (--param \(name)=VALUE)\n"),
      "\(scenario.errors)")
    #expect(try site.targets() == sent)
    // The options are the user's own word.
    _ = site.check("--param", "postId=p1")
    #expect(try site.targets().contains("GET /posts/p1/comments"))
  }

  /// One list that is not empty is enough: then the example may be right.
  @Test func listsThatAreNotAllEmpty() throws {
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/a"), LiveSite.get("/a/{id}/b", LiveSite.path("id")),
        LiveSite.get(
          "/a/{id}/b/{slug}",
          LiveSite.path("id") + "," + LiveSite.path("slug", #", "example": "s""#)),
      ],
      [
        "/a": #"[{"id": 1}, {"id": 2}]"#, "/a/1/b": "[]", "/a/2/b": #"[{"n": 1}]"#,
        "/a/1/b/s": "{}", "/a/2/b/s": "{}",
      ])
    #expect(site.check().code == .clean)
    #expect(try site.targets().contains("GET /a/2/b/s"))
  }

  private static let number = #", "schema": {"type": "integer", "maximum": 99}"#

  private func parts(_ body: String, number: String = number) throws -> LiveSite {
    let part = #"{"name": "partNo", "in": "path", "required": true\#(number), "example": 7}"#
    return try LiveSite(
      server, paths: [LiveSite.get("/parts"), LiveSite.get("/parts/{partNo}", part)],
      ["/parts": body, "/parts/2": "{}", "/parts/7": "{}", "/parts/x": "{}"])
  }

  /// A value that breaks the schema of its parameter would be a second mistake of one.
  @Test(
    arguments: [
      (
        #"[{"partNo": "x"}, {"partNo": 100}]"#,
        "GET /parts/{partNo} is not sent: no value for `partNo`, since `x` of GET /parts breaks its "
          + "schema (--param partNo=VALUE)\n", []
      ),
      (
        #"[{"partNo": 100}, {"partNo": 2}]"#,
        "GET /parts/{partNo} is not sent with the value `100` of GET /parts: this value breaks the "
          + "schema of `partNo`\n", ["GET /parts/2"]
      ),
      // Another property of the item has a right one.
      (#"[{"partNo": "x", "id": 2}]"#, nil, ["GET /parts/2"]),
    ] as [(String, String?, [String])])
  func valuesThatBreakTheSchema(list: String, line: String?, sent: [String]) throws {
    let site = try parts(list)
    let scenario = site.check()
    #expect(scenario.code == .clean, "\(scenario.everything)")
    #expect(try site.targets() == ["GET /parts"] + sent)
    #expect(scenario.errors.contains("is not sent") == (line != nil), "\(scenario.errors)")
    #expect(scenario.errors.contains("not checked: 1 no parameter") == (line != nil))
    if let line { #expect(scenario.errors.contains(line), "\(scenario.errors)") }
    // Without a schema every value is right; the options are the user's own word.
    let free = try parts(list, number: "")
    _ = free.check()
    #expect(try free.targets().count > 1)
    _ = site.check("--param", "partNo=x")
    #expect(try site.targets().contains("GET /parts/x"))
  }

  /// What a request needs in its headers is in the contract, as for the URL.
  @Test func examplesOfHeaders() throws {
    func needed(_ name: String, _ place: String, _ schema: String) -> String {
      #"{"name": "\#(name)", "in": "\#(place)", "required": true, "schema": \#(schema)}"#
    }
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get(
          "/a",
          [
            needed("X-Version", "header", #"{"enum": ["2", "3"]}"#),
            needed("theme", "cookie", #"{"example": "dark blue"}"#),
            needed("lang", "cookie", #"{"default": "en"}"#),
            #"{"name": "X-Other", "in": "header", "schema": {"example": "no"}}"#,
          ].joined(separator: ",")),
        LiveSite.get("/b", needed("X-None", "header", #"{"type": "string"}"#)),
      ], ["/a": "{}"])
    let scenario = site.check()
    #expect(
      told(scenario) == [
        "GET /b is not sent: no value for `X-None` (--header X-None:VALUE)",
        "GET /a: `X-Version`, `theme` and `lang` are from the contract",
      ])
    #expect(scenario.code == .clean, "\(scenario.everything)")
    let sent = try #require(try site.requests().first)
    #expect(sent.headers["x-version"] == "2" && sent.headers["x-other"] == nil)
    #expect(sent.headers["cookie"] == "theme=dark%20blue; lang=en")
    // What the user sends comes first, and another server gets nothing.
    _ = site.check(
      ["--header", "X-Version: 9", "--cookie-env", "COOKIE"], variables: ["COOKIE": "own=1"])
    let own = try #require(try site.requests().last)
    #expect(own.headers["x-version"] == "9" && own.headers["cookie"] == "own=1")
    try site.answer([
      "/a": [
        LiveSite.Reply(status: 302, headers: ["Location": server.otherURL("/site/\(site.name)/to")])
      ], "/to": [LiveSite.Reply(text: "{}")],
    ])
    #expect(site.check().code == .clean)
    let away = try #require(try site.requests().last { $0.path.hasSuffix("/to") })
    #expect(away.headers["x-version"] == nil && away.headers["cookie"] == nil)
  }

  /// `from` belongs to the parameter, not to its schema.
  @Test func whereFromBelongs() throws {
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/a"),
        LiveSite.get(
          "/a/{x}",
          #"{"name": "x", "in": "path", "required": true, "schema": {"x-schemacheck": {"from": "GET /a#/0"}}}"#
        ),
      ])
    let scenario = site.check()
    #expect(scenario.code == .error)
    #expect(
      scenario.errors.hasSuffix(
        "`x-schemacheck` has no option `from`; `from` belongs in a parameter, beside `name` and "
          + "`in`\n"), "\(scenario.errors)")
  }

  /// Where no server is, one request tells it.
  @Test func noServer() throws {
    let site = try LiveSite(server, paths: Self.levels + [LiveSite.get("/b"), LiveSite.get("/c")])
    let base = "http://127.0.0.1:\(server.closedPort)/x"
    let scenario = site.check(["--server", base, "--all"], sweeps: false)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(
      scenario.errors == """
        schemacheck: \(base)/b: connection refused by 127.0.0.1, port \(server.closedPort) (3 tries); \
        7 more requests were not sent
        no findings
        0 of 8 requests checked
        not checked: 8 no response

        """)
  }

  /// GET and HEAD of one URL fail in lines of their own.
  @Test func whichMethodFailed() throws {
    let one = #"{"responses": {"200": {"description": ""}}}"#
    let site = try LiveSite(
      server, paths: [LiveSite.get("/a"), #""/x": {"get": \#(one), "head": \#(one)}"#], ["/a": "{}"]
    )
    try site.answer([
      "/a": [LiveSite.Reply(text: "{}")],
      "/x": [LiveSite.Reply(status: 302, headers: ["Location": "ftp://h"])],
    ])
    let scenario = site.check()
    let words =
      "SITE/x: redirected to `ftp://h`, which is not a valid URL: its scheme is not https or http"
    #expect(
      scenario.errors.contains("schemacheck: \(words)\nschemacheck: HEAD \(words)\n"),
      "\(scenario.errors)")
  }

  /// Nothing but GET and HEAD is sent, and HEAD has no body.
  @Test func methods() throws {
    let one = #"{"responses": {"200": {"description": ""}, "204": {"description": ""}}}"#
    let all = ["get", "head", "post", "put", "patch", "delete", "options"]
    let site = try LiveSite(
      server,
      paths: ["\"/x\": {" + all.map { "\"\($0)\": \(one)" }.joined(separator: ", ") + "}"],
      ["/x": "{}"])
    let scenario = site.check()
    #expect(scenario.code == .clean, "\(scenario.everything)")
    #expect(try site.targets() == ["GET /x", "HEAD /x"])
  }

  /// Operations that need one another do not wait for ever.
  @Test func circles() throws {
    func from(_ other: String) -> String { #", "x-schemacheck": {"from": "GET \#(other)#/0"}"# }
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/a/{x}", LiveSite.path("x", from("/b/{y}") + #", "example": "1""#)),
        LiveSite.get("/b/{y}", LiveSite.path("y", from("/a/{x}"))),
      ], ["/a/1": #"["2"]"#, "/b/2": "[]"])
    #expect(site.check().code == .clean)
    #expect(try site.targets() == ["GET /a/1", "GET /b/2"])
  }

  /// What a list and its details break is found once each, sorted by URL.
  @Test func faultsOnTheWay() throws {
    let schema = #"{"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}"#
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/things"),
        LiveSite.get("/things/{id}", LiveSite.path("id"), schema: schema),
      ],
      [
        "/things": #"[{"id": "b"}, {"id": "a"}, {"id": "gone"}]"#, "/things/a": #"{"n": "1"}"#,
        "/things/b": #"{"n": 1}"#,
      ])
    let scenario = site.check("-j", "1")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.split(separator: "\n").map { $0.prefix { $0 != "(" } } == [
        "SITE/things/a:1:7: error[schema] `n` is a string; the contract says an integer  ",
        "SITE/things/gone:1:1: error[unexpected-status] the server sent 404, not 2XX: not here  ",
      ], "\(scenario.output)")
    #expect(site.check("-j", "8").output == scenario.output)
  }

  /// The contract's word on where values are is checked when it is read.
  @Test(arguments: [
    (
      #"{"from": "GET /none#/0"}"#,
      "`from` of the parameter `x` refers to `GET /none`, but the contract has no such GET "
        + "operation"
    ),
    (#"{"from": "GET /a"}"#, "`from` must be an operation and a pointer, such as"),
    (#"{"from": 1}"#, "`from` must be an operation and a pointer, such as"),
    (
      #"{"from": "GET /a#things"}"#,
      "such as `GET /collections#/collections/0/id`; the `/` after `#` is missing\n"
    ),
    (#"{"form": "GET /a#/0"}"#, "`x-schemacheck` of a parameter has no property `form`"),
    ("[]", "`x-schemacheck` must be an object"),
  ])
  func wordsThatCannotBeRead(own: String, message: String) throws {
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/a"),
        LiveSite.get("/a/{x}", LiveSite.path("x", #", "x-schemacheck": \#(own)"#)),
      ])
    let scenario = site.check()
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.split(separator: "\n").count == 1)
    #expect(scenario.errors.contains(message), "\(scenario.errors)")
    #expect(try site.targets().isEmpty)
  }

  /// Two lists that do not agree in a common parameter: nothing is sent, and that is counted.
  @Test func valuesThatDoNotBelongTogether() throws {
    func list(_ path: String, _ parameter: String) -> String {
      LiveSite.get(
        path,
        more: #", "links": {"d": {"operationId": "getD", "parameters": {"#
          + #""team": "$response.body#/0/team", "\#(parameter)": "$response.body#/0/id"}}}"#)
    }
    let parameters = ["team", "y", "z"].map { LiveSite.path($0) }.joined(separator: ",")
    let site = try LiveSite(
      server,
      paths: [
        list("/alpha", "y"), list("/beta", "z"),
        LiveSite.get("/d/{team}/{y}/{z}", parameters)
          .replacing(#"{"get": {"#, with: #"{"get": {"operationId": "getD", "#),
      ],
      ["/alpha": #"[{"team": "A", "id": 1}]"#, "/beta": #"[{"team": "B", "id": 2}]"#])
    let scenario = site.check("--strict")
    #expect(scenario.code == .findings, "\(scenario.everything)")
    #expect(
      told(scenario).contains(
        "GET /d/{team}/{y}/{z} is not sent: no single response has values for all its parameters"),
      "\(scenario.errors)")
    #expect(scenario.errors.contains("not checked: 1 no parameter"), "\(scenario.errors)")
    #expect(try site.targets() == ["GET /alpha", "GET /beta"])
  }
}
