@_spi(Engine) import JSONTape
import Testing

struct TapeCursorStringsTests {
  @Test(arguments: [
    (#""plain""#, "plain"), (#""""#, ""), (#""\b\f\n\r\t\"\\\/""#, "\u{8}\u{C}\n\r\t\"\\/"),
    (#""\u0000\u001F\u00e9\u20AC""#, "\0\u{1F}é€"), (#""\uD834\uDD1E\ud83d\ude00""#, "𝄞😀"),
    (#""é\u0301x""#, "é\u{301}x"),
    // Half a pair, in every place it can be in.
    (#""\uD834""#, "\u{FFFD}"), (#""\uDD1E""#, "\u{FFFD}"), (#""\uD834x""#, "\u{FFFD}x"),
    (#""\uD834\n""#, "\u{FFFD}\n"), (#""\uD834\u0041""#, "\u{FFFD}A"),
    (#""\uD834\uD834\uDD1E""#, "\u{FFFD}𝄞"), (#""\uDD1E\uD834""#, "\u{FFFD}\u{FFFD}"),
  ])
  func decoding(_ text: String, _ value: String) throws {
    try JSONDocument(text).withCursor { cursor in
      #expect(Array(cursor.decodedString(0).utf8) == Array(value.utf8))
      var bytes: [UInt8] = [1, 2, 3]
      cursor.decodedBytes(0, into: &bytes)
      #expect(bytes == Array(value.utf8))
      #expect(cursor.scalarCount(0) == value.unicodeScalars.count)
      #expect(value.withByteView { cursor.stringEquals(0, $0) })
      #expect(Array((value + "x").utf8).withByteView { !cursor.stringEquals(0, $0) })
    }
  }

  @Test func comparingWithALiteral() throws {
    let document = try JSONDocument(#"["latitude", "l\u0061titude", "latitudes", "Latitude"]"#)
    document.withCursor { cursor in
      #expect((2...5).map { cursor.stringEquals($0, "latitude") } == [true, true, false, false])
    }
  }

  @Test func countingScalarsOfLongStrings() throws {
    let value = String(repeating: "aé€😀", count: 1_001)
    for text in [value, value + #"\n"#, #"\u00e9"# + value] {
      let decoded = try #require(try JSONDocument("\"\(text)\"").root.string)
      let count = try JSONDocument("\"\(text)\"").withCursor { $0.scalarCount(0) }
      #expect(count == decoded.unicodeScalars.count)
    }
  }
}
