import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// How requests are spaced, what is said of their times, and what Ctrl-C leaves.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveMannersTests {
  private let server: LiveServer

  init() throws { server = try #require(LiveServer.current) }

  private static let paths = [
    LiveSite.get("/things"),
    LiveSite.get("/things/{id}", LiveSite.path("id"), schema: #"{"type": "object"}"#),
  ]

  /// A list of `count` things, and their details.
  private func site(_ count: Int, _ reply: LiveSite.Reply = LiveSite.Reply(text: "{}")) throws
    -> LiveSite
  {
    let site = try LiveSite(server, paths: Self.paths)
    var replies = (0..<count).map { ("/things/\($0)", [reply]) }
    let list = (0..<count).map { #"{"id": \#($0)}"# }.joined(separator: ", ")
    replies.append(("/things", [LiveSite.Reply(text: "[\(list)]")]))
    try site.answer(Dictionary(uniqueKeysWithValues: replies))
    return site
  }

  /// The tool as a process, which really waits.
  private func run(
    _ site: LiveSite, _ arguments: [String], until: String? = nil, signal: Int32 = SIGINT
  ) throws -> Program.Outcome {
    // A signal is sent once the condition holds: Python code about the record, `f()`, and about the
    // requests that the server has, `sent()`.
    let script = """
      import signal, subprocess, sys, time, urllib.request
      # Of the test that started this, which may block or ignore it.
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      signal.signal(signal.SIGINT, signal.SIG_DFL)
      p = subprocess.Popen(sys.argv[3:])
      def f():
          try:
              return open(sys.argv[1]).read()
          except FileNotFoundError:
              return ""
      def sent():
          with urllib.request.urlopen("\(server.url("/log?about=/site/\(site.name)/"))") as log:
              return log.read().decode()
      if sys.argv[2]:
          while p.poll() is None and not (\(until ?? "True")):
              time.sleep(0.02)
          p.send_signal(int(sys.argv[2]))
      sys.exit(p.wait())
      """
    let record = arguments.last ?? ""
    return try Program.run(
      [
        "python3", "-c", script, record, until == nil ? "" : "\(signal)",
        PackageFolder.product("schemacheck"), "check", "-c", site.contract, "--server", site.base,
        "--all",
      ] + arguments)
  }

  @Test func theRate() throws {
    let site = try self.site(6)
    let start = ContinuousClock.now
    let run = try self.run(site, ["--samples", "6", "--jobs", "4", "--rate", "10/s"])
    #expect(run.status == 0, "\(run.errors)")
    let times = try site.requests().map(\.time).sorted()
    #expect(times.count == 7)
    // Seven requests take six intervals.
    #expect(start.duration(to: .now) > .milliseconds(590))
    for (earlier, later) in zip(times, times.dropFirst(3)) { #expect(later - earlier > 0.2) }
  }

  /// No other connection goes on where the server asks to wait.
  @Test func waitsOfTheServer() throws {
    let site = try self.site(4)
    try site.answer([
      "/things": [LiveSite.Reply(text: #"[{"id": 0}, {"id": 1}, {"id": 2}]"#)],
      "/things/0": [
        LiveSite.Reply(status: 429, headers: ["Retry-After": "1"]), LiveSite.Reply(text: "{}"),
      ],
      "/things/1": [LiveSite.Reply(text: "{}", sleep: 0.3)],
      "/things/2": [LiveSite.Reply(text: "{}")],
    ])
    let run = try self.run(site, [])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("/things/0: status 429; try 2 of 3 in 1 s\n"))
    let sent = try site.requests()
    let refused = try #require(sent.first { $0.path.hasSuffix("/things/0") })
    for request in sent where request.time > refused.time && !request.path.hasSuffix("/things/1") {
      #expect(request.time - refused.time > 0.9, "\(request.path)")
    }
  }

  @Test func jobs() throws {
    let slow = LiveSite.Reply(text: "{}", sleep: 0.4)
    let times = try [1: 1.1, 3: 0.3].map { jobs, least in
      let site = try self.site(3, slow)
      #expect(site.check("--jobs", "\(jobs)").code == .clean)
      let times = try site.requests().filter { $0.path.hasSuffix("/things") == false }.map(\.time)
      return (jobs, (times.max() ?? 0) - (times.min() ?? 0), least)
    }
    for (jobs, spread, _) in times {
      if jobs == 1 { #expect(spread > 0.75) } else { #expect(spread < 0.35) }
    }
  }

  /// Times are information: on standard error and in the summary, never a finding.
  @Test func times() throws {
    let site = try self.site(3, LiveSite.Reply(text: "{}", sleep: 0.05))
    let text = site.check([])
    #expect(text.code == .clean && text.output.isEmpty)
    let lines = text.errors.split(separator: "\n").filter { $0.hasPrefix("response times") }
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("response times of GET /things: median "))
    #expect(
      lines[1].contains(
        /response times of GET \/things\/\{id\}: median \d\d+ ms, longest \d\d+ ms \(3 requests\)/))
    #expect(!site.check("-q").errors.contains("response times"))
    let json = site.check([], format: "json").output
    #expect(
      json.contains(
        /"operation":"GET \/things\/\{id\}",.*"statuses":\{"200":3\},"milliseconds":\{"median":\d+,"worst":\d+\}/
      ), "\(json)")
    let url = site.check(["\(site.base)/things"], sweeps: false)
    #expect(!url.errors.contains("response times"))
    let capture = Scenario.run(
      "check", "-", "-c", site.contract, "-f", "json",
      input: #"{"method": "GET", "url": "/things", "status": 200, "responseBody": []}"#)
    #expect(capture.code == .clean && !capture.output.contains("milliseconds"))
  }

  /// What has come is counted, not what is reported at the end.
  @Test func progress() throws {
    let site = try self.site(3, LiveSite.Reply(text: "{}", sleep: 0.7))
    let scenario = Scenario.run(
      "check", "-c", site.contract, "--server", site.base, "--all", "-j", "1", isTerminal: true)
    #expect(scenario.code == .clean)
    #expect(
      scenario.errors.contains(/checking http[^ ]*: [23] responses so far/), "\(scenario.errors)")
    #expect(!scenario.errors.contains(" 0 exchanges so far"))
  }

  /// A conditional request may have an answer without anything to check.
  @Test func conditionalRequests() throws {
    let site = try self.site(1, LiveSite.Reply(status: 304, headers: ["ETag": #""a""#]))
    let scenario = site.check("--header", #"If-None-Match: "a""#)
    #expect(scenario.code == .clean && scenario.output.isEmpty, "\(scenario.everything)")
    #expect(
      scenario.errors.contains("1 of 2 requests checked\nnot checked: 1 not modified"))
    #expect(try site.requests().last?.headers["if-none-match"] == #""a""#)
  }

  @Test func newerAddresses() throws {
    guard server.newerPort != 0 else { return }
    let site = try self.site(1)
    let base = "http://[::1]:\(server.newerPort)/site/\(site.name)"
    let scenario = site.check(
      ["--server", base, "--all", "--header", "X-Key:env:KEY"], sweeps: false,
      variables: ["KEY": "k3y"])
    #expect(scenario.code == .clean, "\(scenario.everything)")
    #expect(try site.requests().map { $0.headers["x-key"] } == ["k3y", "k3y"])
  }

  /// What got a response before Ctrl-C is reported; the rest is one line, and the run fails.
  @Test func interrupted() throws {
    let folder = try TemporaryFolder()
    let record = folder.path + "/live.har"
    let site = try self.site(30, LiveSite.Reply(text: "[]", sleep: 0.4))
    let run = try self.run(
      site, ["--samples", "30", "-f", "concise", "--record", record],
      until: #"f().count("startedDateTime") > 3"#)
    #expect(run.status == 1, "\(run.errors)")
    let found = run.output.split(separator: "\n").count
    #expect(run.output.contains("error[schema]") && (1..<30).contains(found))
    #expect(
      run.errors.contains(/interrupted: \d+ requests of 31 had no response/), "\(run.errors)")
    #expect(run.errors.contains(" checked") && !run.errors.contains("connection"))
    // The record is complete.
    let again = Scenario.run(
      "check", record, "-c", site.contract, "--base-path", "/site/\(site.name)", "-f", "concise")
    #expect(again.code == .findings, "\(again.errors)")
    #expect(
      again.errors.contains("error") && !again.errors.contains("unreadable"), "\(again.errors)")
  }

  /// What was to come after the requests is counted, too.
  @Test func operationsAfterTheInterruption() throws {
    let folder = try TemporaryFolder()
    let site = try LiveSite(
      server, paths: Self.paths + [LiveSite.get("/a"), LiveSite.get("/things/{id}/parts")])
    try site.answer([
      "/a": [LiveSite.Reply(text: "{}")], "/things": [LiveSite.Reply(text: "[]", sleep: 20)],
    ])
    let report = folder.path + "/report.json"
    let run = try self.run(
      site, ["-f", "json=" + report, "--record", folder.path + "/live.ndjson"],
      until: #"f().count("\n") > 0"#)
    #expect(run.status == 2)
    #expect(try String(contentsOfFile: report, encoding: .utf8).hasSuffix("\"truncated\":true}}\n"))
    #expect(
      run.errors.contains(
        "interrupted: 1 request of 2 had no response; 2 more operations were not sent\n"),
      "\(run.errors)")
    #expect(
      run.errors.contains("1 of 4 requests checked\nnot checked: 3 no response"),
      "\(run.errors)")
  }

  /// Ctrl-C does not wait for an answer: one that was awaited would have come.
  @Test func aSlowAnswerIsLeftAlone() throws {
    let site = try self.site(1, LiveSite.Reply(text: "{}", sleep: 20))
    let run = try self.run(site, [], until: #""/things/0" in sent()"#)
    #expect(run.status == 2 && run.errors.contains("interrupted: 1 request of 2 had no response"))
  }

  /// Whole lines, whatever happens.
  @Test func killed() throws {
    let folder = try TemporaryFolder()
    let record = folder.path + "/live.ndjson"
    let site = try self.site(30, LiveSite.Reply(text: "[]", sleep: 0.1))
    let run = try self.run(
      site, ["--samples", "30", "--record", record], until: #"f().count("\n") > 4"#,
      signal: SIGKILL)
    #expect(run.status != 0)
    let text = try String(contentsOfFile: record, encoding: .utf8)
    #expect(text.hasSuffix("}\n"))
    let again = Scenario.run(
      "check", record, "-c", site.contract, "--base-path", "/site/\(site.name)", "-f", "concise")
    #expect(again.code == .findings && again.errors.contains(" checked"), "\(again.errors)")
  }
}
