@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import Foundation
import TestSupport
import Testing

@testable import schemacheck

/// A small capture of every format: all who read it see the same exchanges.
@Suite struct EveryFormatTests {
  private static let writer = CaptureWriter()

  private static func firstLine(_ text: String) -> String {
    String(text.prefix { $0 != "\n" })
  }

  private static let samples: [CaptureFormat: String] = [
    .har: writer.har,
    .http: "GET /a HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n[1]",
    .ndjson: #"{"method": "GET", "url": "https://h/a", "status": 200, "responseBody": [1]}"#
      + "\n" + #"{"method": "PUT", "url": "https://h/b", "status": 201, "requestBody": "é"}"#,
    .json: #"{"a": [1]}"#,
    .wiremock: writer.wiremock(isText: true), .postman: writer.postman, .newman: writer.newman,
    .vcr: CaptureWriter.vcr(.literal), .dvr: writer.dvr(isText: false),
    .pact: writer.pact(version: 4), .charles: writer.charles,
    .proxyman: #"{"request": {"host": "h", "scheme": "https", "method": {"name": "GET"}, "#
      + #""fullPath": "/a"}, "response": {"status": {"code": 200}, "bodyData": "WzFd"}}"#,
    .nock: #"[{"scope": "https://h:443", "method": "GET", "path": "/a", "status": 200, "#
      + #""response": [1]}]"#,
    .hoverfly: #"{"data": {"pairs": [{"request": {"path": [{"matcher": "exact", "value": "/a"}]}, "#
      + #""response": {"status": 200, "body": "[1]"}}]}, "meta": {"schemaVersion": "v5"}}"#,
    .mockserver: #"[{"httpRequest": {"method": "GET", "path": "/a"}, "#
      + #""httpResponse": {"statusCode": 200, "body": "[1]"}}]"#,
    .tap: firstLine(writer.envoy(isText: true)), .log: firstLine(writer.kong(isText: true)),
  ]

  /// The exchanges as records; empty for a body without its exchange.
  private struct Seen {
    var records: [String] = []
    private let validator = ExchangeConverter(to: .records, keepsSecrets: true).exchangeValidator()

    mutating func add(_ item: CaptureItem) {
      guard case .exchange(let exchange) = item else { return records.append("a problem") }
      var source = CaptureSource(name: "", bytes: [])
      add(validator.check(exchange, in: &source))
    }

    mutating func add(_ result: Checker.Result) {
      records.append(String(decoding: result.converted ?? [], as: UTF8.self))
    }
  }

  @Test func everyFormatHasASample() {
    #expect(Set(Self.samples.keys) == Set(CaptureFormat.allCases))
    #expect(CaptureFormat.allCases.allSatisfy { CaptureFormat(rawValue: $0.rawValue) == $0 })
  }

  @Test(arguments: CaptureFormat.allCases.map(\.rawValue), [true, false])
  func allSeeTheSame(_ name: String, isNamed: Bool) throws {
    let format = try #require(CaptureFormat(rawValue: name))
    let bytes = Array(try #require(Self.samples[format]).utf8)
    let told = isNamed ? format : nil
    let file = "a.capture"
    var whole = Seen()
    CaptureItem.each(in: bytes, named: file, as: told) { whole.add($0) }
    #expect(!whole.records.isEmpty && !whole.records.contains("a problem"))
    for size in [1, 7, 1000] {
      var pieces = Seen()
      var rest = bytes.dropFirst(size)
      CaptureItem.each(
        in: Array(bytes.prefix(size)), named: file, as: told,
        next: { _ in
          defer { rest = rest.dropFirst(size) }
          return Array(rest.prefix(size))
        }, { pieces.add($0) })
      #expect(pieces.records == whole.records, "in pieces of \(size)")
    }
    var library = Seen()
    ExchangeConverter(to: .records, keepsSecrets: true).check(bytes, name: file, format: told) {
      library.add($1)
    } problem: {
      library.add(.problem($0))
    }
    #expect(library.records == whole.records)
    let folder = try TemporaryFolder()
    let output = folder.path + "/out.ndjson"
    let tool = Scenario.run(
      ["convert", try folder.write(String(decoding: bytes, as: UTF8.self), to: file), "-o", output]
        + (isNamed ? ["--input-format", name] : []))
    let written = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
    #expect(written == whole.records.joined(), "\(tool.everything)")
    #expect(tool.errors.contains("\(whole.records.count) exchange"), "\(tool.everything)")
  }
}
