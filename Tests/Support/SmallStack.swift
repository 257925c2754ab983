internal import Foundation

/// The stack of 512 KiB that threads have on Apple systems, including those that run tests.
public enum SmallStack {
  /// The result of a closure on a separate thread with such a stack. Frames of unoptimised code are
  /// several times larger, so a debug build gets a stack of 8 MiB.
  ///
  /// - Throws: the error of the closure.
  public static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    // It is written before the signal and read after it.
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
