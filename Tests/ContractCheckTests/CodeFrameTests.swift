@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct CodeFrameTests {
  /// A frame drawn as text and carets.
  struct Drawing: Equatable, CustomStringConvertible {
    let text: String
    let carets: String

    var description: String { "\n\(text)\n\(carets)" }
  }

  /// Cuts the frame of the place between `«` and `»` and draws it.
  static func cut(
    _ marked: String, redaction: (([UInt8]) -> Redaction)? = nil
  ) -> Drawing {
    let before = marked.components(upTo: "«")
    let rest = marked.dropFirst(before.count + 1)
    let inside = String(rest).components(upTo: "»")
    let after = rest.dropFirst(inside.count + 1)
    let body = Array((before + inside + after).utf8)
    let place = ByteRange(offset: before.utf8.count, length: inside.utf8.count)
    return draw(place, body, redaction?(body) ?? Redaction(body))
  }

  static func draw(_ place: ByteRange, _ body: [UInt8], _ redaction: Redaction) -> Drawing {
    let frame = CodeFrame.cut(place, line: 1, from: body, redaction: redaction)
    return Drawing(
      text: frame.text,
      carets: String(repeating: " ", count: frame.highlight.lowerBound)
        + String(repeating: "^", count: frame.highlight.count))
  }

  @Test func oneLineOfMany() {
    let frame = Self.cut("{\n  \"a\": 1,\n    «\"latitude\"»: 37.7749,\n  \"b\": 2\n}")
    #expect(frame == Drawing(text: "    \"latitude\": 37.7749,", carets: "    ^^^^^^^^^^"))
  }

  @Test func endingsAreNotShown() {
    #expect(Self.cut("[\r\n  «1»,\r\n2]") == Drawing(text: "  1,", carets: "  ^"))
    #expect(Self.cut("[«1»]\r").text == "[1]")
  }

  @Test func theFirstLineOfAPlaceOverSeveral() {
    #expect(Self.cut("[\n  «{\n \"a\": 1\n}»]") == Drawing(text: "  {", carets: "  ^"))
  }

  @Test func placesWithoutExtent() {
    #expect(Self.cut("{\"a\": «»1}") == Drawing(text: "{\"a\": 1}", carets: "      ^"))
    #expect(Self.cut("{\"a\": 1«»") == Drawing(text: "{\"a\": 1", carets: "       ^"))
    #expect(Self.cut("{\"a\": 1«»\n}") == Drawing(text: "{\"a\": 1", carets: "       ^"))
    #expect(Self.cut("«»") == Drawing(text: "", carets: "^"))
    let body = Array("[1]".utf8)
    for offset in [-5, 3, 4, 99, .max] {
      for length in [-1, 0, 7, .max] {
        let frame = CodeFrame.cut(
          ByteRange(offset: offset, length: length), line: 1, from: body, redaction: Redaction())
        #expect(frame.text == "[1]")
        #expect(!frame.highlight.isEmpty)
      }
    }
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(Self.cut("\"日本\": «12»") == Drawing(text: "\"日本\": 12", carets: "        ^^"))
    #expect(Self.cut("«\"日本\"»: 1") == Drawing(text: "\"日本\": 1", carets: "^^^^^^"))
    #expect(Self.cut("\"🎉\": «1»").carets == "      ^")
    // One family, one flag, one heart: two columns each.
    #expect(Self.cut("\"👨‍👩‍👧\": «1»").carets == "      ^")
    #expect(Self.cut("\"🇫🇷\": «1»").carets == "      ^")
    #expect(Self.cut("\"❤️\": «1»").carets == "      ^")
    #expect(Self.cut("\"👍🏽\": «1»").carets == "      ^")
    // Combining marks take none; a half-width letter takes one.
    #expect(Self.cut("\"e\u{301}\": «1»").carets == "     ^")
    #expect(Self.cut("\"ｶ\": «1»").carets == "     ^")
  }

  @Test func aPileOfMarksIsNotHonestText() {
    let frame = Self.cut("\"a\(String(repeating: "\u{301}", count: 4000))\": «1»")
    #expect(frame.text.unicodeScalars.count < 600)
    #expect(frame.text.unicodeScalars.contains("\\"))
  }

  @Test func tabsAndControls() {
    #expect(Self.cut("\t\t«1»") == Drawing(text: "        1", carets: "        ^"))
    #expect(Self.cut("\"a\tb\": «1»") == Drawing(text: "\"a␉b\": 1", carets: "       ^"))
    #expect(Self.cut("«\"\u{1B}[31m\"»").text == "\"␛[31m\"")
    #expect(Self.cut("«\"\u{7F}\u{0}\"»").text == "\"␡␀\"")
    #expect(Self.cut("\u{9B}31m«1»").text == "\\u{9b}31m1")
    #expect(Self.cut("\u{202E}«1»") == Drawing(text: "\\u{202e}1", carets: "        ^"))
    #expect(
      Self.cut("\u{2066}\u{2028}\u{FEFF}\u{E0041}«1»").text
        == "\\u{2066}\\u{2028}\\u{feff}\\u{e0041}1")
    #expect(Self.cut("a\rb«1»").text == "a␍b1")
  }

  @Test func bytesThatAreNotText() {
    let bytes: [UInt8] = [0x22, 0xFF, 0xC0, 0xAF, 0xED, 0xA0, 0x80, 0xF0, 0x9F, 0x22, 0x31]
    let frame = Self.draw(ByteRange(offset: 10, length: 1), bytes, Redaction())
    #expect(frame.text == "\"\\xff\\xc0\\xaf\\xed\\xa0\\x80\\xf0\\x9f\"1")
    #expect(frame.carets == String(repeating: " ", count: 34) + "^")
  }

  @Test func everyByteBeforeThePlaceIsHarmless() {
    for first in UInt8.min...UInt8.max {
      for second: UInt8 in [0x22, 0x80, 0x9B, 0xBF] {
        let frame = Self.draw(ByteRange(offset: 2, length: 1), [first, second, 0x31], Redaction())
        let scalars = frame.text.unicodeScalars
        #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      }
    }
  }

  @Test func anyBytesGiveAHarmlessFrame() {
    let alphabet: [UInt8] =
      Array("{}[]:,\"\\ \t\r\nab1token".utf8) + [
        0x1B, 0x7F, 0x9B, 0xC2, 0xE2, 0xF0, 0x9F, 0x80, 0xCC,
      ]
    var state: UInt64 = 7
    func next(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    for _ in 0..<3000 {
      let body = (0..<next(300)).map { _ in alphabet[next(alphabet.count)] }
      let redaction = Redaction(
        body, isMalformed: next(2) == 0,
        ranges: [ByteRange(offset: next(320), length: next(40))])
      let place = ByteRange(offset: next(320), length: next(60))
      let frame = CodeFrame.cut(place, line: 1, from: body, redaction: redaction)
      let scalars = frame.text.unicodeScalars
      #expect(scalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
      #expect(!frame.highlight.isEmpty && frame.highlight.upperBound <= scalars.count * 2 + 1)
      #expect(scalars.count < CodeFrame.widest * 14)
    }
  }

  // MARK: Windows

  @Test func minifiedBodiesAreCutOnBothSides() {
    let filler = String(repeating: "{\"id\":1234567890},", count: 4000)
    let frame = Self.cut("[\(filler){«\"latitude\"»:1},\(filler)]")
    #expect(frame.text.count == CodeFrame.widest + 2)
    #expect(frame.text.hasPrefix("…") && frame.text.hasSuffix("…"))
    #expect(frame.carets == String(repeating: " ", count: CodeFrame.context + 1) + "^^^^^^^^^^")
    #expect(String(frame.text.dropFirst(CodeFrame.context + 1).prefix(10)) == "\"latitude\"")
  }

  @Test func nearTheStartNothingIsCutBefore() {
    let filler = String(repeating: "\"id\":1234567890,", count: 4000)
    let frame = Self.cut("{«\"lat\"»:1,\(filler)")
    #expect(frame.text.hasPrefix("{\"lat\":1") && frame.text.hasSuffix("…"))
    #expect(frame.text.count == CodeFrame.widest + 1)
    #expect(frame.carets == " ^^^^^")
  }

  @Test func nearTheEndTheWindowIsFilled() {
    let filler = String(repeating: "\"id\":1234567890,", count: 4000)
    let frame = Self.cut("{\(filler)«\"lat\"»:1}")
    #expect(frame.text.hasPrefix("…") && frame.text.hasSuffix("\"lat\":1}"))
    #expect(frame.text.count == CodeFrame.widest + 1)
  }

  @Test func aLongValueIsUnderlinedAsFarAsItIsShown() {
    let frame = Self.cut("{\"a\": «\"\(String(repeating: "x", count: 5000))\"»}")
    #expect(frame.text.hasSuffix("x…"))
    #expect(frame.carets.count <= frame.text.count)
    #expect(frame.text.count <= CodeFrame.widest + 2)
  }

  @Test func aLineJustWideEnoughIsWhole() {
    let line = "\"" + String(repeating: "x", count: CodeFrame.widest - 3) + "\""
    #expect(Self.cut("«\(line)»,").text == line + ",")
    #expect(Self.cut("«\(line)»,,").text.hasSuffix("…"))
  }

  @Test func windowsNeverCutACharacter() {
    let filler = String(repeating: "日👨‍👩‍👧é", count: 200)
    for shift in 0..<12 {
      let frame = Self.cut("\(String(repeating: "a", count: shift))\(filler)«\"lat\"»\(filler)")
      #expect(!frame.text.contains("\\x"))
      #expect(frame.text.contains("\"lat\""))
    }
  }

  @Test func theWorkDoesNotGrowWithTheBody() {
    // A body that counts how often it is looked at.
    final class Counter { var looks = 0 }
    struct Counted: RandomAccessCollection {
      let bytes: [UInt8]
      let counter: Counter
      var startIndex: Int { 0 }
      var endIndex: Int { bytes.count }
      subscript(index: Int) -> UInt8 {
        counter.looks += 1
        return bytes[index]
      }
    }
    let body = Counted(
      bytes: Array(repeating: UInt8(ascii: "x"), count: 1_000_000), counter: Counter())
    _ = CodeFrame.cut(
      ByteRange(offset: 500_000, length: 10_000), line: 1, from: body, redaction: Redaction())
    #expect(body.counter.looks < 8000)
  }
}

extension String {
  /// The text before the first `mark`.
  fileprivate func components(upTo mark: Character) -> String {
    String(prefix { $0 != mark })
  }
}
