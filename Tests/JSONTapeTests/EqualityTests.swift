@_spi(Engine) import JSONTape
import TestSupport
import Testing

struct EqualityTests {
  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("-0", "0"),
    ("12345678901234567890123", "1.2345678901234567890123e22"),
    (#""a\u0062""#, #""ab""#), (#""\/""#, #""/""#), (#""\ud834\udd1e""#, "\"𝄞\""),
    (#"{"a":1,"b":[2,{"c":null}]}"#, #"{ "b" : [2.0, {"\u0063":null}], "a" : 10e-1 }"#),
    (#"{"a":1,"b":2,"c":3,"d":4}"#, #"{"a":1,"d":4,"c":3,"b":2}"#),
    ("[]", "[ ]"), ("{}", "{ }"), ("[[],{}]", "[ [ ], { } ]"),
    (#"{"a":1,"a":2}"#, #"{"a":1,"a":2}"#),
  ])
  func equal(_ left: String, _ right: String) throws {
    let left = try JSONDocument(left).root
    let right = try JSONDocument(right).root
    #expect(left == right && right == left)
    #expect(left.hashValue == right.hashValue)
  }

  @Test(arguments: [
    ("1", "2"), ("1", "\"1\""), ("0", "false"), ("1", "true"), ("null", "false"), ("true", "false"),
    ("9007199254740993", "9007199254740992"), ("[]", "{}"), ("[]", "null"), ("[1,2]", "[2,1]"),
    ("[1]", "[1,1]"), ("[[]]", "[{}]"), ("[[1],2]", "[1,[2]]"), (#""a""#, #""A""#),
    ("\"\u{E9}\"", "\"e\u{301}\""),
    (#"{"a":1}"#, #"{"b":1}"#), (#"{"a":1}"#, #"{"a":2}"#), (#"{"a":1,"b":2}"#, #"{"b":1,"a":2}"#),
    (#"{"a":1}"#, #"{"a":1,"b":2}"#), (#"{"a":1,"a":2}"#, #"{"a":1,"b":2}"#),
    (#""\n""#, #""n""#),
    ("123456789012345678901", "123456789012345678902"),
  ])
  func different(_ left: String, _ right: String) throws {
    let left = try JSONDocument(left).root
    let right = try JSONDocument(right).root
    #expect(left != right && right != left)
    #expect(left.withCursor { $0.hash(0) } != right.withCursor { $0.hash(0) })
  }

  @Test func repeatedNamesKeepTheirOrder() throws {
    let object = try JSONDocument(#"{"a":1,"b":0,"a":2}"#).root
    #expect(try object == JSONDocument(#"{"b":0,"a":1,"a":2}"#).root)
    #expect(try object != JSONDocument(#"{"b":0,"a":2,"a":1}"#).root)
  }

  @Test func manyPropertiesInAnyOrder() throws {
    var random = SeededGenerator(seed: 3)
    let properties = (0..<20_000).map { #""key\#($0)":{"v":[\#($0),"\#($0)"]}"# }
    func object(_ properties: [String]) throws -> JSONNode {
      try JSONDocument("{\(properties.joined(separator: ","))}").root
    }
    let left = try object(properties)
    let right = try object(properties.shuffled(using: &random))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(try left != object(properties.dropLast() + [#""key19999":{"v":[0]}"#]))
  }

  @Test func hashesTellValuesApart() throws {
    let elements = (0..<50_000).map { #"{"id":\#($0),"n":"name \#($0 % 7)"}"# }
    let root = try JSONDocument("[\(elements.joined(separator: ","))]").root
    #expect(Set(root.elements).count == elements.count)
  }
}

extension JSONNode {
  fileprivate func withCursor<R>(_ body: (TapeCursor) -> R) -> R { document.withCursor(body) }
}
