@_spi(Engine) import JSONTape

/// A time `HH:MM:SS` with an optional fraction, in the form of RFC 3339.
struct ClockTime: Hashable, Sendable {
  var hour: Int
  var minute: Int
  /// The second, 0 to 60. 60 is valid only in a leap second. Whether it is one depends on the
  /// offset.
  var second: Int
  /// The range of the fraction's digits in the text. Empty if there is no fraction.
  var fraction: Range<Int>
  var end: Int

  /// Reads the time at an offset. More text may follow.
  init?(_ text: ByteView, at start: Int) {
    guard text.count &- start >= 8, text[start + 2] == ":", text[start + 5] == ":"
    else { return nil }
    hour = text.twoDigits(at: start)
    minute = text.twoDigits(at: start + 3)
    second = text.twoDigits(at: start + 6)
    guard 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second else { return nil }
    end = start + 8
    fraction = end..<end
    guard end < text.count, text[end] == "." else { return }
    var past = end + 1
    while past < text.count, text[past] &- 0x30 < 10 { past += 1 }
    guard past > end + 1 else { return nil }
    fraction = (end + 1)..<past
    end = past
  }

  /// Whether second 60 is the last second of a day in UTC. True for any other second.
  func isPossible(in zone: ZoneOffset) -> Bool {
    guard second == 60 else { return true }
    let utc = (hour * 60 + minute - zone.minutes + 2880) % 1440
    return utc == 1439
  }
}

/// A time zone: `Z` or `±HH:MM`.
struct ZoneOffset: Hashable, Sendable {
  /// The offset in minutes east of UTC.
  let minutes: Int
  let end: Int

  /// Reads the zone at an offset. A lower-case `z` is accepted, as in RFC 3339.
  init?(_ text: ByteView, at start: Int) {
    guard start < text.count else { return nil }
    let sign = text[start]
    if sign | 0x20 == "z" {
      (minutes, end) = (0, start + 1)
      return
    }
    guard sign == "+" || sign == "-", text.count - start >= 6, text[start + 3] == ":"
    else { return nil }
    let hours = text.twoDigits(at: start + 1)
    let rest = text.twoDigits(at: start + 4)
    guard 0...23 ~= hours, 0...59 ~= rest else { return nil }
    let size = hours * 60 + rest
    (minutes, end) = (sign == "-" ? -size : size, start + 6)
  }
}

/// A date and time with a known zone.
struct Instant: Hashable, Sendable {
  let date: CalendarDate
  let hour: Int
  let minute: Int
  let second: Int
  let fraction: String
  /// The offset in minutes east of UTC.
  let offset: Int

  /// The instant in a profile. Nil if the profile cannot express all parts of the instant.
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
    case .localDateTime, .date, .time: return nil
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
    func clock(_ parts: Int...) -> String {
      parts.map { $0.padded(to: 2) }.joined(separator: ":")
    }
    let size = abs(offset)
    let zone = offset == 0 ? "Z" : (offset < 0 ? "-" : "+") + clock(size / 60, size % 60)
    return date.description + "T" + clock(hour, minute, second)
      + (fraction.isEmpty ? "" : "." + fraction) + zone
  }
}
