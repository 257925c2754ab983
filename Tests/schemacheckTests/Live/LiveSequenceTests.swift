@_spi(Engine) @testable import ContractCaptures
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Responses that are sequences, some of them without an end.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveSequenceTests {
  private let server: LiveServer
  private let folder: TemporaryFolder
  private let contract: String

  init() throws {
    server = try #require(LiveServer.current)
    folder = try TemporaryFolder()
    let paths = [
      ("lines", "application/x-ndjson"), ("records", "application/json-seq"),
      ("events", "text/event-stream"),
    ].map { name, type in
      """
      "/sequence/\(name)": {"get": {"responses": {"200": {"description": "d", "content":
        {"\(type)": {"schema": {"$ref": "#/components/schemas/Item"}}}}}}}
      """
    }
    contract = try folder.write(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "servers": [{"url": "\(server.url(""))"}],
       "components": {"schemas": {"Item": {"type": "object", "required": ["id"],
         "properties": {"id": {"type": "integer"}}}}},
       "paths": {\(paths.joined(separator: ", "))}}
      """, to: "c.json")
  }

  private func check(_ arguments: String...) -> Scenario {
    var run = Scenario.run(
      ["check", "-c", contract, "-f", "concise", "--no-config"] + arguments)
    run.output = run.output.replacing("127.0.0.1:\(server.origin)", with: "HOST")
    run.errors = run.errors.replacing("127.0.0.1:\(server.origin)", with: "HOST")
    run.errors = run.errors.replacing(/response times of .*\n/, with: "")
    return run
  }

  @Test(arguments: ["lines", "records", "events"])
  func theEndAfterSomeItems(kind: String) {
    let run = check(server.url("/sequence/\(kind)"), "--items", "5", "--strict")
    #expect(run.code == .findings)
    let line = ["lines": 3, "records": 3, "events": 11][kind] ?? 0
    let column = ["lines": 8, "records": 9, "events": 14][kind] ?? 0
    #expect(
      run.output
        == "http://HOST/sequence/\(kind):\(line):\(column): error[schema] `id` is a string; "
        + "the contract says an integer  (GET /sequence/\(kind) 200 /2/id)\n")
    #expect(run.errors == "1 error in 1 group: schema 1\n1 of 1 request checked (5 items)\n")
  }

  /// Of a response that lasts, mistakes are told while items arrive, each kind once.
  @Test(arguments: ["lines", "records", "events"])
  func whileTheyArrive(kind: String) {
    let run = check(server.url("/sequence/\(kind)"), "--items", "180")
    #expect(
      run.errors == """
        http://HOST/sequence/\(kind): item 2: error[schema] `id` is a string; the contract says an \
        integer
        60 errors in 1 group: schema 60
        1 of 1 request checked (180 items)

        """)
    #expect(run.output.contains("/*/id"), "\(run.output)")
  }

  /// An end that was asked for changes nothing: what came was right.
  @Test func theEndAfterRightItems() {
    let run = check(server.url("/sequence/events"), "--items", "2", "--strict")
    #expect(run.code == .clean && run.output.isEmpty, "\(run.everything)")
    #expect(run.errors == "no findings\n1 of 1 request checked (2 items)\n")
  }

  @Test func theEndAfterATime() {
    let run = check(
      server.url("/sequence/lines?items=2&silent=1"), "--for", "500ms", "--strict")
    #expect(run.code == .clean && run.output.isEmpty, "\(run.everything)")
    #expect(run.errors == "no findings\n1 of 1 request checked (2 items)\n")
  }

  /// At the time limit, what came is checked, and the rest is said.
  @Test func theTimeLimit() {
    let run = check(server.url("/sequence/lines?items=3&silent=1"), "--timeout", "1")
    #expect(run.code == .findings)
    #expect(run.output.contains("/2/id"), "\(run.everything)")
    #expect(
      run.errors == """
        http://HOST/sequence/lines?items=3&silent=1: the response did not end within 1 s \
        (--timeout); the 3 items until then were read. `--items N` or `--for 10s` ends it sooner
        http://HOST/sequence/lines?items=3&silent=1: the response body of `GET /sequence/lines` ends \
        within its last item (`/3`); that item was not checked
        1 error in 1 group: schema 1
        1 of 1 request checked (3 items)
        not checked: 1 item cut off

        """)
  }

  @Test func allOperationsOfAServer() {
    let run = check("--server", server.url(""), "--all", "--items", "2")
    #expect(run.code == .clean && run.output.isEmpty, "\(run.everything)")
    #expect(run.errors.contains("3 of 3 requests checked (6 items)"), "\(run.errors)")
  }

  /// A record has the items, and the same is found in it.
  @Test(arguments: ["a.ndjson", "a.har"])
  func aRecord(name: String) {
    let file = "\(folder.path)/\(name)"
    let live = check(server.url("/sequence/events"), "--items", "4", "--record", file)
    #expect(live.code == .findings)
    let recorded = check(file)
    #expect(recorded.code == .findings)
    #expect(recorded.output.contains("`id` is a string"), "\(recorded.everything)")
    #expect(recorded.errors.contains("(4 items)"), "\(recorded.errors)")
  }

  /// A plain response ends at its own limit, whatever time sequences have.
  @Test func otherResponsesKeepTheirLimit() {
    let run = check(server.url("/slow"), "--for", "10m", "--timeout", "1")
    #expect(
      run.errors.contains("no complete response within 1 s (--timeout)"), "\(run.everything)")
  }

  @Test(arguments: ["0", "x", "-1"])
  func wrongNumbersOfItems(number: String) {
    let run = check(server.url("/sequence/lines"), "--items", number)
    #expect(run.code == .error)
  }

  @Test(arguments: ["10", "s", "0s", "100h", "1 s"])
  func wrongTimes(time: String) {
    let run = check(server.url("/sequence/lines"), "--for", time)
    #expect(run.code == .error)
    #expect(run.errors.contains("`--for` takes a time such as `10s`"), "\(run.errors)")
  }
}
