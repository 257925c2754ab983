/// Reads the bytes of an input in pieces.
final class InputReader {
  static let pieceSize = 256 << 10

  private(set) var byteCount = 0
  /// A regular file never waits for a writer.
  let isRegularFile: Bool
  private let fill: (UnsafeMutableRawBufferPointer) throws(ToolError) -> Int

  init(_ file: InputFile) {
    isRegularFile = file.state.isRegularFile
    fill = { buffer throws(ToolError) in try file.read(into: buffer) }
  }

  init(_ console: Console) {
    isRegularFile = false
    fill = { buffer throws(ToolError) in
      let count = console.read(buffer)
      guard count >= 0 else { throw ToolError("standard input cannot be read") }
      return count
    }
  }

  /// One read; empty at the end.
  func next() throws(ToolError) -> [UInt8] {
    var failure: ToolError?
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      do throws(ToolError) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return piece
  }

  /// Reads once; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ToolError) -> Int {
    let count = try fill(buffer)
    byteCount += count
    return count
  }

  /// `head` and what follows, until there are at least `count` bytes.
  func rest(after head: [UInt8] = [], upTo count: Int = .max) throws(ToolError) -> [UInt8] {
    var bytes = head
    while bytes.count < count {
      let piece = try next()
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }
}
