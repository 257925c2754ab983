import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Exchanges of hosts that the contract's servers exclude.
@Suite struct HostTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func contract(_ servers: String...) -> String {
    let servers = servers.map { #"{"url": "\#($0)"}"# }.joined(separator: ", ")
    return """
      {"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "servers": [\(servers)],
       "paths": {"/files": {"get": {"responses": {"200": {"description": "ok", "content":
       {"application/json": {"schema": {"type": "object", "required": ["a"]}}}}}}}}}
      """
  }

  private static let one = "https://api.one.example/v1"
  private static let two = "https://api.two.example/v1"

  private static func record(
    _ server: String, _ body: String = "{}", path: String = "/files"
  ) -> String {
    #"{"method": "GET", "url": "\#(server)\#(path)", "status": 200, "responseBody": \#(body)}"#
      + "\n"
  }

  private static let right = #"{"a": 1}"#

  private func check(
    _ lines: String, _ servers: [String] = [one], options: [String] = [], name: String = "t.ndjson"
  ) throws -> Scenario {
    let file = try folder.write(lines, to: name)
    return try check(inputs: [file] + options, servers)
  }

  private func check(
    inputs: [String], _ servers: [String] = [one], input: String = "", format: String = "concise"
  ) throws -> Scenario {
    let servers = servers.map { #"{"url": "\#($0)"}"# }.joined(separator: ", ")
    let text = Self.contract().replacing(#""servers": []"#, with: #""servers": [\#(servers)]"#)
    let contract = try folder.write(text, to: "api/c.json")
    var run = Scenario.run(
      ["check", "--no-config", "-c", contract, "-f", format] + inputs, input: input)
    run.output = run.output.replacing(folder.path, with: "DIR")
    run.errors = run.errors.replacing(folder.path, with: "DIR")
    return run
  }

  private static let advice =
    "add the host to `servers`; or use an option: `--hosts all` checks all hosts, `--hosts "
    + "documented` checks only documented hosts\n"

  private static func note(_ host: String, _ rest: String) -> String {
    "the host `\(host)` is not in `servers`: \(rest)\n"
  }

  @Test(
    .enabled(
      if: PackageFolder.finding("second/real/other-host.yaml") != nil,
      "shared/findings is not beside the package"))
  func theTrafficOfTheFinding() throws {
    let contract = try #require(PackageFolder.finding("second/real/other-host.yaml")).path
    let traffic = try #require(PackageFolder.finding("second/real/other-host.ndjson")).path
    let run = Scenario.run("check", "--no-config", "-c", contract, "-f", "concise", traffic)
    #expect(run.code == .findings)
    #expect(
      run.errors
        == "1 error and 1 warning in 2 groups: schema 1, undocumented-field 1\n1 of 1 exchange checked\n"
        + Self.note("api.two.example", "1 exchange still checked") + Self.advice)
  }

  @Test func anotherHostAloneIsJudgedWithANote() throws {
    let run = try check(Self.record(Self.two))
    #expect(run.code == .findings)
    #expect(
      run.errors
        == "1 error in 1 group: schema 1\n1 of 1 exchange checked\n"
        + Self.note("api.two.example", "1 exchange still checked") + Self.advice)
  }

