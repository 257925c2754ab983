import CZlib
import ContractCheck

/// The system's zlib, opened when the first compressed data is met.
struct Zlib: Sendable {
  /// Why the library cannot be used; nil if it can.
  let problem: @Sendable () -> String?

  static let system = Zlib { czlib_open().map { String(cString: $0) } }

  /// Decompresses whole bodies.
  var decompressor: Decompressor {
    Decompressor { data, wrapping, limit in
      do throws(Decompressor.Failure) {
        return .success(try Inflater(wrapping, self).all(of: data, limit: limit))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// Decompresses data that comes in pieces.
final class Inflater {
  private let stream: OpaquePointer
  private let wrapping: Decompressor.Wrapping
  /// Whether the data may end here.
  private(set) var isComplete = false

  init(_ wrapping: Decompressor.Wrapping, _ zlib: Zlib) throws(Decompressor.Failure) {
    if let problem = zlib.problem() { throw .unavailable(problem) }
    let bits: Int
    switch wrapping {
    case .gzip: bits = CZLIB_GZIP
    case .zlib: bits = CZLIB_ZLIB
    case .raw: bits = CZLIB_RAW
    }
    guard let stream = czlib_begin(Int32(bits)) else { throw .unavailable("out of memory") }
    self.stream = stream
    self.wrapping = wrapping
  }

  deinit { czlib_end(stream) }

  /// Decompresses as much as the input and the buffer allow.
  ///
  /// - Returns: How many bytes were read and written; 0 and 0 where more input is needed.
  /// - Throws: If the data is broken, or followed by anything but white space and zeros, which dumps
  ///   and tapes add.
  func inflate(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(Decompressor.Failure) -> (read: Int, written: Int) {
    if isComplete {
      let padding = input.prefix { $0 == 0 || $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }.count
      guard padding == 0, let first = input.first else { return (padding, 0) }
      guard wrapping == .gzip, first == 0x1F else { throw .excess }
      czlib_restart(stream)
      isComplete = false
    }
    var read = 0
    var written = 0
    // Bound: zlib writes at most `output.count` bytes.
    let result = czlib_inflate(
      stream, input.baseAddress, input.count, output.baseAddress, output.count, &read, &written)
    switch Int(result) {
    case CZLIB_MORE: break
    case CZLIB_END: isComplete = true
    default:
      // The bytes before the error are returned first.
      guard written > 0 else { throw .broken }
    }
    return (read, written)
  }

  /// All of the data, decompressed.
  fileprivate func all(of data: [UInt8], limit: Int) throws(Decompressor.Failure) -> [UInt8] {
    var result: [UInt8] = []
    var rest = data[...]
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while true {
      let counts = rest.withUnsafeBytes { input in
        Result { () throws(Decompressor.Failure) in try inflate(input, into: buffer) }
      }
      let (read, written) = try counts.get()
      guard written <= limit - result.count else { throw .tooLarge }
      result += buffer[..<written]
      rest = rest.dropFirst(read)
      if read == 0, written == 0 { break }
    }
    guard isComplete else { throw .truncated }
    return result
  }
}
