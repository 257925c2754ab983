/// Reads a JSON text token by token, without a tape. The tokenizer is for broken texts. It is also
/// for texts that are too long for memory, if only some values are needed.
///
/// The caller keeps a window of the text in memory. When the caller moves the window, it calls
/// ``move(by:)``. ``next(_:end:isLast:)`` checks the text like `JSONParser` and throws the same
/// errors. ``scan(_:end:isLast:)`` reads only quotes and brackets and accepts any text. So it can
/// continue after an error of `next`. Tokens and errors do not depend on the sizes of the windows.
@_spi(Engine)
public struct JSONTokenizer: Sendable {
  /// A piece of the text. The offsets of a token count from the start of the window.
  public struct Token: Sendable {
    /// The kind of a token: a bracket, a comma, a scalar, or a property's `name` with its quotes. A
    /// colon is not a token. `unknown` is a text that is not JSON. Only ``scan(_:end:isLast:)``
    /// returns `unknown`. Only ``next(_:end:isLast:)`` returns `end`.
    public enum Kind: Hashable, Sendable {
      case object, array, close, comma, name, unknown, end
      case scalar(JSONKind)
    }

    /// The kind of the token.
    public let kind: Kind
    /// The offset of the token's first byte. The offset is negative if the window was moved past
    /// this byte.
    public let start: Int
    /// The offset after the token's last byte.
    public let end: Int
  }

  private enum Expected {
    case value, elementOrEnd, name, nameOrEnd, colon, separator, rest
  }

  private enum Partial {
    case nothing
    case string(isEscape: Bool)
    /// A whole string. If a colon follows, the string is a name.
    case closedString
    case word(isNumber: Bool)
  }

  /// The offset of the next byte to read.
  public private(set) var position: Int

  /// The offset of the first byte that is still needed. This byte and all later bytes must stay in
  /// the window.
  public private(set) var needed: Int

  /// For each open container that `next` has read, whether it is an object.
  private var open: [Bool] = []
  /// The number of containers that scans have opened and not closed.
  private var scannedDepth = 0
  private var expected = Expected.value
  private var partial = Partial.nothing
  /// The start of the partial token. `partialEnd` is the end of a closed string.
  private var partialStart = 0
  private var partialEnd = 0
  private var isStarted = false

  /// The number of bytes after an error that its message may quote.
  private static let lookahead = 64

  /// The longest written name that a scan keeps in the window.
  private static let longestName = 64

  /// Creates a tokenizer for a text. The text begins at `start` in the window. `next` skips a byte
  /// order mark at offset 0.
  public init(at start: Int = 0) {
    position = start
    needed = start
  }

  /// The number of open containers.
  public var depth: Int { open.count + scannedDepth }

  /// Whether a value may come next.
  public var isBeforeValue: Bool { expected == .value || expected == .elementOrEnd }

  /// Adjusts the offsets after the window has dropped its first `count` bytes.
  public mutating func move(by count: Int) {
    position -= count
    needed -= count
    partialStart -= count
    partialEnd -= count
  }

  /// Continues after a value that the caller itself has read. The value ends at `end`.
  public mutating func pass(to end: Int) {
    needed = end - 1
    position = end
    expected = after
  }

  /// Continues at an offset before a token, for a scan after an error.
  public mutating func recover(at offset: Int) {
    partial = .nothing
    position = offset
    needed = offset
  }

  /// Whether the error is in the text itself. False if the error may occur only because the window
  /// ends too early.
  public static func isCertain(_ error: JSONParseError, end: Int, isLast: Bool) -> Bool {
    isLast || !error.isTruncation && error.offset + lookahead <= end
  }

  /// The next token. Nil if the window does not contain enough of the text.
  ///
  /// - Parameters:
  ///   - bytes: The window of the text. The window ends at `end`. The byte at `end` must be 0, and
  ///     the 63 bytes after it must be readable.
  ///   - isLast: Whether the text ends at `end`.
  public mutating func next(
    _ bytes: UnsafePointer<UInt8>, end: Int, isLast: Bool
  ) throws(JSONParseError) -> Token? {
    if !isStarted {
      guard isLast || end >= 3 else { return nil }
      position = JSONParser(bytes: bytes, end: end).start
      isStarted = true
    }
    let parser = JSONParser(bytes: bytes, end: end)
    do throws(JSONParseError) {
      while true {
        position = parser.skipWhitespace(position)
        if position >= end {
          guard isLast else { return nil }
          if expected == .rest { return Token(kind: .end, start: end, end: end) }
        }
        if expected == .colon, parser.bytes[position] == ":" {
          _ = take(.name, to: position + 1, then: .value)
          continue
        }
        return try read(parser, isLast: isLast)
      }
    } catch {
      guard Self.isCertain(error, end: end, isLast: isLast) else { return nil }
      throw error
    }
  }

