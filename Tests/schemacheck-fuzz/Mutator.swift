/// Mutates inputs in ways that parsers often get wrong.
struct Mutator {
  /// Inputs grow no further than this.
  static let largest = 1 << 16

  /// The tokens to insert: words of every format.
  let tokens: [[UInt8]] = Mutator.tokens

  /// `seed` with one to eight changes; `donor` is another input to take pieces from.
  func mutate(_ seed: [UInt8], donor: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
    var input = seed
    // Half of the inputs stay well-formed where they can, to get past the parsers.
    if generator.once(in: 2) {
      for _ in 0...generator.below(3) { changeGently(&input, &generator) }
      return input
    }
    var changes = 1
    while changes < 8, !generator.once(in: 3) { changes += 1 }
    for _ in 0..<changes {
      change(&input, donor, &generator)
      if input.count > Self.largest { input.removeLast(input.count - Self.largest) }
    }
    return input
  }

  private func change(
    _ input: inout [UInt8], _ donor: [UInt8], _ generator: inout SeededGenerator
  ) {
    guard !input.isEmpty else {
      input = generator.pick(tokens)
      return
    }
    let place = generator.below(input.count)
    switch generator.below(17) {
    case 0: input[place] ^= 1 << UInt8(generator.below(8))
    case 1: input[place] = UInt8(truncatingIfNeeded: generator.next())
    case 2: input[place] = generator.pick(Self.bytes)
    case 3: input.removeSubrange(range(at: place, in: input, 24, &generator))
    case 4: if generator.once(in: 3) { input.removeSubrange(place...) }
    case 5, 6: input.insert(contentsOf: generator.pick(tokens), at: place)
    case 7:
      let copy = Array(input[range(at: place, in: input, 200, &generator)])
      input.insert(contentsOf: copy, at: generator.below(input.count))
    case 8:
      let copy = Array(input[range(at: place, in: input, 24, &generator)])
      for _ in 0..<generator.below(60) { input.insert(contentsOf: copy, at: place) }
    case 9:
      guard !donor.isEmpty else { return }
      let from = generator.below(donor.count)
      input.insert(contentsOf: donor[range(at: from, in: donor, 400, &generator)], at: place)
    case 10: input.swapAt(place, generator.below(input.count))
    case 11: replaceNumber(near: place, &input, &generator)
    case 12: replaceValue(near: place, &input, &generator)
    case 13: changeString(near: place, &input, &generator)
    case 14:
      let open: [UInt8] = generator.pick([[0x5B], Array(#"{"a":"#.utf8), Array("(".utf8)])
      for _ in 0..<generator.below(generator.once(in: 8) ? 600 : 12) {
        input.insert(contentsOf: open, at: place)
      }
    case 15: wrap(&input, &generator)
    default:
      let token = generator.pick(tokens)
      let end = min(input.count, place + token.count)
      input.replaceSubrange(place..<end, with: token)
    }
  }

  /// A change that JSON survives: a value, a number, a member more or a letter of a string.
  private func changeGently(_ input: inout [UInt8], _ generator: inout SeededGenerator) {
    guard !input.isEmpty else { return }
    let place = generator.below(input.count)
    switch generator.below(4) {
    case 0: replaceNumber(near: place, &input, &generator)
    case 1:
      // Of a scalar, so that brackets stay in pairs.
      guard let colon = input[place...].firstIndex(of: UInt8(ascii: ":")),
        let value = input[(colon + 1)...].firstIndex(where: { $0 > 0x20 }),
        input[value] != UInt8(ascii: "{"), input[value] != UInt8(ascii: "[")
      else { return }
      replaceValue(near: place, &input, &generator)
    case 2:
      guard let comma = input[place...].firstIndex(of: UInt8(ascii: ",")) else { return }
      input.insert(contentsOf: generator.pick(Self.members), at: comma + 1)
    default:
      let isLetter = { (byte: UInt8) in (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
      guard let letter = input[place...].firstIndex(where: isLetter) else { return }
      input[letter] ^= generator.once(in: 2) ? 0x20 : 0x01
    }
  }

  private func range(
    at place: Int, in input: [UInt8], _ longest: Int, _ generator: inout SeededGenerator
  ) -> Range<Int> {
    place..<min(input.count, place + 1 + generator.below(longest))
  }

  /// Puts the whole input inside many brackets, all of them closed again.
  private func wrap(_ input: inout [UInt8], _ generator: inout SeededGenerator) {
    let (open, close) = generator.pick(Self.wrappings)
    let depth = generator.below(generator.once(in: 4) ? 700 : 8)
    guard input.count + depth * (open.utf8.count + close.utf8.count) <= Self.largest else { return }
    input =
      Array(String(repeating: open, count: depth).utf8) + input
      + Array(String(repeating: close, count: depth).utf8)
  }

  /// The digits at or behind `place` become another number.
  private func replaceNumber(
    near place: Int, _ input: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    let isDigit = { (byte: UInt8) in byte >= 0x30 && byte <= 0x39 }
    guard let start = input[place...].firstIndex(where: isDigit) else { return }
    let end = input[start...].firstIndex { !isDigit($0) } ?? input.count
    input.replaceSubrange(start..<end, with: generator.pick(Self.numbers))
  }

  /// What stands between a colon and the next comma or bracket becomes another value.
  private func replaceValue(
    near place: Int, _ input: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    guard let colon = input[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
    let ends: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
    let end = input[(colon + 1)...].firstIndex(where: ends.contains) ?? input.count
    input.replaceSubrange((colon + 1)..<end, with: generator.pick(Self.values))
  }

  /// Something is put right behind a quote or a backslash.
  private func changeString(
    near place: Int, _ input: inout [UInt8], _ generator: inout SeededGenerator
  ) {
    let isMark = { (byte: UInt8) in byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") }
    guard let mark = input[place...].firstIndex(where: isMark) else { return }
    input.insert(contentsOf: generator.pick(Self.escapes), at: mark + 1)
  }
}
