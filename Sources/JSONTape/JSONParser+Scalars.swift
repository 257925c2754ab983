/// The lengths of the names that were read last, by their place in objects. They are only guesses:
/// the parser verifies each.
struct NameLengths {
  private let memory: UnsafeMutablePointer<UInt8>
  /// Longer names are not guessed.
  static let longest = 16
  private static let count = 256
  /// Marks a length that was seen only once in a row, which is no guess: names of maps differ.
  private static let isNew: UInt8 = 0x80

  init() {
    memory = .allocate(capacity: Self.count)
    memory.initialize(repeating: .max, count: Self.count)
  }

  func deallocate() { memory.deallocate() }

  @inline(__always)
  func length(depth: Int, ordinal: Int) -> UnsafeMutablePointer<UInt8> {
    memory + (depth &* 32 &+ ordinal) & (Self.count &- 1)
  }

  @inline(__always)
  static func note(_ length: Int, in known: UnsafeMutablePointer<UInt8>) {
    let length = UInt8(truncatingIfNeeded: length) & ~isNew
    known.pointee = known.pointee == length | isNew ? length : length | isNew
  }
}

/// How the strings that are values are scanned.
protocol StringScan {
  /// Scans the content of the string that starts at `start`.
  mutating func scan(_ start: Int, _ parser: JSONParser) -> JSONParser.StringToken
}

/// Strings are left as they are written.
struct WrittenStrings: StringScan {
  @inline(__always)
  func scan(_ start: Int, _ parser: JSONParser) -> JSONParser.StringToken {
    parser.scanString(start)
  }
}

extension JSONParser {
  /// The offset of the closing quote, or a negative number when the string is not valid; and the
  /// tape's bit for strings with escapes.
  struct StringToken {
    var end: Int
    var escaped: UInt64
  }

  /// Scans the content of the string that starts at `start`, eight bytes at a time.
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

  /// Scans a name at the same place as a name in an object before. Objects of one kind list their
  /// names in one order, so the processor need not wait for the end of a name to read on.
  @inline(__always)
  func scanName(_ start: Int, depth: Int, ordinal: Int) -> StringToken {
    guard let known = names?.length(depth: depth, ordinal: ordinal) else {
      return scanString(start)
    }
    let length = Int(known.pointee)
    if length <= NameLengths.longest, isString(start, length) {
      return StringToken(end: start &+ length, escaped: 0)
    }
    let name = scanString(start)
    NameLengths.note(name.end &- start, in: known)
    return name
  }

  /// Whether a string ends after `length` plain bytes, at most 16.
  @inline(__always)
  private func isString(_ start: Int, _ length: Int) -> Bool {
    var stops = Self.stops(in: load8(start))
    if length < 8 {
      stops &= 1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1
    } else {
      stops |= Self.stops(in: load8(start &+ length &- 8))
    }
    return stops == 0 && bytes[start &+ length] == UInt8(ascii: "\"")
  }

  /// Scans on from the first byte that is neither plain nor the closing quote.
  ///
  /// Not inlined, so that the loop that most strings take stays small.
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

  /// The high bit of each byte that is a quote, a backslash, a control character or not ASCII; only
  /// the lowest one is certain.
  @inline(__always)
  static func stops(in word: UInt64) -> UInt64 {
    // Subtracting sets the high bit of a byte below what is subtracted. It borrows from the next byte
    // only then, so a wrong bit always stands above a right one.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ (ones &* 0x22)) &- ones
    let backslashes = (word ^ (ones &* 0x5C)) &- ones
    let controls = word &- ones &* 0x20
    return (word | quotes | backslashes | controls) & (ones &* 0x80)
  }

  /// How many bytes the escape at `position` is written in, or 0 when it is not valid.
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
  /// The offset just past a number, or a negative number when it is not valid; its tag; and the
  /// tape's bit for numbers that are wide.
  struct NumberToken {
    var end: Int
    var tag: TapeTag
    var wide: UInt64
  }

  /// Scans the number at `start`; its value is nobody's business yet.
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
    if position &- start > 18 { wide = TapeWord.wideBit }
    return NumberToken(end: position, tag: tag, wide: wide)
  }

  /// The first byte at or after `start` that is not a digit.
  @inline(__always)
  func skipDigits(_ start: Int) -> Int {
    var position = start
    while true {
      // A digit leaves 0 to 9, to which 0x76 adds no high bit; a carry comes only out of a byte that
      // is no digit itself.
      let values = load8(position) ^ 0x3030_3030_3030_3030
      let others = (values &+ 0x7676_7676_7676_7676 | values) & 0x8080_8080_8080_8080
      if others != 0 { return position &+ others.trailingZeroBitCount &>> 3 }
      position &+= 8
    }
  }
}
