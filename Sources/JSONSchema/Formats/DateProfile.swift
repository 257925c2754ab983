@_spi(Engine) package import JSONTape

/// The exact form of dates that an API promises and that its clients can decode.
public enum DateProfile: String, CaseIterable, Sendable {
  /// The form of JavaScript's `Date.prototype.toISOString()`: `YYYY-MM-DDTHH:mm:ss.sssZ`. The
  /// fraction always has three digits, and the zone is always UTC. The years are 0 to 9999, and
  /// there are no leap seconds.
  case toISOString = "to-iso-string"
  /// Any `date-time` of RFC 3339.
  case rfc3339
  /// The form that Swift's `JSONDecoder.DateDecodingStrategy.iso8601` decodes on every platform. It
  /// has whole seconds and a capital `T`. The zone is a capital `Z` or a numeric offset with a
  /// colon.
  case swiftISO8601 = "swift-iso8601"
  /// The three forms that some decoders try one after the other. The first is an ISO 8601 date-time
  /// with milliseconds. The second is an ISO 8601 date-time with whole seconds. The third is
  /// MySQL's `YYYY-MM-DD HH:mm:ss`. The first two forms have a capital `T`, and a capital `Z` or a
  /// numeric offset with a colon. Milliseconds are exactly three digits.
  case wordpress
  /// The form of Java's `DateTimeFormatter.ISO_LOCAL_DATE_TIME`, which Spring uses for a
  /// `LocalDateTime`. It has a capital `T` and no zone. The fraction has up to nine digits or is
  /// missing.
  case localDateTime = "local-date-time"
  /// A day: `YYYY-MM-DD`.
  case date
  /// A time: `HH:MM`, 00:00 to 23:59.
  case time

  /// Whether a text is a date of this profile, in the real calendar.
  ///
  /// - Parameter bytes: the text in UTF-8, escapes decoded.
  package func accepts(_ bytes: ByteView) -> Bool {
    switch self {
    case .toISOString:
      return bytes.count == 24 && bytes[23] == "Z" && bytes[17] != "6"
        && DateProfile.isInternetDateTime(bytes, fraction: 3)
    case .rfc3339: return Format.isDateTime(bytes)
    case .swiftISO8601: return DateProfile.isInternetDateTime(bytes, fraction: 0)
    case .wordpress:
      return DateProfile.isMySQL(bytes) || DateProfile.isInternetDateTime(bytes, fraction: 3)
        || DateProfile.isInternetDateTime(bytes, fraction: 0)
    case .localDateTime: return DateProfile.isLocal(bytes)
    case .date: return Format.isDate(bytes)
    case .time:
      return bytes.count == 5 && bytes[2] == ":"
        && 0...23 ~= bytes.twoDigits(at: 0) && 0...59 ~= bytes.twoDigits(at: 3)
    }
  }

  /// The texts that are certainly dates of this profile.
  var usual: UsualText {
    switch self {
    case .toISOString: .dateToMilliseconds
    case .rfc3339, .wordpress: .date
    case .swiftISO8601: .dateToSeconds
    case .localDateTime, .date, .time: .none
    }
  }

  /// Whether each date of this profile also has a format. If so, the format need not be checked.
  func implies(_ format: Format) -> Bool {
    switch self {
    case .toISOString, .rfc3339, .swiftISO8601: format == .dateTime
    case .date: format == .date
    case .wordpress, .localDateTime, .time: false
    }
  }

  /// The maximum offset, in minutes. Foundation has no time zones with a larger offset than 18
  /// hours, and it refuses such dates.
  static let largestOffset = 18 * 60

  /// Whether a text is an RFC 3339 date-time with capital letters and this number of fraction
  /// digits. Second 60 is allowed only at 23:59:60 UTC.
  private static func isInternetDateTime(
    _ text: ByteView, fraction: Int
  ) -> Bool {
    guard text.count >= 20, text[10] == "T", CalendarDate(text, at: 0) != nil,
      let time = ClockTime(text, at: 11), time.fraction.count == fraction,
      let zone = ZoneOffset(text, at: time.end), zone.end == text.count, time.isPossible(in: zone),
      abs(zone.minutes) <= DateProfile.largestOffset
    else { return false }
    return text[time.end] != "z"
  }

  private static func isLocal(_ text: ByteView) -> Bool {
    guard text.count >= 19, text[10] == "T", CalendarDate(text, at: 0) != nil,
      let time = ClockTime(text, at: 11)
    else { return false }
    return time.end == text.count && time.second < 60 && time.fraction.count <= 9
  }

  private static func isMySQL(_ text: ByteView) -> Bool {
    guard text.count == 19, text[10] == " ", CalendarDate(text, at: 0) != nil,
      let time = ClockTime(text, at: 11)
    else { return false }
    return time.second < 60
  }
}
