@_spi(Engine) internal import JSONTape
@_spi(Engine) internal import ContractCaptures
import ContractCheck
import ContractRuns
import JSONSchema

/// Decides whether a request is repeated after a connection failure, a status 429 or a status 5xx.
/// The waits are 1, 2 and 4 seconds, or the time in the server's `Retry-After`.
struct RetryPolicy: Sendable {
  var tries = 3
  /// The longest wait for a `Retry-After`.
  var longestWait: Duration = .seconds(60)

  /// Idempotent methods may be sent again (RFC 9110, section 9.2.2).
  private static let idempotentMethods: Set<String> = [
    "DELETE", "GET", "HEAD", "OPTIONS", "PUT", "TRACE",
  ]

  /// The wait before the next try. Nil if there is no further try. `attempt` is the number of tries
  /// so far, from 1.
  func wait(
    after attempt: Int, of method: String, outcome: RetryNote.Reason, retryAfter: String? = nil,
    now: Int64 = 0
  ) -> Duration? {
    guard attempt < tries, Self.idempotentMethods.contains(method) else { return nil }
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

  /// Reads the seconds or the date of RFC 9110, section 10.2.3. A past date means no wait.
  private static func seconds(retryAfter text: String, now: Int64) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) {
      return .seconds(UInt32(text) ?? .max)
    }
    return HTTPDate.seconds(text).map { .seconds(max(0, $0 - now)) }
  }
}

struct RetryNote: Hashable, Sendable {
  enum Reason: Hashable, Sendable {
    case status(Int)
    case failure(LiveError.Cause)

    /// Whether the server was reached.
    var showsServer: Bool {
      switch self {
      case .status: true
      case .failure(let cause): !cause.isUnreached
      }
    }
  }

  let url: String
  var method = "GET"
  let reason: Reason
  /// The number of tries so far, from 1.
  let attempt: Int
  let tries: Int
  let wait: Duration

  var message: String {
    let cause =
      switch reason {
      case .status(let status): "status \(status)"
      case .failure(let cause): cause.text
      }
    return LiveError.oneLine(
      "\(LiveError.head(method))\(URLRedaction.redact(url)): \(cause); try \(attempt + 1) of \(tries) in \(wait.inSeconds)"
    )
  }
}

/// Reads the dates of HTTP (RFC 9110, section 5.6.7) as seconds since 1970.
enum HTTPDate {
  /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and
  /// `Sun Nov  6 08:49:37 1994`.
  static func seconds(_ text: String) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT":
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    case 5:
      return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
    default:
      return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func seconds(day: String, month: String, year: String, time: String) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard let day = number(day), let month = months.firstIndex(of: month),
      var year = number(year), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    // Two digits from 70 on mean the last century.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    guard let date = CalendarDate(year: Int(year), month: month + 1, day: Int(day)) else {
      return nil
    }
    return Int64(date.daysSince1970) * 86400 + hour * 3600 + minute * 60 + second
  }

  private static func number(_ text: some StringProtocol) -> Int64? {
    guard 1...4 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }
}
