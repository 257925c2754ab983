internal import Foundation

/// The stack of 512 KiB that threads have on Apple systems, those that run tests among them.
public enum SmallStack {
  /// What a closure returns on a thread of its own with such a stack. Frames of unoptimised code are
  /// several times as large, so that a debug build gets a stack of 8 MiB.
  ///
  /// - Throws: what the closure throws.
  public static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    // Written before the signal and read after it.
    nonisolated(unsafe) var result: Result<Value, any Error>?
    let thread = Thread {
      result = Result { try body() }
      done.signal()
    }
    #if DEBUG
      thread.stackSize = 8 << 20
    #else
      thread.stackSize = 512 << 10
    #endif
    thread.start()
    done.wait()
    guard let result else { preconditionFailure("the thread has not run") }
    return try result.get()
  }
}
