import JSONTape
import Testing

/// YAML and the JSON that it means.
struct YAMLReaderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let yaml: String
    let json: String

    init(_ yaml: String, _ json: String) {
      self.yaml = yaml
      self.json = json
    }

    var testDescription: String { yaml }
  }

  /// The text itself, not the value: numbers are normalised in one way.
  private func check(_ example: Case) throws {
    let document = try JSONDocument(yaml: Array(example.yaml.utf8))
    #expect(document.root.text == example.json)
    #expect(Array(document.sourceBytes) == Array(example.yaml.utf8))
    for lineEnd in ["\r\n", "\r"] {
      let other = try JSONDocument(yaml: Array(example.yaml.replacing("\n", with: lineEnd).utf8))
      #expect(other.root.text == example.json)
    }
  }

  @Test(arguments: [
    Case("a: 1\nb:\n  c: x\n  d:\ne: z\n", #"{"a":1,"b":{"c":"x","d":null},"e":"z"}"#),
    Case(
      "- a\n- b: c\n  d: e\n-\n  - x\n  -\n- - y\n  - z",
      #"["a",{"b":"c","d":"e"},["x",null],["y","z"]]"#),
    Case("a:\n- 1\n- b: 2\n  c: 3\nd:\n  - 4", #"{"a":[1,{"b":2,"c":3}],"d":[4]}"#),
    Case("- - - a\n    - b\n  - c\n- d", #"[[["a","b"],"c"],"d"]"#),
    Case("-\n - a\n-\n    b: c\n", #"[["a"],{"b":"c"}]"#),
    Case("- a:\n- b", #"[{"a":null},"b"]"#),
    Case("a:   \n\n  # c\n\n  b: 1 # d\n# e\n  c: 2\n   # f\n", #"{"a":{"b":1,"c":2}}"#),
    Case("a:\tx\t# c\nb: y\t\n", #"{"a":"x","b":"y"}"#),
    Case(
      "200: a\nnull: b\ntrue: c\n1.50: d\n~: e\n0x1F: f",
      #"{"200":"a","null":"b","true":"c","1.50":"d","~":"e","0x1F":"f"}"#),
    Case(
      "\"q\" : 1\n'r': 2\n? s\n: 3\n? t\n? |\n  u\n:\n  - 4\n",
      #"{"q":1,"r":2,"s":3,"t":null,"u\n":[4]}"#),
    Case("? a\n: - b\n  - c\n? d\n: e: f\n  g: h\n", #"{"a":["b","c"],"d":{"e":"f","g":"h"}}"#),
    Case("- ? a\n  : b\n- ? c\n", #"[{"a":"b"},{"c":null}]"#),
    Case("http://a.b/c: d#e\n/x/{id}: -1a\n", #"{"http://a.b/c":"d#e","/x/{id}":"-1a"}"#),
    Case("'<<': 1", #"{"<<":1}"#),
    Case("x", #""x""#), Case("---\n", "null"), Case("--- ~ # c", "null"),
  ])
  func blockCollections(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("[a, 'b', \"c\", 1, ~, [], {}, ]", #"["a","b","c",1,null,[],{}]"#),
    Case(
      "{a: 1, 'b':2, \"c\" : {d: [e]}, f, g: , 'h', }",
      #"{"a":1,"b":2,"c":{"d":["e"]},"f":null,"g":null,"h":null}"#),
    Case(
      "[a: b, 'c':d, ? e : f, ? g, \"h\": ]",
      #"[{"a":"b"},{"c":"d"},{"e":"f"},{"g":null},{"h":null}]"#),
    Case("{a:1, http://x: y, b:}", #"{"a:1":null,"http://x":"y","b":null}"#),
    Case(
      "a: [\n  b, # c\n\n  d\n    e,\n  {\n  f\n  : g}\n]\nh: {\n}",
      #"{"a":["b","d e",{"f":"g"}],"h":{}}"#),
    Case("{? a : b, ? c, ? 'd':e}", #"{"a":"b","c":null,"d":"e"}"#),
    Case("- [a]\n- {b: c}\n-  [d, [e]] # f", #"[["a"],{"b":"c"},["d",["e"]]]"#),
    Case("\t[\n\t1,\n\t2 ]\n", "[1,2]"),
    Case("[-1, -b]", #"[-1,"-b"]"#),
    Case("[a#b, ?c, :d]", #"["a#b","?c",":d"]"#),
  ])
  func flowCollections(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("a: b c\n  d\n\n\n  e # f\ng: h", #"{"a":"b c d\n\ne","g":"h"}"#),
    Case("a\nb\n  - c\n", #""a b - c""#),
    Case("a: 'b ''c''\n\n  d\n  e '", #"{"a":"b 'c'\nd e "}"#),
    Case(
      "a:\n  b: \"c\nd\\\"\n e\" # f\ng: {h: 'i\n''j'}",
      #"{"a":{"b":"c d\" e"},"g":{"h":"i 'j"}}"#),
    Case("\"a \n  b\\\n  c\\\n\n  \\ d\te\n\n\n  f\"", #""a bc\n d\te\n\nf""#),
    Case(
      #""\0\a\b\t\n\v\f\r\e\ \"\/\\\N\_\L\P""#,
      #""\u0000\u0007\u0008\t\n\u000b\u000c\u000d\u001b \"/\\"#
        + "\u{85}\u{A0}\u{2028}\u{2029}\""),
    Case(#""\x41\u00e9\U0001F600\ud83d\ude00""#, #""Aé😀\ud83d\ude00""#),
    Case("a: |\n  b\n   c\n\n  d\n\ne: 1", #"{"a":"b\n c\n\nd\n","e":1}"#),
    Case(
      "a: |-\n  b\n\nc: |+ # d\n  e\n\n\nf: |2-\n    g\n   h",
      #"{"a":"b","c":"e\n\n\n","f":"  g\n h"}"#),
    Case(
      "a: >\n\n  b\n  c\n\n\n  d\n    e\n\n    f\n  g\n\n", #"{"a":"\nb c\n\nd\n  e\n\n  f\ng\n"}"#),
    Case("- >-1\n  a\n b\n- |+\n\n\n- >\n", #"[" a\nb","\n\n",""]"#),
    Case("- |\n a\n\n# c\n- |\n  # no\n", ##"["a\n","# no\n"]"##),
    Case("--- |\na\n b\n...\n", #""a\n b\n""#),
    Case("a: |\n  \tb\n  c\t\n", #"{"a":"\tb\nc\t\n"}"#),
    Case("a: |\n  x", #"{"a":"x"}"#),
  ])
  func scalarStyles(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("- &a {b: 1}\n- *a\n- [*a, *a ]\n", #"[{"b":1},{"b":1},[{"b":1},{"b":1}]]"#),
    Case("&a x: &b 0x10\ny: *b\n", #"{"x":16,"y":16}"#),
    Case("a: &n 012\n*n : [*n]\n", #"{"a":12,"012":[12]}"#),
    Case("- &a 200: b\n- *a", #"[{"200":"b"},200]"#),
    Case("- &a\n  b: &c 1\n- *a\n- &a 2\n- *a\n- *c", #"[{"b":1},{"b":1},2,2,1]"#),
    Case("- &a\n- *a\n- &b !!str\n- *b", #"[null,null,"",""]"#),
    Case("a: &x\n- 1\nb: &y\n  c: *x\nd: *y", #"{"a":[1],"b":{"c":[1]},"d":{"c":[1]}}"#),
    Case("{a: &x [1], b: *x}", #"{"a":[1],"b":[1]}"#),
  ])
  func anchors(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case(
      "- !!str 12\n- ! 12\n- !!int '12'\n- !!float 1\n- !!bool \"true\"\n- !!null ''",
      #"["12","12",12,1,true,null]"#),
    Case("!!map\na: !!seq\n- !!str\n- !!str null\n", #"{"a":["","null"]}"#),
    Case("- !!map {a: 1}\n- ! [b]\n- !<tag:yaml.org,2002:str> 1", #"[{"a":1},["b"],"1"]"#),
    Case(
      "%YAML 1.1\n%TAG !c! tag:yaml.org,2002:\n# c\n---\n- !c!str 1\n- &a !c!int 0o17\n- !!str &b 1",
      #"["1",15,"1"]"#),
    Case("%FUTURE x y\n--- a\n...\n# end\n...\n", #""a""#),
    Case("!!str 1: !!str a", #"{"1":"a"}"#),
  ])
  func tagsAndDirectives(_ example: Case) throws { try check(example) }

  @Test func aByteOrderMarkIsPassedOver() throws {
    #expect(try JSONDocument(yaml: "\u{FEFF}a: 1".utf8).root.text == #"{"a":1}"#)
    let json = try JSONDocument(yaml: "\u{FEFF}{\"a\": 1}".utf8)
    #expect(json.root["a"]?.sourceRange == ByteRange(offset: 9, length: 1))
  }
}
