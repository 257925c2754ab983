/// A day of the Gregorian calendar, in the years 0 to 9999. This calendar is also used for the
/// years before its introduction.
public struct CalendarDate: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month. The first month is 1.
  public let month: Int
  /// The day of the month. The first day is 1.
  public let day: Int

  /// Creates a day from its numbers. Nil for a day that the calendar does not have, such as 30
  /// February.
  @inlinable public init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= CalendarDate.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads a day in the form `YYYY-MM-DD`. Nil if there is no such day.
  public init?(_ text: String) {
    let date = text.withByteView { $0.count == 10 ? CalendarDate($0, at: 0) : nil }
    guard let date else { return nil }
    self = date
  }

  /// Reads the ten bytes of `YYYY-MM-DD` at an offset.
  @inlinable @_spi(Engine) public init?(_ text: ByteView, at start: Int) {
    guard text.count &- start >= 10, text[start + 4] == "-", text[start + 7] == "-"
    else { return nil }
    let century = text.twoDigits(at: start)
    let yearOfCentury = text.twoDigits(at: start + 2)
    guard century >= 0, yearOfCentury >= 0 else { return nil }
    self.init(
      year: century * 100 + yearOfCentury, month: text.twoDigits(at: start + 5),
      day: text.twoDigits(at: start + 8))
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String {
    year.padded(to: 4) + "-" + month.padded(to: 2) + "-" + day.padded(to: 2)
  }

  /// Whether the left day is before the right day.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The number of days since 1 January 1970. The number is negative for earlier days.
  public var daysSince1970: Int {
    // In this calculation years begin in March, so that the leap day is the last day.
    let years = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    // Years before 0 are counted from 400 years earlier, so that division still rounds down.
    let (shifted, era) = (years + 400, 146_097)
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - era
  }

  /// Creates the day that is this number of days after 1 January 1970. For a day outside the years
  /// 0 to 9999, it is the first or the last day of these years.
  package init(daysSince1970 days: Int) {
    let days = min(max(days, -719_528), 2_932_896)
    // This is also counted from 400 years earlier, with years that begin in March.
    let day = days + 719_468 + 146_097
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let year = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    self.day = dayOfYear - (153 * month + 2) / 5 + 1
    self.month = month < 10 ? month + 3 : month - 9
    self.year = year + era * 400 - 400 + (month < 10 ? 0 : 1)
  }

  @usableFromInline static func days(inMonth month: Int, of year: Int) -> Int {
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    switch month {
    case 2: return isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// The previous day for -1, the next day for 1. Nil outside the years 0 to 9999.
  package func adding(days step: Int) -> CalendarDate? {
    if let date = CalendarDate(year: year, month: month, day: day + step) { return date }
    let months = year * 12 + month - 1 + step
    let (year, month) = (months / 12, months % 12 + 1)
    let last = CalendarDate.days(inMonth: month, of: year)
    return CalendarDate(year: year, month: month, day: step > 0 ? 1 : last)
  }

  /// The weekday, from 0 for Sunday to 6 for Saturday. 1 January 1970 was a Thursday.
  package var weekday: Int { (daysSince1970 % 7 + 11) % 7 }
}

extension Int {
  /// The number in decimal digits. Zeros are added at the front, until the text has `width`
  /// characters.
  @_spi(Engine) public func padded(to width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}

extension ByteView {
  /// The number that two ASCII digits form. It is -1 if one of the two bytes is not a digit. Both
  /// bytes must be in the buffer.
  @inlinable @inline(__always)
  @_spi(Engine) public func twoDigits(at offset: Int) -> Int {
    let tens = self[offset] &- 0x30
    let ones = self[offset + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : -1
  }
}
