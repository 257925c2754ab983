/// The last names that were read, by their position in objects. Objects of one kind list their
/// names in the same order, so most names are known. These names are only guesses, so the parser
/// compares each name.
struct KnownNames {
  /// A name with its closing quote and the colon after it. All bytes are in three words.
  struct Name: BitwiseCopyable {
    /// The length of the longest name that fits in the three words. Longer names are not
    /// remembered.
    static let longest = 22

    private var first: UInt64
    private var middle: UInt64
    private var last: UInt64
    private var middleOffset: UInt8
    private var lastOffset: UInt8
    /// The number of bits of a word after the end of a short text.
    private var excess: UInt8
    /// The number of bytes of the text, with the opening quote.
    private(set) var length: UInt8
    /// The name's tape word, without its offset.
    private(set) var word: UInt64

    /// - Parameters:
    ///   - text: The text after the opening quote. 24 bytes of it must be readable.
    ///   - length: The length of the name. It is at most ``longest``.
    init(_ text: UnsafePointer<UInt8>, length: Int) {
      let bytes = length &+ 2
      self.length = UInt8(truncatingIfNeeded: bytes &+ 1)
      word = TapeWord.scalar(.string, offset: 0, length: length)
      excess = UInt8(truncatingIfNeeded: max(0, 8 &- bytes) &* 8)
      lastOffset = UInt8(truncatingIfNeeded: max(0, bytes &- 8))
      middleOffset = min(8, lastOffset)
      first = Self.load(text, 0)
      middle = Self.load(text, middleOffset)
      last = Self.load(text, lastOffset)
    }

    /// Whether this text follows an opening quote.
    @inline(__always)
    func begins(_ text: UnsafePointer<UInt8>) -> Bool {
      let differences =
        (Self.load(text, 0) ^ first) | (Self.load(text, middleOffset) ^ middle)
        | (Self.load(text, lastOffset) ^ last)
      return differences &<< UInt64(truncatingIfNeeded: excess) == 0
    }

    @inline(__always)
    private static func load(_ text: UnsafePointer<UInt8>, _ offset: UInt8) -> UInt64 {
      UInt64(
        littleEndian: UnsafeRawPointer(text).loadUnaligned(
          fromByteOffset: Int(offset), as: UInt64.self))
    }
  }

  private let memory: UnsafeMutablePointer<Name>
  private static let count = 256

  init() {
    memory = .allocate(capacity: Self.count)
    // The first guess is the empty name, which is as good as any other.
    let empty: [UInt8] = [UInt8(ascii: "\""), UInt8(ascii: ":")] + Array(repeating: 0, count: 22)
    empty.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return }
      // Bound: `memory` has `count` names.
      memory.initialize(repeating: Name(start, length: 0), count: Self.count)
    }
  }

  func deallocate() { memory.deallocate() }

  @inline(__always)
  func name(depth: Int, ordinal: Int) -> UnsafeMutablePointer<Name> {
    // Bound: the mask gives a number below `count`, which is a power of two.
    memory + (depth &* 32 &+ ordinal) & (Self.count &- 1)
  }
}

/// A way to scan strings that are values.
protocol StringScan {
  /// Scans the content of the string at `start`.
  mutating func scan(_ start: Int, _ parser: JSONParser) -> JSONParser.StringToken
}

/// Keeps strings as they are written.
struct WrittenStrings: StringScan {
  @inline(__always)
  func scan(_ start: Int, _ parser: JSONParser) -> JSONParser.StringToken {
    parser.scanString(start)
  }
}

extension JSONParser {
  /// The offset of the closing quote (negative if the string is not valid), and the tape's bit for
  /// strings with escapes.
  struct StringToken {
    var end: Int
    var escaped: UInt64
  }

  /// Scans the content of the string at `start`, eight bytes at a time.
  @inline(__always)
  func scanString(_ start: Int) -> StringToken {
    var position = start
    while true {
      let stops = Self.stops(in: load8(position))
      if stops == 0 {
        position &+= 8
        continue
      }
      position &+= stops.trailingZeroBitCount &>> 3
      return bytes[position] == UInt8(ascii: "\"")
        ? StringToken(end: position, escaped: 0) : scanRichString(position)
    }
  }

