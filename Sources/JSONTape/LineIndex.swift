/// Turns byte offsets into lines and columns, and reads no further than it is asked.
///
/// A line feed ends a line; a carriage return before it belongs to the ending. A byte order mark at
/// the start takes no column. Text that is not UTF-8 is counted too, by the bytes that do not
/// continue a sequence. Any order of offsets will do: the nearest of the places counted so far, at
/// most 4 KiB apart, is where counting goes on from.
public struct LineIndex: Sendable {
  private let bytes: [UInt8]

  /// Places counted so far, one in each `stride` bytes, in order.
  private var checkpoints: [Anchor]

  /// The last answer, from which later offsets are usually a short way on.
  private var last: Anchor

  private static let stride = 1 << 12

  /// A counted place: its offset and what stands before it.
  private struct Anchor {
    var offset: Int
    var lines = LineCount()
  }

  /// An index of these bytes; nothing is read yet.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    last = Anchor(offset: ByteOrderMark.length(in: bytes))
    checkpoints = [last]
  }

  /// An index of a part of a text that stands after what is counted; nothing is read yet.
  @_spi(Engine)
  public init(_ bytes: [UInt8], after lines: LineCount) {
    self.bytes = bytes
    last = Anchor(offset: 0, lines: lines)
    checkpoints = [last]
  }

  /// An index of these bytes; nothing is read yet.
  public init(_ bytes: some Collection<UInt8>) {
    self.init(Array(bytes))
  }

  /// The line and column of a byte; an offset past the end is the end.
  public mutating func position(of offset: Int) -> TextPosition {
    place(of: offset).position
  }

  /// The same, and the column in bytes, from 1.
  @_spi(Engine)
  public mutating func place(of offset: Int) -> (position: TextPosition, byteColumn: Int) {
    let offset = min(offset, bytes.count)
    var anchor = nearestAnchor(before: offset)
    while offset > anchor.offset {
      // Counting forward over new ground leaves checkpoints behind.
      let step = min(offset, (anchor.offset / Self.stride + 1) * Self.stride)
      count(from: &anchor, to: step)
      if step % Self.stride == 0, step > checkpoints[checkpoints.count - 1].offset {
        checkpoints.append(anchor)
      }
    }
    last = anchor
    return (anchor.lines.position, anchor.lines.bytes + 1)
  }

  /// The bytes of the line that holds the byte at `offset`, without the line's ending.
  public func lineRange(containing offset: Int) -> ByteRange {
    let offset = max(0, min(offset, bytes.count))
    var start = offset
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    if end < bytes.count, end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
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
    anchor.lines += bytes.withUnsafeBytes { LineCount($0[anchor.offset..<end]) }
    anchor.offset = end
  }
}