  @Test func anotherHostBesideADocumentedOneIsUnmatched() throws {
    let run = try check(
      Self.record(Self.two) + Self.record(Self.one, Self.right) + Self.record(Self.two))
    #expect(run.code == .clean)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "no findings\n1 of 3 exchanges checked\nnot checked: 2 unmatched\n"
        + Self.note("api.two.example", "2 exchanges not checked") + Self.advice)
  }

  @Test(arguments: ["1", "4"]) func theDocumentedHostMayBeInALaterFile(jobs: String) throws {
    let first = try folder.write(Self.record(Self.two), to: "in/a.ndjson")
    _ = try folder.write(Self.record(Self.one, Self.right), to: "in/b.ndjson")
    for inputs in [[first, folder.path + "/in/b.ndjson"], [folder.path + "/in/b.ndjson", first]] {
      let run = try check(inputs: inputs + ["-j", jobs])
      #expect(run.code == .clean)
      #expect(
        run.errors.contains("1 of 2 exchanges checked\nnot checked: 1 unmatched"), "\(run.errors)")
    }
  }

  @Test(arguments: [
    "http://localhost:3000/v1", "http://api.localhost/v1", "http://127.0.0.2:8080/v1",
    "http://[::1]:8080/v1", "http://10.1.2.3/v1", "http://172.31.0.1/v1", "http://192.168.0.1/v1",
    "http://[fd12::1]/v1", "http://169.254.1.1/v1", "http://mac.local/v1", "http://api.internal/v1",
    "http://api.test/v1", "http://host.docker.internal/v1", "http://api:8080/v1",
    "https://{{host}}/v1", "http://[::ffff:127.0.0.1]/v1",
  ]) func localHostsAreNeverForeign(server: String) throws {
    let run = try check(Self.record(server) + Self.record(Self.one, Self.right))
    #expect(run.code == .findings)
    #expect(
      run.errors == "1 error in 1 group: schema 1\n2 of 2 exchanges checked\n", "\(run.errors)")
  }

  @Test(arguments: [
    "http://172.32.0.1/v1", "http://11.1.2.3/v1", "http://[2001:db8::1]/v1",
    "http://test.example/v1",
    "https://localhost.two.example/v1",
  ]) func otherAddressesAreForeign(server: String) throws {
    let run = try check(Self.record(server) + Self.record(Self.one, Self.right))
    #expect(run.code == .clean)
    #expect(run.errors.contains("1 exchange not checked"), "\(run.errors)")
  }

  @Test(arguments: [
    "http://api.one.example:8080/v1", "https://API.One.Example/v1", "https://api.one.example./v1",
    "api.one.example:80/v1",
  ]) func schemeAndPortAndCaseDoNotCount(server: String) throws {
    let run = try check(Self.record(server) + Self.record(Self.one, Self.right))
    #expect(run.code == .findings)
    #expect(run.errors == "1 error in 1 group: schema 1\n2 of 2 exchanges checked\n")
  }

  @Test(arguments: [
    ["/v1"], [one, "/v1"], ["https://{host}/v1"], ["http://localhost:3000/v1"], [],
  ]) func serversThatNameNoHostExcludeNone(servers: [String]) throws {
    let run = try check(
      Self.record(Self.two) + Self.record("http://localhost:3000/v1", Self.right), servers)
    #expect(run.code == .findings)
    #expect(!run.errors.contains("do not name"), "\(run.errors)")
  }

  @Test func optionsSettleIt() throws {
    let both = Self.record(Self.two) + Self.record(Self.one, Self.right)
    let all = try check(both, options: ["--hosts", "all"])
    #expect(all.code == .findings)
    #expect(all.errors == "1 error in 1 group: schema 1\n2 of 2 exchanges checked\n")
    let documented = try check(Self.record(Self.two), options: ["--hosts", "documented"])
    #expect(documented.code == .error)
    #expect(
      documented.errors
        == "no findings\n0 of 1 exchange checked\nnot checked: 1 unmatched\n"
        + Self.note("api.two.example", "1 exchange not checked")
        + "add the host to `servers`; or use an option: `--hosts all` checks all hosts\n"
        + "schemacheck: nothing was checked\n", "\(documented.errors)")
    let unknown = try check(both, options: ["--hosts", "some"])
    #expect(unknown.code == .error)
  }

  @Test func theConfigurationSettlesItToo() throws {
    _ = try folder.write(Self.contract(Self.one), to: "p/c.json")
    _ = try folder.write(
      Self.record(Self.two) + Self.record(Self.one, Self.right), to: "p/t.ndjson")
    let file = try folder.write(
      #"{"contracts": ["c.json"], "inputs": ["t.ndjson"], "hosts": "all"}"#, to: "p/c.config.json")
    #expect(Scenario.run("check", "--config", file).code == .findings)
    #expect(Scenario.run("check", "--config", file, "--hosts", "documented").code == .clean)
  }

  @Test func aStrictRunFails() throws {
    let judged = try check(Self.record(Self.two, Self.right), options: ["--strict"])
    #expect(judged.code == .findings)
    #expect(
      judged.errors.contains(
        "--strict: not everything was checked with certainty: 1 with hosts that are not in the "
          + "contract"
      ),
      "\(judged.errors)")
    let unmatched = try check(
      Self.record(Self.two) + Self.record(Self.one, Self.right), options: ["--strict"])
    #expect(unmatched.code == .findings)
    #expect(
      unmatched.errors.contains("--strict: not everything was checked with certainty: 1 unmatched"))
    let all = try check(
      Self.record(Self.two, Self.right), options: ["--strict", "--hosts", "all"])
    #expect(all.code == .clean)
  }

  @Test(arguments: ["1", "4"]) func aStreamJudgesUntilADocumentedHostCame(jobs: String) throws {
    let lines =
      Self.record(Self.two) + Self.record(Self.two, Self.right)
      + Self.record(Self.one, Self.right) + Self.record(Self.two)
    let run = try check(inputs: ["-", "-j", jobs], input: lines)
    #expect(run.code == .findings)
    #expect(run.output.hasPrefix("<stdin>:1:") && run.output.split(separator: "\n").count == 1)
    #expect(
      run.errors
        == "1 error in 1 group: schema 1\n3 of 4 exchanges checked\nnot checked: 1 unmatched\n"
        + Self.note(
          "api.two.example", "2 exchanges still checked, 1 exchange not checked")
        + Self.advice, "\(run.errors)")
  }

  /// Slices of a long stream are checked at the same time.
  @Test func theNumberOfThreadsDoesNotMatter() throws {
    let pad = #"{"b": "\#(String(repeating: "x", count: 1500))"}"#
    let foreign = String(repeating: Self.record(Self.two, pad), count: 350)
    let middle = String(repeating: Self.record(Self.one, Self.right), count: 10)
    let lines = foreign + middle + foreign
    for format in ["ndjson", "verdicts"] {
      let runs = try ["1", "4"].map { jobs in
        try check(inputs: ["-", "-j", jobs], input: lines, format: format)
      }
      #expect(runs[0].output == runs[1].output)
      #expect(runs[0].errors == runs[1].errors)
      #expect(
        runs[0].errors.contains("350 exchanges still checked, 350 exchanges not checked"))
    }
  }

  @Test(arguments: ["1", "4"]) func aHAROnAStream(jobs: String) throws {
    func entry(_ server: String, _ body: String) -> String {
      #"{"request": {"method": "GET", "url": "\#(server)/files"}, "response": {"status": 200, "#
        + #""content": {"mimeType": "application/json", "text": "\#(body)"}}}"#
    }
    let wrong = Array(repeating: entry(Self.two, "{}"), count: 300)
    let entries = wrong + [entry(Self.one, #"{\"a\": 1}"#)] + wrong
    let har = #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#
    let stream = try check(inputs: ["-", "-j", jobs], input: har)
    #expect(
      stream.errors.contains("300 exchanges still checked, 300 exchanges not checked"))
    let file = try check(har, options: ["-j", jobs], name: "t.har")
    #expect(file.code == .clean)
    #expect(file.errors.contains(": 600 exchanges not checked"), "\(file.errors)")
  }

  @Test func aHostBelongsToTheContractThatNamesIt() throws {
    let first = try folder.write(Self.contract(Self.one), to: "one.json")
    let text = Self.contract(Self.two).replacing("/files", with: "/users")
    let second = try folder.write(text, to: "two.json")
    let file = try folder.write(
      Self.record(Self.two) + Self.record(Self.two, path: "/users")
        + Self.record("https://api.three.example/v1"), to: "t.ndjson")
    func run(_ options: String...) -> Scenario {
      Scenario.run(
        ["check", "--no-config", "-c", first, "-c", second, "-f", "concise", file] + options)
    }
    let found = run()
    #expect(found.output.split(separator: "\n").count == 2, "\(found.output)")
    #expect(
      found.output.contains(
        "warning[unknown-route] the contract has no operation for GET `/v1/files`"),
      "\(found.output)")
    #expect(found.output.contains("(GET /users 200"))
    #expect(
      found.errors.contains(Self.note("api.three.example", "1 exchange not checked")),
      "\(found.errors)")
    let all = run("--hosts", "all").output
    #expect(all.contains("(GET /files 200 (property `a`)) (×2 in 2 exchanges)"), "\(all)")
    #expect(!all.contains("unknown-route"))
  }

  /// The host of another operation is no host of this one.
  @Test func operationsMayHaveHostsOfTheirOwn() throws {
    let own = #""/own": {"servers": [{"url": "\#(Self.two)"}], "get": {"responses": {"200": {}}}}"#
    let contract = try folder.write(
      Self.contract(Self.one).replacing(#""paths": {"#, with: #""paths": {\#(own), "#), to: "o.json"
    )
    let file = try folder.write(
      Self.record(Self.one, Self.right) + Self.record(Self.two, path: "/own")
        + Self.record(Self.two),
      to: "o.ndjson")
    let run = Scenario.run("check", "--no-config", "-c", contract, "-f", "concise", file)
    #expect(run.output.isEmpty, "\(run.output)")
    #expect(
      run.errors.contains(Self.note("api.two.example", "1 exchange not checked")), "\(run.errors)")
  }

  @Test func unknownRoutesOfOtherHostsAreSilent() throws {
    let post =
      #"{"method": "POST", "url": "\#(Self.two)/files", "status": 200, "responseBody": {}}"#
    let run = try check(post + "\n" + Self.record(Self.one, Self.right))
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("1 exchange not checked"))
    let alone = try check(post + "\n")
    #expect(alone.output.contains("unknown-route"))
  }

  @Test func reportsListTheHosts() throws {
    let more = (1...7).map { Self.record("https://h\($0).example/v1") }.joined()
    let run = try check(
      more + Self.record(Self.two) + Self.record(Self.one, Self.right),
      options: ["-f", "json=\(folder.path)/r.json"])
    #expect(run.errors.contains("and 3 more such hosts; JSON reports list them"), "\(run.errors)")
    let merged = Scenario.run("merge-summaries", folder.path + "/r.json", folder.path + "/r.json")
    #expect(merged.output.contains(#""api.two.example":{"judged":0,"unmatched":2}"#))
    #expect(merged.output.contains(#""h7.example":{"judged":0,"unmatched":2}"#))
  }
}
