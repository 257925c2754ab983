extension YAMLReader {
  /// Throws for text that is not UTF-8, and for control characters, which YAML does not allow.
  func checkText() throws(YAMLError) {
    var offset = 0
    if end >= 2, bytes[0] == 0xFE && bytes[1] == 0xFF || bytes[0] == 0xFF && bytes[1] == 0xFE {
      throw error(.utf16, at: 0)
    }
    while offset < end {
      let byte = bytes[offset]
      if byte >= 0x80 {
        let length = UTF8Scan.sequenceLength(bytes + offset)
        guard length > 0, offset + length <= end else {
          throw error(.invalidUTF8(byte), at: offset)
        }
        offset += length
        continue
      }
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
        // UTF-16 without a mark has a 0 next to its first character.
        throw error(byte == 0 && offset < 4 ? .utf16 : .controlCharacter(byte), at: offset)
      }
      offset += 1
    }
  }

  /// Skips a byte order mark, directives and the first `---`.
  mutating func readPrologue() throws(YAMLError) {
    position = ByteOrderMark.length(at: bytes)
    lineStart = position
    var firstDirective: Int?
    var hasVersion = false
    while true {
      let gap = skipToContent()
      guard gap.isFreshLine, position < end else { break }
      guard bytes[position] == "%", position == lineStart else { break }
      firstDirective = firstDirective ?? position
      try readDirective(&hasVersion)
    }
    if position >= end { throw error(firstDirective == nil ? .empty : .missingMarker, at: end) }
    if position == lineStart, isMarker(at: position) {
      guard bytes[position] == "-" else { throw error(.empty, at: position) }
      position += 3
    } else if let firstDirective {
      throw error(.missingMarker, at: firstDirective)
    } else {
      // The indentation of the first line counts.
      position = lineStart
    }
  }

  private mutating func readDirective(_ hasVersion: inout Bool) throws(YAMLError) {
    let start = position
    var words: [ArraySlice<UInt8>] = []
    while !isLineEnd(position) {
      skipBlanks()
      if bytes[position] == "#" {
        skipLine()
        break
      }
      let word = position
      while !isSpaceOrEnd(position) { position += 1 }
      if position > word { words.append(text(word, position)[...]) }
    }
    switch words.first.map({ String(decoding: $0, as: UTF8.self) }) {
    case "%YAML":
      let isVersion1 = words.count == 2 && words[1].count > 2 && words[1].starts(with: "1.".utf8)
      guard isVersion1, !hasVersion, words[1].dropFirst(2).allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw error(.directive, at: start)
      }
      hasVersion = true
    case "%TAG":
      guard words.count == 3, words[1].first == UInt8(ascii: "!"),
        words[1].last == UInt8(ascii: "!"), tagHandles[Array(words[1])] == nil
      else { throw error(.directive, at: start) }
      tagHandles[Array(words[1])] = Array(words[2])
    default:
      // A reserved directive is ignored.
      break
    }
  }

  /// Skips the text that may follow the document: `...` and comments.
  mutating func readEpilogue() throws(YAMLError) {
    var gap = skipToContent()
    while position < end {
      guard gap.isDocumentEnd, bytes[position] == "." else {
        throw error(.secondDocument, at: position)
      }
      position += 3
      gap = try skipAfterNode()
    }
  }

  func text(_ start: Int, _ end: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: bytes + start, count: max(0, end - start)))
  }
}
