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
        before its last item is complete (`/3`); this item was not checked
        1 error in 1 group: schema 1
        1 of 1 request checked (3 items)
        not checked: 1 item cut off

        """)
  }

  /// A connection that is lost after some items is not tried again: the items are checked.
  @Test func aLostConnection() {
    let run = check(server.url("/sequence/lines?items=4&lost=1&id=lost"))
    #expect(run.code == .findings)
    #expect(run.output.contains("/2/id"), "\(run.everything)")
    let errors = run.errors.replacing(/response: .*; the/, with: "response: WORDS; the")
    let url = "http://HOST/sequence/lines?items=4&lost=1&id=lost"
    #expect(
      errors == """
        schemacheck: \(url): the connection was lost during the response: WORDS; the 4 items until \
        then were read
        \(url): the response body of `GET /sequence/lines` ends before its last item is complete \
        (`/4`); this item was not checked
        1 error in 1 group: schema 1
        1 of 1 request checked (4 items)
        not checked: 1 item cut off

        """)
    let right = Scenario.run(
      "check", "-c", contract, "-f", "json", "--no-config",
      server.url("/sequence/lines?items=2&lost=1"))
    #expect(right.code == .error && right.output.contains(#""truncated":true"#), "\(right)")
  }

  /// The first mistake is printed while the response goes on. Then a signal ends it.
  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruption(signal: Int32) throws {
    let script = """
      import signal, subprocess, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      signal.signal(signal.SIGINT, signal.SIG_DFL)
      p = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE)
      first = p.stderr.readline()
      p.send_signal(\(signal))
      sys.stderr.buffer.write(first + p.stderr.read())
      sys.exit(p.wait())
      """
    let run = try Program.run([
      "python3", "-c", script, PackageFolder.product("schemacheck"), "check", "-c", contract,
      "--no-config", "-f", "concise", server.url("/sequence/events"), "--for", "25s",
    ])
    #expect(run.status == 1 && run.output.contains("/*/id"), "\(run.output)\(run.errors)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].contains(": item 2: error[schema]"), "\(run.errors)")
    #expect(lines.contains("schemacheck: interrupted: 1 response had not ended"), "\(run.errors)")
    #expect(run.errors.contains(/1 of 1 request checked \(\d+ items\)/), "\(run.errors)")
  }

  /// Without an item, nothing was checked.
  @Test(arguments: ["events?items=0&silent=ping", "lines?items=0&silent=nothing"])
  func noItem(path: String) {
    let file = "\(folder.path)/a.ndjson"
    let run = check(server.url("/sequence/\(path)"), "--for", "300ms", "--record", file)
    #expect(run.code == .error)
    #expect(
      run.errors == """
        http://HOST/sequence/\(path): 0 items arrived before `--for` ended the response
        no findings
        0 of 1 request checked
        not checked: 1 truncated body
        schemacheck: no documented response body was checked \
        (1 truncated body)

        """)
    #expect(check(file).code == .error)
  }

  /// A sequence that ends without items is complete.
  @Test func anEmptySequence() {
    let run = check(server.url("/sequence/events?items=0"))
    #expect(run.code == .clean && run.errors.contains("checked (0 items)"), "\(run.everything)")
    // Reports have numbers from 1.
    let report = Scenario.run(
      "check", "-c", contract, "-f", "json", server.url("/sequence/events?items=0"))
    #expect(report.code == .clean && !report.output.contains(#""items":0"#), "\(report.output)")
  }

  /// Compressed items are counted and checked while they arrive.
  @Test func compressedItems() {
    let url = server.url("/sequence/events?coding=gzip")
    let run = check(url, "--items", "4")
    #expect(run.code == .findings)
    #expect(run.output.contains(":11:14: error[schema] `id` is a string"), "\(run.output)")
    #expect(run.errors.hasSuffix("1 of 1 request checked (4 items)\n"), "\(run.errors)")
    #expect(check(url, "--for", "300ms").code == .findings)
    // The server does not write the end of the compressed data.
    let cut = check(server.url("/sequence/events?items=3&coding=gzip"))
    #expect(cut.code == .findings)
    #expect(
      cut.errors.contains("body is gzip data that ends too soon; the 3 items until then were read"),
      "\(cut.errors)")
  }

  /// Other codings are decoded as a whole.
  @Test(arguments: [
    ("deflate", "is deflate data that ends too soon"), ("br", "is still compressed (br)"),
  ])
  func otherCodings(coding: String, words: String) {
    let run = check(server.url("/sequence/lines?coding=\(coding)"), "--for", "300ms")
    #expect(run.code == .error && run.errors.contains(words), "\(run.everything)")
  }

  /// HTML in the place of items is an error. One JSON text is not checked, and may be one line.
  @Test(arguments: [
    ("lines", "text/html", "error", "non-JSON"), ("events", "text/html", "error", "non-JSON"),
    ("events", "application/json", "error", "no schema"),
    ("lines", "application/json", "warning", "no schema"),
  ])
  func otherTypes(kind: String, type: String, severity: String, reason: String) {
    let run = check(
      server.url("/sequence/\(kind)?items=1&type=\(type)"), server.url("/sequence/lines?items=1"))
    #expect(run.output.contains(": \(severity)[content-type] "), "\(run.output)")
    #expect(run.code == (severity == "error" ? .findings : .clean))
    #expect(run.errors.contains("not checked: 1 \(reason)\n"), "\(run.errors)")
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
