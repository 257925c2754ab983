/// Handles comments in JSON, which some tools allow in their files.
enum JSONComments {
  /// A text of the same length with spaces in place of comments. Nil if there are no comments.
  ///
  /// - Complexity: O(*n*) in the text.
  static func blanked(_ text: some Collection<UInt8>) -> [UInt8]? {
    let text = Array(text)
    var blanked = text
    var hasComments = false
    var isInString = false
    var index = 0
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
        index += 1
        continue
      }
      if byte == UInt8(ascii: "\"") { isInString = true }
      guard byte == UInt8(ascii: "/"), next == byte || next == UInt8(ascii: "*") else {
        index += 1
        continue
      }
      let end = next == byte ? endOfLine(text, from: index) : endOfBlock(text, from: index + 2)
      for inner in index..<end where !ASCIIByte.isSpace(text[inner]) {
        blanked[inner] = ASCIIByte.space
      }
      hasComments = true
      index = end
    }
    return hasComments ? blanked : nil
  }

  private static func endOfLine(_ text: [UInt8], from start: Int) -> Int {
    text[start...].firstIndex { $0 == ASCIIByte.lineFeed || $0 == ASCIIByte.carriageReturn }
      ?? text.count
  }

  private static func endOfBlock(_ text: [UInt8], from start: Int) -> Int {
    var index = start
    while index + 1 < text.count {
      if text[index] == UInt8(ascii: "*"), text[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return text.count
  }
}
