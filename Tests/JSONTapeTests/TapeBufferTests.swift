@_spi(Engine) import JSONTape
import Testing

struct TapeBufferTests {
  private func text(_ tape: TapeBuffer, _ index: Int) -> String {
    let range = tape.cursor.range(index)
    return String(
      decoding: ByteView(start: tape.cursor.bytes + range.offset, count: range.length),
      as: UTF8.self)
  }

  @Test func oneDocumentAfterAnother() throws {
    let tape = TapeBuffer()
    let long = "[" + String(repeating: "[\"x\"],", count: 5_000) + "0]"
    for document in ["1", long, "{\"a\":[]}", "\u{FEFF}null"] {
      try document.withByteView { try tape.parse($0) }
      #expect(text(tape, 0) == document.filter { $0 != "\u{FEFF}" })
      #expect(tape.wordCount == tape.cursor.next(0))
    }
    let bad = Array("[1,,2]".utf8)
    #expect(throws: JSONParseError(.missingValue(before: 0x2C), offset: 3)) {
      try bad.withByteView { try tape.parse($0) }
    }
    #expect(tape.wordCount == 0)
    try Array("[2]".utf8).withByteView { try tape.parse($0) }
    #expect(text(tape, 2) == "2")
    #expect(throws: JSONParseError(.empty, offset: 0)) {
      try tape.parse(ByteView(start: nil, count: 0))
    }
  }

  /// A copy is as if the value had been parsed alone, wherever it lies, but for the root's mark,
  /// which stays that of the whole.
  @Test(arguments: ["x", #"\ud800"#]) func copiesOfValues(string: String) throws {
    let text = #"[0,{"a":[1,{"b":"\#(string)"},[]],"c":2.5e3},"y",[],{}] "#
    let tape = TapeBuffer()
    try text.withByteView { bytes throws in
      try tape.parse(bytes)
      let cursor = tape.cursor
      var index = 0
      while index < cursor.next(0) {
        let range = cursor.range(index)
        for text in [range.offset..<range.end, 0..<bytes.count] {
          let copy = JSONDocument(copying: cursor, at: index, text: text)
          let alone = try JSONDocument(
            Array(repeating: 0x20, count: range.offset - text.lowerBound)
              + bytes[range.offset..<range.end])
          #expect(copy.cursor.next(0) == alone.cursor.next(0))
          for place in 0..<alone.cursor.next(0) where place != 1 {
            let mask = place == 0 && alone.cursor.isContainer(0) ? ~TapeWord.markedBit : ~0
            #expect(copy.cursor.words[place] & mask == alone.cursor.words[place] & mask)
          }
          guard copy.cursor.isContainer(0) else { continue }
          #expect(copy.cursor.words[1] == alone.cursor.words[1])
          #expect(copy.cursor.isMarked(0) == cursor.isMarked(0))
        }
        index += cursor.isContainer(index) ? 2 : 1
      }
    }
  }

  @Test func linesWhereTheyLie() throws {
    var bytes = Array("{\"a\":1}\n[2,\n3]\n\"x\"\n".utf8) + Array(repeating: 0, count: 64)
    let tape = TapeBuffer()
    var found: [String] = []
    bytes.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      var start = 0
      for end in 0..<buffer.count - 64 where buffer[end] == 0x0A {
        // The line feed gives way to the 0 that ends a text, so that no value goes on in the next line.
        buffer[end] = 0
        do throws(JSONParseError) {
          try tape.parse(bytes: UnsafePointer(base), start: start, end: end)
          found.append("\(tape.cursor.range(0).offset) \(text(tape, 0))")
        } catch {
          found.append("\(error.offset) \(error.reason)")
        }
        buffer[end] = 0x0A
        start = end + 1
      }
    }
    #expect(
      found == [
        "0 {\"a\":1}", "11 unexpectedEnd(in: JSONTape.JSONParseError.Place.array)",
        "13 extraBracket(93)", "15 \"x\"",
      ])
  }

  @Test func depthIsLimited() {
    let tape = TapeBuffer()
    #expect(throws: JSONParseError(.tooDeep(limit: 512), offset: 512)) {
      try Array(String(repeating: "[", count: 513).utf8).withByteView { try tape.parse($0) }
    }
  }
}
