@_spi(Engine) package import JSONTape

/// Reads an HTTP Archive, version 1.1 or 1.2, as a stream. Each entry of `log.entries` is passed to
/// the caller when the entry is complete.
///
/// The memory depends on the longest entry, not on the size of the file. The result does not depend
/// on the pieces in which the file is read. In a broken or truncated file, the entries without
/// errors are still read. The error of the file is reported last.
///
///     let stream = HARStream()
///     while try stream.fill({ try file.read(into: $0) }, yield: check) {}
package final class HARStream: HAREntryMemory {
  /// A yielded part, in the order of the file.
  package enum Part {
    /// A complete entry. It is valid only during the call.
    case entry(HAREntry)
    /// The problem of a broken entry or of the whole file.
    case problem(CaptureProblem, TextPosition)
  }

  /// The number of bytes in each read.
  package static let pieceSize = 256 << 10

  // The window contains the bytes from `base` to `base + end` of the file, then 64 zero bytes.
  private(set) var window: UnsafeMutablePointer<UInt8>
  private(set) var capacity: Int
  private(set) var base = 0
  private(set) var end = 0
  private static let padding = 64

  /// The lines of the file before the window, and before the offset of the last request.
  private var before = Anchor()
  private var last = Anchor()

  /// An offset up to which lines are counted. Nil before the file's first bytes are read.
  private struct Anchor {
    var offset: Int?
    var lines = LineCount()
  }

  /// The length that the window must have before the next try. It doubles after a failed try. So
  /// all tries together cost at most twice as much as the last try.
  var wanted = 0

  var tokenizer = JSONTokenizer()
  package private(set) var tape = TapeBuffer()
  /// The entry's long texts, without their escapes.
  package private(set) var texts = StringArena()
  var outline = HAROutline()
  var phase = Phase.walk
  /// The number of entries so far.
  var index = 0
  /// The first error of the file.
  var fault: Fault?

  enum Phase {
    case walk
    /// Search for the end of a broken entry.
    case skip(Fault)
    /// Search for another entry after a broken one.
    case resume
    /// Search for the entries, because there was an error before them.
    case search
    /// Skip the rest.
    case drain
  }

  struct Fault {
    let error: JSONParseError
    let range: ByteRange
    let position: TextPosition
    /// Whether the error was reported with its entry.
    var isTold = false
  }

  /// Creates a stream at the start of a file.
  package convenience init() { self.init(pieceSize: Self.pieceSize) }

  /// - Parameter pieceSize: The minimum free space in the window before a read, in bytes.
  init(pieceSize: Int) {
    minimumRoom = pieceSize
    usualCapacity = pieceSize * 2
    capacity = usualCapacity
    window = .allocate(capacity: capacity + Self.padding)
    // Bound: `window` always has space for `capacity` bytes and the padding.
    window.update(repeating: 0, count: Self.padding)
  }

  private let minimumRoom: Int
  private let usualCapacity: Int

  deinit { window.deallocate() }

  /// Lets `read` write the next bytes of the file, and yields the parts that these bytes complete.
  /// Returns false at the end.
  ///
  /// - Parameters:
  ///   - read: Writes to the buffer and returns the number of bytes. 0 at the end.
  ///   - yield: Called for each part.
  package func fill<Failure>(
    _ read: (ByteRoom) throws(Failure) -> Int, yield: (Part) -> Void
  ) throws(Failure) -> Bool {
    makeRoom()
    let room = ByteRoom(UnsafeMutableRawBufferPointer(start: window + end, count: capacity - end))
    let count = min(max(0, try read(room)), room.count)
    grow(by: count)
    guard count > 0 else {
      finish(yield)
      return false
    }
    if end >= wanted { advance(isLast: false, yield) }
    return true
  }

  /// Takes the next bytes of the file and yields the parts that they complete.
  package func feed(_ piece: ByteView, yield: (Part) -> Void) {
    var rest = piece[...]
    while !rest.isEmpty {
      _ = fill(
        { room in
          let part = rest.prefix(room.count)
          room.copyBytes(from: part)
          rest = rest.dropFirst(part.count)
          return part.count
        }, yield: yield)
    }
  }

  /// Yields the last parts at the end of the file, and the file's error.
  package func finish(_ yield: (Part) -> Void) {
    advance(isLast: true, yield)
    if let fault {
      guard !fault.isTold else { return }
      let problem = CaptureProblem(kind: .syntax(fault.error), range: fault.range)
      yield(.problem(problem, fault.position))
    } else if let (kind, place) = outline.fault {
      yield(.problem(CaptureProblem(kind: kind, range: place.range), place.position))
    }
  }

  /// The maximum number of bytes in memory. This number is a small multiple of the longest entry's
  /// length.
  @_spi(Engine) public var windowLength: Int { capacity }

  /// Whether the file is so broken that the rest is not read. ``finish(_:)`` gives the reason.
  package var hasGivenUp: Bool { if case .drain = phase { true } else { false } }

  /// Yields the complete entries after a read error, when no more bytes will come.
  package func flush(_ yield: (Part) -> Void) { advance(isLast: false, yield) }

  private func grow(by count: Int) {
    end += count
    // Bound: `end` is at most `capacity`, since `fill` takes only as much as fits.
    (window + end).update(repeating: 0, count: Self.padding)
  }

  /// Drops bytes that are no longer needed, doubles a window that is still full, and shrinks it
  /// after a long entry.
  private func makeRoom() {
    guard capacity - end < minimumRoom || capacity > usualCapacity else { return }
    drop(to: firstNeeded)
    if capacity > usualCapacity, end + minimumRoom <= usualCapacity {
      resize(to: usualCapacity)
      tape = TapeBuffer()
      texts = StringArena()
    } else if capacity - end < minimumRoom {
      resize(to: capacity * 2)
    }
  }

  private func resize(to size: Int) {
    capacity = size
    let other = UnsafeMutablePointer<UInt8>.allocate(capacity: size + Self.padding)
    // Bound: the caller guarantees that `end` is at most `size`.
    other.update(from: window, count: end + Self.padding)
    window.deallocate()
    window = other
  }

  private var firstNeeded: Int {
    if case .drain = phase { end } else { tokenizer.needed }
  }

  private func drop(to count: Int) {
    guard count > 0 else { return }
    before = Anchor(offset: 0, lines: lineCount(count))
    last = before
    // Bound: the moved bytes were within the window; `count` is at most `end`.
    window.update(from: window + count, count: end - count + Self.padding)
    base += count
    end -= count
    wanted -= count
    tokenizer.move(by: count)
  }

  func cut(to count: Int) {
    end = count
    wanted = 0
    grow(by: 0)
  }

  /// Restarts at an offset of the file. The byte before the offset is given, and `lines` counts up
  /// to the end of this byte.
  func restart(at offset: Int, with byte: UInt8, after lines: LineCount) {
    base = offset
    // Bound: a window is longer than one byte.
    window[0] = byte
    cut(to: 1)
    before = Anchor(offset: 1, lines: lines)
    last = before
  }

  package func bytes(_ start: Int, _ end: Int) -> [UInt8] {
    Array(ByteView(start: window, count: self.end)[start..<end])
  }

  package func range(_ start: Int, _ end: Int) -> ByteRange {
    ByteRange(offset: base + start, length: end - start)
  }

  func position(_ offset: Int) -> TextPosition { lineCount(offset).position }

  /// The number of lines in the file before a byte of the window. Lines are counted when this is
  /// called, from the last call on.
  package func lineCount(_ offset: Int) -> LineCount {
    if before.offset == nil {
      // A byte order mark has no column.
      before.offset = ByteOrderMark.length(at: window)
      last = before
    }
    var anchor = before
    if let counted = last.offset, counted <= offset { anchor = last }
    guard let start = anchor.offset, start < offset else { return anchor.lines }
    anchor.lines += LineCount(ByteView(start: window, count: end)[start..<offset])
    anchor.offset = offset
    last = anchor
    return anchor.lines
  }

  func fault(_ error: JSONParseError) -> Fault {
    Fault(
      error: JSONParseError(error.reason, offset: base + error.offset),
      range: ByteRange(offset: base + error.offset, length: error.offset < end ? 1 : 0),
      position: position(error.offset))
  }
}
