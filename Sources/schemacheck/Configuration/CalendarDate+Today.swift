import JSONSchema
import ContractCheck

extension CalendarDate {
  /// The day it is, in UTC.
  static var today: CalendarDate? {
    var seconds = time(nil)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return nil }
    return CalendarDate(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}
