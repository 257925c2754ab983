import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What stands for secrets in a record is found wrong exactly where the secrets were.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveRecordSecretsTests {
  private let server: LiveServer
  private let folder: TemporaryFolder

  init() throws {
    server = try #require(LiveServer.current)
    folder = try TemporaryFolder()
  }

  /// A property whose value the contract limits.
  struct Limit: Sendable, CustomTestStringConvertible {
    let property: String
    let schema: String
    let value: String
    /// What of it must not be in the record; nil for what the contract itself lists.
    let secret: String?
    var isWrong = false

    var testDescription: String { "\(property): \(schema), \(value)" }
  }

  private static let uuid = "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$"

  private static let limits: [Limit] = [
    Limit(
      property: "accessToken", schema: #"{"pattern": "^sk_live_[0-9a-z]+$"}"#,
      value: #""sk_live_4242abcd""#, secret: "4242abcd"),
    Limit(
      property: "accessToken", schema: #"{"pattern": "^eyJ"}"#,
      value: #""eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sflKxwRJSMeKKF2QT4f""#, secret: "hbGciOiJI"),
    Limit(
      property: "accessToken", schema: #"{"pattern": "^(sk|pk)_(test|live)_\\w+$"}"#,
      value: #""pk_test_88aaZZ""#, secret: "88aaZZ"),
    Limit(
      property: "apiKey", schema: #"{"enum": ["k-alpha", "k-beta"]}"#, value: #""k-beta""#,
      secret: nil),
    Limit(
      property: "refreshToken", schema: #"{"const": "r-fixed-77"}"#, value: #""r-fixed-77""#,
      secret: nil),
    Limit(
      property: "pin", schema: #"{"pattern": "^[1-9][0-9]{3}$"}"#, value: #""4711""#,
      secret: "4711"),
    Limit(
      property: "pin", schema: #"{"pattern": "^0[0-9]{3}$"}"#, value: #""0711""#, secret: "0711"),
    Limit(
      property: "pin", schema: #"{"type": "integer", "minimum": 4000, "maximum": 4999}"#,
      value: "4711", secret: "4711"),
    // No other value is likely to be one, so the record says what is not to be found.
    Limit(
      property: "pin", schema: #"{"type": "integer", "multipleOf": 1171}"#, value: "4684",
      secret: "4684"),
    Limit(
      property: "password", schema: #"{"format": "ipv6"}"#, value: #""2001:db8::8a2e:370:7334""#,
      secret: "8a2e:370:7334"),
    Limit(
      property: "accessTokens", schema: #"{"uniqueItems": true}"#,
      value: #"["tok-aa11", "tok-bb22"]"#, secret: "tok-aa11"),
    Limit(
      property: "sessionToken", schema: #"{"pattern": "\#(uuid)"}"#,
      value: #""3f2504e0-4f89-41d3-9a0c-0305e82c3301""#, secret: "3f2504e0"),
    Limit(
      property: "accessToken",
      schema: #"{"anyOf": [{"maxLength": 2}, {"pattern": "^tok#[0-9]+$"}]}"#,
      value: #""tok#12345""#, secret: "12345"),
    // And what was wrong stays wrong.
    Limit(
      property: "accessToken", schema: #"{"pattern": "^sk_live_[0-9a-z]+$"}"#,
      value: #""pk_test_4242abcd""#, secret: "4242abcd", isWrong: true),
    Limit(
      property: "apiKey", schema: #"{"enum": ["k-alpha", "k-beta"]}"#, value: #""k-gamma""#,
      secret: "k-gamma", isWrong: true),
    Limit(
      property: "pin", schema: #"{"type": "integer", "maximum": 9000}"#, value: "9512",
      secret: "9512", isWrong: true),
    Limit(
      property: "accessTokens", schema: #"{"uniqueItems": true}"#, value: #"["tok-1a", "tok-1a"]"#,
      secret: "tok-1a", isWrong: true),
    Limit(
      property: "accessToken", schema: #"{"pattern": "^[^q]*$"}"#, value: #""aqua-77""#,
      secret: "aqua-77", isWrong: true),
    Limit(
      property: "accessToken", schema: #"{"pattern": "^[A-Z]+$"}"#, value: #""ABCd""#,
      secret: "ABCd", isWrong: true),
    Limit(
      property: "password", schema: #"{"minLength": 8}"#, value: #""abc1""#, secret: "abc1",
      isWrong: true),
  ]

  @Test(arguments: limits, ["live.ndjson", "live.har"])
  func theSameIsFound(limit: Limit, name: String) throws {
    let schema = #"{"type": "object", "properties": {"\#(limit.property)": \#(limit.schema)}}"#
    let site = try LiveSite(
      server, paths: [LiveSite.get("/session", schema: schema)],
      ["/session": #"{"\#(limit.property)": \#(limit.value)}"#])
    let record = folder.path + "/" + name
    let live = site.check(["--record", record], format: "json")
    #expect(live.code == (limit.isWrong ? .findings : .clean), "\(live.everything)")
    let text = try String(contentsOfFile: record, encoding: .utf8)
    if let secret = limit.secret {
      #expect(!text.contains(secret), "\(text)")
    } else {
      #expect(text.contains(limit.value.replacing("\"", with: "")), "\(text)")
    }
    let again = site.recheck(record)
    #expect(again.code == live.code, "\(again.errors)")
    #expect(
      try LiveSite.places(again.output) == LiveSite.places(live.output), "\(text)")
    if limit.schema.contains("multipleOf") { #expect(text.contains("iveVerdict"), "\(text)") }
  }

  /// Different secrets stay different, and the same one stays the same.
  @Test func secretsStayApart() throws {
    let site = try LiveSite(
      server, paths: [LiveSite.get("/a")],
      ["/a": #"[{"accessToken": "tok-77"}, {"accessToken": "tok-78"}, {"accessToken": "tok-77"}]"#])
    let record = folder.path + "/live.ndjson"
    #expect(site.check("--record", record).code == .clean)
    let text = try String(contentsOfFile: record, encoding: .utf8)
    let tokens = text.matches(of: /"accessToken": "([g-z]{3}-[1-9]{2})"/).map(\.1)
    #expect(tokens.count == 3, "\(text)")
    #expect(tokens[0] == tokens[2] && tokens[0] != tokens[1] && tokens[0] != "tok-77")
  }

  /// What a server sends back as the name of a property.
  @Test(arguments: ["live.ndjson", "live.har"])
  func namesOfProperties(name: String) throws {
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get(
          "/a",
          schema: #"{"type": "object", "properties": {"b": {}}, "additionalProperties": false}"#)
      ], ["/a": #"{"b": 1, "k7zq": 2}"#])
    let record = folder.path + "/" + name
    let live = site.check(
      ["--record", record, "--header", "X-Api-Key:env:KEY"], variables: ["KEY": "k7zq"],
      format: "json")
    #expect(live.code == .findings && !live.everything.contains("k7zq"))
    let text = try String(contentsOfFile: record, encoding: .utf8)
    #expect(!text.contains("k7zq") && !text.contains("iveVerdict"), "\(text)")
    let again = site.recheck(record)
    #expect(again.code == .findings)
    #expect(try LiveSite.places(again.output).count == LiveSite.places(live.output).count)
  }

  /// A mark says what is not to be found at one place; it hides nothing else.
  @Test func aMarkHidesNoOther() throws {
    let schema = #"{"type": "object", "properties": {"pin": {"type": "integer", "maximum": 9}}}"#
    let site = try LiveSite(server, paths: [LiveSite.get("/a", schema: schema)])
    func check(_ mark: String) -> Scenario {
      Scenario.run(
        "check", "-", "-c", site.contract, "-f", "concise",
        input:
          #"{"method": "GET", "url": "/a", "status": 200\#(mark), "responseBody": {"pin": 10}}"#)
    }
    func mark(_ keyword: String, _ instance: String, replaced: String = "/pin") -> String {
      #", "liveVerdict": {"accepted": [{"rule": "schema", "part": "response", "instance": "\#(instance)", "keyword": "\#(keyword)"}], "replaced": [{"part": "response", "instance": "\#(replaced)"}]}"#
    }
    #expect(check("").code == .findings)
    let marked = check(mark("maximum", "/pin"))
    #expect(marked.code == .clean)
    #expect(
      marked.errors.hasPrefix(
        "<stdin>:1:1: 1 finding is not reported: the recorder replaced a secret there, and the "
          + "live check found no mistake (`liveVerdict`)\n"), "\(marked.errors)")
    #expect(marked.errors.contains("; 1 at masked secrets\n"), "\(marked.errors)")
    #expect(check(mark("maximum", "/pin", replaced: "")).code == .clean)
    let old = mark("maximum", "/pin").replacing(#"replaced"#, with: "Replaced")
    // A secret in an object is no excuse for the object.
    func checkWhole(_ body: String) -> Scenario {
      Scenario.run(
        "check", "-", "-c", site.contract, "-f", "concise",
        input:
          #"{"method": "GET", "url": "/a", "status": 200, "liveVerdict": {"accepted": [{"rule": "schema", "part": "response", "instance": "", "keyword": "type"}], "replaced": [{"part": "response", "instance": ""}]}, "responseBody": \#(body)}"#
      )
    }
    #expect(checkWhole(#"[{"password": "hunter2hunter2"}]"#).code == .findings)
    for other in [
      mark("minimum", "/pin"), mark("maximum", "/pen"), #", "liveVerdict": 1"#, old,
      mark("maximum", "/pin", replaced: "/pen"), mark("maximum", "/pin", replaced: "/pin/a"),
    ] {
      #expect(check(other).code == .findings, "\(other)")
    }
  }

  /// Pages that do not fit together are found in the record, too.
  @Test(arguments: ["live.ndjson", "live.har"])
  func pages(name: String) throws {
    let page = #"{"name": "page", "in": "query", "schema": {"type": "integer"}}"#
    let site = try LiveSite(
      server, paths: [LiveSite.get("/list", page)],
      [
        "/list": #"{"items": [{"id": 1}, {"id": 2}], "total": 5}"#,
        "/list?page=2": #"{"items": [{"id": 2}, {"id": 3}], "total": 5}"#,
        "/list?page=3": #"{"items": [{"id": 4}], "total": 4}"#,
      ])
    let record = folder.path + "/" + name
    let live = site.check(["--pages", "9", "--record", record], format: "json")
    let again = site.recheck(record)
    #expect(again.code == live.code, "\(again.everything)")
    func messages(_ report: String) -> [String] {
      report.matches(of: /"message":"([^"]*)"/).map { String($0.1) }
    }
    #expect(messages(live.output).count == 2, "\(live.output)")
    #expect(messages(again.output) == messages(live.output))
    #expect(try LiveSite.places(again.output) == LiveSite.places(live.output))
    // The rule can be turned off there as well.
    let off = site.recheck(record, "--rule", "page-sequence=off")
    #expect(messages(off.output).isEmpty, "\(off.everything)")
  }
}
