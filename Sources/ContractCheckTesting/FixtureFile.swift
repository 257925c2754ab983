#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The system's message.
struct FixtureError: Error {
  let reason = strerror(errno).map { String(cString: $0) } ?? "it cannot be read"
}

/// `path` is absolute or relative to the folder of a test's source file.
func fixture(_ path: String, beside source: String) throws(FixtureError) -> [UInt8] {
  let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
  guard let file = fopen(path.hasPrefix("/") ? path : folder + path, "rb") else {
    throw FixtureError()
  }
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
  if ferror(file) != 0 { throw FixtureError() }
  return bytes
}
