@_spi(Engine) import JSONTape

/// Describes a text that is not a date of a profile. Gives the right date if it is certain.
package struct DateDiagnosis: Hashable, Sendable {
  /// The form of the text. If several cases apply, it is the first one in this list.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The text is a date of the profile.
    case valid
    /// The text is empty.
    case empty
    /// White space before or after the text.
    case surroundingSpace
    /// The text `Invalid Date`, which JavaScript's `String(new Date(NaN))` writes.
    case invalidDate
    /// JavaScript's `Date.prototype.toString()`:
    /// `Mon Feb 23 2026 10:00:00 GMT+0000 (Coordinated Universal Time)`.
    case javaScriptToString
    /// RFC 1123, JavaScript's `toUTCString()`: `Mon, 23 Feb 2026 10:00:00 GMT`.
    case httpDate
    /// `toLocaleString()` in the United States: `2/23/2026, 10:00:00 AM`.
    case localeString
    /// The year last, as people write it: `23.02.2026`, `23-02-2026 10:00`.
    case dayFirst
    /// The year first, but without hyphens: `2026/02/23 10:00:00`, `2026.02.23`.
    case otherSeparators
    /// The month as a word: `Feb 23, 2026 10:00 AM`, `23 February 2026`.
    case monthName
    /// Seconds since 1970 as digits.
    case epochSeconds
    /// Milliseconds since 1970 as digits.
    case epochMilliseconds
    /// A day that the calendar does not have.
    case impossibleDate
    /// Hour 24; midnight should be hour 0 of the next day.
    case hour24
    /// An hour, minute, second or offset that clocks do not have.
    case impossibleTime
    /// A date without a time, although a time is expected.
    case dateOnly
    /// A time without a date, although a date is expected.
    case timeOnly
    /// Both a date and a time, although only one of them is expected.
    case dateAndTime
    /// A time of a twelve-hour clock: `9:30 AM`.
    case twelveHourClock
    /// A time with seconds, `09:30:00`, although only hours and minutes are expected.
    case timeWithSeconds
    /// MySQL's form, `2026-02-23 10:00:00`, without a zone.
    case mySQL
    /// A date and time without a zone.
    case missingZone
    /// A time without seconds: `2026-02-23T10:00Z`.
    case missingSeconds
    /// ISO 8601 without separators: `20260223T100000Z`.
    case basicFormat
    /// A space instead of the `T`.
    case spaceInsteadOfT
    /// A space between the time and the zone.
    case spaceBeforeZone
    /// A lower-case `t` or `z`.
    case lowerCase
    /// `UTC` or `GMT` instead of `Z`.
    case zoneName
    /// An offset without a colon: `+0100` or `+01`.
    case offsetWithoutColon
    /// An offset such as `+00:00`, although the profile requires `Z`.
    case offsetInsteadOfZ
    /// A zone, although the profile has none.
    case unexpectedZone
    /// A comma before the fraction.
    case commaFraction
    /// Second 60, which JavaScript never writes.
    case leapSecond
    /// An offset of more than 18 hours, which Foundation does not support.
    case largeOffset
    /// No fraction, although the profile requires one.
    case missingFraction
    /// A fraction, although the profile requires whole seconds.
    case unexpectedFraction
    /// A fraction that does not have the three digits that the profile requires.
    case fractionDigits
    /// An unknown form.
    case unrecognized
  }

  /// The form of the text.
  package let kind: Kind
  /// The same date in the profile. It is given only if the instant is certain and the profile can
  /// express all its parts. No zone is guessed, and only digits that are zero are dropped.
  package let rewrite: String?

  init(_ kind: Kind, rewrite: String? = nil) {
    self.kind = kind
    self.rewrite = rewrite
  }

  /// Determines the form of a text.
  package static func diagnose(_ text: String, profile: DateProfile) -> DateDiagnosis {
    let bytes = Array(text.utf8)
    if bytes.isEmpty { return DateDiagnosis(.empty) }
    if profile.accepts(bytes) { return DateDiagnosis(.valid) }
    // No date is longer, even with the name of a zone.
    guard bytes.count <= 128 else { return DateDiagnosis(.unrecognized) }
    let trimmed = DateScanner.trimming(bytes)
    if trimmed.count < bytes.count {
      if profile.accepts(trimmed) {
        return DateDiagnosis(.surroundingSpace, rewrite: String(decoding: trimmed, as: UTF8.self))
      }
      return trimmed.isEmpty ? DateDiagnosis(.empty) : DateDiagnosis(.surroundingSpace)
    }
    if text == "Invalid Date" { return DateDiagnosis(.invalidDate) }
    let found =
      spelledOut(bytes, profile) ?? american(bytes) ?? clock(bytes, profile)
      ?? number(bytes, profile) ?? international(bytes, profile)
      ?? forPeople(bytes, profile)
    guard let found else { return DateDiagnosis(.unrecognized) }
    // Never offer a new text that the profile would refuse.
    guard let rewrite = found.rewrite, !profile.accepts(Array(rewrite.utf8)) else { return found }
    return DateDiagnosis(found.kind)
  }
}

extension DateProfile {
  func accepts(_ bytes: [UInt8]) -> Bool { bytes.withByteView { accepts($0) } }
}
