internal import Foundation

/// Where URLSession wants to hear of a request: on the thread that began it, in the mode that its run loop
/// was in.
struct CallbackThread: @unchecked Sendable {
  /// Nil for a thread without a running run loop. On Linux, URLSession's have none, and it hears
  /// of a request from any thread.
  private let loop: RunLoop?
  private let modes: [RunLoop.Mode]

  /// The current thread.
  init() {
    let mode = RunLoop.current.currentMode
    loop = mode == nil ? nil : RunLoop.current
    modes = mode.map { [.default, $0] } ?? [.default]
  }

  /// Runs `body` there, after those that were given before.
  func run(_ body: @escaping @Sendable () -> Void) {
    guard let loop else { return body() }
    loop.perform(inModes: modes, block: body)
    #if canImport(Darwin)
      CFRunLoopWakeUp(loop.getCFRunLoop())
    #endif
  }
}
