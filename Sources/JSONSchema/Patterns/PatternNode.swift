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
  /// What a group matched, by its number; -1 and below count ``PatternSyntax/namedGroups``.
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
  /// For each reference by a name, the number of the group.
  var namedGroups: [Int]
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

/// A pattern as instructions for a machine that tries many ways at once, or one after another.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    /// Takes one character of a set.
    case set(Int)
    /// As `set`, going towards the start of the text.
    case setBackward(Int)
    /// Goes on at both places; the first is preferred.
    case split(Int, Int)
    case jump(Int)
    case assertion(PatternNode.Assertion)
    /// Goes on where the look-around of that number holds; it was worked out beforehand.
    case known(Int, isNegated: Bool)
    case match

    // What follows is for the backtracker alone.

    /// Runs the program that begins behind the instruction; goes on at an index.
    case look(PatternNode.Look, past: Int)
    /// Remembers where a group begins or ends, or where an iteration begins.
    case save(slot: Int)
    case clearGroups(Range<Int>)
    /// Refuses an iteration that took nothing.
    case progress(slot: Int)
    case reference(group: Int, isBackward: Bool)
  }

  var instructions: [Instruction] = []
  /// Whether a match can begin only at the start of the text.
  var isAnchored = false
  /// Two for each group and the whole match, and one for each loop.
  var slotCount = 0

  /// More instructions than any sensible pattern comes to, repeat counts written out.
  static let sizeLimit = 20_000
}

/// A look-around whose body is tried at every place of the text in one go.
struct LookProgram: Sendable {
  let program: PatternProgram
  /// A look ahead is written backwards and run from the end of the text.
  let isAhead: Bool
}

/// Why a source text is not a pattern: one sentence fragment, and where.
public struct PatternError: Error, Hashable, Sendable {
  /// What is wrong, as a sentence fragment without a full stop.
  public let message: String
  /// Where, in UTF-8 bytes from the start of the source.
  public let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// A pattern with back-references took more steps than a check may take.
///
/// Only such patterns can throw it: all others run in time linear in the text.
public struct PatternLimit: Error, Hashable, Sendable {
  /// The number of steps after which the matcher gave up.
  public let steps: Int
}
