@_spi(Engine) internal import JSONTape

/// Cuts a stream of newline-delimited JSON into its lines. Memory is bounded by the longest line.
public struct NDJSONSplitter: Sendable {
  /// The beginning of a line whose end has not come yet.
  private var open: [UInt8] = []
  private var index = 0
  private var offset = 0

  /// A splitter at the start of a file.
  public init() {}

  /// Takes the next bytes of the stream and hands on each line they end. Blank lines are counted and
  /// passed over.
  public mutating func feed(_ chunk: [UInt8], _ yield: (NDJSONLine) -> Void) {
    var start = 0
    while let end = chunk[start...].firstIndex(of: ASCIIByte.lineFeed) {
      open += chunk[start..<end]
      endLine(yield)
      start = end + 1
    }
    open += chunk[start...]
  }

  /// Hands on the last line when no line ending follows it.
  public mutating func finish(_ yield: (NDJSONLine) -> Void) {
    guard !open.isEmpty else { return }
    endLine(yield)
  }

  private mutating func endLine(_ yield: (NDJSONLine) -> Void) {
    let length = open.count
    if open.last == ASCIIByte.carriageReturn { open.removeLast() }
    let isFirst = index == 0
    let text = isFirst ? open[ByteOrderMark.length(in: open)...] : open[...]
    if text.contains(where: { !ASCIIByte.isSpace($0) }) {
      yield(NDJSONLine(bytes: open, index: index, offset: offset))
    }
    open = []
    index += 1
    offset += length + 1
  }
}

/// One line of an NDJSON file.
public struct NDJSONLine: Hashable, Sendable {
  /// Without the line ending.
  public let bytes: [UInt8]
  /// The line's number from 0, blank lines counted.
  public let index: Int
  /// Where it begins in the file.
  public let offset: Int

  /// A line by its parts.
  public init(bytes: [UInt8], index: Int, offset: Int) {
    self.bytes = bytes
    self.index = index
    self.offset = offset
  }
}
