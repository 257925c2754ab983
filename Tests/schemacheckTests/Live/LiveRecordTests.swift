import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// `--record`: what is kept, that no secret is, and that it is found wrong as the live answers were.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveRecordTests {
  private let server: LiveServer
  private let folder: TemporaryFolder
  private static let key = "k3y-Secret-77"
  private static let token = String(repeating: "5eC7e", count: 12) + "4a1b"

  init() throws {
    server = try #require(LiveServer.current)
    folder = try TemporaryFolder()
  }

  /// A schema with what the rules look for.
  private static let schema = """
    {"type": "object", "properties": {
      "id": {"type": "integer"}, "name": {"type": "string", "minLength": 3},
      "platform": {"enum": ["ios", "android"]}, "deviceToken": {"type": "string"},
      "accessToken": {"type": "string", "minLength": 20, "pattern": "^[a-z]+[.]"},
      "password": {"type": ["string", "null"], "maxLength": 8},
      "pin": {"type": "integer", "maximum": 9999}, "createdAt": {"type": "string"},
      "latitude": {"type": "number"}, "urls": {"type": "array", "items": {"format": "uri"}},
      "sessions": {"type": "object", "additionalProperties": {"type": "string"}}}}
    """

  private static let replies: [LiveSite.Reply] = {
    let bodies = [
      "{}", #"{"id": "1", "name": "ab"}"#, #"{"deviceToken": "\#(token)", "platform": "ios"}"#,
      #"{"deviceToken": "abc", "platform": "iOS"}"#,
      #"{"deviceToken": "zz\#(token.dropFirst(2))", "platform": "ios"}"#,
      #"{"accessToken": "Secret", "password": "Secret-Secret", "pin": 123456}"#,
      #"{"accessToken": "\#(key)", "password": null, "pin": "1234"}"#,
      #"{"name": "\#(key)", "extra": "Bearer \#(key)"}"#,
      #"{"refreshToken": "Secret-4711", "passwordHash": ["Secret"], "credentials": {"user": "Secret"}}"#,
      #"{"urls": ["https://h/?token=Secret-Secret1&x=1", "no url", "https://al:Secret@h/"]}"#,
      #"{"sessions": {"a": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJTZWNyZXQifQ.U2VjcmV0U2VjcmV0", "b": 1}}"#,
      #"{"createdAt": "Tue Mar 03 2026 10:00:00 GMT", "lat": "12"}"#,
      #"{"id": 1, "id": 2, "name": "\ud83d"}"#, "[]", "null", #""text""#, "12", "", " \n",
      "{\"id\": 1",
      #"{"password": "Secret"#, "<html>password=Secret</html>",
      "\u{FEFF}{\"id\": true}",
      "{\n  \"id\": \"x\",\r\n  \"name\": 5\n}", #"{"id": 9223372036854775808}"#,
    ]
    var replies = bodies.map { LiveSite.Reply(text: $0) }
    replies += [
      LiveSite.Reply(status: 401, text: #"{"message": "no \#(key)"}"#),
      LiveSite.Reply(status: 404, text: "gone", headers: ["Content-Type": "text/plain"]),
      LiveSite.Reply(status: 418, text: #"{"token": "Secret"}"#),
      LiveSite.Reply(status: 204), LiveSite.Reply(status: 304),
      LiveSite.Reply(text: "<html>Secret</html>", headers: ["Content-Type": "text/html"]),
      LiveSite.Reply(text: #"{"id": "7"}"#, headers: ["Content-Type": "application/problem+json"]),
      LiveSite.Reply(
        text: #"{"id": "7"}"#,
        headers: [
          "Set-Cookie": "sid=Secret-1; Path=/", "X-Count": "many", "X-Auth-Token": "Secret",
        ]),
      LiveSite.Reply(text: #"{"id": "7"}"#, gzip: true),
    ]
    return replies
  }()

  private func site(_ replies: [LiveSite.Reply]) throws -> LiveSite {
    let header = #"{"X-Count": {"schema": {"type": "integer"}}}"#
    func response(_ schema: String) -> String {
      #"{"description": "", "headers": \#(header), "content": {"application/json": {"schema": \#(schema)}}}"#
    }
    let error = response(#"{"type": "object", "required": ["message"]}"#)
    let things =
      #""/things": {"get": {"responses": {"200": {"description": ""}}}}"#
    let thing =
      #""/things/{id}": {"get": {"parameters": [\#(LiveSite.path("id"))], "responses": {"#
      + #""200": \#(response(Self.schema)), "204": {"description": ""}, "401": \#(error)}}}"#
    let site = try LiveSite(server, paths: [things, thing])
    let list = replies.indices.map { #"{"id": \#($0)}"# }.joined(separator: ",")
    var all = ["/things": [LiveSite.Reply(text: "[\(list)]")]]
    for (number, reply) in replies.enumerated() { all["/things/\(number)"] = [reply] }
    try site.answer(all)
    // With the rules on, as in a contract of people who know them.
    let text = try String(contentsOfFile: site.contract, encoding: .utf8)
      .replacing(
        #""openapi""#, with: #""x-schemacheck": {"decoder": {"keys": "exact"}}, "openapi""#)
    try Data(text.utf8).write(to: URL(fileURLWithPath: site.contract))
    return site
  }

  @Test(arguments: ["live.ndjson", "live.har"])
  func theSameIsFound(name: String) throws {
    let site = try self.site(Self.replies)
    let record = folder.path + "/" + name
    let live = site.check(
      ["--samples", "100", "--header", "X-Api-Key:env:KEY", "--record", record, "-j", "1"],
      variables: ["KEY": Self.key], format: "json")
    #expect(live.code == .findings, "\(live.errors)")
    let text = try String(contentsOfFile: record, encoding: .utf8)
    for secret in ["Secret", Self.token, "U2VjcmV0"] {
      #expect(!text.contains(secret), "\(secret) in \(text)")
      #expect(!live.everything.contains(secret))
    }
    let again = site.recheck(record)
    let (found, expected) = (
      try LiveSite.places(again.output), try LiveSite.places(live.output)
    )
    #expect(expected.count > 30)
    for place in Set(found).symmetricDifference(expected).sorted() {
      Issue.record("\(found.contains(place) ? "only recorded" : "only live"): \(place)")
    }
    #expect(found == expected)
  }

  /// What the file is, and that it is nobody else's.
  @Test func theFile() throws {
    let site = try self.site([LiveSite.Reply(text: #"{"id": 1}"#)])
    for name in ["a.har", "a.ndjson"] {
      let record = folder.path + "/" + name
      #expect(site.check("--record", record).code == .clean)
      let mode = try FileManager.default.attributesOfItem(atPath: record)[.posixPermissions]
      #expect((mode as? NSNumber)?.intValue == 0o600)
      let before = try Data(contentsOf: URL(fileURLWithPath: record))
      let again = site.check("--record", record)
      #expect(again.code == .error && again.output.isEmpty)
      #expect(
        again.errors
          == "schemacheck: \(record) exists already; delete it, or use another file\n")
      #expect(try Data(contentsOf: URL(fileURLWithPath: record)) == before)
      let link = folder.path + "/link-" + name
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: folder.path + "/new-" + name)
      #expect(site.check("--record", link).code == .error)
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/new-" + name))
    }
    let files = Scenario.run(
      "check", site.contract, "-c", site.contract, "--record", folder.path + "/b.har")
    #expect(
      files.errors.contains("`--record` needs requests: a URL, or `--server` with `--all`"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/b.har"))
  }

  /// Requests, times, sizes and headers are there; credentials in their form.
  @Test func whatIsKept() throws {
    let site = try self.site([
      LiveSite.Reply(
        text: #"{"id": 1, "name": "\#(String(repeating: "n", count: 900))"}"#, gzip: true)
    ])
    let har = folder.path + "/kept.har"
    let scenario = site.check(
      ["--record", har, "--header", "X-Odd:env:KEY", "--header", "Authorization:env:AUTH"],
      variables: ["KEY": "ab1", "AUTH": "Bearer Secret-1"])
    #expect(scenario.code == .clean, "\(scenario.everything)")
    let entries = try #require(
      try JSONDocument(Data(contentsOf: URL(fileURLWithPath: har))).root["log"]?["entries"])
    #expect(entries.count == 2)
    let entry = try #require(entries[1])
    let request = try #require(entry["request"])
    #expect(request["url"]?.string == "\(site.base)/things/0")
    let headers = request["headers"]?.text ?? ""
    #expect(headers.contains(/\{"name":"X-Odd","value":"[a-f]{2}[1-9]"\}/), "\(headers)")
    let bearer = /\{"name":"Authorization","value":"Bearer [G-Z][a-f]{2}[g-z][a-f][g-z]-[1-9]"\}/
    #expect(headers.contains(bearer), "\(headers)")
    #expect(headers.contains(#"{"name":"Accept","value":"application/json"}"#))
    let response = try #require(entry["response"])
    #expect(response["content"]?["size"]?.int == 921)
    let size = try #require(response["bodySize"]?.int)
    #expect(size > 20 && size < 100)
    #expect(response["content"]?["compression"]?.int == 921 - size)
    #expect(entry["startedDateTime"]?.string?.hasPrefix("20") == true)
  }

  /// A file without any response would only be in the way of the next run.
  @Test(arguments: ["none.har", "none.ndjson"])
  func noAnswer(name: String) throws {
    let site = try self.site([LiveSite.Reply(text: #"{"id": 1}"#)])
    let record = folder.path + "/" + name
    let run = Scenario.run(
      "check", "http://127.0.0.1:\(server.closedPort)/things", "-c", site.contract, "--record",
      record)
    #expect(run.code == .error)
    #expect(
      run.errors.contains("schemacheck: \(record) is not written: no request had a response\n"),
      "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: record))
    #expect(site.check("--record", record).code == .clean)
    #expect(FileManager.default.fileExists(atPath: record))
  }

  /// A request that got no answer is kept beside others, and is nothing to check.
  @Test func oneAnswerOfTwo() throws {
    let site = try self.site([LiveSite.Reply(text: #"{"id": 1}"#)])
    let record = folder.path + "/one.ndjson"
    let run = Scenario.run(
      "check", "http://127.0.0.1:\(server.closedPort)/things", site.base + "/things/0", "-c",
      site.contract, "--record", record)
    #expect(run.code == .error)
    let again = Scenario.run("check", record, "-c", site.contract)
    #expect(
      again.errors.contains(
        "0 of 2 exchanges checked\nnot checked: 1 no response, 1 unmatched\n"))
  }

  /// A device's token in a path is a secret by its parameter's name.
  @Test func secretsOfAPath() throws {
    let site = try LiveSite(
      server,
      paths: [LiveSite.get("/devices/{deviceToken}", LiveSite.path("deviceToken"))],
      ["/devices/s3cret": "{}"])
    let record = folder.path + "/path.ndjson"
    #expect(site.check("--param", "deviceToken=s3cret", "--record", record).code == .clean)
    let text = try String(contentsOfFile: record, encoding: .utf8)
    let token = /\/devices\/[g-z][1-9][a-f][g-z][a-f][g-z]"/
    #expect(!text.contains("s3cret") && text.contains(token), "\(text)")
  }
}
