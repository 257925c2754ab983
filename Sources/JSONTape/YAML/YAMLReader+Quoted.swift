extension YAMLReader {
  mutating func readQuoted(indent: Int) throws(YAMLError) -> Scalar {
    var scalar = Scalar(style: .quoted, range: ByteRange(offset: position, length: 0))
    let quote = bytes[position]
    let isSingle = quote == "'"
    position += 1
    var indent = indent
    while true {
      if bytes[position] == quote {
        guard isSingle, bytes[position + 1] == quote else { break }
        content.append(quote)
        trace?.note(position, position + 2, as: 1)
        position += 2
      } else if isSingle || bytes[position] != "\\" {
        try readQuotedText(&scalar, &indent)
      } else if position + 1 < end, isBreak(position + 1) {
        position += 1
        try fold(&scalar, &indent, isEscaped: true)
      } else {
        try readEscape(in: scalar)
      }
    }
    position += 1
    scalar.range.length = position - scalar.range.offset
    return scalar
  }

  /// Whether the next quote ends a value and does not begin another value. Readers such as libyaml
  /// accept lines with any indentation before this quote.
  private func closes(_ quote: UInt8, from start: Int) -> Bool {
    var index = start
    while index < end, bytes[index] != quote || quote == "'" && bytes[index + 1] == quote {
      index += bytes[index] == quote || quote == "\"" && bytes[index] == "\\" ? 2 : 1
    }
    guard index < end else { return false }
    let next = skippingBlanks(index + 1)
    return next >= end || isBreak(next) || ",]}:".utf8.contains(bytes[next])
      || bytes[next] == "#" && next > index + 1
  }

  /// Reads one byte of text, one run of blanks, or line breaks with the blanks around them.
  private mutating func readQuotedText(
    _ scalar: inout Scalar, _ indent: inout Int
  ) throws(YAMLError) {
    if position >= end { throw error(.unclosedQuote, at: scalar.range.offset) }
    let textEnd = skippingBlanks(position)
    if textEnd < end, isBreak(textEnd) {
      position = textEnd
      try fold(&scalar, &indent, isEscaped: false)
    } else if textEnd > position {
      appendText(position, textEnd)
      trace?.note(position, textEnd, as: textEnd - position)
      position = textEnd
    } else {
      appendText(bytes[position])
      trace?.note(position, position + 1, as: 1)
      position += 1
    }
  }

  /// Reads the line breaks at `position` and the indentation after them.
  private mutating func fold(
    _ scalar: inout Scalar, _ indent: inout Int, isEscaped: Bool
  ) throws(YAMLError) {
    let line = foldedLine(from: position)
    if line.text >= end || isMarkerLine(line) {
      throw error(.unclosedQuote, at: scalar.range.offset)
    }
    if line.indent <= indent {
      // For an unclosed string, the indentation shows where it should end.
      guard closes(bytes[scalar.range.offset], from: line.text) else {
        throw error(.unclosedQuote, at: scalar.range.offset)
      }
      indent = -1
    }
    appendFold(breaks: line.breaks, isEscaped: isEscaped)
    trace?.note(
      position, line.text, as: line.breaks > 1 ? line.breaks - 1 : isEscaped ? 0 : 1)
    scalar.isOneLine = false
    lineStart = line.lineStart
    position = line.text
  }

  private mutating func readEscape(in scalar: Scalar) throws(YAMLError) {
    let letter = position + 1
    if letter >= end { throw error(.unclosedQuote, at: scalar.range.offset) }
    switch bytes[letter] {
    case "x": return try readHexEscape(digits: 2)
    case "u": return try readHexEscape(digits: 4)
    case "U": return try readHexEscape(digits: 8)
    default: break
    }
    guard let value = Self.escapes[bytes[letter]] else {
      throw error(.invalidEscape(bytes[letter]), at: letter)
    }
    append(scalar: value)
    trace?.note(position, position + 2, as: UTF8Scan.length(of: value))
    position += 2
  }

  private static let escapes: [UInt8: UInt32] = {
    let pairs: [(Unicode.Scalar, UInt32)] = [
      ("0", 0), ("a", 7), ("b", 8), ("t", 9), ("\t", 9), ("n", 10), ("v", 11), ("f", 12),
      ("r", 13), ("e", 27), (" ", 32), ("\"", 34), ("/", 47), ("\\", 92), ("N", 0x85), ("_", 0xA0),
      ("L", 0x2028), ("P", 0x2029),
    ]
    return Dictionary(uniqueKeysWithValues: pairs.map { (UInt8(ascii: $0), $1) })
  }()

  private mutating func readHexEscape(digits: Int) throws(YAMLError) {
    var value: UInt32 = 0
    for offset in position + 2..<position + 2 + digits {
      guard offset < end, let digit = bytes[offset].hexValue else {
        throw error(.invalidHexEscape(digits: digits), at: min(offset, end))
      }
      value = value &<< 4 | UInt32(digit)
    }
    if digits == 4, 0xD800..<0xE000 ~= value {
      // Half of a pair is passed on to JSON, which writes characters above U+FFFF as two such
      // escapes.
      content += text(position, position + 6)
      // The second half represents the whole character.
      trace?.note(position, position + 6, as: value < 0xDC00 ? 0 : 4)
    } else if Unicode.Scalar(value) != nil {
      append(scalar: value)
      trace?.note(position, position + 2 + digits, as: UTF8Scan.length(of: value))
    } else {
      throw error(.invalidScalar, at: position)
    }
    position += 2 + digits
  }

  private mutating func append(scalar value: UInt32) {
    if value < 0x80 { return appendText(UInt8(truncatingIfNeeded: value)) }
    // Bound: UTF-8 has at most 4 bytes.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
      guard let start = buffer.baseAddress else { return }
      let count = UTF8Scan.encode(value, into: start)
      content.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
    }
  }
}
