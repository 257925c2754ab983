@_spi(Engine) import JSONTape
import TestSupport
import Testing

/// Strings decoded on the way are what they decode to afterwards, and nothing else of a parse changes.
@Suite struct StringArenaTests {
  private struct Parse: Equatable {
    var end: Int?
    var error: JSONParseError?
    var words: [UInt64] = []
    /// The decoded values of the strings that an arena keeps.
    var values: [[UInt8]] = []
  }

  /// Parses a value with or without an arena.
  private func parse(_ text: [UInt8], _ tape: TapeBuffer, _ arena: StringArena?) -> Parse {
    let padded = text + repeatElement(0, count: 64)
    return padded.withUnsafeBufferPointer { bytes in
      var parse = Parse()
      guard let start = bytes.baseAddress else { return parse }
      do throws(JSONParseError) {
        if let arena {
          parse.end = try tape.parseValue(
            bytes: start, start: 0, end: text.count, decodingInto: arena)
        } else {
          parse.end = try tape.parseValue(bytes: start, start: 0, end: text.count)
        }
      } catch {
        parse.error = error
        return parse
      }
      let cursor = tape.cursor
      parse.words = (0..<tape.wordCount).map { cursor.words[$0] }
      for index in strings(of: cursor) where cursor.isEscaped(index) {
        var decoded: [UInt8] = []
        cursor.decodedBytes(index, into: &decoded)
        guard decoded.count >= 64 else { continue }
        if let arena {
          guard let value = arena.value(at: cursor.offset(index)) else { continue }
          parse.values.append(Array(value))
          let after = UnsafeBufferPointer(
            start: value.memory.baseAddress.map { $0 + value.count }, count: 64)
          #expect(after.allSatisfy { $0 == 0 })
        } else {
          parse.values.append(decoded)
        }
      }
      return parse
    }
  }

  /// The strings that are elements of the array at the root.
  private func strings(of cursor: TapeCursor) -> [Int] {
    guard cursor.kind(0) == .array else { return [] }
    var found: [Int] = []
    var index = cursor.firstChild(0)
    while index < cursor.next(0) {
      if cursor.kind(index) == .string { found.append(index) }
      index = cursor.next(index)
    }
    return found
  }

  private static let parts = [
    "a", "plain text of some length", #"\""#, #"\\"#, #"\/"#, #"\b\f\n\r\t"#, #"\u00e9"#,
    #"\u0041"#, #"\ud83d\ude00"#, #"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\uFFFF"#,
    "é", "日本",
    "😀", #"{\"id\":1}"#, "0123456", "01234567", "\u{7F}",
  ]
  private static let wrong = [
    #"\x"#, #"\u12"#, #"\ud83d\u12g4"#, #"\ud83d\u"#, "\u{1}", "\"", "\\", #"\ud83d\"#,
  ]

  @Test(arguments: 0..<4) func valuesAreThoseDecodedAfterwards(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let tape = TapeBuffer()
    let arena = StringArena()
    for round in 0..<400 {
      var text = "["
      for number in 0..<Int.random(in: 1...6, using: &generator) {
        text += number > 0 ? ", \"" : "\""
        for _ in 0..<Int.random(in: 0...60, using: &generator) {
          text += Self.parts[Int.random(in: Self.parts.indices, using: &generator)]
        }
        if round % 4 == 3 {
          text += Self.wrong[Int.random(in: Self.wrong.indices, using: &generator)]
        }
        text += "\""
      }
      var bytes = Array((text + "]").utf8)
      if round % 8 == 7 { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &generator)) }
      if round % 8 == 5 { bytes[Int.random(in: bytes.indices, using: &generator)] = 0xE2 }
      #expect(parse(bytes, tape, arena) == parse(bytes, tape, nil))
    }
  }

  /// Quotes, and what looks like the end of one in the words of the scan, at each place of a word.
  @Test(arguments: ["#", "]", "!", "a", #"\\"#, #"\""#, "é", #"\n"#])
  func quotesAreDecodedAtEveryPlaceOfAWord(after: String) {
    let tape = TapeBuffer()
    let arena = StringArena()
    for lead in 0..<17 {
      for gap in 0..<9 {
        let gap = String(repeating: "x", count: gap)
        let pair = #"\""# + after + gap
        let text = String(repeating: "y", count: lead) + String(repeating: pair, count: 40)
        let bytes = array(of: [text, text + "z"])
        let decoded = parse(bytes, tape, arena)
        #expect(decoded == parse(bytes, tape, nil) && decoded.values.count == 2)
        // A control character ends a string wherever it stands.
        let wrong = array(of: [text + "\u{1}" + text])
        #expect(parse(wrong, tape, arena).error == parse(wrong, tape, nil).error)
      }
    }
  }

  @Test func shortAndPlainStringsAreNotKept() {
    let tape = TapeBuffer()
    let arena = StringArena()
    let long = String(repeating: "x", count: 200)
    _ = parse(Array("[\"\(long)\", \"\\n\", \"\(long)\\n\"]".utf8), tape, arena)
    #expect(arena.value(at: 2) == nil)
    #expect(arena.value(at: 206) == nil)
    #expect(arena.value(at: 212)?.count == 201)
  }

  private func array(of strings: [String]) -> [UInt8] {
    Array("[\(strings.map { "\"\($0)\"" }.joined(separator: ","))]".utf8)
  }

  /// The densest texts fill the room that is made for them, and no more.
  @Test func theRoomSuffices() {
    let tape = TapeBuffer()
    for length in [62, 64, 66, 1000] {
      let text = String(repeating: #"\n"#, count: length)
      let bytes = array(of: Array(repeating: text, count: 40))
      #expect(parse(bytes, tape, StringArena()) == parse(bytes, tape, nil))
      let plain = String(repeating: "a", count: length) + #"\n"#
      let most = array(of: Array(repeating: plain, count: 1500))
      #expect(parse(most, tape, StringArena()) == parse(most, tape, nil))
    }
  }
}
