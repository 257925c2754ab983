/// Checks a JSON text token by token while its pieces come, without a tape: for texts too long to
/// hold, of which only some values are wanted.
///
/// The caller keeps a window of the text and moves the stepper with it. A token is read when the
/// window holds all of it, and an error is told when enough follows it that more bytes would not
/// change it: however the text is cut, tokens and errors are the same.
@_spi(Engine)
public struct JSONStepper: Sendable {
  /// A piece of the text that stands for itself; offsets are the window's.
  public struct Token: Sendable {
    /// What a token is.
    public enum Kind: Sendable {
      /// An opening bracket.
      case object, array
      /// A closing bracket.
      case close
      /// Between two elements or members.
      case comma
      /// A member's name, with the colon after it still to come.
      case name
      /// A whole value.
      case scalar(JSONKind)
      /// The end of the text.
      case end
    }

    /// See ``Kind``.
    public let kind: Kind
    /// The offset of its first byte.
    public let start: Int
    /// The offset just past it.
    public let end: Int
  }

  private enum Expected {
    case value, elementOrEnd, name, nameOrEnd, colon, separator, rest
  }

  /// The offset of the next byte to read.
  public private(set) var position = 0

  /// The offset of the first byte that errors may still look at: the window keeps what follows it.
  public private(set) var needed = 0

  /// For each open container, whether it is an object.
  private var open: [Bool] = []
  private var expected = Expected.value
  private var isStarted = false
  private let maximumDepth: Int

  /// Bytes after an error that its words may quote.
  private static let lookahead = 64

  /// A stepper at the start of a text.
  public init(maximumDepth: Int = 512) {
    self.maximumDepth = maximumDepth
  }

  /// How many containers are open.
  public var depth: Int { open.count }

  /// Whether a value may stand next.
  public var isBeforeValue: Bool { expected == .value || expected == .elementOrEnd }

  /// Follows the window, whose first bytes are dropped.
  public mutating func move(by count: Int) {
    position -= count
    needed -= count
  }

  /// Passes over white space.
  public mutating func skipSpace(_ bytes: UnsafePointer<UInt8>, end: Int) {
    position = JSONParser(bytes: bytes, end: end).skipWhitespace(position)
  }

  /// Takes a value that was read otherwise and ends at `end`.
  public mutating func pass(to end: Int) {
    needed = end - 1
    position = end
    expected = open.isEmpty ? .rest : .separator
  }

  /// Whether an error is one of the text, whatever follows: not of a window that ends too soon.
  public static func isCertain(_ error: JSONParseError, end: Int, isLast: Bool) -> Bool {
    isLast || !error.isTruncation && error.offset + lookahead <= end
  }

  /// The next token, or nil when the window holds too little of the text.
  ///
  /// - Parameters:
  ///   - bytes: The window; the byte at `end` must be 0, and the 63 after it readable.
  ///   - end: The number of bytes in the window.
  ///   - isLast: Whether the text ends there.
  public mutating func next(
    _ bytes: UnsafePointer<UInt8>, end: Int, isLast: Bool
  ) throws(JSONParseError) -> Token? {
    if !isStarted {
      guard isLast || end >= 3 else { return nil }
      if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { position = 3 }
      isStarted = true
    }
    let parser = JSONParser(bytes: bytes, end: end, maximumDepth: maximumDepth)
    do throws(JSONParseError) {
      while true {
        position = parser.skipWhitespace(position)
        if position >= end {
          guard isLast else { return nil }
          if expected == .rest { return Token(kind: .end, start: end, end: end) }
        }
        if expected == .colon, parser.bytes[position] == UInt8(ascii: ":") {
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
      if byte == UInt8(ascii: ",") {
        return take(.comma, to: position + 1, then: isObject ? .name : .value)
      }
      guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw parser.diagnose(isObject ? .afterMember : .afterElement, at: position)
      }
      return close()
    case .nameOrEnd where byte == UInt8(ascii: "}"), .elementOrEnd where byte == UInt8(ascii: "]"):
      return close()
    case .name, .nameOrEnd:
      guard byte == UInt8(ascii: "\"") else { throw parser.diagnose(.key, at: position) }
      return try string(parser, stop: .key)
    case .value, .elementOrEnd:
      return try value(parser, byte, isLast: isLast)
    }
  }

  private mutating func value(
    _ parser: JSONParser, _ byte: UInt8, isLast: Bool
  ) throws(JSONParseError) -> Token? {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard depth < parser.maximumDepth else { throw parser.diagnose(.tooDeep, at: position) }
      let isObject = byte == UInt8(ascii: "{")
      open.append(isObject)
      return take(
        isObject ? .object : .array, to: position + 1,
        then: isObject ? .nameOrEnd : .elementOrEnd)
    case UInt8(ascii: "\""):
      return try string(parser, stop: .value)
    case UInt8(ascii: "t") where parser.load4(position) == 0x6575_7274,
      UInt8(ascii: "f") where parser.load4(position + 1) == 0x6573_6C61:
      return take(
        .scalar(.boolean), to: position + (byte == UInt8(ascii: "t") ? 4 : 5), then: after)
    case UInt8(ascii: "n") where parser.load4(position) == 0x6C6C_756E:
      return take(.scalar(.null), to: position + 4, then: after)
    default:
      let token = parser.scanNumber(position)
      if token.end < 0 { throw parser.diagnose(.value, at: position) }
      // It may go on in the next piece.
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
}
