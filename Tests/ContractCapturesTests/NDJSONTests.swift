@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

struct NDJSONTests {
  private let record =
    #"{"method": "GET", "url": "https://h/a", "status": 200, "#
    + #""responseHeaders": {"Content-Type": "application/json"}, "responseBody": "#

  @Test func bodiesAsJSONAndAsText() throws {
    let probe = CaptureProbe(
      "\u{FEFF}" + record + #"{"lat" : 1.50, "e": []}}"# + "\r\n\n"
        + record + #""{\"lat\": \"\\u00e9\"}"}"# + "\n")
    #expect(CaptureFormat.detect(probe.file) == .ndjson)
    #expect(probe.problems.isEmpty)
    #expect(probe.exchanges.map(\.index) == [0, 2])
    #expect(probe.exchanges.allSatisfy { $0.unit == .line && !$0.isBare })
    let inline = try #require(probe.exchanges[0].response.body)
    #expect(probe.exchanges[0].response.text == #"{"lat" : 1.50, "e": []}"#)
    #expect(inline.map == .identity(base: 3 + record.utf8.count))
    #expect(probe.exchanges[1].response.text == #"{"lat": "\u00e9"}"#)
    for exchange in probe.exchanges {
      #expect(exchange.method == "GET" && exchange.url == "https://h/a" && exchange.status == 200)
      #expect(probe.text(exchange.urlRange) == "\"https://h/a\"")
      #expect(exchange.response.mediaType == "application/json")
      #expect(probe.text(exchange.response.mediaTypeRange) == "\"application/json\"")
      try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
    }
  }

  @Test(arguments: [
    #"{"Content-Type": "a/json"}"#, #"{"content-type": ["a/json", "b/c"]}"#,
    #"[{"name": "CONTENT-TYPE", "value": "a/json"}]"#, #"{"x": 1, "CONTENT-type": "a/json"}"#,
  ])
  func headersInTheirShapes(headers: String) {
    let probe = CaptureProbe(
      #"{"url": "/", "requestHeaders": \#(headers), "requestBody": {"a": 1}}"#)
    #expect(probe.exchanges.first?.request.mediaType == "a/json")
    #expect(probe.exchanges.first?.request.text == #"{"a": 1}"#)
    #expect(probe.exchanges.first?.response.absence == .noResponse)
  }

  @Test(
    arguments: [
      (#"{"status": 304, "responseBody": {}}"#, SkipReason.notModified),
      (#"{"status": 0, "responseBody": null}"#, .noResponse),
      (#"{"status": 200, "responseBody": null}"#, .noBody),
      (#"{"status": 200, "responseBody": ""}"#, .noBody),
      (#"{"method": "DELETE", "url": "/a", "status": 204}"#, .noBody),
    ])
  func absenceHasAReason(line: String, reason: SkipReason) {
    let probe = CaptureProbe(line)
    #expect(CaptureFormat.detect(probe.file) == .ndjson)
    #expect(probe.exchanges.map(\.response.absence) == [reason])
  }

  @Test func bareBodies() throws {
    let probe = CaptureProbe("[1]\n {\"status\": \"fine\"}\r\n\"text\"\n\n  \n4")
    #expect(probe.exchanges.map(\.index) == [0, 1, 2, 5])
    #expect(probe.exchanges.allSatisfy { $0.isBare && $0.unit == .line && $0.status == nil })
    for exchange in probe.exchanges {
      try probe.expectEveryTokenInPlace(try #require(exchange.response.body))
    }
    #expect(probe.exchanges.map { probe.text($0.range) }.last == "4")
  }

  @Test func aBadLineIsOneProblem() throws {
    let good = record + "{}}\n"
    let probe = CaptureProbe(
      good + "{\"a\": 01}\n" + good + #"{"status": "2xx", "responseBody": 1}"# + "\n" + good)
    #expect(CaptureFormat.detect(probe.file) == .ndjson)
    #expect(probe.exchanges.map(\.index) == [0, 2, 4])
    #expect(probe.problems.map(\.index) == [1, 3])
    let syntax = try #require(probe.problems.first)
    guard case .syntax(let error) = syntax.kind else {
      Issue.record("not a syntax problem")
      return
    }
    #expect(error.offset == syntax.range.offset && syntax.unit == .line)
    #expect(good.utf8.count..<good.utf8.count + 10 ~= error.offset)
    #expect(
      probe.problems.last?.kind == .type(property: "status", expected: "an integer", found: .string)
    )
    #expect(probe.text(probe.problems.last?.range) == "\"2xx\"")
  }

  @Test func chunksOfAnySizeGiveTheSameLines() {
    let text = Array("\u{FEFF}{\"a\": \"é\"}\r\n\n[1]\n{\"b\":2}".utf8)
    var whole: [NDJSONLine] = []
    for size in 1...text.count {
      var splitter = NDJSONSplitter()
      var lines: [NDJSONLine] = []
      for start in stride(from: 0, to: text.count, by: size) {
        splitter.feed(Array(text[start..<min(start + size, text.count)])) { lines.append($0) }
      }
      splitter.finish { lines.append($0) }
      splitter.finish { lines.append($0) }
      if size == 1 { whole = lines }
      #expect(lines == whole)
    }
    #expect(whole.map(\.index) == [0, 2, 3])
    #expect(whole.map(\.offset) == [0, 17, 21])
    #expect(whole.map { Array(text[$0.offset..<$0.offset + $0.bytes.count]) } == whole.map(\.bytes))
  }

  @Test func positionsNeedOnlyTheLine() throws {
    let line = Array((record + #""{\"é\": \"\\n\"}"}"#).utf8)
    let far = NDJSONLine(bytes: line, index: 7, offset: 1_000_000)
    guard case .exchange(let exchange) = far.read() else {
      Issue.record("no exchange")
      return
    }
    let body = try #require(exchange.response.body)
    let key = ByteRange(offset: 1, length: 4)
    let place = try #require(
      body.fileRanges(of: [key], in: line, windowOffset: far.offset).first)
    let text = line[place.offset - far.offset..<place.end - far.offset]
    #expect(String(decoding: text, as: UTF8.self) == #"\"é\""#)
  }
}
