@_spi(Engine) import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

struct ChunkedCodingTests {
  private let head = crlf(
    "HTTP/1.1 200 OK\nContent-Type: application/json\nTransfer-Encoding: chunked\n\n")
  private let raw = "b\r\n{\"a\": 1, \"b\r\nd;x=1\r\nc\": [1,\r\n 2]}\r\n0\r\nX-Sum: 1\r\n\r\n"

  @Test func rawChunksAreJoinedAndMapped() throws {
    let probe = CaptureProbe(head + raw)
    let body = try #require(probe.exchanges.first?.response.body)
    #expect(String(decoding: body.bytes, as: UTF8.self) == "{\"a\": 1, \"bc\": [1,\r\n 2]}")
    #expect(body.pieces.count == 2 && body.written("a") == nil)
    let base = head.utf8.count
    // `1` is in the first chunk, `2` in the second; the key is cut by a chunk size.
    let one = try probe.place(of: "1,", in: body)
    #expect(one == ByteRange(offset: base + 3 + 6, length: 2))
    #expect(try probe.text(probe.place(of: "2]}", in: body)) == "2]}")
    #expect(try probe.text(probe.place(of: "\"bc\"", in: body)) == "\"b\r\nd;x=1\r\nc\"")
    let ends = body.fileRanges(
      of: [ByteRange(offset: 11, length: 0), ByteRange(offset: 24, length: 0)], in: probe.file)
    #expect(ends.map(\.length) == [0, 0])
    #expect(probe.text(ByteRange(offset: ends[0].offset, length: 1)) == "c")
    #expect(probe.text(ByteRange(offset: ends[1].offset - 1, length: 3)) == "}\r\n")
  }

  @Test func everySplitGivesTheSameBody() throws {
    let text = Array("{\"lat\": 52.5, \"name\": \"Grüße\"}".utf8)
    for size in 1...text.count {
      for ending in ["\r\n", "\n"] {
        var dump = head
        var bytes = Array(dump.utf8)
        for start in stride(from: 0, to: text.count, by: size) {
          let chunk = text[start..<min(start + size, text.count)]
          bytes += Array((String(chunk.count, radix: 16) + ending).utf8) + chunk
          bytes += Array(ending.utf8)
        }
        bytes += Array("0\(ending)\(ending)".utf8)
        dump = String(decoding: bytes, as: UTF8.self)
        let probe = CaptureProbe(bytes)
        let body = try #require(probe.exchanges.first?.response.body)
        try #require(body.bytes == text)
        for offset in text.indices {
          let range = ByteRange(offset: offset, length: 1)
          let place = try #require(body.fileRanges(of: [range], in: bytes).first)
          #expect(place.length == 1 && bytes[place.offset] == text[offset])
        }
      }
    }
  }

  @Test func bodiesThatTheToolDecodedStayAsTheyAre() {
    for text in ["{\"a\": 1}", "[1]\n", "12", "12\n", "true", "\"x\"", "fade"] {
      let probe = CaptureProbe(head + text)
      #expect(probe.exchanges.first?.response.text == text)
      #expect(probe.problems.isEmpty)
    }
  }

  @Test func aTruncatedLastChunkIsKept() {
    let probe = CaptureProbe(head + "ff\r\n{\"a\": 1")
    #expect(probe.exchanges.first?.response.text == "{\"a\": 1")
  }

  @Test func sizesThatDoNotAddUpAreAProblem() {
    for text in ["3\r\n{\"a\": 1}\r\n0\r\n\r\n", "2\r\n{}\r\nzz\r\n{}"] {
      let probe = CaptureProbe(head + text)
      #expect(probe.problems.map(\.kind) == [.chunks(.response)])
      #expect(probe.exchanges.map(\.response.absence) == [.undecodable])
    }
  }
}
