/// Records that refer to one another by their number; they are never removed.
struct Pool<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var capacity = 16
  private(set) var memory = UnsafeMutablePointer<Element>.allocate(capacity: 16)

  deinit { memory.deallocate() }

  /// Returns the number of the new record.
  @discardableResult
  mutating func append(_ element: Element) -> Int32 {
    if count == capacity { grow(to: capacity * 2) }
    memory[count] = element
    count += 1
    return Int32(truncatingIfNeeded: count - 1)
  }

  mutating func append(contentsOf elements: UnsafeBufferPointer<Element>) {
    if count + elements.count > capacity { grow(to: (count + elements.count) * 2) }
    if let start = elements.baseAddress {
      (memory + count).update(from: start, count: elements.count)
    }
    count += elements.count
  }

  /// The number must be one that ``append(_:)`` returned.
  subscript(_ number: Int32) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(memory + Int(number)) }
    @inline(__always) unsafeMutableAddress { memory + Int(number) }
  }

  private mutating func grow(to size: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    larger.update(from: memory, count: count)
    memory.deallocate()
    memory = larger
    capacity = size
  }
}
