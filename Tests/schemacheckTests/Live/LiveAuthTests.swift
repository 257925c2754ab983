import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What a contract documents of credentials and media types is what is sent.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveAuthTests {
  private let server: LiveServer
  private static let secret = "s3cr3t-value-1"

  init() throws { server = try #require(LiveServer.current) }

  private func site(_ security: String) throws -> LiveSite {
    try LiveSite(
      server,
      paths: [
        #""/a": {"get": {"security": \#(security), "responses": {"200": {"description": "", "#
          + #""content": {"application/hal+json": {"schema": {"type": "array"}}}}}}}"#,
        LiveSite.get("/open"),
      ],
      components: #"""
        "securitySchemes": {
          "head": {"type": "apiKey", "in": "header", "name": "X-Api-Key"},
          "query": {"type": "apiKey", "in": "query", "name": "key"},
          "jar": {"type": "apiKey", "in": "cookie", "name": "sid"},
          "token": {"type": "http", "scheme": "bearer"},
          "name": {"type": "http", "scheme": "basic"},
          "other": {"type": "oauth2", "flows": {}}
        }
        """#)
  }

  @Test(arguments: [
    ("head", "x-api-key", "s3cr3t-value-1"), ("jar", "cookie", "sid=s3cr3t-value-1"),
    ("token", "authorization", "Bearer s3cr3t-value-1"),
    ("other", "authorization", "Bearer s3cr3t-value-1"), ("query", "", ""),
  ])
  func aSchemeIsFilled(_ scheme: String, _ header: String, _ value: String) throws {
    // The first way cannot be filled.
    let site = try site(#"[{"name": [], "\#(scheme)": []}, {"\#(scheme)": []}]"#)
    let reply = LiveSite.Reply(text: "[]", headers: ["Content-Type": "application/hal+json"])
    try site.answer([
      "/a": [reply], "/a?key=\(Self.secret)": [reply], "/open": [LiveSite.Reply(text: "[]")],
    ])
    let folder = try TemporaryFolder()
    let record = folder.path + "/live.har"
    let run = site.check(
      ["--auth", "\(scheme):env:KEY", "--record", record], variables: ["KEY": Self.secret],
      format: "json")
    #expect(run.code == .clean, "\(run.errors)")
    for request in try site.requests() {
      let isOpen = request.path.hasSuffix("/open")
      if scheme == "query" {
        #expect(request.path.contains("key=\(Self.secret)") != isOpen, "\(request.path)")
      } else {
        #expect(request.headers[header] == (isOpen ? nil : value))
      }
      #expect(request.headers["accept"] == (isOpen ? "application/json" : "application/hal+json"))
    }
    let written = try String(contentsOfFile: record, encoding: .utf8)
    #expect(!(written + run.everything).contains(Self.secret))
  }

  @Test func theAdviceIsOfTheScheme() throws {
    let site = try site(#"[{"head": []}]"#)
    try site.answer(["/a": [LiveSite.Reply(status: 401, text: "{}")]])
    let run = site.check([], format: "text")
    #expect(
      run.output.contains("send the header `X-Api-Key` with `--auth head:env:VARIABLE`"),
      "\(run.output)")
  }

  @Test(arguments: [
    ("nope:env:KEY", "no operation asks for the security scheme `nope`"),
    ("head", "`--auth` takes `SCHEME:env:VARIABLE`"),
    ("head:env:NONE", "the variable `NONE` is not set or is empty"),
  ])
  func whatCannotBeFilledIsRefused(_ option: String, _ words: String) throws {
    let run = try site(#"[{"head": []}]"#).check(["--auth", option])
    #expect(run.code == .error && run.errors.contains(words), "\(run.errors)")
  }

  // MARK: Requests without an answer

  @Test func aRequestWithoutAnAnswerIsInEveryReport() throws {
    let site = try LiveSite(server, paths: [LiveSite.get("/a"), LiveSite.get("/b")])
    let base = "http://127.0.0.1:\(server.closedPort)/x"
    for (format, words) in [
      ("json", #""unanswered":[{"operation":"GET /a""#), ("junit", "<error message="),
      ("sarif", #""executionSuccessful":false"#), ("markdown", "| no response from |"),
      ("html", "<h2 id=\"unanswered\">"), ("verdicts", #""verdict":"unreadable""#),
    ] {
      let run = site.check(["--server", base, "--all"], sweeps: false, format: format)
      #expect(run.code == .error && run.output.contains(words), "\(format): \(run.output)")
      #expect(run.output.contains("/x/b"), "\(format)")
    }
  }

  // MARK: Watching

  /// Requests are sent again; what is as before is not shown.
  @Test func aServerIsWatched() throws {
    let site = try LiveSite(server, paths: [LiveSite.get("/a", schema: #"{"type": "array"}"#)])
    try site.answer(["/a": [LiveSite.Reply(text: "[]")]])
    let folder = try TemporaryFolder()
    let run = try WatchTests.Run(
      [
        "check", "-c", site.contract, "--server", site.base, "--all", "--watch", "--interval", "1",
        "-f", "concise",
      ], in: folder)
    _ = run.text(until: "watching 1 file and sending requests every 1 s; Ctrl-C ends this\n")
    while try site.requests().count < 3 { usleep(100_000) }
    try site.answer(["/a": [LiveSite.Reply(text: "{}")]])
    let wrong = run.text(until: " checked\n")
    #expect(
      wrong.hasPrefix("requests sent again: 1 new finding, 0 gone, 0 unchanged\n"), "\(wrong)")
    #expect(run.interrupt() == 1)
  }

  // MARK: Contracts from a URL

  @Test func aContractIsReadFromThisMachine() throws {
    let site = try LiveSite(server, paths: [LiveSite.get("/a")])
    let contract = try String(contentsOfFile: site.contract, encoding: .utf8)
    try site.answer([
      "/a": [LiveSite.Reply(text: "[]")], "/openapi.json": [LiveSite.Reply(text: contract)],
    ])
    let url = server.url("/site/\(site.name)/openapi.json")
    let run = Scenario.run(
      "check", server.url("/site/\(site.name)/a"), "-c", url, "--base-path", "/site/\(site.name)")
    #expect(run.code == .clean, "\(run.everything)")
    let other = Scenario.run("check", server.url("/a"), "-c", "https://h.example/openapi.json")
    #expect(
      other.code == .error && other.errors.contains("--allow-contract-url"), "\(other.errors)")
  }

  @Test(arguments: ["127.0.0.1:8000/x", "localhost:8000", "api.example.com/a/b"])
  func aSchemeIsMissing(_ text: String) {
    let run = Scenario.run("check", text, "-c", "fotolokashen")
    #expect(run.code == .error && run.errors.contains("; for a URL, write `http"), "\(run.errors)")
  }
}
