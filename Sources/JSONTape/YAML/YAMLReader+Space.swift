extension YAMLReader {
  /// The space between a token and the next content.
  struct Gap {
    var isFreshLine: Bool
    /// The number of spaces at the start of the content's line. -1 at the end of the document.
    var indent: Int
    /// Whether a tab is directly before the content.
    var hasTab: Bool

    var isDocumentEnd: Bool { indent < 0 }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == " " || byte == "\t"
  }

  static func isFlowIndicator(_ byte: UInt8) -> Bool {
    switch byte {
    case ",", "[", "]", "{", "}": true
    default: false
    }
  }

  func isBreak(_ offset: Int) -> Bool {
    bytes[offset] == "\n" || bytes[offset] == "\r"
  }

  func isLineEnd(_ offset: Int) -> Bool {
    offset >= end || isBreak(offset)
  }

  /// Whether there is a space or the end at this offset. After `-`, `?` and `:` there must be one
  /// of these.
  func isSpaceOrEnd(_ offset: Int) -> Bool {
    isLineEnd(offset) || Self.isBlank(bytes[offset])
  }

  /// Whether this character is here, followed by a space, a line break or the end of the text.
  func isIndicator(_ character: Unicode.Scalar, at offset: Int) -> Bool {
    bytes[offset] == character && isSpaceOrEnd(offset + 1)
  }

  /// Whether `---` or `...` begins the line that starts at `offset`.
  func isMarker(at offset: Int) -> Bool {
    let byte = bytes[offset]
    guard byte == "-" || byte == "." else { return false }
    return bytes[offset + 1] == byte && bytes[offset + 2] == byte && isSpaceOrEnd(offset + 3)
  }

  func afterBreak(_ offset: Int) -> Int {
    let isPair =
      bytes[offset] == "\r" && bytes[offset + 1] == "\n"
    return offset + (isPair ? 2 : 1)
  }

  func skippingSpaces(_ offset: Int) -> Int {
    var offset = offset
    while bytes[offset] == " " { offset += 1 }
    return offset
  }

  func skippingBlanks(_ offset: Int) -> Int {
    var offset = offset
    while Self.isBlank(bytes[offset]) { offset += 1 }
    return offset
  }

  mutating func skipBlanks() {
    position = skippingBlanks(position)
  }

  mutating func skipLine() {
    while !isLineEnd(position) { position += 1 }
  }

  mutating func passBreak() {
    position = afterBreak(position)
    lineStart = position
  }

  /// Skips blanks, comments and line breaks up to the next content.
  mutating func skipToContent() -> Gap {
    var isFreshLine = position == lineStart
    while true {
      let lead = position
      skipBlanks()
      if bytes[position] == "#", position > lead || position == lineStart {
        skipLine()
      }
      if position >= end { return Gap(isFreshLine: true, indent: -1, hasTab: false) }
      guard isBreak(position) else {
        let isEnd = position == lineStart && isMarker(at: position)
        let indent = isEnd ? -1 : skippingSpaces(lineStart) - lineStart
        let hasTab = (lead..<position).contains { bytes[$0] == "\t" }
        return Gap(isFreshLine: isFreshLine, indent: indent, hasTab: hasTab)
      }
      passBreak()
      isFreshLine = true
    }
  }

  /// Skips the rest of a finished value's line, up to the next content. Only a comment is allowed
  /// in this rest.
  mutating func skipAfterNode() throws(YAMLError) -> Gap {
    if position != lineStart {
      let start = position
      skipBlanks()
      let isComment = bytes[position] == "#" && position > start
      guard isComment || isLineEnd(position) else { throw trailingContent(at: position) }
      position = start
    }
    return skipToContent()
  }

  private func trailingContent(at offset: Int) -> YAMLError {
    switch bytes[offset] {
    case ":" where isSpaceOrEnd(offset + 1): error(.nestedMapping, at: offset)
    case ":": error(.missingSpace(after: UInt8(ascii: ":")), at: offset)
    case "#": error(.gluedComment, at: offset)
    case let byte: error(.trailingContent(byte), at: offset)
    }
  }
}
