@_spi(Engine) internal import JSONTape
import JSONSchema

/// A path as bytes, because file names need not be UTF-8.
package struct InputPath: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case folder
    /// Regular files, pipes and devices.
    case file
    case missing(reason: String)
  }

  /// The path as findings and messages name it.
  package let bytes: [UInt8]
  /// The folder to which ``bytes`` are relative, with a slash at its end. Empty for the working
  /// folder.
  let base: [UInt8]

  package init(_ bytes: [UInt8], in base: [UInt8] = []) {
    self.bytes = bytes
    self.base = base
  }

  package init(_ text: String) { self.init(Array(text.utf8)) }

  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The path as text. Bytes that are not UTF-8 become U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path for system calls. They reject an empty path.
  package var systemBytes: [UInt8] { fullBytes.isEmpty ? [UInt8(ascii: ".")] : fullBytes }

  /// The path with its base.
  var fullBytes: [UInt8] { base.isEmpty || bytes.first == UInt8(ascii: "/") ? bytes : base + bytes }

  /// The kind of the file. Symbolic links are followed.
  package var kind: Kind {
    guard !bytes.contains(0) else {
      return .missing(reason: "a file name cannot contain a zero byte")
    }
    guard let state = FileState(self) else { return .missing(reason: systemMessage(errno)) }
    return state.isFolder ? .folder : .file
  }

  /// Makes a folder, and the folders above it.
  package func makeFolder() throws(RunError) {
    let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for count in 1...max(1, parts.count) {
      let part = InputPath(Array(parts.prefix(count).joined(separator: [0x2F])), in: base)
      if part.bytes.isEmpty || part.kind == .folder { continue }
      let code = part.systemBytes.withCString { mkdir($0, 0o777) } == 0 ? 0 : errno
      guard code == 0 || code == EEXIST else { throw RunError(path: part, code: code) }
    }
  }

  package var identity: FileState.Identity? { bytes.contains(0) ? nil : FileState(self)?.identity }

  package var exists: Bool {
    if case .missing = kind { false } else { true }
  }

  package func appending(_ name: [UInt8]) -> InputPath {
    if bytes.isEmpty || bytes == [UInt8(ascii: ".")] { return InputPath(name, in: base) }
    let isClosed = bytes.last == UInt8(ascii: "/")
    return InputPath(isClosed ? bytes + name : bytes + [0x2F] + name, in: base)
  }

  /// The entries of a folder, sorted by the bytes of their names, without `.` and `..`. A link does
  /// not count as a regular file.
  package func entries() throws(RunError) -> [(name: [UInt8], isRegularFile: Bool)] {
    guard let folder = systemBytes.withCString({ opendir($0) }) else {
      throw RunError(path: self, code: errno)
    }
    defer { closedir(folder) }
    guard let start = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
    var entries: [(name: [UInt8], isRegularFile: Bool)] = []
    while let entry = readdir(folder) {
      // The record ends with the name, so copying a whole `dirent` could read too far.
      let name = UnsafeRawPointer(entry).advanced(by: start)
      let bytes = [UInt8](cString: name.assumingMemoryBound(to: CChar.self))
      if bytes.first != UInt8(ascii: ".") || bytes != Array(".".utf8) && bytes != Array("..".utf8) {
        entries.append((bytes, Int(entry.pointee.d_type) == Int(DT_REG)))
      }
    }
    return entries.sorted { $0.name.precedes($1.name) }
  }

  /// Whether there is a file. This is also true for a broken link.
  package var isThere: Bool {
    var status = stat()
    return !bytes.contains(0) && fullBytes.withCString { lstat($0, &status) } == 0
  }

  var canBeEntered: Bool { systemBytes.withCString { access($0, X_OK) == 0 } }

  package var isRegularFile: Bool { FileState(self)?.isRegularFile ?? false }

  /// An absolute `file:` URI (RFC 8089), without dot segments. Symbolic links are not followed.
  package var uri: String { segments.reduce("file://") { $0 + "/" + PercentEncoding.encode($1) } }
}

extension InputPath {
  /// The names from the root, without dot segments. Symbolic links are not followed.
  var segments: [ArraySlice<UInt8>] {
    var segments: [ArraySlice<UInt8>] = []
    let full = fullBytes
    let whole = full.first == UInt8(ascii: "/") ? full : Self.workingFolder + [0x2F] + full
    for segment in whole.split(separator: UInt8(ascii: "/")) {
      switch Array(segment) {
      case Array(".".utf8): continue
      case Array("..".utf8): _ = segments.popLast()
      default: segments.append(segment)
      }
    }
    return segments
  }

  /// The folder of the file. Empty for the working folder.
  package var folder: InputPath {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return InputPath(slash.map { Array(bytes[...$0]) } ?? [], in: base)
  }

  package var lastName: [UInt8] {
    let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
    return Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
  }

  /// The absolute path without links. Nil if there is no file.
  package var real: InputPath? {
    guard !bytes.contains(0), let found = systemBytes.withCString({ realpath($0, nil) }) else {
      return nil
    }
    defer { free(found) }
    return InputPath([UInt8](cString: found))
  }

  /// The path without links. If there is no file, the path is unchanged.
  package var resolved: InputPath { real ?? self }

  /// The path without links, even for a file that does not exist yet.
  package var resolvedPlace: InputPath { real ?? realPlace ?? self }

  /// The path without links. Only the last name may be a link.
  package var realPlace: InputPath? { folder.real?.appending(lastName) }

  /// The path relative to a folder. Nil if the path is not inside the folder. Both paths must be
  /// without links.
  package func name(in folder: InputPath) -> [UInt8]? {
    let isClosed = folder.bytes.last == UInt8(ascii: "/")
    let lead = isClosed ? folder.bytes : folder.bytes + [UInt8(ascii: "/")]
    return bytes.starts(with: lead) ? Array(bytes[lead.count...]) : nil
  }

  /// The path relative to a folder. It has `..` if the path is not inside the folder.
  package func relative(to folder: InputPath) -> [UInt8] {
    let written = Self.way(from: folder.segments, to: segments)
    guard written.first.map({ Array($0) }) == Array("..".utf8), let real = realPlace,
      let realFolder = folder.real
    else { return Self.joined(written) }
    let links = Self.way(from: realFolder.segments, to: real.segments)
    return Self.joined(links.count < written.count ? links : written)
  }

  private static func way(
    from folder: [ArraySlice<UInt8>], to path: [ArraySlice<UInt8>]
  ) -> [ArraySlice<UInt8>] {
    let shared = zip(folder, path).prefix { $0.elementsEqual($1) }.count
    let out = Array(repeating: Array("..".utf8)[...], count: folder.count - shared)
    return out + path[shared...]
  }

  private static func joined(_ names: [ArraySlice<UInt8>]) -> [UInt8] {
    Array(names.joined(separator: [UInt8(ascii: "/")]))
  }

  package static var workingFolder: [UInt8] {
    guard let path = getcwd(nil, 0) else { return [] }
    defer { free(path) }
    return [UInt8](cString: path)
  }
}

extension [UInt8] {
  /// Whether the path sorts before another path. Paths are compared by bytes, and a prefix sorts
  /// first.
  package func precedes(_ other: [UInt8]) -> Bool {
    lexicographicallyPrecedes(other)
  }

  package init(cString text: UnsafePointer<CChar>) {
    self.init(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }

  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (self + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { text in
        // The array has at least the zero byte, so it has an address.
        body(text.baseAddress!)
      }
    }
  }
}
