/// `HH:MM:SS` with an optional fraction, as RFC 3339 writes it.
struct ClockTime: Hashable, Sendable {
  var hour: Int
  var minute: Int
  /// 0 to 60; 60 only in a leap second, which the offset decides.
  var second: Int
  /// The digits after the point, as offsets in the text; empty without a fraction.
  var fraction: Range<Int>
  /// The offset just past the time.
  var end: Int

  /// Reads the time at an offset; the text may go on behind it.
  init?(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard text.count &- start >= 8, text[start + 2] == UInt8(ascii: ":"),
      text[start + 5] == UInt8(ascii: ":")
    else { return nil }
    hour = text.twoDigits(at: start)
    minute = text.twoDigits(at: start + 3)
    second = text.twoDigits(at: start + 6)
    guard 0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second else { return nil }
    end = start + 8
    fraction = end..<end
    guard end < text.count, text[end] == UInt8(ascii: ".") else { return }
    var past = end + 1
    while past < text.count, text[past] &- 0x30 < 10 { past += 1 }
    guard past > end + 1 else { return nil }
    fraction = (end + 1)..<past
    end = past
  }

  /// Whether a second 60 is the last second of a day in UTC; true for any other second.
  func isPossible(in zone: ZoneOffset) -> Bool {
    guard second == 60 else { return true }
    let utc = (hour * 60 + minute - zone.minutes + 2880) % 1440
    return utc == 1439
  }
}

/// `Z` or `±HH:MM`.
struct ZoneOffset: Hashable, Sendable {
  /// Minutes east of UTC.
  let minutes: Int
  /// The offset just past the zone.
  let end: Int

  init(minutes: Int, end: Int) {
    self.minutes = minutes
    self.end = end
  }

  /// Reads the zone at an offset; a lower-case `z` is one, as RFC 3339 allows.
  init?(_ text: UnsafeBufferPointer<UInt8>, at start: Int) {
    guard start < text.count else { return nil }
    let sign = text[start]
    if sign | 0x20 == UInt8(ascii: "z") {
      self.init(minutes: 0, end: start + 1)
      return
    }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), text.count - start >= 6,
      text[start + 3] == UInt8(ascii: ":")
    else { return nil }
    let hours = text.twoDigits(at: start + 1)
    let rest = text.twoDigits(at: start + 4)
    guard 0...23 ~= hours, 0...59 ~= rest else { return nil }
    let size = hours * 60 + rest
    self.init(minutes: sign == UInt8(ascii: "-") ? -size : size, end: start + 6)
  }
}
