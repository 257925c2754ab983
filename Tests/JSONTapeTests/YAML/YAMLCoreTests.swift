import JSONTape
import Testing

/// What plain text means: YAML 1.2's core schema, and not YAML 1.1's.
struct YAMLCoreTests {
  @Test(
    arguments: [
      ("~", "null"), ("null", "null"), ("Null", "null"), ("NULL", "null"), ("nULL", nil),
      ("true", "true"), ("True", "true"), ("TRUE", "true"), ("tRUE", nil), ("false", "false"),
      ("False", "false"), ("FALSE", "false"),
      ("no", nil), ("No", nil), ("on", nil), ("off", nil), ("yes", nil), ("y", nil), ("n", nil),
      ("0", "0"), ("-0", "-0"), ("+1", "1"), ("-12", "-12"), ("012", "12"), ("-007", "-7"),
      ("000", "0"), ("0o17", "15"), ("0o18", nil), ("-0o17", nil), ("0O17", nil), ("0x1F", "31"),
      ("0xfffFFFFFFFFFFFFFFFFF", "1208925819614629174706175"),
      ("0x", nil), ("0X1F", nil), ("+0x1", nil), ("0xG", nil), ("0b11", nil), ("0o", nil),
      ("0x00", "0"), ("0xDE0B6B3A7640000", "1000000000000000000"),
      ("1_000", nil), ("1:30", nil), ("190:20:30", nil), ("2024-01-01", nil), ("1,000", nil),
      ("1.2.3", nil), ("1.5", "1.5"), (".5", "0.5"), ("-.5", "-0.5"), ("+.5", "0.5"), ("1.", "1.0"),
      ("1e3", "1e3"), ("1E+3", "1E+3"), ("1.e-3", "1.0e-3"), (".5e1", "0.5e1"), ("01.50", "1.50"),
      ("1e", nil), ("1e+", nil), ("e3", nil), (".", nil), ("+", nil), ("-", nil), ("+-1", nil),
      (".e1", nil), ("1 2", nil), ("9007199254740993", "9007199254740993"),
      ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
      (".Nan", nil), (".iNF", nil), ("inf", nil), ("NaN", nil), ("+.nan", nil),
    ] as [(String, String?)])
  func plainText(text: String, json: String?) throws {
    // A lone dash is an entry; between brackets, none of these is an indicator.
    let isIndicator = text == "-"
    let document = try JSONDocument(yaml: Array((isIndicator ? "'-'" : text).utf8))
    #expect(document.root.text == json ?? JSONWriter.quoted(text))
    if text == "1,000" || isIndicator { return }
    let inside = try JSONDocument(yaml: Array("{a: [ \(text) ], b: '\(text)'}".utf8)).root
    #expect(inside["a"]?[0]?.text == json ?? JSONWriter.quoted(text))
    #expect(inside["b"]?.string == text)
  }

  /// Long numbers of another base, against arithmetic by the decimal's own rules.
  @Test func hexadecimalOfAnySizeIsExact() throws {
    // 16^40 - 1, worked out by hand elsewhere.
    let text = "0x" + String(repeating: "F", count: 40)
    let document = try JSONDocument(yaml: Array(text.utf8))
    #expect(document.root.text == "1461501637330902918203684832716283019655932542975")
    let octal = try JSONDocument(yaml: Array(("0o1" + String(repeating: "0", count: 30)).utf8))
    #expect(octal.root.text == "1237940039285380274899124224")
    for seed in 0..<200 as Range<UInt64> {
      let value = seed &* 0x9E37_79B9_7F4A_7C15
      for text in ["0x" + String(value, radix: 16), "0o" + String(value, radix: 8)] {
        #expect(try JSONDocument(yaml: Array(text.utf8)).root.text == String(value))
      }
    }
  }
}
