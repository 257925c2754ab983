@_spi(Engine) import ContractCheck
import ContractRuns
@_spi(Engine) import JSONTape

/// A text to fix: a file, or the bytes of standard input. A file is never read as a whole.
enum FixSource {
  case file(InputFile)
  case bytes([UInt8])

  /// The size in bytes.
  var size: Int {
    switch self {
    case .file(let file): file.state.size
    case .bytes(let bytes): bytes.count
    }
  }

  /// The first bytes.
  var start: [UInt8] {
    switch self {
    case .file(let file): file.bytes(0..<1024)
    case .bytes(let bytes): Array(bytes.prefix(1024))
    }
  }

  /// Whether the whole text is compressed with gzip.
  var isCompressed: Bool {
    switch self {
    case .file(let file): GzipReader.isMark(file.bytes(0..<GzipReader.mark.count))
    case .bytes(let bytes): GzipReader.isMark(bytes)
    }
  }

  /// Reads the edited text in order. The reader returns the number of bytes: 0 at the end, negative
  /// on failure.
  func reader(of edits: TextEdits) -> (ByteRoom) -> Int {
    let reading = Reading(self, edits.pieces)
    return { reading.read(into: $0) }
  }

  /// The position in a text. It is a class because release builds of Swift 6.3 misread this state
  /// in variables that a closure captures.
  private final class Reading {
    private let source: FixSource
    private let pieces: [TextEdits.Piece]
    private var index = 0
    private var done = 0

    init(_ source: FixSource, _ pieces: [TextEdits.Piece]) {
      self.source = source
      self.pieces = pieces
    }

    func read(into buffer: ByteRoom) -> Int {
      var filled = 0
      while index < pieces.count, filled < buffer.count {
        let count = source.read(pieces[index], from: done, into: buffer[filled...])
        if count < 0 { return filled > 0 ? filled : count }
        filled += count
        done += count
        if count == 0 {
          index += 1
          done = 0
        }
      }
      return filled
    }
  }

  /// Reads from a piece. Returns 0 at the end of the piece.
  private func read(
    _ piece: TextEdits.Piece, from done: Int, into buffer: ByteRoom
  ) -> Int {
    switch piece {
    case .text(let bytes): return Self.copy(bytes, from: done, into: buffer)
    case .kept(let range):
      let rest = buffer[..<min(buffer.count, range.count - done)]
      let offset = range.lowerBound + done
      guard rest.count > 0 else { return 0 }
      switch self {
      case .file(let file): return file.read(from: offset, into: rest)
      case .bytes(let bytes): return Self.copy(bytes, from: offset, into: rest)
      }
    }
  }

  private static func copy(
    _ bytes: [UInt8], from offset: Int, into buffer: ByteRoom
  ) -> Int {
    let count = min(buffer.count, bytes.count - offset)
    guard count > 0 else { return 0 }
    buffer.copyBytes(from: bytes[offset..<offset + count])
    return count
  }
}
