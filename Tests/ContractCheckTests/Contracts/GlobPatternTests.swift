import Testing

@_spi(Engine) @testable import ContractCheck

@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("*.har", "a.har", true), ("*.har", "a.hars", false), ("*.har", ".har", false),
    (".*", ".hidden", true), ("*", ".hidden", false), ("?", "é", true), ("?", "ab", false),
    ("a?c", "abc", true), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true),
    ("[^a]", "a", false), ("[]]", "]", true), ("[a-]", "-", true), ("[a", "[a", true),
    ("\\*", "*", true), ("\\*", "a", false), ("a*b*c", "axxbyyc", true), ("a*b*c", "axxbyy", false),
    ("**", "ab", true), ("", "", true), ("", "a", false), ("*", "", true), ("a b*", "a bc", true),
    ("日*", "日本", true), ("[z-a]", "b", false),
  ])
  func matches(pattern: String, name: String, expected: Bool) {
    #expect(GlobPattern(pattern).matches(Array(name.utf8)) == expected)
  }

  @Test
  func manyStarsTakeLittleTime() {
    let pattern = String(repeating: "*a", count: 60) + "b"
    #expect(!GlobPattern(pattern).matches(Array(repeating: UInt8(ascii: "a"), count: 4000)))
  }

  @Test func braces() {
    #expect(GlobPattern.alternatives(of: "a{b,c}d") == ["abd", "acd"])
    #expect(
      GlobPattern.alternatives(of: "{a,b{1,2}}.{x,y}")
        == ["a.x", "a.y", "b1.x", "b1.y", "b2.x", "b2.y"])
    #expect(GlobPattern.alternatives(of: "a{b}{}{c") == ["a{b}{}{c"])
    #expect(GlobPattern.alternatives(of: "{,x}y") == ["y", "xy"])
    let many = String(repeating: "{a,b}", count: 40)
    #expect(GlobPattern.alternatives(of: many).count <= 256)
  }
}
