import Foundation
@testable import JSONTape
import Testing

/// Text that cannot be read: what is said, and at which line and column.
struct YAMLErrorTests {
  /// The place of the error is marked with `⟪`.
  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    let message: String

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Case("⟪", "there is no YAML document here, only white space, comments or nothing at all"),
    Case("# c\n⟪", "there is no YAML document here, only white space, comments or nothing at all"),
    Case(
      "⟪%YAML 2.0\n---\na", "a directive must be `%YAML 1.2` or `%TAG !handle! prefix`, each once"),
    Case(
      "%YAML 1.2\n⟪%YAML 1.2\n---\na",
      "a directive must be `%YAML 1.2` or `%TAG !handle! prefix`, each once"),
    Case("⟪%TAG a\n---\na", "a directive must be `%YAML 1.2` or `%TAG !handle! prefix`, each once"),
    Case("⟪%YAML 1.2\na: b", "directives need a line `---` after them, before the document"),
    Case(
      "a: 1\n⟪---\nb: 2",
      "a second document after the end of the first document; a file has only one document"),
    Case(
      "a: 1\n...\n⟪b: 2",
      "a second document after the end of the first document; a file has only one document"),
    Case("a:\n\t⟪b: 1", "a tab in the indentation; YAML indents only with spaces"),
    Case("a:\n  b: 1\n\t⟪c: 2", "a tab in the indentation; YAML indents only with spaces"),
    Case("-\t⟪- a", "a tab in the indentation; YAML indents only with spaces"),
    Case("a:\n  \t⟪b: 1", "a tab in the indentation; YAML indents only with spaces"),
    Case(
      "a: 'b'\n  ⟪c: d",
      "this line is indented too deep: the value in the line above is already complete"),
    Case(
      "a:\n  - 'b'\n   ⟪- c: d",
      "this line is indented too deep: the value in the line above is already complete"),
    Case(
      "a:\n    b: 1\n  ⟪c: 2",
      "the indentation of this line does not fit any line above"),
    Case(
      "  a: 1\n⟪b: 2",
      "the indentation of this line does not fit any line above"),
    Case(
      "'a'\n⟪'b'",
      "a second value after the end of the first value; a document has only one "
        + "value"),
    Case("a: 'b' ⟪c", "`c` after the end of the value; each entry has a line of its own"),
    Case("a: [b]⟪c", "`c` after the end of the value; each entry has a line of its own"),
    Case("a: [b]⟪#c", "a comment needs a space before its `#`"),
    Case("[a,⟪#c\n]", "a comment needs a space before its `#`"),
    Case("'a'⟪:b", "a space is missing after the colon"),
    Case("a: 1\n'b'⟪:2", "a space is missing after the colon"),
    Case("&a⟪[b]", "a space is missing after an anchor or a tag"),
  ])
  func linesAndMarkers(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case(
      "a: b⟪: c",
      "a mapping cannot begin here; put it on the next line, or quote the text that contains `: `"),
    Case(
      "a: 'b'⟪: c",
      "a mapping cannot begin here; put it on the next line, or quote the text that contains `: `"),
    Case(
      "--- a⟪: b",
      "a mapping cannot begin here; put it on the next line, or quote the text that contains `: `"),
    Case(
      "{a: b⟪: c}",
      "a mapping cannot begin here; put it on the next line, or quote the text that contains `: `"),
    Case(
      "a: ⟪? b",
      "a mapping cannot begin here; put it on the next line, or quote the text that contains `: `"),
    Case("a: ⟪- b", "a sequence cannot begin here; put its `- ` on the next line"),
    Case("--- ⟪- a", "a sequence cannot begin here; put its `- ` on the next line"),
    Case("&a ⟪- b", "a sequence cannot begin here; put its `- ` on the next line"),
    Case("- a\n⟪b: c", "an entry of a sequence begins with `- `"),
    Case("a: 1\n⟪- b", "an entry of a sequence cannot be among the names of a mapping"),
    Case("[⟪- a]", "entries in brackets and braces have no `- ` before them"),
    Case("a: 1\n⟪b\nc: 2", "a colon and a space are missing after a mapping's name"),
    Case("a: 1\n⟪b:2", "a colon and a space are missing after a mapping's name"),
    Case("⟪: a", "a name is missing before the colon"),
    Case("a: 1\n⟪: b", "a name is missing before the colon"),
    Case("⟪?\na: b", "a name is missing before the colon"),
    Case("{⟪: a}", "a name is missing before the colon"),
    Case(
      "a: b\n  ⟪c: d",
      "a name and its colon must be on one line; is this line indented too deeply, or is a colon missing above?"
    ),
    Case(
      "a\n⟪b: c",
      "a name and its colon must be on one line; is this line indented too deeply, or is a colon missing above?"
    ),
    Case(
      "['a'\n⟪: b]",
      "a name and its colon must be on one line; is this line indented too deeply, or is a colon missing above?"
    ),
    Case("[a]⟪: b", "a mapping's name must be a scalar; JSON has no collections as names"),
    Case("⟪? - a", "a mapping's name must be a scalar; JSON has no collections as names"),
    Case("⟪? a: b", "a mapping's name must be a scalar; JSON has no collections as names"),
    Case("{⟪[a]: b}", "a mapping's name must be a scalar; JSON has no collections as names"),
    Case("[[a]⟪: b]", "a mapping's name must be a scalar; JSON has no collections as names"),
    Case(
      "- &a [b]\n- ⟪*a : c", "a mapping's name must be a scalar; JSON has no collections as names"),
    Case("a: 1\n'b': 2\n⟪\"a\": 3", "the name \"a\" is in this mapping already"),
    Case("- {200: a, ⟪'200': b}", "the name \"200\" is in this mapping already"),
    Case("- &a b\n- {b: 1, ⟪*a : 2}", "the name \"b\" is in this mapping already"),
    Case(
      "a: &x {b: 1}\nc:\n  ⟪<<: *x",
      "`<<` is the merge key of YAML 1.1, which YAML 1.2 does not have; write the properties out"),
    Case(
      "{⟪<<: {}}",
      "`<<` is the merge key of YAML 1.1, which YAML 1.2 does not have; write the properties out"),
    Case("a: ⟪[b\nc: d", "`[` is not closed, or its lines are indented too little"),
    Case("a: ⟪{b: c", "`{` is not closed, or its lines are indented too little"),
    Case("⟪[a\n---\n]", "`[` is not closed, or its lines are indented too little"),
    Case("[a⟪}", "`}` closes a sequence that was opened with `[`"),
    Case("{a: 1⟪]", "`]` closes a mapping that was opened with `{`"),
    Case("a: ⟪]", "`]` closes nothing"),
    Case("[[a] ⟪[b]]", "a comma is missing between this entry and the one before"),
    Case("{'a' ⟪'b'}", "a comma is missing between this entry and the one before"),
    Case("[a,⟪,]", "an entry is missing before `,`"),
    Case("{⟪,}", "an entry is missing before `,`"),
  ])
  func collections(_ example: Case) throws { try check(example) }

  @Test(arguments: [
    Case("a: ⟪@b", "text cannot begin with `@` here; put it in quotes"),
    Case("a: ⟪`b", "text cannot begin with a backtick here; put it in quotes"),
    Case("a: ⟪%b", "text cannot begin with `%` here; put it in quotes"),
    Case("[⟪|\n a]", "text cannot begin with `|` here; put it in quotes"),
    Case(
      "a: ⟪\"b\nc: d",
      "the closing quote of this string is missing, or its lines are indented too little"),
    Case(
      "a: ⟪\"b\nc: \"d\"\ne: 1",
      "the closing quote of this string is missing, or its lines are indented too little"),
    Case(
      "a: ⟪'b\nc: 'd'",
      "the closing quote of this string is missing, or its lines are indented too little"),
    Case(
      "a: ⟪'b", "the closing quote of this string is missing, or its lines are indented too little"),
    Case(
      "⟪\"a\\", "the closing quote of this string is missing, or its lines are indented too little"),
    Case(
      "⟪'a\n---\n'",
      "the closing quote of this string is missing, or its lines are indented too little"),
    Case(
      "a: \"\\⟪d\"",
      "a backslash before `d` is not an escape; write `\\\\`, or use single "
        + "quotes"),
    Case("\"\\x4⟪g\"", "this escape needs 2 hexadecimal digits"),
    Case("\"\\u12⟪\"", "this escape needs 4 hexadecimal digits"),
    Case("\"⟪\\U0000D800\"", "this escape is not a character"),
    Case("\"⟪\\U00110000\"", "this escape is not a character"),
    Case(
      "a: |⟪x\n  b",
      "only an indentation from 1 to 9, `+` or `-` may follow `|` and `>`"),
    Case(
      "a: >1⟪0\n  b",
      "only an indentation from 1 to 9, `+` or `-` may follow `|` and `>`"),
    Case(
      "a: | ⟪b\n",
      "only an indentation from 1 to 9, `+` or `-` may follow `|` and `>`"),
    Case(
      "a: |\n    \n  ⟪b",
      "the empty lines above this line have more spaces than this line, which "
        + "is the first line of the text"
    ),
    Case(
      "a: ⟪.inf",
      "`.inf` cannot be written in JSON, where numbers must be finite; quote it or "
        + "write `null`"),
    Case(
      "[⟪-.INF]",
      "`-.INF` cannot be written in JSON, where numbers must be finite; quote it or "
        + "write `null`"),
    Case(
      "⟪.NaN",
      "`.NaN` cannot be written in JSON, where numbers must be finite; quote it or "
        + "write `null`"),
    Case(
      "a: b⟪\u{7F}",
      "a character that is not printable; write it as an escape in double quotes"),
    Case("a: ⟪\u{80}", "a character that is not printable; write it as an escape in double quotes"),
    Case("a: \"⟪\u{1}\"", "control character 0x01 must be written as an escape in double quotes"),
    Case("⟪&", "the name of an anchor is missing"),
    Case("&a ⟪&b c", "a value can have only one anchor, but this is the second one"),
    Case("!!str ⟪!!str c", "a value can have only one tag, but this is the second one"),
    Case("a: ⟪*b", "there is no anchor `&b` before this alias"),
    Case("a: &b 1\n*b⟪: 2", "an alias before a colon needs a space between"),
    Case("a: &b\n  c: [⟪*b]", "this alias refers to a value that contains the alias itself"),
    Case("&a [⟪*a]", "this alias refers to a value that contains the alias itself"),
    Case("- &a b\n- !!str ⟪*a", "an alias cannot have an anchor or a tag"),
    Case(
      "a: ⟪!b c",
      "the tag `!b` is not known; YAML's core schema has `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and `!!seq`"
    ),
    Case(
      "a: ⟪!!binary c",
      "the tag `!!binary` is not known; YAML's core schema has `!!str`, `!!int`, `!!float`, `!!bool`, `!!null`, `!!map` and `!!seq`"
    ),
    Case("a: ⟪!!int b", "the value is not a `!!int`"),
    Case("a: ⟪!!bool yes", "the value is not a `!!bool`"),
    Case("a: ⟪!!map [b]", "the value is not a `!!map`"),
    Case("⟪!!str\na: b", "the value is not a `!!str`"),
  ])
  func scalarsAnchorsAndTags(_ example: Case) throws { try check(example) }

  private func check(_ example: Case) throws {
    let parts = example.text.split(separator: "⟪", maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined()
    let error = #expect(throws: YAMLError.self) { try JSONDocument(yaml: Array(text.utf8)) }
    #expect(error?.message == example.message)
    var lines = LineIndex(Array(text.utf8))
    let position = error.map { lines.position(of: $0.offset) }
    let before = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    let column = (before.last?.unicodeScalars.count ?? 0) + 1
    #expect(position == TextPosition(line: before.count, column: column))
  }

  @Test func bytesThatAreNotUTF8() throws {
    func error(_ bytes: [UInt8]) -> YAMLError? {
      #expect(throws: YAMLError.self) { try JSONDocument(yaml: bytes) }
    }
    #expect(error([0x61, 0x3A, 0x20, 0xFF])?.reason == .invalidUTF8(0xFF))
    #expect(error([0x61, 0x3A, 0x20, 0xFF])?.offset == 3)
    #expect(error([0x61, 0xE2, 0x82])?.offset == 1)
    #expect(error([0xFF, 0xFE, 0x61, 0x00])?.reason == .utf16)
    #expect(error([0x61, 0x00, 0x3A, 0x00])?.reason == .utf16)
    #expect(error([0x00, 0x61, 0x00, 0x3A])?.reason == .utf16)
    #expect(error(Array("a: b\u{0}".utf8))?.reason == .controlCharacter(0))
  }
}
