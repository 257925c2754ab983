@_spi(Engine) import ContractCheck
import JSONTape

/// A text to mend: a file, read as often as need be and never as a whole, or what standard input
/// brought.
enum FixSource {
  case file(OriginalFile)
  case bytes([UInt8])

  /// Reads the text after edits from front to back: fills a buffer and answers how many bytes came, 0
  /// at the end, less on failure.
  func reader(of edits: TextEdits) -> (UnsafeMutableRawBufferPointer) -> Int {
    let pieces = edits.pieces
    var index = 0
    var done = 0
    return { buffer in
      guard buffer.count > 0 else { return 0 }
      while index < pieces.count {
        let count: Int
        switch pieces[index] {
        case .text(let bytes):
          count = min(buffer.count, bytes.count - done)
          bytes.withUnsafeBytes {
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[done..<done + count]))
          }
        case .kept(let range):
          let most = min(buffer.count, range.count - done)
          count = read(
            from: range.lowerBound + done,
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<most]))
        }
        if count != 0 {
          done += max(0, count)
          return count
        }
        index += 1
        done = 0
      }
      return 0
    }
  }

  /// Fills the buffer with bytes of the text before, from an offset on.
  private func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard buffer.count > 0 else { return 0 }
    switch self {
    case .file(let file): return file.read(from: offset, into: buffer)
    case .bytes(let bytes):
      let count = max(0, min(buffer.count, bytes.count - offset))
      guard count > 0 else { return 0 }
      bytes.withUnsafeBytes {
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
      }
      return count
    }
  }
}
