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
  /// The text that the group with this number matched. A negative number means a named group: -1 is
  /// the first name in ``PatternSyntax/namedGroups``.
  case reference(Int)

  /// The number of repetitions. If `maximum` is nil, there is no limit.
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
  /// The different sets of characters in the pattern.
  var sets: [ScalarSet]
  /// The index of the set for `\w`, if a word boundary needs it.
  var wordSet: Int?
  var groupCount: Int
  /// The group number for each reference by name.
  var namedGroups: [Int]
  var hasReferences: Bool
}

extension PatternNode {
  var isAnchored: Bool {
    switch self {
    case .assertion(.start): true
    case .sequence(let nodes):
      // Only nodes without characters may come before the anchor.
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
    /// Accepts one character, towards the start of the text.
    case setBackward(Int)
    /// Continues at both indexes. The first index has priority.
    case split(Int, Int)
    case jump(Int)
    case assertion(PatternNode.Assertion)
    /// Continues where the look-around with this number matches. The places where it matches are
    /// found in advance.
    case known(Int, isNegated: Bool)
    /// Accepts characters of one set as often as the counter with this number allows.
    case count(Int)
    case match

    // Only the backtracker uses the following instructions.

    /// Runs the program after this instruction, then continues at `past`.
    case look(PatternNode.Look, past: Int)
    /// Remembers the start or end of a group, or the start of an iteration.
    case save(slot: Int)
    case clearGroups(Range<Int>)
    /// Rejects an iteration without characters.
    case progress(slot: Int)
    case reference(group: Int, isBackward: Bool)
  }

  var instructions: [Instruction] = []
  var counters: [PatternCounter] = []
  /// Whether a match can begin only at the start of the text.
  var isAnchored = false
  /// The number of slots: two for each group and for the whole match, and one for each loop.
  var slotCount = 0

  /// The maximum number of instructions. Sensible patterns need fewer, even if their repetitions
  /// are written out.
  static let sizeLimit = 20_000
}

/// Why a source text is not a valid pattern.
package struct PatternError: Error, Hashable, Sendable {
  /// The problem as a sentence fragment without a full stop.
  package let message: String
  /// The place, in UTF-8 bytes from the start of the source.
  package let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}

/// The error if a pattern with back-references needs more steps than a check allows.
///
/// All other patterns need time linear in the text and never throw this error.
package struct PatternLimit: Error, Hashable, Sendable {
  /// The number of steps before the matcher stopped.
  package let steps: Int
}
