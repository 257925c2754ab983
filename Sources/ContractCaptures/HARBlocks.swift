@_spi(Engine) public import JSONTape

/// Finds the ends of a HAR's entries, so that several threads can parse them. The scan looks only
/// at quotes and brackets, 64 bytes at a time. The scan does not check whether the text is valid
/// JSON. So the parser of an entry must check where the entry ends.
@_spi(Engine) public struct HAREntryScan: Sendable {
  /// The complete entries, in order.
  public private(set) var entries: [Range<Int>] = []
  /// Whether no entry follows, because the array ends or there is an error.
  public private(set) var isAtEnd = false
  private var position = 0
  private var start: Int?
  private var depth = 0
  /// All bits are set inside a string.
  private var stringMask: UInt64 = 0
  /// 1 after a backslash that escapes the next byte.
  private var escape: UInt64 = 0
  private var needsComma: Bool

  /// - Parameter isAfterEntry: Whether an entry comes directly before the first byte.
  public init(isAfterEntry: Bool) { needsComma = isAfterEntry }

  /// The offset after the last complete entry.
  public var end: Int { entries.last?.upperBound ?? 0 }

  /// Continues the scan up to `end`. The 64 bytes after `end` must be readable. The bytes of the
  /// previous call must still be there, without changes.
  public mutating func scan(_ bytes: ByteView, to end: Int) {
    guard let first = bytes.memory.baseAddress else { return }
    let base = UnsafeRawPointer(first)
    precondition(bytes.count - end >= 64, "the bytes need padding")
    while !isAtEnd {
      if let start {
        guard close(base, to: end) else { return }
        entries.append(start..<position)
        self.start = nil
        needsComma = true
        continue
      }
      guard position < end else { return }
      switch bytes[position] {
      case UInt8(ascii: ",") where needsComma:
        needsComma = false
        position += 1
      case UInt8(ascii: "{") where !needsComma, UInt8(ascii: "[") where !needsComma:
        start = position
      case let byte where ASCIIByte.isSpace(byte):
        position += 1
      default:
        isAtEnd = true
      }
    }
  }

  private mutating func close(_ bytes: UnsafeRawPointer, to end: Int) -> Bool {
    while position < end {
      if closeInBlock(bytes + position, min(64, end &- position)) { return true }
    }
    return false
  }

  /// Scans the first `count` bytes of a block of 64, with one bit for each byte. Escapes and
  /// strings are found without branches, as in simdjson (Langdale and Lemire, Parsing Gigabytes of
  /// JSON per Second, 3.1).
  private mutating func closeInBlock(_ block: UnsafeRawPointer, _ count: Int) -> Bool {
    let backslash = UInt8(ascii: "\\")
    // Most blocks are inside a string. A backslash before this block must escape its first byte.
    if stringMask == ~0, count == 64,
      (block.load(fromByteOffset: -1, as: UInt8.self) == backslash) == (escape != 0),
      Self.isInsideString(block)
    {
      escape = block.load(fromByteOffset: 63, as: UInt8.self) == backslash ? 1 : 0
      position &+= 64
      return false
    }
    let counted = UInt64.max &>> UInt64(64 &- count)
    var quotes = Self.mask(block, 0x2222_2222_2222_2222, folding: 0) & counted
    let backslashes = Self.mask(block, 0x5C5C_5C5C_5C5C_5C5C, folding: 0) & counted
    if backslashes | escape != 0 {
      let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
      let first = backslashes & ~escape
      let codes = (((first &<< 1) | odd) &- first) ^ odd
      quotes &= ~(codes ^ (backslashes | escape))
      escape = (codes & backslashes) &>> UInt64(count &- 1)
    }
    var strings = quotes
    strings ^= strings &<< 1
    strings ^= strings &<< 2
    strings ^= strings &<< 4
    strings ^= strings &<< 8
    strings ^= strings &<< 16
    strings ^= strings &<< 32
    strings ^= stringMask
    stringMask = UInt64(bitPattern: Int64(bitPattern: strings) &>> 63)
    guard strings != ~0 else {
      position &+= count
      return false
    }
    // `[` and `]` differ from `{` and `}` in one bit.
    let fold: UInt64 = 0x2020_2020_2020_2020
    let opening = Self.mask(block, 0x7B7B_7B7B_7B7B_7B7B, folding: fold) & ~strings & counted
    let closing = Self.mask(block, 0x7D7D_7D7D_7D7D_7D7D, folding: fold) & ~strings & counted
    guard depth <= closing.nonzeroBitCount else {
      depth &+= opening.nonzeroBitCount &- closing.nonzeroBitCount
      position &+= count
      return false
    }
    var brackets = opening | closing
    while brackets != 0 {
      let bit = brackets & (0 &- brackets)
      brackets ^= bit
      depth &+= opening & bit != 0 ? 1 : -1
      if depth == 0 {
        position &+= bit.trailingZeroBitCount &+ 1
        stringMask = 0
        escape = 0
        return true
      }
    }
    position &+= count
    return false
  }

