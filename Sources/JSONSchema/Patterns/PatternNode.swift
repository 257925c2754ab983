/// A parsed regular expression.
indirect enum PatternNode: Sendable {
  case empty
  /// One character of a set, by the set's index in ``PatternSyntax/sets``.
  case set(Int)
  case sequence([PatternNode])
  case choice([PatternNode])
  case loop(PatternNode, Repetition)
  /// A capturing group with its number, from 1.
  case capture(Int, PatternNode)
  case assertion(Assertion)
  case look(PatternNode, Look)
  /// What a group matched; of several groups of one name, the one that took part.
  case reference(Int)

  /// How often, `nil` meaning without end.
  struct Repetition: Sendable {
    let minimum: Int
    let maximum: Int?
    let isLazy: Bool
  }

  enum Assertion: Sendable { case start, end, boundary, noBoundary }

  /// Look-around.
  struct Look: Sendable {
    let isAhead: Bool
    let isNegated: Bool
  }
}

/// A pattern's tree with the tables it refers to.
struct PatternSyntax: Sendable {
  var root: PatternNode
  /// Every different set of characters in the pattern.
  var sets: [ScalarSet]
  /// The index of the characters of `\w`, where a word boundary asks for them.
  var wordSet: Int?
  var groupCount: Int
  var hasReferences: Bool
}

extension PatternNode {
  /// Whether a match can begin only where the text begins.
  var isAnchored: Bool {
    switch self {
    case .assertion(.start): true
    case .sequence(let nodes):
      // Only what takes no characters may come before the anchor.
      nodes.first { $0.isAnchored || $0.takesCharacters }?.isAnchored ?? false
    case .choice(let nodes): nodes.allSatisfy(\.isAnchored)
    case .capture(_, let node): node.isAnchored
    case .loop(let node, let repetition): repetition.minimum > 0 && node.isAnchored
    case .empty, .set, .assertion, .look, .reference: false
    }
  }

  private var takesCharacters: Bool {
    switch self {
    case .empty, .assertion, .look: false
    default: true
    }
  }
}
