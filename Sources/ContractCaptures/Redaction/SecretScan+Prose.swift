/// Finds secrets after a name in prose and header lines: `bad token: x`,
/// `Set-Cookie: sid=x; Path=/`.
///
/// In valid JSON, a name without quotes before a colon is inside a string.
extension SecretScan {
  /// - Parameter mark: A colon or an equals sign without a quoted name before it.
  mutating func checkProse(at mark: Int) {
    guard mark >= proseFloor, mark + 1 < count, let name = proseName(before: mark) else { return }
    let meaning = proseMeaning(of: name)
    guard meaning.isSecret else { return }
    var start = mark + 1
    // Other languages write `=>` and `==`.
    if byte(mark) == UInt8(ascii: "="), ">=".utf8.contains(byte(start)) { start += 1 }
    while start < count, Self.isBlank(byte(start)) { start += 1 }
    if start >= lastLineEnd {
      lastLineEnd = lineEnd(from: start)
      lastEquals = body[start..<lastLineEnd].lastIndex(of: UInt8(ascii: "=")) ?? 0
      work += lastLineEnd - start
    }
    let end = lastLineEnd
    guard start < end else { return }
    // The text may already be masked.
    if let mask = mask(at: start) {
      proseFloor = mask
      return
    }
    proseFloor = end
    let words = SecretName.words(of: body[name])
    if words.last == "cookie", lastEquals >= start {
      return hideCookies(start..<end, haveAttributes: words.contains("set"))
    } else if words.last == "authorization", hideCredentials(start..<end) {
      return
    }
    proseFloor = hideProse(
      start..<end, isCounted: meaning == .counted,
      isSure: SecretName.isSure(words.last ?? ""))
  }

  /// The last word before a mark, with the word before it if one space separates them.
  private mutating func proseName(before mark: Int) -> Range<Int>? {
    var end = mark
    while end > 0, mark - end < 2, Self.isBlank(byte(end - 1)) { end -= 1 }
    if end > 0, "'`*\"".utf8.contains(byte(end - 1)) { end -= 1 }
    if kind != .text, end > 0, byte(end - 1) == UInt8(ascii: "\\") { end -= 1 }
    var start = end
    while start > 0, end - start < 64, isNameByte(byte(start - 1)) { start -= 1 }
    guard start < end else { return nil }
    var first = start
    if first > 0, byte(first - 1) == ASCIIByte.space {
      first -= 1
      while first > 0, end - first < 64, isNameByte(byte(first - 1)) { first -= 1 }
    }
    work += mark - first
    return first..<end
  }

  private func proseMeaning(of name: Range<Int>) -> SecretName.Meaning {
    let both = SecretName.meaning(of: body[name])
    if both == .opaque || both.isSecret { return both }
    guard let space = body[name].lastIndex(of: ASCIIByte.space) else {
      return isNamed(body[name]) ? .secret : both
    }
    let last = body[(space + 1)..<name.upperBound]
    return isNamed(last) ? .secret : SecretName.meaning(of: last)
  }

  /// The end of a line of prose. If the string around it ends earlier, the end of the string.
  private func lineEnd(from start: Int) -> Int {
    var end = start
    while end < count {
      switch byte(end) {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return end
      // `␊` and `␍` are used for line breaks in a text on one line.
      case 0xE2
      where end + 2 < count && byte(end + 1) == 0x90 && [0x8A, 0x8D].contains(byte(end + 2)):
        return end
      case UInt8(ascii: "\"") where kind == .json: return end
      case UInt8(ascii: "\\") where kind == .json:
        if end + 1 < count, "nr".utf8.contains(byte(end + 1)) { return end }
        end += 2
      default: end += 1
      }
    }
    return min(end, count)
  }

  /// The end of a mask at an offset, such as `‹7 characters›`.
  private func mask(at start: Int) -> Int? {
    let rest = body[start..<min(count, start + 32)]
    guard rest.starts(with: "‹".utf8), let end = rest.firstIndex(of: 0xBA) else { return nil }
    return Redaction.isMask(rest[...end]) ? end + 1 : nil
  }

  // MARK: Values

  /// Hides the first word of a value, unless it is an ordinary word, and returns the end of the
  /// word.
  ///
  /// - Parameter isSure: Whether even an ordinary word is a secret.
  private mutating func hideProse(_ value: Range<Int>, isCounted: Bool, isSure: Bool) -> Int {
    if let content = quoted(at: value.lowerBound) {
      hide(content.lowerBound, min(content.upperBound, value.upperBound))
      return content.upperBound
    }
    if "[{(".utf8.contains(byte(value.lowerBound)) {
      let inner = (value.lowerBound + 1)..<value.upperBound
      let end: Int = body[inner].firstIndex { "]})".utf8.contains($0) } ?? inner.upperBound
      if byte(value.lowerBound) != UInt8(ascii: "(") { hide(inner.lowerBound, end) }
      return end
    }
    var word = word(in: value)
    if Self.schemes.contains(text(of: word)) {
      word = self.word(in: skipBlanks(from: word.upperBound, in: value)..<value.upperBound)
    }
    guard !word.isEmpty, !(isCounted && body[word].allSatisfy(ASCIIByte.isDigit)) else {
      return word.upperBound
    }
    let isSecret =
      isSure && isLast(word, in: value)
      ? !Self.isHarmless(text(of: word)) : Self.isNoWord(body[word])
    if isSecret {
      hide(word.lowerBound, word.upperBound)
    }
    return word.upperBound
  }

