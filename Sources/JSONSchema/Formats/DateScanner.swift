/// Reads the parts of dates in free forms, one after the other.
struct DateScanner {
  private let bytes: [UInt8]
  private(set) var at = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  static func trimming(_ bytes: [UInt8]) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return [] }
    return Array(bytes[first...last])
  }

  mutating func accept(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - at >= count else { return false }
    for index in 0..<count where bytes[at + index] != text.utf8Start[index] { return false }
    at += count
    return true
  }

  /// Reads as many digits as possible, up to a maximum. Nil if there are fewer digits than the
  /// minimum.
  mutating func number(_ minimum: Int, _ maximum: Int) -> Int? {
    let digits = digits(atMost: maximum)
    guard digits.count >= minimum else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  mutating func digits(atMost maximum: Int = .max) -> ArraySlice<UInt8> {
    let start = at
    while at < bytes.count, at - start < maximum, Format.isDigit(bytes[at]) { at += 1 }
    return bytes[start..<at]
  }

  /// The index of the next name, among names of three letters.
  mutating func name(of names: StaticString) -> Int? {
    guard bytes.count - at >= 3 else { return nil }
    for index in 0..<(names.utf8CodeUnitCount / 3) {
      if (0..<3).allSatisfy({ names.utf8Start[index * 3 + $0] == bytes[at + $0] }) {
        at += 3
        return index
      }
    }
    return nil
  }

  mutating func weekday() -> Int? { name(of: "SunMonTueWedThuFriSat") }

  /// The next month, from 1.
  mutating func month() -> Int? {
    name(of: "JanFebMarAprMayJunJulAugSepOctNovDec").map { $0 + 1 }
  }

  /// The next month, from 1: `Feb`, `Feb.` or `February`.
  mutating func monthName() -> Int? {
    guard let month = month() else { return nil }
    skipLetters()
    _ = accept(".")
    return month
  }

  mutating func skipLetters() {
    while at < bytes.count, 0x61...0x7A ~= bytes[at] { at += 1 }
  }

  /// The next `HH:MM:SS`, not checked.
  mutating func clock() -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = number(2, 2), accept(":"), let minute = number(2, 2), accept(":"),
      let second = number(2, 2)
    else { return nil }
    return (hour, minute, second)
  }

  /// Skips a name in parentheses.
  mutating func acceptParentheses() -> Bool {
    guard accept("("), bytes.last == UInt8(ascii: ")") else { return false }
    at = bytes.count
    return true
  }
}
