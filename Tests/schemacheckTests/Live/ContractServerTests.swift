@_spi(Engine) @testable import ContractReports
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `--all --pages` against a server for each contract, and what is planted there.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct ContractServerTests {
  private let server: LiveServer

  init() throws { server = try #require(LiveServer.current) }

  private struct Report {
    var scenario: Scenario
    /// `RULE PATH POINTER`, without the folder of the API.
    var findings: [String]
    var summary: [String: Any]
  }

  private func check(
    _ contract: String, _ fault: String, pages: Int = 4, _ more: String...
  ) throws -> Report {
    let base = server.url("/apis/\(contract)/\(fault)")
    let scenario = Scenario.run(
      [
        "check", "--server", base, "--all", "--pages", "\(pages)", "-c", contract, "-f", "json",
      ] + more)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(scenario.output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    return Report(
      scenario: scenario,
      findings: findings.map { finding in
        let file = (finding["file"] as? String ?? "").replacing(base, with: "")
        return [finding["rule"] as? String ?? "", file, finding["instance"] as? String ?? ""]
          .joined(separator: " ")
      },
      summary: try #require(report["summary"] as? [String: Any]))
  }

  private func requests(_ contract: String, _ fault: String) throws -> [String] {
    let prefix = "/apis/\(contract)/\(fault)"
    let answer = try LiveClient().send(LiveRequest(server.url("/requests?about=\(prefix)")))
    return String(decoding: answer.body, as: UTF8.self).split(separator: "\n").map {
      String($0.split(separator: " ")[1]).replacing(prefix, with: "")
    }
  }

  // MARK: Nothing planted

  @Test(arguments: [
    ("fotolokashen", 3, 9), ("fork-in-the-road", 12, 12), ("bmn-boston", 3, 5),
    ("unitedwerise-devices", 1, 1), ("social-posts", 2, 4),
  ])
  func everyOperationIsReachedAndRight(
    contract: String, operations: Int, exchanges: Int
  ) throws {
    let report = try check(contract, "none", pages: 3)
    #expect(report.scenario.code == .clean, "\(report.scenario.everything)")
    #expect(report.findings.isEmpty)
    let reached = report.summary["operations"] as? [[String: Any]] ?? []
    #expect(reached.count == operations, "\(report.scenario.errors)")
    #expect(reached.allSatisfy { ($0["checked"] as? Int ?? 0) > 0 })
    #expect(report.summary["checked"] as? Int ?? 0 >= exchanges, "\(report.scenario.errors)")
    #expect(report.summary["skipped"] as? [String: Int] == [:])
  }

  @Test func thePageAfterTheLastIsAskedForWhereThereIsRoom() throws {
    #expect(try check("bmn-boston", "none~room", pages: 4).scenario.code == .clean)
    #expect(
      Array(
        try requests("bmn-boston", "none~room").filter { $0.hasPrefix("/properties?") }.prefix(3))
        == ["/properties?page=2", "/properties?page=3", "/properties?page=4"])
  }

  /// A 4XX past the end is right, and is not counted.
  @Test func noPagePastTheEnd() throws {
    let report = try check("bmn-boston", "no-such-page")
    #expect(report.scenario.code == .clean, "\(report.scenario.everything)")
    #expect(try requests("bmn-boston", "no-such-page").contains("/properties?page=4"))
    #expect(report.summary["checked"] as? Int == 7, "\(report.scenario.errors)")
  }

  /// The rest of the query stays, and the walk begins where the URL says.
  @Test func aURLWithAQuery() throws {
    let path = "/api/v1/locations/public"
    func run(_ name: String, _ query: String, _ more: String...) -> Scenario {
      Scenario.run(
        ["check", server.url("/apis/fotolokashen/\(name)\(path)\(query)"), "-c", "fotolokashen"]
          + more)
    }
    let pages = run("query", "?limit=10&page=2&x=%20y", "--pages", "3")
    #expect(pages.code == .clean, "\(pages.everything)")
    #expect(
      try requests("fotolokashen", "query")
        == [2, 3, 4].map {
          "\(path)?limit=10&page=\($0)&x=%20y"
        })
    #expect(run("one", "").code == .clean)
    #expect(try requests("fotolokashen", "one") == [path])
  }

  // MARK: Planted faults

  /// Faults of a list with the requests and the places where they are found: `total ?page=2 /total`.
  private static func planted(
    _ contract: String, _ rule: String, _ path: String, _ faults: String...
  ) -> [(String, String, String)] {
    faults.map { line in
      let fault = line.prefix { $0 != " " }
      return (contract, String(fault), "\(rule) \(path)\(line.dropFirst(fault.count + 1))")
    }
  }

  private static let places = "/api/v1/locations/public"

  /// The common mistakes of the documents, as far as answers show them.
  private static let commonMistakes: [(String, String, String)] = [
    planted("fotolokashen", "coordinate-names", places, "coordinates  /locations/1/latitude"),
    planted("fotolokashen", "explicit-null", places, "omitted-null  /locations/1"),
    planted("fotolokashen", "iso-dates", places, "date  /locations/1/savedAt"),
    planted("fotolokashen", "pagination-shape", places, "no-pagination  "),
    planted(
      "fork-in-the-road", "key-case", "/api/collections", "camel  /collections/1/restaurantIds"),
    planted(
      "fork-in-the-road", "decodable", "/api/collections",
      "undecodable-key  /collections/1/restaurantIDs"),
    planted(
      "fork-in-the-road", "iso-dates", "/api/collections", "fraction  /collections/1/created_at"),
    planted("bmn-boston", "coordinate-names", "/properties", "coordinates  /properties/1/lat"),
    planted(
      "bmn-boston", "schema", "/properties", "integer-key  /properties/4/listing_key",
      "price  /properties/1/list_price"),
    planted("bmn-boston", "iso-dates", "/slots", "time  /1/time"),
    planted(
      "unitedwerise-devices", "secret-exposure", "/api/devices", "token  /data/1/deviceToken"),
    planted(
      "unitedwerise-devices", "device-platform", "/api/devices", "platform  /data/1/platform"),
    planted("unitedwerise-devices", "schema", "/api/devices", "failure  /success"),
    planted("social-posts", "explicit-null", "/posts", "no-avatar  /1/author"),
    planted("social-posts", "iso-dates", "/posts", "fraction  /1/createdAt"),
    planted("social-posts", "schema", "/posts", "envelope  "),
  ].flatMap(\.self)

  @Test(arguments: commonMistakes)
  func oneMistakeOneFinding(contract: String, fault: String, finding: String) throws {
    let report = try check(contract, fault, pages: 3)
    #expect(report.findings == [finding], "\(report.scenario.everything)")
  }

  /// What is wrong between pages, in the three ways in which the contracts number them.
  private static let betweenPages: [(String, String, String)] = [
    planted(
      "fotolokashen", "page-sequence", places, "overlap ?page=2 /locations/0/id",
      "twice ?page=2 /locations/7/id", "same ?page=2 /locations",
      "total ?page=2 /pagination/total", "gap ?page=2 /locations", "empty ?page=2 /locations",
      "past-end ?page=4 /locations", "clamp ?page=4 /locations"),
    // The page alone is wrong.
    planted(
      "fotolokashen", "pagination-arithmetic", places, "last-page ?page=3 /pagination/hasMore",
      "not-last  /pagination/hasMore"),
    planted(
      "bmn-boston", "page-sequence", "/properties", "overlap ?page=2 /properties/0/listing_key",
      "twice ?page=2 /properties/7/listing_key", "same ?page=2 /properties",
      "total ?page=2 /total", "gap ?page=2 /properties", "past-end ?page=4 /properties",
      "clamp ?page=4 /properties"),
    planted(
      "social-posts", "page-sequence", "/posts", "overlap ?page=2 /0/id", "twice ?page=2 /7/id",
      "same ?page=2 ", "gap ?page=2 "),
  ].flatMap(\.self)

  @Test(arguments: betweenPages)
  func mistakesBetweenPages(contract: String, fault: String, finding: String) throws {
    let report = try check(contract, fault)
    #expect(report.findings == [finding], "\(report.scenario.everything)")
    #expect(report.scenario.code == .findings)
  }

  /// What was different when the pages were asked for once more is no mistake.
  @Test(arguments: ["fotolokashen", "bmn-boston", "social-posts"])
  func dataThatMoves(contract: String) throws {
    let report = try check(contract, "moves-\(contract)")
    #expect(report.scenario.code == .clean, "\(report.scenario.everything)")
  }

  @Test func whatIsPrinted() throws {
    let base = server.url("/apis/fotolokashen/overlap~printed")
    let run = Scenario.run([
      "check", "\(base)/api/v1/locations/public", "--pages", "2", "-c", "fotolokashen", "-q",
    ])
    #expect(run.code == .findings && run.errors.isEmpty, "\(run.errors)")
    let lines = run.output.replacing(base, with: "URL").split(separator: "\n")
    // How often depends on the time.
    #expect(
      lines.filter { !$0.contains("= how often: ") }.joined(separator: "\n") == """
        error[page-sequence]: this item was already on page 1, with the same `id`
          --> URL/api/v1/locations/public?page=2:4:10
              GET /api/v1/locations/public → 200
           | /locations/0/id
          4|    "id": 61,
           |          ^^ begin after the last item of the previous page
           = why: the app shows an item twice, misses an item, or asks for a page that
             does not exist
           = see: schemacheck explain page-sequence
        """)
    // The two pages were asked for once more.
    #expect(
      try requests("fotolokashen", "overlap~printed").filter { $0.contains("public") }.suffix(4)
        == [
          "/api/v1/locations/public", "/api/v1/locations/public?page=2", "/api/v1/locations/public",
          "/api/v1/locations/public?page=2",
        ])
  }

  /// No secret of an item gets into a message: only the name of its key.
  @Test func secretsAreNotShown() throws {
    let base = server.url("/apis/others/secret")
    let folder = try TemporaryFolder()
    let contract = try folder.write(Self.others, to: "others.json")
    for format in ["text", "concise", "json", "sarif", "html"] {
      let run = Scenario.run([
        "check", "\(base)/header", "--pages", "3", "-c", contract, "-f", format,
      ])
      #expect(run.code == .findings)
      #expect(run.everything.contains("page-sequence"))
      #expect(!run.everything.contains("0123456789abcdef0123"), "\(format)")
    }
  }

  // MARK: Other ways to ask for pages

  private static let others = """
    {"openapi": "3.1.0", "info": {"title": "Others", "version": "1"}, "x-schemacheck": {},
     "paths": {
      "/offset": {"get": {"parameters": [{"name": "offset", "in": "query", "schema":
       {"type": "integer"}}, {"name": "limit", "in": "query", "schema": {"type": "integer"}}],
       "responses": {"200": {"$ref": "#/components/responses/Any"}}}},
      "/cursor": {"get": {"parameters": [{"name": "cursor", "in": "query", "schema":
       {"type": "string"}}], "responses": {"200": {"$ref": "#/components/responses/Any"}}}},
      "/keys": {"get": {"parameters": [{"name": "starting_after", "in": "query", "schema":
       {"type": "string"}}], "responses": {"200": {"$ref": "#/components/responses/Any"}}}},
      "/flags": {"get": {"parameters": [{"name": "page", "in": "query", "schema":
       {"type": "integer"}}], "responses": {"200": {"$ref": "#/components/responses/Any"}}}},
      "/links": {"get": {"responses": {"200": {"$ref": "#/components/responses/Any"}}}},
      "/header": {"get": {"responses": {"200": {"$ref": "#/components/responses/Any"}}}}},
     "components": {"responses": {"Any": {"description": "", "content":
      {"application/json": {"schema": {}}}}}}}
    """

  private func checkOther(
    _ path: String, _ fault: String, pages: Int = 5
  ) throws -> (findings: [String], pages: [String], errors: String) {
    let folder = try TemporaryFolder()
    let contract = try folder.write(Self.others, to: "others.json")
    let base = server.url("/apis/others/\(fault)")
    let run = Scenario.run([
      "check", "\(base)/\(path)", "--pages", "\(pages)", "-c", contract, "-f", "concise",
    ])
    let lines = run.output.replacing(base, with: "").split(separator: "\n").map(String.init)
    return (lines, try requests("others", fault), run.errors.replacing(base, with: ""))
  }

  private static let ways: [(String, [String])] = [
    ("offset", ["/offset", "/offset?offset=3", "/offset?offset=6", "/offset?offset=9"]),
    ("cursor", ["/cursor", "/cursor?cursor=c3", "/cursor?cursor=c6"]),
    ("keys", ["/keys", "/keys?starting_after=i3", "/keys?starting_after=i6"]),
    ("flags", ["/flags", "/flags?page=2", "/flags?page=3", "/flags?page=4"]),
    ("links", ["/links", "/links?cursor=c3", "/links?cursor=c6"]),
    ("header", ["/header", "/header?cursor=c3", "/header?cursor=c6"]),
  ]

  @Test(arguments: ways)
  func pagesAreAskedFor(path: String, pages: [String]) throws {
    // A fault of that name is planted nowhere.
    let walk = try checkOther(path, "none-\(path)")
    #expect(walk.findings == [])
    #expect(walk.pages == pages, "\(walk.errors)")
    #expect(try checkOther(path, "two-\(path)", pages: 2).pages == Array(pages.prefix(2)))
  }

  private static let otherMistakes: [(String, String, String)] = [
    (
      "offset", "overlap",
      "/offset?offset=3:4:10: error[page-sequence] this item was already on "
        + "page 1, "
    ),
    ("offset", "gap", "/offset?offset=3:2:11: error[page-sequence] the page has 2 items; it "),
    ("offset", "total", "/offset?offset=3:16:11: error[page-sequence] `total` is 8; on "),
    (
      "cursor", "overlap",
      "/cursor?cursor=c3:4:10: error[page-sequence] this item was already on "
        + "page 1, "
    ),
    (
      "cursor", "gap",
      "/cursor?cursor=c6:10:12: error[page-sequence] `total` is 7, but all 3 pages "
    ),
    ("cursor", "loop", "/cursor?cursor=c3:17:17: error[page-sequence] `nextCursor` leads to page "),
    ("cursor", "no-way", "/cursor?cursor=c3:19:14: error[page-sequence] `hasMore` is true, but "),
    (
      "keys", "overlap",
      "/keys?starting_after=i3:4:10: error[page-sequence] this item was already "
        + "on "
    ),
    ("flags", "last-page", "/flags?page=3:8:13: error[page-sequence] `hasMore` is true, but the "),
    ("flags", "not-last", "/flags:16:13: error[page-sequence] `hasMore` is false, but the next "),
    ("flags", "past-end", "/flags?page=3:8:13: error[page-sequence] `hasMore` is false, but the "),
    (
      "links", "overlap",
      "/links?cursor=c3:4:10: error[page-sequence] this item was already on "
        + "page 1, "
    ),
    (
      "header", "overlap",
      "/header?cursor=c3:3:9: error[page-sequence] this item was already on "
        + "page 1, "
    ),
  ]

  @Test(arguments: otherMistakes)
  func mistakesOfOtherWays(path: String, fault: String, start: String) throws {
    let findings = try checkOther(path, fault).findings
    #expect(findings.count == 1 && findings[0].hasPrefix(start), "\(findings)")
  }

  /// A link may lead anywhere; nothing but the list's own server and API is asked.
  @Test(arguments: [
    ("away", "it leads to http://localhost:OTHER, not http://127.0.0.1:PORT"),
    ("above", "it leads to a URL outside of the base path `/apis/others/above`"),
    ("parameters", "it leads to a URL outside of the base path `/apis/others/parameters`"),
    ("encoded", "it leads to a URL outside of the base path `/apis/others/encoded`"),
    ("backslash", "it leads to a URL outside of the base path `/apis/others/backslash`"),
  ])
  func linksThatAreNotFollowed(fault: String, reason: String) throws {
    let walk = try checkOther("links", fault)
    let reason = reason.replacing("OTHER", with: "\(server.otherOrigin)")
      .replacing("PORT", with: "\(server.origin)")
    #expect(walk.pages == ["/links"])
    #expect(
      walk.errors.contains("/links: the link to the next page is not followed: \(reason)\n"),
      "\(walk.errors)")
  }
}
