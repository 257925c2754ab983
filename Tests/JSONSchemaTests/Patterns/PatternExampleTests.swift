import Testing

@_spi(Engine) @testable import JSONSchema
@_spi(Engine) import JSONTape

/// Texts that patterns match, made from the patterns.
@Suite struct PatternExampleTests {
  @Test(arguments: [
    ("^[A-Z]{2}-\\d+$", "AA-1"), ("", ""), ("b", "b"), ("^(?:x|y)$", "x"), ("^(a|b)\\1$", "aa"),
    ("^\\p{Script=Greek}+$", "Ͱ"), ("^MG[0-9a-fA-F]{4}$", "MGaaaa"),
    ("^([01]\\d|2[0-3]):?([0-5]\\d)$", "1111"),
    ("^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$", "1A0z9Zaa"),
    ("^(?<y>\\d)-\\k<y>$", "1-1"), ("^[^a-z0-9]$", "A"),
  ])
  func examples(source: String, expected: String) {
    #expect(Pattern.example(of: source) == expected)
  }

  @Test func lengths() throws {
    #expect(Pattern.example(of: "^a+$", length: 4...6) == "aaaa")
    #expect(Pattern.example(of: "b", length: 3...3) == "baa")
    #expect(Pattern.example(of: "^a$", length: 2...9) == nil)
  }

  @Test func whatHasNone() {
    #expect(Pattern.example(of: "[]") == nil)
    #expect(Pattern.example(of: "(") == nil)
    #expect(Pattern.example(of: "^a(?=b)c$") == nil)
    #expect(Pattern.example(of: "^(a{1000}){1000}$") == nil)
  }

  /// Whatever is made is matched.
  @Test func randomPatterns() throws {
    for (source, matches, _) in PatternTests.table where !matches.isEmpty {
      guard let text = Pattern.example(of: source) else { continue }
      let pattern = try Pattern(source)
      #expect(text.withByteView { try? pattern.matches($0) } == true, "\(source)")
    }
    let found = PatternTests.table.filter { !$0.matches.isEmpty }
      .count { Pattern.example(of: $0.source) != nil }
    let all = PatternTests.table.count { !$0.matches.isEmpty }
    #expect(found * 10 >= all * 8, "\(found) of \(all)")
  }
}
