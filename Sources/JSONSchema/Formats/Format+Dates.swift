@_spi(Engine) import JSONTape

extension Format {
  /// Checks `full-date` of RFC 3339, section 5.6, in the real calendar.
  static func isDate(_ text: Bytes) -> Bool {
    text.count == 10 && CalendarDate(text, at: 0) != nil
  }

  /// Checks `full-time` of RFC 3339, with a required offset.
  static func isTime(_ text: Bytes) -> Bool { isTime(text, at: 0) }

  static func isDateTime(_ text: Bytes) -> Bool {
    guard text.count >= 20, text[10] | 0x20 == "t", CalendarDate(text, at: 0) != nil
    else { return false }
    return isTime(text, at: 11)
  }

  /// Whether the text from an offset to its end is a full time.
  @inline(__always)
  private static func isTime(_ text: Bytes, at start: Int) -> Bool {
    guard let time = ClockTime(text, at: start), let zone = ZoneOffset(text, at: time.end) else {
      return false
    }
    return zone.end == text.count && time.isPossible(in: zone)
  }

  /// Checks `duration` of RFC 3339, appendix A. It has no fractions. No unit between two other
  /// units may be missing. Weeks must be the only unit.
  static func isDuration(_ text: Bytes) -> Bool {
    guard text.count >= 3, text[0] == "P" else { return false }
    var at = 1
    // After a first unit, each unit must directly follow the previous one, so only `next` is
    // allowed.
    func units(_ names: StaticString) -> Bool? {
      var next: Int? = nil
      while at < text.count, isDigit(text[at]) {
        while at < text.count, isDigit(text[at]) { at += 1 }
        guard at < text.count else { return nil }
        let unit = text[at]
        at += 1
        let found = (0..<names.utf8CodeUnitCount).first { names.utf8Start[$0] == unit }
        guard let found, next == nil || next == found else { return nil }
        next = found + 1
      }
      return next != nil
    }
    if text[text.count - 1] == "W" {
      return units("W") == true && at == text.count && !text.dropLast().contains(UInt8(ascii: "W"))
    }
    guard let hasDate = units("YMD") else { return false }
    if at == text.count { return hasDate }
    guard text[at] == "T" else { return false }
    at += 1
    return units("HMS") == true && at == text.count
  }
}
