@_spi(Engine) import JSONTape
import Testing

/// Patterns that are looked for together.
@Suite struct NamePatternsTests {
  private static let patterns = [
    "amount", "*_amount", "*", "**", "a*", "*x1*", "*x2*", "*x12*", "list_price", "*at", "*b*c*",
    "",
    "*_*", "X-Shoe", "*ä*",
  ]

  /// As if each were looked for alone.
  @Test(arguments: [
    "amount", "taxAmount", "tax_amount", "", "a", "x", "kx12", "abc", "listPrice", "LIST-PRICE",
    "at",
    "createdAt", "format", "x-shoe", "xShoe", "_", "aXbXc", "größe", "ä", "x1x1x2",
  ])
  func findThemAll(name: String) {
    let patterns = Self.patterns.map { NamePattern($0) }
    let expected = patterns.indices.filter { patterns[$0].matches(name.utf8) }
    let together = NamePatterns(patterns)
    #expect(together.positions(name.utf8) == expected)
    #expect(together.contains(name.utf8) == !expected.isEmpty)
  }

  @Test func anException() {
    let pattern = NamePattern("userID", except: "userId")
    #expect(pattern.matches("user_id".utf8) && pattern.matches("userID".utf8))
    #expect(!pattern.matches("userId".utf8))
  }
}
