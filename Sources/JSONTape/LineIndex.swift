/// Converts byte offsets to lines and columns. Only the bytes that are needed are read.
///
/// A line feed ends a line. A carriage return before the line feed belongs to the line ending. A
/// byte order mark at the start has no column. In text that is not UTF-8, columns count the bytes
/// that are not continuation bytes. Offsets may come in any order. Counting continues from the
/// nearest checkpoint, which is at most 4 KiB away.
package struct LineIndex: Sendable {
  private let bytes: [UInt8]

  /// Counted places in order, one for each `stride` bytes.
  private var checkpoints: [Anchor]

  /// The last result. Later offsets are usually close to it.
  private var last: Anchor

  private static let stride = 1 << 12

  private struct Anchor {
    var offset: Int
    var lines = LineCount()
  }

  /// Creates an index of bytes without reading them.
  package init(_ bytes: some Collection<UInt8>) {
    self.bytes = Array(bytes)
    last = Anchor(offset: ByteOrderMark.length(in: self.bytes))
    checkpoints = [last]
  }

  /// Creates an index for a part of a text. `lines` counts the text before this part.
  @_spi(Engine)
  public init(_ bytes: [UInt8], after lines: LineCount) {
    self.bytes = bytes
    last = Anchor(offset: 0, lines: lines)
    checkpoints = [last]
  }

  /// The line and column of a byte. An offset after the end counts as the end.
  package mutating func position(of offset: Int) -> TextPosition {
    place(of: offset).position
  }

  /// The place of an offset, and the column in bytes. The first column is 1.
  @_spi(Engine)
  public mutating func place(of offset: Int) -> (position: TextPosition, byteColumn: Int) {
    let offset = min(offset, bytes.count)
    var anchor = nearestAnchor(before: offset)
    while offset > anchor.offset {
      // Counting beyond the last checkpoint adds new ones.
      let step = min(offset, (anchor.offset / Self.stride + 1) * Self.stride)
      count(from: &anchor, to: step)
      if step % Self.stride == 0, step > checkpoints[checkpoints.count - 1].offset {
        checkpoints.append(anchor)
      }
    }
    last = anchor
    return (anchor.lines.position, anchor.lines.bytes + 1)
  }

  /// The bytes of the line with the byte at `offset`, without the line ending.
  package func lineRange(containing offset: Int) -> ByteRange {
    let offset = max(0, min(offset, bytes.count))
    var start = offset
    while start > 0, bytes[start - 1] != "\n" { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != "\n" { end += 1 }
    if end < bytes.count, end > start, bytes[end - 1] == "\r" { end -= 1 }
    return ByteRange(offset: start, length: end - start)
  }

  private func nearestAnchor(before offset: Int) -> Anchor {
    var low = 0
    var high = checkpoints.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if checkpoints[middle].offset <= offset { low = middle } else { high = middle }
    }
    let checkpoint = checkpoints[low]
    return last.offset <= offset && last.offset > checkpoint.offset ? last : checkpoint
  }

  private func count(from anchor: inout Anchor, to end: Int) {
    anchor.lines += bytes.withByteView { LineCount($0[anchor.offset..<end]) }
    anchor.offset = end
  }
}

/// The lines and columns of a piece of text. Pieces can be counted separately, for example by
/// several threads. Add them with `+` in the order of the text.
@_spi(Engine)
public struct LineCount: Hashable, Sendable {
  /// The number of line feeds in the piece.
  public private(set) var newlines = 0

  /// The number of Unicode scalars after the last line feed. If there is no line feed, all Unicode
  /// scalars are counted.
  public private(set) var scalars = 0

  /// The number of bytes of these scalars.
  public private(set) var bytes = 0

  /// Creates the count of an empty text.
  public init() {}

  /// Counts a piece of text, 32 bytes at a time.
  public init(_ piece: Slice<ByteView>) {
    let bytes = UnsafeRawBufferPointer(ByteView(rebasing: piece).memory)
    let (count, end) = UTF8Scan.count(in: bytes) { block in
      // Bit 7 of the sum or of the byte is set unless the byte is 0. There is no carry between
      // bytes.
      let ones = UTF8Scan.Words(repeating: 0x7F7F_7F7F_7F7F_7F7F)
      let others = block ^ UTF8Scan.Words(repeating: 0x0A0A_0A0A_0A0A_0A0A)
      return ~((others & ones) &+ ones | others)
    }
    newlines = count
    for byte in bytes[end...] where byte == UInt8(ascii: "\n") { newlines &+= 1 }
    var lineStart = bytes.count
    if newlines > 0 {
      while bytes[lineStart &- 1] != "\n" { lineStart &-= 1 }
    } else {
      lineStart = 0
    }
    let line = UnsafeRawBufferPointer(rebasing: bytes[lineStart...])
    self.bytes = line.count
    scalars = UTF8Scan.scalarCount(ByteView(line))
  }

  /// The place after this piece, if the piece is the start of the text.
  public var position: TextPosition {
    TextPosition(line: newlines + 1, column: scalars + 1)
  }

  /// Adds two pieces. The right piece must follow the left piece in the text.
  public static func + (left: LineCount, right: LineCount) -> LineCount {
    var sum = right
    sum.newlines += left.newlines
    if right.newlines == 0 {
      sum.scalars += left.scalars
      sum.bytes += left.bytes
    }
    return sum
  }

  /// Adds the next piece.
  public static func += (left: inout LineCount, right: LineCount) {
    left = left + right
  }
}

/// A place in a text, as a line and a column. Lines and columns begin with 1. Columns are counted
/// in Unicode scalars.
public struct TextPosition: Hashable, Comparable, Sendable {
  /// The line. The first line is 1.
  public var line: Int

  /// The column in Unicode scalars. The first column is 1.
  public var column: Int

  /// Creates the place at a line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether the left place is before the right place.
  public static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
