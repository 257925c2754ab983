import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Arguments and configurations that are refused are repeated without their secrets.
@Suite struct SecretArgumentTests {
  private static let secret = "Zq9xKw4Vb3Tt"
  private static let url = "https://ada:\(secret)@host.test/a?api_key=\(secret)&page=2"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func expectNothing(
    _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let run = Scenario.run(arguments)
    #expect(
      !run.everything.contains(Self.secret),
      "\(arguments.joined(separator: " "))\n\(run.everything)",
      sourceLocation: sourceLocation)
    #expect(
      run.code != .clean, "\(arguments.joined(separator: " "))", sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    [url], ["check", "ftp://ada:\(secret)@host.test/a"], ["check", "--bearer", secret],
    ["check", "--bearer=\(secret)"], ["check", "--token", secret], ["check", "--token=\(secret)"],
    ["check", "--password=\(secret)"], ["check", url, "--all"], ["check", "-c", url, "x.har"],
    ["check", "x.har", "--server", url], ["check", "--param", "password=\(secret)", "x.har"],
    ["check", "--header", "Authorization: Bearer \(secret)", "x.har"],
    ["check", "--header", "X-Api-Key:\(secret)", "https://host.test/a"],
    ["check", "--header", "Authorization:\(secret)", "https://host.test/a"],
    ["check", "--header", "Cookie:sid=\(secret)", "https://host.test/a"],
    ["check", "--header", "Authorization=\(secret)", "https://host.test/a"],
    ["check", "--base-path", url, "x.har"], ["check", "--rule", "password=\(secret)", "x.har"],
    ["check", "--rule", "token:\(secret)", "x.har"], ["check", "-f", "json:password=\(secret)"],
    ["check", "--by", "header:\(url)", "x.har"], ["check", "--config", url],
    ["check", "--operation", "GET \(url)", "-c", "social-posts", "x.json"],
    ["check", "--schema", "password=\(secret)", "-c", "social-posts", "x.json"],
    ["check", "--changed-since", url], ["check", "--baseline", url, "x.har"],
    ["check", "--timeout", "password=\(secret)"], ["check", "--expect", "token=\(secret)"],
    ["check", "--input-format", url], ["check", "--record", url], ["check", "--watch", url],
    ["check", "--method", "password: \(secret)", "https://host.test/a"],
    ["check", "--bearer-env", "password=\(secret)", "https://host.test/a"],
    ["check", "--bearer-file", "/nowhere/password=\(secret)", "https://host.test/a"],
    ["check", "--cacert", "/nowhere/token=\(secret)", "https://host.test/a"],
    ["fix", url], ["lint", url], ["convert", url, "-o", "x.har"], ["infer", url],
    ["convert", "x.har", "-o", url], ["convert", "x.har", "-o", "password=\(secret)"],
    ["amend", url, "x.har"], ["variants", url], ["init", url], ["baseline", url],
    ["coverage", url], ["coverage", "x.json", "-f", "json:token=\(secret)"],
    ["coverage", "x.har", "-c", url], ["explain", "password=\(secret)"], ["explain", url],
    ["test-rules", url], ["contracts", url], ["diff", url, "social-posts"],
    ["diff", "social-posts", url], ["diff", "a", "b", "c?token=\(secret)"], ["compare", url, url],
    ["validate", "--schema", url, "x.json"], ["merge-summaries", url], ["rules", url],
    ["validate", "--schema", "a.json", "--resolve", url, "x.json"], ["completions", url],
    ["manual", url],
  ])
  func `Refused arguments`(arguments: [String]) { expectNothing(arguments) }

  @Test(arguments: [
    #"{"inputs": ["URL"], "contracts": ["social-posts"], "unknown": 1}"#, #"{"server": "URL/*"}"#,
    #"{"contracts": ["URL"]}"#, #"{"contracts": [{"password": "SECRET"}]}"#,
    #"{"password": "SECRET"}"#, #"{"URL": 1}"#, #"{"rules": {"token=SECRET": "error"}}"#,
    #"{"rules": {"schema": "password=SECRET"}}"#, #"{"failOn": "URL"}"#, #"{"basePath": "URL"}"#,
    #"{"allowedOrigins": ["URL"]}"#, #"{"formats": ["URL"]}"#, #"{"extends": ["URL"]}"#,
    #"{"parameters": {"password": 1, "token": "SECRET"}, "x": 1}"#, #"{"baseline": "URL"}"#,
    #"{"bodies": [{"file": "a.json", "operation": "GET URL"}], "contracts": ["social-posts"]}"#,
    #"{"bodies": [{"file": "a.json", "schema": "token: SECRET"}], "contracts": ["social-posts"]}"#,
    #"{"suppressions": [{"rule": "token=SECRET", "reason": "r"}]}"#,
    #"{"suppressions": [{"rule": "schema", "reason": "r", "path": "token=SECRET", "x": 1}]}"#,
    #"{"customRules": {"a": {"summary": "s", "where": {"names": ["a"]}, "password": "SECRET"}}}"#,
    #"{"customRules": {"a": {"summary": "s", "schema": {"pattern": "token=SECRET["}}}}"#,
    #"{"customRules": {"a": {"summary": "s", "schema": {"$ref": "URL"}}}}"#,
    #"{"customRules": {"a": {"summary": "s", "relation": "token=SECRET"}}}"#,
    #"{"leniencies": "password=SECRET"}"#, "password: SECRET", "password: [SECRET", "token=SECRET",
  ])
  func `Configurations with mistakes`(text: String) throws {
    let text = text.replacing("URL", with: Self.url).replacing("SECRET", with: Self.secret)
    let file = try folder.write(text, to: ".schemacheck.json")
    try folder.write("{}", to: "a.json")
    for command in ["check", "lint", "baseline", "rules", "test-rules"] {
      let run = Scenario.run(command, "--config", file)
      #expect(!run.everything.contains(Self.secret), "\(command)\n\(text)\n\(run.everything)")
    }
  }

  @Test(arguments: [
    #"{"openapi": "URL"}"#, #"{"openapi": "3.1.0", "paths": {"/a": {"get": {"$ref": "URL"}}}}"#,
    #"{"openapi": "3.1.0", "paths": {"URL": {"get": {"responses": {}}}}}"#, "token: SECRET",
    #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"$ref": "URL"}}}}"#,
    #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"pattern": "token=SECRET("}}}}"#,
    #"{"openapi": "3.1.0", "components": {"schemas": {"A": {"type": "password: SECRET"}}}}"#,
    #"{"openapi": "3.1.0", "servers": [{"url": "URL/{a"}], "paths": {}}"#,
    #"{"openapi": "3.1.0", "x-schemacheck": {"rules": {"token=SECRET": "off"}}, "paths": {}}"#,
    #"{"openapi": "3.1.0", "x-schemacheck": {"decoder": {"keys": "URL"}}, "paths": {}}"#,
    "{\"openapi\": \"3.1.0\", \"password\": \"SECRET\", }",
    "openapi: 3.1.0\npassword: SECRET: x\n", "openapi: 3.1.0\npassword: &a SECRET\nx: *b\n",
  ])
  func `Contracts with mistakes`(text: String) throws {
    let text = text.replacing("URL", with: Self.url).replacing("SECRET", with: Self.secret)
    let file = try folder.write(text, to: text.hasPrefix("{") ? "api.json" : "api.yaml")
    try folder.write("{}", to: "a.json")
    for command in [
      ["check", "-c", file, folder.path + "/a.json"], ["contracts", file], ["diff", file, file],
      ["variants", file], ["rules", "-c", file], ["validate", "--schema", file, folder.path],
    ] {
      let run = Scenario.run(command)
      #expect(!run.everything.contains(Self.secret), "\(command[0])\n\(text)\n\(run.everything)")
    }
  }
}
