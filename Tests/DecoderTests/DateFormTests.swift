import Foundation
import TestSupport
import Testing

@testable import ContractCheck

/// Dates in a form of their own, compared with Foundation's `DateFormatter`, which apps give to
/// `JSONDecoder`.
@Suite struct DateFormTests {
  private static let zones = [
    "Z", "z", "GMT", "UTC", "+00:00", "+0000", "+01:00", "-0730", "+1", "+01", "+123", "+010203",
    "+01:02:03", "+24:00", "+01:60", "+1:2", "+01:2", "--1", "+", "", "EST", "Zx",
  ]

  @Test(arguments: [
    "yyyy-MM-dd'T'HH:mm:ssZ", "yyyy-MM-dd'T'HH:mm:ss.SSSZ", "yyyy-MM-dd'T'HH:mm:ssXXXXX",
    "yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx", "yyyy-MM-dd HH:mm:ss", "dd.MM.yyyy", "HH:mm", "HHZ",
  ])
  func asDateFormatterReadsThem(form: String) throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = form
    let pattern = try #require(DatePattern(form, isICU: true))
    var random = SeededGenerator(seed: TestSeed.seed(20_261_129))
    var counts = [true: 0, false: 0]
    for _ in 0..<500 {
      let text = Self.text(form, &random)
      let isRead = formatter.date(from: text) != nil
      counts[isRead, default: 0] += 1
      #expect(pattern.accepts(Array(text.utf8)) == isRead, "\(form): \(text)")
    }
    #expect(counts.values.allSatisfy { $0 > 20 }, "\(counts)")
  }

  /// A text with the parts of a form, often with right values.
  private static func text(_ form: String, _ random: inout SeededGenerator) -> String {
    var text = ""
    var rest = Substring(form.replacing("'", with: ""))
    while let letter = rest.first {
      let count = rest.prefix { $0 == letter }.count
      rest = rest.dropFirst(count)
      let isOdd = random.below(20) == 0
      switch letter {
      case "y": text += isOdd ? random.pick(["26", "226", "02026", ""]) : "2026"
      case "M": text += isOdd ? random.pick(["1", "0", "13", "001"]) : "0\(random.below(9) + 1)"
      case "d": text += isOdd ? random.pick(["1", "00", "32", "30", "31"]) : "1\(random.below(9))"
      case "H": text += isOdd ? random.pick(["7", "24", "007"]) : "1\(random.below(9))"
      case "m", "s": text += isOdd ? random.pick(["7", "60", "5x"]) : "3\(random.below(9))"
      case "S": text += isOdd ? random.pick(["", "1", "1234567890123456789012"]) : "125"
      case "Z", "X", "x": text += random.pick(zones)
      default: text += String(letter)
      }
    }
    return text
  }
}
