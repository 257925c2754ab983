/// An open file, read from front to back. It is closed when the last reference goes.
final class InputFile {
  private let path: InputPath
  private let descriptor: Int32
  /// Whether it is not a pipe.
  let isRegular: Bool

  /// Opens the file at `path`.
  init(_ path: InputPath) throws(InputTrouble) {
    self.path = path
    // Non-blocking, so that a pipe without a writer does not stop the run.
    descriptor = path.bytes.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw InputTrouble(path: path, code: errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw InputTrouble(path: path, code: errno) }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFIFO, S_IFSOCK: try waitForWriter()
    case S_IFDIR: throw InputTrouble(path: path, code: EISDIR)
    default: throw InputTrouble("\(path.text): a device cannot be an input; pipe it to `-`")
    }
  }

  /// Waits up to 30 seconds for the writer of a pipe, such as a process substitution.
  private func waitForWriter() throws(InputTrouble) {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 30_000) > 0 else {
      throw InputTrouble("\(path.text): nothing was written to this pipe for 30 seconds")
    }
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Reads once into the buffer and returns the number of bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(InputTrouble) -> Int {
    while true {
      let count = systemRead(descriptor, buffer)
      if count >= 0 { return count }
      if errno != EINTR { throw InputTrouble(path: path, code: errno) }
    }
  }

  /// The remaining bytes of the file.
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

  /// The size of the file, up to a limit, because it may be wrong.
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
