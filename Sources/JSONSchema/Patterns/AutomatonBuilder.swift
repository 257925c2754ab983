/// Computes the states of a program in advance. The result is a table with the next state for each
/// state and each class of characters. With counters, the next state also depends on the counters
/// after the character.
struct AutomatonBuilder {
  /// The effect of a class of characters in a state.
  struct Cell: BitwiseCopyable {
    /// One bit for each counter that begins before the character.
    var begun: UInt8 = 0
    /// One bit for each counter that accepts the character. All other counters are cleared.
    var taking: UInt8 = 0
    /// The first target. There is one target for each combination of ``CountedPlaces/Step`` of the
    /// counters that accept the character. Each counter has two bits, and the lowest counter is
    /// first.
    var targets: UInt32 = 0
  }

  /// The state in which no match is possible, and the state in which a match is certain.
  static let (dead, accept): (UInt32, UInt32) = (0, 1)
  static let counterLimit = 8
  /// The maximum number of counters that accept the same character.
  private static let takingLimit = 3
  private static let tableLimit = 1 << 16

  private(set) var cells: [Cell] = []
  private(set) var targets: [UInt32] = []
  private(set) var acceptsAtEnd: [Bool] = []
  private(set) var start: UInt32 = 0

  private let matcher: LinearMatcher
  private let workLimit: Int
  private var numbers: [[Int]: UInt32] = [:]
  /// The states to expand: the possible next steps, and the character before the place. A step is
  /// an instruction, or a counter that continues. A counter has the number of instructions plus the
  /// counter's number.
  private var states: [(ways: [Int], behind: Behind)] = []
  private var work = 0
  private var visited: [Int]
  private var generation = 0

  /// The kind of character before a place. Only the kinds that assertions need are distinguished.
  private enum Behind: Int { case start, word, other }

  /// The steps that a state can reach without a character.
  private struct Reach {
    /// The steps that accept a character.
    var takers: [Int] = []
    var begun: UInt8 = 0
    /// Whether the end of the program can be reached.
    var isMatch = false
  }

  init(_ matcher: LinearMatcher, workLimit: Int) {
    self.matcher = matcher
    self.workLimit = workLimit
    visited = Array(
      repeating: 0, count: matcher.program.instructions.count + matcher.program.counters.count)
  }

  /// False if the automaton would be too large.
  mutating func build() -> Bool {
    guard matcher.program.counters.count <= Self.counterLimit else { return false }
    // The two final states come first. They are not in `numbers`, so no other state can become one.
    for state in [Self.dead, Self.accept] {
      states.append(([], .other))
      acceptsAtEnd.append(state == Self.accept)
      for _ in 0..<matcher.classes.count { place(Cell(), [state]) }
    }
    start = number(of: [0], .start)
    var next = 2
    while next < states.count {
      guard work <= workLimit, targets.count <= Self.tableLimit,
        states.count * matcher.classes.count <= Self.tableLimit,
        expand(states[next].ways, states[next].behind)
      else { return false }
      next += 1
    }
    return true
  }

  private mutating func place(_ cell: Cell, _ following: [UInt32]) {
    var cell = cell
    cell.targets = UInt32(targets.count)
    cells.append(cell)
    targets += following
  }

  private mutating func number(of ways: [Int], _ behind: Behind) -> UInt32 {
    if ways.isEmpty { return Self.dead }
    let key = ways + [-2 - behind.rawValue]
    if let number = numbers[key] { return number }
    let number = UInt32(states.count)
    numbers[key] = number
    states.append((ways, behind))
    return number
  }

  private mutating func expand(_ ways: [Int], _ behind: Behind) -> Bool {
    let asksForWords = matcher.wordSet != nil
    acceptsAtEnd.append(reach(ways, behind, ahead: nil).isMatch)
    let beforeOther = reach(ways, behind, ahead: false)
    let beforeWord = asksForWords ? reach(ways, behind, ahead: true) : beforeOther
    for character in 0..<UInt16(matcher.classes.count) {
      let isWord = matcher.wordSet.map { matcher.classes.set($0, contains: character) } ?? false
      let reached = isWord ? beforeWord : beforeOther
      if reached.isMatch {
        place(Cell(), [Self.accept])
      } else {
        let next: Behind = asksForWords && isWord ? .word : .other
        guard take(character, reached, then: next) else { return false }
      }
    }
    return true
  }

  /// Adds the cell of a state for a class of characters.
  private mutating func take(_ character: UInt16, _ reached: Reach, then behind: Behind) -> Bool {
    let (program, classes) = (matcher.program, matcher.classes)
    var next = program.isAnchored ? [] : [0]
    var taking: [Int] = []
    for way in reached.takers {
      if way >= program.instructions.count {
        let counter = way - program.instructions.count
        if classes.set(program.counters[counter].set, contains: character) {
          taking.append(counter)
        }
      } else if case .set(let set) = program.instructions[way],
        classes.set(set, contains: character)
      {
        next.append(way + 1)
      }
    }
    guard taking.count <= Self.takingLimit else { return false }
    taking.sort()
    var following: [UInt32] = []
    for steps in 0..<UInt32(1) << (2 * UInt32(taking.count)) {
      var ways = next
      for (position, counter) in taking.enumerated() {
        let step = CountedPlaces.Step(rawValue: steps >> (2 * UInt32(position)) & 3)
        if let step, step != .none { ways.append(program.instructions.count + counter) }
        if step == .mayEnd { ways.append(program.counters[counter].instruction + 1) }
      }
      work += reached.takers.count + ways.count + 1
      following.append(number(of: ways.sorted(), behind))
    }
    let bits = taking.reduce(into: UInt8(0)) { $0 |= 1 << $1 }
    place(Cell(begun: reached.begun, taking: bits), following)
    return true
  }

  /// The steps that can be reached. `ahead` says whether a word character follows. It is nil at the
  /// end.
  private mutating func reach(_ ways: [Int], _ behind: Behind, ahead: Bool?) -> Reach {
    generation += 1
    var reached = Reach()
    var stack = ways
    let count = matcher.program.instructions.count
    while let way = stack.popLast() {
      guard visited[way] != generation else { continue }
      visited[way] = generation
      work += 1
      guard way < count else {
        reached.takers.append(way)
        continue
      }
      switch matcher.program.instructions[way] {
      case .set: reached.takers.append(way)
      case .count(let counter):
        reached.begun |= 1 << UInt8(counter)
        stack.append(count + counter)
        if matcher.program.counters[counter].minimum == 0 { stack.append(way + 1) }
      case .split(let first, let second): stack += [first, second]
      case .jump(let target): stack.append(target)
      case .assertion(let assertion):
        let holds =
          switch assertion {
          case .start: behind == .start
          case .end: ahead == nil
          case .boundary: (behind == .word) != (ahead ?? false)
          case .noBoundary: (behind == .word) == (ahead ?? false)
          }
        if holds { stack.append(way + 1) }
      case .match: reached.isMatch = true
      case .known, .setBackward, .look, .save, .clearGroups, .progress, .reference:
        preconditionFailure("an automaton cannot have this instruction")
      }
    }
    return reached
  }
}
