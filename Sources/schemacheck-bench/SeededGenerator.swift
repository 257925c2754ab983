/// SplitMix64: the same numbers on every run and every platform.
struct SeededGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value &>> 31
  }

  /// A number in a range.
  mutating func number(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// An element of a list, which must not be empty.
  mutating func pick<T>(_ list: [T]) -> T { list[number(0...list.count - 1)] }
}
