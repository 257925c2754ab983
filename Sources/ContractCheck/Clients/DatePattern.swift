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

  /// Reads a form; nil if it has unknown letters.
  init?(_ format: String) {
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
      case ("X", 1...3): parts.append(.zone(isZ: true, hasColon: count == 3))
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
    for part in parts {
      switch part {
      case .text(let byte):
        guard rest.popFirst() == byte else { return false }
      case .field(let letter, let count):
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return false }
        values[letter] = Int(String(decoding: digits, as: UTF8.self))
        rest = rest.dropFirst(count)
      case .zone(let isZ, let hasColon):
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
}
