import JSONSchema

/// A path as the bytes of the file system.

struct InputPath: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case folder
    /// Anything that can be read: regular files, pipes, devices.
    case file
    case missing(reason: String)
  }

  /// One file on one device, independent of its name.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The path as text; bytes that are not UTF-8 become U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The kind of file at the path, after symbolic links.
  var kind: Kind { lookUp().kind }

  var identity: Identity? { lookUp().identity }

  var exists: Bool {
    if case .missing = kind { false } else { true }
  }

  /// `self/name`; without `./` for the working folder.
  func appending(_ name: [UInt8]) -> InputPath {
    if bytes.isEmpty || bytes == [UInt8(ascii: ".")] { return InputPath(name) }
    return InputPath(bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [0x2F] + name)
  }

  /// A name in a folder.
  struct Entry {
    let name: [UInt8]
    /// Whether the folder lists it as a regular file; false for links.
    let isRegularFile: Bool
  }

  /// The names in the folder, sorted by bytes, without `.` and `..`.
  func names() throws(InputTrouble) -> [[UInt8]] { try entries().map(\.name) }

  /// The entries of the folder, sorted by the bytes of their names, without `.` and `..`.
  func entries() throws(InputTrouble) -> [Entry] {
    let folder = (bytes.isEmpty ? [UInt8(ascii: ".")] : bytes).withCString { opendir($0) }
    guard let folder else { throw InputTrouble(path: self, code: errno) }
    defer { closedir(folder) }
    guard let start = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var entries: [Entry] = []
    while let entry = readdir(folder) {
      // The record ends with the name, so copying a whole `dirent` could read too far.
      let name = UnsafeRawPointer(entry).advanced(by: start)
      let length = strlen(name.assumingMemoryBound(to: CChar.self))
      let bytes = [UInt8](UnsafeRawBufferPointer(start: name, count: length))
      if bytes != Array(".".utf8), bytes != Array("..".utf8) {
        let isRegularFile = Int(entry.pointee.d_type) == Int(DT_REG)
        entries.append(Entry(name: bytes, isRegularFile: isRegularFile))
      }
    }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// Whether the name exists, also as a broken link.
  var isThere: Bool {
    var status = stat()
    return !bytes.contains(0) && bytes.withCString { lstat($0, &status) } == 0
  }

  /// Whether it is a regular file, and not a pipe or a device.
  var isRegularFile: Bool {
    var status = stat()
    return bytes.withCString({ stat($0, &status) }) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The path as a `file:` URI (RFC 8089), absolute and without dot segments. Symbolic links are not
  /// followed.
  var uri: String { segments.reduce("file://") { $0 + "/" + PercentEncoding.encode($1) } }

  /// The path after symbolic links; unchanged if there is no file.
  var resolved: InputPath { real ?? self }

  /// The working folder as text.
  static var workingFolderText: String { String(decoding: workingFolder, as: UTF8.self) }

  private func lookUp() -> (kind: Kind, identity: Identity?) {
    var status = stat()
    guard !bytes.contains(0) else {
      return (.missing(reason: "a file name cannot contain a zero byte"), nil)
    }
    guard (bytes.isEmpty ? [UInt8(ascii: ".")] : bytes).withCString({ stat($0, &status) }) == 0
    else { return (.missing(reason: String(cString: strerror(errno))), nil) }
    let identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      file: UInt64(truncatingIfNeeded: status.st_ino))
    return (status.st_mode & S_IFMT == S_IFDIR ? .folder : .file, identity)
  }
}

/// An input that cannot be found or read.
struct InputTrouble: Error, Hashable, Sendable {
  let message: String

  init(_ message: String) { self.message = message }

  /// The message of the system for `code` (an `errno`).
  init(path: InputPath, code: Int32) {
    message = "\(path.text): \(String(cString: strerror(code)))"
  }
}

extension [UInt8] {
  /// Calls `body` with the bytes and a zero byte after them.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (self + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        // The array holds at least the zero byte, so it has an address.
        body(text.baseAddress!)
      }
    }
  }
}
