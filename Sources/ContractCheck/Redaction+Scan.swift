/// The lexical scan behind `Redaction`.
///
/// Every colon (and equals sign) is judged on its own by the name before it: no state is carried
/// along that a missing quote could upset.
struct SecretScan {
  let body: [UInt8]
  let count: Int
  let isMalformed: Bool
  private let names: Set<String>
  /// Bytes to hide, in no order, possibly over one another.
  private(set) var found: [Range<Int>] = []
  /// Bytes looked at beyond the one pass. Past a multiple of the body it is made to cost more than
  /// it can be worth, and everything that follows is hidden.
  var work = 0

  /// What was found out about the last few names; a body has the same ones again and again.
  private var verdicts = Array(repeating: Verdict(), count: 256)

  private struct Verdict {
    var start = 0
    var length = -1
    var name = Name.other
  }

  /// What a member's name says of its value.
  private enum Name {
    case secret
    /// Its value is a secret unless it is an object or an array.
    case scalar
    /// The rest of a line that is not JSON belongs to it.
    case header
    /// `name` or `key`, and `value`: of a pair.
    case pairName, pairValue
    case other
  }

  /// The pairs of HAR and its kin: `{"name": "Cookie", "value": "…"}`, in either order.
  private var lastValue: Range<Int>?
  private var hidesNextValue = false

  /// Whether a text that is not JSON may be a command line.
  let mentionsCurl: Bool

  init(body: [UInt8], isMalformed: Bool, names: Set<String>) {
    self.body = body
    count = body.count
    self.isMalformed = isMalformed
    self.names = names
    mentionsCurl =
      isMalformed
      && body.indices.contains {
        body[$0] == UInt8(ascii: "c") && body[$0...].starts(with: "curl ".utf8)
      }
  }

  func byte(_ offset: Int) -> UInt8 { body[offset] }

  mutating func run() {
    let budget = count * 8 + 65_536
    for offset in 0..<count {
      switch byte(offset) {
      case UInt8(ascii: ":"): judgeMember(colon: offset, last: offset)
      case UInt8(ascii: "="): judgeAssignment(equals: offset)
      case UInt8(ascii: "\""), UInt8(ascii: "'"): judgeNeighbour(quote: offset)
      case UInt8(ascii: "-"): judgeOption(at: offset)
      case UInt8(ascii: "e"): judgeWebToken(at: offset)
      case UInt8(ascii: "B"), UInt8(ascii: "b"): judgeBearer(at: offset)
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        if offset >= lastValue?.upperBound ?? 0 {
          lastValue = nil
          hidesNextValue = false
        }
      default: continue
      }
      if work > budget {
        found.append(offset..<count)
        return
      }
    }
  }

  mutating func hide(_ start: Int, _ end: Int) {
    if start < end { found.append(start..<end) }
  }

  func isSecret(_ name: String) -> Bool {
    SecretName.isSecret(name) || names.contains(name)
  }

  // MARK: "name": value

  /// - Parameters:
  ///   - colon: where a colon, or what stands for it, begins
  ///   - last: its last byte
  mutating func judgeMember(colon: Int, last: Int) {
    guard let (range, depth) = nameRange(before: colon) else { return }
    hideName(range)
    switch meaning(of: range) {
    case .other: return
    case .secret: hideValue(after: last, depth: depth, isHeader: false)
    case .scalar:
      let value = skipSpace(from: last + 1)
      guard value < count, byte(value) != UInt8(ascii: "{"), byte(value) != UInt8(ascii: "[")
      else { return }
      hideValue(after: last, depth: depth, isHeader: false)
    case .header: hideValue(after: last, depth: depth, isHeader: true)
    case .pairName:
      guard let value = string(at: skipSpace(from: last + 1))?.content else { return }
      work += value.count
      hidesNextValue = isSecret(SecretName.folded(bytes(value)))
      if hidesNextValue, let lastValue { hide(lastValue.lowerBound, lastValue.upperBound) }
    case .pairValue:
      guard let value = string(at: skipSpace(from: last + 1))?.content else { return }
      work += value.count
      if hidesNextValue { hide(value.lowerBound, value.upperBound) }
      lastValue = value
    }
  }

  /// Hides a name that is itself a credential: objects are keyed by device tokens.
  private mutating func hideName(_ range: Range<Int>) {
    guard range.count >= 12 else { return }
    work += range.count
    if SecretName.looksLikeCredential(String(decoding: body[range], as: UTF8.self)) {
      hide(range.lowerBound, range.upperBound)
    }
  }

  private mutating func meaning(of range: Range<Int>) -> Name {
    var hash = 0
    for offset in range { hash = hash &* 31 &+ Int(byte(offset)) }
    let slot = hash & 255
    let known = verdicts[slot]
    if known.length == range.count, isSame(range, at: known.start) { return known.name }
    let name = SecretName.folded(bytes(range))
    let meaning: Name =
      switch name {
      case "name", "key": .pairName
      case "value": .pairValue
      case _ where SecretName.isScalarSecret(name): .scalar
      case _ where !isSecret(name): .other
      default: name.hasSuffix("cookie") || name.hasSuffix("authorization") ? .header : .secret
      }
    verdicts[slot] = Verdict(start: range.lowerBound, length: range.count, name: meaning)
    return meaning
  }

