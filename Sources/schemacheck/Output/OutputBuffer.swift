import ContractRuns

final class OutputBuffer {
  private let descriptor: Int32
  private let size: Int
  private var pending: [UInt8] = []
  /// The `errno` of the first error.
  private(set) var failure: Int32?
  /// Whether any bytes were written.
  private(set) var isUsed = false

  init(_ descriptor: Int32, size: Int = 65_536) {
    self.descriptor = descriptor
    self.size = size
  }

  func write(_ bytes: [UInt8]) {
    pending += bytes
    if pending.count >= size { flush() }
  }

  func flush() {
    if pending.isEmpty { return }
    isUsed = true
    if failure == nil { failure = writeAll(pending, to: descriptor) }
    pending.removeAll(keepingCapacity: true)
  }

  /// Whether the reader has closed the output.
  var isClosed: Bool {
    guard isUsed, failure == nil else { return failure != nil }
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return poll(&state, 1, 0) > 0
  }
}
