import TestSupport
import Testing

@testable import JSONSchema

@Suite("Patterns: seeded fuzz")
struct PatternFuzzTests {
  /// Three matchers that share nothing but the parser must agree.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func matchersAgree(seed: UInt64) throws {
    var random = RandomPattern(seed: seed)
    var matched = 0
    for _ in 0..<TestSeed.rounds(250) {
      let source = random.pattern()
      let syntax = try PatternParser.parse(source)
      let fast = try Pattern(source)
      let linear = try Pattern(source, syntax: syntax, buildsAutomaton: false)
      let slow = try Pattern(source, syntax: syntax, buildsAutomaton: false, backtracks: true)
      for _ in 0..<6 {
        let text = random.text(upTo: 8)
        try text.withBytes { bytes in
          let verdict = try fast.matches(bytes)
          #expect(try linear.matches(bytes) == verdict, "\(source) on \(text.debugDescription)")
          // A search that gives up has no verdict to compare.
          if let other = try? slow.matches(bytes) {
            #expect(other == verdict, "\(source) on \(text.debugDescription)")
          }
          if verdict { matched += 1 }
        }
      }
    }
    #expect(matched > TestSeed.rounds(165))
  }

  /// Counting a repetition says what writing it out says, whatever is counted.
  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func countersAgree(seed: UInt64) throws {
    var random = RandomPattern(seed: seed)
    var (matched, automata, counters) = (0, 0, 0)
    for _ in 0..<TestSeed.rounds(250) {
      let source = random.pattern(depth: 2)
      let syntax = try PatternParser.parse(source)
      let written = try matcher(syntax, writesOut: Int.max)
      let others = [
        try matcher(syntax, writesOut: 0), try matcher(syntax, writesOut: 1),
        try matcher(syntax, writesOut: 3),
      ]
      let counting = others.compactMap(CountingAutomaton.init)
      automata += counting.count
      counters += others[0].program.counters.count
      for _ in 0..<6 {
        let text = random.text(of: ["a", "b", "é", "1"], upTo: 24)
        text.withBytes { bytes in
          let verdict = written.matches(bytes)
          for other in others {
            #expect(other.matches(bytes) == verdict, "\(source) on \(text.debugDescription)")
          }
          for other in counting {
            #expect(other.matches(bytes) == verdict, "\(source) on \(text.debugDescription)")
          }
          if verdict { matched += 1 }
        }
      }
    }
    #expect(
      matched > TestSeed.rounds(165) && automata > TestSeed.rounds(165)
        && counters > TestSeed.rounds(165))
  }

  private func matcher(_ syntax: PatternSyntax, writesOut: Int) throws -> LinearMatcher {
    let compiled = try PatternCompiler(syntax.root, writesOut: writesOut)
    return LinearMatcher(
      classes: try #require(ScalarClasses(syntax.sets)), wordSet: syntax.wordSet,
      program: compiled.program, looks: compiled.looks)
  }

  @Test func nothingTraps() {
    var random = RandomPattern(seed: 99)
    var patterns = 0
    for round in 0..<TestSeed.rounds(5_000) {
      let source = round % 4 == 0 ? random.pattern(references: true) : random.noise()
      guard let pattern = try? Pattern(source) else { continue }
      patterns += 1
      let text = random.text(upTo: 8)
      _ = try? text.withBytes { try pattern.matches($0) }
    }
    #expect(patterns > TestSeed.rounds(1_000))
  }
}
