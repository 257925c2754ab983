import JSONTape
import Testing

struct JSONPointerTests {
  /// RFC 6901, section 5.
  @Test func examplesOfTheStandard() throws {
    let document = try JSONDocument(
      ##"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}"##
    )
    let values = [
      "/foo/0": #""bar""#, "/": "0", "/a~1b": "1", "/c%d": "2", "/e^f": "3", "/g|h": "4",
      #"/i\j"#: "5", #"/k"l"#: "6", "/ ": "7", "/m~0n": "8", "/foo": #"["bar", "baz"]"#,
    ]
    for (text, value) in values {
      let pointer = try #require(JSONPointer(text))
      let node = try #require(document.node(at: pointer))
      #expect(node.text == value)
      #expect(pointer.description == text)
      #expect(document.pointer(to: node.tapeIndex) == pointer)
    }
    #expect(document.node(at: JSONPointer()) == document.root)
  }

  @Test func escapes() {
    #expect(JSONPointer("/~01/~10")?.tokens == ["~1", "/0"])
    #expect(JSONPointer().appending("a/~b").appending(3).description == "/a~1~0b/3")
    #expect(JSONPointer("//")?.tokens == ["", ""])
    #expect(JSONPointer("")?.tokens == [])
    for text in ["a", "a/b", "/~", "/~2", "/a~"] { #expect(JSONPointer(text) == nil) }
  }

  @Test func leadsNowhere() throws {
    let document = try JSONDocument(#"{"a": [1, 2], "s": "x"}"#)
    for text in ["/b", "/a/2", "/a/-", "/a/01", "/a/-1", "/a/+1", "/a/x", "/a/", "/s/0", "/a/0/0"] {
      let pointer = try #require(JSONPointer(text))
      #expect(document.node(at: pointer) == nil, "\(text)")
    }
  }

  @Test func everyNodeAndNameIsFoundAgain() throws {
    let document = try JSONDocument(
      #"{"a":[[],{},[1,{"b~/":[null,{"c":"d"}]}]],"e":{"f":{"g":[0]}},"h":true}"#)
    var visited = 0
    func visit(_ node: JSONNode, _ pointer: JSONPointer) {
      visited += 1
      #expect(document.pointer(to: node.tapeIndex) == pointer)
      #expect(document.node(at: pointer)?.tapeIndex == node.tapeIndex)
      for (position, element) in node.elements.enumerated() {
        visit(element, pointer.appending(position))
      }
      for property in node.properties {
        let inner = pointer.appending(property.name)
        #expect(document.pointer(to: property.key.tapeIndex) == inner)
        visit(property.value, inner)
      }
    }
    visit(document.root, JSONPointer())
    #expect(visited == 16)
  }
}
