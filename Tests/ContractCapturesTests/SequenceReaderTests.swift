@_spi(Engine) @testable import ContractCaptures
import TestSupport
import Testing
@_spi(Engine) import JSONTape

/// Items are found as the standards say, in one piece and while they arrive.
@Suite struct SequenceReaderTests {
  private func texts(_ body: String, _ format: SequenceFormat) -> [String] {
    let bytes = Array(body.utf8)
    var reader = SequenceReader(bytes, format)
    var found: [String] = []
    while let item = reader.next() {
      let lines = item.lines.map { String(decoding: bytes[$0], as: UTF8.self) }
      found.append(lines.joined(separator: "|") + (item.isEnded ? "" : "…"))
    }
    return found
  }

  @Test(arguments: [
    ("", []), ("\n \r\n", []), ("1\n2\r\n\n3", ["1", "2", "3…"]), ("1\n", ["1"]),
  ])
  func lines(body: String, items: [String]) { #expect(texts(body, .lines) == items) }

  @Test(arguments: [
    ("", []), ("\u{1E}", []), ("\u{1E}1\n\u{1E}\u{1E}2 \u{1E}3", ["1", "2", "3…"]),
    ("1\n\u{1E}[\n]\n", ["1", "[\n]"]),
  ])
  func records(body: String, items: [String]) { #expect(texts(body, .records) == items) }

  /// The examples of the HTML Living Standard, section 9.2.6, and what else its grammar says.
  @Test(arguments: [
    ("data: YHOO\ndata: +2\ndata: 10\n\n", ["YHOO|+2|10"]),
    (
      ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event",
      ["first event", "second event", " third event…"]
    ),
    ("data\n\ndata\ndata\n\ndata:", ["", "|", "…"]),
    ("data:test\n\ndata: test\n\n", ["test", "test"]),
    ("\u{FEFF}data: a\r\rdata: b\r\n\r\ndata: c\n\r\n", ["a", "b", "c"]),
    ("id: 1\n\nevent: x\n\nretry: 5\n\n", []),
    ("datax: 1\nData: 2\n data: 3\n\n", []),
  ])
  func events(body: String, items: [String]) { #expect(texts(body, .events) == items) }

  @Test func fieldsThatDoNotCount() {
    let bytes = Array("data: a\nretry: 5x\nid: a\u{0}b\nretry: 7\nevent\n\n".utf8)
    var reader = SequenceReader(bytes, .events)
    #expect(reader.next()?.fields.map(\.name) == [.data, .retry, .event])
  }

  /// In pieces of any size, as many items have ended as in the whole.
  @Test func countingWhileItArrives() {
    let seed = TestSeed.seed(11)
    var generator = SeededGenerator(seed: seed)
    let words: [SequenceFormat: [String]] = [
      .lines: ["{}", " ", "\n", "\r\n", "[\"\\\"\"]"],
      .records: ["\u{1E}{\"a\": \"]\\\"\"}\n", "\u{1E}[\n1\n]\n", "\u{1E}12\n", "\u{1E}\"x\"\n"],
      .events: ["data: 1\n", "data\n", "\n", "\r\n", "\r", ": c\n", "id: 1\n", "datax: 1\n"],
    ]
    for (format, parts) in words {
      for _ in 0..<500 {
        let count = Int.random(in: 0...12, using: &generator)
        let body = (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
        let bytes = Array(body.utf8)
        var counter = SequenceCounter(format)
        var start = 0
        while start < bytes.count {
          let end = min(bytes.count, start + Int.random(in: 1...7, using: &generator))
          bytes[start..<end].withByteView { _ = counter.add($0) }
          start = end
        }
        let ended = texts(body, format).count { !$0.hasSuffix("…") }
        #expect(counter.count == ended, "seed \(seed): \(format) \(body.debugDescription)")
        let whole = texts(String(decoding: bytes[..<counter.end], as: UTF8.self), format)
        #expect(whole.count == ended, "seed \(seed): \(format) \(body.debugDescription)")
      }
    }
  }

  @Test(arguments: [
    ("application/x-ndjson", SequenceFormat.lines), ("application/jsonl; charset=utf-8", .lines),
    ("application/geo+json-seq", .records), ("Text/Event-Stream", .events),
    ("application/json", nil), ("image/jsonl", nil), ("text/plain", nil),
  ])
  func mediaTypes(text: String, format: SequenceFormat?) {
    #expect(MediaType(text).flatMap { SequenceFormat($0) } == format)
  }
}
