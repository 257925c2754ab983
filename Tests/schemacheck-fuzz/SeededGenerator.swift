/// SplitMix64: the same numbers on every run and every platform.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// The generator of one iteration, so that each can be run again alone.
  init(seed: UInt64, iteration: UInt64) {
    self.init(seed: seed ^ (iteration &* 0xD6E8_FEB8_6659_FD93))
    _ = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value &>> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value &>> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value &>> 31
  }

  /// A number below `bound`, which may be 0.
  mutating func below(_ bound: Int) -> Int {
    bound <= 1 ? 0 : Int(next() % UInt64(bound))
  }

  /// True once in so many times.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }
}
