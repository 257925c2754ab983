#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file, relative to the folder of a test's source file.
struct FixtureFile {
  struct ReadError: Error {
    /// The message of the system.
    let reason: String
  }

  private let path: String

  init(_ path: String, beside source: String) {
    let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
    self.path = path.hasPrefix("/") ? path : folder + path
  }

  func bytes() throws(ReadError) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw Self.error() }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while true {
      let piece = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
        count = fread(buffer.baseAddress, 1, buffer.count, file)
      }
      guard !piece.isEmpty else { break }
      bytes += piece
    }
    // A folder can be opened but not read.
    if ferror(file) != 0 { throw Self.error() }
    return bytes
  }

  private static func error() -> ReadError {
    ReadError(reason: strerror(errno).map { String(cString: $0) } ?? "it cannot be read")
  }
}
