@_spi(Engine) @testable import ContractReports
import ContractCheck
import Foundation
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The whole tool against a server on this machine.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct CheckLiveTests {
  private let server: LiveServer
  private let secret = "s3cret-0123456789abcdef0123456789abcdef"

  init() throws {
    server = try #require(LiveServer.current)
    let page = CheckCommandTests.page(CheckCommandTests.place)
    for name in ["right"] { try write(page, name) }
    try write(CheckCommandTests.wrongPage, "wrong")
    try write(
      page.replacing(#""id": 43"#, with: #""id": 43, "refreshToken": "\#(secret)""#), "leaky")
    try Data([0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]).write(to: file("latin"))
  }

  private func file(_ name: String) -> URL {
    URL(fileURLWithPath: server.folder).appendingPathComponent("\(name).json")
  }

  private func write(_ text: String, _ name: String) throws {
    // Whole or not at all: the tests of a suite run side by side.
    try Data(text.utf8).write(to: file(name), options: .atomic)
  }

  /// Runs `check` with the token; whatever happens, the token is not printed.
  private func check(
    _ arguments: String..., contract: String = "fotolokashen", format: String = "concise",
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Scenario {
    var scenario = Scenario.run(
      ["check", "-c", contract, "-f", format, "--bearer-env", "TOKEN"] + arguments,
      variables: ["TOKEN": secret])
    #expect(!scenario.everything.contains(secret), sourceLocation: sourceLocation)
    #expect(!scenario.everything.contains("s3cret"), sourceLocation: sourceLocation)
    scenario.output = scenario.output.replacing("127.0.0.1:\(server.origin)", with: "HOST")
    scenario.errors = scenario.errors.replacing("127.0.0.1:\(server.origin)", with: "HOST")
    // No two runs take the same time.
    scenario.errors = scenario.errors.replacing(/response times of .*\n/, with: "")
    return scenario
  }

  /// The requests about something, in their order: method, target and authorization.
  private func requests(about text: String) throws -> [String] {
    let answer = try LiveClient().send(LiveRequest(server.url("/requests?about=\(text)")))
    return String(decoding: answer.body, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func list(_ query: String) -> String {
    server.url("/api/v1/locations/public?" + query)
  }

  // MARK: Answers

  @Test func aRightAnswer() throws {
    let scenario = check(list("body=right&id=fine"))
    #expect(scenario.code == .clean && scenario.output.isEmpty)
    #expect(scenario.errors == "no findings\n1 of 1 request checked\n")
    #expect(
      try requests(about: "id=fine") == [
        "GET /api/v1/locations/public?body=right&id=fine Bearer \(secret)"
      ])
  }

  @Test func aWrongAnswer() {
    let scenario = check(list("body=wrong"))
    let url = "http://HOST/api/v1/locations/public?body=wrong"
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.hasPrefix(
        "\(url):2:17: error[coordinate-names] coordinate is named `latitude`; this API says `lat`"
          + "  (GET /api/v1/locations/public 200 /locations/*/latitude) (×2)\n"))
    let report = check(list("body=wrong"), format: "json").output
    #expect(report.contains(#""file":"\#(url)","line":2,"column":17,"#))
    #expect(
      report.contains(
        #""exchange":{"index":0,"method":"GET","url":"\#(url)","status":200,"#
          + #""operation":"GET /api/v1/locations/public","part":"response"}"#))
  }

  @Test func severalAnswers() {
    let scenario = check(list("body=wrong"), list("body=right"), list("body=latin"))
    #expect(scenario.code == .findings)
    #expect(
      scenario.errors
        == "5 errors in 4 groups: coordinate-names 2, explicit-null 1, iso-dates 1, json-syntax 1\n3 of 3 requests checked\n"
    )
  }

  @Test func anAnswerThatIsNotUTF8() {
    let scenario = check(list("body=latin"))
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.hasPrefix(
        "http://HOST/api/v1/locations/public?body=latin:1:3: error[json-syntax] the body is not "
          + "JSON: "))
  }

  @Test func compressedAnswers() {
    #expect(check(list("body=right&gzip=1")).code == .clean)
    #expect(check(list("body=wrong&gzip=1")).output.contains("?body=wrong&gzip=1:2:17: error["))
  }

  @Test func statusesAndMediaTypes() {
    let lost = check(list("body=nowhere"), format: "text")
    #expect(lost.code == .findings)
    #expect(
      lost.output == """
        error[unexpected-status]: the server sent 404, not 2XX: not here
          --> http://HOST/api/v1/locations/public?body=nowhere:1:1
              GET /api/v1/locations/public → 404
           = hint: correct the URL, or test the error with `--expect 404`
           = why: such a response does not have the data that the app decodes
           = see: schemacheck explain unexpected-status

        """)
    #expect(
      lost.errors == """
        1 error in 1 group: unexpected-status 1
        1 of 1 request checked

        """)
    let meant = check(list("body=nowhere"), "--expect", "404")
    #expect(meant.code == .error && meant.output.contains("warning[undocumented-status]"))
    #expect(meant.errors.contains("nothing was checked"))
    let html = check(list("body=right&type=text/html"))
    #expect(html.code == .findings && html.output.contains("error[content-type]"))
    let alien = check(server.url("/api/v2/none?body=right"))
    #expect(alien.output.contains("warning[unknown-route]"))
    #expect(alien.code == .error && alien.errors.contains("1 unmatched"))
  }

  @Test func secretsOfAnAnswerStaySecret() {
    for format in ["text", "concise", "json", "html", "sarif"] {
      let scenario = check(list("body=leaky"), format: format)
      #expect(scenario.code == .findings && scenario.output.contains("secret-exposure"))
    }
    let inURL = check(list("body=wrong&access_token=s3cret"))
    #expect(inURL.output.contains("access_token=‹6 characters›:2:17: error"))
  }

  /// A server sends back what it was sent, under names that say nothing of it.
  @Test func whatWasSentStaysSecretInAnAnswer() throws {
    let place = CheckCommandTests.page(CheckCommandTests.place)
    try write(place.replacing(#""id": 43"#, with: #""id": "not Bearer:\#(secret)""#), "echo")
    for format in ReportFormat.all.map(\.name) {
      let scenario = check(list("body=echo"), format: format)
      #expect(scenario.code == .findings)
    }
    let shown = check(list("body=echo"), format: "text")
    #expect(shown.output.contains("‹39 characters›"))
  }

  @Test func secretsOfAPathStaySecret() throws {
    let scenario = check(
      server.url("/api/devices/s3cret?body=right&id=device"), "--method", "delete",
      contract: "unitedwerise-devices")
    #expect(
      scenario.output.contains("http://HOST/api/devices/‹6 characters›?body=right&id=device:"))
    #expect(try requests(about: "id=device").first?.hasPrefix("DELETE /api/devices/s3cret") == true)
    let refused = check(
      "http://127.0.0.1:\(server.closedPort)/api/devices/s3cret", "--method", "DELETE",
      contract: "unitedwerise-devices")
    #expect(refused.code == .error && refused.errors.contains("/api/devices/‹6 characters›: "))
  }

  @Test func theOperationMayBeNamed() {
    let scenario = check(
      server.url("/sweep/elsewhere?body=wrong"), "--operation", "listFriendsLocations")
    #expect(scenario.output.contains("(GET /api/v1/locations/friends 200 /locations/*/latitude)"))
  }

  // MARK: Statuses

  /// A documented error is no success: without a token, nothing of what the app decodes was seen.
  @Test func answersMustSucceed() throws {
    try write(#"{"message": "Sign in first\nplease", "code": "E1"}"#, "refused")
    let path = "/api/user/profile?body=refused&status=401"
    let url = "http://HOST\(path)"
    let refused = check(server.url(path), contract: "fork-in-the-road", format: "text")
    #expect(refused.code == .findings)
    #expect(
      refused.output == """
        error[unexpected-status]: the server sent 401, not 2XX: Sign in first
          --> \(url):1:1
              GET /api/user/profile → 401
           = hint: use a valid token or password, or test the error with `--expect 401`
           = why: such a response does not have the data that the app decodes
           = see: schemacheck explain unexpected-status

        """, "\(refused.output)")
    #expect(
      refused.errors == """
        1 error in 1 group: unexpected-status 1
        1 of 1 request checked (1 refused request)

        """)
    for (expected, code) in [
      ("401", ExitCode.clean), ("4XX", .clean), ("2xx,401", .clean), ("404", .findings),
    ] {
      let scenario = check(
        server.url(path), "--expect", expected, contract: "fork-in-the-road")
      #expect(scenario.code == code, "\(expected): \(scenario.everything)")
    }
    let both = check(
      server.url(path), server.url("/api/user/profile?body=refused&status=403"), "--expect", "401",
      "--expect", "403", contract: "fork-in-the-road")
    #expect(both.code == .clean, "\(both.everything)")
    let success = check(list("body=right"), "--expect", "404", format: "text")
    #expect(success.code == .findings)
    #expect(success.output.contains("the server sent 200, not 404\n"), "\(success.output)")
    // The same error in a capture is documented traffic.
    let recorded = Scenario.run(
      "check", "-", "-c", "fork-in-the-road", "--expect", "2XX",
      input: #"{"method": "GET", "url": "\#(server.url(path))", "status": 401, "#
        + #""responseBody": {"message": "m"}}"#)
    #expect(recorded.code == .clean && recorded.output.isEmpty, "\(recorded.everything)")
  }

  @Test(arguments: ["4X", "404,", "", "abc", "99", "600", "2XX 404", "2XX,,404"])
  func expectationsThatCannotBeRead(text: String) {
    let scenario = check(list("body=right"), "--expect", text)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(
      scenario.errors
        == "schemacheck: `--expect` takes statuses and classes of them, such as `404` or `2XX,404`\n"
    )
  }

  /// What the body says, by its kind.
  @Test(arguments: [
    (#"{"error": {"code": 7, "message": "no \u001b[2Jrow"}}"#, "application/json", ": no ␛[2Jrow"),
    (#"{"errors": [{"detail": "bad page"}]}"#, "application/problem+json", ": bad page"),
    ("\n  no route \nfor it", "text/plain", ": no route"),
    ("<html>no</html>", "text/html", ""), ("", "text/plain", ""), (#"{"a": 1}"#, "text/json", ""),
    (
      #"{"message": "the token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0"}"#,
      "application/json", ": the token ‹68 characters›"
    ),
    (
      #"{"message": "Bearer s3cret-0123456789abcdef0123456789abcdef is old"}"#, "application/json",
      ": Bearer ‹39 characters› is old"
    ),
    ("no password=hunter2 here", "text/plain", ": no password=‹7 characters› here"),
    (String(repeating: "long ", count: 40), "text/plain", "…"),
  ])
  func theServersWords(body: String, type: String, said: String) throws {
    let name = "words-\(abs(body.hashValue))"
    try write(body, name)
    let scenario = check(list("body=\(name)&status=418&type=\(type)"))
    #expect(scenario.code == .findings)
    let lines = scenario.output.split(separator: "\n")
    #expect(lines.count == 1, "\(scenario.output)")
    let message = "error[unexpected-status] the server sent 418, not 2XX"
    if said == "…" {
      #expect(lines[0].contains(message + ": long ") && lines[0].utf8.count < 300)
    } else {
      #expect(lines[0].contains(message + said + "  ("), "\(scenario.output)")
    }
  }

  @Test func whatHelpsAgainstAnError() throws {
    try write(#"{"message": "m"}"#, "m")
    let path = "/api/user/profile?body=m&status=403"
    let none = Scenario.run("check", server.url(path), "-c", "fork-in-the-road")
    #expect(
      none.output.contains("send a token with `--bearer-env VARIABLE`, or test the error with"),
      "\(none.output)")
    let target = server.otherURL("/api/afar?body=m%26status=401")
    let away = check(
      server.url("/redirect?to=\(target)"), "--operation", "GET /api/user/profile",
      contract: "fork-in-the-road", format: "text")
    #expect(
      away.output.contains("the token is not sent to the server of the redirect"), "\(away.output)")
    let broken = check(
      server.url("/api/user/profile?body=m&status=500"), contract: "fork-in-the-road",
      format: "text")
    #expect(
      broken.output.contains("correct the server, or test the error with `--expect 500`"),
      "\(broken.output)")
    // A route that the contract lacks is no excuse.
    let alien = check(server.url("/api/v2/none?body=m&status=500"))
    #expect(alien.code == .findings, "\(alien.everything)")
    #expect(alien.output.contains("unexpected-status") && !alien.output.contains("unknown-route"))
    #expect(alien.errors.contains("1 of 1 request checked"), "\(alien.errors)")
    // Nor is a schema that the caller names.
    let schema = check(list("body=m&status=500"), "--schema", "Location")
    #expect(schema.output.split(separator: "\n").count == 1, "\(schema.output)")
    let device = check(
      server.url("/api/devices/s3cret?body=m&status=500&id=hidden"),
      contract: "unitedwerise-devices")
    #expect(device.output.contains("unexpected-status"), "\(device.output)")
  }

  // MARK: Tries, redirects, trouble

  @Test func aServerThatRecovers() throws {
    let scenario = check(list("body=right&failures=1&id=again"))
    #expect(scenario.code == .clean)
    #expect(
      scenario.errors == """
        http://HOST/api/v1/locations/public?body=right&failures=1&id=again: status 500; try 2 of \
        3 in 1 s
        no findings
        1 of 1 request checked

        """)
    #expect(try requests(about: "id=again").count == 2)
    #expect(!check(list("body=right&failures=1&id=quiet"), "-q").errors.contains("try 2"))
  }

  @Test func anotherOriginGetsNoToken() throws {
    let target = server.otherURL("/api/away?body=wrong%26id=away")
    let scenario = check(server.url("/redirect?to=\(target)"), "--operation", "listPublicLocations")
    #expect(scenario.code == .findings && scenario.output.contains("coordinate-names"))
    #expect(
      scenario.errors.contains("redirected to http://127.0.0.1:\(server.otherOrigin)/api/away"))
    #expect(
      try requests(about: "/api/away").filter { !$0.contains("/redirect") } == [
        "GET /api/away?body=wrong&id=away -"
      ])
  }

  @Test func troubleWithOneLeavesTheOthers() {
    let closed = "http://127.0.0.1:\(server.closedPort)/api/v1/locations/public"
    let scenario = check(closed, list("body=wrong"), "--timeout", "20")
    #expect(scenario.code == .error)
    #expect(scenario.output.contains("coordinate-names"))
    #expect(
      scenario.errors.contains(
        "schemacheck: \(closed): connection refused by 127.0.0.1, port \(server.closedPort) "
          + "(3 tries)\n"))
    #expect(scenario.errors.contains("4 errors in "))
  }

  @Test func limits() {
    let large = check(list("body=right"), "--max-body", "100")
    #expect(large.code == .error)
    #expect(large.errors.contains("the body is larger than 100 bytes (--max-body)"))
    let slow = check(server.url("/slow"), "--timeout", "1")
    #expect(slow.code == .error)
    #expect(slow.errors.contains("no complete response within 1 s (--timeout)"))
    let open = check("http://0.0.0.0:\(server.origin)/api/v1/locations/public?body=right")
    #expect(open.code == .error && open.errors.contains("--allow-http"))
  }

  @Test(.enabled(if: LiveServer.hasCertificates, "openssl, which makes certificates, is not here"))
  func privateAuthorities() throws {
    try #require(server.securePort != 0)
    let url = server.secureURL("/api/v1/locations/public?body=right")
    let stranger = check(url)
    #expect(stranger.code == .error)
    #expect(stranger.errors.contains("TLS failed: ") && stranger.errors.contains("--cacert"))
    #expect(check(url, "--cacert", server.caFile).code == .clean)
  }

  // MARK: Every operation

  @Test func everyOperation() throws {
    try write(CheckCommandTests.page(), "all-locations")
    try write(CheckCommandTests.page(), "all-public")
    try write(CheckCommandTests.wrongPage, "all-friends")
    let scenario = check(
      "--server", server.url("/sweep/all/"), "--all", "--param", "username=a b/ü", "--param",
      "limit=20")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.hasPrefix(
        "http://HOST/sweep/all/api/v1/locations/friends?limit=20:2:17: "
          + "error[coordinate-names]"))
    #expect(
      scenario.errors == """
        GET /api/v1/users/{username}/locations: `username` is from the options
        4 errors in 3 groups: coordinate-names 2, explicit-null 1, iso-dates 1
        3 of 3 requests checked

        """)
    #expect(
      try requests(about: "/sweep/all/api/v1").sorted() == [
        "GET /sweep/all/api/v1/locations/friends?limit=20 Bearer \(secret)",
        "GET /sweep/all/api/v1/locations/public?limit=20 Bearer \(secret)",
        "GET /sweep/all/api/v1/users/a%20b%2F%C3%BC/locations?limit=20 Bearer \(secret)",
      ])
  }

  @Test func operationsWithoutValuesAreNamed() throws {
    let favourites = """
      {"id": "1", "name": "Favorites", "description": null, "type": "personal",
       "restaurant_ids": [], "created_at": "2026-01-15T12:30:00Z",
       "updated_at": "2026-01-15T12:30:00Z"}
      """
    try write(favourites, "fork-7")
    let scenario = check(
      "--server", server.url("/sweep/fork"), "--all", "--param", "collection.id=7",
      contract: "fork-in-the-road")
    // The others have no file, and 404 is documented.
    #expect(scenario.code == .findings)
    #expect(
      scenario.output.split(separator: "\n").filter {
        $0.contains("error[unexpected-status] the server sent 404, not 2XX: not here")
      }.count == 8, "\(scenario.output)")
    let told = check(
      "--server", server.url("/sweep/fork"), "--all", "--param", "restaurant.id=9",
      contract: "fork-in-the-road", format: "text")
    #expect(
      told.output.contains(
        "= hint: correct the base URL (`--server`, `--base-path`), or test the error\n"
          + "     with `--expect 404`"), "\(told.output)")
    #expect(
      scenario.errors == """
        GET /api/collections/{id}: `id` is from the options
        GET /api/restaurants/{id} is not sent: no value for `id`, since GET /api/restaurants had the status 404 (--param id=VALUE)
        GET /api/groups/{id} is not sent: no value for `id`, since GET /api/groups had the status 404 (--param id=VALUE)
        GET /api/decisions/{id} is not sent: no value for `id`, since GET /api/decisions had the status 404 (--param id=VALUE)
        8 errors in 8 groups: unexpected-status 8
        9 of 12 requests checked
        not checked: 3 no parameter

        """)
    #expect(try requests(about: "/sweep/fork/api/collections/7").count == 1)
  }

  /// What an id leads to decides, not that the contract documents its absence.
  @Test func aWrongValueOfAParameter() throws {
    try write(CheckCommandTests.page(), "ids-public")
    try write(CheckCommandTests.page(), "ids-friends")
    let scenario = check(
      "--server", server.url("/sweep"), "--base-path", "/ids/", "--all", "--param",
      "username=nobody",
      format: "text")
    #expect(scenario.code == .findings)
    #expect(
      scenario.output == """
        error[unexpected-status]: the server sent 404, not 2XX: not here
          --> http://HOST/sweep/ids/api/v1/users/nobody/locations:1:1
              GET /api/v1/users/{username}/locations → 404
           = hint: give a value that the server knows with `--param username=VALUE`, or
             test the error with `--expect 404`
           = why: such a response does not have the data that the app decodes
           = see: schemacheck explain unexpected-status

        """, "\(scenario.output)")
    #expect(
      scenario.errors == """
        GET /api/v1/users/{username}/locations: `username` is from the options
        1 error in 1 group: unexpected-status 1
        3 of 3 requests checked

        """)
  }

  @Test func everyOperationOfNoServer() {
    let scenario = check(
      "--server", "http://127.0.0.1:\(server.closedPort)", "--all", contract: "bmn-boston")
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors.split(separator: "\n").filter { $0.contains("refused") }.count == 1)
    #expect(scenario.errors.contains("0 of 3 requests checked\nnot checked: 3 no response"))
  }
}
