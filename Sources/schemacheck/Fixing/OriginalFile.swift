/// A regular file as it was when it was opened, read at any place. It is closed when the last
/// reference goes.
final class OriginalFile {
  let path: InputPath
  /// As it was when it was opened.
  let state: FileState
  private let descriptor: Int32

  init(_ path: InputPath) throws(InputTrouble) {
    self.path = path
    let descriptor = path.bytes.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw InputTrouble(path: path, code: errno) }
    guard let state = FileState(descriptor) else {
      let code = errno
      close(descriptor)
      throw InputTrouble(path: path, code: code)
    }
    guard state.isRegularFile else {
      close(descriptor)
      throw InputTrouble("\(path.text): not a regular file; pipe it to `fix -`")
    }
    self.state = state
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Fills the buffer as far as one read goes and answers how many bytes came: 0 at the end, less on
  /// failure.
  func read(from offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      // Darwin refuses to read more than 2 GiB at once.
      let count = pread(descriptor, buffer.baseAddress, min(buffer.count, 1 << 30), off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// The bytes of a range; fewer where the file ends before.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let more = read(from: range.lowerBound + count, into: rest)
        guard more > 0 else { return }
        count += more
      }
    }
  }
}
