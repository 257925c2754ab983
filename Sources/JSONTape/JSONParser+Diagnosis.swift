/// Finds the exact error after the fast code has stopped. This happens only once, because the text
/// is then refused.
extension JSONParser {
  @inline(never)
  func diagnose(_ stop: Stop, at position: Int) -> JSONParseError {
    switch stop {
    case .tooDeep: return fault(.tooDeep(limit: maximumDepth), at: position)
    case .tooLarge: return tooLarge(at: position)
    case .value: return value(at: position)
    case .key: return key(at: position)
    case .colon: return colon(at: position)
    case .afterElement: return afterValue(at: position, in: .array)
    case .afterProperty: return afterValue(at: position, in: .object)
    }
  }

  @inline(never)
  func trailingContent(at position: Int) -> JSONParseError {
    let byte = bytes[position]
    if let reason = remark(at: position) { return fault(reason, at: position) }
    if isWordByte(byte), position > start, isWordByte(bytes[position &- 1]) {
      return gluedWord(at: position)
    }
    switch byte {
    case "}", "]": return fault(.extraBracket(byte), at: position)
    case "{", "[", "\"", "-",
      _ where isWordByte(byte):
      return fault(.secondValue, at: position)
    default: return fault(.trailingContent(byte), at: position)
    }
  }

  private func value(at position: Int) -> JSONParseError {
    if position >= end {
      guard let before = byteBefore(position) else { return fault(.empty, at: end) }
      return truncated(before.byte == UInt8(ascii: ":") ? .object : .array)
    }
    if let fault = commonFault(at: position, isKey: false) { return fault }
    let byte = bytes[position]
    switch byte {
    case "-", UInt8(ascii: "0")...UInt8(ascii: "9"): return numberFault(at: position)
    case "+": return fault(.invalidNumber(.plusSign), at: position)
    case ".": return fault(.invalidNumber(.leadingPoint), at: position)
    case "]", "}", ",", ":": return fault(.missingValue(before: byte), at: position)
    case _ where isWordByte(byte) && byte < 0x80: return word(at: position)
    default: return unexpected(at: position, expected: .value)
    }
  }

  private func key(at position: Int) -> JSONParseError {
    if position >= end { return truncated(.object) }
    if let fault = commonFault(at: position, isKey: true) { return fault }
    let byte = bytes[position]
    switch byte {
    case "-", UInt8(ascii: "0")...UInt8(ascii: "9"), "{", "[":
      return fault(.keyNotString, at: position)
    case _ where isWordByte(byte): return fault(.unquotedKey(wordText(at: position)), at: position)
    default: return unexpected(at: position, expected: .key)
    }
  }

  private func commonFault(at position: Int, isKey: Bool) -> JSONParseError? {
    let byte = bytes[position]
    switch byte {
    case "\"": return stringFault(at: position)
    case "]" where !isKey, "}":
      guard let comma = byteBefore(position), comma.byte == "," else { return nil }
      return fault(.trailingComma(before: byte), at: comma.offset)
    case "'": return fault(.singleQuotes, at: position)
    case 0xE2 where load4(position) & 0xF8_FFFF == 0x98_80E2:
      // Typographic quotes, U+2018 to U+201F.
      return fault(.curlyQuotes, at: position)
    default: return remark(at: position).map { fault($0, at: position) }
    }
  }

  private func colon(at position: Int) -> JSONParseError {
    if position >= end { return truncated(.object) }
    if let reason = remark(at: position) { return fault(reason, at: position) }
    switch bytes[position] {
    case "=", ",", "}", "\"", "{", "[", "-",
      _ where isWordByte(bytes[position]):
      return fault(.missingColon, at: position)
    default: return unexpected(at: position, expected: .colon)
    }
  }

  private func afterValue(
    at position: Int, in container: JSONParseError.Place
  ) -> JSONParseError {
    if position >= end { return truncated(container) }
    let byte = bytes[position]
    let inObject = container == .object
    if let reason = remark(at: position) { return fault(reason, at: position) }
    if isWordByte(byte), isWordByte(bytes[position &- 1]) { return gluedWord(at: position) }
    switch byte {
    case "]" where inObject, "}" where !inObject:
      return fault(.mismatchedBracket(byte), at: position)
    case ":" where !inObject: return fault(.colonInArray, at: position)
    case "\"", "{", "[", "-", "'",
      _ where isWordByte(byte):
      return fault(.missingComma(in: container), at: position)
    default: return unexpected(at: position, expected: inObject ? .commaOrBrace : .commaOrBracket)
    }
  }

  private func fault(_ reason: JSONParseError.Reason, at offset: Int) -> JSONParseError {
    JSONParseError(reason, offset: offset)
  }

  private func truncated(_ place: JSONParseError.Place) -> JSONParseError {
    fault(.unexpectedEnd(in: place), at: end)
  }

  private func unexpected(
    at position: Int, expected: JSONParseError.Expectation
  ) -> JSONParseError {
    let byte = bytes[position]
    if byte == 0 || byte >= 0xFE && bytes[position &+ 1] >= 0xFE {
      return fault(.utf16, at: position)
    }
    if byte >= 0x80, UTF8Scan.sequenceLength(bytes + position) == 0 {
      return fault(.invalidUTF8(byte), at: position)
    }
    return fault(.unexpectedByte(byte, expected: expected), at: position)
  }

  private func tooLarge(at position: Int) -> JSONParseError {
    let places: [UInt8: JSONParseError.Place] = [0x22: .string, 0x5D: .array, 0x7D: .object]
    return fault(.tooLarge(places[bytes[position]] ?? .number), at: position)
  }
}

