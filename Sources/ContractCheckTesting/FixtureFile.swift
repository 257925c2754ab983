// The only file that imports the C library.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import JSONSchema

/// The system's message.
struct FixtureError: Error {
  private let code = errno

  var reason: String { strerror(code).map { String(cString: $0) } ?? "it cannot be read" }

  /// Whether nothing stands at the path.
  var isAbsence: Bool { code == ENOENT || code == ENOTDIR }
}

/// What stands at a path.
struct FixtureFile {
  /// A file, whatever its name.
  struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }

  enum Kind {
    case file
    case folder
    /// A pipe or a device, which may never end.
    case other
  }

  let path: String
  let kind: Kind
  let identity: Identity

  /// Links are followed.
  init(_ path: String) throws(FixtureError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw FixtureError() }
    self.path = path
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// The names in a folder, sorted by their bytes, without `.` and `..`.
  func names() throws(FixtureError) -> [String] {
    guard let folder = opendir(path) else { throw FixtureError() }
    defer { closedir(folder) }
    guard let start = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var names: [String] = []
    errno = 0
    while let entry = readdir(folder) {
      // The record ends with the name, so copying a whole `dirent` could read too far.
      let name = UnsafeRawPointer(entry).advanced(by: start)
      let text = String(cString: name.assumingMemoryBound(to: CChar.self))
      if text != ".", text != ".." { names.append(text) }
      errno = 0
    }
    if errno != 0 { throw FixtureError() }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Without links.
  var realPath: String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }

  func bytes() throws(FixtureError) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw FixtureError() }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
        // Bound: at most `buffer.count` bytes.
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
      guard !piece.isEmpty else { break }
      bytes += piece
    }
    // A folder can be opened but not read.
    if ferror(file) != 0 { throw FixtureError() }
    return bytes
  }
}

/// The folder of a test's source file, with a slash at its end.
func folder(of source: String) -> String {
  source.lastIndex(of: "/").map { String(source[...$0]) } ?? ""
}

/// `path` is absolute or relative to a folder.
func fixture(_ path: String, in folder: String) throws(FixtureError) -> FixtureFile {
  try FixtureFile(path.hasPrefix("/") ? path : folder + path)
}

/// In UTC.
func today() -> CalendarDate? {
  var seconds = time(nil)
  var parts = tm()
  guard gmtime_r(&seconds, &parts) != nil else { return nil }
  return CalendarDate(
    year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
}
