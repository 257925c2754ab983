@_spi(Engine) internal import ContractCaptures
import ContractCheck
@_spi(Engine) import JSONTape

/// Reads an input that may be compressed as a whole. The first bytes show whether the input is
/// compressed. Inputs that are not compressed go directly to the reader's buffer.
package final class GzipReader {
  private enum State {
    case start, plain
    case compressed(Inflater)
    /// All later reads fail with the same error.
    case failed(RunError)
  }

  private let name: String
  private let zlib: Zlib
  private let fill: (ByteRoom) throws(RunError) -> Int
  private var state = State.start
  /// The compressed bytes. The bytes from ``start`` on are not decompressed yet.
  private var input: [UInt8] = []
  private var start = 0

  /// The maximum number of bytes of a line, an entry, or a file that is read as a whole. The limit
  /// is needed because a few compressed bytes can become very many.
  static let longestUnit = 128 << 20

  /// - Parameters:
  ///   - name: The input's name in messages.
  ///   - fill: Reads once into the buffer and returns the number of bytes. 0 at the end.
  init(
    _ name: String, _ zlib: Zlib,
    _ fill: @escaping (ByteRoom) throws(RunError) -> Int
  ) {
    self.name = name
    self.zlib = zlib
    self.fill = fill
  }

  /// Whether data begins like gzip with deflate, its only method (RFC 1952, section 2.3.1).
  package static func isMark(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: mark) }
  package static let mark: [UInt8] = [0x1F, 0x8B, 8]

  /// Reads once and returns the number of bytes. 0 at the end.
  func read(into buffer: ByteRoom) throws(RunError) -> Int {
    do throws(RunError) {
      switch state {
      case .plain: return try fill(buffer)
      case .failed(let error): throw error
      case .start: return try begin(buffer)
      case .compressed(let inflater): return try inflate(inflater, into: buffer)
      }
    } catch {
      state = .failed(error)
      throw error
    }
  }

  /// Throws if the data is compressed and this number of bytes must not be in memory at once.
  func verify(length: Int) throws(RunError) {
    guard length > Self.longestUnit, case .compressed = state else { return }
    throw RunError(
      "\(name): contains a line, an entry or a text of more than \(Self.longestUnit >> 20) MiB, "
        + "the limit for compressed captures")
  }

  private func begin(_ buffer: ByteRoom) throws(RunError) -> Int {
    var count = try fill(buffer)
    // A pipe may deliver one byte at a time.
    while count > 0, count < Self.mark.count, buffer.count > count,
      buffer[..<count].bytes.elementsEqual(Self.mark[..<count])
    {
      let more = try fill(buffer[count...])
      if more == 0 { break }
      count += more
    }
    guard Self.isMark(buffer[..<count].bytes) else {
      state = .plain
      return count
    }
    input = Array(buffer[..<count].bytes)
    let inflater: Inflater
    do {
      inflater = try Inflater(.gzip, zlib)
    } catch {
      throw problem(error)
    }
    state = .compressed(inflater)
    return try inflate(inflater, into: buffer)
  }

  private func inflate(
    _ inflater: Inflater, into buffer: ByteRoom
  ) throws(RunError) -> Int {
    // The buffer has the size that must be in memory at once.
    try verify(length: buffer.count)
    while true {
      var isAtEnd = false
      if start == input.count { isAtEnd = try !refill() }
      do throws(Decompressor.Failure) {
        let (read, written) = try input[start...].withByteView {
          bytes throws(Decompressor.Failure) in
          try inflater.inflate(bytes, into: buffer)
        }
        start += read
        if written > 0 { return written }
        guard read == 0, isAtEnd else { continue }
      } catch {
        throw problem(error)
      }
      guard inflater.isComplete else { throw problem(.truncated) }
      return 0
    }
  }

  /// Reads more compressed bytes. Returns false at the end.
  private func refill() throws(RunError) -> Bool {
    start = 0
    input = try [UInt8](filling: InputReader.pieceSize, fill)
    return !input.isEmpty
  }

  private func problem(_ failure: Decompressor.Failure) -> RunError {
    switch failure {
    case .unavailable(let why):
      RunError("\(name): is gzip data, and zlib cannot be used: \(why)")
    case .truncated: RunError("\(name): the gzip data ends too soon; the rest was not checked")
    case .broken, .excess, .unknownCoding, .tooLarge:
      RunError("\(name): the gzip data is broken; the rest was not checked")
    }
  }
}
