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
    case .epochSeconds: "that is a count of seconds since 1970"
    case .epochMilliseconds: "that is a count of milliseconds since 1970"
    case .impossibleDate: "the calendar has no such day"
    case .hour24: "there is no hour 24"
    case .impossibleTime: "the clock has no such time"
    case .dateOnly: "the time is missing"
    case .timeOnly: "the date is missing"
    case .dateAndTime: "there is more than the form allows"
    case .twelveHourClock: "that is the twelve-hour clock"
    case .timeWithSeconds: "seconds are not allowed"
    case .mySQL: "that is MySQL's form, which has no time zone"
    case .missingZone: "the time zone is missing"
    case .missingSeconds: "the seconds are missing"
    case .basicFormat: "the separators are missing"
    case .spaceInsteadOfT: "there is a space in place of the `T`"
    case .lowerCase: "`T` and `Z` are written in capitals"
    case .zoneName: "the time zone is a name in place of `Z`"
    case .offsetWithoutColon: "the offset has no colon"
    case .offsetInsteadOfZ: "there is an offset in place of `Z`"
    case .commaFraction: "there is a comma before the fraction"
    case .missingFraction: "the fraction is missing"
    case .unexpectedFraction: "there is a fraction of a second"
    case .fractionDigits: "the fraction does not have three digits"
    case .unrecognized: "that is not an ISO 8601 date"
    }
  }

  /// The advice, where it does not depend on the profile.
  var advice: String? {
    switch self {
    case .impossibleDate: "send a day that exists"
    case .hour24, .impossibleTime: "send a time that exists"
    case .empty, .invalidDate: "send the date, or null where the contract allows it"
    default: nil
    }
  }
}

extension DateProfile {
  var shape: String {
    switch self {
    case .toISOString: "YYYY-MM-DDTHH:mm:ss.sssZ"
    case .rfc3339: "YYYY-MM-DDTHH:mm:ssZ"
    case .swiftISO8601: "YYYY-MM-DDTHH:mm:ssZ"
    case .wordpress: "YYYY-MM-DDTHH:mm:ss.sssZ, YYYY-MM-DDTHH:mm:ss+00:00 or YYYY-MM-DD HH:mm:ss"
    case .date: "YYYY-MM-DD"
    case .time: "HH:MM"
    }
  }

  /// The advice where the instant is not certain.
  var advice: String {
    switch self {
    case .toISOString: "use `toISOString()`"
    case .rfc3339: "write RFC 3339"
    case .swiftISO8601: "write whole seconds and a time zone"
    case .wordpress: "write one of the three documented forms"
    case .date: "write the date alone"
    case .time: "write hours and minutes"
    }
  }
}

enum DateName {
  /// Words for an event with a date: `created`, `createdOn`, `created_time`.
  private static let events: Set<String> = [
    "created", "updated", "modified", "deleted", "published", "posted", "saved", "started",
    "ended", "finished", "completed", "expires", "expired", "expiry", "expiration",
  ]

  /// Words that may follow `last`.
  private static let repeated: Set<String> = [
    "updated", "modified", "seen", "login", "used", "active", "accessed", "changed", "synced",
  ]

  /// Single words, and compounds that are often written as one word.
  private static let whole: Set<String> = [
    "date", "datetime", "timestamp", "created", "updated", "modified", "deleted", "published",
    "expires", "expiry", "expiration", "birthday", "birthdate", "dob", "createdat", "updatedat",
    "savedat", "deletedat", "modifiedat", "publishedat", "expiresat",
  ]

  /// Whether a name promises a date: `createdAt`, `created_at`, `startDate`, `timestamp`. `lat`,
  /// `format` and `update` do not: the date word must stand alone.
  static func isDate(_ name: String, folded: String) -> Bool {
    if whole.contains(folded) { return true }
    let words = words(of: name)
    guard words.count > 1, let last = words.last else { return false }
    let before = words[words.count - 2]
    switch last {
    case "date", "timestamp", "datetime", "at": return true
    case "time": return before == "date" || events.contains(before)
    case "on": return events.contains(before)
    default:
      return words[0] == "last" && words.count == 2 && repeated.contains(last)
        || words[0] == "date" && words[1] == "of"
    }
  }

  /// In lower case: `createdAt` and `created_at` have the same two words.
  private static func words(of name: String) -> [String] {
    // Longer names are data.
    guard name.utf8.count <= 64 else { return [] }
    var words: [[UInt8]] = [[]]
    var isLowerBefore = false
    for byte in name.utf8 {
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || isUpper && isLowerBefore {
        words.append([])
      }
      isLowerBefore = !isUpper
      if byte != UInt8(ascii: "_"), byte != UInt8(ascii: "-") {
        words[words.count - 1].append(isUpper ? byte | 0x20 : byte)
      }
    }
    return words.filter { !$0.isEmpty }.map { String(decoding: $0, as: UTF8.self) }
  }
}
