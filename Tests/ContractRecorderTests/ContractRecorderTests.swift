@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import ContractRecorder
import Foundation
import JSONTape
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An app's sessions, recorded against a server of this machine.
@Suite(
  .serialized, .enabled(if: LoopbackServer.isAvailable, "python3 is not there"))
struct ContractRecorderTests {
  let server: LoopbackServer
  private let folder: TemporaryFolder
  let file: URL

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
    file = folder.url.appendingPathComponent("session.ndjson")
  }

  private func session(mostBodyBytes: Int = 4 << 20) -> URLSession {
    let base = URLSessionConfiguration.ephemeral
    base.httpAdditionalHeaders = ["X-App": "1"]
    return URLSession(
      configuration: ContractRecorder.configuration(
        recordingTo: file, base: base, mostBodyBytes: mostBodyBytes))
  }

  private func request(_ path: String, _ method: String = "GET") throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: server.origin + path)))
    request.httpMethod = method
    return request
  }

  private func records() throws -> [JSONNode] {
    let bytes = try Data(contentsOf: file)
    #expect(bytes.last == UInt8(ascii: "\n"))
    return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONDocument($0).root }
  }

  private func header(_ name: String, _ record: JSONNode, _ message: String) -> String? {
    record["\(message)Headers"]?.elements
      .first { $0["name"]?.string?.lowercased() == name.lowercased() }?["value"]?.string
  }

  /// The app gets what it would get, and the file has the exchange without its secrets.
  @Test func aResponse() async throws {
    var request = try request("/user?token=abcDEF123&q=x")
    request.setValue("Bearer aB3-secret", forHTTPHeaderField: "Authorization")
    let (data, response) = try await session().data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(String(decoding: data, as: UTF8.self).contains("s3cretTOKEN-x9"))
    let record = try #require(try records().first)
    #expect(record["method"]?.string == "GET" && record["status"]?.int == 200)
    #expect(record["url"]?.string == server.origin + "/user?token=aaaAAA000&q=x")
    #expect(record["time"]?.string.flatMap { Timestamp($0) } != nil)
    #expect(header("authorization", record, "request") == "Bearer aA0-aaaaaa")
    #expect(header("content-type", record, "response") == "application/json")
    #expect(header("set-cookie", record, "response") == "session=aaa000; Path=/")
    #expect(
      record["responseBody"]?.text
        == #"{"name": "Al",  "accessToken": "a0aaaaAAAAA-a0", "pin": 1111}"#)
    #expect(record["omitted"] == nil && record["error"] == nil)
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(!["s3cret", "abcDEF", "secret", "abc123", "4711"].contains { text.contains($0) })
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func requestBodies() async throws {
    let session = session(mostBodyBytes: 100_000)
    let body = Data(#"{"name": "Zo\u00eb", "password": "hunter2"}"#.utf8)
    var plain = try request("/echo", "POST")
    plain.setValue("application/json", forHTTPHeaderField: "Content-Type")
    plain.httpBody = body
    #expect(try await session.data(for: plain).0 == body)
    var streamed = try request("/echo", "PUT")
    streamed.httpBodyStream = InputStream(data: body)
    #expect(try await session.data(for: streamed).0 == body)
    var large = try request("/echo-size", "POST")
    large.httpBodyStream = InputStream(data: Data(repeating: 0x61, count: 3_000_000))
    #expect(try await session.data(for: large).0 == Data(#"{"size": 3000000}"#.utf8))
    let records = try records()
    #expect(records.map { $0["method"]?.string } == ["POST", "PUT", "POST"])
    for record in records.prefix(2) {
      #expect(
        record["requestBody"]?.text == #"{"name": "Zo\u00eb", "password": "aaaaaa0"}"#)
      #expect(record["responseBody"]?.text == record["requestBody"]?.text)
    }
    #expect(records[2]["requestBody"] == nil)
    #expect(
      records[2]["omitted"]?["requestBody"]?.string == "3000000 bytes; the limit is 100000")
  }

  /// A stream that fails is not sent cut: the server hears nothing, the app is told.
  @Test func aStreamThatFails() async throws {
    let session = session(mostBodyBytes: 1_000)
    var cut = try request("/echo", "POST")
    cut.httpBodyStream = InputStream(fileAtPath: folder.url.appendingPathComponent("none").path)
    let failing = cut
    await #expect(throws: URLError.self) { try await session.data(for: failing) }
    _ = try await session.data(for: request("/empty"))
    #expect(try records().map { $0["url"]?.string } == [server.origin + "/empty"])
  }

  /// Of data and of a file.
  @Test func uploads() async throws {
    let session = session()
    let body = Data(#"{"n": 1}"#.utf8)
    let file = folder.url.appendingPathComponent("upload.json")
    try body.write(to: file)
    #if canImport(FoundationNetworking)
      // Linux does not show the data to protocols: it is never sent without, and the app is told.
      await #expect(throws: URLError.self) {
        try await session.upload(for: request("/echo", "POST"), from: body)
      }
      await #expect(throws: URLError.self) {
        try await session.upload(for: request("/echo", "PUT"), fromFile: file)
      }
    #else
      #expect(try await session.upload(for: request("/echo", "POST"), from: body).0 == body)
      #expect(try await session.upload(for: request("/echo", "PUT"), fromFile: file).0 == body)
      #expect(try records().map { $0["requestBody"]?.text } == [#"{"n": 1}"#, #"{"n": 1}"#])
    #endif
  }

  @Test func bodiesThatAreLeftOut() async throws {
    let session = session(mostBodyBytes: 1_000)
    #expect(try await session.data(for: request("/binary")).0.count == 4)
    let large = try await session.data(for: request("/large")).0
    #expect(large.count == 6_000_003)
    #expect(large == Data("[\(String(repeating: "1,", count: 3_000_000))1]".utf8))
    #expect(try await session.data(for: request("/gone")).0 == Data(#""no such thing""#.utf8))
    #expect(try await session.data(for: request("/empty")).0.isEmpty)
    #expect(try await session.data(for: request("/user", "HEAD")).0.isEmpty)
    let records = try records()
    #expect(
      records.map { $0["omitted"]?["responseBody"]?.string } == [
        "4 bytes that are not UTF-8", "6000003 bytes; the limit is 1000", nil, nil, nil,
      ])
    #expect(
      records.map { $0["responseBody"]?.string } == [nil, nil, #""no such thing""#, " ", nil])
    #expect(records.map { $0["status"]?.int } == [200, 200, 404, 200, 200])
  }

  @Test func redirects() async throws {
    let (data, response) = try await session().data(for: request("/moved"))
    #expect(String(decoding: data, as: UTF8.self).contains("Al"))
    #expect(response.url?.path == "/user")
    let records = try records()
    #expect(records.map { $0["status"]?.int } == [302, 200])
    #expect(records.map { $0["url"]?.string } == ["/moved", "/user"].map { server.origin + $0 })
    #expect(header("location", records[0], "response") == "/user")
  }

  @Test func failures() async throws {
    let session = session()
    let closed = URLRequest(url: try #require(URL(string: "http://127.0.0.1:1/none")))
    await #expect(throws: (any Error).self) { try await session.data(for: closed) }
    await #expect(throws: (any Error).self) { try await session.data(for: request("/cut")) }
    let slow = try request("/slow")
    let task = Task { try await session.data(for: slow) }
    try await Task.sleep(for: .milliseconds(500))
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    for _ in 0..<100 where try records().count < 3 { try await Task.sleep(for: .milliseconds(20)) }
    let records = try records()
    #expect(records.count == 3)
    #expect(records[0]["status"]?.int == 0)
    #expect(
      records.allSatisfy { $0["error"]?.string?.isEmpty == false && $0["responseBody"] == nil })
    #expect(records[2]["error"]?.string == "cancelled")
    // None of them counts as checked.
    let contract = try Self.contract(origin: server.origin)
    let checker = try Checker(contracts: [contract])
    var outcomes: [Checker.Outcome] = []
    checker.check(Array(try Data(contentsOf: file)), name: "s", format: .ndjson) {
      outcomes.append($1.outcome)
      #expect($1.findings.isEmpty)
    } problem: {
      Issue.record("\($0.message)")
    }
    #expect(outcomes.count == 3 && !outcomes.contains(.checked))
  }

  /// Many at a time: each line is whole.
  @Test func manyAtOnce() async throws {
    let session = session()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        var request = try request("/echo?n=\(number)", "POST")
        request.httpBody = Data(#"{"number": \#(number)}"#.utf8)
        group.addTask { [request] in try await session.data(for: request).0.count }
      }
      for try await count in group { #expect(count >= 13) }
    }
    let numbers = try records().compactMap { $0["responseBody"]?["number"]?.int }
    #expect(numbers.sorted() == Array(0..<40))
  }

  /// What the test finds in the file is what is wrong with the server.
  @Test func findings() async throws {
    let session = session()
    var request = try request("/echo", "POST")
    request.httpBody = Data(#"{"id": "x", "refreshToken": "abcdef"}"#.utf8)
    _ = try await session.data(for: request)
    let checker = try Checker(contracts: [Self.contract(origin: server.origin)])
    var found: [String] = []
    checker.check(Array(try Data(contentsOf: file)), name: "s.ndjson") { _, result in
      #expect(result.outcome == .checked)
      found += result.findings.map { "\($0.rule) \($0.instance)" }
    } problem: {
      Issue.record("\($0.message)")
    }
    #expect(found == ["schema /id", "secret-exposure /refreshToken"])
  }

  private static func contract(origin: String) throws -> Contract {
    let responses =
      #"{"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object", "properties": {"id": {"type": "integer"}}}}}}}}"#
    let text = """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "x-schemacheck": {},
       "paths": {"/echo": {"post": \(responses)}, "/slow": {"get": \(responses)},
         "/cut": {"get": \(responses)}, "/none": {"get": \(responses)}}}
      """
    return try Contract(Array(text.utf8), name: "c.json")
  }

  @Test func files() async throws {
    let base = URLSessionConfiguration.ephemeral
    // Without the variable, the configuration is the app's own.
    #expect(ContractRecorder.configuration(base: base) === base)
    let session = URLSession(
      configuration: ContractRecorder.configuration(
        recordingTo: folder.url.appendingPathComponent("none/x.ndjson"), base: base))
    #expect(try await session.data(for: request("/user")).0.isEmpty == false)
    #expect(ContractRecorder.failure?.hasSuffix("No such file or directory") == true)
  }
}
