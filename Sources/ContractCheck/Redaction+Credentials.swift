/// Assignments, options of a command line, and values that say themselves that they are secrets.
extension SecretScan {
  /// `--user name:secret` and its kin on a command line.
  mutating func judgeOption(at offset: Int) {
    guard mentionsCurl, offset == 0 || isSpace(byte(offset - 1)) else { return }
    var end = offset
    while end < count, end - offset < 24, isNameByte(byte(end)) { end += 1 }
    guard end < count, isSpace(byte(end)) || byte(end) == UInt8(ascii: "="),
      Self.secretOptions.contains(String(decoding: bytes(offset..<end), as: UTF8.self))
    else { return }
    let start = skipSpace(from: end + 1)
    if let (content, _) = string(at: start) {
      work += content.count
      hide(content.lowerBound, content.upperBound)
    } else {
      var last = start
      while last < count, !isSpace(byte(last)) { last += 1 }
      work += last - start
      hide(start, last)
    }
  }

  private static let secretOptions: Set<String> = [
    "-U", "-b", "-u", "--cookie", "--oauth2-bearer", "--pass", "--proxy-pass", "--proxy-user",
    "--user",
  ]

  mutating func judgeAssignment(equals: Int) {
    if isMalformed, equals + 1 < count, equals > 0 {
      // Other languages write `"name" => value` and `name = value`.
      let isArrow = byte(equals + 1) == UInt8(ascii: ">")
      if isArrow || "\"' \t".utf8.contains(byte(equals - 1)) {
        judgeMember(colon: equals, last: isArrow ? equals + 1 : equals)
      }
    }
    var start = equals
    while start > 0, equals - start < 64, isNameByte(byte(start - 1)) { start -= 1 }
    work += equals - start
    guard start < equals else { return }
    let name = bytes(start..<equals)
    let isInQuery = start > 0 && "?&;".utf8.contains(byte(start - 1))
    let folded = SecretName.folded(name)
    guard
      isSecret(folded) || SecretName.isScalarSecret(folded)
        || isInQuery && URLRedaction.isTokenName(Array(name))
    else { return }
    var end = equals + 1
    while end < count, !isPunctuation(byte(end)), !isSpace(byte(end)),
      !"&\"'\\;#<>".utf8.contains(byte(end))
    {
      end += 1
    }
    work += end - equals
    hide(equals + 1, end)
  }

  mutating func judgeWebToken(at offset: Int) {
    guard offset + 20 <= count, byte(offset + 1) == UInt8(ascii: "y"),
      byte(offset + 2) == UInt8(ascii: "J"),
      offset == 0 || !isNameByte(byte(offset - 1)) || byte(offset - 1) == UInt8(ascii: ".")
    else { return }
    let end = runEnd(from: offset)
    if end - offset >= 20 { hide(offset, end) }
  }

  /// `Bearer` or `Basic`, then a credential; a word of prose is shorter or has no digit.
  mutating func judgeBearer(at offset: Int) {
    let start: Int
    if holds("earer ", at: offset + 1) {
      start = offset + 7
    } else if holds("asic ", at: offset + 1) {
      start = offset + 6
    } else {
      return
    }
    let end = runEnd(from: start)
    let isOpaque = (start..<end).contains { byte($0) < UInt8(ascii: "A") || byte($0) == 0x5F }
    if end - start >= 12, isOpaque { hide(start, end) }
  }

  /// Whether `text`, in any case, stands at `offset`.
  private func holds(_ text: StaticString, at offset: Int) -> Bool {
    guard offset + text.utf8CodeUnitCount <= count else { return false }
    return text.withUTF8Buffer { letters in
      for index in letters.indices where byte(offset + index) | 0x20 != letters[index] {
        return false
      }
      return true
    }
  }

  private mutating func runEnd(from start: Int) -> Int {
    var end = start
    while end < count, SecretName.isTokenByte(byte(end)), byte(end) != UInt8(ascii: ":") {
      end += 1
    }
    work += end - start
    return end
  }
}
