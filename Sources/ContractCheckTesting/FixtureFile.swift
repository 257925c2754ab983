#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file that a test names, from the folder of its source file.
struct FixtureFile {
  struct Trouble: Error {
    /// The system's words.
    let reason: String
  }

  private let path: String

  init(_ path: String, beside source: String) {
    let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
    self.path = path.hasPrefix("/") ? path : folder + path
  }

  func bytes() throws(Trouble) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw Self.trouble() }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
      guard !piece.isEmpty else { break }
      bytes += piece
    }
    // A folder opens, and cannot be read.
    if ferror(file) != 0 { throw Self.trouble() }
    return bytes
  }

  private static func trouble() -> Trouble {
    Trouble(reason: strerror(errno).map { String(cString: $0) } ?? "it cannot be read")
  }
}