  /// Whether 64 bytes are inside one string. Most blocks of a body that is written as a string are.
  /// In such a block, every quote has a backslash before it, and no backslash has a backslash
  /// before it.
  @inline(__always)
  private static func isInsideString(_ block: UnsafeRawPointer) -> Bool {
    typealias Pair = SIMD2<UInt64>
    /// Sets bit 7 of each byte that differs from `byte`.
    func differ(_ bytes: Pair, _ byte: UInt64) -> Pair {
      let ones = Pair(repeating: 0x7F7F_7F7F_7F7F_7F7F)
      let difference = bytes ^ Pair(repeating: byte)
      return ((difference & ones) &+ ones) | difference
    }
    var others = Pair(repeating: 0)
    for offset in stride(from: 0, to: 64, by: 16) {
      let bytes = block.loadUnaligned(fromByteOffset: offset, as: Pair.self)
      let before = block.loadUnaligned(fromByteOffset: offset &- 1, as: Pair.self)
      let isPlain = differ(before, 0x5C5C_5C5C_5C5C_5C5C)
      let isNoQuote = differ(bytes, 0x2222_2222_2222_2222)
      let isNoBackslash = differ(bytes, 0x5C5C_5C5C_5C5C_5C5C)
      others |= (isPlain & ~isNoQuote) | ~(isPlain | isNoBackslash)
    }
    return (others[0] | others[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// A bit for each of 64 bytes, set if the byte equals `byte` after `fold` is added. `byte` is
  /// repeated eight times.
  @inline(__always)
  private static func mask(_ block: UnsafeRawPointer, _ byte: UInt64, folding fold: UInt64)
    -> UInt64
  {
    typealias Pair = SIMD2<UInt64>
    let ones: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    let gather: UInt64 = 0x0002_0408_1020_4081
    var mask: UInt64 = 0
    var index: UInt64 = 0
    while index < 64 {
      let bytes = block.loadUnaligned(
        fromByteOffset: Int(truncatingIfNeeded: index), as: Pair.self)
      let difference = (bytes | Pair(repeating: fold)) ^ Pair(repeating: byte)
      // Bit 7 of the sum, or of the byte itself, is set unless the byte is 0. There is no carry
      // between bytes.
      let low = (difference & Pair(repeating: ones)) &+ Pair(repeating: ones)
      let equal = ~(low | difference) & Pair(repeating: 0x8080_8080_8080_8080)
      mask |= ((UInt64(littleEndian: equal[0]) &* gather) &>> 56) &<< index
      mask |= ((UInt64(littleEndian: equal[1]) &* gather) &>> 56) &<< (index &+ 8)
      index &+= 16
    }
    return mask
  }
}

/// Memory in which one thread parses entries, one after the other.
@_spi(Engine) public final class HAREntryParser: HAREntryMemory {
  /// The block with its padding.
  private var block = ByteView(start: nil, count: 0)
  package let tape = TapeBuffer()
  package let texts = StringArena()
  private var offset = 0
  /// The lines of the file before `counted`, an offset in the block.
  private var lines = LineCount()
  private var counted = 0

  /// Creates a parser without a block.
  public init() {}

  /// Switches to another block of the file. The block contains whole entries and the text between
  /// them, and then 64 zero bytes. The parser does not change the block. The block must stay in
  /// memory as long as the entries are used.
  public func begin(_ block: ByteView, offset: Int, after lines: LineCount) {
    self.block = block
    self.offset = offset
    self.lines = lines
    counted = 0
  }

  /// The entry in a range of the block. `index` is the entry's number in the file. Nil if the entry
  /// is not valid JSON, or if the entry does not end at the end of the range.
  public func entry(in range: Range<Int>, index: Int) -> HAREntry? {
    guard range.upperBound <= block.count - 64 else { return nil }
    let end = try? tape.parseValue(padded: block, start: range.lowerBound, decodingInto: texts)
    guard end == range.upperBound else { return nil }
    return HAREntry(stream: self, index: index, start: range.lowerBound, end: range.upperBound)
  }

  package func range(_ start: Int, _ end: Int) -> ByteRange {
    ByteRange(offset: offset + start, length: end - start)
  }

  package func bytes(_ start: Int, _ end: Int) -> [UInt8] {
    Array(block[start..<end])
  }

  package func lineCount(_ start: Int) -> LineCount {
    lines += LineCount(block[counted..<start])
    counted = start
    return lines
  }
}

/// Reads entries outside their stream.
@_spi(Engine) extension HARStream {
  /// The bytes of a stream that are not read yet.
  public struct Rest {
    /// The bytes from the current position.
    public let bytes: [UInt8]
    /// The place of these bytes in the file.
    public let offset: Int
    /// The number of the next entry, from 0.
    public let index: Int
    /// Whether an entry comes directly before these bytes.
    public let isAfterEntry: Bool
    /// The number of lines before these bytes.
    public let lines: LineCount
  }

  /// The number of bytes that ``takeRest()`` can take. Nil inside an entry, or after an error in
  /// the file.
  public var restCount: Int? {
    guard case .walk = phase, outline.isInEntries, tokenizer.depth == 3 else { return nil }
    return end - tokenizer.position
  }

  /// Takes the unread bytes, so that other readers can read entries from these bytes. If other
  /// readers have read entries, call ``pass(toEntry:at:after:_:)``. Then pass all bytes that are
  /// still unread to the stream again.
  public func takeRest() -> Rest {
    let start = tokenizer.position
    let rest = Rest(
      bytes: bytes(start, end),
      offset: base + start, index: index, isAfterEntry: !tokenizer.isBeforeValue,
      lines: lineCount(start))
    cut(to: start)
    return rest
  }

  /// Continues after entries that other readers have read.
  ///
  /// - Parameters:
  ///   - index: The number of the next entry, from 0.
  ///   - offset: The offset in the file where the last read entry ends.
  ///   - last: The last byte of the last read entry.
  ///   - lines: The lines of the file before `offset`.
  public func pass(toEntry index: Int, at offset: Int, after last: UInt8, _ lines: LineCount) {
    self.index = index
    // Error messages may depend on the previous byte.
    restart(at: offset - 1, with: last, after: lines)
    tokenizer.pass(to: 1)
  }
}
