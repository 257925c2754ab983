@_spi(Engine) package import JSONTape

/// An open file. The file is closed when no reference to it remains.
package final class InputFile: Sendable {
  package let path: InputPath
  package let state: FileState
  private let descriptor: Int32

  /// Opens a file or a pipe for sequential reading.
  package convenience init(_ path: InputPath) throws(RunError) {
    try self.init(opening: path)
    switch state.mode & S_IFMT {
    case S_IFREG: break
    case S_IFIFO, S_IFSOCK: try waitForWriter()
    case S_IFDIR: throw RunError(path: path, code: EISDIR)
    default: throw RunError("\(path.text): a device cannot be an input; pipe it to `-`")
    }
  }

  /// Opens a regular file for a fix.
  package convenience init(toFix path: InputPath) throws(RunError) {
    try self.init(opening: path)
    guard state.isRegularFile else {
      throw RunError("\(path.text): not a regular file; pipe it to `fix -`")
    }
  }

  private init(opening path: InputPath) throws(RunError) {
    // The file is opened non-blocking, so that a pipe without a writer does not stop the run.
    let descriptor = path.fullBytes.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw RunError(path: path, code: errno) }
    guard let state = FileState(descriptor) else {
      let code = errno
      close(descriptor)
      throw RunError(path: path, code: code)
    }
    self.path = path
    self.state = state
    self.descriptor = descriptor
  }

  /// Waits up to 30 seconds for a writer, for example for a process substitution.
  private func waitForWriter() throws(RunError) {
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&state, 1, 30_000) > 0 else {
      throw RunError("\(path.text): nothing was written to this pipe for 30 seconds")
    }
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Reads once and returns the number of bytes. 0 at the end.
  func read(into buffer: ByteRoom) throws(RunError) -> Int {
    if !state.isRegularFile, !Interruption.wait(for: descriptor, whileTaken: nil) { throw .cut }
    let count = readOnce(descriptor, into: buffer)
    guard count >= 0 else { throw RunError(path: path, code: errno) }
    return count
  }

  /// Whether a read would return at once.
  var isReadable: Bool { state.isRegularFile || ContractRuns.isReadable(descriptor) }

  /// Reads once from an offset and returns the number of bytes. 0 at the end, negative on failure.
  package func read(from offset: Int, into buffer: ByteRoom) -> Int {
    while true {
      // Bound: at most `buffer.count` bytes. Darwin refuses to read more than 2 GiB at once.
      let count = pread(
        descriptor, buffer.memory.baseAddress, min(buffer.count, 1 << 30), off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// The bytes of a range. They are fewer if the file ends earlier.
  package func bytes(_ range: Range<Int>) -> [UInt8] {
    // Without a capacity, all threads would write to the one empty array of the standard library.
    if range.isEmpty { return [] }
    return [UInt8](filling: range.count) { buffer in
      var count = 0
      while count < range.count {
        let more = read(from: range.lowerBound + count, into: buffer[count...])
        guard more > 0 else { break }
        count += more
      }
      return count
    }
  }

  package func readAll() throws(RunError) -> [UInt8] { try InputReader(self).rest() }
}
