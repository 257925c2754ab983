import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Compressed answers, and HTTP/2.
@Suite(
  .enabled(if: LiveServer.isAvailable, "python3 is not on the path, and the server is in Python"),
  .enabled(if: LiveServer.hasLibcurl, "libcurl is not here"), .liveServer)
struct LiveContentTests {
  private let server: LiveServer

  init() throws { server = try #require(LiveServer.current) }

  private func site(_ reply: LiveSite.Reply) throws -> LiveSite {
    let site = try LiveSite(server, paths: [LiveSite.get("/a", schema: #"{"type": "object"}"#)])
    try site.answer(["/a": [reply]])
    return site
  }

  private static let long = #"{"text": "\#(String(repeating: "ab", count: 400))"}"#

  /// A body that is not whole is told, never passed; as in a capture.
  @Test(arguments: [
    // Without its checksum and its size, with a part of them, and cut in the middle.
    (LiveSite.Reply(text: long, gzip: true, cut: 8), "is gzip data that ends too soon"),
    (LiveSite.Reply(text: long, gzip: true, cut: 3), "is gzip data that ends too soon"),
    (LiveSite.Reply(text: long, gzip: true, cut: 15), "is gzip data that ends too soon"),
    (LiveSite.Reply(text: "{}", gzip: true, more: "x"), "is gzip data with bytes after its end"),
    (
      LiveSite.Reply(text: "{}", headers: ["Content-Encoding": "gzip"]), "is broken gzip data"
    ),
    (
      LiveSite.Reply(text: "{}", headers: ["Content-Encoding": "deflate"]),
      "is broken deflate data"
    ),
    (
      LiveSite.Reply(text: "{}", headers: ["Content-Encoding": "br"]),
      "is still compressed (br); only gzip and deflate can be decoded, so record it without "
        + "compression"
    ),
  ])
  func brokenBodies(reply: LiveSite.Reply, words: String) throws {
    let site = try self.site(reply)
    let record = "\(server.folder)/\(site.name).ndjson"
    let scenario = site.check("--record", record)
    #expect(scenario.code == .error && scenario.output.isEmpty)
    #expect(
      scenario.errors == """
        schemacheck: SITE/a: the response body \(words)
        no findings
        0 of 1 request checked
        not checked: 1 undecodable body

        """)
    // Its record does not pass either.
    let again = site.recheck(record)
    #expect(again.errors.contains("0 of 1 exchange checked"), "\(again.errors)")
  }

  /// Members of gzip may follow one another, and what is empty is not compressed.
  @Test func wholeBodies() throws {
    #expect(try site(LiveSite.Reply(text: Self.long, gzip: true)).check().code == .clean)
    let found = try site(LiveSite.Reply(text: "[]", gzip: true)).check()
    #expect(found.output.contains("error[schema]"), "\(found.everything)")
    let none = try site(LiveSite.Reply(text: "", headers: ["Content-Encoding": "gzip"])).check()
    #expect(none.code != .error, "\(none.everything)")
  }

  /// Both sides can speak it only where libcurl and a server can.
  @Test(
    .enabled(if: LiveServer.hasCertificates, "openssl, which makes certificates, is not here"),
    .enabled(if: Program.isThere("node"), "node, which speaks HTTP/2, is not here"),
    .enabled(if: LiveContentTests.hasHTTP2, "curl is not here, or does not speak HTTP/2"))
  func newerProtocol() throws {
    try #require(server.securePort != 0)
    let script = """
      const fs = require("fs"), http2 = require("http2");
      const server = http2.createSecureServer(
        {key: fs.readFileSync("server.key"), cert: fs.readFileSync("server.pem"), allowHTTP1: true},
        (request, response) => {
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify({version: request.httpVersion}));
        });
      server.listen(0, "127.0.0.1", () => console.log(server.address().port));
      process.stdin.on("data", () => {}).on("end", () => process.exit());
      """
    let process = Process()
    process.executableURL = Program.path(of: "node").map { URL(fileURLWithPath: $0) }
    process.arguments = ["-e", script]
    process.currentDirectoryURL = URL(fileURLWithPath: server.folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    defer {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(Int(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    let schema = #"{"type": "object", "properties": {"version": {"const": "2.0"}}}"#
    let site = try LiveSite(
      server, paths: [LiveSite.get("/a", schema: schema), LiveSite.get("/b", schema: schema)])
    let record = "\(server.folder)/\(site.name)-2.ndjson"
    let scenario = site.check(
      [
        "--server", "https://127.0.0.1:\(port)", "--all", "--cacert", server.caFile,
        "--header", "X-Key:env:KEY", "--record", record,
      ], sweeps: false, variables: ["KEY": "k3y-Secret"])
    #expect(scenario.code == .clean, "\(scenario.everything)")
    #expect(scenario.errors.contains("2 of 2 requests checked"))
    let again = Scenario.run("check", record, "-c", site.contract)
    #expect(again.code == .clean, "\(again.everything)")
  }

  static var hasHTTP2: Bool {
    let run = try? Program.run(["curl", "--version"])
    return run?.output.contains("HTTP2") ?? false
  }
}
