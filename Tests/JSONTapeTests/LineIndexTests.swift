@_spi(Engine) import JSONTape
import TestSupport
import Testing

struct LineIndexTests {
  @Test func linesAndColumns() {
    let text = "ab\r\n😀é\"x\n\n\rz"
    var index = LineIndex(Array(text.utf8))
    let expected: [(Int, Int, Int)] = [
      (0, 1, 1), (1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 2, 1), (8, 2, 2), (10, 2, 3), (11, 2, 4),
      (12, 2, 5), (13, 3, 1), (14, 4, 1), (15, 4, 2), (16, 4, 3), (99, 4, 3),
    ]
    for (offset, line, column) in expected + expected.reversed() {
      #expect(index.position(of: offset) == TextPosition(line: line, column: column))
    }
  }

  @Test func byteOrderMarkTakesNoColumn() {
    var index = LineIndex(Array("\u{FEFF}{}".utf8))
    #expect(index.position(of: 3) == TextPosition(line: 1, column: 1))
    #expect(index.position(of: 0) == TextPosition(line: 1, column: 1))
    #expect(index.position(of: 4) == TextPosition(line: 1, column: 2))
  }

  @Test func anyOrderOfAHugeText() {
    var random = SeededGenerator(seed: 11)
    var bytes: [UInt8] = []
    while bytes.count < 400_000 {
      // Long lines, so that checkpoints fall inside them.
      let length = Int.random(in: 0...Int.random(in: 1...90_000, using: &random), using: &random)
      for _ in 0..<length / 6 { bytes += "aé😀".utf8.prefix(7) }
      bytes.append(0x0A)
    }
    var expected: [TextPosition] = []
    var (line, column) = (1, 1)
    for (offset, byte) in bytes.enumerated() {
      if offset > 0, byte & 0xC0 != 0x80 {
        column += 1
        if bytes[offset - 1] == 0x0A { (line, column) = (line + 1, 1) }
      }
      expected.append(TextPosition(line: line, column: column))
    }
    var index = LineIndex(bytes)
    let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
    for _ in 0..<2_000 {
      guard let offset = starts.randomElement(using: &random) else { return }
      #expect(index.position(of: offset) == expected[offset])
    }
    let isRight = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }.suffix(70_000)
      .allSatisfy { index.position(of: $0) == expected[$0] }
    #expect(isRight)
  }

  @Test func linesWithoutTheirEndings() {
    let bytes = Array("ab\r\nc\n\nd\r".utf8)
    let index = LineIndex(bytes)
    func line(_ offset: Int) -> String {
      let range = index.lineRange(containing: offset)
      return String(decoding: bytes[range.offset..<range.end], as: UTF8.self)
    }
    #expect((0...9).map(line) == ["ab", "ab", "ab", "ab", "c", "c", "", "d\r", "d\r", "d\r"])
    #expect(LineIndex([UInt8]()).lineRange(containing: 5) == ByteRange(offset: 0, length: 0))
  }

  @Test func piecesAddUp() {
    let bytes = Array("ab\r\n😀é\"x\n\n\rz ü long enough for the eight at a time 😀\n, and on".utf8)
    bytes.withByteView { buffer in
      let whole = LineCount(buffer[...])
      #expect(whole.newlines == 4)
      #expect(whole.scalars == 8)
      for cut in bytes.indices {
        for next in cut..<bytes.count {
          let pieces = [buffer[..<cut], buffer[cut..<next], buffer[next...]].map { LineCount($0) }
          #expect((pieces[0] + pieces[1]) + pieces[2] == whole)
          #expect(pieces[0] + (pieces[1] + pieces[2]) == whole)
        }
      }
    }
  }

  @Test func manyNewlinesOfEveryColumnAreCounted() {
    var generator = SeededGenerator(seed: 4)
    for share in [1, 2, 30] {
      let text = (0..<9_001).map { _ in
        Int.random(in: 0..<share, using: &generator) == 0 ? UInt8(ascii: "\n") : 0x8A
      }
      for end in [9_001, 8_999, 8_191, 8_161, 8_160, 32, 31, 7] {
        let count = text.withByteView { LineCount($0[..<end]) }
        #expect(count.newlines == text[..<end].count { $0 == UInt8(ascii: "\n") })
      }
    }
  }

  @Test func positionsAreInOrder() {
    #expect(TextPosition(line: 1, column: 9) < TextPosition(line: 2, column: 1))
    #expect(TextPosition(line: 2, column: 1) < TextPosition(line: 2, column: 2))
  }
}
