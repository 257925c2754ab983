import Testing

@testable import JSONSchema
@_spi(Engine) import JSONTape

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
    ("]", 0), ("[[:alpha:]]", 10), ("(", 0), ("a)", 1), ("é)", 2), ("[a", 0), ("a]", 1), ("}", 0),
    ("a{", 1), ("{1}", 0),
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
    "(?:ab){100000}", "(?:(?:ab{100}){100}){200}", "(a{0,200}b){0,9000}", "(a)\\1{99999}",
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

  /// A long repetition of one set is one instruction, and a step whatever its count.
  @Test(arguments: [
    "[a-z]{1,9000}$", "a{19000}b", "a{5000,}b", "(a){100000}", "^\\w{2,}\\.[a-z]{1,99999}$",
    "\\b[a-z]{1,5000}\\b[0-9]{3000}",
  ])
  func longRepetitionsAreCounted(_ source: String) throws {
    let program = try PatternCompiler(PatternParser.parse(source).root, writesOut: 8).program
    #expect(program.instructions.count < 10)
    #expect(try Pattern(source).isCounting)
  }

  @Test(arguments: [
    ("[a-z]{1,9000}$", "a", 9001, true), ("^[a-z]{1,9000}$", "a", 9000, true),
    ("^[a-z]{1,9000}$", "a", 9001, false), ("^[a-z]{9000}$", "a", 8999, false),
    ("^(é){9000,}$", "é", 8999, false), ("^(é){9000,}$", "é", 9500, true),
    ("a{19000}b", "a", 30000, false), ("^(?:a{1500}b?){2,3}$", "a", 4499, false),
    ("^(?:a{1500}b?){2,3}$", "a", 4500, true), ("(?<=a{2000})$", "a", 1999, false),
    ("(?<=a{2000})$", "a", 2000, true),
  ])
  func longRepetitions(_ source: String, _ letter: String, _ count: Int, _ matches: Bool) throws {
    let text = String(repeating: letter, count: count)
    #expect(try text.withBytes { try Pattern(source).matches($0) } == matches)
  }

  /// Threads that ask at once get one automaton.
  @Test func automataAreBuiltOnce() async throws {
    let pattern = try Pattern("^[a-z]{1,255}$")
    let found = await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<32 { group.addTask { pattern.automaton.map(ObjectIdentifier.init) } }
      return await group.reduce(into: Set<ObjectIdentifier?>()) { $0.insert($1) }
    }
    #expect(found.count == 1 && !found.contains(nil))
  }

  @Test func regexesAreReadOnce() {
    var memory = RegexMemory()
    let sources = (0..<20).map { "^[a-z]{1,\($0 + 1)}$" } + ["(", "a{2,1}", "\\Z"]
    for _ in 0..<100 {
      for (index, source) in sources.enumerated() {
        let verdict = source.withBytes { memory.accepts($0) }
        #expect(verdict == (index < 20), "\(source)")
      }
    }
    #expect(memory.readings == sources.count)
    let long = String(repeating: "a", count: 5000)
    #expect(long.withBytes { memory.accepts($0) })
  }

  @Test func anyBytesAreSafe() throws {
    let texts: [[UInt8]] = [
      [0x80], [0xFF, 0xFE], [0xE2, 0x82], [0xF4, 0x90, 0x80, 0x80], [0xC0],
    ]
    for source in ["^.+$", "\\p{L}", "(.)\\1", "a(?!b)"] {
      let pattern = try Pattern(source)
      for text in texts {
        _ = try text.withByteView { try pattern.matches($0) }
      }
    }
    #expect(try Pattern("^$").matches(ByteView(start: nil, count: 0)))
  }
}

extension Pattern {
  /// Whether the automaton was built for all of the pattern.
  fileprivate var isAutomaton: Bool {
    machines.allSatisfy { if case .automaton = $0 { true } else { false } }
  }

  /// Whether all of the pattern is searched with counters.
  fileprivate var isCounting: Bool {
    machines.allSatisfy { if case .counting = $0 { true } else { false } }
  }

  private var machines: [PatternSearch.Machine] {
    guard case .all(let conditions) = engine else { return [] }
    return conditions.map(\.search.machine)
  }
}
