@_spi(Engine) internal import JSONTape

/// A program whose states are computed in advance. So each character needs only one table look-up.
/// Patterns beyond the limits use ``LinearMatcher``.
final class PatternAutomaton: Sendable {
  private let classes: ScalarClasses
  /// The tables live as long as the automaton and are never written after initialisation, so
  /// threads can share the pointers.
  nonisolated(unsafe) let view: View
  nonisolated(unsafe) private let memory = FrozenMemory()

  /// The raw tables, so that a search needs no reference counting.
  struct View: BitwiseCopyable {
    /// For each state, a row of next states by class. A state's number is the start of its row.
    let table: UnsafePointer<UInt32>
    let ascii: UnsafePointer<UInt16>
    /// Whether the text may end in a state, by the state's index.
    let acceptsAtEnd: UnsafePointer<Bool>
    let start: UInt32
    let width: UInt32
  }

  /// Creates an automaton. Nil if the limits are exceeded. The limits are lower if there is another
  /// fast method.
  init?(_ matcher: LinearMatcher, triesOnly: Bool = false) {
    guard matcher.looks.isEmpty, matcher.program.counters.isEmpty else { return nil }
    var builder = AutomatonBuilder(matcher, workLimit: triesOnly ? 1 << 17 : 1 << 19)
    guard builder.build() else { return nil }
    classes = matcher.classes
    let width = matcher.classes.count
    view = View(
      // Without counters, each cell has one target.
      table: memory.freeze(builder.targets.map { $0 * UInt32(width) }),
      ascii: memory.freeze(matcher.classes.ascii),
      acceptsAtEnd: memory.freeze(builder.acceptsAtEnd),
      start: builder.start * UInt32(width), width: UInt32(width))
  }

  /// The cached automaton of a pattern. It exists as long as the plan.
  enum Known: BitwiseCopyable {
    case unknown
    /// The pattern has no automaton, or it needs several automata.
    case none
    case view(View)

    @inline(__always)
    var isUnknown: Bool { if case .unknown = self { true } else { false } }
  }

  func matches(_ bytes: ByteView) -> Bool {
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
}

extension PatternAutomaton.View {
  /// Whether ASCII text matches; nil for other text.
  @inline(__always)
  func matches(ascii bytes: ByteView) -> Bool? {
    var state = start
    for byte in bytes {
      if isSettled(state) { break }
      guard byte < 0x80 else { return nil }
      state = next(state, byte)
    }
    return verdict(state)
  }

  /// Whether the result is certain for any characters that follow.
  @inline(__always)
  fileprivate func isSettled(_ state: UInt32) -> Bool { state <= width }

  @inline(__always)
  fileprivate func next(_ state: UInt32, _ byte: UInt8) -> UInt32 {
    next(state, ofClass: ascii[Int(byte)])
  }

  /// The next state. A state is the start of a row, and a class is less than the width. So the
  /// index is inside the table. The class is added first, because it does not depend on the
  /// previous state.
  @inline(__always)
  fileprivate func next(_ state: UInt32, ofClass number: UInt16) -> UInt32 {
    (table + Int(number))[Int(state)]
  }

  @inline(__always)
  fileprivate func verdict(_ state: UInt32) -> Bool {
    isSettled(state) ? state == width : acceptsAtEnd[Int(state / width)]
  }
}
