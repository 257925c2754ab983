import JSONTape
import Testing

/// Where a file has the values that were read from it.
struct YAMLPlacesTests {
  /// The text of every name and value, in the order of the document.
  private func texts(_ yaml: String) throws -> [String] {
    let document = try JSONDocument(yaml: Array(yaml.utf8))
    var texts: [String] = []
    func visit(_ node: JSONNode) {
      let range = node.sourceRange
      let bytes = document.sourceBytes[range.offset..<range.end]
      texts.append(String(decoding: bytes, as: UTF8.self))
      for element in node.elements { visit(element) }
      for property in node.properties {
        visit(property.key)
        visit(property.value)
      }
    }
    visit(document.root)
    return texts
  }

  @Test(arguments: [
    ("a: 1 # c\nb: 'é' \n", ["a: 1 # c\nb: 'é'", "a", "1", "b", "'é'"]),
    ("- 0x1F\n-\n- \"a\\\n  b\"\n", ["- 0x1F\n-\n- \"a\\\n  b\"", "0x1F", "", "\"a\\\n  b\""]),
    (
      "a:\n- x y\n  z\n-  {b: [1 , 2 ], c}\n",
      [
        "a:\n- x y\n  z\n-  {b: [1 , 2 ], c}", "a", "- x y\n  z\n-  {b: [1 , 2 ], c}", "x y\n  z",
        "{b: [1 , 2 ], c}", "b", "[1 , 2 ]", "1", "2", "c", "",
      ]
    ),
    (
      "k: |+ # c\n  a\n\n  b\n\nl: >\n",
      ["k: |+ # c\n  a\n\n  b\n\nl: >", "k", "|+ # c\n  a\n\n  b", "l", ">"]
    ),
    ("[a: b]", ["[a: b]", "a: b", "a", "b"]),
    ("? &x k\n: &y !!str 1\n", ["? &x k\n: &y !!str 1", "k", "1"]),
    ("\u{FEFF}--- &a\n  200: ~\n...\n", ["200: ~", "200", "~"]),
    // What an alias stands for is where its anchor is; a name is where it is written.
    (
      "a: &x {b: 1}\nc: *x\nd: &y e\n*y : *y\n",
      [
        "a: &x {b: 1}\nc: *x\nd: &y e\n*y : *y", "a", "{b: 1}", "b", "1", "c", "{b: 1}", "b", "1",
        "d", "e", "*y", "e",
      ]
    ),
    (
      "- &s s\n- [*s]\n- [*s , t]",
      ["- &s s\n- [*s]\n- [*s , t]", "s", "[*s]", "s", "[*s , t]", "s", "t"]
    ),
  ])
  func everyNodeIsWhereItWasWritten(yaml: String, expected: [String]) throws {
    #expect(try texts(yaml) == expected)
  }

  @Test func jsonIsWhereItIs() throws {
    let document = try JSONDocument(#" {"a": [1]}"#)
    #expect(document.root["a"]?.sourceRange == document.root["a"]?.range)
    #expect(document.sourceBytes.count == 11)
  }

  @Test func partOfAWordIsAllOfIt() throws {
    let document = try JSONDocument(yaml: "name: \"v\\x41\"".utf8)
    func place(_ offset: Int, _ length: Int) -> ByteRange {
      document.sourceRange(of: ByteRange(offset: offset, length: length))
    }
    #expect(document.root.text == #"{"name":"vA"}"#)
    #expect(place(2, 2) == ByteRange(offset: 0, length: 4))
    #expect(place(9, 1) == ByteRange(offset: 6, length: 7))
    #expect(place(2, 9) == ByteRange(offset: 0, length: 13))
    #expect(place(2, 0) == ByteRange(offset: 0, length: 0))
    #expect(place(-5, 2) == ByteRange(offset: 0, length: 0))
    #expect(place(900, 9).end <= 13)
  }
}
