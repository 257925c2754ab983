extension YAMLReader {
  /// A scalar that was read, or an alias. The meaning of a scalar is in `content`.
  struct Scalar {
    enum Style: Equatable {
      case plain, quoted, block
      case alias(AnchorTable.Target)
    }

    var style: Style
    var range: ByteRange
    var isOneLine = true
  }

  /// - Parameters:
  ///   - indent: The column of the surrounding block. Further lines must be indented more.
  ///   - properties: The properties before the scalar on its line. An alias has none.
  mutating func readScalar(
    indent: Int, inFlow: Bool, after properties: Properties
  ) throws(YAMLError) -> Scalar {
    content.removeAll(keepingCapacity: true)
    trace?.begin()
    switch bytes[position] {
    case "*": return try readAlias(after: properties)
    case "\"", "'": return try readQuoted(indent: indent)
    case "|" where !inFlow, ">" where !inFlow:
      return try readBlockScalar(indent: indent)
    default: return try readPlain(indent: indent, inFlow: inFlow)
    }
  }

  /// Adds a byte of text to the content, escaped for JSON.
  mutating func appendText(_ byte: UInt8) {
    switch byte {
    case "\"", "\\":
      content.append(UInt8(ascii: "\\"))
      content.append(byte)
    case 0x09: content += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
    case 0x0A: appendLineFeed()
    case ..<0x20:
      content += Array("\\u00".utf8)
      content += [JSONWriter.hexDigits[Int(byte >> 4)], JSONWriter.hexDigits[Int(byte & 0xF)]]
    default: content.append(byte)
    }
  }

  mutating func appendText(_ start: Int, _ end: Int) {
    for offset in start..<max(start, end) { appendText(bytes[offset]) }
  }

  mutating func appendLineFeed(count: Int = 1) {
    for _ in 0..<count { content += [UInt8(ascii: "\\"), UInt8(ascii: "n")] }
  }

  /// The first line with text after some line breaks.
  struct FoldedLine {
    var lineStart: Int
    /// The offset of the first byte that is not white space.
    var text: Int
    var indent: Int
    var breaks: Int
  }

  /// Reads line breaks and empty lines from the break at `offset`.
  func foldedLine(from offset: Int) -> FoldedLine {
    var line = FoldedLine(lineStart: offset, text: offset, indent: 0, breaks: 0)
    while isBreak(line.text), line.text < end {
      line.lineStart = afterBreak(line.text)
      line.breaks += 1
      let spaces = skippingSpaces(line.lineStart)
      line.indent = spaces - line.lineStart
      line.text = skippingBlanks(spaces)
    }
    return line
  }

  /// Adds the meaning of line breaks between two lines of text. One break means a space. If there
  /// are more breaks, they mean line feeds, one fewer than the breaks.
  mutating func appendFold(breaks: Int, isEscaped: Bool = false) {
    if breaks > 1 {
      appendLineFeed(count: breaks - 1)
    } else if !isEscaped {
      content.append(UInt8(ascii: " "))
    }
  }

  private mutating func readPlain(indent: Int, inFlow: Bool) throws(YAMLError) -> Scalar {
    try checkPlainStart(inFlow: inFlow)
    var scalar = Scalar(style: .plain, range: ByteRange(offset: position, length: 0))
    var contentEnd = position
    var offset = position
    while true {
      offset = plainLineEnd(from: position, inFlow: inFlow)
      contentEnd = offset
      try checkPrintable(position, offset)
      appendText(position, offset)
      trace?.note(position, offset, as: offset - position)
      let afterBlanks = skippingBlanks(offset)
      guard afterBlanks < end, isBreak(afterBlanks) else { break }
      let line = foldedLine(from: afterBlanks)
      guard line.text < end, line.indent > indent, !isMarkerLine(line),
        isPlain(line.text, inFlow: inFlow)
      else { break }
      appendFold(breaks: line.breaks)
      trace?.note(offset, line.text, as: max(1, line.breaks - 1))
      scalar.isOneLine = false
      lineStart = line.lineStart
      position = line.text
    }
    position = contentEnd
    scalar.range.length = contentEnd - scalar.range.offset
    return scalar
  }

  func isMarkerLine(_ line: FoldedLine) -> Bool {
    line.text == line.lineStart && isMarker(at: line.lineStart)
  }

  /// Whether the byte can continue a plain scalar at the start of a line.
  private func isPlain(_ offset: Int, inFlow: Bool) -> Bool {
    switch bytes[offset] {
    case "#": false
    case ":": !endsPlain(offset + 1, inFlow: inFlow)
    case let byte: !(inFlow && Self.isFlowIndicator(byte))
    }
  }

  /// Whether a colon before this offset is an indicator.
  private func endsPlain(_ offset: Int, inFlow: Bool) -> Bool {
    inFlow ? isFlowSpace(offset) : isSpaceOrEnd(offset)
  }

  /// The end of a plain scalar's text on its line, without the blanks after it.
  private func plainLineEnd(from start: Int, inFlow: Bool) -> Int {
    var offset = start
    var textEnd = start
    while !isLineEnd(offset) {
      let byte = bytes[offset]
      if Self.isBlank(byte) {
        offset += 1
        continue
      }
      if byte == "#", offset > textEnd { break }
      if byte == ":", endsPlain(offset + 1, inFlow: inFlow) { break }
      if inFlow, Self.isFlowIndicator(byte) { break }
      offset += 1
      textEnd = offset
    }
    return textEnd
  }

  private func checkPlainStart(inFlow: Bool) throws(YAMLError) {
    let byte = bytes[position]
    switch byte {
    case "-", "?", ":":
      guard endsPlain(position + 1, inFlow: inFlow) else { return }
      if byte == ":" { throw error(.missingName, at: position) }
      if byte == "-", inFlow { throw error(.dashInFlow, at: position) }
      throw error(.indicator(byte), at: position)
    case "#":
      throw error(.gluedComment, at: position)
    case "]", "}":
      throw error(.extraBracket(byte), at: position)
    case ",", "[", "{", "&", "*", "!", "|", ">", "%", "@", "`":
      throw error(.indicator(byte), at: position)
    default: break
    }
  }

  /// Throws for characters that YAML calls not printable outside quotes: DEL, C1 controls, U+FFFE
  /// and U+FFFF.
  func checkPrintable(_ start: Int, _ end: Int) throws(YAMLError) {
    for offset in start..<max(start, end) {
      let byte = bytes[offset]
      guard byte == 0x7F || byte == 0xC2 || byte == 0xEF else { continue }
      let next = bytes[offset + 1]
      let isNoncharacter = next == 0xBF && bytes[offset + 2] >= 0xBE
      if byte == 0x7F || byte == 0xC2 && next < 0xA0 && next != 0x85
        || byte == 0xEF && isNoncharacter
      {
        throw error(.unprintable, at: offset)
      }
    }
  }
}
