internal import Foundation

// The only file that imports the C library.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that grows by whole lines: each is one write, so that what was written stays valid when the
/// process is ended.
final class RecordingFile: @unchecked Sendable {
  private let lock = NSLock()
  private let descriptor: Int32
  private var error: String?

  /// The system's words for what went wrong.
  var failure: String? { lock.withLock { error } }

  init(_ path: String) {
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      error = "\(path): \(String(cString: strerror(errno)))"
      return
    }
    // A process that was ended may have left half a line.
    var last: UInt8 = 0x0A
    let end = lseek(descriptor, 0, SEEK_END)
    if end > 0, pread(descriptor, &last, 1, end - 1) == 1, last != 0x0A { append([0x0A]) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  func append(_ line: [UInt8]) {
    lock.withLock {
      guard descriptor >= 0 else { return }
      var written = 0
      while written < line.count {
        let count = line.withUnsafeBytes { bytes in
          write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          error = String(cString: strerror(errno))
          return
        }
        written += count
      }
    }
  }
}
