@_spi(Engine) internal import JSONTape

/// Tries all possibilities of a program at the same time. The time is the number of instructions
/// times the number of characters. This is true for any pattern and any number of repetitions of a
/// set.
struct LinearMatcher: Sendable {
  let classes: ScalarClasses
  let wordSet: Int?
  let program: PatternProgram
  /// The look-arounds. Each is tried at every place of the text in one pass. A lookahead is
  /// compiled backwards and runs from the end of the text.
  let looks: [(program: PatternProgram, isAhead: Bool)]

  func matches(_ bytes: ByteView) -> Bool {
    let text = bytes.scalars.map(classes.of)
    var known: [[Bool]] = []
    for look in looks {
      var places = [Bool](repeating: false, count: text.count + 1)
      var run = Run(matcher: self, program: look.program, text: text, known: known)
      run.advance(isBackward: look.isAhead) { place in
        places[place] = true
        return true
      }
      known.append(places)
    }
    var isMatch = false
    var run = Run(matcher: self, program: program, text: text, known: known)
    run.advance(isBackward: false) { _ in
      isMatch = true
      return false
    }
    return isMatch
  }

  private struct Run {
    let matcher: LinearMatcher
    let program: PatternProgram
    let text: [UInt16]
    let known: [[Bool]]
    /// The active possibilities at a place: the indexes of instructions that accept a character.
    private var current: [Int] = []
    private var pending: [Int] = []
    private var stack: [Int] = []
    /// The states of the program's counters, and the instructions of those that continue.
    private var counted: [CountedPlaces]
    private var counting: [Int] = []
    /// The number of accepted characters so far.
    private var steps = 0
    /// For each instruction, the last place at which it was reached, plus one.
    private var visited: [Int]

    init(matcher: LinearMatcher, program: PatternProgram, text: [UInt16], known: [[Bool]]) {
      self.matcher = matcher
      self.program = program
      self.text = text
      self.known = known
      visited = Array(repeating: -1, count: program.instructions.count)
      counted = program.counters.map(CountedPlaces.init)
    }

    /// Calls `found` with every place at which the program can reach its end from any start. Stops
    /// if `found` returns false.
    mutating func advance(isBackward: Bool, _ found: (Int) -> Bool) {
      var place = isBackward ? text.count : 0
      let last = isBackward ? 0 : text.count
      while true {
        (current, counting) = (counting, current)
        counting.removeAll(keepingCapacity: true)
        var isMatch = false
        for start in pending { isMatch = reach(start, at: place) || isMatch }
        if !program.isAnchored || place == 0 { isMatch = reach(0, at: place) || isMatch }
        if isMatch, !found(place) { return }
        guard place != last, !current.isEmpty || !program.isAnchored else { return }
        let character = text[isBackward ? place - 1 : place]
        pending.removeAll(keepingCapacity: true)
        steps += 1
        for index in current { take(character, index) }
        place += isBackward ? -1 : 1
      }
    }

    private mutating func take(_ character: UInt16, _ index: Int) {
      switch program.instructions[index] {
      case .set(let set):
        if matcher.classes.set(set, contains: character) { pending.append(index + 1) }
      case .count(let counter):
        guard matcher.classes.set(program.counters[counter].set, contains: character) else {
          return counted[counter].clear()
        }
        let step = counted[counter].take(to: steps)
        if step != .none { counting.append(index) }
        if step == .mayEnd { pending.append(index + 1) }
      default: preconditionFailure("this instruction does not read a character")
      }
    }

    /// Follows all instructions that need no character. Returns whether this reaches the end of the
    /// program.
    private mutating func reach(_ start: Int, at place: Int) -> Bool {
      var isMatch = false
      stack.append(start)
      while let index = stack.popLast() {
        guard visited[index] != place else { continue }
        visited[index] = place
        switch program.instructions[index] {
        case .set: current.append(index)
        case .count(let counter):
          if counted[counter].isEmpty { current.append(index) }
          counted[counter].begin(at: steps)
          if program.counters[counter].minimum == 0 { stack.append(index + 1) }
        case .split(let first, let second):
          stack.append(second)
          stack.append(first)
        case .jump(let target): stack.append(target)
        case .assertion(let assertion):
          let holds = matcher.classes.holds(
            assertion, at: place, in: text, wordSet: matcher.wordSet)
          if holds { stack.append(index + 1) }
        case .known(let look, let isNegated):
          if known[look][place] != isNegated { stack.append(index + 1) }
        case .match: isMatch = true
        case .setBackward, .look, .save, .clearGroups, .progress, .reference:
          preconditionFailure("only the backtracker can run this instruction")
        }
      }
      return isMatch
    }
  }
}
