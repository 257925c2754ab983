import Foundation
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// The ports of a running server, and the folder it works in.
struct LiveServer: Sendable {
  let origin: Int
  let otherOrigin: Int
  let closedPort: Int
  let mutePort: Int
  let securePort: Int
  let newerPort: Int
  let folder: String

  @TaskLocal static var current: LiveServer?

  static var isAvailable: Bool { Program.isThere("python3") }
  static let hasLibcurl = (try? LiveTransfer()) != nil
  static var hasCertificates: Bool { Program.isThere("openssl") }

  func url(_ path: String) -> String { "http://127.0.0.1:\(origin)\(path)" }
  func otherURL(_ path: String) -> String { "http://127.0.0.1:\(otherOrigin)\(path)" }
  func secureURL(_ path: String) -> String { "https://127.0.0.1:\(securePort)\(path)" }
  var caFile: String { "\(folder)/ca.pem" }
}

/// Runs the server for as long as a suite.
struct LiveServerTrait: SuiteTrait, TestScoping {
  struct NotStarted: Error {
    let output: String
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("live-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appendingPathComponent("server.py")
    try Data(liveServerScript.utf8).write(to: script)
    let schemas = PackageFolder.url.appendingPathComponent("schemas").path
    try Data("SCHEMAS = '\(schemas)'\n\(contractServerScript)".utf8)
      .write(to: folder.appendingPathComponent("apis.py"))

    let process = Process()
    process.executableURL = Program.path(of: "python3").map { URL(fileURLWithPath: $0) }
    process.arguments = [script.path]
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    // The server ends with this pipe, should the tests end without stopping it.
    let input = Pipe()
    process.standardInput = input
    try process.run()
    defer {
      // Not SIGTERM: a process started from a task inherits that thread's mask, which blocks it.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      line += piece
    }
    let text = String(decoding: line, as: UTF8.self)
    let ports = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard ports.count == 6 else { throw NotStarted(output: text) }
    let server = LiveServer(
      origin: ports[0], otherOrigin: ports[1], closedPort: ports[2], mutePort: ports[3],
      securePort: ports[4], newerPort: ports[5], folder: folder.path)
    try await LiveServer.$current.withValue(server) { try await function() }
  }
}

extension Trait where Self == LiveServerTrait {
  static var liveServer: Self { LiveServerTrait() }
}
