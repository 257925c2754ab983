import JSONTape
import Testing

struct SourceMapTests {
  @Test func identityAndBase64() {
    let ranges = [ByteRange(offset: 0, length: 2), ByteRange(offset: 7, length: 1)]
    #expect(
      SourceMap.identity(base: 100).fileRanges(of: ranges, in: [])
        == [ByteRange(offset: 100, length: 2), ByteRange(offset: 107, length: 1)])
    let string = ByteRange(offset: 5, length: 40)
    #expect(SourceMap.base64(string: string).fileRanges(of: ranges, in: []) == [string, string])
  }

  /// A body inside a file as JavaScript would write it, with every kind of escape; every name and
  /// value of the body is mapped and must read the same when its raw bytes are decoded.
  @Test(arguments: [
    #"{\"latitude\": 37.7, \"p\": \"a\\/b\"}"#,
    #"{\n\t\"na\u00efve\": \"\ud83d\ude00\", \"x\": [1,\r\n\"\\n\\\"\\u00e9\"]\n}"#,
    #"\u007b\u0022a\u0022\u003a\u0031\u007d"#,
    #"[\"é😀\",\"\u20ac\",\"\/\", \"last\"]"#,
    #"{\"\ud834\udd1e\": {\"\": null}}"#,
  ])
  func everyNodeThroughEscapes(_ raw: String) throws {
    let file = Array(#"{"text": "\#(raw)", "after": 1}"#.utf8)
    let string = try #require(try JSONDocument(file).root["text"])
    let body = try JSONDocument(try #require(string.string))
    var nodes: [JSONNode] = []
    func visit(_ node: JSONNode) {
      nodes.append(node)
      for element in node.elements { visit(element) }
      for property in node.properties {
        nodes.append(property.key)
        visit(property.value)
      }
    }
    visit(body.root)
    let content = ByteRange(offset: string.range.offset + 1, length: string.range.length - 2)
    let map = SourceMap.escaped(content: content)
    let ranges = map.fileRanges(of: nodes.map(\.range), in: file)
    #expect(nodes.count >= 3)
    for (node, range) in zip(nodes, ranges) {
      let written = file[range.offset..<range.end]
      #expect(try JSONDocument([0x22] + written + [0x22]).root.string == node.text)
    }
    // The order of the question changes nothing.
    #expect(map.fileRanges(of: nodes.map(\.range).reversed(), in: file) == ranges.reversed())
  }

  @Test func keysKeepTheirEscapedQuotes() throws {
    let file = Array(#"["{\"latitude\":1}"]"#.utf8)
    let map = SourceMap.escaped(content: ByteRange(offset: 2, length: 16))
    let ranges = map.fileRanges(of: [ByteRange(offset: 1, length: 10)], in: file)
    #expect(ranges == [ByteRange(offset: 3, length: 12)])
    #expect(String(decoding: file[3..<15], as: UTF8.self) == #"\"latitude\""#)
  }

  @Test func partOfAnEscapeIsAllOfIt() {
    // a, a euro sign (3 bytes), a pair (4 bytes), b.
    let file = Array(#"a\u20ac\ud83d\ude00b"#.utf8)
    let map = SourceMap.escaped(content: ByteRange(offset: 0, length: file.count))
    func mapped(_ offset: Int, _ length: Int) -> ByteRange? {
      map.fileRanges(of: [ByteRange(offset: offset, length: length)], in: file).first
    }
    #expect(mapped(0, 1) == ByteRange(offset: 0, length: 1))
    #expect(mapped(1, 1) == ByteRange(offset: 1, length: 6))
    #expect(mapped(3, 1) == ByteRange(offset: 1, length: 6))
    #expect(mapped(3, 2) == ByteRange(offset: 1, length: 18))
    #expect(mapped(5, 1) == ByteRange(offset: 7, length: 12))
    #expect(mapped(8, 1) == ByteRange(offset: 19, length: 1))
    #expect(mapped(0, 9) == ByteRange(offset: 0, length: 20))
    #expect(mapped(4, 0) == ByteRange(offset: 7, length: 0))
    #expect(mapped(9, 0) == ByteRange(offset: 20, length: 0))
    #expect(mapped(50, 5) == ByteRange(offset: 20, length: 0))
    #expect(mapped(8, 50) == ByteRange(offset: 19, length: 1))
  }

  @Test func rangesInsideEachOther() {
    let file = Array(#"{\"a\":[\"b\"]}"#.utf8)
    let map = SourceMap.escaped(content: ByteRange(offset: 0, length: file.count))
    let ranges = [
      ByteRange(offset: 0, length: 11), ByteRange(offset: 1, length: 3),
      ByteRange(offset: 5, length: 5), ByteRange(offset: 6, length: 3),
    ]
    #expect(
      map.fileRanges(of: ranges, in: file) == [
        ByteRange(offset: 0, length: 15), ByteRange(offset: 1, length: 5),
        ByteRange(offset: 7, length: 7), ByteRange(offset: 8, length: 5),
      ])
  }

  @Test func contentThatIsNotThere() {
    let file = Array("abc".utf8)
    let range = [ByteRange(offset: 0, length: 2)]
    for content in [(5, 10), (-4, 2), (1, -7)] {
      let map = SourceMap.escaped(content: ByteRange(offset: content.0, length: content.1))
      #expect(map.fileRanges(of: range, in: file).first?.length == 0)
    }
    let cut = SourceMap.escaped(content: ByteRange(offset: 0, length: 99))
    // A cut escape stands for its four characters.
    #expect(cut.fileRanges(of: range, in: Array(#"\u00"#.utf8)).first?.end == 2)
  }
}
