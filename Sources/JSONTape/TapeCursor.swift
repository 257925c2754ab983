/// Reads a tape and its bytes directly. A cursor is two raw pointers. All its functions can be
/// inlined in other modules.
///
/// A cursor is valid only as long as its memory: inside `JSONDocument.withCursor(_:)`, or until the
/// `TapeBuffer` parses again. Every index that is passed to a function must be the index of the
/// first word of a value or a name. The functions do not check this.
@_spi(Engine)
@frozen
public struct TapeCursor {
  /// The start of the bytes. Offsets count from this start. The 64 bytes after the document's end
  /// can also be read.
  public let bytes: UnsafePointer<UInt8>

  /// The words. The first word belongs to the root value.
  public let words: UnsafePointer<UInt64>

  /// Creates a cursor for a tape.
  @inlinable @inline(__always)
  public init(bytes: UnsafePointer<UInt8>, words: UnsafePointer<UInt64>) {
    self.bytes = bytes
    self.words = words
  }

  /// The raw value of the word's `TapeTag`.
  @inlinable @inline(__always)
  public func rawTag(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: words[index] &>> 60)
  }

  /// Twice the raw tag. If the value is marked, 1 is added.
  @inlinable @inline(__always)
  public func tagAndMark(_ index: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: words[index] &>> 59)
  }

  /// Whether a string contains escapes, so that its bytes differ from its value.
  @inlinable @inline(__always)
  public func isEscaped(_ index: Int) -> Bool {
    words[index] & TapeWord.escapedBit != 0
  }

  /// Whether the value has the mark ``TapeWord/markedBit``. Such a value needs another check before
  /// it is decoded.
  @inlinable @inline(__always)
  public func isMarked(_ index: Int) -> Bool { isEscaped(index) }

  /// The offset of a scalar's first byte, of a string's content or of a container's bracket.
  @inlinable @inline(__always)
  public func offset(_ index: Int) -> Int {
    Int(truncatingIfNeeded: words[index] & 0xFFFF_FFFF)
  }

  /// The number of bytes of a scalar's token or a string's content.
  @inlinable @inline(__always)
  public func length(_ index: Int) -> Int {
    Int(truncatingIfNeeded: words[index] &>> 32 & 0x7FF_FFFF)
  }

  /// The number of elements of an array, or the number of properties of an object.
  @inlinable @inline(__always)
  public func count(_ index: Int) -> Int {
    length(index)
  }

  /// Whether the word starts an array or an object.
  @inlinable @inline(__always)
  public func isContainer(_ index: Int) -> Bool {
    words[index] >= 6 &<< 60
  }

  /// The index of the word after the whole value.
  @inlinable @inline(__always)
  public func next(_ index: Int) -> Int {
    isContainer(index) ? Int(truncatingIfNeeded: words[index &+ 1] &>> 32) : index &+ 1
  }

  /// The offset after a container's closing bracket.
  @inlinable @inline(__always)
  public func endOffset(_ index: Int) -> Int {
    Int(truncatingIfNeeded: words[index &+ 1] & 0xFFFF_FFFF)
  }

  /// The index of a container's first element or name. If the container is empty, this is
  /// `next(index)`.
  @inlinable @inline(__always)
  public func firstChild(_ index: Int) -> Int {
    index &+ 2
  }

  /// The first byte of a scalar or of a string's content.
  @inlinable @inline(__always)
  public func start(_ index: Int) -> UnsafePointer<UInt8> {
    bytes + offset(index)
  }

  /// A scalar's token, or a string's content with its escapes.
  @inlinable @inline(__always)
  public func rawBytes(_ index: Int) -> ByteView {
    ByteView(start: start(index), count: length(index))
  }

  /// The bytes between two offsets of the text. The range must be within the text.
  @inlinable @inline(__always)
  public func bytes(in range: Range<Int>) -> ByteView {
    ByteView(start: bytes + range.lowerBound, count: range.count)
  }

  /// The kind of the value.
  public func kind(_ index: Int) -> JSONKind {
    switch rawTag(index) {
    case TapeTag.null.rawValue: .null
    case TapeTag.false.rawValue, TapeTag.true.rawValue: .boolean
    case TapeTag.integer.rawValue, TapeTag.number.rawValue: .number
    case TapeTag.string.rawValue: .string
    case TapeTag.array.rawValue: .array
    default: .object
    }
  }

  /// The bytes of the whole value, including quotes and brackets.
  public func range(_ index: Int) -> ByteRange {
    let offset = offset(index)
    if isContainer(index) {
      return ByteRange(offset: offset, length: endOffset(index) &- offset)
    }
    if rawTag(index) == TapeTag.string.rawValue {
      return ByteRange(offset: offset &- 1, length: length(index) &+ 2)
    }
    return ByteRange(offset: offset, length: length(index))
  }
}
