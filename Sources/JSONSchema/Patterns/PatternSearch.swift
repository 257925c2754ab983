@_spi(Engine) internal import JSONTape

/// Searches a text for one part of a pattern. What does it fastest is built at the first search: a
/// schema may have thousands of patterns, and a run needs few of them.
final class PatternSearch: Sendable {
  /// What searches, from the fastest to the one that takes every pattern.
  enum Machine {
    case automaton(PatternAutomaton)
    case counting(CountingAutomaton)
    case linear(LinearMatcher)
  }

  private let node: PatternNode
  private let matcher: LinearMatcher
  private let buildsAutomaton: Bool
  private let lock = Lock()
  /// Only used by the thread that holds the lock.
  nonisolated(unsafe) private var built: Machine?

  /// Longer repetitions of one set are counted instead of written out: as instructions they would
  /// cost their count for each character.
  private static let writtenOut = 8
  /// The same for automata, which pay for a repetition once, when they are built.
  private static let writtenOutInAutomata = 1000

  /// - Throws: ``PatternError`` if the pattern is too large for any machine.
  init(
    _ node: PatternNode, _ syntax: PatternSyntax, _ classes: ScalarClasses, buildsAutomaton: Bool
  ) throws(PatternError) {
    let compiled = try PatternCompiler(node, writesOut: Self.writtenOut)
    matcher = LinearMatcher(
      classes: classes, wordSet: syntax.wordSet, program: compiled.program, looks: compiled.looks)
    self.node = node
    self.buildsAutomaton = buildsAutomaton
  }

  /// Any thread may ask; the first one builds it.
  var machine: Machine {
    lock.hold {
      if let built { return built }
      let machine = build()
      built = machine
      return machine
    }
  }

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch machine {
    case .automaton(let automaton): automaton.matches(bytes)
    case .counting(let automaton): automaton.matches(bytes)
    case .linear(let matcher): matcher.matches(bytes)
    }
  }

  private func build() -> Machine {
    guard buildsAutomaton, matcher.looks.isEmpty else { return .linear(matcher) }
    let counts = !matcher.program.counters.isEmpty
    if !counts {
      if let automaton = PatternAutomaton(matcher) { return .automaton(automaton) }
      return .linear(matcher)
    }
    if let plain = try? PatternCompiler(node, writesOut: Self.writtenOutInAutomata),
      plain.program.counters.isEmpty
    {
      let written = LinearMatcher(
        classes: matcher.classes, wordSet: matcher.wordSet, program: plain.program, looks: [])
      if let automaton = PatternAutomaton(written, triesOnly: true) { return .automaton(automaton) }
    }
    if let automaton = CountingAutomaton(matcher) { return .counting(automaton) }
    return .linear(matcher)
  }
}
