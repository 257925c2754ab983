internal import Foundation

// This is the only file that imports the C library.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A regular file that only its owner can read and write. No method raises an exception or a
/// signal.
final class OwnFile: Sendable {
  /// The error if the system refuses an operation.
  struct Failure: Error {
    /// The system's message.
    let words: String

    fileprivate init(_ code: Int32) { words = String(cString: strerror(code)) }
    fileprivate init(_ words: String) { self.words = words }
  }

  private let descriptor: Int32

  /// Opens a file at its end, and creates it if it is missing.
  ///
  /// Only regular files are accepted. To write to a pipe can end the process, and a device may
  /// wait. A symbolic link in a shared folder may lead to a file that somebody else chose.
  init(appendingTo path: String) throws(Failure) {
    descriptor = open(
      path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { throw Failure(errno) }
    var state = stat()
    guard fstat(descriptor, &state) == 0 else { throw Failure(errno) }
    guard state.st_mode & S_IFMT == S_IFREG else { throw Failure("not a regular file") }
    // The file may be older than the recording and readable for everybody.
    guard fchmod(descriptor, 0o600) == 0 else { throw Failure(errno) }
  }

  /// Creates a file that must not exist yet.
  init(making path: String) throws(Failure) {
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw Failure(errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Runs `body` while no other process that uses this type can use the file.
  func alone<Value>(_ body: () -> Value) -> Value {
    // A file system without locks is used without them.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    defer { _ = flock(descriptor, LOCK_UN) }
    return body()
  }

  var size: Int { Int(lseek(descriptor, 0, SEEK_END)) }

  /// Removes all bytes after `size`.
  func cut(to size: Int) { _ = ftruncate(descriptor, off_t(size)) }

  /// Writes the bytes in one operation if the system allows it.
  ///
  /// - Returns: The reason why some bytes were not written. Nil if all bytes were written.
  func write(_ bytes: some ContiguousBytes) -> Failure? { bytes.withUnsafeBytes { write(raw: $0) } }

  private func write(raw bytes: UnsafeRawBufferPointer) -> Failure? {
    var rest = bytes
    while rest.count > 0 {
      let count = systemWrite(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if count == 0 || errno != EINTR {
        return Failure(count == 0 ? ENOSPC : errno)
      }
    }
    return nil
  }

  /// The bytes of a range. They are fewer if some bytes cannot be read.
  func bytes(_ range: Range<Int>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        // Bound: the rest of the range, which is the capacity.
        let more = pread(
          descriptor, buffer.baseAddress.map { $0 + count }, range.count - count,
          off_t(range.lowerBound + count))
        if more < 0, errno == EINTR { continue }
        guard more > 0 else { return }
        count += more
      }
    }
  }
}

/// Darwin refuses to write more than 2 GiB at once.
private func systemWrite(_ file: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, start, min(count, 1 << 30))
}
