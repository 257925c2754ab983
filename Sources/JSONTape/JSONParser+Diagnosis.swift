/// Finds out what is wrong where the hot path stopped; runs once, on a text that is refused anyway.
extension JSONParser {
  @inline(never)
  func diagnose(_ stop: Stop, at position: Int) -> JSONParseError {
    switch stop {
    case .tooDeep: return JSONParseError(.tooDeep(limit: maximumDepth), offset: position)
    case .tooLarge: return tooLarge(at: position)
    case .value: return value(at: position)
    case .key: return key(at: position)
    case .colon: return colon(at: position)
    case .afterElement: return afterValue(at: position, in: .array)
    case .afterMember: return afterValue(at: position, in: .object)
    }
  }

  @inline(never)
  func trailingContent(at position: Int) -> JSONParseError {
    let byte = bytes[position]
    if isComment(at: position) { return JSONParseError(.comment, offset: position) }
    if isWordByte(byte), position > start, isWordByte(bytes[position &- 1]) {
      return gluedWord(at: position)
    }
    switch byte {
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return JSONParseError(.extraBracket(byte), offset: position)
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"):
      return JSONParseError(.secondValue, offset: position)
    case _ where isWordByte(byte):
      return JSONParseError(.secondValue, offset: position)
    default:
      return JSONParseError(.trailingContent(byte), offset: position)
    }
  }

  private func value(at position: Int) -> JSONParseError {
    if position >= end {
      guard let before = byteBefore(position) else { return JSONParseError(.empty, offset: end) }
      return truncated(before.byte == UInt8(ascii: ":") ? .object : .array)
    }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\""):
      return stringFault(at: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return numberFault(at: position)
    case UInt8(ascii: "+"):
      return JSONParseError(.invalidNumber(.plusSign), offset: position)
    case UInt8(ascii: "."):
      return JSONParseError(.invalidNumber(.leadingPoint), offset: position)
    case UInt8(ascii: "'"):
      return JSONParseError(.singleQuotes, offset: position)
    case 0xE2 where isCurlyQuote(at: position):
      return JSONParseError(.curlyQuotes, offset: position)
    case _ where isComment(at: position):
      return JSONParseError(.comment, offset: position)
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      if let comma = comma(before: position) {
        return JSONParseError(.trailingComma(before: byte), offset: comma)
      }
      return missingValue(at: position)
    case UInt8(ascii: ","), UInt8(ascii: ":"):
      return missingValue(at: position)
    case _ where isWordByte(byte) && byte < 0x80:
      return word(at: position)
    default:
      return unexpected(at: position, expected: .value)
    }
  }

  private func key(at position: Int) -> JSONParseError {
    if position >= end { return truncated(.object) }
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "\""):
      return stringFault(at: position)
    case UInt8(ascii: "}"):
      if let comma = comma(before: position) {
        return JSONParseError(.trailingComma(before: byte), offset: comma)
      }
      return unexpected(at: position, expected: .key)
    case UInt8(ascii: "'"):
      return JSONParseError(.singleQuotes, offset: position)
    case 0xE2 where isCurlyQuote(at: position):
      return JSONParseError(.curlyQuotes, offset: position)
    case _ where isComment(at: position):
      return JSONParseError(.comment, offset: position)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "{"),
      UInt8(ascii: "["):
      return JSONParseError(.keyNotString, offset: position)
    case _ where isWordByte(byte):
      return JSONParseError(.unquotedKey(wordText(at: position)), offset: position)
    default:
      return unexpected(at: position, expected: .key)
    }
  }

  private func colon(at position: Int) -> JSONParseError {
    if position >= end { return truncated(.object) }
    if isComment(at: position) { return JSONParseError(.comment, offset: position) }
    switch bytes[position] {
    case UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "\""),
      UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"):
      return JSONParseError(.missingColon, offset: position)
    case let byte where isWordByte(byte):
      return JSONParseError(.missingColon, offset: position)
    default:
      return unexpected(at: position, expected: .colon)
    }
  }

  private func afterValue(
    at position: Int, in container: JSONParseError.Place
  ) -> JSONParseError {
    if position >= end { return truncated(container) }
    let byte = bytes[position]
    let inObject = container == .object
    if isComment(at: position) { return JSONParseError(.comment, offset: position) }
    if isWordByte(byte), isWordByte(bytes[position &- 1]) { return gluedWord(at: position) }
    switch byte {
    case UInt8(ascii: "]") where inObject, UInt8(ascii: "}") where !inObject:
      return JSONParseError(.mismatchedBracket(byte), offset: position)
    case UInt8(ascii: ":") where !inObject:
      return JSONParseError(.colonInArray, offset: position)
    case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
      UInt8(ascii: "'"):
      return JSONParseError(.missingComma(in: container), offset: position)
    case _ where isWordByte(byte):
      return JSONParseError(.missingComma(in: container), offset: position)
    default:
      return unexpected(at: position, expected: inObject ? .commaOrBrace : .commaOrBracket)
    }
  }

  private func missingValue(at position: Int) -> JSONParseError {
    JSONParseError(.missingValue(before: bytes[position]), offset: position)
  }

  private func truncated(_ place: JSONParseError.Place) -> JSONParseError {
    JSONParseError(.unexpectedEnd(in: place), offset: end)
  }

  private func unexpected(
    at position: Int, expected: JSONParseError.Expectation
  ) -> JSONParseError {
    let byte = bytes[position]
    if byte == 0 || byte >= 0xFE && bytes[position &+ 1] >= 0xFE {
      return JSONParseError(.utf16, offset: position)
    }
    if byte >= 0x80, UTF8Scan.sequenceLength(bytes + position) == 0 {
      return JSONParseError(.invalidUTF8(byte), offset: position)
    }
    return JSONParseError(.unexpectedByte(byte, expected: expected), offset: position)
  }

  private func tooLarge(at position: Int) -> JSONParseError {
    switch bytes[position] {
    case UInt8(ascii: "\""): JSONParseError(.tooLarge(.string), offset: position)
    case UInt8(ascii: "]"): JSONParseError(.tooLarge(.array), offset: position)
    case UInt8(ascii: "}"): JSONParseError(.tooLarge(.object), offset: position)
    default: JSONParseError(.tooLarge(.number), offset: position)
    }
  }
}

