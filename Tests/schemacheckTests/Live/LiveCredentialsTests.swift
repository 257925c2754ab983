@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// What is sent with requests, to whom, and that nobody sees it.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveCredentialsTests {
  private let server: LiveServer
  private static let secrets = [
    "KEY": "k3y-Secret-77", "AUTH": "Token t0k-Secret-88", "BASIC": "al:pw-Secret-99",
    "COOKIE": "sid=c00k-Secret-11; theme=d", "SHORT": "x1",
  ]
  private static let all = [
    "--header", "X-Api-Key:env:KEY", "--header", "Authorization: env:AUTH", "--cookie-env",
    "COOKIE", "--header", "X-Short:env:SHORT", "--header", "X-Plain:  a b\t",
  ]

  init() throws { server = try #require(LiveServer.current) }

  /// Runs and looks that no secret is in the output.
  private func check(
    _ site: LiveSite, _ arguments: [String], sweeps: Bool = true, format: String = "concise",
    variables: [String: String] = Self.secrets, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Scenario {
    let scenario = site.check(arguments, sweeps: sweeps, variables: variables, format: format)
    for piece in ["Secret", "YWw6cHctU2VjcmV0LTk5"] {
      #expect(!scenario.everything.contains(piece), sourceLocation: sourceLocation)
    }
    return scenario
  }

  private func site(_ replies: [String: String] = ["/things": "[]"]) throws -> LiveSite {
    try LiveSite(server, paths: [LiveSite.get("/things", schema: #"{"type": "array"}"#)], replies)
  }

  @Test func everythingIsSent() throws {
    let site = try self.site()
    let folder = try TemporaryFolder()
    let file = try folder.write("f1le-Secret-22\n", to: "key")
    #expect(check(site, Self.all + ["--header", "X-File:@\(file)"]).code == .clean)
    let sent = try #require(try site.requests().first).headers
    #expect(sent["x-api-key"] == "k3y-Secret-77")
    #expect(sent["authorization"] == "Token t0k-Secret-88")
    #expect(sent["cookie"] == "sid=c00k-Secret-11; theme=d")
    #expect(
      sent["x-short"] == "x1" && sent["x-plain"] == "a b" && sent["x-file"] == "f1le-Secret-22")
    #expect(sent["accept"] == "application/json")
    #expect(sent["user-agent"] == "schemacheck/\(Release.version)")
    let basic = try self.site()
    #expect(check(basic, ["--basic-env", "BASIC", "--header", "Accept: text/json"]).code == .clean)
    let others = try #require(try basic.requests().first).headers
    #expect(others["authorization"] == "Basic YWw6cHctU2VjcmV0LTk5")
    #expect(others["accept"] == "text/json")
  }

  /// Each is one line, without the value.
  @Test(arguments: [
    (
      ["--header", "Secret"],
      "`--header` takes `NAME:VALUE`, `NAME:env:VARIABLE` or `NAME:@FILE`: there is no `:`"
    ),
    (
      ["--header", "Se cret: a"],
      "`--header` takes `NAME:VALUE`, `NAME:env:VARIABLE` or `NAME:@FILE`: the name before the `:` "
        + "has a character that is not allowed in a name"
    ),
    (["--header", "X-A:"], "`--header X-A` has no value"),
    (["--header", "X-A: \t"], "`--header X-A` has no value"),
    (
      ["--header", "X-A: Secret\r\nX-B: 1"],
      "`--header X-A`: the value contains a line break or another control character"
    ),
    (
      ["--header", "X-A: Secret\n"],
      "`--header X-A`: the value contains a line break or another control character"
    ),
    (["--header", "Host: a"], "`--header Host`: the client writes this header itself"),
    (
      ["--header", "content-length: 5"],
      "`--header content-length`: the client writes this header itself"
    ),
    (["--header", "Content-Type: a/b"], "`--header Content-Type`: use `--body-type`"),
    (
      ["--header", "Authorization: Bearer Secret"],
      "`--header Authorization`: every process can see the arguments; use "
        + "`--header Authorization:env:VARIABLE` or `--header Authorization:@FILE`"
    ),
    (
      ["--header", "cookie:Secret"],
      "`--header cookie`: every process can see the arguments; use "
        + "`--header cookie:env:VARIABLE` or `--header cookie:@FILE`"
    ),
    (
      ["--header", "Proxy-Authorization:Secret"],
      "`--header Proxy-Authorization`: every process can see the arguments; use "
        + "`--header Proxy-Authorization:env:VARIABLE` or `--header Proxy-Authorization:@FILE`"
    ),
    (["--header", "X-A:env:NONE"], "the variable `NONE` is not set or is empty"),
    (
      ["--header", "X-A:env:none-Secret"],
      "the variable in `--header` is not set or is empty (the name is not shown, because it may be "
        + "the secret itself)"
    ),
    (["--header", "X-A:env:"], "`--header X-A:env:` needs the name of a variable"),
    (
      ["--header", "X-A:env:BREAK"],
      "the variable `BREAK` contains a line break or another control character"
    ),
    (["--header", "X-A:@"], "`--header X-A:@` needs the name of a file"),
    (
      ["--header", "X-A:@/none-Secret"],
      "the file in `--header`: No such file or directory (the name is not shown, because it may be "
        + "the secret itself)"
    ),
    (
      ["--basic-env", "KEY"], "the variable `KEY` contains no `:` between the name and the password"
    ),
    (["--cookie-env", "NONE"], "the variable `NONE` is not set or is empty"),
    (
      ["--cookie-env", "COOKIE", "--header", "Cookie:env:COOKIE"],
      "the header `Cookie` is given twice"
    ),
    (
      ["--bearer-env", "KEY", "--header", "Authorization:env:AUTH"],
      "the header `Authorization` is given twice"
    ),
    (
      ["--bearer-env", "KEY", "--basic-env", "BASIC"],
      "`--basic-env` and `--bearer-env` cannot be used together"
    ),
    (
      ["--rate", "0/s"], "`--rate` takes a number of requests per second, such as `5/s` or `0.5/s`"
    ),
    (["--rate", "5"], "`--rate` takes a number of requests per second, such as `5/s` or `0.5/s`"),
    (["--record", "a.json"], "`--record` takes a file whose name ends in .har or .ndjson"),
  ])
  func whatCannotBeSent(arguments: [String], message: String) throws {
    let site = try self.site()
    var variables = Self.secrets
    variables["BREAK"] = "a\nSecret"
    let scenario = check(site, arguments, variables: variables)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(scenario.errors == "schemacheck: \(message)\n")
    #expect(try site.requests().isEmpty)
  }

  /// A redirect to another origin loses everything, also on the way back.
  @Test(arguments: [301, 302, 303, 307, 308])
  func anotherOriginGetsNothing(status: Int) throws {
    let site = try self.site([:])
    let there = try LiveSite(server, paths: [])
    let far = server.otherURL("/site/\(there.name)/far")
    func redirect(_ url: String) -> LiveSite.Reply {
      LiveSite.Reply(status: status, headers: ["Location": url])
    }
    try site.answer([
      "/things": [redirect("\(site.base)/near")], "/near": [redirect(far)],
      "/back": [LiveSite.Reply(text: "[]")],
    ])
    try there.answer(["/far": [redirect("\(site.base)/back")]])
    #expect(check(site, Self.all).code == .clean)
    let sent = try site.requests()
    #expect(sent.map { $0.path.split(separator: "/").last } == ["things", "near", "back"])
    for (request, isTrusted) in zip(sent, [true, true, false]) {
      for name in ["x-api-key", "authorization", "cookie", "x-short", "x-plain"] {
        #expect((request.headers[name] != nil) == isTrusted, "\(name) of \(request.path)")
      }
    }
    let away = try #require(try there.requests().first)
    #expect(away.port == server.otherOrigin)
    #expect(
      Set(away.headers.keys) == ["host", "accept", "user-agent", "accept-encoding"],
      "\(away.headers)")
  }

  /// Only what the command line names is trusted, or what the configuration allows.
  @Test func whatOnlyAFileNames() throws {
    let folder = try TemporaryFolder()
    let site = try self.site()
    func headers(_ configuration: String, _ arguments: [String]) throws -> (
      [String: String], String
    ) {
      let file = try folder.write(configuration, to: ".schemacheck.json")
      let count = try site.requests().count
      let scenario = check(site, arguments + Self.all + ["--config", file], sweeps: false)
      #expect(scenario.code == .clean, "\(scenario.everything)")
      let sent = try site.requests()
      #expect(sent.count == count + 1)
      return (sent.last?.headers ?? [:], scenario.errors)
    }
    let origin = "http://127.0.0.1:\(server.origin)"
    let refusal =
      "the credentials and other headers of the command line are not sent to \(origin), because "
      + "neither the command line nor `allowedOrigins` has this server\n"
    for (configuration, arguments) in [
      (#"{"server": "\#(site.base)"}"#, ["--all"]),
      (#"{"inputs": ["\#(site.base)/things"]}"#, []),
      (
        #"{"server": "\#(site.base)", "allowedOrigins": ["http://127.0.0.1", "\#(origin)0"]}"#,
        ["--all"]
      ),
    ] {
      let (sent, errors) = try headers(configuration, arguments)
      #expect(sent["x-api-key"] == nil && sent["authorization"] == nil && sent["cookie"] == nil)
      #expect(errors.contains(refusal), "\(errors)")
    }
    for (configuration, arguments) in [
      (#"{"server": "\#(site.base)", "allowedOrigins": ["\#(origin)"]}"#, ["--all"]),
      (#"{"inputs": ["\#(site.base)/things"], "allowedOrigins": ["\#(origin)/"]}"#, []),
      (#"{"server": "http://127.0.0.1:1"}"#, ["--all", "--server", site.base]),
      (#"{"inputs": ["x"]}"#, ["\(site.base)/things"]),
    ] {
      let (sent, errors) = try headers(configuration, arguments)
      #expect(sent["x-api-key"] == "k3y-Secret-77" && sent["cookie"] != nil)
      #expect(!errors.contains("gets no credentials"), "\(errors)")
    }
  }

  /// A refusal by a server that only a file names: the secret of `--auth` was not sent there.
  @Test func aRefusalByWhatOnlyAFileNames() throws {
    let folder = try TemporaryFolder()
    let site = try LiveSite(
      server,
      paths: [
        LiveSite.get("/things").replacing(
          #""parameters""#, with: #""security": [{"Key": []}], "parameters""#)
      ],
      components:
        #""securitySchemes": {"Key": {"type": "apiKey", "in": "header", "name": "X-Key"}}"#)
    try site.answer(["/things": [LiveSite.Reply(status: 401, text: "no")]])
    let file = try folder.write(#"{"server": "\#(site.base)"}"#, to: ".schemacheck.json")
    let scenario = check(
      site, ["--auth", "Key:env:KEY", "--all", "--config", file], sweeps: false, format: "text")
    let shown = scenario.everything.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let origin = "http://127.0.0.1:\(server.origin)"
    #expect(try site.requests().allSatisfy { $0.headers["x-key"] == nil })
    #expect(
      shown.contains(
        "\(origin) gets no credentials, because the command line does not name it: add it to "
          + "`allowedOrigins`, or use `--server \(origin)`"), "\(shown)")
    #expect(scenario.errors.contains("are not sent to \(origin)"), "\(scenario.errors)")
    let sent = check(
      site, ["--auth", "Key:env:KEY", "--all", "--server", site.base, "--config", file],
      sweeps: false, format: "text")
    #expect(try site.requests().last?.headers["x-key"] != nil)
    #expect(!sent.everything.contains("gets no credentials"), "\(sent.everything)")
  }

  /// A server sends back what it got, under any name, in every report.
  @Test func answersThatRepeatSecrets() throws {
    let schema = #"{"type": "object", "properties": {"a": {"type": "integer"}}}"#
    func site(_ secrets: String) throws -> LiveSite {
      try LiveSite(
        server, paths: [LiveSite.get("/things", schema: schema)],
        ["/things": #"{"a": "\#(secrets)", "b": "\#(secrets)"}"#])
    }
    let repeating = try site("k3y-Secret-77 t0k-Secret-88 c00k-Secret-11")
    for format in ReportFormat.all.map(\.name) {
      let scenario = check(repeating, Self.all, format: format)
      #expect(scenario.code == .findings, "\(format): \(scenario.errors)")
    }
    #expect(check(repeating, Self.all + ["--explain-match", "--stats"]).code == .findings)
    let basic = check(try site("pw-Secret-99"), ["--basic-env", "BASIC"], format: "text")
    #expect(basic.output.contains("‹secret›"), "\(basic.output)")
  }

  /// Not even their length, wherever a server repeats them.
  @Test(arguments: ["text", "concise", "json", "sarif", "html"])
  func theLengthOfShortSecrets(format: String) throws {
    let paths = [
      LiveSite.get("/things/k7zq", schema: #"{"properties": {"a": {"type": "integer"}}}"#)
    ]
    let replies = [
      LiveSite.Reply(status: 404, text: #"{"message": "no key k7zq"}"#),
      LiveSite.Reply(text: #"{"a": "k7zq", "token": "k7zq", "k7zq": 1}"#),
      LiveSite.Reply(text: #"{"a": "a long text with k7zq in it", "password": "xx k7zq"}"#),
    ]
    for reply in replies {
      let site = try LiveSite(server, paths: paths)
      try site.answer(["/things/k7zq": [reply]])
      let scenario = site.check(
        ["--header", "X-Api-Key:env:KEY"], variables: ["KEY": "k7zq"], format: format)
      #expect(scenario.code == .findings)
      let isShown = scenario.output.contains("‹secret›")
      #expect(isShown || scenario.output.contains("%E2%80%B9secret%E2%80%BA"), "\(scenario.output)")
      #expect(!scenario.output.contains("characters›"), "\(scenario.output)")
    }
    let long = try LiveSite(server, paths: paths)
    try long.answer(["/things/k7zq": [LiveSite.Reply(text: #"{"a": "k3y-0123456789-k3y"}"#)]])
    let told = long.check(
      ["--header", "X-Api-Key:env:KEY"], variables: ["KEY": "k3y-0123456789-k3y"], format: format)
    #expect(!told.everything.contains("k3y-0123456789-k3y"))
    if format == "text" { #expect(told.output.contains("‹18 characters›"), "\(told.output)") }
  }

  @Test func bodies() throws {
    let site = try LiveSite(
      server,
      paths: [
        #""/things": {"post": {"requestBody": {"content": {"application/json": {"schema": "#
          + #"{"required": ["n"]}}}}, "responses": {"200": {"description": ""}}}}"#
      ], ["/things": "{}"])
    let folder = try TemporaryFolder()
    let right = try folder.write(#"{"n": "ü"}"#, to: "right.json")
    let wrong = try folder.write("{}", to: "wrong.json")
    let url = "\(site.base)/things"
    let sent = check(site, [url, "--method", "post", "--body", right], sweeps: false)
    #expect(sent.code == .clean, "\(sent.everything)")
    let request = try #require(try site.requests().last)
    #expect(request.method == "POST" && request.body == #"{"n": "ü"}"#)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["content-length"] == "11")
    let refused = check(site, [url, "--method", "POST", "--body", wrong], sweeps: false)
    #expect(refused.code == .findings && refused.output.contains("`n`"), "\(refused.everything)")
    let typed = check(
      site, [url, "--method", "PUT", "--body", right, "--body-type", "text/x"], sweeps: false)
    #expect(typed.code == .error)
    #expect(try site.requests().last?.headers["content-type"] == "text/x")
    for (arguments, message) in [
      (["--body", right], "`--body` needs `--method METHOD`"),
      (
        ["--body", right, "--method", "GET"],
        "`--body` needs a `--method` that has a body, such as POST"
      ),
      (["--body-type", "a/b"], "`--body-type` needs `--body FILE`"),
    ] {
      let scenario = check(site, [url] + arguments, sweeps: false)
      #expect(scenario.code == .error && scenario.errors == "schemacheck: \(message)\n")
    }
  }
}