  /// Hides the text after the scheme of credentials. Returns false if the text is prose.
  private mutating func hideCredentials(_ value: Range<Int>) -> Bool {
    let scheme = word(in: value)
    let start = skipBlanks(from: scheme.upperBound, in: value)
    guard start > scheme.upperBound, start < value.upperBound else { return false }
    let rest = start..<value.upperBound
    let first = word(in: rest)
    let isOne = first.upperBound == rest.upperBound
    guard isOne ? !Self.isHarmless(text(of: first)) : lastEquals >= start else {
      return false
    }
    hide(rest.lowerBound, rest.upperBound)
    return true
  }

  /// Hides the values of cookies.
  private mutating func hideCookies(_ value: Range<Int>, haveAttributes: Bool) {
    var hasCookie = false
    for part in body[value].split(separator: UInt8(ascii: ";")) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = ASCIIByte.lowercased(String(decoding: part[..<equals], as: UTF8.self))
      let isAttribute = SecretReplacement.attributes.contains(name.filter { $0 != " " })
      if haveAttributes, hasCookie, isAttribute { continue }
      hide(equals + 1, part.endIndex)
      hasCookie = true
    }
  }

  // MARK: Words

  private func text(of word: Range<Int>) -> String {
    ASCIIByte.lowercased(String(decoding: body[word.prefix(24)], as: UTF8.self))
  }

  private func skipBlanks(from start: Int, in value: Range<Int>) -> Int {
    var next = start
    while next < value.upperBound, Self.isBlank(byte(next)) { next += 1 }
    return next
  }

  /// The first word of a value, without a punctuation mark at its end.
  private func word(in value: Range<Int>) -> Range<Int> {
    let isEnd = { (byte: UInt8) in byte <= 0x20 || ",;&<>\"'`)]}|\\".utf8.contains(byte) }
    var end: Int = body[value].firstIndex(where: isEnd) ?? value.upperBound
    while end > value.lowerBound, ".!?:".utf8.contains(byte(end - 1)) { end -= 1 }
    return value.lowerBound..<end
  }

  /// Whether a word is the last one in its sentence.
  private func isLast(_ word: Range<Int>, in value: Range<Int>) -> Bool {
    guard word.upperBound < value.upperBound else { return true }
    return !Self.isBlank(byte(word.upperBound)) && byte(word.upperBound) != UInt8(ascii: ":")
  }

  /// The text in quotes at an offset. The quotes may be escaped.
  func quoted(at offset: Int) -> Range<Int>? {
    guard offset < count else { return nil }
    let isEscaped = byte(offset) == UInt8(ascii: "\\")
    let open = isEscaped ? offset + 1 : offset
    guard open < count, "\"'`".utf8.contains(byte(open)) else { return nil }
    let quote = byte(open)
    if quote == UInt8(ascii: "\""), !isEscaped {
      // In JSON, this quote ends the string. The same is possible in a text that was copied from
      // JSON.
      if kind == .json { return nil }
      let after = skipSpace(from: open + 1)
      if after >= count || isPunctuation(byte(after)) { return nil }
    }
    var end = open + 1
    while end < count, byte(end) != quote, byte(end) != UInt8(ascii: "\n") {
      if byte(end) == UInt8(ascii: "\"") { break }
      end += byte(end) == UInt8(ascii: "\\") && !isEscaped ? 2 : 1
    }
    end = min(end, count)
    if isEscaped, end > open + 1, byte(end - 1) == UInt8(ascii: "\\") { end -= 1 }
    return open + 1..<end
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Whether a word inside a sentence may be a secret. Ordinary words have no digits. They have
  /// capitals only at the start, or they have only capitals.
  private static func isNoWord(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= 4 else { return false }
    if word.contains(where: ASCIIByte.isDigit) { return true }
    let isLower = { (byte: UInt8) in 0x61...0x7A ~= byte }
    let isUpper = { (byte: UInt8) in 0x41...0x5A ~= byte }
    return word.dropFirst().contains(where: isUpper) && word.contains(where: isLower)
      && !word.contains(UInt8(ascii: "-")) && !word.contains(UInt8(ascii: "("))
  }

  /// Whether a last word describes a secret but is no secret.
  private static func isHarmless(_ word: String) -> Bool {
    word.utf8.count < 3 && !word.utf8.contains(where: ASCIIByte.isDigit) || harmless.contains(word)
      || word == "@file" || word == "env:variable"
  }

  private static let schemes: Set<String> = ["apikey", "basic", "bearer", "digest", "token"]

  private static let harmless: Set<String> = [
    "absent", "allowed", "array", "bad", "basic", "bearer", "blank", "boolean", "denied", "digest",
    "disabled", "empty", "enabled", "expected", "expired", "false", "forbidden", "here",
    "incorrect", "integer", "invalid", "malformed", "mismatch", "missing", "needed", "nil", "none",
    "null", "number", "object", "optional", "refused", "rejected", "required", "revoked", "string",
    "true", "unauthorized", "undefined", "unknown", "unset", "wrong", "yes",
  ]
}

extension SecretScan {
  /// The number of spaces and tabs at the start of the line of an offset. 0 if the start is far
  /// away.
  func indent(ofLineAt offset: Int) -> Int {
    var start = offset
    while start > 0, byte(start - 1) != UInt8(ascii: "\n") {
      guard offset - start < 256 else { return 0 }
      start -= 1
    }
    return indent(from: start)
  }

  /// The number of spaces and tabs from an offset on.
  func indent(from start: Int) -> Int {
    var end = start
    while end < count, byte(end) == UInt8(ascii: " ") || byte(end) == UInt8(ascii: "\t") {
      end += 1
    }
    return end - start
  }
}
