import ContractCheck

/// When a request is sent again, and after how long: after connection failures, 429 and 5xx; with 1,
/// 2 and 4 seconds between, or as long as the server's `Retry-After` asks.
struct RetryPolicy: Sendable {
  var tries = 3
  /// A server may ask for an hour; nobody waits an hour for a check.
  var longestWait: Duration = .seconds(60)

  /// How long to wait before the next try; nil when there is none.
  ///
  /// - Parameter attempt: how often it was sent, from 1.
  func wait(
    after attempt: Int, of method: String, outcome: RetryNote.Reason, retryAfter: String? = nil,
    now: Int64 = 0
  ) -> Duration? {
    guard attempt < tries, LiveRequest.idempotentMethods.contains(method) else { return nil }
    switch outcome {
    case .status(let status):
      guard status == 429 || 500...599 ~= status else { return nil }
    case .failure(let cause):
      guard cause.isConnectionFailure else { return nil }
    }
    let asked = retryAfter.flatMap { Self.seconds(retryAfter: $0, now: now) }
    return min(asked ?? Self.pause(after: attempt), longestWait)
  }

  private static func pause(after attempt: Int) -> Duration {
    .seconds(1 << min(max(attempt, 1) - 1, 2))
  }

  /// RFC 9110, section 10.2.3: seconds, or a date, which is no wait once it is past.
  private static func seconds(retryAfter text: String, now: Int64) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return .seconds(UInt32(text) ?? .max)
    }
    return HTTPDate.seconds(text).map { .seconds(max(0, $0 - now)) }
  }
}

/// Why and when a request is sent again.
struct RetryNote: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case status(Int)
    case failure(LiveError.Cause)
  }

  /// Redacted.
  let url: String
  let reason: Reason
  /// How often it was sent so far, from 1.
  let attempt: Int
  let tries: Int
  let wait: Duration

  init(url: String, reason: Reason, attempt: Int, tries: Int, wait: Duration) {
    self.url = URLRedaction.redact(url)
    self.reason = reason
    self.attempt = attempt
    self.tries = tries
    self.wait = wait
  }

  /// One line for the progress stream.
  var message: String {
    let cause =
      switch reason {
      case .status(let status): "answered \(status)"
      case .failure(let cause): cause.text
      }
    return LiveError.oneLine(
      "\(url): \(cause); try \(attempt + 1) of \(tries) in \(wait.inSeconds)")
  }
}
