@_spi(Engine) internal import JSONTape

/// An automaton with counters. For each character, it makes one table look-up, and one step for
/// each counter that accepts the character. The size of the counts does not matter.
final class CountingAutomaton: Sendable {
  private let classes: ScalarClasses
  private let counters: [PatternCounter]
  // Written once, by the initialiser.
  private let cells: [AutomatonBuilder.Cell]
  private let targets: [UInt32]
  private let acceptsAtEnd: [Bool]
  private let start: UInt32

  /// Creates an automaton. Nil if the limits of ``AutomatonBuilder`` are exceeded.
  init?(_ matcher: LinearMatcher) {
    guard matcher.looks.isEmpty else { return nil }
    var builder = AutomatonBuilder(matcher, workLimit: 1 << 19)
    guard builder.build() else { return nil }
    classes = matcher.classes
    counters = matcher.program.counters
    cells = builder.cells
    targets = builder.targets
    acceptsAtEnd = builder.acceptsAtEnd
    start = builder.start
  }

  func matches(_ bytes: ByteView) -> Bool {
    var counted = counters.map(CountedPlaces.init)
    /// One bit for each counter that continues.
    var live: UInt8 = 0
    var state = start
    var (at, place) = (0, 0)
    while at < bytes.count, state > AutomatonBuilder.accept {
      let byte = bytes[at]
      let number: UInt16
      if byte < 0x80 {
        number = classes.ascii[Int(byte)]
        at += 1
      } else {
        let (scalar, length) = bytes.scalar(at: at) ?? (0xFFFD, 1)
        number = classes.of(scalar)
        at += length
      }
      let cell = cells[Int(state) * classes.count + Int(number)]
      var target = cell.targets
      if cell.taking | live != 0 {
        target += count(cell, at: place, &counted, &live)
      }
      state = targets[Int(target)]
      place += 1
    }
    return state == AutomatonBuilder.accept || acceptsAtEnd[Int(state)]
  }

  /// Moves the counters and returns the combination of their steps.
  @inline(__always)
  private func count(
    _ cell: AutomatonBuilder.Cell, at place: Int, _ counted: inout [CountedPlaces],
    _ live: inout UInt8
  ) -> UInt32 {
    var combination: UInt32 = 0
    var shift: UInt32 = 0
    var left = cell.taking | live
    live = 0
    while left != 0 {
      let counter = left.trailingZeroBitCount
      let bit: UInt8 = 1 << UInt8(counter)
      left &= ~bit
      guard cell.taking & bit != 0 else {
        counted[counter].clear()
        continue
      }
      if cell.begun & bit != 0 { counted[counter].begin(at: place) }
      let step = counted[counter].take(to: place &+ 1)
      if step != .none { live |= bit }
      combination |= step.rawValue &<< shift
      shift &+= 2
    }
    return combination
  }
}
