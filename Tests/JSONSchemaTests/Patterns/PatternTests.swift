import Testing

@testable import JSONSchema

@Suite("Patterns")
struct PatternTests {
  /// What each pattern matches, and what it does not.
  static let table: [(source: String, matches: [String], others: [String])] = [
    ("", ["", "a"], []),
    ("a|", ["", "b"], []),
    ("[]", [], ["", "a"]),
    ("[^]", ["a", "\n", "🐲"], [""]),
    ("^[^]$", ["🐲", "é"], ["ab", ""]),
    ("^.$", ["a", "é", "🐲", "\u{85}"], ["\n", "\r", "\u{2028}", "\u{2029}", "", "ab"]),
    ("^a$", ["a"], ["a\n", "\na", "ba"]),
    ("\\bab\\b", ["ab", "x ab.", "éab"], ["abc", "_ab", "1ab"]),
    ("^\\B$", [""], ["a"]),
    ("^a\\Bé", [], ["aé"]),
    ("a\\Bb", ["ab"], ["a b"]),
    ("\\B", ["", "é", "ab"], ["a", "aéa"]),
    ("^(?:a|ab)(?:c|bcd)$", ["ac", "abc", "abcd"], ["ab", "abbc"]),
    ("^a{2}$", ["aa"], ["a", "aaa"]),
    ("^a{2,}$", ["aa", "aaaa"], ["a"]),
    ("^a{0,2}$", ["", "a", "aa"], ["aaa"]),
    ("^a{0}$", [""], ["a"]),
    ("^(a*)*$", ["", "aaa"], ["b"]),
    ("(?:^)*a(?:(?=b)){2}", ["ab", "cab"], ["a", "b"]),
    ("^(?:a??b)+?$", ["b", "abb"], ["a", ""]),
    ("^\\u{1F432}\\uD83D\\uDC32$", ["🐲🐲"], ["🐲"]),
    ("^[\\u{1F400}-\\u{1F4FF}]$", ["🐲"], ["🚀"]),
    ("^\\x41\\u0042\\cJ\\0$", ["AB\n\0"], ["AB\n"]),
    ("^[\\b\\-\\]]+$", ["\u{8}-]"], ["b"]),
    ("^[a-]$", ["a", "-"], ["b"]),
    ("^[-a]$", ["a", "-"], ["b"]),
    ("^[\\w-]+$", ["a-b"], ["a b"]),
    ("^\\-\\_\\@\\\"\\ \\,$", ["-_@\" ,"], ["x"]),
    ("^\\/[\\_\\@]$", ["/_", "/@"], ["_"]),
    ("^\\p{Lu}\\p{Ll}$", ["Éa"], ["éa"]),
    ("^\\p{gc=Nd}\\P{Letter}$", ["४1"], ["४a"]),
    ("^\\p{Script=Greek}+$", ["αβγ"], ["abc", "кит"]),
    ("^\\p{sc=Cyrl}$", ["к"], ["k"]),
    ("^\\p{Script=Han}+$", ["漢字"], ["かな"]),
    ("^\\p{scx=Hiragana}+$", ["かな", "ー"], ["カ"]),
    ("^[\\p{L}\\d]+$", ["é1"], ["é-"]),
    ("^\\p{Emoji_Presentation}$", ["🐲"], ["a"]),
    ("^\\p{Co}$", ["\u{E000}", "\u{F1234}", "\u{10FFFD}"], ["\u{F900}", "\u{10FFFF}"]),
    ("^\\p{Cn}$", ["\u{10FFFF}", "\u{5FFFF}", "\u{90000}"], ["\u{10FFFD}", "a"]),
    ("^\\p{Any}$", ["a", "\u{10FFFF}"], [""]),
    ("^(?=.*[A-Z])(?=.*\\d)(?!.*\\.\\.).{8,}$", ["Abcdefg1"], ["abcdefg1", "Abc..ef1", "Abc1"]),
    ("a(?=b)", ["ab"], ["ac", "a"]),
    ("a(?!b)", ["ac", "a"], ["ab"]),
    ("(?<=\\$)\\d+", ["$42"], ["€42", "42"]),
    ("(?<!\\$)\\b\\d", ["€42"], ["$42"]),
    ("(?<=a+)b", ["aaab"], ["b"]),
    ("(?=(?<=a)b(?!c))b", ["ab", "abd"], ["abc", "b"]),
    ("^(a|b)\\1$", ["aa", "bb"], ["ab"]),
    ("^(?<quote>['\"]).*\\k<quote>$", ["'x'", "\"x\""], ["'x\""]),
    ("^\\1(a)$", ["a"], ["aa"]),
    ("^(?:(a)|b)*\\1$", ["ab", "aa"], ["c"]),
    ("^(?:(a)|b)*\\1c$", ["abc", "aac"], ["abac!"]),
    ("(?<=\\1(a))b", ["aab"], ["ab"]),
    ("^(?=(a+))a*b\\1$", ["aba"], ["abb"]),
  ]

  @Test(arguments: table.indices)
  func verdicts(_ index: Int) throws {
    let (source, matches, others) = PatternTests.table[index]
    let syntax = try PatternParser.parse(source)
    for (buildsAutomaton, backtracks) in [(true, false), (false, false), (false, true)] {
      let pattern = try Pattern(
        source, syntax: syntax, buildsAutomaton: buildsAutomaton, backtracks: backtracks)
      for text in matches {
        #expect(try text.withBytes { try pattern.matches($0) }, "\(source) on \(text)")
      }
      for text in others {
        #expect(try !text.withBytes { try pattern.matches($0) }, "\(source) on \(text)")
      }
    }
  }

