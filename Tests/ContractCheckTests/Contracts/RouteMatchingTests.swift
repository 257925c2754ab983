@_spi(Engine) import ContractCaptures
import ContractCheck
import JSONTape
import Testing

/// Which operation an exchange belongs to, and what is said when there is none.
@Suite struct RouteMatchingTests {
  private static func contract(_ name: String, servers: [String], paths: [String]) throws
    -> Contract
  {
    let servers = servers.map { #"{"url": "\#($0)"}"# }.joined(separator: ",")
    let paths = paths.map { path in
      let names = path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
        #"{"name": "\#($0.dropFirst().dropLast())", "in": "path", "schema": {"type": "string"}}"#
      }
      return """
        "\(path)": {"parameters": [\(names.joined(separator: ","))], "get": {"responses": {
          "200": {"description": "", "content": {"application/json": {"schema": {}}}},
          "4XX": {"description": ""}, "default": {"description": ""}}}}
        """
    }
    let text = """
      {"openapi": "3.1.0", "servers": [\(servers)], "paths": {\(paths.joined(separator: ","))}}
      """
    return try Contract(Array(text.utf8), name: name)
  }

  private func operations(_ contracts: [Contract], _ urls: [String]) throws -> [String] {
    let checker = try Checker(contracts: contracts)
    let lines = urls.map { #"{"method":"GET","url":"\#($0)","status":200,"responseBody":{}}"# }
    var found: [String] = []
    checker.check(Array(lines.joined(separator: "\n").utf8), name: "t.ndjson", format: .ndjson) {
      _, result in
      let finding = result.findings.first.map { " \($0.rule)" } ?? ""
      found.append("\(result.outcome)\(finding)\(result.notes.isEmpty ? "" : " noted")")
    } problem: {
      found.append($0.message)
    }
    return found
  }

  @Test func literalSegmentsBeatParameters() throws {
    let contract = try Self.contract(
      "a", servers: [], paths: ["/r/{id}", "/r/search", "/r/{id}/x"])
    let checker = try Checker(contracts: [contract])
    var names: [String] = []
    let lines = ["/r/search", "/r/7", "/r/7/x", "/r/search/", "//r/%73earch", "/r/search?x=1"].map {
      #"{"method":"GET","url":"https://h\#($0)","status":500,"responseBody":{}}"#
    }
    checker.check(Array(lines.joined(separator: "\n").utf8), name: "t", format: .ndjson) {
      exchange, result in
      names.append("\(exchange.url ?? "") \(result.outcome)")
    } problem: { _ in
    }
    #expect(names.count == 6)
    #expect(names.allSatisfy { $0.hasSuffix("skipped(\"no-schema\")") })
  }

  @Test func theBasePathOfServersIsHonoured() throws {
    let contract = try Self.contract(
      "a", servers: ["https://api.example.com/v1"], paths: ["/slots"])
    #expect(
      try operations(
        [contract],
        [
          "https://api.example.com/v1/slots", "https://api.example.com/slots",
          "https://other.example.com/v1/slots", "https://api.example.com/v1/slot",
          "https://other.example.com/nothing",
        ]) == ["checked", "checked noted", "checked", "unmatched unknown-route", "unmatched"])
  }

  @Test func theContractWhoseServerMatchesIsPreferred() throws {
    let one = try Self.contract("one", servers: ["https://one.example.com"], paths: ["/a"])
    let two = try Self.contract("two", servers: ["https://two.example.com"], paths: ["/a"])
    let checker = try Checker(contracts: [one, two])
    var names: [String?] = []
    let lines = ["https://two.example.com/a", "https://one.example.com/a", "https://x.example/a"]
      .map { #"{"method":"GET","url":"\#($0)","status":200,"responseBody":"{"}"# }
    checker.check(Array(lines.joined(separator: "\n").utf8), name: "t", format: .ndjson) {
      _, result in
      names.append(result.findings.first?.contract)
    } problem: { _ in
    }
    #expect(names == ["two", "one", "one"])
  }

  @Test func preflightsAndPicturesAreNoOperations() throws {
    let contract = try Self.contract(
      "a", servers: ["https://api.example.com"], paths: ["/slots"])
    let checker = try Checker(contracts: [contract])
    let lines = [
      #"{"method":"OPTIONS","url":"https://api.example.com/slots","status":204}"#,
      #"{"method":"HEAD","url":"https://api.example.com/slots","status":200}"#,
      #"{"method":"GET","url":"https://api.example.com/a.png","status":200,"responseHeaders":{"content-type":"image/png"}}"#,
      #"{"method":"GET","url":"https://api.example.com/nope","status":404,"responseHeaders":{"content-type":"text/html"}}"#,
      #"{"method":"DELETE","url":"https://api.example.com/slots","status":405}"#,
    ]
    var rules: [[String]] = []
    checker.check(Array(lines.joined(separator: "\n").utf8), name: "t", format: .ndjson) {
      _, result in
      rules.append(result.findings.map(\.rule))
    } problem: { _ in
    }
    #expect(rules == [[], [], [], ["unknown-route"], ["unknown-route"]])
  }

  /// A token too short to look like one is masked by the name of its parameter: where the method
  /// matches, where it does not, and where the path lacks the server's base.
  @Test(arguments: ["DELETE", "PATCH"], ["/base", ""])
  func secretPathParametersAreMasked(method: String, base: String) throws {
    let text = """
      {"openapi": "3.1.0", "servers": [{"url": "https://api.example.com/base"}], "paths": {
        "/devices/{deviceToken}": {"delete": {"parameters": [{"name": "deviceToken", "in": "path",
          "schema": {"type": "string", "minLength": 32}}], "responses": {"200": {}}}}}}
      """
    let checker = try Checker(contracts: [try Contract(Array(text.utf8), name: "secret")])
    let url = "https://api.example.com\(base)/devices/t0psecret"
    for capture in [
      #"{"method":"\#(method)","url":"\#(url)","status":404}"#,
      "\(method) \(base)/devices/t0psecret HTTP/1.1\nHost: api.example.com\n\nHTTP/1.1 404 No\n\n",
    ] {
      var shown = ""
      var count = 0
      checker.check(Array(capture.utf8), name: "t") { _, result in
        count += result.findings.count
        shown += "\(result.findings) \(result.notes)"
      } problem: {
        shown += $0.message
      }
      #expect(count > 0)
      #expect(!shown.contains("t0psecret"), "\(shown)")
    }
  }
}
