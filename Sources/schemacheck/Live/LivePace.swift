import ContractRuns
import Dispatch

/// Decides when requests may be sent, for all connections together.
final class LivePace: @unchecked Sendable {
  private let interval: Duration
  private let queue = DispatchQueue(label: "schemacheck.pace")
  private let clock = ContinuousClock()
  private var next: ContinuousClock.Instant

  /// - Parameter rate: The maximum number of requests in a second. Nil for no limit.
  init(rate: Double? = nil) {
    interval = rate.map { .seconds(1 / $0) } ?? .zero
    next = clock.now
  }

  /// Reserves the next turn and returns how long to wait for it.
  func takeTurn() -> Duration {
    queue.sync {
      let now = clock.now
      let turn = max(now, next)
      next = turn + interval
      return now.duration(to: turn)
    }
  }

  /// Stops all requests for the time that a server asked for.
  func hold(for wait: Duration) {
    queue.sync { next = max(next, clock.now + wait) }
  }

  /// Reads a rate such as `5/s` or `0.5/s`. Nil for any other text.
  static func rate(_ text: String) -> Double? {
    guard text.hasSuffix("/s"), text.utf8.count <= 12 else { return nil }
    let number = text.dropLast(2)
    guard number.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }),
      let rate = Double(number), rate >= 0.001, rate <= 10_000
    else { return nil }
    return rate
  }
}
