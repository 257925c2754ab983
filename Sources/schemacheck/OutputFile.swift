#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension InputPath {
  /// Writes a file whole or not at all: beside its place first, and then into it. A link stays one.
  func write(_ bytes: [UInt8]) throws(InputTrouble) {
    let target = real ?? self
    let draft = InputPath(target.bytes + Array(".\(getpid()).tmp".utf8))
    let descriptor = draft.bytes.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else { throw InputTrouble(path: self, code: errno) }
    var code: Int32 = 0
    var rest = bytes[...]
    while !rest.isEmpty, code == 0 {
      let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        code = errno
      }
    }
    if close(descriptor) != 0, code == 0 { code = errno }
    if code == 0 {
      let isMoved = draft.bytes.withCString { from in
        target.bytes.withCString { rename(from, $0) == 0 }
      }
      if !isMoved { code = errno }
    }
    guard code != 0 else { return }
    _ = draft.bytes.withCString { unlink($0) }
    throw InputTrouble(path: self, code: code)
  }
}

/// Names the system's function where a method called `write` hides it.
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
  write(descriptor, buffer.baseAddress, buffer.count)
}
