@_spi(Engine) internal import JSONTape

/// Searches a text for one part of a pattern. The fastest machine for the part is built only at the
/// first search. A schema may have thousands of patterns, but a run needs only a few of them.
final class PatternSearch: Sendable {
  /// The machine for the search, from the fastest to the one that supports every pattern.
  enum Machine {
    case automaton(PatternAutomaton)
    case counting(CountingAutomaton)
    case linear(LinearMatcher)
  }

  private let node: PatternNode
  private let matcher: LinearMatcher
  private let buildsAutomaton: Bool
  private let lock = Lock()
  /// The machine, if it is built. It is used only while the lock is held.
  nonisolated(unsafe) private var built: Machine?

  /// The longest repetition of one set that is written out. Longer ones use counters, because each
  /// of their instructions would cost time for each character.
  private static let writtenOut = 8
  /// The longest repetition that is written out for automata. It is larger, because automata need
  /// the time for a repetition only once, when they are built.
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

  /// The machine. Any thread may read it, and the first thread builds it.
  var machine: Machine {
    lock.hold {
      if let built { return built }
      let machine = build()
      built = machine
      return machine
    }
  }

  func matches(_ bytes: ByteView) -> Bool {
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
