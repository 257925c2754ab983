@_spi(Engine) import JSONSchema
@_spi(Engine) import JSONTape
import Testing

@testable import ContractCheck

@Suite struct MessageWordsTests {
  @Test(arguments: Format.allCases)
  func exampleIsOfTheFormat(format: Format) {
    let bytes = Array(format.example.utf8)
    #expect(bytes.withByteView { format.accepts($0) })
  }

  @Test(arguments: [
    ("^[0-9]{5}$", "5 digits"), (#"^\d+$"#, "1 or more digits"),
    ("^[a-f0-9]{1}$", "1 lower-case hex digit"), ("^[A-Z]{2,}$", "2 or more capital letters"),
    ("^[A-Za-z]{2,4}$", "2 to 4 letters"), ("^v", "must begin with `v`"),
    (#"\.json$"#, "must end with `.json`"), ("^[a-z]*$", "lower-case letters alone, or nothing"),
  ])
  func patternsInWords(pattern: String, words: String) {
    #expect(PatternWords.of(pattern) == words)
  }

  @Test(arguments: [
    "", "^", "$", "^$", "a", "^a|b$", "^[0-9]{5}", "^[0-9]{5}-[0-9]$", "^(a)", #"^\bx"#, #"\\\$"#,
    "^[0-9]{x}$", "^[0-9]{1,2,3}$", "^a+",
  ])
  func otherPatternsHaveNone(pattern: String) {
    #expect(PatternWords.of(pattern) == nil)
  }

  @Test func longTextsAreCutBetweenCharacters() {
    let family = "👨‍👩‍👧"
    let text = String(repeating: family, count: 100)
    let cut = FailureContext.cut(text)
    let ends = (String(repeating: family, count: 36), String(repeating: family, count: 20))
    #expect(cut == "\(ends.0)…\(ends.1)")
    let plain = String(repeating: "0123456789", count: 10)
    #expect(
      FailureContext.cut(plain) == "012345678901234567890123456789012345…01234567890123456789")
    #expect(FailureContext.cut(String(plain.prefix(60))) == String(plain.prefix(60)))
    let monster = "a" + String(repeating: "\u{301}", count: 100_000)
    #expect(FailureContext.cut(monster).unicodeScalars.count <= 60)
  }

  @Test(arguments: [
    ("userName", "usrName", true), ("description", "decsription", true), ("line1", "line2", false),
    ("lat", "lng", false), ("minPrice", "maxPrice", false), ("id", "_id", false),
  ])
  func slips(name: String, other: String, isSlip: Bool) {
    #expect(NearestName.isSlip(name, other) == isSlip)
  }
}
