/// The values of a document's long strings with escapes. The parser decodes these strings while it
/// checks them. If a string contains JSON, this JSON can then be parsed without a copy.
@_spi(Engine)
public final class StringArena {
  struct Entry {
    /// The offset of the string's content in the document.
    var start: Int
    /// The offset and length of the string's value in the arena.
    var offset: Int
    var length: Int
  }

  private(set) var memory: UnsafeMutableBufferPointer<UInt8>
  private var entries: [Entry] = []

  /// Values shorter than this are not kept.
  static let shortest = 64
  /// The number of bytes after each value that must be 0 and readable for parsers.
  static let padding = 64

  /// Creates an empty arena. The arena grows if documents need more memory.
  public init() {
    memory = .allocate(capacity: 1 << 16)
  }

  deinit { memory.deallocate() }

  /// The value of a string with escapes. The string's content starts at `start` in the document.
  /// After the value, there are 64 zero bytes. Nil if the value was not kept. The result is valid
  /// until the next parse.
  public func value(at start: Int) -> ByteView? {
    guard let entry = entries.first(where: { $0.start == start }) else { return nil }
    // Bound: `note` counted the padding, and `room(for:)` includes it.
    memory[entry.offset + entry.length..<entry.offset + entry.length + Self.padding].update(
      repeating: 0)
    return ByteView(
      UnsafeBufferPointer(rebasing: memory[entry.offset..<entry.offset + entry.length]))
  }

  /// The number of bytes that a document needs. A value is never longer than its source. A kept
  /// value adds its padding at most once for each `shortest` bytes. The last 64 bytes are for
  /// writes in advance.
  static func room(for byteCount: Int) -> Int { byteCount * 2 + 1024 }

  /// Makes space for a document.
  func clear(byteCount: Int) {
    entries.removeAll(keepingCapacity: true)
    let needed = Self.room(for: byteCount)
    guard memory.count < needed else { return }
    memory.deallocate()
    memory = .allocate(capacity: needed)
  }

  /// Gives the empty list to a parse, so that its memory is reused.
  func lendEntries() -> [Entry] {
    var lent: [Entry] = []
    swap(&lent, &entries)
    return lent
  }

  func keep(_ found: [Entry]) { entries = found }
}

struct DecodedStrings: StringScan {
  /// The memory, with ``StringArena/room(for:)`` bytes for the parsed text.
  let arena: UnsafeMutablePointer<UInt8>
  private(set) var entries: [StringArena.Entry]
  private var used = 0

  init(arena: UnsafeMutablePointer<UInt8>, entries: [StringArena.Entry]) {
    self.arena = arena
    self.entries = entries
  }

  @inline(__always)
  mutating func scan(_ start: Int, _ parser: JSONParser) -> JSONParser.StringToken {
    var position = start
    while true {
      let stops = JSONParser.stops(in: parser.load8(position))
      if stops == 0 {
        position &+= 8
        continue
      }
      position &+= stops.trailingZeroBitCount &>> 3
      return parser.bytes[position] == UInt8(ascii: "\"")
        ? JSONParser.StringToken(end: position, escaped: 0) : decode(start, position, parser)
    }
  }

  /// Copies the part that is already scanned and decodes the rest.
  @inline(never)
  private mutating func decode(
    _ start: Int, _ first: Int, _ parser: JSONParser
  ) -> JSONParser.StringToken {
    let bytes = parser.bytes
    let value = arena + used
    // Bound: all writes below stay within the text that was read and up to 8 bytes after it.
    value.update(from: bytes + start, count: first &- start)
    var read = first
    var write = value + (first &- start)
    var escaped: UInt64 = 0
    while true {
      var word = parser.load8(read)
      var stops = JSONParser.stops(in: word)
      var left = 8
      // In a string that contains JSON, almost every escape is a quote, so all quotes in these 8
      // bytes are decoded. After the first bit of `stops`, bits may be wrong, so the bytes are
      // compared.
      while true {
        // Bound: up to 8 bytes after the value; `room(for:)` includes them.
        UnsafeMutableRawPointer(write).storeBytes(of: word.littleEndian, as: UInt64.self)
        if stops == 0 { break }
        let plain = stops.trailingZeroBitCount &>> 3
        write += plain
        left &-= plain
        word = word &>> UInt64(truncatingIfNeeded: plain &* 8)
        guard word & 0xFFFF == 0x225C else { break }
        write.pointee = UInt8(ascii: "\"")
        write += 1
        left &-= 2
        escaped = TapeWord.escapedBit
        word = word &>> 16
        stops = (stops &>> UInt64(truncatingIfNeeded: plain &* 8)) &>> 16
      }
      read &+= 8 &- left
      if stops == 0 {
        read &+= left
        write += left
        continue
      }
      if parser.load4(read) & 0xFFFF == 0x225C {
        escaped = TapeWord.escapedBit
        write.pointee = UInt8(ascii: "\"")
        write += 1
        read &+= 2
        continue
      }
      let byte = bytes[read]
      if byte == UInt8(ascii: "\\") {
        escaped = TapeWord.escapedBit
        let length = rareEscape(read, into: &write, parser)
        if length == 0 { return JSONParser.StringToken(end: -1, escaped: 0) }
        read &+= length
      } else if byte == UInt8(ascii: "\"") {
        if escaped != 0 { note(start, value, write) }
        return JSONParser.StringToken(end: read, escaped: escaped)
      } else if byte >= 0x80 {
        repeat {
          let length = UTF8Scan.sequenceLength(bytes + read)
          if length == 0 { return JSONParser.StringToken(end: -1, escaped: 0) }
          // Bound: up to 3 bytes after the value.
          UnsafeMutableRawPointer(write).storeBytes(
            of: parser.load4(read).littleEndian, as: UInt32.self)
          read &+= length
          write += length
        } while bytes[read] >= 0x80
      } else if byte < 0x20 {
        return JSONParser.StringToken(end: -1, escaped: 0)
      }
    }
  }

  private mutating func note(
    _ start: Int, _ value: UnsafeMutablePointer<UInt8>, _ end: UnsafeMutablePointer<UInt8>
  ) {
    let length = end - value
    guard length >= StringArena.shortest else { return }
    entries.append(StringArena.Entry(start: start, offset: used, length: length))
    used &+= length &+ StringArena.padding
  }

  /// Decodes an escape other than a quote. Returns the escape's length in the source, or 0 if it is
  /// not valid.
  @inline(never)
  private func rareEscape(
    _ position: Int, into write: inout UnsafeMutablePointer<UInt8>, _ parser: JSONParser
  ) -> Int {
    let length = parser.escapeLength(position)
    if length == 6 { _ = parser.unicodeEscapeLength(position) }
    guard length > 0 else { return 0 }
    // A surrogate pair is two escapes. The second escape is checked together with the first.
    if parser.bytes[position &+ 1] == UInt8(ascii: "u"),
      parser.bytes[position &+ 6] == UInt8(ascii: "\\"), parser.escapeLength(position &+ 6) == 0
    {
      return 0
    }
    let rest = ByteView(start: parser.bytes + position, count: parser.end &- position)
    let unit = StringEscape.unit(rest, at: 0)
    // Bound: no value is longer than its escape.
    write += UTF8Scan.encode(unit.scalar, into: write)
    return unit.rawLength
  }
}
