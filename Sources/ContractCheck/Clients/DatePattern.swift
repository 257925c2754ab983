/// The form of a date in the letters of Unicode TR 35, such as `yyyy-MM-dd'T'HH:mm:ssZ`. Only the
/// letters that apps use for dates in JSON are supported.
struct DatePattern: Hashable, Sendable {
  private enum Part: Hashable {
    case text(UInt8)
    /// The letter of a field, and its number of digits.
    case field(Character, Int)
    /// A time zone. The letter `X` accepts the text `Z`, the letter `Z` does not. The offset is
    /// written with or without a colon.
    case zone(isZ: Bool, hasColon: Bool)
  }

  private var parts: [Part] = []
  /// Whether texts are read as ICU reads them, for Foundation's `DateFormatter`: any notation of a
  /// time zone, and any number of digits.
  private let isICU: Bool

  /// Reads a form; nil if it has unknown letters.
  init?(_ format: String, isICU: Bool) {
    self.isICU = isICU
    var rest = Substring(format)
    while let letter = rest.popFirst() {
      if letter == "'" {
        let quoted = rest.prefix { $0 != "'" }
        guard quoted.endIndex < rest.endIndex else { return nil }
        parts += (quoted.isEmpty ? "'" : quoted).utf8.map { .text($0) }
        rest = rest[quoted.endIndex...].dropFirst()
        continue
      }
      guard letter.isASCII, letter.isLetter else {
        parts += String(letter).utf8.map { .text($0) }
        continue
      }
      let count = rest.prefix { $0 == letter }.count + 1
      rest = rest.dropFirst(count - 1)
      switch (letter, count) {
      case ("y", 4), ("M", 2), ("d", 2), ("H", 2), ("m", 2), ("s", 2), ("S", 1...9):
        parts.append(.field(letter, count))
      case ("X", 1...5): parts.append(.zone(isZ: true, hasColon: count == 3 || count == 5))
      case ("x", 1...5): parts.append(.zone(isZ: false, hasColon: count == 3 || count == 5))
      case ("Z", 1...3): parts.append(.zone(isZ: false, hasColon: false))
      case ("Z", 5): parts.append(.zone(isZ: true, hasColon: true))
      default: return nil
      }
    }
  }

  /// Whether a text has this form and gives an existing date.
  func accepts(_ text: some RandomAccessCollection<UInt8>) -> Bool {
    var rest = Array(text)[...]
    var values: [Character: Int] = [:]
    for (index, part) in parts.enumerated() {
      switch part {
      case .text(let byte):
        guard rest.popFirst() == byte else { return false }
      case .field(let letter, let count):
        let all = rest.prefix { $0 &- 0x30 < 10 }
        let isFree = isICU && !isField(index - 1) && !isField(index + 1)
        let digits = isFree ? all : all.prefix(count)
        guard isFree ? !digits.isEmpty : digits.count == count else { return false }
        // Only a fraction of a second may have more digits than a number.
        values[letter] = Int(String(decoding: digits.prefix(18), as: UTF8.self))
        rest = rest.dropFirst(digits.count)
      case .zone(let isZ, let hasColon):
        if isICU {
          guard let end = Self.endOfZone(rest) else { return false }
          rest = rest[end...]
          continue
        }
        if isZ, rest.first == UInt8(ascii: "Z") {
          rest = rest.dropFirst()
          continue
        }
        let zone = rest.prefix(hasColon ? 6 : 5)
        guard "+-".utf8.contains(zone.first ?? 0),
          zone.dropFirst().filter({ $0 &- 0x30 < 10 }).count == 4,
          zone.count == (hasColon ? 6 : 5), !hasColon || zone[zone.startIndex + 3] == 0x3A
        else { return false }
        rest = rest.dropFirst(zone.count)
      }
    }
    let (year, month, day) = (values["y"] ?? 2000, values["M"] ?? 1, values["d"] ?? 1)
    return rest.isEmpty && 1...12 ~= month && day >= 1 && day <= ClientText.days(year, month)
      && values["H"] ?? 0 < 24 && values["m"] ?? 0 < 60 && values["s"] ?? 0 < 60
  }

  private func isField(_ index: Int) -> Bool {
    guard parts.indices.contains(index), case .field = parts[index] else { return false }
    return true
  }

  /// The end of a time zone that ICU reads: `Z`, `GMT`, `UTC`, `+1`, `+01`, `+0100`, `+01:00`. Nil
  /// if there is none.
  private static func endOfZone(_ text: ArraySlice<UInt8>) -> Int? {
    let upper = text.map { $0 & 0x5F }
    for name in ["GMT", "UTC", "UT", "Z"] where upper.starts(with: name.utf8) {
      let end = text.startIndex + name.utf8.count
      if end == text.endIndex { return end }
    }
    guard let sign = text.first, "+-".utf8.contains(sign) else { return nil }
    let groups = text.dropFirst().split(separator: 0x3A, omittingEmptySubsequences: false)
    guard groups.allSatisfy({ $0.allSatisfy { $0 &- 0x30 < 10 } }), let first = groups.first else {
      return nil
    }
    let numbers: [Int]
    if groups.count == 1 {
      guard 1...6 ~= first.count else { return nil }
      let width = 2 - first.count % 2
      let digits = first.map { Int($0 - 0x30) }
      let hours = digits.prefix(width).reduce(0) { $0 * 10 + $1 }
      let rest = Array(digits.dropFirst(width))
      numbers =
        [hours] + stride(from: 0, to: rest.count, by: 2).map { rest[$0] * 10 + rest[$0 + 1] }
    } else {
      guard groups.count <= 3, groups.allSatisfy({ $0.count == 2 }) else { return nil }
      numbers = groups.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    guard numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    return text.endIndex
  }
}
