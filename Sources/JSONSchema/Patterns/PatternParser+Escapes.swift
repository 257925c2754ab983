@_spi(Engine) import JSONTape

extension PatternParser {
  /// Reads an escape outside a class, after its backslash.
  mutating func escape(at start: Int) throws(PatternError) -> PatternNode {
    guard let character = next else { throw fail("`\\` at the end escapes nothing", at: start) }
    switch Unicode.Scalar(character) ?? "\u{FFFD}" {
    case "b", "B":
      at += 1
      return boundary(character == 0x42 ? .noBoundary : .boundary)
    case "k":
      at += 1
      guard accept("<") else { throw fail("`\\k` needs a group's name: `\\k<name>`", at: start) }
      let name = try groupName(at: at)
      nameReferences.append((name, start))
      return .reference(-nameReferences.count)
    case "1"..."9":
      let number = count() ?? 0
      numberReferences.append((number, start))
      return .reference(number)
    default:
      if let set = try classEscape(at: start) { return node(for: set) }
      return node(for: ScalarSet(try characterEscape(at: start)))
    }
  }

  /// Reads `\d \D \s \S \w \W \p{…} \P{…}`. Returns nil for any other escape.
  mutating func classEscape(at start: Int) throws(PatternError) -> ScalarSet? {
    guard let letter = next else { return nil }
    let set: ScalarSet
    at += 1
    switch Unicode.Scalar(letter | 0x20) {
    case "d": set = CharacterClass.digit
    case "s": set = CharacterClass.space
    case "w": set = CharacterClass.word
    case "p": set = try property(at: start)
    default:
      at -= 1
      return nil
    }
    // A capital letter means all other characters.
    return letter & 0x20 == 0 ? set.inverted : set
  }

  mutating func characterEscape(at start: Int) throws(PatternError) -> UInt32 {
    guard let value = next else { throw fail("`\\` at the end escapes nothing", at: start) }
    at += 1
    let character = Unicode.Scalar(value) ?? "\u{FFFD}"
    switch character {
    case "t": return 0x09
    case "n": return 0x0A
    case "v": return 0x0B
    case "f": return 0x0C
    case "r": return 0x0D
    case "0":
      if let digit = next, 0x30...0x39 ~= digit {
        throw fail("octal escapes are not allowed; write `\\x` or `\\u`", at: start)
      }
      return 0
    case "c":
      guard let letter = next, (letter | 0x20) &- 0x61 < 26 else {
        throw fail("`\\c` needs a letter", at: start)
      }
      at += 1
      return letter % 32
    case "x":
      guard let value = hexadecimal(digits: 2) else {
        throw fail("`\\x` needs two hexadecimal digits", at: start)
      }
      return value
    case "u": return try unicodeEscape(at: start)
    default:
      guard value < 0x7F, value >= 0x20, !character.properties.isAlphabetic,
        !(0x30...0x39 ~= value)
      else {
        throw fail("`\\\(character)` is not an escape", at: start)
      }
      return value
    }
  }

  /// The code point after `\u`.
  private mutating func unicodeEscape(at start: Int) throws(PatternError) -> UInt32 {
    if accept("{") {
      var value: UInt32 = 0
      let digits = at
      while let digit = next.flatMap(hexadecimalDigit) {
        value = value << 4 | digit
        guard value <= ScalarSet.last else {
          throw fail("the greatest code point is `\\u{10FFFF}`", at: start)
        }
        at += 1
      }
      guard at > digits, accept("}") else {
        throw fail("`\\u{` needs hexadecimal digits and `}`", at: start)
      }
      return value
    }
    guard let lead = hexadecimal(digits: 4) else {
      throw fail("`\\u` needs four hexadecimal digits, or braces", at: start)
    }
    let mark = at
    if 0xD800...0xDBFF ~= lead, acceptAll("\\u"), let trail = hexadecimal(digits: 4),
      0xDC00...0xDFFF ~= trail
    {
      return 0x10000 + (lead - 0xD800) << 10 + (trail - 0xDC00)
    }
    at = mark
    return lead
  }

  private mutating func hexadecimal(digits: Int) -> UInt32? {
    guard source.count - at >= digits else { return nil }
    var value: UInt32 = 0
    for offset in 0..<digits {
      guard let digit = hexadecimalDigit(source[at + offset]) else { return nil }
      value = value << 4 | digit
    }
    at += digits
    return value
  }

  private func hexadecimalDigit(_ character: UInt32) -> UInt32? {
    UInt8(exactly: character)?.hexValue.map(UInt32.init)
  }

  /// A group's name and the `>` after it.
  mutating func groupName(at start: Int) throws(PatternError) -> String {
    var name = String.UnicodeScalarView()
    while let character = next, character != 0x3E {
      let mark = at
      at += 1
      var value = character
      if character == 0x5C {
        guard accept("u") else { throw fail("a group's name must be an identifier", at: mark) }
        value = try unicodeEscape(at: mark)
      }
      guard let scalar = Unicode.Scalar(value) else {
        throw fail("a group's name must be an identifier", at: mark)
      }
      let isPart =
        scalar == "$" || scalar == "_"
        || (name.isEmpty ? scalar.properties.isIDStart : scalar.properties.isIDContinue)
        || !name.isEmpty && (scalar == "\u{200C}" || scalar == "\u{200D}")
      guard isPart else { throw fail("a group's name must be an identifier", at: mark) }
      name.append(scalar)
    }
    guard !name.isEmpty, accept(">") else { throw fail("a group's name ends with `>`", at: start) }
    return String(name)
  }

  private mutating func property(at start: Int) throws(PatternError) -> ScalarSet {
    guard accept("{") else { throw fail("`\\p` needs a property in braces", at: start) }
    var text = String.UnicodeScalarView()
    while let character = next.flatMap(Unicode.Scalar.init), character != "}" {
      text.append(character)
      at += 1
    }
    guard accept("}") else { throw fail("`\\p{` is not closed", at: start) }
    switch CharacterProperty.set(named: String(text)) {
    case .known(let set): return set
    case .unknown: throw fail("`\(String(text))` is not a property of characters", at: start)
    case .unsupported:
      throw fail("the characters of the property `\(String(text))` are not known here", at: start)
    }
  }
}

extension PatternParser {
  /// Reads a class in brackets, after the `[`.
  mutating func characterClass(at start: Int) throws(PatternError) -> ScalarSet {
    let isNegated = accept("^")
    var ranges: [ScalarSet.Range] = []
    while true {
      guard next != nil else { throw fail("`[` without its `]`", at: start) }
      if accept("]") { break }
      let mark = at
      let first = try classAtom()
      // A hyphen before the closing bracket is one of the characters.
      guard peek("-"), at + 1 < source.count, !peek("]", ahead: 1) else {
        ranges += first.ranges
        continue
      }
      at += 1
      let last = try classAtom()
      guard case .character(let low) = first, case .character(let high) = last else {
        throw fail(
          "a class such as `\\w` cannot begin or end a range; for a hyphen, write `\\-`", at: mark)
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
