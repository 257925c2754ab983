/// Writes patterns and texts from a seed.
struct RandomPattern {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// SplitMix64.
  mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ mixed >> 31) % UInt64(bound))
  }

  private mutating func pick(_ items: [String]) -> String { items[number(below: items.count)] }

  private static let characters = ["a", "b", "é", "🐲", "_", "1", " ", "\\n"]
  private static let classes = [
    ".", "[ab]", "[^a]", "\\w", "\\W", "\\d", "\\s", "\\S", "[\\wé]", "[é-🐲]", "[]", "[^]",
  ]
  private static let assertions = ["^", "$", "\\b", "\\B"]
  private static let repeats = [
    "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?", "{1,3}?", "{0}", "{9}", "{3,11}", "{10,}",
    "{0,12}?",
  ]

  /// A pattern without mistakes.
  mutating func pattern(depth: Int = 3, references: Bool = false) -> String {
    var text = sequence(depth, references)
    while number(below: 4) == 0 {
      text += "|" + (number(below: 6) == 0 ? "" : sequence(depth, references))
    }
    return text
  }

  private mutating func sequence(_ depth: Int, _ references: Bool) -> String {
    (0...number(below: 4)).map { _ in term(depth, references) }.joined()
  }

  private mutating func term(_ depth: Int, _ references: Bool) -> String {
    switch number(below: depth > 0 ? 20 : 12) {
    case 0..<7: repeated(pick(RandomPattern.characters))
    case 7..<11: repeated(pick(RandomPattern.classes))
    case 11: pick(RandomPattern.assertions)
    case 12..<15: repeated(pick(["(", "(?:"]) + pattern(depth: depth - 1) + ")")
    case 15..<19: pick(["(?=", "(?!", "(?<=", "(?<!"]) + pattern(depth: depth - 1) + ")"
    default: references ? repeated("(a|b*)\\1") : "a"
    }
  }

  private mutating func repeated(_ atom: String) -> String {
    number(below: 12) < 5 ? atom + pick(RandomPattern.repeats) : atom
  }

  /// A text of characters that such patterns are about.
  mutating func text(
    of pieces: [String] = ["a", "b", "é", "🐲", "_", "1", " ", "\n", "A", "\u{2028}", "ab"],
    upTo length: Int
  ) -> String {
    (0..<number(below: length + 1)).map { _ in pick(pieces) }.joined()
  }

  /// Anything at all made of what patterns are made of.
  mutating func noise() -> String {
    (0..<number(below: 12)).map { _ in
      pick([
        "a", "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", "\\", ".", "-", ",", "1",
        "9", "(?", "(?:", "(?=", "(?<", "<", ">", "=", "!", "\\p{", "L", "\\u", "\\u{", "\\x",
        "\\c",
        "\\k<", "é", "🐲", "\\1", "\\b", "\\d", "[^", "\0",
      ])
    }.joined()
  }
}
