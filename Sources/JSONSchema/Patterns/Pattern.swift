@_spi(Engine) package import JSONTape

/// A regular expression of ECMA-262 with the `u` flag, for JSON Schema's `pattern`.
///
/// Patterns without back-references take time linear in the text, even with look-arounds. Most
/// patterns need one table look-up for each character, even with counted repetitions. For patterns
/// with back-references, one possibility after the other is tried, up to a limit of steps.
///
/// In addition to the standard, a backslash is allowed before any ASCII punctuation: `\-`, `\_`,
/// `\@`. Duplicate group names, inline flags and rare scripts are refused.
package struct Pattern: Sendable {
  /// The source text of the pattern.
  package let source: String
  let engine: Engine

  enum Engine: Sendable {
    /// The conditions. The text must meet all of them. Almost all patterns have only one condition.
    case all([Condition])
    case backtracker(Backtracker)
  }

  /// Whether a search must find a match or must not.
  struct Condition: Sendable {
    let search: PatternSearch
    let isNegated: Bool
  }

  /// Compiles a pattern.
  ///
  /// - Throws: ``PatternError`` for a text that is not a pattern or is too large.
  package init(_ source: String) throws(PatternError) {
    try self.init(source, syntax: PatternParser.parse(source), buildsAutomaton: true)
  }

  /// Tests turn the automaton off to compare the matchers.
  init(
    _ source: String, syntax: PatternSyntax, buildsAutomaton: Bool, backtracks: Bool = false
  ) throws(PatternError) {
    self.source = source
    guard let classes = ScalarClasses(syntax.sets) else {
      throw PatternError(
        "the pattern is too large: it has too many different characters and ranges", at: 0)
    }
    guard !syntax.hasReferences, !backtracks else {
      engine = .backtracker(try Backtracker(syntax, classes))
      return
    }
    var conditions: [Condition] = []
    for (node, isNegated) in syntax.root.conditions {
      let search = try PatternSearch(node, syntax, classes, buildsAutomaton: buildsAutomaton)
      conditions.append(Condition(search: search, isNegated: isNegated))
    }
    engine = .all(conditions)
  }

  /// Whether a text is a valid pattern of any size.
  static func isValid(_ source: String) -> Bool {
    (try? PatternParser.parse(source)) != nil
  }

  /// Whether matching may take more than linear time.
  var backtracks: Bool { if case .backtracker = engine { true } else { false } }

  /// The automaton, if the pattern needs nothing else. It is built on first use.
  var automaton: PatternAutomaton? {
    guard case .all(let conditions) = engine, conditions.count == 1,
      case .automaton(let automaton) = conditions[0].search.machine
    else { return nil }
    return automaton
  }

  /// Whether the pattern matches anywhere in a text.
  ///
  /// - Parameter bytes: the text in UTF-8.
  /// - Throws: ``PatternLimit``, only for patterns with back-references.
  package func matches(_ bytes: ByteView) throws(PatternLimit) -> Bool {
    switch engine {
    case .all(let conditions):
      for condition in conditions where condition.search.matches(bytes) == condition.isNegated {
        return false
      }
      return true
    case .backtracker(let backtracker): return try backtracker.matches(bytes)
    }
  }
}

extension PatternNode {
  /// Splits the tree into trees that must match or must not match. Lookaheads directly after a
  /// leading `^`, as in password rules, become separate patterns that begin with `^`.
  fileprivate var conditions: [(node: PatternNode, isNegated: Bool)] {
    guard case .sequence(let nodes) = self, case .assertion(.start) = nodes.first else {
      return [(self, false)]
    }
    var conditions: [(node: PatternNode, isNegated: Bool)] = []
    var rest = nodes.dropFirst()
    while case .look(let body, let look) = rest.first, look.isAhead {
      conditions.append((.sequence([.assertion(.start), body]), look.isNegated))
      rest = rest.dropFirst()
    }
    return [(.sequence([.assertion(.start)] + rest), false)] + conditions
  }
}
