@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

struct HTTPMessageReaderTests {
  private let json = "{\"a\": 1, \"s\": \"h\\u00e9\"}"

  private func head(_ start: String, _ fields: String...) -> String {
    let lines = [start, "Content-Type: application/json; charset=utf-8"] + fields
    return lines.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK", "HTTP/2 200 ", "HTTP/2 200", "HTTP/3 200", "HTTP/1.0 200 Very fine",
  ])
  func aResponseWithItsBody(start: String) throws {
    let probe = CaptureProbe(head(start, "Content-Length: 24") + json)
    let exchange = try #require(probe.exchanges.first)
    #expect(CaptureFormat.detect(probe.file) == .http)
    #expect(probe.exchanges.count == 1 && probe.problems.isEmpty)
    #expect(exchange.status == 200 && probe.text(exchange.statusRange) == "200")
    #expect(exchange.method == nil && exchange.url == nil && exchange.unit == nil)
    #expect(exchange.request.absence == .noBody)
    #expect(exchange.response.text == json)
    #expect(exchange.response.mediaType == "application/json; charset=utf-8")
    #expect(
      probe.text(exchange.response.mediaTypeRange) == "application/json; charset=utf-8")
    try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
  }

  @Test func lineEndingsAndByteOrderMarkAreTolerated() throws {
    for dump in [
      "HTTP/1.1 200 OK\ncontent-type: application/json\n\n\(json)\n",
      "\u{FEFF}\nHTTP/1.1 200 OK\r\nContent-Type:application/json \r\n\r\n\r\n\(json)\r\n\r\n",
      "HTTP/1.1 200 OK\nContent-Type: application/json\n\(json)",
    ] {
      let probe = CaptureProbe(dump)
      let exchange = try #require(probe.exchanges.first)
      #expect(probe.exchanges.count == 1)
      #expect(exchange.response.mediaType == "application/json")
      try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
    }
  }

  @Test(arguments: [
    "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n",
    "HTTP/1.1 200 Connection established\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /ok\r\nContent-Length: 3\r\n\r\n",
    "HTTP/1.1 407 Proxy Authentication Required\r\n\r\nHTTP/1.1 200 Connection Established\r\n\r\n",
    "HTTP/1.1 100 Continue\n\nHTTP/2 301\nlocation: https://h/\n\n",
  ])
  func earlierHeadersAreNotTheAnswer(preliminary: String) throws {
    let probe = CaptureProbe(preliminary + head("HTTP/1.1 201 Created") + json)
    #expect(probe.exchanges.map(\.status) == [201])
    #expect(probe.exchanges.first?.response.text == json)
    #expect(probe.exchanges.first?.index == 0)
  }

  @Test func severalResponsesInOneFile() throws {
    // As `curl -i` prints two URLs: no line ending between a body and the next status line.
    for length in ["Content-Length: 24", "X-None: 1"] {
      let one = head("HTTP/1.1 200 OK", length) + json
      let empty = "HTTP/1.1 204 No Content\r\nServer: x\r\n\r\n"
      let probe = CaptureProbe(one + one + empty + one + "\n")
      #expect(probe.exchanges.map(\.index) == [0, 1, 2, 3])
      #expect(probe.exchanges.map(\.status) == [200, 200, 204, 200])
      #expect(probe.exchanges[2].response.absence == .noBody)
      for index in [0, 1, 3] {
        try probe.expectEveryTokenInPlace(try #require(probe.exchanges[index].response.body))
      }
    }
  }

  @Test func aRequestAndItsResponse() throws {
    let request = head("POST /api/v1/save?x=1 HTTP/1.1", "Host: api.test:8443") + "{\"lat\": 1}\n"
    let probe = CaptureProbe(request + head("HTTP/1.1 200 OK") + json)
    let exchange = try #require(probe.exchanges.first)
    #expect(probe.exchanges.count == 1)
    #expect(exchange.method == "POST")
    #expect(exchange.url == "//api.test:8443/api/v1/save?x=1")
    #expect(probe.text(exchange.urlRange) == "/api/v1/save?x=1")
    #expect(exchange.request.text == "{\"lat\": 1}\n")
    #expect(exchange.response.text == json)
    try probe.expectEveryTokenInPlace(try #require(exchange.request.body))
    try probe.expectEveryTokenInPlace(try #require(exchange.response.body))

    let alone = CaptureProbe(request)
    #expect(alone.exchanges.map(\.response.absence) == [.noResponse])
    #expect(alone.exchanges.first?.status == nil)
  }

  @Test func aTranscriptOfSeveralExchanges() {
    let probe = CaptureProbe(
      "GET /a HTTP/1.1\nHost: h\n\nHTTP/1.1 302 Found\nLocation: /b\n\n"
        + "GET http://h/b HTTP/1.1\n\nHTTP/1.1 304 Not Modified\nETag: 1\n\n"
        + "GET /c HTTP/1.1\nHost: h\n\n")
    #expect(probe.exchanges.map(\.url) == ["//h/a", "http://h/b", "//h/c"])
    #expect(probe.exchanges.map(\.status) == [302, 304, nil])
    #expect(
      probe.exchanges.map(\.response.absence) == [.noBody, .notModified, .noResponse])
  }

  @Test func aLengthThatCannotBeRightIsNotBelieved() {
    for length in ["3", "9999", "-4", "x", "99999999999999999999"] {
      let probe = CaptureProbe(head("HTTP/1.1 200 OK", "Content-Length: \(length)") + json)
      #expect(probe.exchanges.first?.response.text == json)
    }
  }

  @Test func compressedBodiesAreToldApartFromInflatedOnes() {
    let start = head("HTTP/1.1 200 OK", "Content-Encoding: gzip")
    let raw = CaptureProbe(Array(start.utf8) + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    #expect(raw.exchanges.map(\.response.absence) == [.undecodable])
    #expect(
      raw.problems.map(\.kind) == [
        .compressed(.response, coding: "gzip", .unavailable("no decompressor was given"))
      ])
    let inflated = CaptureProbe(start + json)
    #expect(inflated.problems.isEmpty && inflated.exchanges.first?.response.text == json)
  }

  @Test func textsThatAreNoMessageAreRefused() {
    for text in ["", "hello", "{\"a\": 1}", "HTTP/1.1 x", "GET /", "HTTP/1.1 2000 OK"] {
      let probe = CaptureProbe(text, as: .http)
      #expect(probe.exchanges.isEmpty)
      #expect(probe.problems.map(\.kind) == [.notHTTP])
    }
  }
}
