// This is the only file of the module that imports the C library: a lock, and a search for a byte.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A lock, which only one thread can hold at the same time.
@_spi(Engine) public final class Lock: Sendable {
  nonisolated(unsafe) private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates a lock that is not held.
  public init() {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` while no other thread runs code under this lock. `body` must not use the same
  /// lock.
  public func hold<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

@_spi(Engine)
extension ByteView {
  /// The index of the first byte with a value, from an index on. Nil if there is none.
  public func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    precondition(start >= 0, "outside the bytes")
    guard start < count, let base = memory.baseAddress else { return nil }
    // Bound: `count - start` bytes from `start`.
    let found = memchr(base + start, Int32(byte), count - start)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }
}
