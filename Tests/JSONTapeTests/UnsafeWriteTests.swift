import Testing

@testable @_spi(Engine) import JSONTape

/// Each function that writes through a pointer, driven to the bound that its comment states.
@Suite struct UnsafeWriteTests {
  /// Runs `body` on memory for `count` elements and says whether nothing was written behind it.
  private func staysWithin<Element: FixedWidthInteger>(
    _ count: Int, _ body: (UnsafeMutablePointer<Element>) throws -> Void
  ) rethrows -> Bool {
    let guarded = 64
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: count + guarded)
    defer { memory.deallocate() }
    let pattern = Element(truncatingIfNeeded: 0x5A5A_5A5A_5A5A_5A5A)
    memory.initialize(repeating: pattern, count: count + guarded)
    try body(memory)
    return (count..<count + guarded).allSatisfy { memory[$0] == pattern }
  }

  // MARK: Escapes

  /// Every text of up to five of these bytes, and every start of a surrogate pair.
  private static let escapes: [[UInt8]] = {
    let alphabet: [UInt8] = Array(#"\ud8""#.utf8) + [0xC3, 0xFF]
    var texts: [[UInt8]] = [[]]
    var longest: [[UInt8]] = [[]]
    for _ in 0..<5 {
      longest = longest.flatMap { text in alphabet.map { text + [$0] } }
      texts += longest
    }
    let pair = Array(#"abcdef\ud83d\ude00"#.utf8)
    texts += (0...pair.count).map { Array(pair[..<$0]) }
    texts += (0..<pair.count).map { Array(pair[..<$0]) + [0x5C, 0x75] }
    return texts
  }()

  @Test func aDecodedTextIsNoLongerThanItsSource() {
    let isWithin = Self.escapes.allSatisfy { text in
      text.withByteView { raw in
        staysWithin(raw.count) { #expect(StringEscape.decode(raw, into: $0) <= raw.count) }
      }
    }
    #expect(isWithin)
  }

  @Test func anAppendedTextIsNoLongerThanItsSource() {
    var decoded: [UInt8] = [1]
    for text in [#"abcdef\u"#, #"abcdefghijklmnopqrstuv\u"#, #"\"#, #"\u12"#, #"a\ud83d\u"#] {
      text.withByteView { StringEscape.decode($0, appendingTo: &decoded) }
    }
    #expect(
      String(decoding: decoded.dropFirst(), as: UTF8.self)
        == #"abcdef\uabcdefghijklmnopqrstuv\u\\u12a"# + "\u{FFFD}" + #"\u"#)
  }

  /// The scan of a broken text finds such names, and `check` of any file begins with it.
  @Test(arguments: [#"abcdef\u"#, #"abcdefghijklmnopqrstuv\u"#, #"log\u"#, #"log\u00"#])
  func aNameWithACutEscapeIsNoOther(_ name: String) {
    let text = Array(#"{"\#(name)":1,"log":{"entries":[]}}"#.utf8)
    var tokenizer = JSONTokenizer()
    var found: [Bool] = []
    while let token = tokenizer.scan(text, end: text.count) {
      if token.kind == .name { found.append(JSONTokenizer.isName(token, "log", in: text)) }
    }
    #expect(found == [false, true, false])
  }

  @Test(arguments: [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD800, 0xDFFF, 0xFFFF, 0x10000, 0x10FFFF])
  func aScalarIsWrittenInItsLength(_ scalar: UInt32) {
    let length = UTF8Scan.length(of: scalar)
    let isWithin = staysWithin(length) { #expect(UTF8Scan.encode(scalar, into: $0) == length) }
    #expect(isWithin)
  }

  @Test func aYAMLEscapeFillsFourBytes() throws {
    #expect(try JSONDocument(yaml: Array(#""\U0010FFFF\u00e9""#.utf8)).root.string == "\u{10FFFF}é")
  }

  // MARK: Tapes

  /// Texts with as many words as their bytes allow, whole and cut.
  private static let dense: [String] = {
    var texts = [
      "", "1", "\"\"", "[]", "{}", "[1,1,1,1]", #"{"":1,"":1}"#, "[{},[],{}]", "\u{FEFF}1",
    ]
    for depth in [1, 2, 511, 512, 513, 700] {
      let open = String(repeating: "[", count: depth)
      texts += [open, open + "1", open + String(repeating: "]", count: depth)]
      texts.append(String(repeating: #"{"":"#, count: depth))
      texts.append(open + "1" + String(repeating: ",1", count: 600))
    }
    return texts
  }()

  @Test func aTapeStaysWithinItsCapacity() {
    for text in Self.dense {
      let padded = JSONDocument.padded(Array(text.utf8))
      padded.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        let parser = JSONParser(bytes: start, end: text.utf8.count)
        for capacity in [parser.wordCapacity, parser.tightWordCapacity] {
          let isWithin = staysWithin(capacity) { _ = try? parser.parseDocument(into: $0) }
          #expect(isWithin, "\(capacity) words for \(text.prefix(40))")
        }
      }
    }
  }

  @Test func aCopiedValueHasTheWordsOfTheOriginal() throws {
    let document = try JSONDocument(#"[0, {"a": [[], {}], "b": {"c": 1}}]"#)
    let copy = document.withCursor { cursor in
      JSONDocument(copying: cursor, at: document.root[1]?.tapeIndex ?? 0, text: 4..<34)
    }
    #expect(copy.root == document.root[1])
    #expect(copy.root["b"]?["c"]?.range == ByteRange(offset: 27, length: 1))
  }

  /// The copy has room for 130 bytes after the first document, and 66 and the padding fill it.
  @Test func aDocumentThatFillsTheCopy() throws {
    let tape = TapeBuffer()
    for text in ["1", "[" + String(repeating: " ", count: 64) + "]", ""] {
      let parse = { try text.withByteView { try tape.parse($0) } }
      if text.isEmpty { #expect(throws: JSONParseError.self) { try parse() } } else { try parse() }
    }
  }

  @Test func namesAreRememberedInPlaces() {
    let names = KnownNames()
    defer { names.deallocate() }
    let first = names.name(depth: 0, ordinal: 0)
    for depth in [0, 1, 7, 8, 512, TapeWord.depthLimit] {
      for ordinal in [0, 31, 255, 256, TapeWord.lengthLimit] {
        #expect((0..<256).contains(names.name(depth: depth, ordinal: ordinal) - first))
      }
    }
  }

  /// Names of all lengths, so that every place of the table is used.
  @Test func namesThatMayRepeat() throws {
    let names = (0..<2000).map { String(repeating: "a", count: $0 % 40) + "\($0)" }
    let text = "{" + names.map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    #expect(try JSONDocument(text).duplicateKeys().isEmpty)
  }

  // MARK: Decoded strings

  /// Strings that each need most of the arena: an escape, then 63 bytes, 64 with their escape decoded.
  @Test(arguments: [1, 2, 600])
  func decodedStringsStayWithinTheArena(_ count: Int) throws {
    let string = "\"" + #"\""# + String(repeating: "x", count: 63) + "\""
    let text = "[" + Array(repeating: string, count: count).joined(separator: ",") + "]"
    let padded = JSONDocument.padded(Array(text.utf8))
    let isWithin = try padded.withUnsafeBufferPointer { bytes in
      let start = try #require(bytes.baseAddress)
      let parser = JSONParser(bytes: start, end: text.utf8.count)
      var words = [UInt64](repeating: 0, count: parser.wordCapacity)
      return try staysWithin(StringArena.room(for: text.utf8.count)) { arena in
        var strings = DecodedStrings(arena: arena, entries: [])
        _ = try parser.parseValue(into: &words, &strings)
        #expect(strings.entries.count == count)
        let end = strings.entries.last.map { $0.offset + $0.length + StringArena.padding } ?? 0
        #expect(end <= StringArena.room(for: text.utf8.count))
      }
    }
    #expect(isWithin)
  }

  /// The zeros after the last value are written when it is asked for.
  @Test func theLastValueHasItsZeros() throws {
    let string = #""\""# + String(repeating: "x", count: 63) + "\""
    let text = "[" + Array(repeating: string, count: 1000).joined(separator: ",") + "]"
    let padded = JSONDocument.padded(Array(text.utf8))
    let arena = StringArena()
    let tape = TapeBuffer()
    try padded.withUnsafeBufferPointer { bytes in
      let start = try #require(bytes.baseAddress)
      _ = try tape.parseValue(
        bytes: start, start: 0, end: text.utf8.count, decodingInto: arena)
      let value = try #require(arena.value(at: text.utf8.count - string.utf8.count))
      #expect(value.count == 64)
    }
  }
}
