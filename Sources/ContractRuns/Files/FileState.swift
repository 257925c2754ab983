/// The state of a file. If two states are equal, the file has not changed.
package struct FileState: Hashable, Sendable {
  /// The device and the file number, which do not depend on the name.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  package let identity: Identity
  package let size: Int
  package let modified: [Int]
  let changed: [Int]
  package let mode: mode_t
  package let owner: uid_t
  package let group: gid_t
  package let links: Int

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

  package init?(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the state. If the result is nil, `errno` has the reason.
  package init?(_ path: InputPath, followsLinks: Bool = true) {
    var status = stat()
    let code = path.systemBytes.withCString {
      followsLinks ? stat($0, &status) : lstat($0, &status)
    }
    guard code == 0 else { return nil }
    self.init(status)
  }

  package var isRegularFile: Bool { mode & S_IFMT == S_IFREG }

  var isFolder: Bool { mode & S_IFMT == S_IFDIR }

  package var isWritable: Bool { mode & 0o222 != 0 }
}
