internal import Foundation

/// The thread on which URLSession expects the events of a request. This is the thread that began
/// the request, in the mode of its run loop.
struct CallbackThread: @unchecked Sendable {
  /// The run loop. Nil for a thread without a running run loop. On Linux, URLSession's threads have
  /// no run loop, and URLSession accepts events from any thread.
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
