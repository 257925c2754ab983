/// Finds secrets in assignments, command-line options, and values that look like secrets.
extension SecretScan {
  /// Finds command-line options such as `--user name:secret`.
  mutating func checkOption(at offset: Int) {
    guard mentionsClient, offset == 0 || ASCIIByte.isSpace(byte(offset - 1)) else { return }
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

  /// The starts of command lines with options that can be secrets.
  static let clients = ["curl ", "http -", "https -", "xh -"].map { Array($0.utf8) }

  private static let secretOptions: Set<String> = [
    "-U", "-a", "-b", "-u", "--auth", "--cookie", "--oauth2-bearer", "--pass", "--proxy-pass",
    "--proxy-user", "--user",
  ]

  mutating func checkAssignment(equals: Int) {
    if isMalformed, equals + 1 < count, equals > 0 {
      // Other languages write `"name" => value` and `name = value`.
      let isArrow = byte(equals + 1) == UInt8(ascii: ">")
      if isArrow || "\"' \t".utf8.contains(byte(equals - 1)) {
        checkProperty(colon: equals, last: isArrow ? equals + 1 : equals)
      }
    }
    // Ruby writes `:password=>"x"`.
    let isArrow = equals + 1 < count && byte(equals + 1) == UInt8(ascii: ">")
    let first = isArrow ? equals + 2 : equals + 1
    // In `user[password]=x`, the last part is the name.
    let nameEnd = equals > 0 && byte(equals - 1) == UInt8(ascii: "]") ? equals - 1 : equals
    var start = nameEnd
    while start > 0, nameEnd - start < 64, isNameByte(byte(start - 1)) { start -= 1 }
    work += equals - start
    guard start < nameEnd else { return checkProse(at: equals) }
    let name = bytes(start..<nameEnd)
    if name.elementsEqual("name".utf8) { checkFormPart(equals: equals) }
    let isInQuery = start > 0 && "?&;".utf8.contains(byte(start - 1))
    let meaning = SecretName.meaning(of: name, in: isInQuery ? .query : .property)
    guard meaning.isSecret || isNamed(name) else { return }
    if let quoted = quoted(at: first) {
      work += quoted.count
      return hide(quoted.lowerBound, quoted.upperBound)
    }
    var end = first
    while end < count, !isPunctuation(byte(end)), !ASCIIByte.isSpace(byte(end)),
      !"&\"'\\;#<>".utf8.contains(byte(end))
    {
      end += 1
    }
    work += end - equals
    let isCount = body[first..<end].allSatisfy(ASCIIByte.isDigit)
    if meaning != .counted || !isCount { hide(first, end) }
  }

  /// Hides the value of a header without its colon: `Authorization x`.
  mutating func checkHeaderLine(at offset: Int) {
    let end = SecretLook.wordEnd(of: body, from: offset)
    guard end < count, byte(end) == ASCIIByte.space, end - offset <= 24,
      let word = SecretName.words(of: body[offset..<end]).last,
      word == "authorization" || word == "cookie"
    else { return }
    let lineEnd = body[end...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? count
    work += lineEnd - offset
    hide(end + 1, lineEnd)
  }

  /// Hides the text of a part of a multipart form: `form-data; name="password"`, an empty line, the
  /// text.
  private mutating func checkFormPart(equals: Int) {
    let before = body[max(0, equals - 128)..<equals]
    let name =
      quoted(at: equals + 1) ?? bareValue(from: equals + 1, before: min(count, equals + 130))
    guard name.upperBound < count, name.count <= 128,
      SecretName.meaning(of: body[name], in: .query).isSecret || isNamed(body[name]),
      let semicolon = before.lastIndex(of: UInt8(ascii: ";")),
      before[..<semicolon].suffix(9).elementsEqual("form-data".utf8)
    else { return }
    // The other headers of the part, and the empty line after them.
    guard var end = body[name.upperBound...].firstIndex(of: UInt8(ascii: "\n")) else { return }
    var start = end
    repeat {
      start = end + 1
      guard start - equals < 1024, let next = body[start...].firstIndex(of: UInt8(ascii: "\n"))
      else { return }
      end = next
    } while !body[start..<end].allSatisfy(ASCIIByte.isSpace)
    start = end + 1
    end = start
    while end < count, !body[end...].starts(with: "\n--".utf8) { end += 1 }
    work += end - equals
    hide(start, end > start && byte(end - 1) == UInt8(ascii: "\r") ? end - 1 : end)
  }

  /// Hides the values of secret headers in a list such as `["Authorization", "x", "Accept", "y"]`
  /// or `[["Authorization", "x"]]`.
  mutating func hideHeaders(from start: Int) {
    guard start < count, byte(start) == UInt8(ascii: "[") else { return }
    var next = start + 1
    var isSecret: Bool?
    defer { work += next - start }
    while true {
      next = skipSpace(from: next)
      guard next < count else { return }
      switch byte(next) {
      case UInt8(ascii: "["), UInt8(ascii: "]"):
        // A list in the list is a pair of its own.
        isSecret = nil
        next += 1
      case UInt8(ascii: ","): next += 1
      default:
        guard let (content, end) = string(at: next) else { return }
        if let isValueSecret = isSecret {
          if isValueSecret { hide(content.lowerBound, content.upperBound) }
          isSecret = nil
        } else {
          let after = skipSpace(from: end)
          // The end of the list was passed if this is a name with a colon.
          if after < count, byte(after) == UInt8(ascii: ":") { return }
          isSecret = SecretName.meaning(of: bytes(content)).isSecret || isNamed(bytes(content))
        }
        next = end
      }
    }
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

  /// Hides the secrets of a URL that begins with its path: `"/tokens/x"`, `GET /tokens/x`.
  ///
  /// In a text of unknown origin, a path after a space or at the start may be the path of a file.
  mutating func checkPath(slash offset: Int) {
    guard offset >= urlFloor, offset > 0 else { return }
    switch byte(offset - 1) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): break
    case UInt8(ascii: "=") where kind != .text: break
    case ASCIIByte.space where offset > 1:
      let before = byte(offset - 2)
      guard 0x41...0x5A ~= before || kind != .text && before == UInt8(ascii: ":") else { return }
    default: return
    }
    // A longer text is not a URL, but may contain URLs.
    let limit = min(count, offset + 8193)
    let end = body[offset..<limit].firstIndex(where: Self.endsURL) ?? limit
    work += end - offset
    guard end - offset <= 8192 else { return }
    urlFloor = end
    found += URLRedaction.secrets(
      in: body[offset..<end], sparesOpaque: isOpaque || !hidesLikely)
  }

  private static func endsURL(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == 0x5C
  }

  /// Hides the secrets of the URL around the colon at `offset`, if there is one.
  mutating func checkURL(colon offset: Int) {
    guard count - offset > 3, byte(offset + 1) == UInt8(ascii: "/"),
      byte(offset + 2) == UInt8(ascii: "/"), offset >= urlFloor
    else { return }
    let floor = max(urlFloor, offset - 64)
    let start = body[floor..<offset].lastIndex(where: Self.endsURL).map { $0 + 1 } ?? floor
    let end = body[offset...].firstIndex(where: Self.endsURL) ?? count
    urlFloor = end
    // A longer text is not a URL.
    guard end - start <= 8192 else { return }
    found += URLRedaction.secrets(in: body[start..<end], sparesOpaque: isOpaque)
    lookedAt = max(lookedAt, end)
  }
}
