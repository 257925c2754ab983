import CFiles
import ContractRuns
@_spi(Engine) internal import JSONTape

/// Writes new content to another file in the same folder, then renames that file. If the
/// replacement is not committed, no new file remains, even if a signal ends the process. If `kill
/// -9` leaves a file, the next run uses this file again.
///
/// The file keeps its permissions, its extended attributes, and its owner if that is allowed. But a
/// file with several names (hard links) is overwritten, because a rename would keep the old content
/// under the other names. Only in this case can an interruption leave a partial file.
final class FileReplacement {
  private let target: InputPath
  private let state: FileState?
  /// Permissions that the file must not have.
  private let refused: mode_t
  private let draft: InputPath
  let descriptor: Int32
  private var isAtPlace = false
  /// A number for the C code that removes the draft on a signal.
  private let note: Int32

  /// Creates a draft. `state` is nil for a new file. Only the owner can read a private file.
  init(
    of target: InputPath, over state: FileState?, isPrivate: Bool = false
  ) throws(RunError) {
    self.target = target
    self.state = state
    refused = isPrivate ? 0o077 : 0
    let mode = (state.map { $0.mode & 0o777 } ?? 0o666) & ~refused
    // The usual name is tried first, so that an old draft is reused. Otherwise the draft gets its
    // own name.
    let usual = ".schemacheck-".utf8 + target.lastName
    var made = Self.draft(target.folder.appending(Array(usual)), mode, isShared: true)
    var code = EEXIST
    for _ in 0..<100 where made == nil && code == EEXIST {
      let name = ".schemacheck-\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
      made = Self.draft(target.folder.appending(Array(name.utf8)), mode, isShared: false)
      if made == nil { code = errno }
    }
    guard let made else {
      throw RunError(
        "\(target.text): cannot create a file in its folder: \(systemMessage(code))")
    }
    (draft, descriptor, note) = made
  }

  /// - Parameter isShared: Whether the file may exist. An existing file is reused if an ended
  ///   process left it. The file must belong to the user, and it must not be locked.
  private static func draft(
    _ path: InputPath, _ mode: mode_t, isShared: Bool
  ) -> (path: InputPath, descriptor: Int32, note: Int32)? {
    let flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let note = path.bytes.withCString { cfiles_remove_on_signal($0) }
    var descriptor = path.bytes.withCString { open($0, flags | O_CREAT | O_EXCL, mode) }
    if descriptor >= 0 { return (path, descriptor, note) }
    let code = errno
    cfiles_keep(note)
    errno = code
    guard isShared, code == EEXIST else { return nil }
    descriptor = path.bytes.withCString { open($0, flags) }
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let state = FileState(descriptor),
      state.isRegularFile, state.owner == geteuid(), state.links == 1,
      // Another process may have renamed or removed it before it was locked.
      FileState(path, followsLinks: false)?.identity == state.identity,
      ftruncate(descriptor, 0) == 0, fchmod(descriptor, state.mode & mode) == 0
    else {
      close(descriptor)
      return nil
    }
    return (path, descriptor, path.bytes.withCString { cfiles_remove_on_signal($0) })
  }

  deinit {
    if !isAtPlace { _ = draft.bytes.withCString { unlink($0) } }
    cfiles_keep(note)
    close(descriptor)
  }

  /// Writes to the draft, or to another open file.
  func write(_ bytes: ByteView, to file: Int32? = nil) throws(RunError) {
    if let code = writeAll(bytes, to: file ?? descriptor) {
      throw RunError(path: target, code: code)
    }
  }

  /// Replaces the file. `isUnchanged` is called as late as possible before the rename. It checks
  /// that the file has not changed since it was read.
  func commit(
    isUnchanged: (_ new: Int32) throws(RunError) -> Bool = { _ in true }
  ) throws(RunError) {
    if let state {
      if state.owner != geteuid() || state.group != getegid() {
        // A change of the owner needs privileges, so the group alone is tried.
        if fchown(descriptor, state.owner, state.group) != 0 {
          _ = fchown(descriptor, uid_t.max, state.group)
        }
      }
      copyAttributes()
      guard fchmod(descriptor, state.mode & 0o7777 & ~refused) == 0 else { throw failure() }
    }
    guard fsync(descriptor) == 0 else { throw failure() }
    guard try isUnchanged(descriptor) else {
      throw RunError("\(target.text): changed since it was read, so it was not written")
    }
    if let state, state.links > 1 { return try writeOver() }
    let isRenamed = draft.bytes.withCString { from in
      target.bytes.withCString { rename(from, $0) == 0 }
    }
    guard isRenamed else { throw failure() }
    isAtPlace = true
    cfiles_keep(note)
    syncFolder()
  }

  private func copyAttributes() {
    let old = target.bytes.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard old >= 0 else { return }
    cfiles_copy_attributes(old, descriptor)
    close(old)
  }

  private func writeOver() throws(RunError) {
    let file = target.bytes.withCString { open($0, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    let buffer = ByteRoom(allocating: 1 << 18)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      // Bound: at most `buffer.count` bytes.
      let count = pread(descriptor, buffer.memory.baseAddress, buffer.count, off_t(offset))
      if count == 0 { break }
      guard count > 0 else { throw failure() }
      try write(buffer[..<count].bytes, to: file)
      offset += count
    }
    guard ftruncate(file, off_t(offset)) == 0, fsync(file) == 0 else { throw failure() }
  }

  /// Flushes the rename to the disk, if the file system supports it.
  private func syncFolder() {
    let folder = target.folder.systemBytes.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }

  private func failure() -> RunError { RunError(path: target, code: errno) }
}
