@_spi(Engine) public import JSONTape

/// The bytes of an input that contain the checked part, and their place in the input. The bytes are
/// the whole file or one line of a stream.
///
/// The source converts offsets in the file to lines and columns.
public struct CaptureSource: Sendable {
  /// The input's name, as findings show it.
  public let name: String
  /// Whether findings show the line of the file. For reports that show no lines, false is faster.
  public var showsLines = true
  package let bytes: [UInt8]
  package let offset: Int
  private var firstLine: Int
  private var lines: LineIndex

  /// Creates a source for a whole file, or a part of it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that begin at `offset`. These bytes must begin at the start of a line.
  ///   - offset: The place of the bytes in the input.
  ///   - firstLine: The number of the first line of `bytes`. The first line of the input is 1.
  public init(name: String, bytes: [UInt8], offset: Int = 0, firstLine: Int = 1) {
    self.name = name
    self.bytes = bytes
    self.offset = offset
    self.firstLine = firstLine
    lines = LineIndex(bytes)
  }

  init(name: String, bytes: [UInt8], offset: Int, after before: LineCount) {
    self.name = name
    self.bytes = bytes
    self.offset = offset
    firstLine = 1
    lines = LineIndex(bytes, after: before)
  }

  /// The same source `count` lines later in the input.
  package func moved(byLines count: Int) -> CaptureSource {
    var source = self
    source.firstLine += count
    return source
  }

  package mutating func region(_ range: ByteRange) -> Region {
    let start = lines.place(of: range.offset - offset)
    let end = lines.place(of: range.end - offset)
    return Region(
      start: moved(start.position), end: moved(end.position), bytes: range,
      startByteColumn: start.byteColumn, endByteColumn: end.byteColumn)
  }

  /// The line and column of a byte of the file.
  public mutating func position(of offset: Int) -> TextPosition {
    moved(lines.position(of: offset - self.offset))
  }

  private func moved(_ local: TextPosition) -> TextPosition {
    TextPosition(line: local.line + firstLine - 1, column: local.column)
  }
}

extension Body {
  /// Another line of the capture. It is a class because bodies are copied often, and few bodies
  /// have such a line.
  package final class OtherLine: Sendable {
    package let source: CaptureSource

    init(_ source: CaptureSource) { self.source = source }
  }

  /// The body's file if a capture names one, or the body's own line. Nil if the body is in the part
  /// of the capture that is checked.
  package func file(in capture: CaptureSource) -> CaptureSource? {
    var own = line?.source
    if case .otherFile(let file) = map { own = CaptureSource(name: file.name, bytes: file.bytes) }
    own?.showsLines = capture.showsLines
    return own
  }
}
