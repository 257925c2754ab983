/// Records that refer to each other by number.
///
/// The state is in separate memory, because Swift checks each access to a `var` of a class at run
/// time.
final class Pool<Element: BitwiseCopyable> {
  private struct State {
    var count = 0
    var capacity = 16
    var memory = UnsafeMutablePointer<Element>.allocate(capacity: 16)
  }

  private let state = UnsafeMutablePointer<State>.allocate(capacity: 1)

  init() { state.initialize(to: State()) }

  deinit {
    state.pointee.memory.deallocate()
    state.deallocate()
  }

  var count: Int {
    @inline(__always) get { state.pointee.count }
  }

  /// The address of the first record. It is valid until the next record is appended.
  var start: UnsafeMutablePointer<Element> {
    @inline(__always) get { state.pointee.memory }
  }

  /// Appends a record and returns its number.
  @discardableResult
  @inline(__always)
  func append(_ element: Element) -> Int32 {
    let count = state.pointee.count
    if count == state.pointee.capacity { grow(to: count * 2) }
    // Bound: `count` is less than `capacity` now.
    state.pointee.memory[count] = element
    state.pointee.count = count &+ 1
    return Int32(truncatingIfNeeded: count)
  }

  func append(contentsOf elements: some Collection<Element>) {
    let count = state.pointee.count
    if count + elements.count > state.pointee.capacity { grow(to: (count + elements.count) * 2) }
    for (place, element) in elements.enumerated() {
      // Bound: `capacity` is at least the sum now.
      state.pointee.memory[count &+ place] = element
    }
    state.pointee.count = count + elements.count
  }

  /// Removes the last records, so that `count` records remain.
  @inline(__always)
  func cut(to count: Int) { state.pointee.count = count }

  /// The record with a number that ``append(_:)`` returned and that was not removed.
  subscript(_ number: Int32) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(state.pointee.memory + Int(number)) }
    @inline(__always) unsafeMutableAddress { state.pointee.memory + Int(number) }
  }

  private func grow(to size: Int) {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: size)
    // Bound: `size` is more than `count`.
    larger.update(from: state.pointee.memory, count: state.pointee.count)
    state.pointee.memory.deallocate()
    state.pointee.memory = larger
    state.pointee.capacity = size
  }
}

/// A record in a list, with the number of the next record. -1 at the end.
protocol ListedRecord: BitwiseCopyable {
  var next: Int32 { get }
}

extension Pool where Element: ListedRecord {
  /// The records of a list from the first one on.
  func list(_ first: Int32) -> [Element] {
    var list: [Element] = []
    var at = first
    while at >= 0 {
      list.append(self[at])
      at = self[at].next
    }
    return list
  }
}
