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

  /// How often; a `maximum` of nil means without limit.
  struct Repetition: Sendable {
    let minimum: Int
    let maximum: Int?
    let isLazy: Bool
  }

  enum Assertion: Sendable { case start, end, boundary, noBoundary }

  struct Look: Sendable {
    let isAhead: Bool
    let isNegated: Bool
  }
}

struct PatternSyntax: Sendable {
  var root: PatternNode
  /// Every distinct set of characters in the pattern.
  var sets: [ScalarSet]
  /// The index of the set for `\w`, if a word boundary needs it.
  var wordSet: Int?
  var groupCount: Int
  /// The group number of each reference by name.
  var namedGroups: [Int]
  var hasReferences: Bool
}

extension PatternNode {
  var isAnchored: Bool {
    switch self {
    case .assertion(.start): true
    case .sequence(let nodes):
      // Only nodes that take no characters may come before the anchor.
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

/// A pattern as instructions for the linear matcher or for the backtracker.
struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    case set(Int)
    /// Takes one character, going towards the start of the text.
    case setBackward(Int)
    /// Goes on at both indexes; the first is preferred.
    case split(Int, Int)
    case jump(Int)
    case assertion(PatternNode.Assertion)
    /// Goes on where the look-around with that number holds; its places are found beforehand.
    case known(Int, isNegated: Bool)
    /// Takes characters of one set as often as the counter with that number allows.
    case count(Int)
    case match

    // The instructions below are for the backtracker alone.

    /// Runs the program that begins after this instruction, then goes on at `past`.
    case look(PatternNode.Look, past: Int)
    /// Remembers where a group begins or ends, or where an iteration begins.
    case save(slot: Int)
    case clearGroups(Range<Int>)
    /// Rejects an iteration that took no characters.
    case progress(slot: Int)
    case reference(group: Int, isBackward: Bool)
  }

  var instructions: [Instruction] = []
  var counters: [PatternCounter] = []
  /// Whether a match can begin only at the start of the text.
  var isAnchored = false
  /// Two for each group and for the whole match, and one for each loop.
  var slotCount = 0

  /// More instructions than any sensible pattern needs, with repeat counts written out.
  static let sizeLimit = 20_000
}

/// Why a source text is not a valid pattern.
package struct PatternError: Error, Hashable, Sendable {
  /// What is wrong, as a sentence fragment without a full stop.
  package let message: String
  /// Where, in UTF-8 bytes from the start of the source.
  package let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// A pattern with back-references took more steps than a check may take.
///
/// All other patterns run in time linear in the text and never throw it.
package struct PatternLimit: Error, Hashable, Sendable {
  /// The number of steps after which the matcher gave up.
  package let steps: Int
}