  @Test(arguments: [
    ("(", 0), ("a)", 1), ("é)", 2), ("[a", 0), ("a]", 1), ("}", 0), ("a{", 1), ("{1}", 0),
    ("a{2,1}", 1), ("a{1", 1), ("*", 0), ("a**", 2), ("^*", 1), ("(?=a)*", 5), ("(?<!a)?", 6),
    ("\\", 0), ("\\a", 0), ("\\Z", 0), ("\\_\\é", 2), ("\\07", 0), ("\\8", 0), ("\\1", 0),
    ("(a)\\2", 3), ("\\k", 0), ("\\k<a>", 0), ("(?<a>x)(?<a>y)", 10), ("(?<1>x)", 3),
    ("(?<>x)", 3), ("(?<a", 3), ("(?P<a>x)", 0), ("(?i)a", 0), ("(?#x)", 0), ("(?>a)", 0),
    ("\\c1", 0), ("\\x4", 0), ("\\u00g0", 0), ("\\u{110000}", 0), ("\\u{}", 0), ("[z-a]", 1),
    ("[\\w-z]", 1), ("[a-\\d]", 1), ("[\\B]", 1), ("[\\1]", 1), ("\\p", 0), ("\\pL", 0),
    ("\\p{", 0), ("\\p{Nope}", 0), ("\\p{letter}", 0), ("\\p{Script=Klingon}", 0),
    ("\\p{Foo=Lu}", 0),
  ])
  func mistakes(_ source: String, at offset: Int) {
    do {
      _ = try Pattern(source)
      Issue.record("\(source) is taken for a pattern")
    } catch {
      #expect(error.offset == offset, "\(source): \(error.message)")
      #expect(!error.message.isEmpty && !error.message.hasSuffix("."))
    }
  }

  @Test(arguments: [
    "a{100000}", "(?:(?:a{100}){100}){100}", "(a{0,200}){0,200}", "(a){99999999999}",
  ])
  func tooLarge(_ source: String) {
    #expect(throws: PatternError.self) { try Pattern(source) }
    #expect(source.withBytes { Format.regex.accepts($0) })
  }

  @Test func repeatsOfNothing() throws {
    #expect(try "".withBytes { try Pattern("^(){99999999999}$").matches($0) })
  }

  @Test func nesting() throws {
    let deepest = String(repeating: "(", count: 50) + "a" + String(repeating: ")*", count: 50)
    #expect(try "aa".withBytes { try Pattern(deepest).matches($0) })
    let doubling = String(repeating: "(", count: 50) + "a" + String(repeating: ")+", count: 50)
    #expect(try "aa".withBytes { try Pattern(doubling).matches($0) })
    let deeper = String(repeating: "(?=", count: 5000)
    #expect(throws: PatternError.self) { try Pattern(deeper) }
  }

  @Test func evaluatesInBoundedTime() throws {
    // Each of these takes a backtracker years; here the test would merely not end.
    let letters = String(repeating: "a", count: 100_000)
    for source in ["^(a+)+$", "^(a|aa)+$", "^(a*)*$", "^(?:a?){50}a{50}$", "(?=(a+)+$)b"] {
      let pattern = try Pattern(source)
      #expect(try !(letters + "!").withBytes { try pattern.matches($0) }, "\(source)")
    }
  }

  @Test func backReferencesGiveUp() throws {
    let pattern = try Pattern("^(a*)*\\1b$")
    #expect(throws: PatternLimit.self) {
      try String(repeating: "a", count: 200).withBytes { try pattern.matches($0) }
    }
  }

  @Test func automata() throws {
    for source in ["^[0-9a-f]{64}$", "^\\p{L}{1,255}$", "^[a-z]{1,1000}$", "^(?!x)(?=.*y).+$"] {
      #expect(try Pattern(source).isAutomaton, "\(source)")
    }
    // This one has 2^300 states: the other linear matcher takes over.
    let wide = try Pattern("(a|b)*a(a|b){300}$")
    #expect(!wide.isAutomaton)
    let tail = String(repeating: "b", count: 300)
    #expect(try ("ab" + "a" + tail).withBytes { try wide.matches($0) })
    #expect(try !("ab" + "b" + tail).withBytes { try wide.matches($0) })
  }

  @Test func anyBytesAreSafe() throws {
    let texts: [[UInt8]] = [
      [0x80], [0xFF, 0xFE], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0xC0],
    ]
    for source in ["^.+$", "\\p{L}", "(.)\\1", "a(?!b)"] {
      let pattern = try Pattern(source)
      for text in texts {
        _ = try text.withUnsafeBufferPointer { try pattern.matches($0) }
      }
    }
    #expect(try Pattern("^$").matches(UnsafeBufferPointer(start: nil, count: 0)))
  }
}

extension Pattern {
  /// Whether the automaton was built for all of the pattern.
  fileprivate var isAutomaton: Bool {
    switch engine {
    case .automaton: true
    case .all(let conditions): conditions.allSatisfy { $0.automaton != nil }
    case .backtracker: false
    }
  }
}
