import JSONSchema

/// The dates of HTTP (RFC 9110, section 5.6.7), all three forms, as seconds since 1970.
enum HTTPDate {
  /// Nil when the text is none of `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`
  /// and `Sun Nov  6 08:49:37 1994`.
  static func seconds(_ text: String) -> Int64? {
    // Past this no date is written, and whoever sends more is not read further.
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "-" || $0 == "," }.map(String.init)
    switch words.count {
    case 6 where words[5] == "GMT":
      return seconds(day: words[1], month: words[2], year: words[3], time: words[4])
    case 5:
      return seconds(day: words[2], month: words[1], year: words[4], time: words[3])
    default:
      return nil
    }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func seconds(day: String, month: String, year: String, time: String) -> Int64? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard let day = number(day), let month = months.firstIndex(of: month),
      var year = number(year), clock.count == 3,
      let hour = clock[0], let minute = clock[1], let second = clock[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    // Two digits: the last century's from 70 on.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    guard let date = CalendarDate(year: Int(year), month: month + 1, day: Int(day)) else {
      return nil
    }
    return Int64(date.daysSince1970) * 86400 + hour * 3600 + minute * 60 + second
  }

  private static func number(_ text: some StringProtocol) -> Int64? {
    guard 1...4 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int64(text)
  }
}
