/// Finds secrets in assignments, command-line options, and values that look like secrets.
extension SecretScan {
  /// Finds command-line options such as `--user name:secret`.
  mutating func checkOption(at offset: Int) {
    guard mentionsCurl, offset == 0 || ASCIIByte.isSpace(byte(offset - 1)) else { return }
    var end = offset
    while end < count, end - offset < 24, isNameByte(byte(end)) { end += 1 }
    guard end < count, ASCIIByte.isSpace(byte(end)) || byte(end) == UInt8(ascii: "="),
      Self.secretOptions.contains(String(decoding: bytes(offset..<end), as: UTF8.self))
    else { return }
    let start = skipSpace(from: end + 1)
    if let (content, _) = string(at: start) {
      work += content.count
      hide(content.lowerBound, content.upperBound)
    } else {
      var last = start
      while last < count, !ASCIIByte.isSpace(byte(last)) { last += 1 }
      work += last - start
      hide(start, last)
    }
  }

  private static let secretOptions: Set<String> = [
    "-U", "-b", "-u", "--cookie", "--oauth2-bearer", "--pass", "--proxy-pass", "--proxy-user",
    "--user",
  ]

  mutating func checkAssignment(equals: Int) {
    if isMalformed, equals + 1 < count, equals > 0 {
      // Other languages write `"name" => value` and `name = value`.
      let isArrow = byte(equals + 1) == UInt8(ascii: ">")
      if isArrow || "\"' \t".utf8.contains(byte(equals - 1)) {
        checkProperty(colon: equals, last: isArrow ? equals + 1 : equals)
      }
    }
    var start = equals
    while start > 0, equals - start < 64, isNameByte(byte(start - 1)) { start -= 1 }
    work += equals - start
    guard start < equals else { return checkProse(at: equals) }
    let name = bytes(start..<equals)
    let isInQuery = start > 0 && "?&;".utf8.contains(byte(start - 1))
    let meaning = SecretName.meaning(of: name, in: isInQuery ? .query : .property)
    guard meaning.isSecret || isNamed(name) else { return }
    if let quoted = quoted(at: equals + 1) {
      work += quoted.count
      return hide(quoted.lowerBound, quoted.upperBound)
    }
    var end = equals + 1
    while end < count, !isPunctuation(byte(end)), !ASCIIByte.isSpace(byte(end)),
      !"&\"'\\;#<>".utf8.contains(byte(end))
    {
      end += 1
    }
    work += end - equals
    let isCount = body[(equals + 1)..<end].allSatisfy(ASCIIByte.isDigit)
    if meaning != .counted || !isCount { hide(equals + 1, end) }
  }

  mutating func checkLook(of word: Range<Int>) {
    let (range, look) = SecretLook.stretch(of: body, word)
    lookedAt = range.upperBound
    if look == .certain || look == .likely && hidesLikely && !isOpaque {
      hide(range.lowerBound, range.upperBound)
    }
  }

  /// Hides the text before the `@` of an address with a password. Its slashes may be escaped or
  /// missing: `https:\/\/me:secret@host`, `me:secret@host`.
  mutating func checkUserInformation(at offset: Int) {
    let floor = max(offset - Self.longestUserInformation, userFloor)
    let isEnd = { (byte: UInt8) in byte <= 0x20 || "\"'<>(),{}[]/\\?#@".utf8.contains(byte) }
    let start = body[floor..<offset].lastIndex(where: isEnd).map { $0 + 1 } ?? floor
    guard let colon = body[start..<offset].firstIndex(of: UInt8(ascii: ":")),
      start < colon, colon + 1 < offset
    else { return }
    let name = String(decoding: body[start..<colon], as: UTF8.self).lowercased()
    guard !Self.schemesOfAddresses.contains(name) else { return }
    hide(start, offset)
    userFloor = offset
  }

  static let longestUserInformation = 256
  /// Words that begin an address without a password, before its colon.
  private static let schemesOfAddresses: Set<String> = [
    "acct", "im", "jid", "mailto", "sip", "sips", "user", "xmpp",
  ]

  /// Hides the secrets of the URL around the colon at `offset`, if there is one.
  mutating func checkURL(colon offset: Int) {
    guard count - offset > 3, byte(offset + 1) == UInt8(ascii: "/"),
      byte(offset + 2) == UInt8(ascii: "/"), offset >= urlFloor
    else { return }
    let isEnd = { (byte: UInt8) in byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == 0x5C }
    let floor = max(urlFloor, offset - 64)
    let start = body[floor..<offset].lastIndex(where: isEnd).map { $0 + 1 } ?? floor
    let end = body[offset...].firstIndex(where: isEnd) ?? count
    urlFloor = end
    // A longer text is not a URL.
    guard end - start <= 8192 else { return }
    found += URLRedaction.secrets(in: body[start..<end], sparesOpaque: isOpaque)
    lookedAt = max(lookedAt, end)
  }
}
