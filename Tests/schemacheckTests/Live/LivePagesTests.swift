import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The end of lists that are asked for page by page, and what tells their items apart.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LivePagesTests {
  private let server: LiveServer

  init() throws { server = try #require(LiveServer.current) }

  private static func query(_ name: String, _ schema: String) -> String {
    #"{"name": "\#(name)", "in": "query", "schema": \#(schema)}"#
  }
  private static let page = query("page", #"{"type": "integer"}"#)
  private static let sized = page + ", " + query("limit", #"{"type": "integer", "default": 2}"#)
  private static let offset = query("offset", #"{"type": "integer"}"#)

  private func site(_ parameters: String, _ pages: [String: [LiveSite.Reply]]) throws -> LiveSite {
    let site = try LiveSite(server, paths: [LiveSite.get("/list", parameters)])
    try site.answer(
      Dictionary(uniqueKeysWithValues: pages.map { ("/list\($0.key)", $0.value) }))
    return site
  }

  private func site(_ parameters: String, _ pages: [String: String]) throws -> LiveSite {
    try site(parameters, pages.mapValues { [LiveSite.Reply(text: $0)] })
  }

  /// Nobody said that there is another page: a 404 is its end.
  @Test(
    arguments: [
      (page, ["": "[1, 2]", "?page=2": "[3]"], "?page=3"),
      (
        page,
        [
          "": #"{"items": [1, 2], "page": 1, "total": 3}"#,
          "?page=2": #"{"items": [3], "page": 2, "total": 3}"#,
        ],
        "?page=3"
      ),
      (
        page, ["": #"{"items": [1, 2], "page": 0}"#, "?page=1": #"{"items": [3], "page": 1}"#],
        "?page=2"
      ),
      (sized, ["": "[1, 2]", "?page=2": "[3, 4]"], "?page=3"),
      (offset, ["": "[1, 2]", "?offset=2": "[3]"], "?offset=3"),
      (page, ["": #"{"items": [1, 2], "hasMore": false}"#], "?page=2"),
    ] as [(String, [String: String], String)])
  func theEndIsNoMistake(parameters: String, pages: [String: String], last: String) throws {
    let site = try self.site(parameters, pages)
    let scenario = site.check("--pages", "9")
    #expect(scenario.code == .clean && scenario.output.isEmpty, "\(scenario.everything)")
    #expect(
      try site.targets() == (pages.keys + [last]).map { "GET /list\($0)" }.sorted(),
      "\(scenario.errors)")
    #expect(scenario.errors.contains("\(pages.count) of \(pages.count) request"))
  }

  /// Here the server did say so.
  @Test(arguments: [
    (page, #"{"items": [1, 2], "page": 1, "total": 3}"#, "?page=2"),
    (page, #"{"items": [1, 2], "hasMore": true}"#, "?page=2"),
    (page, #"{"items": [1, 2], "page": 1, "totalPages": 2}"#, "?page=2"),
    (offset, #"{"items": [1, 2], "limit": 2, "total": 3}"#, "?offset=2"),
    (query("cursor", #"{"type": "string"}"#), #"{"items": [1], "nextCursor": "c"}"#, "?cursor=c"),
    ("", #"{"items": [1], "next": "?from=c"}"#, "?from=c"),
  ])
  func anAnnouncedPageIsThere(parameters: String, first: String, second: String) throws {
    let site = try self.site(parameters, ["": first])
    let scenario = site.check("--pages", "9")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.hasPrefix(
        "SITE/list\(second):1:1: error[unexpected-status] the server sent 404, not 2XX"),
      "\(scenario.everything)")
    #expect(scenario.output.split(separator: "\n").count == 1)
  }

  /// A page that is not asked for is counted, not only told.
  @Test func pagesThatAreNotFollowed() throws {
    let site = try self.site(
      "", ["": #"{"items": [1], "next": "http://h.example/list?page=2"}"#])
    let scenario = site.check("--pages", "9")
    #expect(scenario.code == .clean)
    #expect(
      scenario.errors == """
        SITE/list: the link to the next page is not followed: it leads to http://h.example, not \
        http://127.0.0.1:\(server.origin)
        no findings
        1 of 2 requests checked
        not checked: 1 page not followed

        """)
    let strict = site.check("--pages", "9", "--strict")
    #expect(strict.code == .findings)
    #expect(strict.errors.contains("with certainty: 1 page-not-followed\n"))
  }

  /// These statuses say nothing of the page.
  @Test(arguments: [(400, false), (410, false), (422, false), (401, true), (403, true)])
  func otherStatuses(status: Int, isFinding: Bool) throws {
    let site = try self.site(
      Self.page,
      ["": [LiveSite.Reply(text: "[1]")], "?page=2": [LiveSite.Reply(status: status, text: "{}")]])
    let scenario = site.check("--pages", "9")
    #expect(scenario.output.contains("sent \(status)") == isFinding, "\(scenario.everything)")
    #expect((scenario.code == .findings) == isFinding)
  }

  /// Items of two kinds may have the same id.
  @Test(arguments: ["type", "kind", "object", "__typename"])
  func kindsOfItems(name: String) throws {
    func item(_ kind: String, _ id: Int) -> String { #"{"\#(name)": "\#(kind)", "id": \#(id)}"# }
    func check(_ second: String) throws -> Scenario {
      try site(Self.page, ["": "[\(item("post", 1))]", "?page=2": "[\(second)]", "?page=3": "[]"])
        .check("--pages", "9")
    }
    let two = try check(item("comment", 1))
    #expect(two.code == .clean, "\(two.everything)")
    let same = try check(item("post", 1) + ", " + item("post", 2))
    #expect(
      same.output.contains("[page-sequence] this item was already on page 1"),
      "\(same.everything)")
  }
}
