@_spi(Engine) @testable import ContractCaptures
import Testing

@testable import ContractCheck

struct CaptureFormatTests {
  @Test(
    arguments: [
      (#"{"log": {"entries": []}}"#, CaptureFormat.har),
      ("\u{FEFF} {\"x\": [\"}\"], \"log\" :\n{\"version\": \"1.2\", \"entries\": [", .har),
      (#"{"entries": [], "log": {}}"#, .json),
      (#"{"log": "entries"}"#, .json),
      (#"{"nested": {"log": {"entries": []}}}"#, .json),
      (#"{"log": {"entries": 5}}"#, .json),
      ("HTTP/1.1 200 OK\r\n\r\n", .http),
      ("\r\nHTTP/2 200\r\n\r\n{}", .http),
      ("POST /x HTTP/1.1\r\nHost: h\r\n\r\n", .http),
      ("*   Trying 127.0.0.1:1...\n", .http),
      ("> GET / HTTP/1.1\n> Host: h\n>\n", .http),
      ("< HTTP/1.1 200 OK\n", .http),
      ("GET the files\n", .json),
      ("HTTP is a protocol", .json),
      ("{}\n{}", .ndjson),
      ("[1, 2]\n\n[3]\n", .ndjson),
      ("1\n2\n3\n", .ndjson),
      ("{\"a\": 1}\noops\n{\"a\": 2}\n", .ndjson),
      ("{\"a\": \n{\"a\": 1}\n{\"a\": 2}\n", .ndjson),
      (#"{"status": 200, "responseBody": {}}"#, .ndjson),
      (#"{"method": "GET", "url": "/", "requestBody": ""}"#, .ndjson),
      (#"{"method": "GET", "url": "/", "status": 204}"#, .ndjson),
      ("{\n  \"a\": 1,\n  \"b\": {}\n}\n", .json),
      ("[\n{\"a\": 1},\n{\"a\": 2}\n]", .json),
      ("[\n{\"a\": 1}\n{\"a\": 2}\n]", .json),
      ("{\"a\": 1}\ngarbage", .json),
      ("{\"a\": 1}\n}", .json),
      (#"{"status": 200, "body": {}}"#, .json),
      ("{\"a\": 1,}", .json),
      ("", .json),
      ("\n\n", .json),
      ("not json", .json),
      ("\u{FEFF}", .json),
    ])
  func theContentTellsTheFormat(text: String, format: CaptureFormat) {
    #expect(CaptureFormat.detect(Array(text.utf8)) == format)
  }

  @Test func aBareBodyIsTheWholeFile() throws {
    let probe = CaptureProbe("\u{FEFF}{\"a\": [1, \"é\"]}\n")
    let exchange = try #require(probe.exchanges.first)
    #expect(exchange.isBare && exchange.index == 0 && exchange.unit == nil)
    #expect(exchange.response.body?.bytes == probe.file)
    try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
  }
}
