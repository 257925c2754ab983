import JSONTape
import Testing

struct JSONParseErrorTests {
  /// A wrong text, with `⟪` before the byte at fault, and what is said of it.
  struct Case: CustomTestStringConvertible, Sendable {
    var text: String
    var message: String

    init(_ text: String, _ message: String) {
      self.text = text
      self.message = message
    }

    var testDescription: String { text }
  }

  @Test(arguments: [
    Case("⟪", "there is no JSON here, only white space or nothing at all"),
    Case(" \n⟪", "there is no JSON here, only white space or nothing at all"),
    Case("[1, 2⟪,]", "trailing comma before `]`; JSON allows none"),
    Case("[1⟪, ]", "trailing comma before `]`; JSON allows none"),
    Case("{\"a\": 1⟪,\n}", "trailing comma before `}`; JSON allows none"),
    Case("[1 ⟪2]", "a comma is missing between this element and the one before"),
    Case("[\"a\"\n⟪\"b\"]", "a comma is missing between this element and the one before"),
    Case("[{} ⟪{}]", "a comma is missing between this element and the one before"),
    Case("{\"a\": 1\n ⟪\"b\": 2}", "a comma is missing between this property and the one before"),
    Case("{\"a\" ⟪1}", "a colon is missing between a property name and its value"),
    Case("{\"a\" ⟪= 1}", "a colon is missing between a property name and its value"),
    Case("{\"a\"⟪}", "a colon is missing between a property name and its value"),
    Case("{\"a\": ⟪}", "a value is missing before `}`"),
    Case("{\"a\": ⟪, \"b\": 1}", "a value is missing before `,`"),
    Case("[1,⟪,2]", "a value is missing before `,`"),
    Case("[⟪,1]", "a value is missing before `,`"),
    Case("{⟪,}", "`,` in place of a property name in double quotes"),
    Case(
      "[\"a\"⟪: 1]", "a colon inside an array; name and value pairs need an object in `{` and `}`"),
    Case("[1⟪}", "`}` closes an array that was opened with `[`"),
    Case("{\"a\": 1⟪]", "`]` closes an object that was opened with `{`"),
    Case("{}⟪}", "`}` closes nothing; the document's value is already complete"),
    Case("[] ⟪,", "`,` after the end of the document's value"),
    Case(
      "{\"a\":1}\n⟪{\"a\":2}",
      "a second value after the end of the first value; a document has only one value"),
    Case("1 ⟪2", "a second value after the end of the first value; a document has only one value"),
    Case("[⟪'a']", "strings need double quotes, not single quotes"),
    Case("{⟪'a': 1}", "strings need double quotes, not single quotes"),
    Case("{⟪“a”: 1}", "strings need straight double quotes, not typographic quotes"),
    Case("[⟪‘a’]", "strings need straight double quotes, not typographic quotes"),
    Case("{⟪lat: 1}", "property names need double quotes: write `\"lat\"`"),
    Case("{\"a\":1, ⟪größe_2: 1}", "property names need double quotes: write `\"größe_2\"`"),
    Case("{⟪1: 2}", "a property name must be a string in double quotes"),
    Case("⟪// no\n1", "comments are not JSON"),
    Case("[1, ⟪/* no */ 2]", "comments are not JSON"),
    Case("{\"a\": 1 ⟪# no\n}", "comments are not JSON"),
    Case("{ ⟪/* no */ }", "comments are not JSON"),
    Case("{} ⟪// no", "comments are not JSON"),
    Case(
      "[1,\n⟪<<<<<<< HEAD\n2", "git wrote this line for a merge conflict; resolve the conflict"),
    Case(
      "{\"a\": 1\n⟪=======\n}", "git wrote this line for a merge conflict; resolve the conflict"),
    Case(
      "[1\n⟪>>>>>>> main\n]", "git wrote this line for a merge conflict; resolve the conflict"),
    Case(
      "[⟪NaN]", "`NaN` is not JSON; numbers must be finite: write `null` or remove the property"),
    Case(
      "[⟪-Infinity]",
      "`-Infinity` is not JSON; numbers must be finite: write `null` or remove the property"),
    Case("⟪undefined", "`undefined` is not JSON; write `null` or remove the property"),
    Case("[⟪None]", "`None` is not JSON; write `null`"),
    Case("{\"a\": ⟪True}", "`True` is not JSON; write `true` in lower case"),
    Case("[⟪NULL]", "`NULL` is not JSON; write `null` in lower case"),
    Case("[⟪nullable]", "`nullable` is not JSON; strings need double quotes"),
    Case("⟪truex", "`truex` is not JSON; did you mean `true`?"),
    Case("[⟪nul]", "`nul` is not JSON; did you mean `null`?"),
    Case("[⟪Flase]", "`Flase` is not JSON; did you mean `false`?"),
    Case("[⟪trueish]", "`trueish` is not JSON; strings need double quotes"),
    Case("[⟪012]", "a number must not have a leading zero"),
    Case("-⟪012", "a number must not have a leading zero"),
    Case("[⟪+1]", "a number must not have a plus sign"),
    Case("[⟪.5]", "a number needs a digit before the decimal point"),
    Case("[-⟪.5]", "a number needs a digit before the decimal point"),
    Case("[-⟪]", "a minus sign needs digits after it"),
    Case("[1.⟪]", "a number needs a digit after the decimal point"),
    Case("[1.⟪e5]", "a number needs a digit after the decimal point"),
    Case("[1e⟪]", "a number needs digits in its exponent"),
    Case("[1e+⟪]", "a number needs digits in its exponent"),
    Case("[0⟪x1F]", "hexadecimal numbers are not JSON"),
    Case("[1⟪_000]", "a number must not have `_` between its digits"),
    Case("12⟪px", "a number ends in a letter; strings need double quotes"),
    Case("[1.2⟪.3]", "`.` in place of a comma or `]`"),
    Case("{\"a\": 1⟪;}", "`;` in place of a comma or `}`"),
    Case("[⟪*]", "`*` in place of a value"),
    Case("{\"a\"⟪; 1}", "`;` in place of a colon"),
    Case(
      "[\"a⟪\nb\"]",
      "a line break inside a string: the closing quote is missing, or it must be written `\\n`"),
    Case("\"⟪\t\"", "a tab inside a string must be written `\\t`"),
    Case("\"⟪\u{1}\"", "control character 0x01 inside a string must be written as an escape"),
    Case(
      "\"\\⟪x41\"", "a backslash before `x` is not a JSON escape; write `\\\\` for a backslash"),
    Case("{\"it\\⟪'s\":1}", "`\\'` is not a JSON escape; write a single quote without a backslash"),
    Case("\"\\u00⟪g0\"", "`\\u` needs four hexadecimal digits"),
    Case("\"\\u12⟪\"", "`\\u` needs four hexadecimal digits"),
    Case("[1, 2⟪", "the text ends inside an array; it may have been cut off"),
    Case("{\"a\":⟪", "the text ends inside an object; it may have been cut off"),
    Case("{\"a\": 1,⟪", "the text ends inside an object; it may have been cut off"),
    Case("\"abc⟪", "the text ends inside a string; it may have been cut off"),
    Case("\"abc\\⟪", "the text ends inside a string; it may have been cut off"),
    Case("-⟪", "the text ends inside a number; it may have been cut off"),
    Case("[tr⟪", "the text ends inside `true`, `false` or `null`; it may have been cut off"),
  ])
  func message(_ example: Case) throws {
    let parts = example.text.split(separator: "⟪", maxSplits: 1, omittingEmptySubsequences: false)
    // The same fault, moved by what stands before it.
    for lead in ["", "\u{FEFF}", " \n\t "] {
      let error = #expect(throws: JSONParseError.self) {
        try JSONDocument(lead + parts.joined())
      }
      #expect(error?.message == example.message)
      #expect(error?.offset == lead.utf8.count + parts[0].utf8.count)
    }
  }

  @Test func bytesThatAreNotUTF8() throws {
    func error(_ bytes: [UInt8]) -> JSONParseError? {
      #expect(throws: JSONParseError.self) { try JSONDocument(bytes) }
    }
    #expect(error([0x22, 0x61, 0xFF, 0x22]) == JSONParseError(.invalidUTF8(0xFF), offset: 2))
    #expect(error([0x22, 0xC0, 0xAF, 0x22]) == JSONParseError(.invalidUTF8(0xC0), offset: 1))
    #expect(error([0x22, 0xE9, 0x22]) == JSONParseError(.invalidUTF8(0xE9), offset: 1))
    #expect(error([0x5B, 0xE9, 0x5D]) == JSONParseError(.invalidUTF8(0xE9), offset: 1))
    #expect(error([0x22, 0xE2, 0x82]) == JSONParseError(.unexpectedEnd(in: .string), offset: 3))
    #expect(error([0xFF, 0xFE, 0x5B, 0x00]) == JSONParseError(.utf16, offset: 0))
    #expect(error([0x5B, 0x00, 0x5D, 0x00]) == JSONParseError(.utf16, offset: 1))
    #expect(error([0xEF, 0xBB, 0xBF]) == JSONParseError(.empty, offset: 3))
    #expect(
      error([0x22, 0x00, 0x22]) == JSONParseError(.controlCharacter(0), offset: 1))
  }

  @Test func whatIsTooLarge() throws {
    var string = [UInt8](repeating: 0x61, count: (1 << 27) + 2)
    string[0] = 0x22
    string[string.count - 1] = 0x22
    #expect(throws: JSONParseError(.tooLarge(.string), offset: 0)) { try JSONDocument(string) }
    string.remove(at: 1)
    #expect(try JSONDocument(string).root.range.length == (1 << 27) + 1)
  }
}
