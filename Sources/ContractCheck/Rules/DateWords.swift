internal import JSONSchema

extension DateDiagnosis.Kind {
  /// A description for the middle of a sentence.
  var words: String {
    switch self {
    case .valid: "a date"
    case .empty: "it is empty"
    case .surroundingSpace: "there is white space around it"
    case .invalidDate: "that is what JavaScript prints for an invalid date"
    case .javaScriptToString: "that is JavaScript's own `toString()` form"
    case .httpDate: "that is the form of HTTP headers and `toUTCString()`"
    case .localeString: "that is a form for people, not for programs"
    case .dayFirst: "the year is last, as in texts for people"
    case .otherSeparators: "there are no hyphens between the year, the month and the day"
    case .monthName: "the month is a word, as in texts for people"
    case .epochSeconds: "that is a count of seconds since 1970"
    case .epochMilliseconds: "that is a count of milliseconds since 1970"
    case .impossibleDate: "the calendar has no such day"
    case .hour24: "there is no hour 24"
    case .impossibleTime: "the clock has no such time"
    case .dateOnly: "the time is missing"
    case .timeOnly: "the date is missing"
    case .dateAndTime: "it has more parts than the form allows"
    case .twelveHourClock: "that is the twelve-hour clock"
    case .timeWithSeconds: "seconds are not allowed"
    case .mySQL: "that is MySQL's form, which has no time zone"
    case .missingZone: "the time zone is missing"
    case .missingSeconds: "the seconds are missing"
    case .basicFormat: "the separators are missing"
    case .spaceInsteadOfT: "there is a space instead of the `T`"
    case .spaceBeforeZone: "there is a space before the time zone"
    case .lowerCase: "`T` and `Z` must be capital letters"
    case .zoneName: "the time zone is a name instead of `Z`"
    case .offsetWithoutColon: "the offset has no colon"
    case .offsetInsteadOfZ: "there is an offset instead of `Z`"
    case .unexpectedZone: "there is a time zone"
    case .commaFraction: "there is a comma before the fraction"
    case .missingFraction: "the fraction is missing"
    case .unexpectedFraction: "there is a fraction of a second"
    case .leapSecond: "second 60 (a leap second) is not allowed in this form"
    case .largeOffset: "the offset is larger than 18 hours, and Foundation has no such time zone"
    case .fractionDigits: "the fraction does not have three digits"
    case .unrecognized: "that is not an ISO 8601 date"
    }
  }

  /// The hint, if it does not depend on the profile.
  var advice: String? {
    switch self {
    case .impossibleDate: "send a day that exists"
    case .hour24, .impossibleTime: "send a time that exists"
    case .empty, .invalidDate: "send the date, or null if the contract allows null"
    case .leapSecond: "write second 59, or second 0 of the next minute"
    case .largeOffset: "write the time in UTC, with `Z`"
    default: nil
    }
  }
}

extension DateDiagnosis.Kind {
  /// The reason why a client cannot use the date. It says what Foundation does on every supported
  /// system, or on some systems.
  func reason(_ accepted: String) -> String {
    isImpossible
      ? "some versions of Foundation refuse such a date; other versions read it as another day or "
        + "time"
      : "the app's date decoder accepts \(accepted); other forms fail on some or all systems"
  }

  var isImpossible: Bool { [.impossibleDate, .impossibleTime, .hour24].contains(self) }
}

extension DateProfile {
  var shape: String {
    switch self {
    case .toISOString: "YYYY-MM-DDTHH:mm:ss.sssZ"
    case .rfc3339: "YYYY-MM-DDTHH:mm:ssZ"
    case .swiftISO8601: "YYYY-MM-DDTHH:mm:ssZ"
    case .wordpress: "YYYY-MM-DDTHH:mm:ss.sssZ, YYYY-MM-DDTHH:mm:ss+00:00 or YYYY-MM-DD HH:mm:ss"
    case .localDateTime: "YYYY-MM-DDTHH:mm:ss"
    case .date: "YYYY-MM-DD"
    case .time: "HH:MM"
    }
  }

  /// The hint if the instant is not certain.
  var advice: String {
    switch self {
    case .toISOString: "use `toISOString()`"
    case .rfc3339: "write RFC 3339"
    case .swiftISO8601: "write whole seconds and a time zone"
    case .wordpress: "write one of the three documented forms"
    case .localDateTime: "write a date and a time, without a time zone"
    case .date: "write only the date"
    case .time: "write hours and minutes"
    }
  }
}