extension JSONParser {
  func stringFault(at quote: Int) -> JSONParseError {
    var position = quote &+ 1
    while position < end {
      let byte = bytes[position]
      if byte == "\\" {
        if let fault = escapeFault(at: position) { return fault }
        position &+= bytes[position &+ 1] == UInt8(ascii: "u") ? 6 : 2
      } else if byte < 0x20 {
        return fault(.controlCharacter(byte), at: position)
      } else if byte >= 0x80 {
        let length = UTF8Scan.sequenceLength(bytes + position)
        if length == 0 { return sequenceFault(at: position) }
        position &+= length
      } else {
        position &+= 1
      }
    }
    return fault(.unexpectedEnd(in: .string), at: end)
  }

  /// The error of a sequence that is not UTF-8, or that is cut off by the end of the text.
  private func sequenceFault(at position: Int) -> JSONParseError {
    let lead = bytes[position]
    let wanted = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    var seen = 1
    while seen < wanted && bytes[position &+ seen] & 0xC0 == 0x80 { seen &+= 1 }
    if lead >= 0xC2, lead <= 0xF4, seen < wanted, position &+ seen >= end {
      return fault(.unexpectedEnd(in: .string), at: end)
    }
    return fault(.invalidUTF8(lead), at: position)
  }

  private func escapeFault(at backslash: Int) -> JSONParseError? {
    if escapeLength(backslash) > 0 { return nil }
    let letter = backslash &+ 1
    let isUnicode = bytes[letter] == "u"
    var wrong = letter
    if isUnicode {
      repeat { wrong &+= 1 } while Self.isHexDigit(bytes[wrong])
    }
    if wrong >= end { return fault(.unexpectedEnd(in: .string), at: end) }
    return JSONParseError(
      isUnicode ? .invalidUnicodeEscape : .invalidEscape(bytes[letter]), offset: wrong)
  }

  func numberFault(at start: Int) -> JSONParseError {
    func wrong(_ kind: JSONParseError.NumberFault, at position: Int) -> JSONParseError {
      position >= end
        ? fault(.unexpectedEnd(in: .number), at: end)
        : fault(.invalidNumber(kind), at: position)
    }
    var position = start
    if bytes[position] == "-" { position &+= 1 }
    let digits = position
    position = skipDigits(digits)
    if position == digits {
      switch bytes[position] {
      case ".": return wrong(.leadingPoint, at: position)
      case "I", "i", "N": return word(at: start)
      default: return wrong(.missingDigits, at: position)
      }
    }
    if bytes[digits] == "0" && position > digits &+ 1 {
      return wrong(.leadingZero, at: digits)
    }
    if bytes[position] == "." {
      let fraction = position &+ 1
      position = skipDigits(fraction)
      if position == fraction { return wrong(.missingFraction, at: position) }
    }
    if bytes[position] | 0x20 == "e" {
      position &+= 1
      if bytes[position] == "+" || bytes[position] == "-" {
        position &+= 1
      }
    }
    return wrong(.missingExponent, at: position)
  }

  /// The error of a word at `start` that is not a value: `NaN`, `True`, `nul` …
  func word(at start: Int) -> JSONParseError {
    let text = wordText(at: start)
    let wordEnd = start &+ text.utf8.count
    if wordEnd >= end, ["true", "false", "null"].contains(where: { $0.hasPrefix(text) }) {
      return fault(.unexpectedEnd(in: .literal), at: end)
    }
    return fault(.unknownWord(text), at: start)
  }

  /// The error of text directly after a number or a literal: `12abc`, `0x1F`, `1_000`, `nullable`.
  func gluedWord(at position: Int) -> JSONParseError {
    var start = position
    while start > self.start, isWordByte(bytes[start &- 1]) || bytes[start &- 1] == "." {
      start &-= 1
    }
    guard bytes[start] &- 0x30 < 10 else { return word(at: start) }
    if bytes[start] == "0", bytes[position] | 0x20 == "x" {
      return fault(.invalidNumber(.hexadecimal), at: position)
    }
    return fault(.invalidNumber(.strayLetter(bytes[position])), at: position)
  }

  /// The letters, digits, `_`, `$` and characters outside ASCII from `start`, at most 32 bytes.
  func wordText(at start: Int) -> String {
    var position = start
    if bytes[position] == "-" { position &+= 1 }
    while position < end, position &- start < 32, isWordByte(bytes[position]) { position &+= 1 }
    // A character that the limit would cut in two is dropped, so that no replacement character
    // appears.
    while position > start, bytes[position] & 0xC0 == 0x80 { position &-= 1 }
    return String(
      decoding: UnsafeBufferPointer(start: bytes + start, count: position &- start), as: UTF8.self)
  }

  func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == "_" || byte == "$" || byte >= 0x80
  }

  /// The reason if a comment or the mark of a merge conflict is at this place.
  func remark(at position: Int) -> JSONParseError.Reason? {
    let byte = bytes[position]
    let next = bytes[position &+ 1]
    if byte == "#" || byte == "/" && (next == "/" || next == "*") { return .comment }
    let isMark = "<=>|".utf8.contains(byte) && (1..<7).allSatisfy { bytes[position &+ $0] == byte }
    let isAtStart = position == start || bytes[position &- 1] == UInt8(ascii: "\n")
    return isMark && isAtStart ? .conflictMark : nil
  }

  /// The nearest byte before `position` that is not white space.
  func byteBefore(_ position: Int) -> (byte: UInt8, offset: Int)? {
    var offset = position &- 1
    while offset >= start, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset &-= 1 }
    guard offset >= start else { return nil }
    return (bytes[offset], offset)
  }
}
