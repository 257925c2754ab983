import Testing

@_spi(Engine) @testable import JSONTape

/// The places inside of texts: each letter of a text is the same letter of the file.
@Suite struct YAMLTextsTests {
  static let documents: [String] = [
    "a: plain text that\n  goes on\n\n  after an empty line # c\n",
    "a: 'it''s ''quoted'' and\n  folded\n\n\n  twice'\n",
    "a: \"esc\\\"aped \\\\ \\n \\x41\\u00e9\\U0001F600 \\\n   joined\n   folded\"\n",
    "a: |\n  lines {\n    deeper\n\n  after\n", "a: |2-\n   two\n  one\n", "a: |+\n  kept\n\n\n",
    "a: >\n  folded\n  lines\n\n   deeper\n   still\n  back\n", "a: >-\n  x\n", "a: ''\nb: \"\"\n",
    "- &x 'anchored'\n- *x\n- [in, \"flow\\t\", 'style''s']\n", "\u{FEFF}a: \"é日本x\"\n",
    "a: \"\\ud83d\\ude00 pair\"\r\nb: |\r\n  carriage\r\n  return\r\n",
  ]

  @Test(arguments: documents) func lettersStandWhereTheyStand(_ yaml: String) throws {
    var texts = YAMLTexts()
    let bytes = Array(yaml.utf8)
    let document = try JSONDocument(yaml: bytes, texts: &texts)
    var open = [document.root]
    var seen = 0
    while let node = open.popLast() {
      open += node.elements
      open += node.properties.map(\.value)
      guard let string = node.string else { continue }
      let text = Array(string.utf8)
      let runs = try #require(texts[node.sourceRange.offset]?.runs, "\(yaml)")
      #expect(runs.count == text.count, "\(yaml)")
      for (offset, byte) in text.enumerated() {
        let range = runs.fileRange(of: ByteRange(offset: offset, length: 1))
        #expect(range.offset >= node.sourceRange.offset && range.length > 0)
        let place = bytes[range.offset..<range.end]
        // A letter is itself or in an escape; white space may be folded.
        guard byte > 0x20, byte < 0x7F, place.first != UInt8(ascii: "\\") else { continue }
        #expect(place.contains(byte), "\(yaml) \(offset)")
        seen += 1
      }
      let whole = runs.fileRange(of: ByteRange(offset: 0, length: text.count))
      #expect(whole.end <= bytes.count)
    }
    #expect(seen > 0 || yaml.hasPrefix("a: ''"))
  }

  /// What is written into a text is read back as it was meant.
  @Test func writtenText() throws {
    for (yaml, added, place) in [
      ("a: 'x'\n", "it's", 4), ("a: \"x\"\n", "a\"b\\c\nd", 4), ("a: |\n  x\n", "y\nz", 7),
    ] {
      var texts = YAMLTexts()
      let document = try JSONDocument(yaml: Array(yaml.utf8), texts: &texts)
      let runs = try #require(texts[document.root["a"]?.sourceRange.offset ?? 0]?.runs)
      let written = try #require(runs.written(added))
      var text = Array(yaml.utf8)
      #expect(runs.fileRange(of: ByteRange(offset: 0, length: 0)).offset == place)
      text.insert(contentsOf: Array(written.utf8), at: place)
      let read = try JSONDocument(yaml: text).root["a"]?.string
      #expect(read?.hasPrefix(added + "x") == true, "\(String(decoding: text, as: UTF8.self))")
    }
    var texts = YAMLTexts()
    _ = try JSONDocument(yaml: Array("a: x\n".utf8), texts: &texts)
    #expect(texts[3]?.runs.written("y") == nil)
  }

  /// Bytes in base64 are text only where texts are asked for.
  @Test func binary() throws {
    for tag in ["!binary", "!!binary"] {
      var texts = YAMLTexts()
      let yaml = Array("a: \(tag) |\n  e30=\n".utf8)
      let document = try JSONDocument(yaml: yaml, texts: &texts)
      let place = try #require(document.root["a"]?.sourceRange.offset)
      #expect(texts[place]?.isBinary == true)
      #expect(throws: YAMLError.self) { try JSONDocument(yaml: yaml) }
    }
  }

  /// Tags of a language: scalars are text, whatever they look like, and collections are themselves.
  @Test func otherTags() throws {
    for (yaml, json) in [
      ("!!python/unicode 'x'", #""x""#), ("!!python/long 5", #""5""#), ("!!python/str", #""""#),
      ("!!python/tuple [1, !ruby/sym a]", #"[1,"a"]"#),
      (
        "!!python/object/new:_io.BytesIO\n  state: !!python/tuple\n  - !!binary e30=\n  - 0\n",
        #"{"state":["e30=",0]}"#
      ),
      ("!<tag:example.com,2000:x> 1", #""1""#), ("!!set {a, b}", #"{"a":null,"b":null}"#),
    ] {
      var texts = YAMLTexts()
      let bytes = Array("a: \(yaml)\n".utf8)
      let document = try JSONDocument(yaml: bytes, texts: &texts)
      #expect(document.root["a"]?.text == json, "\(yaml)")
      #expect(throws: YAMLError.self) { try JSONDocument(yaml: bytes) }
    }
    var texts = YAMLTexts()
    #expect(throws: YAMLError.self) {
      try JSONDocument(yaml: Array("a: !none!x b\n".utf8), texts: &texts)
    }
  }
}
