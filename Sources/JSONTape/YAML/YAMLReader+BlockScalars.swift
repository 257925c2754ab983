extension YAMLReader {
  /// The header after `|` or `>`.
  private struct Header {
    enum Chomping {
      case clip, strip, keep
    }

    var isFolded = false
    var chomping = Chomping.clip
    /// The written indentation of the text below the surrounding block. Nil if it is not written.
    var indent: Int?
  }

  /// Reads the block scalar at `position`. Ends at the start of the first line that does not belong
  /// to the scalar.
  mutating func readBlockScalar(indent: Int) throws(YAMLError) -> Scalar {
    var scalar = Scalar(
      style: .block, range: ByteRange(offset: position, length: 0), isOneLine: false)
    let header = try readHeader()
    scalar.range.length = position - scalar.range.offset
    skipLine()
    guard position < end else { return scalar }
    passBreak()
    let column: Int
    if let written = header.indent {
      column = max(indent, 0) + written
    } else if let found = try textColumn(deeperThan: indent) {
      column = found
    } else {
      readEmptyLines(header)
      return scalar
    }
    let textEnd = try readLines(header, column: column)
    if let textEnd { scalar.range.length = textEnd - scalar.range.offset }
    return scalar
  }

  private mutating func readHeader() throws(YAMLError) -> Header {
    var header = Header()
    header.isFolded = bytes[position] == ">"
    position += 1
    var hasChomping = false
    while !isSpaceOrEnd(position) {
      switch bytes[position] {
      case "+" where !hasChomping:
        header.chomping = .keep
        hasChomping = true
      case "-" where !hasChomping:
        header.chomping = .strip
        hasChomping = true
      case UInt8(ascii: "1")...UInt8(ascii: "9") where header.indent == nil:
        header.indent = Int(bytes[position] - UInt8(ascii: "0"))
      default:
        throw error(.blockHeader, at: position)
      }
      position += 1
    }
    let end = position
    skipBlanks()
    guard isLineEnd(position) || bytes[position] == "#" else {
      throw error(.blockHeader, at: position)
    }
    position = end
    return header
  }

  /// The column of the first line with text. Nil if this line does not belong to the scalar.
  private func textColumn(deeperThan indent: Int) throws(YAMLError) -> Int? {
    var line = lineStart
    var widest = 0
    while line < end {
      let text = skippingSpaces(line)
      guard text < end, isBreak(text) else {
        let column = text - line
        if text >= end || column <= indent || text == line && isMarker(at: line) { return nil }
        // Nobody knows which of these spaces are text.
        if widest > column { throw error(.wideEmptyLine, at: text) }
        return column
      }
      widest = max(widest, text - line)
      line = afterBreak(text)
    }
    return nil
  }

  /// Reads a scalar without text. It has only empty lines, and these count only if they are kept.
  private mutating func readEmptyLines(_ header: Header) {
    while position < end {
      let text = skippingSpaces(position)
      guard text < end, isBreak(text) else { return }
      if header.chomping == .keep { appendLineFeed() }
      position = text
      passBreak()
    }
  }

  /// Reads the lines that begin at `column` or deeper, and finds the end of the last line's text.
  private mutating func readLines(_ header: Header, column: Int) throws(YAMLError) -> Int? {
    /// Whether the previous line ends with a line break, and the number of empty lines after it.
    var hasBreak = false
    var emptyLines = 0
    var wasIndented = false
    var textEnd: Int?
    /// The end of the last text.
    var last = position
    trace?.indent = header.isFolded ? nil : column
    while position < end {
      let spaces = min(skippingSpaces(position), position + column)
      if isLineEnd(spaces) {
        guard spaces < end else { break }
        // Before any text, an empty line is also a line feed.
        emptyLines += 1
        position = spaces
        passBreak()
        continue
      }
      guard spaces - position == column, !(column == 0 && isMarker(at: position)) else { break }
      let isIndented = Self.isBlank(bytes[spaces])
      let before = content.count
      if hasBreak {
        if header.isFolded, !isIndented, !wasIndented {
          if emptyLines == 0 { content.append(UInt8(ascii: " ")) }
        } else {
          appendLineFeed()
        }
      }
      appendLineFeed(count: emptyLines)
      trace?.note(last, spaces, as: Self.breakCount(content.count - before))
      position = spaces
      skipLine()
      try checkPrintable(spaces, position)
      appendText(spaces, position)
      trace?.note(spaces, position, as: position - spaces)
      textEnd = position
      last = position
      wasIndented = isIndented
      emptyLines = 0
      hasBreak = position < end
      if hasBreak { passBreak() }
    }
    let before = content.count
    if header.chomping != .strip, hasBreak { appendLineFeed() }
    if header.chomping == .keep { appendLineFeed(count: emptyLines) }
    trace?.note(last, position, as: Self.breakCount(content.count - before))
    return textEnd
  }

  /// The number of characters that were added between two lines. They are one space, or escaped
  /// line feeds.
  private static func breakCount(_ added: Int) -> Int { added == 1 ? 1 : added / 2 }
}
