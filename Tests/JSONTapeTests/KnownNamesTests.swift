@_spi(Engine) import JSONTape
import Testing

/// What a tape knows of the names in earlier documents changes nothing but the speed of a parse.
@Suite struct KnownNamesTests {
  private struct Parse: Equatable {
    var words: [UInt64] = []
    var error: JSONParseError?
  }

  private func parse(_ text: String, _ tape: TapeBuffer) -> Parse {
    do throws(JSONParseError) {
      let padded = Array(text.utf8) + repeatElement(0, count: 64)
      return try padded.withUnsafeBufferPointer { bytes throws(JSONParseError) -> Parse in
        guard let start = bytes.baseAddress else { return Parse() }
        try tape.parse(bytes: start, start: 0, end: padded.count - 64)
        return Parse(words: (0..<tape.wordCount).map { tape.cursor.words[$0] })
      }
    } catch {
      return Parse(error: error)
    }
  }

  /// Names that end, or do not end, around the place where the known one does.
  private static let names =
    (0...40).map { String(repeating: "n", count: $0) } + [
      #"\""#, #"a\"b"#, #"abcdef\""#, #"abcdefg\""#, #"abcdefgh\"ijk"#, #"abcdefghijklmno\""#,
      #"\\"#, #"abcdef\\"#, #"abcdefghijklmn\\"#, #"\u0061bc"#, #"abcdefghijk\n"#, "é", "abcdefé",
      "abcdefgé", "abcdefghijklmné", "日本語日本", "a\u{1}c", "abcdefgh\u{1F}jkl", "a\nb", #"\x"#,
      #"abcdefgh\"#, "a\u{0}b",
    ]

  private static func texts(_ name: String) -> [String] {
    [
      #"{"\#(name)":1}"#, #"{"\#(name)" : "x","b":2}"#, #"[{"\#(name)":[]},{"\#(name)":{}}]"#,
      #"{"\#(name)"}"#, #"{"\#(name)"#, #"{"\#(name)":"#, #"{"\#(name)":}"#, #"{"\#(name)"::1}"#,
    ]
  }

  /// Whether a text gives the same words, or the same error, after others.
  private func expectSame(_ text: String, after known: [String]) {
    let tape = TapeBuffer()
    for text in known { _ = parse(text, tape) }
    #expect(parse(text, tape) == parse(text, TapeBuffer()), "\(text) after \(known)")
  }

  @Test(arguments: 0...26) func knownNamesAreOnlyGuesses(length: Int) {
    let known = #"{"\#(String(repeating: "k", count: length))":1}"#
    for text in Self.names.flatMap(Self.texts) {
      expectSame(text, after: [known, "[\(known)]"])
    }
  }

  /// Every byte of a name counts, and those around it.
  @Test(arguments: 0...26) func anotherByteIsAnotherName(length: Int) {
    let known = Array(#"[{"\#(String(repeating: "k", count: length))":1}]"#.utf8)
    for place in known.indices {
      for other in "l\"\\:, \u{1}".utf8 {
        var changed = known
        changed[place] = other
        expectSame(
          String(decoding: changed, as: UTF8.self),
          after: [String(decoding: known, as: UTF8.self)])
      }
    }
  }

  /// Names that are written with escapes, in other letters, or with space before their colon.
  @Test func unusualNamesComeAgain() {
    for texts in Self.names.map(Self.texts) {
      for known in texts {
        for text in texts { expectSame(text, after: [known]) }
      }
    }
  }

  /// More properties and levels than names are known for.
  @Test func largeAndDeepObjects() {
    let tape = TapeBuffer()
    var texts: [String] = []
    for width in [1, 31, 32, 33, 300] {
      let properties = (0..<width).map { #""\#(String(repeating: "m", count: $0 % 19))":\#($0)"# }
      texts.append("{\(properties.joined(separator: ","))}")
    }
    for depth in [7, 8, 9, 40, 512] {
      texts.append(
        (0..<depth).map { #"{"\#(String(repeating: "d", count: $0 % 18))":"# }.joined() + "0"
          + String(repeating: "}", count: depth))
    }
    for text in texts + texts.reversed() + texts {
      #expect(parse(text, tape) == parse(text, TapeBuffer()))
      #expect(parse(text, tape).error == nil)
    }
  }
}
