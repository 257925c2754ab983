/// Memory for parsing many documents, one after the other. It has a tape and, if needed, a copy of
/// the document with zero bytes after it.
///
/// The memory never becomes smaller. A cursor is valid until the next parse.
@_spi(Engine)
public final class TapeBuffer {
  /// The number of words in the last tape.
  public private(set) var wordCount = 0

  private var words: UnsafeMutableBufferPointer<UInt64>
  private var copy: UnsafeMutableBufferPointer<UInt8>
  private var base: UnsafePointer<UInt8>
  /// The parser's mark for half surrogate pairs.
  private let halves = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  private let names = KnownNames()

  /// Creates an empty buffer. The buffer grows if documents need more memory.
  public init() {
    words = .allocate(capacity: 64)
    copy = .allocate(capacity: 64)
    words.initialize(repeating: 0)
    copy.initialize(repeating: 0)
    base = UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
  }

  deinit {
    words.deallocate()
    copy.deallocate()
    halves.deallocate()
    names.deallocate()
  }

  /// The tape of the last document. This tape is not valid if the parse threw an error.
  public var cursor: TapeCursor {
    TapeCursor(bytes: base, words: UnsafePointer(words.baseAddress.unsafelyUnwrapped))
  }

  /// Copies a document into the buffer and parses it there. Offsets count from the document's first
  /// byte.
  public func parse(_ document: ByteView) throws(JSONParseError) {
    let count = document.count
    if copy.count < count + 64 {
      copy.deallocate()
      copy = .allocate(capacity: (count + 64) * 2)
    }
    // Bound: `copy` has space for the document and 64 bytes.
    UnsafeMutableRawBufferPointer(copy).copyMemory(
      from: UnsafeRawBufferPointer(document.memory))
    copy[count..<count + 64].update(repeating: 0)
    let start = UnsafePointer(copy.baseAddress.unsafelyUnwrapped)
    try parse(bytes: start, start: 0, end: count)
  }

  /// Parses the document between two offsets without a copy.
  ///
  /// The byte at `end` must be 0, and the 63 bytes after it must be readable. The bytes must stay
  /// in memory as long as the cursor is used.
  public func parse(
    bytes: UnsafePointer<UInt8>, start: Int, end: Int
  ) throws(JSONParseError) {
    let parser = prepare(bytes: bytes, start: start, end: end)
    // Bound: `prepare` made space for `wordCapacity` words, at least two.
    wordCount = try parser.parseDocument(into: words.baseAddress.unsafelyUnwrapped).wordCount
    words[0] |= halves.pointee
  }

  /// Parses a document in place. The view ends with 64 bytes of 0 that do not belong to the
  /// document. The bytes must live longer than the cursor.
  public func parse(padded document: ByteView) throws(JSONParseError) {
    let end = document.count - 64
    guard end >= 0, let start = document.memory.baseAddress else {
      return try parse(ByteView(start: nil, count: 0))
    }
    try parse(bytes: start, start: 0, end: end)
  }

  /// Parses the first value after `start` in place, and returns the offset after it. The view ends
  /// with 64 bytes of 0 that do not belong to the text.
  public func parseValue(
    padded text: ByteView, start: Int, decodingInto arena: StringArena? = nil
  ) throws(JSONParseError) -> Int {
    let end = text.count - 64
    precondition(start >= 0 && start <= end, "outside the text")
    let base = text.memory.baseAddress.unsafelyUnwrapped
    return try parseValue(bytes: base, start: start, end: end, decodingInto: arena)
  }

  /// Parses the first value after `start` without a copy, and returns the offset after the value.
  ///
  /// Long escaped strings are decoded into the arena, if there is one. If the value does not end
  /// before `end`, the error's `isTruncation` is true.
  public func parseValue(
    bytes: UnsafePointer<UInt8>, start: Int, end: Int, decodingInto arena: StringArena? = nil
  ) throws(JSONParseError) -> Int {
    let parser = prepare(bytes: bytes, start: start, end: end)
    // Bound: `prepare` made space for `wordCapacity` words, at least two.
    let target = words.baseAddress.unsafelyUnwrapped
    let extent: JSONParser.Extent
    if let arena {
      arena.clear(byteCount: end - start)
      var strings = DecodedStrings(
        arena: arena.memory.baseAddress.unsafelyUnwrapped, entries: arena.lendEntries())
      extent = try parser.parseValue(into: target, &strings)
      arena.keep(strings.entries)
    } else {
      extent = try parser.parseValue(into: target)
    }
    wordCount = extent.wordCount
    words[0] |= halves.pointee
    return extent.end
  }

  private func prepare(bytes: UnsafePointer<UInt8>, start: Int, end: Int) -> JSONParser {
    halves.pointee = 0
    let parser = JSONParser(bytes: bytes, start: start, end: end, halves: halves, names: names)
    let needed = parser.wordCapacity
    if words.count < needed {
      words.deallocate()
      words = .allocate(capacity: needed + needed / 2)
    }
    base = bytes
    wordCount = 0
    return parser
  }
}
