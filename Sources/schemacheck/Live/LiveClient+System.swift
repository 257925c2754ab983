/// The system's number for a refused connection.
let connectionRefused: Int32 = ECONNREFUSED

extension LiveClient {
  /// Sleeps the calling thread, through signals.
  @Sendable static func sleepThread(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return }
    var rest = timespec()
    rest.tv_sec = Int(clamping: seconds)
    rest.tv_nsec = Int(attoseconds / 1_000_000_000)
    var left = timespec()
    while nanosleep(&rest, &left) != 0 && errno == EINTR { rest = left }
  }

  /// Seconds since 1970.
  @Sendable static func systemTime() -> Int64 { Int64(time(nil)) }
}
