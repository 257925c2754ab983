// This is the only file that imports the C library by its platform-specific name.
#if canImport(Darwin)
  @_exported @preconcurrency public import Darwin
#elseif canImport(Glibc)
  @_exported @preconcurrency public import Glibc
#elseif canImport(Musl)
  @_exported @preconcurrency public import Musl
#endif

@_spi(Engine) package import JSONTape

/// Reads once and retries after signals. Returns 0 at the end and a negative number on failure.
package func readOnce(_ descriptor: Int32, into buffer: ByteRoom) -> Int {
  while true {
    // Bound: the system writes at most `buffer.count` bytes.
    let count = read(descriptor, buffer.memory.baseAddress, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}

/// Writes all bytes. Returns an `errno` on failure.
package func writeAll(_ bytes: ByteView, to descriptor: Int32) -> Int32? {
  var rest = UnsafeRawBufferPointer(bytes.memory)
  while rest.count > 0 {
    // Darwin refuses to write more than 2 GiB at once.
    let count = write(descriptor, rest.baseAddress, min(rest.count, 1 << 30))
    if count >= 0 {
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    } else if errno != EINTR {
      return errno
    }
  }
  return nil
}

/// Writes all bytes. Returns an `errno` on failure.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  bytes.withByteView { writeAll($0, to: descriptor) }
}

package func systemMessage(_ code: Int32) -> String { String(cString: strerror(code)) }
