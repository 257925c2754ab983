/// A program whose states are computed in advance: one table lookup per character. Patterns beyond
/// the limits use ``LinearMatcher``.
final class PatternAutomaton: Sendable {
  private let classes: ScalarClasses
  /// The tables live as long as the automaton and are never written after initialisation, so
  /// threads can share the pointers.
  nonisolated(unsafe) let view: View
  nonisolated(unsafe) private let memory = FrozenMemory()

  /// The raw tables: a search with them needs no reference counting.
  struct View: BitwiseCopyable {
    /// For each state, a row of next states by class. A state's number is the start of its row.
    let table: UnsafePointer<UInt32>
    let ascii: UnsafePointer<UInt16>
    /// Whether the text may end in a state, by the state's index.
    let acceptsAtEnd: UnsafePointer<Bool>
    let start: UInt32
    let width: UInt32
  }

  /// The state in which no match can follow, and the one in which a match is certain.
  private static let (dead, accept) = (0, 1)
  private static let tableLimit = 1 << 16
  private static let workLimit = 1 << 19

  /// Nil beyond the limits.
  init?(_ matcher: LinearMatcher) {
    guard matcher.looks.isEmpty else { return nil }
    var builder = Builder(matcher)
    guard builder.build() else { return nil }
    classes = matcher.classes
    let width = matcher.classes.count
    view = View(
      table: memory.freeze(builder.rows.flatMap { $0 }.map { UInt32($0 * width) }),
      ascii: memory.freeze(matcher.classes.ascii),
      acceptsAtEnd: memory.freeze(builder.acceptsAtEnd),
      start: UInt32(builder.start * width), width: UInt32(width))
  }

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var state = view.start
    var at = 0
    while at < bytes.count, !view.isSettled(state) {
      let byte = bytes[at]
      if byte < 0x80 {
        state = view.next(state, byte)
        at += 1
      } else {
        let (scalar, length) = bytes.scalar(at: at) ?? (0xFFFD, 1)
        state = view.next(state, ofClass: classes.of(scalar))
        at += length
      }
    }
    return view.verdict(state)
  }

  /// What precedes a place, as far as assertions need it.
  private enum Behind: Int { case start, word, other }

  private struct Builder {
    let matcher: LinearMatcher
    var rows: [[Int]] = []
    var acceptsAtEnd: [Bool] = []
    var start = 0
    private var numbers: [[Int]: Int] = [:]
    /// States to expand: the instructions to go on from, and what precedes the place.
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
      // Reserve the two final states; no list of ways equals these keys.
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

    /// The instructions that take a character and can be reached without one, and whether the end
    /// of the program can be reached. `ahead` says whether a word character follows; nil at the end.
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
        case .known, .setBackward, .look, .save, .clearGroups, .progress, .reference:
          preconditionFailure("an instruction that automata do not have")
        }
      }
      return (takers, isMatch)
    }
  }
}

extension PatternAutomaton.View {
  /// Whether ASCII text matches; nil for other text.
  @inline(__always)
  func matches(ascii bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    var state = start
    for byte in bytes {
      if isSettled(state) { break }
      guard byte < 0x80 else { return nil }
      state = next(state, byte)
    }
    return verdict(state)
  }

  /// Whether the result is certain, whatever follows.
  @inline(__always)
  fileprivate func isSettled(_ state: UInt32) -> Bool { state <= width }

  @inline(__always)
  fileprivate func next(_ state: UInt32, _ byte: UInt8) -> UInt32 {
    next(state, ofClass: ascii[Int(byte)])
  }

  /// A state is a row's start and a class is below the width, so the index is inside the table.
  @inline(__always)
  fileprivate func next(_ state: UInt32, ofClass number: UInt16) -> UInt32 {
    table[Int(state) &+ Int(number)]
  }

  @inline(__always)
  fileprivate func verdict(_ state: UInt32) -> Bool {
    isSettled(state) ? state == width : acceptsAtEnd[Int(state / width)]
  }
}
