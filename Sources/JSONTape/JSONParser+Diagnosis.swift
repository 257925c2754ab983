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
