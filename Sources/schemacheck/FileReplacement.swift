#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// New content for a file: written beside it, then put in its place whole or not at all.
///
/// The file keeps its permissions, and its owner where that is allowed. One that has several names
/// (hard links) is written over instead, since a rename would leave the other names behind: that alone
/// is not all or nothing. What is not committed leaves nothing.
final class FileReplacement {
  private let target: InputPath
  private let temporary: InputPath
  private let descriptor: Int32
  private var isAtPlace = false

  /// Begins an empty file in the folder of `target`, which need not exist.
  init(of target: InputPath) throws(InputTrouble) {
    self.target = target
    let slash = target.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    var name = Array(target.bytes[..<slash]) + Array(".schemacheck-XXXXXX".utf8) + [0]
    descriptor = name.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { mkstemp($0) } ?? -1
      }
    }
    temporary = InputPath(Array(name.dropLast()))
    guard descriptor >= 0 else {
      throw InputTrouble("\(target.text): its folder takes no new file: \(Self.reason(errno))")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(descriptor)
    if !isAtPlace { _ = temporary.bytes.withCString { unlink($0) } }
  }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(InputTrouble) {
    guard Self.write(bytes, to: descriptor) else {
      throw InputTrouble("\(target.text): cannot be written anew: \(Self.reason(errno))")
    }
  }

  /// Puts the new content in the place of the file.
  ///
  /// - Parameters:
  ///   - state: what the file was when it was read; nil for a new one
  ///   - isUnchanged: looks whether the file is still what was read; asked last of all, with the
  ///     new content
  func commit(
    over state: FileState?, isUnchanged: (_ new: Int32) throws(InputTrouble) -> Bool
  ) throws(InputTrouble) {
    if let state {
      if state.owner != geteuid() || state.group != getegid() {
        // Not everybody may give files away; then the group alone.
        if fchown(descriptor, state.owner, state.group) != 0 {
          _ = fchown(descriptor, uid_t.max, state.group)
        }
      }
      guard fchmod(descriptor, state.mode & 0o7777) == 0 else { throw trouble() }
    } else {
      let mask = umask(0)
      _ = umask(mask)
      guard fchmod(descriptor, 0o666 & ~mask) == 0 else { throw trouble() }
    }
    guard fsync(descriptor) == 0 else { throw trouble() }
    guard try isUnchanged(descriptor) else {
      throw InputTrouble("\(target.text): changed since it was read; it is left as it is")
    }
    if let state, state.links > 1 { return try writeOver() }
    let isRenamed = temporary.bytes.withCString { from in
      target.bytes.withCString { rename(from, $0) == 0 }
    }
    guard isRenamed else { throw trouble() }
    isAtPlace = true
    syncFolder()
  }

  /// Writes the new content over the old, under all the names it has.
  private func writeOver() throws(InputTrouble) {
    let file = target.bytes.withCString { open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { throw trouble() }
    defer { close(file) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count == 0 { break }
      guard count > 0, Self.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file)
      else { throw trouble() }
      offset += count
    }
    guard ftruncate(file, off_t(offset)) == 0, fsync(file) == 0 else { throw trouble() }
  }

  /// Makes the rename last; not every file system can.
  private func syncFolder() {
    let slash = target.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = slash == 0 ? [UInt8(ascii: ".")] : Array(target.bytes[..<slash])
    let opened = folder.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard opened >= 0 else { return }
    _ = fsync(opened)
    close(opened)
  }

  private func trouble() -> InputTrouble {
    InputTrouble("\(target.text): cannot be replaced: \(Self.reason(errno))")
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }

  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
    var rest = bytes
    while rest.count > 0 {
      let count = systemWrite(descriptor, rest)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}

/// Names the system's function where a method called `write` hides it.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