  private mutating func read(
    _ parser: JSONParser, isLast: Bool
  ) throws(JSONParseError) -> Token? {
    let byte = parser.bytes[position]
    switch expected {
    case .rest:
      throw parser.trailingContent(at: position)
    case .colon:
      throw parser.diagnose(.colon, at: position)
    case .separator:
      let isObject = open[open.count - 1]
      if byte == "," {
        return take(.comma, to: position + 1, then: isObject ? .name : .value)
      }
      guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw parser.diagnose(isObject ? .afterProperty : .afterElement, at: position)
      }
      return close()
    case .nameOrEnd where byte == "}", .elementOrEnd where byte == "]":
      return close()
    case .name, .nameOrEnd:
      guard byte == "\"" else { throw parser.diagnose(.key, at: position) }
      return try string(parser, stop: .key)
    case .value, .elementOrEnd:
      return try value(parser, byte, isLast: isLast)
    }
  }

  private mutating func value(
    _ parser: JSONParser, _ byte: UInt8, isLast: Bool
  ) throws(JSONParseError) -> Token? {
    switch byte {
    case "{", "[":
      guard depth < parser.maximumDepth else { throw parser.diagnose(.tooDeep, at: position) }
      let isObject = byte == "{"
      open.append(isObject)
      return take(
        isObject ? .object : .array, to: position + 1,
        then: isObject ? .nameOrEnd : .elementOrEnd)
    case "\"":
      return try string(parser, stop: .value)
    case "t" where parser.load4(position) == 0x6575_7274,
      "f" where parser.load4(position + 1) == 0x6573_6C61:
      return take(
        .scalar(.boolean), to: position + (byte == UInt8(ascii: "t") ? 4 : 5), then: after)
    case "n" where parser.load4(position) == 0x6C6C_756E:
      return take(.scalar(.null), to: position + 4, then: after)
    default:
      let token = parser.scanNumber(position)
      if token.end < 0 { throw parser.diagnose(.value, at: position) }
      // The scalar may continue in the next window.
      if token.end == parser.end, !isLast { return nil }
      guard token.end - position < TapeWord.lengthLimit else {
        throw parser.diagnose(.tooLarge, at: position)
      }
      return take(.scalar(.number), to: token.end, then: after)
    }
  }

  private mutating func string(
    _ parser: JSONParser, stop: JSONParser.Stop
  ) throws(JSONParseError) -> Token {
    let token = parser.scanString(position + 1)
    if token.end < 0 { throw parser.diagnose(stop, at: position) }
    guard token.end - position - 1 < TapeWord.lengthLimit else {
      throw parser.diagnose(.tooLarge, at: position)
    }
    let isName = stop == .key
    return take(
      isName ? .name : .scalar(.string), to: token.end + 1, then: isName ? .colon : after)
  }

  private var after: Expected { open.isEmpty ? .rest : .separator }

  private mutating func close() -> Token {
    open.removeLast()
    return take(.close, to: position + 1, then: after)
  }

  private mutating func take(_ kind: Token.Kind, to end: Int, then next: Expected) -> Token {
    defer {
      needed = position
      position = end
      expected = next
    }
    return Token(kind: kind, start: position, end: end)
  }

  /// The next token. The scan finds tokens only by quotes and brackets. Nil if the window or the
  /// text ends before the token ends.
  ///
  /// A string may be longer than the window, because long strings do not stay in the window. Bytes
  /// at `end` and later bytes are not read. `isLast` says whether the text ends at `end`.
  public mutating func scan(_ bytes: UnsafePointer<UInt8>, end: Int, isLast: Bool) -> Token? {
    while true {
      switch partial {
      case .nothing:
        skipSpace(bytes, to: end)
        needed = position
        guard position < end else { return nil }
        if let token = begin(bytes[position]) { return token }
      case .string(let isEscape):
        guard closeString(bytes, isEscape, to: end) else { return nil }
      case .closedString:
        skipSpace(bytes, to: end)
        guard position < end || isLast else { return nil }
        let isName = position < end && bytes[position] == ":"
        if isName { position += 1 }
        partial = .nothing
        return Token(
          kind: isName ? .name : .scalar(.string), start: partialStart, end: partialEnd)
      case .word(let isNumber):
        while position < end, Self.isWordByte(bytes[position]) { position += 1 }
        keepPartial()
        guard position < end || isLast else { return nil }
        partial = .nothing
        let kind = isNumber ? .scalar(.number) : Self.literal(bytes, partialStart, position)
        return Token(kind: kind, start: partialStart, end: position)
      }
    }
  }

  /// The next token of a complete text, found as by `scan(_:end:isLast:)`.
  public mutating func scan(_ text: [UInt8], end: Int) -> Token? {
    text.withUnsafeBufferPointer { text in
      text.baseAddress.flatMap { scan($0, end: min(end, text.count), isLast: true) }
    }
  }

  /// Skips the next value of a complete text and returns the offset after the value. Nil if the
  /// next token is not a value, or if the text ends inside the value.
  public mutating func skipValue(_ text: [UInt8], end: Int) -> Int? {
    let around = depth
    guard let first = scan(text, end: end) else { return nil }
    switch first.kind {
    case .scalar: return first.end
    case .object, .array:
      while let token = scan(text, end: end) {
        if depth == around { return token.end }
      }
      return nil
    case .close, .comma, .name, .unknown, .end: return nil
    }
  }

  /// Whether a token in the window is this name. The name in the text may have escapes.
  public static func isName(
    _ token: Token, _ name: StaticString, in bytes: UnsafePointer<UInt8>
  ) -> Bool {
    guard token.kind == .name, token.start >= 0 else { return false }
    let wanted = ByteView(name)
    let raw = ByteView(
      start: bytes + token.start + 1, count: token.end - token.start - 2)
    guard raw.contains(UInt8(ascii: "\\")) else { return raw.elementsEqual(wanted) }
    guard raw.count <= longestName else { return false }
    var decoded: [UInt8] = []
    StringEscape.decode(raw, appendingTo: &decoded)
    return decoded.elementsEqual(wanted)
  }

  /// Begins a token. Returns nil for a token with several bytes.
  private mutating func begin(_ byte: UInt8) -> Token? {
    partialStart = position
    position += 1
    let kind: Token.Kind
    switch byte {
    case "{", "[":
      scannedDepth += 1
      kind = byte == UInt8(ascii: "{") ? .object : .array
    case "}", "]":
      scannedDepth -= 1
      kind = .close
    case ",": kind = .comma
    case "\"":
      partial = .string(isEscape: false)
      return nil
    case _ where Self.isWordByte(byte):
      partial = .word(isNumber: byte &- 0x30 < 10 || byte == "-")
      return nil
    default: kind = .unknown
    }
    return Token(kind: kind, start: partialStart, end: position)
  }

  /// Finds the closing quote. Returns false if it is not in the window.
  private mutating func closeString(
    _ bytes: UnsafePointer<UInt8>, _ wasEscape: Bool, to end: Int
  ) -> Bool {
    var isEscape = wasEscape
    defer { keepPartial() }
    while position < end {
      let byte = bytes[position]
      position += 1
      if isEscape {
        isEscape = false
      } else if byte == "\\" {
        isEscape = true
      } else if byte == "\"" {
        partial = .closedString
        partialEnd = position
        return true
      }
    }
    partial = .string(isEscape: isEscape)
    return false
  }

  /// Keeps a string in the window only as long as it can be a short name.
  private mutating func keepPartial() {
    needed = position - partialStart <= Self.longestName ? partialStart : position
  }

  /// Skips white space.
  public mutating func skipSpace(_ bytes: UnsafePointer<UInt8>, to end: Int) {
    while position < end {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == "+" || byte == "-" || byte == "."
  }

  private static func literal(
    _ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int
  ) -> Token.Kind {
    guard 4...5 ~= end - start else { return .unknown }
    let word = UnsafeBufferPointer(start: bytes + start, count: end - start)
    if word.elementsEqual("null".utf8) { return .scalar(.null) }
    return word.elementsEqual("true".utf8) || word.elementsEqual("false".utf8)
      ? .scalar(.boolean) : .unknown
  }
}
