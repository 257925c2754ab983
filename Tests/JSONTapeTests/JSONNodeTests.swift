@_spi(Engine) import JSONTape
import Testing

struct JSONNodeTests {
  @Test func valuesOfEachKind() throws {
    let root = try JSONDocument(
      #"{"a": null, "b": true, "c": false, "d": 1.0, "e": "x\u00e9\n", "f": [1, [2]], "g": {}}"#
    ).root
    #expect(root.kind == .object)
    #expect(root.count == 7)
    #expect(root.properties.map(\.name) == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(
      root.properties.map(\.value.kind) == [
        .null, .boolean, .boolean, .number, .string, .array, .object,
      ])
    #expect(
      JSONKind.allCases.map(\.name) == ["null", "boolean", "number", "string", "array", "object"])
    #expect(root["a"]?.isNull == true)
    #expect(root["b"]?.bool == true)
    #expect(root["c"]?.bool == false)
    #expect(root["d"]?.int == 1)
    #expect(root["d"]?.number == JSONNumber(1))
    #expect(root["e"]?.string == "xé\n")
    #expect(root["e"]?.text == #""x\u00e9\n""#)
    #expect(root["f"]?[1]?[0]?.int == 2)
    #expect(root["f"]?.elements.map(\.text) == ["1", "[2]"])
    #expect(root["g"]?.properties.contains { _ in true } == false)
  }

  @Test func nothingWhereTheKindIsAnother() throws {
    let root = try JSONDocument(#"[1, "s", {"a": 1}]"#).root
    #expect(root["a"] == nil)
    #expect(root[-1] == nil)
    #expect(root[3] == nil)
    #expect(root[2]?[0] == nil)
    #expect(root[0]?.string == nil)
    #expect(root[0]?.bool == nil)
    #expect(root[0]?.isNull == false)
    #expect(root[0]?.count == 0)
    #expect(root[1]?.number == nil)
    #expect(root[1]?.int == nil)
    #expect(root[1].map { Array($0.elements).isEmpty && Array($0.properties).isEmpty } == true)
    #expect(Array(root.properties).isEmpty)
  }

  @Test func namesAreFoundThroughEscapes() throws {
    let root = try JSONDocument(#"{"l\u0061t": 1, "\"q\"": 2, "": 3, "lat": 4}"#).root
    #expect(root["lat"]?.int == 1)
    #expect(root["\"q\""]?.int == 2)
    #expect(root[""]?.int == 3)
    #expect(root["la"] == nil)
    #expect(root["latt"] == nil)
  }

  @Test func nodesOutliveTheirDocument() throws {
    func element() throws -> JSONNode? { try JSONDocument("[[1],[2]]").root[1] }
    let node = try #require(try element())
    #expect(node.text == "[2]")
    #expect(node.document.root.text == "[[1],[2]]")
    #expect(node.document.node(at: node.tapeIndex) == node)
  }

  @Test func bytesAreCutToTheDocument() throws {
    let document = try JSONDocument("[1]")
    #expect(Array(document.bytes(in: ByteRange(offset: 1, length: 99))) == Array("1]".utf8))
    #expect(document.bytes(in: ByteRange(offset: 9, length: 3)).isEmpty)
    #expect(document.bytes(in: ByteRange(offset: -3, length: 1)).isEmpty)
  }

  @Test func anyCollectionOfBytesWillDo() throws {
    let text = Array(#"{"a":[1,2]}"#.utf8)
    let expected = try JSONDocument(text).root
    #expect(try JSONDocument(ContiguousArray(text)).root == expected)
    #expect(try JSONDocument(text[...]).root == expected)
    #expect(try JSONDocument(text.lazy.map { $0 }).root == expected)
    #expect(try JSONDocument(String(decoding: text, as: UTF8.self)).root == expected)
  }
}
