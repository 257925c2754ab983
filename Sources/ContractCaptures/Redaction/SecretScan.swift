/// The lexical scan that `Redaction` uses.
///
/// Every colon (and equals sign) is checked separately, with the name before it. So a missing quote
/// has no effect on later checks.
struct SecretScan {
  let body: [UInt8]
  let count: Int
  let kind: Kind
  var isMalformed: Bool { kind == .malformed }
  private let names: Set<String>
  /// The byte ranges to hide, in no order. They may overlap.
  var found: [Range<Int>] = []
  /// The number of bytes that were read in addition to the first pass. If this number is larger
  /// than a multiple of the body's length, all following text is hidden, because such a body is
  /// hostile.
  var work = 0

  private let known: SecretNameMemory

  private var lastValue: Range<Int>?
  private var lastName: PairName?
  private var pairPlace = SecretName.Place.property
  var opacity = Opacity.none

  /// The state of the search for texts that look like secrets. It is the place where the search
  /// continues, the end of the last URL, and the last name and password.
  var lookedAt = 0
  var urlFloor = 0
  var userFloor = 0
  /// The state of the search in prose. It is the start of the last line, the place up to which the
  /// line is read, the line's last equals sign, and the end of the last hidden element.
  var proseFloor = 0
  var lastLineEnd = 0
  var lastEquals = 0
  var markupFloor = 0

  /// Whether a text may be a command line.
  let mentionsCurl: Bool
  /// Whether the parts of URLs are checked. False inside a part of a URL.
  var readsURLs = true
  /// Whether a long text without words is hidden under any name. In a line of text, it may be the
  /// name of a folder.
  var hidesLikely = true

  init(body: [UInt8], kind: Kind, names: Set<String>, known: SecretNameMemory) {
    self.known = known
    self.body = body
    count = body.count
    self.kind = kind
    self.names = names
    mentionsCurl = body.indices.contains {
      body[$0] == UInt8(ascii: "c") && body[$0...].starts(with: "curl ".utf8)
    }
  }

  func byte(_ offset: Int) -> UInt8 { body[offset] }

