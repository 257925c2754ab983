/// The state of a file: identity, size, times, permissions and owner.
struct FileState: Hashable, Sendable {
  /// One file on one device, independent of its name.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  let identity: Identity
  let size: Int
  let modified: [Int]
  let changed: [Int]
  let mode: mode_t
  let owner: uid_t
  let group: gid_t
  let links: Int

  private init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino))
    size = Int(status.st_size)
    #if canImport(Darwin)
      modified = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
      changed = [status.st_ctimespec.tv_sec, status.st_ctimespec.tv_nsec]
    #else
      modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
      changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
    #endif
    mode = status.st_mode
    owner = status.st_uid
    group = status.st_gid
    links = Int(status.st_nlink)
  }

  init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The state of what a path leads to, symbolic links followed; `errno` says why it is nil.
  init?(_ path: InputPath) {
    var status = stat()
    guard path.systemBytes.withCString({ stat($0, &status) }) == 0 else { return nil }
    self.init(status)
  }

  var isRegularFile: Bool { mode & S_IFMT == S_IFREG }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  /// Whether anyone may write to it.
  var isWritable: Bool { mode & 0o222 != 0 }
}
