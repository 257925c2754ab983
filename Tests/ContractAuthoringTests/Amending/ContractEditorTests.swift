@_spi(Engine) @testable import ContractAuthoring
import JSONTape
import Testing

@_spi(Engine) @testable import ContractCheck

/// Edits of contracts in all layouts: what changes is what was meant, and every other byte stays.
@Suite struct ContractEditorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var name = "a.yaml"
    let text: String
    var holder = "/s"
    let action: ContractEdit.Action
    /// Nil if the edit must be refused.
    let result: String?

    init(
      _ description: String, json: Bool = false, _ text: String, at holder: String = "/s",
      _ action: ContractEdit.Action, _ result: String?
    ) {
      testDescription = description
      if json { name = "a.json" }
      self.text = text
      self.holder = holder
      self.action = action
      self.result = result
    }
  }

  private static let null = "[\"string\",\"null\"]"

  static let cases = [
    // Scalars.
    Case(
      "a type becomes a list", "s:\n  type: string # why\n  x: 1\n", .set("type", to: null),
      "s:\n  type: [string, \"null\"] # why\n  x: 1\n"),
    Case(
      "quotes are those of the file", "s: {'type': 'string', x: 'a'}", .set("type", to: null),
      "s: {'type': [string, 'null'], x: 'a'}"),
    Case(
      "JSON", json: true, #"{"s":{"type":"string"}}"#, .set("type", to: null),
      #"{"s":{"type":["string", "null"]}}"#),
    Case(
      "the value of an alias is not edited", "a: &t string\ns:\n  type: *t\n",
      .set("type", to: null), nil),
    // Lists.
    Case(
      "a block list", "s:\n  enum:\n    - a # first\n    - b # last\n  x: 1\n",
      .append(to: "enum", [#""c""#, #""no""#]),
      "s:\n  enum:\n    - a # first\n    - b # last\n    - c\n    - \"no\"\n  x: 1\n"),
    Case(
      "a block list as deep as its name, at the end of the file", "s:\n  enum:\n  - a",
      .append(to: "enum", [#""c""#]), "s:\n  enum:\n  - a\n  - c"),
    Case(
      "a list in brackets", "s: {enum: [a,b], x: 1}", .append(to: "enum", [#""c""#]),
      "s: {enum: [a,b,c], x: 1}"),
    Case(
      "one element", "s: {enum: [a]}", .append(to: "enum", ["null"]), "s: {enum: [a, null]}"),
    Case(
      "brackets over lines with comments", "s:\n  enum: [a, # one\n         b  # two\n        ]\n",
      .append(to: "enum", [#""c""#]),
      "s:\n  enum: [a, # one\n         b,\n         c  # two\n        ]\n"),
    Case(
      "JSON over lines, with tabs and CRLF", json: true,
      "{\r\n\t\"s\": {\r\n\t\t\"enum\": [\r\n\t\t\t\"a\"\r\n\t\t]\r\n\t}\r\n}",
      .append(to: "enum", [#""b""#]),
      "{\r\n\t\"s\": {\r\n\t\t\"enum\": [\r\n\t\t\t\"a\",\r\n\t\t\t\"b\"\r\n\t\t]\r\n\t}\r\n}"),
    Case(
      "an empty list", json: true, #"{"s":{"enum":[]}}"#, .append(to: "enum", ["1"]),
      #"{"s":{"enum":[1]}}"#),
    // Removed elements.
    Case(
      "elements of a block list",
      "s:\n  required:\n    - a # one\n    - b # two\n    - c\n  x: 1\n",
      .removeItems(of: "required", ["b"]), "s:\n  required:\n    - a # one\n    - c\n  x: 1\n"),
    Case(
      "the last element, without a line break after it", "s:\r\n  required:\r\n  - a\r\n  - b",
      .removeItems(of: "required", ["b"]), "s:\r\n  required:\r\n  - a"),
    Case(
      "all elements", "s:\n  required:\n    - a\n    - b\n  x: 1\n",
      .removeItems(of: "required", ["a", "b"]), "s:\n  x: 1\n"),
    Case(
      "the first in brackets", "s: {required: [a, b, c]}", .removeItems(of: "required", ["a"]),
      "s: {required: [b, c]}"),
    Case(
      "the last in brackets", "s: {required: [a, b, c]}", .removeItems(of: "required", ["b", "c"]),
      "s: {required: [a]}"),
    Case(
      "a comment of the one before stays", "s:\n  required: [a, # stays\n    b]\n",
      .removeItems(of: "required", ["b"]), "s:\n  required: [a, # stays\n    ]\n"),
    Case(
      "all in JSON", json: true, "{\n \"s\": {\n  \"x\": 1,\n  \"required\": [\"a\"]\n }\n}\n",
      .removeItems(of: "required", ["a"]), "{\n \"s\": {\n  \"x\": 1\n }\n}\n"),
    // Removed properties.
    Case(
      "a property", "s:\n  a: 1\n  format: x # gone\n  # stays\n  b: 2\n", .remove("format"),
      "s:\n  a: 1\n  # stays\n  b: 2\n"),
    Case("the only property", "s:\n  format: x\nt: 1\n", .remove("format"), "s:\n  {}\nt: 1\n"),
    Case(
      "the first property of an element", "s:\n- format: x\n  type: string\n", at: "/s/0",
      .remove("format"), "s:\n- type: string\n"),
    Case(
      "a property with a text over lines", "s:\n  a: |\n    one\n    two\n  b: 2\n", .remove("a"),
      "s:\n  b: 2\n"),
    Case(
      "of minified JSON", json: true, #"{"s":{"a":1,"format":"x","b":2}}"#, .remove("format"),
      #"{"s":{"a":1,"b":2}}"#),
    // New properties.
    Case(
      "after a property with a comment", "s:\n  type: string # why\n  x: 1\n",
      .insert("nullable", "true", after: "type"),
      "s:\n  type: string # why\n  nullable: true\n  x: 1\n"),
    Case(
      "after a text over lines", "s:\n  a: >-\n    one\n    two\n\nt: 1\n",
      .insert("b", "1", after: nil), "s:\n  a: >-\n    one\n    two\n  b: 1\n\nt: 1\n"),
    Case(
      "a schema, with lists as the file has them", "a:\n- 1\ns:\n  x: 1\n",
      .insert(
        "z", #"{"type":["string","null"],"oneOf":[{"type":"object","required":["a b"]}]}"#,
        after: nil),
      "a:\n- 1\ns:\n  x: 1\n  z:\n    type: [string, \"null\"]\n    oneOf:\n    - type: object\n"
        + "      required: [a b]\n"),
    Case(
      "in an object of four spaces", "a:\n    b: 1\ns:\n    x:\n        y: 1\n",
      .insert("404", #"{"description":"","content":{}}"#, after: "x"),
      "a:\n    b: 1\ns:\n    x:\n        y: 1\n    \"404\":\n        description: \"\"\n        content: {}\n"
    ),
    Case(
      "in braces", "s: {a: 1}\n", .insert("b", #"{"c":"d"}"#, after: nil), "s: {a: 1, b: {c: d}}\n"),
    Case("in empty braces", "s: {}\n", .insert("b", "1", after: nil), "s: {b: 1}\n"),
    Case(
      "in JSON over lines", json: true, "{\n    \"s\": {\n        \"a\": 1\n    }\n}",
      .insert("b", #"{"c":{"d":1}}"#, after: nil),
      "{\n    \"s\": {\n        \"a\": 1,\n        \"b\": {\n            \"c\": {\n                \"d\": 1\n"
        + "            }\n        }\n    }\n}"),
    Case(
      "in minified JSON", json: true, #"{"s":{"a":1}}"#, .insert("b", #"{"c":[1,2]}"#, after: nil),
      #"{"s":{"a":1,"b":{"c":[1,2]}}}"#),
    Case("a name that is there", "s: {b: 1}\n", .insert("b", "2", after: nil), nil),
    // References.
    Case(
      "a reference in a block", "s:\n  $ref: '#/a' # who\n  x: 1\n",
      .wrap("$ref", in: "anyOf", with: #"{"type":"null"}"#),
      "s:\n  anyOf:\n    - $ref: '#/a' # who\n    - type: 'null'\n  x: 1\n"),
    Case(
      "a reference in braces", "s: {$ref: '#/a'}\n",
      .wrap("$ref", in: "anyOf", with: #"{"type":"null"}"#),
      "s: {anyOf: [{$ref: '#/a'}, {type: 'null'}]}\n"),
    Case(
      "a reference in JSON over lines", json: true, "{\n  \"s\": {\n    \"$ref\": \"#/a\"\n  }\n}",
      .wrap("$ref", in: "allOf", with: nil),
      "{\n  \"s\": {\n    \"allOf\": [\n      {\n        \"$ref\": \"#/a\"\n      }\n    ]\n  }\n}"),
    Case(
      "a reference in minified JSON", json: true, ##"{"s":{"$ref":"#/a"}}"##,
      .wrap("$ref", in: "anyOf", with: #"{"type":"null"}"#),
      ##"{"s":{"anyOf":[{"$ref":"#/a"},{"type":"null"}]}}"##),
    Case(
      "a name", "s:\n  allOf: # why\n  - a\n", .rename("allOf", to: "anyOf"),
      "s:\n  anyOf: # why\n  - a\n"),
    // Anchors.
    Case(
      "an anchor changes with its aliases", "a: &a\n  type: string\ns: *a\nt: [*a]\n", at: "/t/0",
      .set("type", to: null), "a: &a\n  type: [string, \"null\"]\ns: *a\nt: [*a]\n"),
    Case(
      "beside an alias", "a: &a {x: 1}\ns:\n  b: *a # why\n", .insert("c", "1", after: nil),
      "a: &a {x: 1}\ns:\n  b: *a # why\n  c: 1\n"),
    Case(
      "an alias in braces", "a: &a {x: 1}\ns: {b: *a}\n", .insert("c", "1", after: nil), nil),
    Case(
      "a list with an alias", "a: &a x\ns: {enum: [b, *a]}\n", .append(to: "enum", ["1"]), nil),
    Case(
      "a name that is an alias", "a: &a x\ns: {*a : 1, b: 2}\n", .remove("b"),
      "a: &a x\ns: {*a : 1}\n"),
    // Odd, and right.
    Case(
      "a document with marks and a comment at its end", "---\ns:\n  a: 1\n# end\n...\n",
      .insert("b", "2", after: nil), "---\ns:\n  a: 1\n  b: 2\n# end\n...\n"),
    Case(
      "names after a question mark", "s:\n  ? a\n  : 1\n  b: 2\n", .remove("b"),
      "s:\n  ? a\n  : 1\n"),
    Case(
      "an empty value", "s:\n  a:\n  b: 2\n", .insert("c", "3", after: "a"),
      "s:\n  a:\n  c: 3\n  b: 2\n"),
  ]

  @Test(arguments: cases)
  func edits(edit: Case) throws {
    let document = try ContractText.document(edit.text.utf8, name: edit.name)
    var editor = ContractEditor(document, name: edit.name)
    let holder = try #require(JSONPointer(edit.holder))
    let isMade = editor.apply(ContractEdit(holder: holder, action: edit.action))
    #expect(isMade == (edit.result != nil))
    #expect(String(decoding: editor.bytes, as: UTF8.self) == edit.result ?? edit.text)
    #expect(
      editor.edits.applied(to: Array(document.sourceBytes)) == editor.bytes,
      "all edits together are those of the first text")
  }

  /// Several edits are edits of the text before the first one.
  @Test func editsFollowOneAnother() throws {
    let text = "s:\n  type: string\n  required: [a, b]\n  enum: [x]\n"
    var editor = ContractEditor(
      try ContractText.document(text.utf8, name: "a.yaml"), name: "a.yaml")
    let holder = JSONPointer(tokens: ["s"])
    for action: ContractEdit.Action in [
      .set("type", to: Self.null), .removeItems(of: "required", ["a"]),
      .removeItems(of: "required", ["b"]), .append(to: "enum", ["null"]),
      .insert("x", "{}", after: "type"),
    ] {
      let isMade = editor.apply(ContractEdit(holder: holder, action: action))
      #expect(isMade)
    }
    let result = "s:\n  type: [string, \"null\"]\n  x: {}\n  enum: [x, null]\n"
    #expect(String(decoding: editor.bytes, as: UTF8.self) == result)
    #expect(editor.edits.applied(to: Array(text.utf8)) == Array(result.utf8))
  }
}