  mutating func run() {
    let budget = count * 8 + 65_536
    var next = 0
    while next < count {
      let offset = next
      let current = byte(offset)
      next += 1
      switch current {
      case UInt8(ascii: ":"):
        if readsURLs { checkURL(colon: offset) }
        checkProperty(colon: offset, last: offset)
      case UInt8(ascii: "="): checkAssignment(equals: offset)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): checkNeighbour(quote: offset)
      case UInt8(ascii: "@"): checkUserInformation(at: offset)
      case UInt8(ascii: "<"): checkElement(at: offset)
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        if offset >= lastValue?.upperBound ?? 0 {
          lastValue = nil
          lastName = nil
        }
      case _ where SecretLook.isWord(current):
        if current == UInt8(ascii: "-") { checkOption(at: offset) }
        let end = SecretLook.wordEnd(of: body, from: offset)
        if offset >= lookedAt { checkLook(of: offset..<end) }
        next = min(end, lookedAt)
      default: break
      }
      if work > budget {
        // The text before the `@` of an address may also begin here.
        found.append(max(0, offset - Self.longestUserInformation)..<count)
        return
      }
    }
  }

  mutating func hide(_ start: Int, _ end: Int) {
    if start < end { found.append(start..<end) }
  }

  func isNamed(_ name: ArraySlice<UInt8>) -> Bool {
    !names.isEmpty && names.contains(SecretName.words(of: name).joined())
  }

  // MARK: "name": value

  /// - Parameters:
  ///   - colon: the start of a colon or its replacement
  ///   - last: the last byte of the colon or its replacement
  mutating func checkProperty(colon: Int, last: Int) {
    guard let (range, depth) = nameRange(before: colon) else { return checkProse(at: colon) }
    let meaning = meaning(of: range)
    // In `API key: x`, the last word alone is not enough.
    if !meaning.isSecret, isNameByte(byte(colon - 1)) { checkProse(at: colon) }
    let start = skipSpace(from: last + 1)
    opacity = .none
    switch meaning {
    case .value(.other): pairPlace = .property
    case .value(.opaque):
      opacity = .opaque
      pairPlace = .property
    case .value(.secret): hideValue(after: last, depth: depth, isHeader: false)
    case .value(.scalar):
      guard start < count, byte(start) != UInt8(ascii: "{"), byte(start) != UInt8(ascii: "[")
      else { return }
      hideValue(after: last, depth: depth, isHeader: false)
    case .value(.counted):
      guard start < count, byte(start) != UInt8(ascii: "-"), !(0x30...0x39 ~= byte(start))
      else { return }
      hideValue(after: last, depth: depth, isHeader: false)
    case .header: hideValue(after: last, depth: depth, isHeader: true)
    case .parameters: pairPlace = .query
    case .pairPart: return
    case .pairName:
      guard let value = string(at: start)?.content else { return }
      work += value.count
      let name = PairName(range: value, place: pairPlace)
      opacity = .of(name)
      lastName = name
      if let lastValue, isSecret(name) { hide(lastValue.lowerBound, lastValue.upperBound) }
    case .pairValue:
      guard let value = string(at: start)?.content else { return }
      work += value.count
      if let lastName, isSecret(lastName) { hide(value.lowerBound, value.upperBound) }
      lastValue = value
    }
  }

  private func meaning(of name: PairName) -> SecretName.Meaning {
    SecretName.meaning(of: bytes(name.range), in: name.place)
  }

  private func isSecret(_ name: PairName) -> Bool {
    meaning(of: name).isSecret || isNamed(bytes(name.range))
  }

  var isOpaque: Bool {
    switch opacity {
    case .none: false
    case .opaque: true
    case .of(let name): meaning(of: name) == .opaque
    }
  }

  private mutating func meaning(of range: Range<Int>) -> Name {
    var hash = 0
    for offset in range { hash = hash &* 31 &+ Int(byte(offset)) }
    let name = bytes(range)
    if names.isEmpty, let meaning = known.meaning(of: name, hash) { return meaning }
    let meaning: Name =
      switch ASCIIByte.lowercased(String(decoding: name, as: UTF8.self)) {
      case "name", "key": .pairName
      case "value": .pairValue
      case "querystring", "params", "urlencoded", "formdata": .parameters
      case "comment", "description", "disabled", "type": .pairPart
      default: named(name)
      }
    if names.isEmpty { known.note(meaning, of: name, hash) }
    return meaning
  }

  private func named(_ name: ArraySlice<UInt8>) -> Name {
    if isNamed(name) { return .value(.secret) }
    let meaning = SecretName.meaning(of: name)
    let last = meaning == .secret ? SecretName.words(of: name).last : nil
    return last == "authorization" || last == "cookie" ? .header : .value(meaning)
  }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    // The length of a name is limited, because the end of a longer name is enough.
    let start = max(range.lowerBound, range.upperBound - 256)
    return body[start..<range.upperBound]
  }

  /// The name that ends before `colon`, and the number of backslashes before its closing quote.
  /// This number shows how many strings are around this JSON.
  private mutating func nameRange(before colon: Int) -> (Range<Int>, depth: Int)? {
    var end = colon
    while end > 0, colon - end < 64, ASCIIByte.isSpace(byte(end - 1)) { end -= 1 }
    guard end > 0 else { return nil }
    let quote = byte(end - 1)
    if quote == UInt8(ascii: "\"") || isMalformed && quote == UInt8(ascii: "'") {
      end -= 1
      let close = end
      while end > 0, close - end < 16, byte(end - 1) == UInt8(ascii: "\\") { end -= 1 }
      var start = end
      while start > 0, end - start < 256, byte(start - 1) != quote { start -= 1 }
      work += colon - start
      return (start..<end, close - end)
    }
    guard isMalformed else { return nil }
    var start = end
    while start > 0, end - start < 64, isNameByte(byte(start - 1)) { start -= 1 }
    work += colon - start
    return (start..<end, 0)
  }

  private mutating func hideValue(after colon: Int, depth: Int, isHeader: Bool) {
    let start = skipSpace(from: colon + 1)
    guard start < count else { return }
    if let (content, end) = string(at: start) {
      work += end - start
      hide(content.lowerBound, content.upperBound)
      if isMalformed { hideStrayText(from: end, quote: byte(end - 1)) }
      return
    }
    switch byte(start) {
    case UInt8(ascii: "["), UInt8(ascii: "{"): hideScalars(from: start, depth: depth)
    default:
      let end = bareEnd(from: start, isHeader: isHeader, indent: indent(ofLineAt: colon))
      work += end - start
      if !isConstant(start, end) { hide(start, end) }
    }
  }

  /// The string at `offset`. It has the content, and the offset after the closing quote.
  func string(at offset: Int) -> (content: Range<Int>, end: Int)? {
    var open = offset
    while open < count, open - offset < 16, byte(open) == UInt8(ascii: "\\") { open += 1 }
    guard open < count else { return nil }
    let quote = byte(open)
    guard quote == UInt8(ascii: "\"") || kind != .json && quote == UInt8(ascii: "'") else {
      return nil
    }
    let depth = open - offset
    var backslashes = 0
    var next = open + 1
    while next < count {
      let current = byte(next)
      if current == quote, backslashes % 2 == 0 || depth > 0 && backslashes <= depth {
        // In JSON inside a string, the backslashes before the closing quote belong to the quote.
        return (open + 1..<next - min(backslashes, depth), next + 1)
      }
      backslashes = current == UInt8(ascii: "\\") ? backslashes + 1 : 0
      next += 1
    }
    return (open + 1..<count, count)
  }

  /// Hides the text after a quote that cannot be the closing quote: `"password": "hun"ter2"`.
  private mutating func hideStrayText(from end: Int, quote: UInt8) {
    var start = end
    while start < count {
      let next = skipSpace(from: start)
      guard next < count, !isPunctuation(byte(next)), !isName(at: next),
        !body[start..<next].contains(UInt8(ascii: "\n"))
      else { return }
      var close = next
      while close < count, byte(close) != quote, byte(close) != UInt8(ascii: "\n") { close += 1 }
      work += close - start
      hide(start, close)
      guard close < count, byte(close) == quote else { return }
      start = close + 1
    }
  }

  /// Whether there is a quoted name with a colon at `offset`, so that only a comma is missing.
  private func isName(at offset: Int) -> Bool {
    guard let end = string(at: offset)?.end else { return false }
    let after = skipSpace(from: end)
    return after < count && byte(after) == UInt8(ascii: ":")
  }

  /// Hides the value of a name without its colon: `{"password" "secret"}`.
  private mutating func checkNeighbour(quote: Int) {
    guard isMalformed else { return }
    let next = skipSpace(from: quote + 1)
    work += next - quote
    guard next < count, "\"'\\".utf8.contains(byte(next)),
      let (range, depth) = nameRange(before: quote + 1)
    else { return }
    switch meaning(of: range) {
    case .value(let meaning) where !meaning.isSecret: return
    case .pairName, .pairValue, .parameters, .pairPart: return
    case .value, .header:
      if !isName(at: next) { hideValue(after: quote, depth: depth, isHeader: false) }
    }
  }

  /// Hides every string that is not a name, every number, and every name that is not a word, in the
  /// container at `start`.
  private mutating func hideScalars(from start: Int, depth: Int) {
    var nesting = 0
    var offset = start
    defer { work += offset - start }
    while offset < count {
      let current = byte(offset)
      switch current {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        nesting += 1
        offset += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        nesting -= 1
        offset += 1
        if nesting <= 0 { return }
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"):
        // There are fewer backslashes than before the name's own quote: the string around this JSON
        // ends here.
        if current == UInt8(ascii: "\""), depth > 0 { return }
        guard let (content, end) = string(at: offset) else {
          offset += 1
          continue
        }
        let after = skipSpace(from: end)
        if after >= count || byte(after) != UInt8(ascii: ":") || SecretLook.isKey(body[content]) {
          hide(content.lowerBound, content.upperBound)
        }
        offset = end
      case let other where ASCIIByte.isSpace(other) || isPunctuation(other): offset += 1
      default:
        let end = bareEnd(from: offset, isHeader: false, indent: 0)
        if !isConstant(offset, end) { hide(offset, end) }
        offset = max(end, offset + 1)
      }
    }
  }

  /// The end of a value without quotes. In a text that is not JSON, a header's value is the rest of
  /// its line, plus the lines that continue this line.
  ///
  /// - Parameter indent: The number of spaces before the header's name.
  private func bareEnd(from start: Int, isHeader: Bool, indent: Int) -> Int {
    var end = start
    while end < count {
      switch byte(end) {
      case UInt8(ascii: "\""): return end
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard isMalformed, isHeader, isContinued(lineEnd: end, indent) else { return end }
      case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "\\"):
        if !(isMalformed && isHeader) { return end }
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        if !isMalformed { return end }
      default: break
      }
      end += 1
    }
    return end
  }

  /// Whether the next line after `end` begins with a space and so continues a header. In YAML, the
  /// line must have more spaces than the header, or be an element of its list.
  private func isContinued(lineEnd end: Int, _ indent: Int) -> Bool {
    let isPair =
      byte(end) == UInt8(ascii: "\r") && end + 1 < count && byte(end + 1) == UInt8(ascii: "\n")
    let next = isPair ? end + 2 : end + 1
    let own = self.indent(from: next)
    let isElement = next + own < count && byte(next + own) == UInt8(ascii: "-")
    return own > indent || own > 0 && own == indent && isElement
  }

  func isConstant(_ start: Int, _ end: Int) -> Bool {
    guard end - start <= 8 else { return false }
    let text = String(decoding: bytes(start..<end), as: UTF8.self)
    return text == "null" || text == "true" || text == "false"
  }

  func skipSpace(from start: Int) -> Int {
    var next = start
    while next < count, ASCIIByte.isSpace(byte(next)) { next += 1 }
    return next
  }

  func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): true
    default: false
    }
  }

  func isNameByte(_ byte: UInt8) -> Bool { SecretLook.isWord(byte) || byte == UInt8(ascii: ".") }
}
