/// A date and time whose zone is known.
struct Instant: Hashable, Sendable {
  let date: CalendarDate
  let hour: Int
  let minute: Int
  let second: Int
  /// Digits of the fraction.
  let fraction: String
  /// Minutes east of UTC.
  let offset: Int

  /// The instant in a profile; nil where the profile cannot say all of it.
  func written(in profile: DateProfile) -> String? {
    let significant = String(fraction.reversed().drop { $0 == "0" }.reversed())
    let milliseconds = significant + String(repeating: "0", count: max(0, 3 - significant.count))
    switch profile {
    case .toISOString:
      return significant.count <= 3 ? inUTC?.text(fraction: milliseconds) : nil
    case .rfc3339: return text(fraction: fraction)
    case .swiftISO8601: return significant.isEmpty ? text(fraction: "") : nil
    case .wordpress:
      if significant.isEmpty { return text(fraction: "") }
      return significant.count <= 3 ? text(fraction: milliseconds) : nil
    case .date, .time: return nil
    }
  }

  private var inUTC: Instant? {
    let minutes = hour * 60 + minute - offset
    let days = minutes < 0 ? -1 : minutes / 1440
    guard let date = date.adding(days: days) else { return nil }
    let rest = minutes - days * 1440
    return Instant(
      date: date, hour: rest / 60, minute: rest % 60, second: second, fraction: fraction,
      offset: 0)
  }

  private func text(fraction: String) -> String {
    let zone =
      offset == 0
      ? "Z" : (offset < 0 ? "-" : "+") + padded(abs(offset) / 60) + ":" + padded(abs(offset) % 60)
    return date.text + "T" + padded(hour) + ":" + padded(minute) + ":" + padded(second)
      + (fraction.isEmpty ? "" : "." + fraction) + zone
  }
}

extension CalendarDate {
  /// `YYYY-MM-DD`.
  var text: String { padded(year, 4) + "-" + padded(month) + "-" + padded(day) }
}

private func padded(_ number: Int, _ width: Int = 2) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
