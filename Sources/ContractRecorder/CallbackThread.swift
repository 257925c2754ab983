internal import Foundation

/// The thread on which URLSession expects the events of a request: the thread that began it, in the
/// mode of its run loop.
struct CallbackThread: @unchecked Sendable {
  /// The run loop; nil for a thread without a running one. On Linux, URLSession's threads have
  /// none, and it accepts events from any thread.
  private let loop: RunLoop?
  private let modes: [RunLoop.Mode]

  /// Creates a value for the current thread.
  init() {
    let mode = RunLoop.current.currentMode
    loop = mode == nil ? nil : RunLoop.current
    modes = mode.map { [.default, $0] } ?? [.default]
  }

  /// Runs `body` on the thread, after earlier calls.
  func run(_ body: @escaping @Sendable () -> Void) {
    guard let loop else { return body() }
    loop.perform(inModes: modes, block: body)
    #if canImport(Darwin)
      CFRunLoopWakeUp(loop.getCFRunLoop())
    #endif
  }
}
