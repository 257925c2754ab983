/// An open file, closed with the last reference.
final class InputFile: Sendable {
  let path: InputPath
  let state: FileState
  private let descriptor: Int32

  /// Opens a file or a pipe for reading in order.
  convenience init(_ path: InputPath) throws(ToolError) {
    try self.init(opening: path)
    switch state.mode & S_IFMT {
    case S_IFREG: break
    case S_IFIFO, S_IFSOCK: try waitForWriter()
    case S_IFDIR: throw ToolError(path: path, code: EISDIR)
    default: throw ToolError("\(path.text): a device cannot be an input; pipe it to `-`")
    }
  }

  /// Opens a regular file for a fix.
  convenience init(toFix path: InputPath) throws(ToolError) {
    try self.init(opening: path)
    guard state.isRegularFile else {
      throw ToolError("\(path.text): not a regular file; pipe it to `fix -`")
    }
  }

  private init(opening path: InputPath) throws(ToolError) {
    // Non-blocking, so that a pipe without a writer does not stop the run.
    let descriptor = path.bytes.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw ToolError(path: path, code: errno) }
    guard let state = FileState(descriptor) else {
      let code = errno
      close(descriptor)
      throw ToolError(path: path, code: code)
    }
    self.path = path
    self.state = state
    self.descriptor = descriptor
  }

  /// Waits up to 30 seconds, for example for a process substitution.
  private func waitForWriter() throws(ToolError) {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 30_000) > 0 else {
      throw ToolError("\(path.text): nothing was written to this pipe for 30 seconds")
    }
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Reads once; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(ToolError) -> Int {
    let count = readOnce(descriptor, into: buffer)
    guard count >= 0 else { throw ToolError(path: path, code: errno) }
    return count
  }

  /// Reads once from an offset; 0 at the end, negative on failure.
  func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      // Bound: at most `buffer.count` bytes. Darwin refuses to read more than 2 GiB at once.
      let count = pread(descriptor, buffer.baseAddress, min(buffer.count, 1 << 30), off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  func readAll() throws(ToolError) -> [UInt8] { try InputReader(self).rest() }
}
