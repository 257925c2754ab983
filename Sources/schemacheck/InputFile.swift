#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An open file, read from front to back. It is closed when the last reference goes.
final class InputFile {
  private let path: InputPath
  private let descriptor: Int32

  /// Opens the file at `path`.
  init(_ path: InputPath) throws(InputTrouble) {
    self.path = path
    descriptor = path.bytes.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw InputTrouble(path: path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Fills the buffer as far as one read goes and answers how many bytes came; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputTrouble) -> Int {
    while true {
      let count = systemRead(descriptor, buffer)
      if count >= 0 { return count }
      if errno != EINTR { throw InputTrouble(path: path, code: errno) }
    }
  }

  /// Everything from here to the end of the file.
  func readAll() throws(InputTrouble) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sizeHint)
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = try read(into: piece)
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  /// The size of a regular file, within reason: what a file says of itself is no promise.
  private var sizeHint: Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return 0 }
    return Int(min(status.st_size, 1 << 28))
  }
}

/// Names the system's function where a method called `read` hides it.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
