/// Two equal states mean that a file has not changed.
struct FileState: Hashable, Sendable {
  /// Device and file, independent of the name.
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

  /// If nil, `errno` has the reason.
  init?(_ path: InputPath, followsLinks: Bool = true) {
    var status = stat()
    let code = path.systemBytes.withCString {
      followsLinks ? stat($0, &status) : lstat($0, &status)
    }
    guard code == 0 else { return nil }
    self.init(status)
  }

  var isRegularFile: Bool { mode & S_IFMT == S_IFREG }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  var isWritable: Bool { mode & 0o222 != 0 }
}
