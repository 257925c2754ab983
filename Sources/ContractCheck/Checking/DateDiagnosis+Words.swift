internal import JSONSchema

extension DateDiagnosis.Kind {
  /// What the text looks like, as the middle of a sentence.
  var words: String {
    switch self {
    case .valid: "a date"
    case .empty: "it is empty"
    case .surroundingSpace: "there is white space around it"
    case .invalidDate: "JavaScript had no date to print"
    case .javaScriptToString: "that is JavaScript's own `toString()` form"
    case .httpDate: "that is the form of HTTP headers and `toUTCString()`"
    case .localeString: "that is a form for people, not for programs"
    case .epochSeconds: "that is a count of seconds since 1970"
    case .epochMilliseconds: "that is a count of milliseconds since 1970"
    case .impossibleDate: "the calendar has no such day"
    case .hour24: "there is no hour 24"
    case .impossibleTime: "the clock has no such time"
    case .dateOnly: "the time is missing"
    case .timeOnly: "the date is missing"
    case .dateAndTime: "there is more than is asked for"
    case .twelveHourClock: "that is the twelve-hour clock"
    case .timeWithSeconds: "the seconds are too much"
    case .mySQL: "that is MySQL's form, which says no zone"
    case .missingZone: "the zone is missing"
    case .missingSeconds: "the seconds are missing"
    case .basicFormat: "the separators are missing"
    case .spaceInsteadOfT: "there is a space in place of the `T`"
    case .lowerCase: "`T` and `Z` are written in capitals"
    case .zoneName: "the zone is a name in place of `Z`"
    case .offsetWithoutColon: "the offset has no colon"
    case .offsetInsteadOfZ: "there is an offset in place of `Z`"
    case .commaFraction: "there is a comma before the fraction"
    case .missingFraction: "the fraction is missing"
    case .unexpectedFraction: "there is a fraction of a second"
    case .fractionDigits: "the fraction has not three digits"
    case .unrecognized: "that is no ISO 8601 date"
    }
  }

  /// What to do, where that does not depend on the profile.
  var advice: String? {
    switch self {
    case .impossibleDate: "send a day that exists"
    case .hour24, .impossibleTime: "send a time that exists"
    case .empty, .invalidDate: "send the date, or null where the contract allows it"
    default: nil
    }
  }
}
