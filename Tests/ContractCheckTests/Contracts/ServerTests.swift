@_spi(Engine) import ContractCaptures
import ContractCheck
import Testing

/// `servers`: variables, relative URLs, those of a path or an operation.
@Suite struct ServerTests {
  private static let operation = #""get": {"responses": {"200": {"description": ""}}}"#

  private func outcome(_ servers: String, _ url: String) throws -> String {
    let probe = try OpenAPIProbe(
      paths: #"{"/slots": {\#(Self.operation)}}"#, more: #""servers": \#(servers),"#)
    return try outcome(probe.contract, url)
  }

  private func outcome(_ contract: Contract, _ url: String) throws -> String {
    let checker = try Checker(contracts: [contract])
    var outcome = ""
    let line = #"{"method":"GET","url":"\#(url)","status":200,"responseBody":{}}"#
    checker.check(Array(line.utf8), name: "t", format: .ndjson) { _, result in
      let isMatched = result.outcome != .unmatched
      outcome = isMatched ? "matched" : result.findings.isEmpty ? "stranger" : "unknown"
      if !result.notes.isEmpty { outcome += ", noted" }
    } problem: { _ in
    }
    return outcome
  }

  private static let variables = """
    [{"url": "https://{env}.example.com:{port}/{base}", "variables": {
      "env": {"enum": ["api", "staging"], "default": "api"}, "port": {"default": "8443"},
      "base": {"default": "v2"}}}]
    """

  @Test(arguments: [
    ("https://api.example.com:8443/v2/slots", "matched"),
    ("https://staging.example.com:1/v1/slots", "matched"),
    ("https://api.example.com/v2/slots", "matched"),
    ("https://api.example.com/slots", "matched, noted"),
    ("https://api.example.com:8443/v2/nothing", "unknown"),
    ("https://other.example.com:8443/v2/nothing", "stranger"),
  ])
  func variables(url: String, expected: String) throws {
    #expect(try outcome(Self.variables, url) == expected)
  }

  /// A variable for the whole origin, whose default has a scheme.
  @Test(arguments: [
    ("https://api.example.com/v1/slots", "matched"), ("http://localhost:80/v1/slots", "matched"),
    ("https://api.example.com/v1/no", "unknown"),
  ])
  func originsMayBeVariables(url: String, expected: String) throws {
    let servers =
      #"[{"url": "{base}/v1", "variables": {"base": {"default": "https://api.example.com"}}}]"#
    #expect(try outcome(servers, url) == expected)
  }

  @Test func doubledBracesAreAVariableToo() throws {
    let servers =
      #"[{"url": "https://{{host}}.example.com", "variables": {"host": {"default": "api"}}}]"#
    #expect(try outcome(servers, "https://api.example.com/slots") == "matched")
  }

  @Test(arguments: [
    (#"[{"url": "/v1"}]"#, "https://any.example/v1/slots", "matched"),
    (#"[{"url": "v1/"}]"#, "/v1/slots", "matched"),
    (#"[{"url": "./"}]"#, "/slots", "matched"), (#"[{"url": "/"}]"#, "https://h/slots", "matched"),
    (#"[{"url": "/"}, {"url": "/v1"}]"#, "https://h/slots", "matched"),
    (#"[{"url": "//h.example/v1"}]"#, "http://h.example/v1/slots", "matched"),
    (#"[{"url": "https://{any}.example.com"}]"#, "https://x.example.com/no", "unknown"),
    (#"[{"url": "https://{any}.example.com"}]"#, "https://example.com/no", "stranger"),
    (#"[{"url": "{scheme}://h.example/v1"}]"#, "http://h.example/v1/slots", "matched"),
    (
      #"[{"url": "https://h.example/{base}", "variables": {"base": {"default": "a/b"}}}]"#,
      "https://h.example/a/b/slots", "matched"
    ),
    (#"[]"#, "https://h/slots", "matched"),
  ])
  func forms(servers: String, url: String, expected: String) throws {
    #expect(try outcome(servers, url) == expected)
  }

  /// An operation's servers replace those of its path, and these those of the document.
  @Test func overrides() throws {
    let probe = try OpenAPIProbe(
      paths: #"""
        {"/a": {\#(Self.operation)},
         "/b": {"servers": [{"url": "https://b.example/base"}], \#(Self.operation)},
         "/c": {"servers": [{"url": "https://b.example"}], "get": {
           "servers": [{"url": "https://c.example"}], "responses": {"200": {"description": ""}}}}}
        """#, more: #""servers": [{"url": "https://a.example/v1"}],"#)
    for (url, expected) in [
      ("https://a.example/v1/a", "matched"), ("https://b.example/base/b", "matched"),
      ("https://b.example/b", "matched, noted"), ("https://c.example/c", "matched"),
      ("https://c.example/v1/c", "unknown"), ("https://b.example/base/nothing", "unknown"),
    ] {
      #expect(try outcome(probe.contract, url).hasPrefix(expected), "\(url)")
    }
  }

  @Test func defaults() throws {
    let probe = try OpenAPIProbe(paths: "{}", more: #""servers": \#(Self.variables),"#)
    #expect(
      probe.contract.servers.map(\.defaultURL) == ["https://api.example.com:8443/v2"])
    #expect(probe.contract.servers.map(\.url) == ["https://{env}.example.com:{port}/{base}"])
    let loose = try OpenAPIProbe(paths: "{}", more: #""servers": [{"url": "https://{a}.b"}],"#)
    #expect(
      loose.contract.warnings.map(\.message) == [
        "the server's variable `a` is not described; any value is accepted"
      ])
    #expect(
      OpenAPIProbe.refusal(
        #"{"openapi": "3.1.0", "paths": {}, "servers": [{"url": "/{a}", "variables": {"a": {}}}]}"#)?
        .message == "the server's variable `a` has no `default`")
  }
}
