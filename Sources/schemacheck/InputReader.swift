/// Reads the bytes of an input in pieces.
struct InputReader {
  static let pieceSize = 256 << 10

  /// The number of bytes read.
  let counter = Counter()
  /// Whether reading never waits for a writer.
  let isRegularFile: Bool
  private let fill: (UnsafeMutableRawBufferPointer) throws(InputTrouble) -> Int

  final class Counter {
    var count = 0
  }

  init(_ file: InputFile) {
    isRegularFile = file.isRegular
    fill = { buffer throws(InputTrouble) in try file.read(into: buffer) }
  }

  /// Reads standard input.
  init(_ console: Console) {
    isRegularFile = false
    fill = { buffer throws(InputTrouble) in
      let count = console.read(buffer)
      guard count >= 0 else { throw InputTrouble("standard input cannot be read") }
      return count
    }
  }

  /// The bytes of one read; empty at the end.
  func next() throws(InputTrouble) -> [UInt8] {
    var failure: InputTrouble?
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
      do throws(InputTrouble) {
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return piece
  }

  /// Reads once into the buffer and returns the number of bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputTrouble) -> Int {
    let count = try fill(buffer)
    counter.count += count
    return count
  }

  /// `head` and the remaining bytes.
  func rest(after head: [UInt8] = []) throws(InputTrouble) -> [UInt8] {
    var bytes = head
    while true {
      let piece = try next()
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }
}
