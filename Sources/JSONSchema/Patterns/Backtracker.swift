@_spi(Engine) internal import JSONTape

/// Tries one possibility after the other, for patterns with back-references. The number of steps is
/// limited.
struct Backtracker: Sendable {
  private let classes: ScalarClasses
  private let wordSet: Int?
  private let program: PatternProgram

  /// The maximum number of open possibilities. Sensible searches need fewer.
  private static let frameLimit = 1 << 21

  init(_ syntax: PatternSyntax, _ classes: ScalarClasses) throws(PatternError) {
    self.classes = classes
    wordSet = syntax.wordSet
    program = try PatternCompiler.backtracking(syntax)
  }

  func matches(_ bytes: ByteView) throws(PatternLimit) -> Bool {
    let scalars = bytes.scalars
    var run = Run(self, scalars)
    for start in 0...(program.isAnchored ? 0 : scalars.count) {
      if try run.run(from: 0, at: start) { return true }
    }
    return false
  }

  private struct Run {
    private let machine: Backtracker
    private let scalars: [UInt32]
    private let text: [UInt16]
    private var place = 0
    /// Two slots for each group, for the group's start and end. They are -1 if the group did not
    /// take part. Then one slot for each loop.
    private var slots: [Int]
    private var frames: [Frame] = []
    private var steps = 0
    private let limit: Int

    private enum Frame {
      /// Another possibility to continue.
      case way(index: Int, place: Int)
      /// The previous content of a slot.
      case slot(Int, value: Int)
    }

    init(_ machine: Backtracker, _ scalars: [UInt32]) {
      self.machine = machine
      self.scalars = scalars
      text = scalars.map(machine.classes.of)
      slots = Array(repeating: -1, count: machine.program.slotCount)
      limit = 1_000_000 + 16 * scalars.count
    }

    /// Runs to the next `match`. The calls are nested like the pattern's look-arounds.
    mutating func run(from start: Int, at first: Int) throws(PatternLimit) -> Bool {
      let base = frames.count
      var index = start
      place = first
      while true {
        steps += 1
        guard steps <= limit, frames.count <= Backtracker.frameLimit else {
          throw PatternLimit(steps: steps)
        }
        let goesOn: Bool
        switch machine.program.instructions[index] {
        case .match:
          dropWays(above: base)
          return true
        case .split(let preferred, let other):
          frames.append(.way(index: other, place: place))
          index = preferred
          continue
        case .jump(let target):
          index = target
          continue
        case .look(let look, let past):
          let here = place
          let mark = frames.count
          let holds = try run(from: index + 1, at: here)
          if look.isNegated { unwind(to: mark) }
          place = here
          goesOn = holds != look.isNegated
          if goesOn {
            index = past
            continue
          }
        case .set(let set):
          goesOn = place < text.count && machine.classes.set(set, contains: text[place])
          if goesOn { place += 1 }
        case .setBackward(let set):
          goesOn = place > 0 && machine.classes.set(set, contains: text[place - 1])
          if goesOn { place -= 1 }
        case .assertion(let assertion):
          goesOn = machine.classes.holds(
            assertion, at: place, in: text, wordSet: machine.wordSet)
        case .save(let slot):
          write(place, in: slot)
          goesOn = true
        case .clearGroups(let groups):
          for slot in (groups.lowerBound * 2)..<(groups.upperBound * 2) where slots[slot] != -1 {
            write(-1, in: slot)
          }
          steps += groups.count
          goesOn = true
        case .progress(let slot): goesOn = slots[slot] != place
        case .reference(let group, let isBackward):
          goesOn = take(group, isBackward: isBackward)
        case .known, .count:
          preconditionFailure("only the linear matcher can run this instruction")
        }
        if goesOn {
          index += 1
        } else if let way = nextWay(above: base) {
          index = way
        } else {
          return false
        }
      }
    }

    private mutating func write(_ value: Int, in slot: Int) {
      frames.append(.slot(slot, value: slots[slot]))
      slots[slot] = value
    }

    /// Goes back to the last possibility that is not tried yet.
    private mutating func nextWay(above base: Int) -> Int? {
      while frames.count > base, let frame = frames.popLast() {
        switch frame {
        case .way(let index, let place):
          self.place = place
          return index
        case .slot(let slot, let value): slots[slot] = value
        }
      }
      return nil
    }

    private mutating func unwind(to base: Int) {
      while nextWay(above: base) != nil {}
    }

    /// After a success, drops the other possibilities but keeps the previous contents of groups.
    private mutating func dropWays(above base: Int) {
      var kept = base
      for index in base..<frames.count {
        guard case .slot = frames[index] else { continue }
        frames[kept] = frames[index]
        kept += 1
      }
      steps += frames.count - base
      frames.removeLast(frames.count - kept)
    }

    /// Accepts the text that a group matched. The text is empty if the group did not take part.
    private mutating func take(_ group: Int, isBackward: Bool) -> Bool {
      let (start, end) = (slots[group * 2], slots[group * 2 + 1])
      guard start >= 0, end >= start else { return true }
      let length = end - start
      steps += length
      let from = isBackward ? place - length : place
      guard from >= 0, from + length <= scalars.count,
        scalars[from..<(from + length)] == scalars[start..<end]
      else { return false }
      place = isBackward ? from : from + length
      return true
    }
  }
}