  /// Remembers a name for later objects. The text before `end` ends with its colon.
  @inline(never)
  func note(_ word: UInt64, before end: Int, in known: UnsafeMutablePointer<KnownNames.Name>) {
    let start = Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
    let length = end &- start &- 2
    // With an escape, or with space before the colon, the word has another content.
    guard length >= 0, length <= KnownNames.Name.longest,
      word == TapeWord.scalar(.string, offset: start, length: length)
    else { return }
    known.pointee = KnownNames.Name(bytes + start, length: length)
  }

  /// Continues the scan from the first byte that is neither plain nor the closing quote.
  ///
  /// The function is not inlined, so that the loop for most strings stays small.
  @inline(never)
  private func scanRichString(_ start: Int) -> StringToken {
    var position = start
    var escaped: UInt64 = 0
    while true {
      let stops = Self.stops(in: load8(position))
      if stops == 0 {
        position &+= 8
        continue
      }
      position &+= stops.trailingZeroBitCount &>> 3
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        return StringToken(end: position, escaped: escaped)
      }
      if byte >= 0x80 {
        repeat {
          let length = UTF8Scan.sequenceLength(bytes + position)
          if length == 0 { return StringToken(end: -1, escaped: 0) }
          position &+= length
        } while bytes[position] >= 0x80
        continue
      }
      if byte != UInt8(ascii: "\\") { return StringToken(end: -1, escaped: 0) }
      escaped = TapeWord.escapedBit
      let length = escapeLength(position)
      if length == 0 { return StringToken(end: -1, escaped: 0) }
      position &+= length == 6 ? unicodeEscapeLength(position) : length
    }
  }

  /// Sets the high bit of each byte that is a quote, a backslash, a control character or not ASCII.
  /// Only the lowest bit is certain.
  @inline(__always)
  static func stops(in word: UInt64) -> UInt64 {
    // Subtraction sets the high bit of a byte that is less than the subtracted value. Only then
    // does it borrow from the next byte, so a wrong bit is always above a right one. With bit 1
    // inverted, a quote is the byte after the control characters. So one subtraction finds both.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ (ones &* 0x02)) &- ones &* 0x21
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    return (word | quotes | backslashes) & (ones &* 0x80)
  }

  /// The number of bytes of the escape at `position`. 0 if the escape is not valid.
  @inline(__always)
  func escapeLength(_ position: Int) -> Int {
    switch bytes[position &+ 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return 2
    case UInt8(ascii: "u"):
      for digit in position &+ 2..<position &+ 6 where !Self.isHexDigit(bytes[digit]) { return 0 }
      return 6
    default:
      return 0
    }
  }

  @inline(__always)
  static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
  }
}

extension JSONParser {
  /// The offset after a number (negative if it is not valid), its tag, and the tape's bit for wide
  /// numbers.
  struct NumberToken {
    var end: Int
    var tag: TapeTag
    var wide: UInt64
  }

  /// Scans the number at `start` without computing its value.
  @inline(__always)
  func scanNumber(_ start: Int) -> NumberToken {
    let fault = NumberToken(end: -1, tag: .number, wide: 0)
    var position = start
    if bytes[position] == UInt8(ascii: "-") { position &+= 1 }
    let digits = position
    position = skipDigits(digits)
    if position == digits { return fault }
    if bytes[digits] == UInt8(ascii: "0") && position != digits &+ 1 { return fault }
    var tag = TapeTag.integer
    var wide: UInt64 = 0
    if bytes[position] == UInt8(ascii: ".") {
      let fraction = position &+ 1
      position = skipDigits(fraction)
      if position == fraction { return fault }
      tag = .number
    }
    if bytes[position] | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      if bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
        position &+= 1
      }
      let exponent = position
      position = skipDigits(exponent)
      if position == exponent { return fault }
      tag = .number
      wide = TapeWord.wideBit
    }
    if position &- start > 15 { wide = TapeWord.wideBit }
    return NumberToken(end: position, tag: tag, wide: wide)
  }

  /// The first byte at or after `start` that is not a digit.
  @inline(__always)
  func skipDigits(_ start: Int) -> Int {
    var position = start
    while true {
      // For the digits 0 to 9, adding 0x76 sets no high bit. A carry only comes from a byte that is
      // not a digit.
      let values = load8(position) ^ 0x3030_3030_3030_3030
      let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
      if others != 0 { return position &+ others.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
  }
}
