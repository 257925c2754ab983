@_spi(Engine) package import ContractCaptures
internal import ContractCheck
@_spi(Engine) package import JSONTape

/// The system's zlib, opened for the first compressed data. It needs no headers, no development
/// package and no link against zlib.
package struct Zlib: Sendable {
  /// The reason why the library cannot be used. Nil if it can be used.
  let problem: @Sendable () -> String?

  package static let system = Zlib {
    switch ZlibFunctions.system {
    case .success: nil
    case .failure(let absence): absence.why
    }
  }

  /// Decompresses whole bodies.
  package var decompressor: Decompressor {
    Decompressor { data, wrapping, limit in
      do throws(Decompressor.Failure) {
        return .success(try Inflater(wrapping, self).all(of: data, limit: limit))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// The addresses of zlib's functions. Their signatures, the layout of `z_stream` and the numbers
/// are zlib's public ABI (zlib.h, unchanged since 1.2.0).
private struct ZlibFunctions: Sendable {
  struct Absence: Error {
    let why: String
  }

  /// The C layout of `z_stream`. Each field is a number or an address with its natural alignment.
  struct Stream {
    var input: UnsafeRawPointer?
    var inputCount: CUnsignedInt = 0
    var inputTotal: CUnsignedLong = 0
    var output: UnsafeMutableRawPointer?
    var outputCount: CUnsignedInt = 0
    var outputTotal: CUnsignedLong = 0
    var message: UnsafePointer<CChar>?
    var state: UnsafeMutableRawPointer?
    var allocate: UnsafeMutableRawPointer?
    var free: UnsafeMutableRawPointer?
    var opaque: UnsafeMutableRawPointer?
    var dataType: CInt = 0
    var adler: CUnsignedLong = 0
    var reserved: CUnsignedLong = 0
  }

  typealias Begin =
    @convention(c) (UnsafeMutableRawPointer, CInt, UnsafePointer<CChar>, CInt) -> CInt
  typealias Inflate = @convention(c) (UnsafeMutableRawPointer, CInt) -> CInt
  typealias Plain = @convention(c) (UnsafeMutableRawPointer) -> CInt

  let begin: Begin
  let inflate: Inflate
  let reset: Plain
  let end: Plain

  // The library is opened by its name, without a search for the file, because macOS keeps zlib in
  // the shared cache.
  #if canImport(Darwin)
    private static let name = "/usr/lib/libz.1.dylib"
  #else
    private static let name = "libz.so.1"
  #endif

  static let system: Result<ZlibFunctions, Absence> = {
    guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      return .failure(Absence(why: "it was not found (tried \(name))"))
    }
    do throws(Absence) {
      return .success(try ZlibFunctions(library))
    } catch {
      dlclose(library)
      return .failure(error)
    }
  }()

  private init(_ library: UnsafeMutableRawPointer) throws(Absence) {
    func address(_ function: String) throws(Absence) -> UnsafeMutableRawPointer {
      guard let address = dlsym(library, function) else {
        throw Absence(why: "\(Self.name) has no \(function)")
      }
      return address
    }
    begin = unsafeBitCast(try address("inflateInit2_"), to: Begin.self)
    inflate = unsafeBitCast(try address("inflate"), to: Inflate.self)
    reset = unsafeBitCast(try address("inflateReset"), to: Plain.self)
    end = unsafeBitCast(try address("inflateEnd"), to: Plain.self)
  }
}

/// Decompresses data that arrives in pieces, on one thread at a time.
package final class Inflater {
  private let zlib: ZlibFunctions
  private let stream: UnsafeMutablePointer<ZlibFunctions.Stream>
  private let wrapping: Decompressor.Wrapping
  /// Whether the data may end here.
  package private(set) var isComplete = false

  package init(_ wrapping: Decompressor.Wrapping, _ zlib: Zlib) throws(Decompressor.Failure) {
    if let problem = zlib.problem() { throw .unavailable(problem) }
    let functions: ZlibFunctions
    switch ZlibFunctions.system {
    case .success(let found): functions = found
    case .failure(let absence): throw .unavailable(absence.why)
    }
    // zlib's `windowBits`.
    let bits: CInt =
      switch wrapping {
      case .gzip: 31
      case .zlib: 15
      case .raw: -15
      }
    let stream = UnsafeMutablePointer<ZlibFunctions.Stream>.allocate(capacity: 1)
    stream.initialize(to: ZlibFunctions.Stream())
    // zlib compares the first digit of the version and the size, which proves that the layouts
    // agree.
    let size = CInt(MemoryLayout<ZlibFunctions.Stream>.stride)
    guard functions.begin(stream, bits, "1", size) == 0 else {
      stream.deallocate()
      throw .unavailable("out of memory")
    }
    // This is set only now, so that a failure does not end a stream that has not begun.
    self.zlib = functions
    self.stream = stream
    self.wrapping = wrapping
  }

  deinit {
    _ = zlib.end(stream)
    stream.deallocate()
  }

  /// Decompresses as much as the input and the buffer allow.
  ///
  /// - Returns: The numbers of read and written bytes. Both are 0 if more input is needed.
  /// - Throws: If the data is broken, or if other bytes follow the data. White space and zeros may
  ///   follow, because dumps and tapes add them.
  package func inflate(
    _ input: ByteView, into output: ByteRoom
  ) throws(Decompressor.Failure) -> (read: Int, written: Int) {
    if isComplete {
      let padding = input.prefix { $0 == 0 || $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }.count
      guard padding == 0, let first = input.first else { return (padding, 0) }
      guard wrapping == .gzip, first == 0x1F else { throw .excess }
      _ = zlib.reset(stream)
      isComplete = false
    }
    let inputCount = CUnsignedInt(min(input.count, Int(CInt.max)))
    let outputCount = CUnsignedInt(min(output.count, Int(CInt.max)))
    stream.pointee.input = UnsafeRawPointer(input.memory.baseAddress)
    stream.pointee.inputCount = inputCount
    // Bound: zlib writes at most `outputCount` bytes.
    stream.pointee.output = output.memory.baseAddress
    stream.pointee.outputCount = outputCount
    let result = zlib.inflate(stream, 0)
    let read = Int(inputCount - stream.pointee.inputCount)
    let written = Int(outputCount - stream.pointee.outputCount)
    switch result {
    // Z_OK, or Z_BUF_ERROR: there is no progress without more input or space.
    case 0, -5: break
    case 1: isComplete = true
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
    let buffer = ByteRoom(allocating: 64 << 10)
    defer { buffer.deallocate() }
    while true {
      let counts = rest.withByteView { input in
        Result { () throws(Decompressor.Failure) in try inflate(input, into: buffer) }
      }
      let (read, written) = try counts.get()
      guard written <= limit - result.count else { throw .tooLarge }
      result += buffer[..<written].bytes
      rest = rest.dropFirst(read)
      if read == 0, written == 0 { break }
    }
    guard isComplete else { throw .truncated }
    return result
  }
}
