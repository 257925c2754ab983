import Foundation

/// The stack of 512 KiB that secondary threads have on Apple systems.
enum SmallStack {
  /// Runs a closure on a thread of its own with such a stack.
  static func run(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      body()
      done.signal()
    }
    #if DEBUG
      // Frames of unoptimised code are several times as large.
      thread.stackSize = 8 << 20
    #else
      thread.stackSize = 512 << 10
    #endif
    thread.start()
    done.wait()
  }
}
