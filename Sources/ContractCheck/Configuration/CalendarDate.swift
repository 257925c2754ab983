/// A day of the Gregorian calendar, as ISO 8601 writes it: `2026-12-31`.
public struct CalendarDate: Comparable, Hashable, Sendable, CustomStringConvertible {
  private let year: Int
  private let month: Int
  private let day: Int

  /// The day that a text writes as `YYYY-MM-DD`; nil where there is no such day.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-") else {
      return nil
    }
    var numbers: [Int] = []
    for range in [0..<4, 5..<7, 8..<10] {
      guard bytes[range].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      numbers.append(bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// A day by its numbers, month and day from 1; nil where there is no such day.
  public init?(year: Int, month: Int, day: Int) {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...lengths[month - 1]).contains(day)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// The day as `YYYY-MM-DD`.
  public var description: String {
    "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
  }

  /// Whether the left day comes before the right one.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
