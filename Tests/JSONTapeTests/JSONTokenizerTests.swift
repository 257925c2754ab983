@_spi(Engine) import JSONTape
import Testing

@Suite struct JSONTokenizerTests {
  private static let text = #"{"log": {"a\"b": [1, -2.5e3, true, null, "x\\"], "entries" : [{}]}} "#

  /// The tokens of a text that comes in pieces of a size: their kinds and, of names, what they spell.
  private static func tokens(
    _ text: [UInt8], pieces: Int, scans: Bool
  ) throws(JSONParseError) -> [String] {
    var found: [String] = []
    var tokenizer = JSONTokenizer()
    var window: [UInt8] = []
    var held = 0
    var given = 0
    while true {
      let isLast = given + pieces >= text.count
      window.removeLast(min(64, window.count))
      window += text[given..<min(text.count, given + pieces)]
      given = min(text.count, given + pieces)
      held = window.count
      window += [UInt8](repeating: 0, count: 64)
      while true {
        let token =
          scans
          ? tokenizer.scan(window, end: held, isLast: isLast)
          : try tokenizer.next(window, end: held, isLast: isLast)
        guard let token, token.kind != .end else { break }
        let isKnown = ["log", "entries", #"a"b"#].contains { name in
          switch name {
          case "log": JSONTokenizer.isName(token, "log", in: window)
          case "entries": JSONTokenizer.isName(token, "entries", in: window)
          default: JSONTokenizer.isName(token, #"a"b"#, in: window)
          }
        }
        found.append("\(token.kind) \(tokenizer.depth)" + (isKnown ? " known" : ""))
      }
      if isLast { return found }
      let gone = min(tokenizer.needed, held)
      window.removeFirst(gone)
      tokenizer.move(by: gone)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func tokensAreTheSameInPiecesOfAnySize(_ pieces: Int) throws {
    let text = Array(Self.text.utf8)
    let expected = [
      "object 1", "name 1 known", "object 2", "name 2 known", "array 3",
      "scalar(JSONTape.JSONKind.number) 3", "comma 3", "scalar(JSONTape.JSONKind.number) 3",
      "comma 3", "scalar(JSONTape.JSONKind.boolean) 3", "comma 3",
      "scalar(JSONTape.JSONKind.null) 3", "comma 3", "scalar(JSONTape.JSONKind.string) 3",
      "close 2", "comma 2", "name 2 known", "array 3", "object 4", "close 3", "close 2", "close 1",
      "close 0",
    ]
    for scans in [false, true] {
      #expect(try Self.tokens(text, pieces: pieces, scans: scans) == expected)
    }
  }

  @Test(arguments: [1, 5, 1000])
  func aScanGoesOnWhereCheckingStops(_ pieces: Int) throws {
    let text = Array(#"{"a": oops, 'b' "entries": [}"#.utf8)
    #expect(throws: JSONParseError.self) {
      try Self.tokens(text, pieces: pieces, scans: false)
    }
    #expect(
      try Self.tokens(text, pieces: pieces, scans: true) == [
        "object 1", "name 1", "unknown 1", "comma 1", "unknown 1", "unknown 1", "unknown 1",
        "name 1 known", "array 2", "close 1",
      ])
  }

  @Test func aScanKeepsNoLongString() {
    var tokenizer = JSONTokenizer()
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1000)
    #expect(tokenizer.scan([UInt8(ascii: "\"")] + piece, end: 1001) == nil)
    #expect(tokenizer.needed == 1001)
  }

  @Test(
    arguments: [
      (#"{"a": ["}"]} rest"#, 12), (#""x" "#, 3), ("12,", 2), ("true", 4), ("tru", nil),
      ("[1", nil), (#""x"#, nil), (",", nil), ("", nil), (#""a": 1"#, nil),
    ] as [(String, Int?)])
  func skipsOneValue(_ text: String, _ end: Int?) {
    var tokenizer = JSONTokenizer()
    #expect(tokenizer.skipValue(Array(text.utf8), end: text.utf8.count) == end)
  }
}
