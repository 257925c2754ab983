internal import JSONSchema

/// A day of the Gregorian calendar, as ISO 8601 writes it: `2026-12-31`.
public struct CalendarDate: Comparable, Hashable, Sendable, CustomStringConvertible {
  /// The day as `YYYY-MM-DD`.
  public let description: String

  /// The day that a text writes as `YYYY-MM-DD`; nil where there is no such day.
  public init?(_ text: String) {
    var text = text
    guard text.withUTF8(DateProfile.date.accepts) else { return nil }
    description = text
  }

  /// A day by its numbers, month and day from 1; nil where there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    self.init("\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))")
  }

  /// Whether the left day comes before the right one.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    // The largest unit stands first, with a fixed number of digits.
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
