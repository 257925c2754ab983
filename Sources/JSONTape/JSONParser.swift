/// Checks one JSON value against RFC 8259 and writes the tape of the value, in one pass.
///
/// The parser uses no recursion and no separate stack. While an array or object is open, its second
/// word on the tape refers to the container around it. The fast code only detects that a token is
/// wrong. Then `JSONParser+Diagnosis` finds the exact error and its offset.
@_spi(Engine)
public struct JSONParser {
  /// The result of one parse.
  @frozen
  public struct Extent: Sendable {
    /// The offset after the value.
    public let end: Int

    /// The number of words that were written.
    public let wordCount: Int
  }

  /// The token that the hot path expected when it stopped.
  enum Stop {
    case value, key, colon, afterElement, afterProperty, tooDeep, tooLarge
  }

  /// The bytes from which offsets are counted. The byte at `end` is 0 and the 63 bytes after it are
  /// readable. So loops need no bounds check: no JSON token continues over a 0.
  let bytes: UnsafePointer<UInt8>

  /// The offset of the text's first byte after a byte order mark.
  let start: Int

  let end: Int

  let maximumDepth: Int

  /// Set to ``TapeWord/markedBit`` if a string contains half of a surrogate pair.
  private let halves: UnsafeMutablePointer<UInt64>?

  /// The names in objects that were parsed before.
  let names: KnownNames?

  /// Creates a parser of the text from `start` to `end`. The byte at `end` must be 0, and the 63
  /// bytes after it must be readable.
  ///
  /// - Parameters:
  ///   - halves: Set to ``TapeWord/markedBit`` if a string contains half of a surrogate pair.
  ///   - names: The names in objects that were parsed before. They affect only the speed.
  init(
    bytes: UnsafePointer<UInt8>, start: Int = 0, end: Int, maximumDepth: Int = 512,
    halves: UnsafeMutablePointer<UInt64>? = nil, names: KnownNames? = nil
  ) {
    self.bytes = bytes
    self.halves = halves
    self.names = names
    self.start = start &+ ByteOrderMark.length(at: bytes + start)
    self.end = end
    self.maximumDepth = max(0, min(maximumDepth, TapeWord.depthLimit))
  }

  /// The maximum number of words that the text can need.
  public var wordCapacity: Int {
    let count = max(0, min(end, TapeWord.byteLimit) &- start)
    return count &+ min(count, maximumDepth) &+ 2
  }

