@_spi(Engine) import JSONTape

/// Compares two dates: two days, two times of day, two moments, or two dates with a time and
/// without a zone.
enum DateOrder {
  private enum Kind { case day, time, moment, local }

  private struct Point {
    let kind: Kind
    /// The seconds since 1970, in UTC if the zone is known. For a time of day, the seconds since
    /// midnight.
    let seconds: Int
    /// The digits after the point, without zeros at the end.
    var fraction: ArraySlice<UInt8> = []
  }

  static func order(_ left: String, _ right: String) -> Int? {
    guard let one = point(left), let other = point(right), one.kind == other.kind else {
      return nil
    }
    if one.seconds != other.seconds { return one.seconds < other.seconds ? -1 : 1 }
    if one.fraction == other.fraction { return 0 }
    return one.fraction.lexicographicallyPrecedes(other.fraction) ? -1 : 1
  }

  private static func point(_ text: String) -> Point? {
    text.withByteView { bytes in
      if bytes.count == 10, let day = CalendarDate(bytes, at: 0) {
        return Point(kind: .day, seconds: day.daysSince1970)
      }
      if DateProfile.time.accepts(bytes) {
        let minutes = bytes.twoDigits(at: 0) * 60 + bytes.twoDigits(at: 3)
        return Point(kind: .time, seconds: minutes * 60)
      }
      if let time = ClockTime(bytes, at: 0), time.end == bytes.count {
        return point(.time, days: 0, time, minutesEast: 0, bytes)
      }
      guard bytes.count >= 19, bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20,
        let day = CalendarDate(bytes, at: 0), let time = ClockTime(bytes, at: 11)
      else { return nil }
      if time.end == bytes.count {
        return point(.local, days: day.daysSince1970, time, minutesEast: 0, bytes)
      }
      guard let zone = ZoneOffset(bytes, at: time.end), zone.end == bytes.count,
        time.isPossible(in: zone)
      else { return nil }
      return point(
        .moment, days: day.daysSince1970, time, minutesEast: zone.minutes, bytes)
    }
  }

  private static func point(
    _ kind: Kind, days: Int, _ time: ClockTime, minutesEast: Int,
    _ bytes: ByteView
  ) -> Point {
    let minutes = (days * 24 + time.hour) * 60 + time.minute - minutesEast
    var fraction = Array(bytes[time.fraction])[...]
    while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
    return Point(kind: kind, seconds: minutes * 60 + time.second, fraction: fraction)
  }
}
