/// What a piece of text adds to a place in it: pieces counted apart, by several threads for example,
/// are put together with `+`, in the order of the text.
@_spi(Engine)
public struct LineCount: Hashable, Sendable {
  /// How many line feeds the piece holds.
  public private(set) var newlines = 0

  /// How many Unicode scalars stand after the last of them, or in the whole piece when it has none.
  public private(set) var scalars = 0

  /// No text.
  public init() {}

  /// Counts a piece of text, eight bytes at a time.
  public init(_ bytes: Slice<UnsafeRawBufferPointer>) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    var index = 0
    while index &+ 8 <= bytes.count {
      let differences =
        bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
      // Bit 7 of the sum, or of the byte itself, is set unless the byte is 0; nothing carries over.
      let low = (differences & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7F7F_7F7F_7F7F_7F7F
      newlines &+= (~(low | differences) & 0x8080_8080_8080_8080).nonzeroBitCount
      index &+= 8
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
    if right.newlines == 0 { sum.scalars += left.scalars }
    return sum
  }

  /// Adds the piece that follows.
  public static func += (left: inout LineCount, right: LineCount) {
    left = left + right
  }
}
