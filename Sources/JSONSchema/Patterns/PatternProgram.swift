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
    case save(slot: Int)
    case clearGroups(Range<Int>)
    /// Remembers where an iteration begins.
    case enter(register: Int)
    /// Refuses an iteration that took nothing.
    case progress(register: Int)
    case reference(group: Int, isBackward: Bool)
  }

  var instructions: [Instruction] = []
  /// Whether a match can begin only at the start of the text.
  var isAnchored = false
  var registerCount = 0

  /// More instructions than any sensible pattern comes to, repeat counts written out.
  static let sizeLimit = 20_000
}

/// A look-around whose body is tried at every place of the text in one go.
struct LookProgram: Sendable {
  var program: PatternProgram
  /// A look ahead is written backwards and run from the end of the text.
  var isAhead: Bool
}
