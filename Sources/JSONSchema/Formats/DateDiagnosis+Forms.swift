@_spi(Engine) internal import JSONTape

extension DateDiagnosis {
  /// Reads the forms with names of days and months. They are the forms of JavaScript and of RFC
  /// 1123.
  static func spelledOut(_ bytes: [UInt8], _ profile: DateProfile) -> DateDiagnosis? {
    var scanner = DateScanner(bytes)
    guard let weekday = scanner.weekday() else { return nil }
    let isHTTP = scanner.accept(",")
    let kind: Kind = isHTTP ? .httpDate : .javaScriptToString
    guard scanner.accept(" ") else { return nil }
    let (day, month): (Int?, Int?)
    if isHTTP {
      day = scanner.number(1, 2)
      guard scanner.accept(" ") else { return nil }
      month = scanner.month()
    } else {
      month = scanner.month()
      guard scanner.accept(" ") else { return nil }
      day = scanner.number(2, 2)
    }
    guard let day, let month, scanner.accept(" "), let year = scanner.number(4, 4) else {
      return nil
    }
    guard let date = CalendarDate(year: year, month: month, day: day) else {
      return DateDiagnosis(.impossibleDate)
    }
    // If the weekday does not match the date, nobody knows which of them is wrong.
    let isCertain = date.weekday == weekday
    if scanner.isAtEnd {
      return DateDiagnosis(
        .dateOnly, rewrite: profile == .date && isCertain ? date.description : nil)
    }
    guard scanner.accept(" "), let clock = scanner.clock() else { return nil }
    guard clock.hour < 24, clock.minute < 60, clock.second < 60 else {
      return DateDiagnosis(clock.hour == 24 ? .hour24 : .impossibleTime)
    }
    guard scanner.accept(" "), let offset = spelledOutZone(&scanner), isCertain else {
      return DateDiagnosis(kind)
    }
    let instant = Instant(
      date: date, hour: clock.hour, minute: clock.minute, second: clock.second, fraction: "",
      offset: offset)
    return DateDiagnosis(kind, rewrite: instant.written(in: profile))
  }

  /// Reads a zone such as `GMT`, `GMT+0100 (Central European Standard Time)` or `+0100`, in
  /// minutes.
  private static func spelledOutZone(_ scanner: inout DateScanner) -> Int? {
    let isGMT = scanner.accept("GMT")
    if isGMT, scanner.isAtEnd { return 0 }
    let isWest = scanner.accept("-")
    guard isWest || scanner.accept("+"), let hours = scanner.number(2, 2),
      let minutes = scanner.number(2, 2), hours < 24, minutes < 60
    else { return nil }
    guard scanner.isAtEnd || scanner.accept(" ") && scanner.acceptParentheses() else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }

  /// Reads `2/23/2026`, with or without a time. Nobody knows which number is the month.
  static func american(_ bytes: [UInt8]) -> DateDiagnosis? {
    var scanner = DateScanner(bytes)
    guard scanner.number(1, 2) != nil, scanner.accept("/"), scanner.number(1, 2) != nil,
      scanner.accept("/"), scanner.number(2, 4) != nil
    else { return nil }
    guard !scanner.isAtEnd else { return DateDiagnosis(.localeString) }
    _ = scanner.accept(",")
    return scanner.accept(" ") ? DateDiagnosis(.localeString) : nil
  }

  /// Reads dates as people write them, with or without a time: `23.02.2026`, `2026/02/23`,
  /// `Feb 23, 2026`, `23 February 2026`.
  static func forPeople(_ bytes: [UInt8], _ profile: DateProfile) -> DateDiagnosis? {
    for (kind, read) in [
      (Kind.dayFirst, dayFirst), (.otherSeparators, otherSeparators), (.monthName, named),
    ] {
      var scanner = DateScanner(bytes)
      guard let parts = read(&scanner), 1900...2200 ~= parts.year, 1...12 ~= parts.month,
        1...31 ~= parts.day
      else { continue }
      if !scanner.isAtEnd {
        _ = scanner.accept(",")
        guard scanner.accept(" ") || scanner.accept("T") else { continue }
        _ = scanner.accept("at ")
        return scanner.number(1, 2) != nil ? DateDiagnosis(kind) : nil
      }
      // Nobody knows whether the day or the month is first.
      guard kind != .dayFirst, profile == .date else { return DateDiagnosis(kind) }
      let date = CalendarDate(year: parts.year, month: parts.month, day: parts.day)
      return DateDiagnosis(kind, rewrite: date?.description)
    }
    return nil
  }

  private typealias Parts = (year: Int, month: Int, day: Int)

