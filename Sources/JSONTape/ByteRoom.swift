/// Memory that somebody else owns and that a reader fills, for as long as the owner keeps it.
///
/// Every part of it is checked: a range outside the memory is a trap, never a write elsewhere.
@_spi(Engine) @frozen
public struct ByteRoom {
  /// The memory, for code that calls the system.
  public let memory: UnsafeMutableRawBufferPointer

  /// Creates a room of memory.
  @inlinable
  public init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  /// Allocates memory. The memory lives until ``deallocate()`` is called.
  public init(allocating count: Int) {
    memory = .allocate(byteCount: count, alignment: 16)
  }

  /// Frees memory that ``init(allocating:)`` allocated.
  public func deallocate() { memory.deallocate() }

  /// The number of bytes.
  @inlinable
  public var count: Int { memory.count }

  /// Whether there is no byte.
  @inlinable
  public var isEmpty: Bool { memory.isEmpty }

  /// The bytes in the memory.
  @inlinable
  public var bytes: ByteView { ByteView(UnsafeRawBufferPointer(memory)) }

  /// A part of the memory, with its own indexes from 0.
  @inlinable
  public subscript(part: Range<Int>) -> ByteRoom {
    precondition(part.lowerBound >= 0 && part.upperBound <= memory.count, "outside the memory")
    return ByteRoom(UnsafeMutableRawBufferPointer(rebasing: memory[part]))
  }

  /// The part from an index on.
  @inlinable
  public subscript(part: PartialRangeFrom<Int>) -> ByteRoom { self[part.lowerBound..<count] }

  /// The part before an index.
  @inlinable
  public subscript(part: PartialRangeUpTo<Int>) -> ByteRoom { self[0..<part.upperBound] }

  /// Writes bytes to the start of the memory. They must fit.
  @inlinable
  public func copyBytes(from bytes: some Collection<UInt8>) {
    precondition(bytes.count <= memory.count, "outside the memory")
    memory.copyBytes(from: bytes)
  }

  /// Writes zeros to the whole memory.
  @inlinable
  public func clear() { memory.initializeMemory(as: UInt8.self, repeating: 0) }
}

@_spi(Engine)
extension Array where Element == UInt8 {
  /// Creates an array of the bytes that `fill` writes.
  ///
  /// - Parameter fill: Writes to the memory and returns the number of bytes. A negative number
  ///   means none.
  public init<E>(
    filling capacity: Int, _ fill: (ByteRoom) throws(E) -> Int
  ) throws(E) {
    var failure: E?
    self.init(unsafeUninitializedCapacity: capacity) { memory, count in
      do throws(E) {
        let room = ByteRoom(UnsafeMutableRawBufferPointer(memory))
        // Bound: a larger number would be a trap in the array.
        count = Swift.min(Swift.max(0, try fill(room)), capacity)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
