/// An open file that is written completely, or returns an error.

struct OutputDescriptor {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all bytes; returns an `errno` if it fails.
  func write(_ bytes: UnsafeRawBufferPointer) -> Int32? {
    var rest = bytes
    while rest.count > 0 {
      let count = systemWrite(descriptor, rest)
      if count < 0 {
        if errno != EINTR { return errno }
      } else {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
    return nil
  }
}

/// Names the system's function where a method called `write` hides it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  // Darwin refuses to write more than 2 GiB at once.
  write(descriptor, bytes.baseAddress, min(bytes.count, 1 << 30))
}
