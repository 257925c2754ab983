import ContractCheck
import JSONTape
import TestSupport
import Testing

@Suite struct SchemaOutputTests {
  private func output(
    _ schema: String, _ value: String, as format: OutputFormat = .basic
  ) throws -> String {
    let checker = try SchemaChecker(Array(schema.utf8), name: "s.json")
    let output = try checker.output(as: format, uri: "file:///s.json")
    return String(decoding: output.document(for: Array(value.utf8)).json, as: UTF8.self)
  }

  @Test func wordsAreThoseOfFindings() throws {
    let schema = #"{"properties": {"kind": {"enum": ["cafe", "bar"]}}}"#
    let value = #"{"kind": "Cafe"}"#
    let checker = try SchemaChecker(Array(schema.utf8), name: "s.json")
    let finding = try #require(checker.check(Array(value.utf8), name: "v").first)
    let document = try JSONDocument(try output(schema, value, as: .detailed))
    #expect(document.root["error"]?.string == finding.message)
    #expect(document.root["keywordLocation"]?.string == "/properties/kind/enum")
    #expect(
      document.root["absoluteKeywordLocation"]?.string == "file:///s.json#/properties/kind/enum")
  }

  @Test func namesAreInTheWords() throws {
    let text = try output(#"{"propertyNames": {"maxLength": 2}}"#, #"{"long": 1}"#)
    #expect(text.contains(#""instanceLocation":"","error":"the name `long` has 4 characters;"#))
  }

  @Test func secretsAreMasked() throws {
    let text = try output(
      #"{"properties": {"password": {"maxLength": 3, "const": "a"}}}"#,
      #"{"password": "hunter2-and-more"}"#)
    #expect(!text.contains("hunter2") && text.contains("‹16 characters›"))
  }

  /// Whatever a schema holds, its output is one line that a terminal does nothing about.
  @Test func annotationsAreOneSafeLine() throws {
    let schema = "{\n \"default\": {\"a\":\t[1.50, \" \\\" : \u{202E}\"]}, \"title\": \"é\\n\"}"
    let text = try output(schema, "1")
    #expect(text.contains(#""annotation":{"a":[1.50," \" : \u202e"]}"#))
    #expect(text.contains(#""annotation":"é\n""#))
    #expect(!text.contains("\n") && (try? JSONDocument(text)) != nil)
  }

  @Test(arguments: [
    (OutputFormat.flag, #"{"valid":false}"#),
    (
      .basic,
      #"{"valid":false,"keywordLocation":"","absoluteKeywordLocation":"file:///s.json","#
        + #""instanceLocation":"","errors":[{"valid":false,"keywordLocation":"","#
        + #""absoluteKeywordLocation":"file:///s.json","instanceLocation":"","error":"#
        + #""the value is not JSON: "#
    ),
    (
      .detailed,
      #"{"valid":false,"keywordLocation":"","absoluteKeywordLocation":"file:///s.json","#
        + #""instanceLocation":"","error":"the value is not JSON: "#
    ),
  ])
  func whatIsNotJSON(format: OutputFormat, start: String) throws {
    #expect(try output("true", "[1", as: format).hasPrefix(start))
  }

  /// The verdict stands where only the walk through every branch is too much work.
  @Test func theVerdictDoesNotDependOnTheTrace() throws {
    let schema = ##"""
      {"title": "t", "anyOf": [{"type": "array"},
       {"items": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}}]}
      """##
    let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
    let right = try SmallStack.run { try output(schema, deep) }
    #expect(
      right == #"{"valid":true,"keywordLocation":"","absoluteKeywordLocation":"file:///s.json","#
        + #""instanceLocation":""}"#)
    let wrong = ##"{"items": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}, "type": "array"}"##
    let text = try SmallStack.run { try output(wrong, deep.replacing("[]", with: "[1]")) }
    #expect(text.hasPrefix(#"{"valid":false,"#) && text.contains("not checked: "))
  }

  @Test func withoutURI() throws {
    let checker = try SchemaChecker(Array(#"{"$id": "a/b", "type": "null"}"#.utf8), name: "s.json")
    let json = try checker.output(as: .detailed).document(for: [UInt8(ascii: "1")]).json
    let document = try JSONDocument(json)
    #expect(document.root["absoluteKeywordLocation"]?.string == "schemacheck:a/b#/type")
  }
}
