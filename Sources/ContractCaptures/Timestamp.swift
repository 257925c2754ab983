@_spi(Engine) package import JSONTape

/// A moment, in milliseconds, as captures give it.
package struct Timestamp: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The milliseconds since 1 January 1970, UTC.
  package let milliseconds: Int

  /// Creates a moment in the years 0 to 9999. Values outside become the first or the last moment of
  /// these years.
  package init(milliseconds: Int) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  private static let range = -62_167_219_200_000...253_402_300_799_999
  private static let perDay = 86_400_000
  private static let perHour = 3_600_000

  /// Reads a date with a time and an offset (RFC 3339), or digits that are the seconds or
  /// milliseconds since 1970. Nil for all other texts. Numbers before the year 2000 are also nil,
  /// because they are durations.
  package init?(_ text: String) {
    guard let moment = text.withByteView({ Timestamp(bytes: $0) }) else { return nil }
    self = moment
  }

  init?(bytes: ByteView) {
    guard bytes.count <= 64,
      let moment = Self.date(bytes) ?? Self.sinceEpoch(bytes), Self.range.contains(moment)
    else { return nil }
    milliseconds = moment
  }

  /// Orders moments by time.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }

  // MARK: Reading

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private static func date(_ bytes: ByteView) -> Int? {
    guard bytes.count >= 20, let day = CalendarDate(bytes, at: 0),
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
      let minutes = clock(bytes, at: 11), bytes[16] == UInt8(ascii: ":")
    else { return nil }
    let seconds = bytes.twoDigits(at: 17)
    guard 0...60 ~= seconds else { return nil }
    var end = 19
    var fraction = 0
    if bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ",") {
      end += 1
      guard let (value, last) = milliseconds(bytes, from: end) else { return nil }
      (fraction, end) = (value, last)
    }
    guard let offset = offset(bytes, from: end) else { return nil }
    // A leap second is treated as the second before it.
    let second = day.daysSince1970 * 86_400 + (minutes - offset) * 60 + min(seconds, 59)
    return second * 1000 + fraction
  }

  /// The minutes of `HH:MM`.
  private static func clock(_ bytes: ByteView, at start: Int) -> Int? {
    guard bytes.count >= start + 5, bytes[start + 2] == UInt8(ascii: ":") else { return nil }
    let (hours, minutes) = (bytes.twoDigits(at: start), bytes.twoDigits(at: start + 3))
    return 0...23 ~= hours && 0...59 ~= minutes ? hours * 60 + minutes : nil
  }

  /// The minutes of `Z`, `+01:00` or `-0800` at the end of the text.
  private static func offset(_ bytes: ByteView, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let sign = bytes[start]
    let rest = bytes.count - start - 1
    if sign | 0x20 == UInt8(ascii: "z") { return rest == 0 ? 0 : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
    var minutes: Int?
    if rest == 5 {
      minutes = clock(bytes, at: start + 1)
    } else if rest == 4 {
      let (hours, rest) = (bytes.twoDigits(at: start + 1), bytes.twoDigits(at: start + 3))
      minutes = 0...23 ~= hours && 0...59 ~= rest ? hours * 60 + rest : nil
    }
    return minutes.map { sign == UInt8(ascii: "-") ? -$0 : $0 }
  }

  /// The milliseconds of a fraction, and the end of its digits. Nil if there is no digit.
  private static func milliseconds(
    _ bytes: ByteView, from start: Int
  ) -> (Int, end: Int)? {
    var (value, unit, end) = (0, 100, start)
    while end < bytes.count, digits.contains(bytes[end]) {
      value += Int(bytes[end] - digits.lowerBound) * unit
      unit /= 10
      end += 1
    }
    return end > start ? (value, end) : nil
  }

  /// The moments from the year 2000 on, in seconds. Numbers with more digits are milliseconds.
  private static let seconds = 946_684_800..<100_000_000_000

  private static func sinceEpoch(_ bytes: ByteView) -> Int? {
    var number = 0
    var end = 0
    while end < bytes.count, digits.contains(bytes[end]) {
      // A moment has at most 15 digits.
      guard end < 15 else { return nil }
      number = number * 10 + Int(bytes[end] - digits.lowerBound)
      end += 1
    }
    var fraction = 0
    if end > 0, end < bytes.count, bytes[end] == UInt8(ascii: ".") {
      guard let (value, last) = milliseconds(bytes, from: end + 1) else { return nil }
      (fraction, end) = (value, last)
    }
    guard end == bytes.count, number >= seconds.lowerBound else { return nil }
    if number < seconds.upperBound { return number * 1000 + fraction }
    return number >= seconds.lowerBound * 1000 ? number : nil
  }

  // MARK: Writing

  /// The moment in RFC 3339 and UTC: `2026-11-03T09:14:00Z`, with milliseconds if there are any.
  package var description: String {
    let rest = milliseconds.remainder(of: 1000)
    let fraction = rest == 0 ? "" : "." + rest.padded(to: 3)
    let seconds = (milliseconds.remainder(of: 60_000) / 1000).padded(to: 2)
    return "\(day)T\(clock):\(seconds)\(fraction)Z"
  }

  /// The day in UTC: `2026-11-03`.
  package var day: CalendarDate {
    let days = (milliseconds - milliseconds.remainder(of: Self.perDay)) / Self.perDay
    return CalendarDate(daysSince1970: days)
  }

  /// The start of the UTC hour.
  package var hour: Timestamp {
    Timestamp(milliseconds: milliseconds - milliseconds.remainder(of: Self.perHour))
  }

  /// The day and time in UTC: `2026-11-03 09:14`.
  package var minute: String { "\(day) \(clock)" }

  /// The time in UTC: `09:14`.
  package var clock: String {
    let minutes = milliseconds.remainder(of: Self.perDay) / 60_000
    return (minutes / 60).padded(to: 2) + ":" + (minutes % 60).padded(to: 2)
  }
}

extension Int {
  /// The remainder above the next lower multiple. It is never negative.
  fileprivate func remainder(of divisor: Int) -> Int {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}

extension Timestamp {
  /// The time in an entry of a HAR or a record of NDJSON. Nil if there is none.
  init?(of record: CapturedValue, _ unit: Exchange.Unit?) {
    // In a HAR, `time` is the duration of the exchange.
    let names: [StaticString] =
      unit == .entry
      ? ["startedDateTime"] : ["startedDateTime", "timestamp", "recorded_at", "time"]
    for name in names {
      guard let value = record[name], value.kind == .string || value.kind == .number else {
        continue
      }
      // The first moment is written if the time is not known.
      guard let moment = CapturedText.value(value).withBytes({ Timestamp(bytes: $0) }),
        moment.milliseconds != 0
      else { continue }
      self = moment
      return
    }
    return nil
  }
}

extension Exchange {
  /// The time of the exchange; nil if the capture does not contain it.
  package var time: Timestamp? {
    sentAt ?? (hasNoTime ? nil : record.flatMap { Timestamp(of: $0, unit) })
  }
}
