extension PatternParser {
  /// A class in brackets; the `[` is behind.
  mutating func characterClass(at start: Int) throws(PatternError) -> ScalarSet {
    let isNegated = accept("^")
    var ranges: [ScalarSet.Range] = []
    while true {
      guard next != nil else { throw fail("`[` without its `]`", at: start) }
      if accept("]") { break }
      let mark = at
      let first = try classAtom()
      // A hyphen before the bracket is one of the characters.
      guard peek("-"), at + 1 < source.count, !peek("]", ahead: 1) else {
        ranges += first.ranges
        continue
      }
      at += 1
      let last = try classAtom()
      guard case .character(let low) = first, case .character(let high) = last else {
        throw fail(
          "a class such as `\\w` cannot begin or end a range; a literal hyphen is `\\-`", at: mark)
      }
      guard low <= high else { throw fail("the range ends before it begins", at: mark) }
      ranges.append(low...high)
    }
    let set = ScalarSet(ranges)
    return isNegated ? set.inverted : set
  }

  private enum ClassAtom {
    case character(UInt32)
    case set(ScalarSet)

    var ranges: [ScalarSet.Range] {
      switch self {
      case .character(let value): [value...value]
      case .set(let set): set.ranges
      }
    }
  }

  private mutating func classAtom() throws(PatternError) -> ClassAtom {
    let start = at
    guard let character = next else { throw fail("the class is not closed", at: at) }
    at += 1
    guard character == 0x5C else { return .character(character) }
    if accept("b") { return .character(0x08) }
    if let set = try classEscape(at: start) { return .set(set) }
    return .character(try characterEscape(at: start))
  }
}