  private static func dayFirst(_ scanner: inout DateScanner) -> Parts? {
    guard let one = scanner.number(1, 2) else { return nil }
    for separator in [".", "-"] as [StaticString] where scanner.accept(separator) {
      guard let other = scanner.number(1, 2), scanner.accept(separator),
        let year = scanner.number(4, 4)
      else { return nil }
      return (year, min(one, other), max(one, other))
    }
    return nil
  }

  private static func otherSeparators(_ scanner: inout DateScanner) -> Parts? {
    guard let year = scanner.number(4, 4) else { return nil }
    for separator in ["/", "."] as [StaticString] where scanner.accept(separator) {
      guard let month = scanner.number(1, 2), scanner.accept(separator),
        let day = scanner.number(1, 2)
      else { return nil }
      return (year, month, day)
    }
    return nil
  }

  private static func named(_ scanner: inout DateScanner) -> Parts? {
    if scanner.weekday() != nil {
      scanner.skipLetters()
      _ = scanner.accept(",")
      guard scanner.accept(" ") else { return nil }
    }
    if let month = scanner.monthName() {
      guard scanner.accept(" "), let day = scanner.number(1, 2) else { return nil }
      scanner.skipLetters()
      _ = scanner.accept(",")
      guard scanner.accept(" "), let year = scanner.number(4, 4) else { return nil }
      return (year, month, day)
    }
    guard let day = scanner.number(1, 2) else { return nil }
    scanner.skipLetters()
    guard scanner.accept(" ") || scanner.accept(". ") || scanner.accept("-"),
      let month = scanner.monthName()
    else { return nil }
    _ = scanner.accept(",")
    guard scanner.accept(" ") || scanner.accept("-"), let year = scanner.number(4, 4) else {
      return nil
    }
    return (year, month, day)
  }

  /// Reads a time without a date: `9:30`, `09:30:00`, `9:30 PM`.
  static func clock(_ bytes: [UInt8], _ profile: DateProfile) -> DateDiagnosis? {
    var scanner = DateScanner(bytes)
    let digits = scanner.digits(atMost: 2).count
    guard digits > 0, scanner.accept(":"), let minute = scanner.number(2, 2) else { return nil }
    var hour = bytes.prefix(digits).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let second = scanner.accept(":") ? scanner.number(2, 2) : nil
    if scanner.accept(".") { guard !scanner.digits().isEmpty else { return nil } }
    func text() -> String {
      (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }
    let isWhole = second ?? 0 == 0 && bytes.firstIndex(of: UInt8(ascii: ".")) == nil

    _ = scanner.accept(" ")
    let isAfternoon = scanner.accept("PM") || scanner.accept("pm") || scanner.accept("p.m.")
    if isAfternoon || scanner.accept("AM") || scanner.accept("am") || scanner.accept("a.m.") {
      guard scanner.isAtEnd else { return nil }
      guard 1...12 ~= hour, minute < 60 else { return DateDiagnosis(.impossibleTime) }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
      return DateDiagnosis(.twelveHourClock, rewrite: profile == .time && isWhole ? text() : nil)
    }
    guard scanner.isAtEnd || profile != .time else { return nil }
    if hour == 24 { return DateDiagnosis(.hour24) }
    guard hour < 24, minute < 60, second ?? 0 < 60 else { return DateDiagnosis(.impossibleTime) }
    guard profile == .time else { return DateDiagnosis(.timeOnly) }
    // An hour of one digit may be from a twelve-hour clock.
    guard digits == 2, second != nil else { return DateDiagnosis(.unrecognized) }
    return DateDiagnosis(.timeWithSeconds, rewrite: isWhole ? text() : nil)
  }

  /// Reads a text of only digits. It is a day without hyphens, or a count since 1970 with a
  /// probable unit.
  static func number(_ bytes: [UInt8], _ profile: DateProfile) -> DateDiagnosis? {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
    guard !digits.isEmpty, digits.allSatisfy(Format.isDigit) else { return nil }
    switch digits.count {
    case 8 where digits.count == bytes.count:
      var scanner = DateScanner(bytes)
      guard let year = scanner.number(4, 4), 1900...2200 ~= year, let month = scanner.number(2, 2),
        let day = scanner.number(2, 2), let date = CalendarDate(year: year, month: month, day: day)
      else { return nil }
      return DateDiagnosis(.basicFormat, rewrite: profile == .date ? date.description : nil)
    case 9...10: return DateDiagnosis(.epochSeconds)
    case 12...13: return DateDiagnosis(.epochMilliseconds)
    default: return nil
    }
  }
}
