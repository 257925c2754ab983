@_spi(Engine) import JSONTape
import Testing

struct JSONParserTests {
  @Test func positionsOfEveryNameAndValue() throws {
    let text = "\u{FEFF} { \"a\" : [ 1 , -2.5e3 ,\r\n\ttrue ], \"é\\n\":{} , \"\":\"x\" } \n"
    let document = try JSONDocument(text)
    var found: [String] = []
    func visit(_ node: JSONNode) {
      found.append("\(node.range.offset) \(node.text)")
      for element in node.elements { visit(element) }
      for property in node.properties {
        visit(property.key)
        visit(property.value)
      }
    }
    visit(document.root)
    #expect(
      found == [
        "4 { \"a\" : [ 1 , -2.5e3 ,\r\n\ttrue ], \"é\\n\":{} , \"\":\"x\" }",
        "6 \"a\"", "12 [ 1 , -2.5e3 ,\r\n\ttrue ]", "14 1", "18 -2.5e3", "29 true",
        "37 \"é\\n\"", "44 {}", "49 \"\"", "52 \"x\"",
      ])
    #expect(document.byteCount == text.utf8.count)
  }

  @Test(arguments: ["null", " true ", "false", "0", "-0", "12e-3", "\"\"", "[]", "{}"])
  func aloneIsADocument(_ text: String) throws {
    let document = try JSONDocument(text)
    #expect(document.root.text == text.filter { $0 != " " })
  }

  @Test func nestingIsLimited() throws {
    func nested(_ depth: Int, _ open: String, _ close: String) -> String {
      String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
    }
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      #expect(try JSONDocument(nested(512, open, close)).root.count == 1)
      let error = #expect(throws: JSONParseError.self) {
        try JSONDocument(nested(513, open, close))
      }
      #expect(
        error == JSONParseError(.tooDeep(limit: 512), offset: 512 * open.utf8.count))
    }
    #expect(try JSONDocument("1", maximumDepth: 0).root.int == 1)
    #expect(throws: JSONParseError(.tooDeep(limit: 0), offset: 0)) {
      try JSONDocument("[]", maximumDepth: -5)
    }
    let deepest = nested(60_000, "[", "]")
    #expect(
      try JSONDocument(deepest, maximumDepth: .max) == JSONDocument(deepest, maximumDepth: .max))
    #expect(throws: JSONParseError(.tooDeep(limit: 0xFFFF), offset: 0xFFFF)) {
      try JSONDocument(String(repeating: "[", count: 100_000), maximumDepth: .max)
    }
  }

  @Test func tokensOfEveryLengthAndAlignment() throws {
    // Scans go eight bytes at a time; the byte that ends a token may be any of them.
    for length in 0..<40 {
      for lead in 0..<9 {
        let space = String(repeating: " ", count: lead)
        let letters = String(repeating: "x", count: length)
        let digits = "1" + String(repeating: "7", count: length)
        for token in [
          "\"\(letters)\"", "\"\(letters)é\"", "\"\(letters)\\n\"", digits, "0.\(digits)",
          "1e\(digits)", "-\(digits)",
        ] {
          let document = try JSONDocument("\(space)[\(token)\(space),\(space)\(token)]")
          #expect(document.root[0]?.text == token)
          #expect(document.root[1]?.text == token)
        }
      }
    }
  }

  @Test func strictUTF8() throws {
    // Every sequence that one bad byte can make of a good one, against the standard library.
    var checked = 0
    for scalar: Unicode.Scalar in [
      "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{10000}", "\u{10FFFF}",
    ] {
      let good = Array(String(scalar).utf8)
      for position in good.indices {
        for byte: UInt8 in 0x80...0xFF {
          var bytes = good
          bytes[position] = byte
          let isValid = isUTF8(bytes)
          let isAccepted = (try? JSONDocument([0x22] + bytes + [0x22])) != nil
          #expect(isAccepted == isValid, "\(bytes)")
          checked += 1
        }
      }
    }
    #expect(checked == 18 * 128)
  }

  @Test func valuesInTheMiddleOfABuffer() throws {
    let text = Array("17 {\"a\":[1]} [2".utf8) + Array(repeating: 0, count: 64)
    try text.withUnsafeBufferPointer { buffer in
      let start = try #require(buffer.baseAddress)
      let tape = TapeBuffer()
      #expect(try tape.parseValue(bytes: start, start: 0, end: 15) == 2)
      #expect(try tape.parseValue(bytes: start, start: 2, end: 15) == 12)
      #expect(tape.cursor.range(0) == ByteRange(offset: 3, length: 9))
      #expect(tape.wordCount == 6)
      let error = #expect(throws: JSONParseError.self) {
        try tape.parseValue(bytes: start, start: 12, end: 15)
      }
      #expect(error?.isTruncation == true)
    }
  }

  @Test func everyPrefixIsATruncation() throws {
    let text = Array(
      #" {"a\u00e9\n":[1.5e+3,-0,true,false,null,"é𝄞",{},[]],"b":"\\"} "#.utf8)
    let end = text.count - 1
    for length in 0..<end {
      let error = #expect(throws: JSONParseError.self) { try JSONDocument(text[..<length]) }
      #expect(error?.isTruncation == true, "cut after \(length): \(String(describing: error))")
      #expect(error?.offset == length)
    }
  }
}

extension JSONDocument {
  fileprivate static func == (left: JSONDocument, right: JSONDocument) -> Bool {
    left.root == right.root && left.root.hashValue == right.root.hashValue
  }
}
