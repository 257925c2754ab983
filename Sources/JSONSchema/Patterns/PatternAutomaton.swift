/// A program with its states worked out beforehand: one table look-up a character.
///
/// Built whole when the pattern is compiled, within fixed bounds, so that it is plain immutable
/// data; patterns that pass the bounds stay with ``LinearMatcher``. A class, so that handing it to a
/// search counts one reference and not one for each of its tables.
final class PatternAutomaton: Sendable {
  private let classes: ScalarClasses
  /// For each state a row of next states by class. States are numbered by their row's start.
  private let table: [UInt32]
  private let start: UInt32
  /// By state's number in order: whether the text may end there.
  private let acceptsAtEnd: [Bool]
  private let width: Int

  /// The state from which no match can come, and the one in which a match is certain.
  private static let (dead, accept) = (0, 1)
  private static let tableLimit = 1 << 16
  private static let workLimit = 1 << 19

  /// Nil past the bounds.
  init?(_ matcher: LinearMatcher) {
    guard matcher.looks.isEmpty else { return nil }
    var builder = Builder(matcher)
    guard builder.build() else { return nil }
    classes = matcher.classes
    width = matcher.classes.count
    let width = matcher.classes.count
    table = builder.rows.flatMap { $0 }.map { UInt32($0 * width) }
    start = UInt32(builder.start * width)
    acceptsAtEnd = builder.acceptsAtEnd
  }

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let settled = UInt32(PatternAutomaton.accept * width)
    var state = start
    var at = 0
    let end = bytes.count
    let isUndecided = table.withUnsafeBufferPointer { table in
      classes.ascii.withUnsafeBufferPointer { ascii in
        while at < end {
          if state <= settled { return false }
          let byte = bytes[at]
          if byte < 0x80 {
            // A state is a row's start and a class is less than the width, so both are in bounds.
            state = table[Int(state) + Int(ascii[Int(byte)])]
            at += 1
          } else {
            let (scalar, length) = bytes.scalar(at: at) ?? (0xFFFD, 1)
            state = table[Int(state) + Int(classes.of(scalar))]
            at += length
          }
        }
        return true
      }
    }
    guard isUndecided else { return state == settled }
    return acceptsAtEnd[Int(state) / width]
  }

  /// What is behind a place, as far as an assertion can ask.
  private enum Behind: Int { case start, word, other }

  private struct Builder {
    let matcher: LinearMatcher
    var rows: [[Int]] = []
    var acceptsAtEnd: [Bool] = []
    var start = 0
    private var numbers: [[Int]: Int] = [:]
    /// States to work out: where their ways go on, and what is behind them.
    private var states: [(ways: [Int], behind: Behind)] = []
    private var work = 0
    private var visited: [Int]
    private var generation = 0

    init(_ matcher: LinearMatcher) {
      self.matcher = matcher
      visited = Array(repeating: 0, count: matcher.program.instructions.count)
    }

    mutating func build() -> Bool {
      let width = matcher.classes.count
      // Reserve the two settled states; no list of ways is equal to these keys.
      for number in [PatternAutomaton.dead, PatternAutomaton.accept] {
        numbers[[-1, number]] = number
        states.append(([], .other))
        rows.append(Array(repeating: number, count: width))
        acceptsAtEnd.append(number == PatternAutomaton.accept)
      }
      start = number(of: [0], .start)
      var next = 2
      while next < states.count {
        guard work <= PatternAutomaton.workLimit,
          states.count * width <= PatternAutomaton.tableLimit
        else { return false }
        expand(states[next].ways, states[next].behind)
        next += 1
      }
      return true
    }

    private mutating func number(of ways: [Int], _ behind: Behind) -> Int {
      if ways.isEmpty { return PatternAutomaton.dead }
      let key = ways + [-2 - behind.rawValue]
      if let number = numbers[key] { return number }
      numbers[key] = states.count
      states.append((ways, behind))
      return states.count - 1
    }

    /// Works out the row of a state.
    private mutating func expand(_ ways: [Int], _ behind: Behind) {
      let asksForWords = matcher.wordSet != nil
      acceptsAtEnd.append(reach(ways, behind, ahead: nil).isMatch)
      let beforeOther = reach(ways, behind, ahead: false)
      let beforeWord = asksForWords ? reach(ways, behind, ahead: true) : beforeOther
      var row: [Int] = []
      row.reserveCapacity(matcher.classes.count)
      for character in 0..<UInt16(matcher.classes.count) {
        let isWord = matcher.wordSet.map { matcher.classes.set($0, contains: character) } ?? false
        let (takers, isMatch) = isWord ? beforeWord : beforeOther
        if isMatch {
          row.append(PatternAutomaton.accept)
          continue
        }
        var next = matcher.program.isAnchored ? [] : [0]
        for index in takers {
          if case .set(let set) = matcher.program.instructions[index],
            matcher.classes.set(set, contains: character)
          {
            next.append(index + 1)
          }
        }
        work += takers.count + next.count + 1
        row.append(number(of: next.sorted(), asksForWords && isWord ? .word : .other))
      }
      rows.append(row)
    }

    /// The instructions that take a character after everything that takes none, and whether the
    /// program's end is among the places reached. `ahead` says whether a word character follows,
    /// nil at the end of the text.
    private mutating func reach(
      _ ways: [Int], _ behind: Behind, ahead: Bool?
    ) -> (takers: [Int], isMatch: Bool) {
      generation += 1
      var takers: [Int] = []
      var isMatch = false
      var stack = ways
      while let index = stack.popLast() {
        guard visited[index] != generation else { continue }
        visited[index] = generation
        work += 1
        switch matcher.program.instructions[index] {
        case .set: takers.append(index)
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
          if holds { stack.append(index + 1) }
        case .match: isMatch = true
        case .known, .setBackward, .look, .save, .clearGroups, .enter, .progress, .reference:
          preconditionFailure("an instruction that automata do not have")
        }
      }
      return (takers, isMatch)
    }
  }
}