  func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
    // A name's length is bounded; a longer one is told by its end.
    let start = max(range.lowerBound, range.upperBound - 256)
    return body[start..<range.upperBound]
  }

  private func isSame(_ range: Range<Int>, at start: Int) -> Bool {
    for offset in range where byte(offset) != byte(start + offset - range.lowerBound) {
      return false
    }
    return true
  }

  /// The name that ends before `colon`, and the number of backslashes before its closing quote,
  /// which tells how deep in strings this JSON stands.
  private mutating func nameRange(before colon: Int) -> (Range<Int>, depth: Int)? {
    var end = colon
    while end > 0, colon - end < 64, isSpace(byte(end - 1)) { end -= 1 }
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
    default: hideBareValue(from: start, isHeader: isHeader)
    }
  }

  /// The string that begins at `offset`: its content and the offset past its closing quote.
  func string(at offset: Int) -> (content: Range<Int>, end: Int)? {
    var open = offset
    while open < count, open - offset < 16, byte(open) == UInt8(ascii: "\\") { open += 1 }
    guard open < count else { return nil }
    let quote = byte(open)
    guard quote == UInt8(ascii: "\"") || isMalformed && quote == UInt8(ascii: "'") else {
      return nil
    }
    let depth = open - offset
    var backslashes = 0
    var next = open + 1
    while next < count {
      let current = byte(next)
      if current == quote, backslashes % 2 == 0 || depth > 0 && backslashes <= depth {
        // Within a string of JSON the backslashes before the closing quote belong to the quote.
        return (open + 1..<next - min(backslashes, depth), next + 1)
      }
      backslashes = current == UInt8(ascii: "\\") ? backslashes + 1 : 0
      next += 1
    }
    return (open + 1..<count, count)
  }

  /// Hides what follows a closing quote that cannot be one: `"password": "hun"ter2"`.
  private mutating func hideStrayText(from end: Int, quote: UInt8) {
    var start = end
    while start < count {
      let next = skipSpace(from: start)
      guard next < count, !isPunctuation(byte(next)), !hasNewline(start, next), !isName(at: next)
      else { return }
      var close = next
      while close < count, byte(close) != quote, byte(close) != UInt8(ascii: "\n") { close += 1 }
      work += close - start
      hide(start, close)
      guard close < count, byte(close) == quote else { return }
      start = close + 1
    }
  }

  /// Whether a quoted name and its colon stand at `offset`: only a comma was forgotten.
  private func isName(at offset: Int) -> Bool {
    guard let end = string(at: offset)?.end else { return false }
    let after = skipSpace(from: end)
    return after < count && byte(after) == UInt8(ascii: ":")
  }

  private func hasNewline(_ start: Int, _ end: Int) -> Bool {
    (start..<end).contains { byte($0) == UInt8(ascii: "\n") }
  }

  /// Hides the value of a name that has lost its colon: `{"password" "secret"}`.
  private mutating func judgeNeighbour(quote: Int) {
    guard isMalformed else { return }
    let next = skipSpace(from: quote + 1)
    work += next - quote
    guard next < count, "\"'\\".utf8.contains(byte(next)),
      let (range, depth) = nameRange(before: quote + 1)
    else { return }
    switch meaning(of: range) {
    case .other, .pairName, .pairValue: return
    case .secret, .scalar, .header:
      if !isName(at: next) { hideValue(after: quote, depth: depth, isHeader: false) }
    }
  }

  /// Hides every string that is not a name, every number, and names that are no words, of the
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
        // Fewer backslashes than the name's own quote has: the string around this JSON ends here.
        if current == UInt8(ascii: "\""), depth > 0 { return }
        guard let (content, end) = string(at: offset) else {
          offset += 1
          continue
        }
        let after = skipSpace(from: end)
        if after >= count || byte(after) != UInt8(ascii: ":") || SecretName.isOpaque(body[content])
        {
          hide(content.lowerBound, content.upperBound)
        }
        offset = end
      case let other where isSpace(other) || isPunctuation(other): offset += 1
      default:
        let end = bareEnd(from: offset, isHeader: false)
        if !isConstant(offset, end) { hide(offset, end) }
        offset = max(end, offset + 1)
      }
    }
  }

  private mutating func hideBareValue(from start: Int, isHeader: Bool) {
    let end = bareEnd(from: start, isHeader: isHeader)
    work += end - start
    if !isConstant(start, end) { hide(start, end) }
  }

  /// Where a value without quotes ends. Of text that is not JSON, a header's value is the rest of
  /// its line and of those that continue it.
  private func bareEnd(from start: Int, isHeader: Bool) -> Int {
    var end = start
    while end < count {
      switch byte(end) {
      case UInt8(ascii: "\""): return end
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard isMalformed, isHeader, isContinued(lineEnd: end) else { return end }
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

  /// Whether the line after the one that ends at `end` begins with a space, as a folded header's.
  private func isContinued(lineEnd end: Int) -> Bool {
    let isPair =
      byte(end) == UInt8(ascii: "\r") && end + 1 < count && byte(end + 1) == UInt8(ascii: "\n")
    let next = isPair ? end + 2 : end + 1
    return next < count && (byte(next) == UInt8(ascii: " ") || byte(next) == UInt8(ascii: "\t"))
  }

  private func isConstant(_ start: Int, _ end: Int) -> Bool {
    guard end - start <= 8 else { return false }
    let text = String(decoding: bytes(start..<end), as: UTF8.self)
    return text == "null" || text == "true" || text == "false"
  }

  // MARK: Bytes

  func skipSpace(from start: Int) -> Int {
    var next = start
    while next < count, isSpace(byte(next)) { next += 1 }
    return next
  }

  func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): true
    default: false
    }
  }

  func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
