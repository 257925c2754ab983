import TestSupport

/// Mutates inputs in ways that parsers often get wrong.
extension SeededGenerator {
  /// Inputs grow no further than this.
  private static let largestInput = 1 << 16

  /// The generator of one iteration, so that each can be run again alone.
  init(seed: UInt64, iteration: UInt64) {
    self.init(seed: seed ^ (iteration &* 0xD6E8_FEB8_6659_FD93))
    _ = next()
  }

  /// The generator of a target's own choices, which do not depend on how its input was made.
  init(choicesOf seed: UInt64, iteration: UInt64) { self.init(seed: ~seed, iteration: iteration) }

  /// True once in so many times.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  /// `seed` with one to eight changes; `donor` is another input to take pieces from.
  mutating func mutation(of seed: [UInt8], donor: [UInt8]) -> [UInt8] {
    var input = seed
    // Half of the inputs stay well-formed where they can, to get past the parsers.
    if once(in: 2) {
      for _ in 0...below(3) { changeGently(&input) }
      return input
    }
    var changes = 1
    while changes < 8, !once(in: 3) { changes += 1 }
    for _ in 0..<changes {
      change(&input, donor)
      if input.count > Self.largestInput { input.removeLast(input.count - Self.largestInput) }
    }
    return input
  }

  private mutating func change(_ input: inout [UInt8], _ donor: [UInt8]) {
    guard !input.isEmpty else {
      input = pick(FuzzTokens.all)
      return
    }
    let place = below(input.count)
    switch below(17) {
    case 0: input[place] ^= 1 << UInt8(below(8))
    case 1: input[place] = UInt8(truncatingIfNeeded: next())
    case 2: input[place] = pick(FuzzTokens.bytes)
    case 3: input.removeSubrange(range(at: place, in: input, 24))
    case 4: if once(in: 3) { input.removeSubrange(place...) }
    case 5, 6: input.insert(contentsOf: pick(FuzzTokens.all), at: place)
    case 7:
      let copy = Array(input[range(at: place, in: input, 200)])
      input.insert(contentsOf: copy, at: below(input.count))
    case 8:
      let copy = Array(input[range(at: place, in: input, 24)])
      for _ in 0..<below(60) { input.insert(contentsOf: copy, at: place) }
    case 9:
      guard !donor.isEmpty else { return }
      let from = below(donor.count)
      input.insert(contentsOf: donor[range(at: from, in: donor, 400)], at: place)
    case 10: input.swapAt(place, below(input.count))
    case 11: replaceNumber(near: place, &input)
    case 12: replaceValue(near: place, &input)
    case 13: changeString(near: place, &input)
    case 14:
      let open: [UInt8] = pick([[0x5B], Array(#"{"a":"#.utf8), Array("(".utf8)])
      for _ in 0..<below(once(in: 8) ? 600 : 12) {
        input.insert(contentsOf: open, at: place)
      }
    case 15: wrap(&input)
    default:
      let token = pick(FuzzTokens.all)
      let end = min(input.count, place + token.count)
      input.replaceSubrange(place..<end, with: token)
    }
  }

  /// A change that JSON survives: a value, a number, a property more or a letter of a string.
  private mutating func changeGently(_ input: inout [UInt8]) {
    guard !input.isEmpty else { return }
    let place = below(input.count)
    switch below(4) {
    case 0: replaceNumber(near: place, &input)
    case 1:
      // Of a scalar, so that brackets stay in pairs.
      guard let colon = input[place...].firstIndex(of: UInt8(ascii: ":")),
        let value = input[(colon + 1)...].firstIndex(where: { $0 > 0x20 }),
        input[value] != UInt8(ascii: "{"), input[value] != UInt8(ascii: "[")
      else { return }
      replaceValue(near: place, &input)
    case 2:
      guard let comma = input[place...].firstIndex(of: UInt8(ascii: ",")) else { return }
      input.insert(contentsOf: pick(FuzzTokens.properties), at: comma + 1)
    default:
      let isLetter = { (byte: UInt8) in (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
      guard let letter = input[place...].firstIndex(where: isLetter) else { return }
      input[letter] ^= once(in: 2) ? 0x20 : 0x01
    }
  }

  private mutating func range(at place: Int, in input: [UInt8], _ longest: Int) -> Range<Int> {
    place..<min(input.count, place + 1 + below(longest))
  }

  /// Puts the whole input inside many brackets, all of them closed again.
  private mutating func wrap(_ input: inout [UInt8]) {
    let (open, close) = pick(FuzzTokens.wrappings)
    let depth = below(once(in: 4) ? 700 : 8)
    guard input.count + depth * (open.utf8.count + close.utf8.count) <= Self.largestInput else {
      return
    }
    input =
      Array(String(repeating: open, count: depth).utf8) + input
      + Array(String(repeating: close, count: depth).utf8)
  }

  /// The digits at or behind `place` become another number.
  private mutating func replaceNumber(near place: Int, _ input: inout [UInt8]) {
    let isDigit = { (byte: UInt8) in byte >= 0x30 && byte <= 0x39 }
    guard let start = input[place...].firstIndex(where: isDigit) else { return }
    let end = input[start...].firstIndex { !isDigit($0) } ?? input.count
    input.replaceSubrange(start..<end, with: pick(FuzzTokens.numbers))
  }

  /// What stands between a colon and the next comma or bracket becomes another value.
  private mutating func replaceValue(near place: Int, _ input: inout [UInt8]) {
    guard let colon = input[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
    let ends: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
    let end = input[(colon + 1)...].firstIndex(where: ends.contains) ?? input.count
    input.replaceSubrange((colon + 1)..<end, with: pick(FuzzTokens.values))
  }

  /// Something is put right before or behind a quote or a backslash, so that strings begin and end in it.
  private mutating func changeString(near place: Int, _ input: inout [UInt8]) {
    let isMark = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }
    guard let mark = input[place...].firstIndex(where: isMark) else { return }
    input.insert(contentsOf: pick(FuzzTokens.escapes), at: once(in: 2) ? mark : mark + 1)
  }
}