  /// A lower limit than `wordCapacity`, for large documents that are kept in memory. It is enough
  /// because every name, and every value except the root, follows its own bracket, comma or colon.
  var tightWordCapacity: Int {
    guard start < end, end <= TapeWord.byteLimit else { return 1 }
    var count = 1
    for byte in UnsafeBufferPointer(start: bytes + start, count: end &- start) {
      count &+= byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":") ? 1 : 0
      // `{` and `[` differ in one bit.
      count &+= byte | 0x20 == UInt8(ascii: "{") ? 2 : 0
    }
    return count
  }

  /// Parses one document. A document is one value with only white space around it.
  ///
  /// `words` must have space for `wordCapacity` words.
  public func parseDocument(
    into words: UnsafeMutablePointer<UInt64>
  ) throws(JSONParseError) -> Extent {
    let extent = try parseValue(into: words)
    let rest = skipWhitespace(extent.end)
    if rest < end { throw trailingContent(at: rest) }
    return extent
  }

  /// Parses the first value of the text without reading the text after it.
  ///
  /// A byte order mark and white space before the value are skipped. `words` must have space for
  /// `wordCapacity` words. If the text ends too early, the error's `isTruncation` is true. If a
  /// number ends at `end`, its last digits may be missing.
  public func parseValue(
    into words: UnsafeMutablePointer<UInt64>
  ) throws(JSONParseError) -> Extent {
    var strings = WrittenStrings()
    return try parseValue(into: words, &strings)
  }

  /// The generic code. It is specialised for each way to scan strings that are values.
  func parseValue(
    into words: UnsafeMutablePointer<UInt64>, _ strings: inout some StringScan
  ) throws(JSONParseError) -> Extent {
    if end > TapeWord.byteLimit {
      throw JSONParseError(.tooLarge(.document), offset: TapeWord.byteLimit)
    }
    let first = skipWhitespace(start)
    let byte = bytes[first]
    if byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[") {
      let token = try parseScalar(at: first, into: words)
      return Extent(end: token, wordCount: 1)
    }
    return try parseContainer(at: first, into: words, &strings)
  }

  private func parseContainer(
    at first: Int, into words: UnsafeMutablePointer<UInt64>, _ strings: inout some StringScan
  ) throws(JSONParseError) -> Extent {
    // Bound: all writes stay within `wordCapacity`. Each word belongs to a byte of its own, and a
    // container's second word to its closing bracket or to one of the open containers.
    var position = first
    var next = 0
    var open = 0
    var count = 0
    var depth = 0
    var inObject = false

    while true {
      if inObject {
        if bytes[position] != UInt8(ascii: "\"") { throw diagnose(.key, at: position) }
        let known = names?.name(depth: depth, ordinal: count)
        if let known, known.pointee.begins(bytes + (position &+ 1)) {
          words[next] = known.pointee.word | UInt64(truncatingIfNeeded: position &+ 1)
          position &+= Int(known.pointee.length)
        } else {
          let name = scanString(position &+ 1)
          let length = name.end &- position &- 1
          if name.end < 0 { throw diagnose(.key, at: position) }
          if length >= TapeWord.lengthLimit { throw diagnose(.tooLarge, at: position) }
          words[next] =
            TapeWord.scalar(.string, offset: position &+ 1, length: length) | name.escaped
          position = name.end &+ 1
          skipSpace(&position)
          if bytes[position] != UInt8(ascii: ":") { throw diagnose(.colon, at: position) }
          position &+= 1
          if let known { note(words[next], before: position, in: known) }
        }
        next &+= 1
        skipSpace(&position)
      }

      switch bytes[position] {
      case UInt8(ascii: "\""):
        let text = strings.scan(position &+ 1, self)
        let length = text.end &- position &- 1
        if text.end < 0 { throw diagnose(.value, at: position) }
        if length >= TapeWord.lengthLimit { throw diagnose(.tooLarge, at: position) }
        words[next] =
          TapeWord.scalar(.string, offset: position &+ 1, length: length) | text.escaped
        next &+= 1
        position = text.end &+ 1

      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == maximumDepth { throw diagnose(.tooDeep, at: position) }
        depth &+= 1
        inObject = bytes[position] == UInt8(ascii: "{")
        words[next] = TapeWord.head(inObject ? .object : .array, offset: position)
        words[next &+ 1] = TapeWord.pair(high: count, low: open)
        open = next
        next &+= 2
        count = 0
        position &+= 1
        skipSpace(&position)
        if bytes[position] != (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue }
        // It is closed below, where the count first increases by one.
        count = -1

      case UInt8(ascii: "t"):
        if load4(position) != 0x6575_7274 { throw diagnose(.value, at: position) }
        words[next] = TapeWord.scalar(.true, offset: position, length: 4)
        next &+= 1
        position &+= 4

      case UInt8(ascii: "f"):
        if load4(position &+ 1) != 0x6573_6C61 { throw diagnose(.value, at: position) }
        words[next] = TapeWord.scalar(.false, offset: position, length: 5)
        next &+= 1
        position &+= 5

      case UInt8(ascii: "n"):
        if load4(position) != 0x6C6C_756E { throw diagnose(.value, at: position) }
        words[next] = TapeWord.scalar(.null, offset: position, length: 4)
        next &+= 1
        position &+= 4

      default:
        let token = scanNumber(position)
        if token.end < 0 { throw diagnose(.value, at: position) }
        let length = token.end &- position
        if length >= TapeWord.lengthLimit { throw diagnose(.tooLarge, at: position) }
        words[next] =
          TapeWord.scalar(token.tag, offset: position, length: length) | token.wide
        next &+= 1
        position = token.end
      }

      count &+= 1
      skipSpace(&position)
      while bytes[position] != UInt8(ascii: ",") {
        if bytes[position] != (inObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          throw diagnose(inObject ? .afterProperty : .afterElement, at: position)
        }
        if count >= TapeWord.lengthLimit { throw diagnose(.tooLarge, at: position) }
        position &+= 1
        let around = words[open &+ 1]
        words[open] |= UInt64(truncatingIfNeeded: count) &<< 32
        words[open &+ 1] = TapeWord.pair(high: next, low: position)
        depth &-= 1
        if depth == 0 { return Extent(end: position, wordCount: next) }
        open = Int(truncatingIfNeeded: around & 0xFFFF_FFFF)
        count = Int(truncatingIfNeeded: around &>> 32) &+ 1
        inObject = words[open] &>> 60 == UInt64(TapeTag.object.rawValue)
        skipSpace(&position)
      }
      position &+= 1
      skipSpace(&position)
    }
  }

  /// Parses a document that is one string, number or literal. Returns the offset of its end.
  private func parseScalar(
    at first: Int, into words: UnsafeMutablePointer<UInt64>
  ) throws(JSONParseError) -> Int {
    var tag = TapeTag.string
    var offset = first
    var tokenEnd: Int
    var length: Int
    var marked: UInt64 = 0
    switch bytes[first] {
    case UInt8(ascii: "\""):
      let token = scanString(first &+ 1)
      (offset, marked, tokenEnd) = (first &+ 1, token.escaped, token.end &+ 1)
      length = token.end &- offset
      if token.end < 0 { throw diagnose(.value, at: first) }
    case UInt8(ascii: "t") where load4(first) == 0x6575_7274:
      (tag, length, tokenEnd) = (.true, 4, first &+ 4)
    case UInt8(ascii: "f") where load4(first &+ 1) == 0x6573_6C61:
      (tag, length, tokenEnd) = (.false, 5, first &+ 5)
    case UInt8(ascii: "n") where load4(first) == 0x6C6C_756E:
      (tag, length, tokenEnd) = (.null, 4, first &+ 4)
    default:
      let token = scanNumber(first)
      if token.end < 0 { throw diagnose(.value, at: first) }
      (tag, length, tokenEnd) = (token.tag, token.end &- first, token.end)
      marked = token.wide
    }
    if length >= TapeWord.lengthLimit { throw diagnose(.tooLarge, at: first) }
    // Bound: the capacity is never 0.
    words[0] = TapeWord.scalar(tag, offset: offset, length: length) | marked
    return tokenEnd
  }

  /// The length of a valid `\uXXXX`, with the other half of its surrogate pair. A half without its
  /// other half is noted.
  @inline(never)
  func unicodeEscapeLength(_ position: Int) -> Int {
    guard bytes[position &+ 2] | 0x20 == UInt8(ascii: "d"),
      bytes[position &+ 3] >= UInt8(ascii: "8")
    else { return 6 }
    if bytes[position &+ 6] == UInt8(ascii: "\\"), escapeLength(position &+ 6) == 6 {
      let pair = ByteView(start: bytes + position, count: 12)
      if StringEscape.unit(pair, at: 0).rawLength == 12 { return 12 }
    }
    halves?.pointee = TapeWord.markedBit
    return 6
  }

  /// Skips no space, or one space without a call.
  @inline(__always)
  private func skipSpace(_ position: inout Int) {
    if bytes[position] <= 0x20 {
      if bytes[position] == 0x20 { position &+= 1 }
      if bytes[position] <= 0x20 { position = skipWhitespace(position) }
    }
  }

  /// Skips white space. The function is not inlined, so that the calling loop stays small. Minified
  /// text never needs it.
  @inline(never)
  func skipWhitespace(_ start: Int) -> Int {
    var position = start
    while true {
      // Indentation consists of long runs of spaces.
      let spaces = load8(position) ^ 0x2020_2020_2020_2020
      position &+= spaces.trailingZeroBitCount &>> 3
      if spaces == 0 { continue }
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position &+= 1
      default: return position
      }
    }
  }

  @inline(__always)
  func load8(_ offset: Int) -> UInt64 {
    // This reads at most 63 bytes after `end`, since loops stop at the 0 there.
    UInt64(
      littleEndian: UnsafeRawPointer(bytes).loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  func load4(_ offset: Int) -> UInt32 {
    UInt32(
      littleEndian: UnsafeRawPointer(bytes).loadUnaligned(
        fromByteOffset: offset, as: UInt32.self))
  }
}
