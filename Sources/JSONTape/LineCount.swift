/// What a piece of text adds to a place in it: pieces counted apart, by several threads for example,
/// are put together with `+`, in the order of the text.
@_spi(Engine)
public struct LineCount: Hashable, Sendable {
  /// How many line feeds the piece holds.
  public private(set) var newlines = 0

  /// How many Unicode scalars stand after the last of them, or in the whole piece when it has none.
  public private(set) var scalars = 0

  /// How many bytes these take.
  public private(set) var bytes = 0

  /// No text.
  public init() {}

  /// Counts a piece of text, eight bytes at a time and more where the machine can.
  public init(_ bytes: Slice<UnsafeRawBufferPointer>) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    var index = 0
    while index &+ 8 <= bytes.count {
      // Each byte of the sum counts its own column, up to 255 of them.
      let end = min(bytes.count &- 7, index &+ 255 &* 8)
      var columns: UInt64 = 0
      while index < end {
        let differences =
          bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
        // Bit 7 of the sum, or of the byte itself, is set unless the byte is 0; nothing carries over.
        let low = (differences & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
        columns &+= ~(low | differences) &>> 7 & 0x0101_0101_0101_0101
        index &+= 8
      }
      let pairs = (columns & 0x00FF_00FF_00FF_00FF) &+ (columns &>> 8 & 0x00FF_00FF_00FF_00FF)
      newlines &+= Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
    }
    while index < bytes.count {
      newlines &+= bytes[index] == UInt8(ascii: "\n") ? 1 : 0
      index &+= 1
    }
    var lineStart = bytes.count
    if newlines > 0 {
      while bytes[lineStart &- 1] != UInt8(ascii: "\n") { lineStart &-= 1 }
    } else {
      lineStart = 0
    }
    let line = UnsafeRawBufferPointer(rebasing: bytes[lineStart...])
    self.bytes = line.count
    scalars = line.withMemoryRebound(to: UInt8.self) { UTF8Scan.scalarCount($0) }
  }

  /// The place just past the text, when it is counted from the start.
  public var position: TextPosition {
    TextPosition(line: newlines + 1, column: scalars + 1)
  }

  /// One piece, then the other.
  public static func + (left: LineCount, right: LineCount) -> LineCount {
    var sum = right
    sum.newlines += left.newlines
    if right.newlines == 0 {
      sum.scalars += left.scalars
      sum.bytes += left.bytes
    }
    return sum
  }

  /// Adds the piece that follows.
  public static func += (left: inout LineCount, right: LineCount) {
    left = left + right
  }
}
