#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file that is there as a whole or not at all: it is written under another name beside its place,
/// and takes its place when all of it is on the disk.
///
/// What is no regular file, a pipe for one, is written to directly.
final class ReportFile {
  private let target: InputPath
  /// Nil where the target is written to directly.
  private let draft: InputPath?
  private let descriptor: Int32
  private var pending: [UInt8] = []
  private var failure: Int32?
  private var isOpen = true

  /// Opens a draft beside the file, or the file that a symbolic link leads to.
  init(_ path: InputPath) throws(InputTrouble) {
    let target = path.resolved
    self.target = target
    guard !target.bytes.contains(0) else { throw InputTrouble("no file has such a name") }
    var status = stat()
    let exists = target.bytes.withCString { stat($0, &status) } == 0
    let kind = status.st_mode & S_IFMT
    if exists, kind == S_IFDIR { throw InputTrouble(path: path, code: EISDIR) }
    if exists, kind != S_IFREG {
      draft = nil
      descriptor = target.bytes.withCString { open($0, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw InputTrouble(path: path, code: errno) }
      return
    }
    var made: (path: InputPath, descriptor: Int32)?
    var code = EEXIST
    for _ in 0..<100 where made == nil && code == EEXIST {
      let name = ".\(UInt64.random(in: 0...UInt64.max)).tmp"
      let draft = InputPath(target.bytes + Array(name.utf8))
      let descriptor = draft.bytes.withCString {
        open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
      }
      if descriptor >= 0 { made = (draft, descriptor) } else { code = errno }
    }
    guard let made else { throw InputTrouble(path: path, code: code) }
    (draft, descriptor) = made
    if exists { _ = fchmod(descriptor, status.st_mode & 0o777) }
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    removeDraft()
  }

  /// Takes bytes; whether they could be written is known at the end.
  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= 65_536 { flush() }
  }

  /// Puts the file in its place, or takes the draft away and says why.
  func commit() throws(InputTrouble) {
    flush()
    if draft != nil, failure == nil, fsync(descriptor) != 0 { failure = errno }
    isOpen = false
    if close(descriptor) != 0, failure == nil { failure = errno }
    if let draft, failure == nil {
      let isMoved = draft.bytes.withCString { old in
        target.bytes.withCString { rename(old, $0) == 0 }
      }
      if !isMoved { failure = errno }
    }
    guard let failure else { return }
    removeDraft()
    throw InputTrouble(path: target, code: failure)
  }

  /// Writes a file as a whole.
  static func write(_ bytes: [UInt8], to path: InputPath) throws(InputTrouble) {
    let file = try ReportFile(path)
    file.write(bytes)
    try file.commit()
  }

  /// Adds to a file that others add to as well.
  static func append(_ bytes: [UInt8], to path: InputPath) throws(InputTrouble) {
    let descriptor = path.bytes.withCString {
      open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw InputTrouble(path: path, code: errno) }
    defer { close(descriptor) }
    if let code = writeAll(bytes, to: descriptor) { throw InputTrouble(path: path, code: code) }
  }

  private func flush() {
    if failure == nil { failure = Self.writeAll(pending, to: descriptor) }
    pending.removeAll(keepingCapacity: true)
  }

  private func removeDraft() {
    if let draft { _ = draft.bytes.withCString { unlink($0) } }
  }

  /// Writes all of the bytes; answers why it could not.
  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
      }
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// Names the system's function where a method called `write` hides it.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}
