/// Bytes that somebody else owns, for as long as the owner keeps them.
///
/// This is the one way in which modules hand text to each other without a copy. Every read is
/// checked: an index outside the bytes is a trap, never a read of other memory. Indexes start at 0.
@_spi(Engine) @frozen
public struct ByteView: RandomAccessCollection {
  /// The memory, for code that calls the system or parses.
  public let memory: UnsafeBufferPointer<UInt8>

  /// Creates a view of memory.
  @inlinable @inline(__always)
  public init(_ memory: UnsafeBufferPointer<UInt8>) { self.memory = memory }

  /// Creates a view of `count` bytes from an address.
  @inlinable @inline(__always)
  public init(start: UnsafePointer<UInt8>?, count: Int) {
    memory = UnsafeBufferPointer(start: start, count: count)
  }

  /// Creates a view of raw memory.
  @inlinable @inline(__always)
  public init(_ memory: UnsafeRawBufferPointer) {
    self.init(
      start: memory.baseAddress?.assumingMemoryBound(to: UInt8.self), count: memory.count)
  }

  /// Creates a view of a literal text. A literal text is never freed.
  @inlinable @inline(__always)
  public init(_ text: StaticString) {
    self.init(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Creates a view of a part. Its indexes start at 0.
  @inlinable @inline(__always)
  public init(rebasing part: Slice<ByteView>) {
    precondition(part.startIndex >= 0 && part.endIndex <= part.base.count)
    self.init(UnsafeBufferPointer(rebasing: part.base.memory[part.startIndex..<part.endIndex]))
  }

  /// The index of the first byte: 0.
  @inlinable @inline(__always)
  public var startIndex: Int { 0 }

  /// The index after the last byte: the number of bytes.
  @inlinable @inline(__always)
  public var endIndex: Int { memory.count }

  /// The byte at an index.
  @inlinable @inline(__always)
  public subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(bitPattern: memory.count), "outside the bytes")
    return memory[index]
  }

  /// An iterator over the bytes.
  @inlinable @inline(__always)
  public func makeIterator() -> UnsafeBufferPointer<UInt8>.Iterator { memory.makeIterator() }

  /// Calls `body` with the memory.
  @inlinable @inline(__always)
  public func withContiguousStorageIfAvailable<R>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R? {
    try body(memory)
  }

  /// The index of the last byte with a value, at or after an index. Nil if there is none.
  public func lastIndex(of byte: UInt8, from start: Int) -> Int? {
    precondition(start >= 0, "outside the bytes")
    // The search goes back from the end, eight bytes at a time.
    let raw = UnsafeRawBufferPointer(memory)
    let wanted = UInt64(byte) &* 0x0101_0101_0101_0101
    var end = count
    while end - start >= 8 {
      let others = raw.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) ^ wanted
      if (others &- 0x0101_0101_0101_0101) & ~others & 0x8080_8080_8080_8080 != 0 { break }
      end -= 8
    }
    return start < end ? memory[start..<end].lastIndex(of: byte) : nil
  }

  /// Adds the bytes to a hash.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(bytes: UnsafeRawBufferPointer(memory))
  }
}

@_spi(Engine)
extension Array where Element == UInt8 {
  /// Calls `body` with the bytes of the array. They are valid until it returns.
  @inlinable @inline(__always)
  public func withByteView<R, E>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { memory throws(E) in try body(ByteView(memory)) }
  }
}

@_spi(Engine)
extension String {
  /// Calls `body` with the UTF-8 bytes of the string. They are valid until it returns.
  @inlinable @inline(__always)
  public func withByteView<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    var text = self
    return try text.withUTF8 { try body(ByteView($0)) }
  }
}

@_spi(Engine)
extension ArraySlice where Element == UInt8 {
  /// Calls `body` with the bytes of the slice, with indexes from 0. They are valid until it
  /// returns.
  @inlinable @inline(__always)
  public func withByteView<R, E>(_ body: (ByteView) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { memory throws(E) in try body(ByteView(memory)) }
  }
}
