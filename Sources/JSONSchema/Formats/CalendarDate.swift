/// A day of the proleptic Gregorian calendar, in the years 0 to 9999.
public struct CalendarDate: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// 0 to 9999.
  public let year: Int
  /// From 1.
  public let month: Int
  /// From 1.
  public let day: Int

  /// A day by its numbers; nil for one the calendar does not have, such as 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1,
      day <= CalendarDate.days(inMonth: month, of: year)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that a text writes as `YYYY-MM-DD`; nil where there is no such day.
  public init?(_ text: String) {
    var text = text
    let date = text.withUTF8 { $0.count == 10 ? CalendarDate($0, at: 0) : nil }
    guard let date else { return nil }
    self = date
  }

  /// Reads the ten bytes of `YYYY-MM-DD` at an offset.
  init?(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard text.count &- start >= 10, text[start + 4] == UInt8(ascii: "-"),
      text[start + 7] == UInt8(ascii: "-")
    else { return nil }
    let century = text.twoDigits(at: start)
    let yearOfCentury = text.twoDigits(at: start + 2)
    guard century >= 0, yearOfCentury >= 0 else { return nil }
    self.init(
      year: century * 100 + yearOfCentury, month: text.twoDigits(at: start + 5),
      day: text.twoDigits(at: start + 8))
  }

  /// `YYYY-MM-DD`.
  public var description: String { text }

  /// Whether the left day comes before the right one.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// How many days it comes after 1 January 1970; negative for earlier ones.
  public var daysSince1970: Int {
    // Years begin in March here, so that the leap day comes last.
    let years = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    // Years before 0 are counted from 400 years earlier, where division still rounds down.
    let (shifted, era) = (years + 400, 146_097)
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468 - era
  }

  static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The day some days later or earlier; nil outside the years 0 to 9999.
  func adding(days: Int) -> CalendarDate? {
    guard -366...366 ~= days else { return nil }
    var (year, month, day) = (year, month, day + days)
    while day < 1 {
      (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
      day += CalendarDate.days(inMonth: month, of: year)
    }
    while day > CalendarDate.days(inMonth: month, of: year) {
      day -= CalendarDate.days(inMonth: month, of: year)
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    return CalendarDate(year: year, month: month, day: day)
  }

  /// 0 for Sunday to 6 for Saturday.
  var weekday: Int {
    // Zeller's congruence: January and February count as months of the year before.
    let shifted = month < 3
    let years = (shifted ? year - 1 : year) + 400
    let months = shifted ? month + 12 : month
    let days = day + (13 * (months + 1)) / 5 + years + years / 4 - years / 100 + years / 400
    return (days + 6) % 7
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number that two ASCII digits write, or -1 where they are not digits.
  ///
  /// The caller has made sure that both bytes are inside the buffer.
  @inline(__always)
  func twoDigits(at offset: Int) -> Int {
    let tens = self[offset] &- 0x30
    let ones = self[offset + 1] &- 0x30
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : -1
  }
}