/// What is wrong inside one token, and the words that are not JSON.
extension JSONParser {
  /// The fault of the string whose opening quote stands at `quote`.
  func stringFault(at quote: Int) -> JSONParseError {
    var position = quote &+ 1
    while position < end {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\") {
        if let fault = escapeFault(at: position) { return fault }
        position &+= bytes[position &+ 1] == UInt8(ascii: "u") ? 6 : 2
      } else if byte < 0x20 {
        return JSONParseError(.controlCharacter(byte), offset: position)
      } else if byte >= 0x80 {
        let length = UTF8Scan.sequenceLength(bytes + position)
        if length == 0 { return sequenceFault(at: position) }
        position &+= length
      } else {
        position &+= 1
      }
    }
    return JSONParseError(.unexpectedEnd(in: .string), offset: end)
  }

  /// A sequence that is not UTF-8, or one that the end of the text cuts off.
  private func sequenceFault(at position: Int) -> JSONParseError {
    let lead = bytes[position]
    let wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    var seen = 1
    while seen < wanted && bytes[position &+ seen] & 0xC0 == 0x80 { seen &+= 1 }
    if lead >= 0xC2, lead <= 0xF4, seen < wanted, position &+ seen >= end {
      return JSONParseError(.unexpectedEnd(in: .string), offset: end)
    }
    return JSONParseError(.invalidUTF8(lead), offset: position)
  }

  private func escapeFault(at backslash: Int) -> JSONParseError? {
    let letter = backslash &+ 1
    if letter >= end { return JSONParseError(.unexpectedEnd(in: .string), offset: end) }
    switch bytes[letter] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return nil
    case UInt8(ascii: "u"):
      for digit in letter &+ 1..<letter &+ 5 {
        if digit >= end { return JSONParseError(.unexpectedEnd(in: .string), offset: end) }
        if !Self.isHexDigit(bytes[digit]) {
          return JSONParseError(.invalidUnicodeEscape, offset: digit)
        }
      }
      return nil
    case let byte:
      return JSONParseError(.invalidEscape(byte), offset: letter)
    }
  }

  /// The fault of the number that starts at `start` with a minus or a digit.
  func numberFault(at start: Int) -> JSONParseError {
    func fault(_ kind: JSONParseError.NumberFault, at position: Int) -> JSONParseError {
      position >= end
        ? JSONParseError(.unexpectedEnd(in: .number), offset: end)
        : JSONParseError(.invalidNumber(kind), offset: position)
    }
    var position = start
    if bytes[position] == UInt8(ascii: "-") { position &+= 1 }
    let digits = position
    position = skipDigits(digits)
    if position == digits {
      switch bytes[position] {
      case UInt8(ascii: "."): return fault(.leadingPoint, at: position)
      case UInt8(ascii: "I"), UInt8(ascii: "i"), UInt8(ascii: "N"): return word(at: start)
      default: return fault(.missingDigits, at: position)
      }
    }
    if bytes[digits] == UInt8(ascii: "0") && position > digits &+ 1 {
      return fault(.leadingZero, at: digits)
    }
    if bytes[position] == UInt8(ascii: ".") {
      let fraction = position &+ 1
      position = skipDigits(fraction)
      if position == fraction { return fault(.missingFraction, at: position) }
    }
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position &+= 1
      }
    }
    return fault(.missingExponent, at: position)
  }

  /// The word that starts at `start` and is no value: `NaN`, `True`, `nul` …
  func word(at start: Int) -> JSONParseError {
    let text = wordText(at: start)
    let wordEnd = start &+ text.utf8.count
    if wordEnd >= end, ["true", "false", "null"].contains(where: { $0.hasPrefix(text) }) {
      return JSONParseError(.unexpectedEnd(in: .literal), offset: end)
    }
    return JSONParseError(.unknownWord(text), offset: start)
  }

  /// What goes on right behind a number or a literal: `12abc`, `0x1F`, `1_000`, `nullable`.
  func gluedWord(at position: Int) -> JSONParseError {
    var start = position
    while start > self.start,
      isWordByte(bytes[start &- 1]) || bytes[start &- 1] == UInt8(ascii: ".")
    {
      start &-= 1
    }
    guard bytes[start] &- 0x30 < 10 else { return word(at: start) }
    if bytes[start] == UInt8(ascii: "0"), bytes[position] | 0x20 == UInt8(ascii: "x") {
      return JSONParseError(.invalidNumber(.hexadecimal), offset: position)
    }
    return JSONParseError(.invalidNumber(.strayLetter(bytes[position])), offset: position)
  }

  /// The letters, digits, `_`, `$` and what is not ASCII from `start`, up to 32 bytes of it.
  func wordText(at start: Int) -> String {
    var position = start
    if bytes[position] == UInt8(ascii: "-") { position &+= 1 }
    while position < end, position &- start < 32, isWordByte(bytes[position]) { position &+= 1 }
    // A character that the limit cuts in two is left out, so that no replacement takes its place.
    while position > start, bytes[position] & 0xC0 == 0x80 { position &-= 1 }
    return String(
      decoding: UnsafeBufferPointer(start: bytes + start, count: position &- start), as: UTF8.self)
  }

  func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  /// Whether typographic quotes, U+2018 to U+201F, stand at `position`.
  func isCurlyQuote(at position: Int) -> Bool {
    load4(position) & 0xF8_FFFF == 0x98_80E2
  }

  func isComment(at position: Int) -> Bool {
    let byte = bytes[position]
    let next = bytes[position &+ 1]
    return byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "/") && (next == UInt8(ascii: "/") || next == UInt8(ascii: "*"))
  }

  /// The nearest byte before `position` that is not white space.
  func byteBefore(_ position: Int) -> (byte: UInt8, offset: Int)? {
    var offset = position &- 1
    while offset >= start, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset &-= 1 }
    guard offset >= start else { return nil }
    return (bytes[offset], offset)
  }

  func comma(before position: Int) -> Int? {
    guard let before = byteBefore(position), before.byte == UInt8(ascii: ",") else { return nil }
    return before.offset
  }
}
