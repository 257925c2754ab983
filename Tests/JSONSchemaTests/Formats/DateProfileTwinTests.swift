import TestSupport
import Testing

@testable import JSONSchema
@_spi(Engine) import JSONTape

/// A date of a profile that implies a format is not asked for the format: both, over random texts.
@Suite struct DateProfileTwinTests {
  private static let dates = [
    "2026-02-23T10:15:30.123Z", "2026-02-23T10:15:30Z", "2026-02-23 10:15:30", "2024-02-29",
    "2026-12-31T23:59:60Z", "2026-02-23T10:15:30.1+05:30", "0000-01-01T00:00:00.000Z", "09:30",
    "9999-12-31T23:59:59-18:00", "2023-02-29T00:00:00Z", "2026-02-23t10:15:30z",
  ]

  @Test func aDateOfTheProfileHasTheFormat() {
    let seed = TestSeed.seed(141)
    var random = SeededGenerator(seed: seed)
    var accepted = 0
    for _ in 0..<TestSeed.rounds(20_000) {
      var text = Array(random.pick(Self.dates).utf8)
      for _ in 0..<random.below(3) {
        let place = random.below(text.count)
        switch random.below(3) {
        case 0: text[place] = random.pick(Array("0123456789:-+.TZtz ".utf8))
        case 1 where text.count > 1: text.remove(at: place)
        default: text.insert(random.pick(Array("0123456789".utf8)), at: place)
        }
      }
      text.withByteView { bytes in
        for profile in DateProfile.allCases where profile.accepts(bytes) {
          for format in [Format.dateTime, .date, .time] where profile.implies(format) {
            accepted += 1
            #expect(
              format.accepts(bytes),
              "\(profile): \(String(decoding: bytes, as: UTF8.self)), seed \(seed)")
          }
        }
      }
    }
    #expect(accepted > 1_000)
  }
}
