@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import TestSupport
import Testing

@testable import ContractCheck

@Suite struct ExchangeHistoryTests {
  private typealias Moment = (time: Timestamp, worst: Severity?)

  private static func history(_ moments: [Moment]) -> ExchangeHistory {
    var history = ExchangeHistory()
    for moment in moments { history.add(moment.time, worst: moment.worst) }
    return history
  }

  /// Times of a random stretch of the years 0 to 9999, some before 1970.
  private static func moments(_ generator: inout SeededGenerator) -> [Moment] {
    let span = 1 << Int.random(in: 1..<48, using: &generator)
    let start = Int.random(in: -10_000_000_000_000...10_000_000_000_000, using: &generator)
    return (0..<200).map { _ in
      let time = start + Int.random(in: 0..<span, using: &generator)
      return (
        Timestamp(milliseconds: time),
        [nil, .note, .warning, .error].randomElement(using: &generator)!
      )
    }
  }

  @Test(arguments: 0..<50)
  func theOrderDoesNotMatter(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let moments = Self.moments(&generator)
    let history = Self.history(moments)
    #expect(Self.history(moments.reversed()) == history)
    #expect(Self.history(moments.shuffled(using: &generator)) == history)
  }

  @Test(arguments: 0..<50)
  func itIsBoundedAndLosesNothing(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let moments = Self.moments(&generator)
    let history = Self.history(moments)
    let numbers = try #require(history.numbers)
    #expect(numbers.count <= history.most)
    #expect(history.periods.keys.allSatisfy(numbers.contains))
    #expect(history.periods.values.reduce(0) { $0 + $1.exchanges } == moments.count)
    for severity in Severity.allCases {
      #expect(
        history.periods.values.reduce(0) { $0 + ($1.worst[severity] ?? 0) }
          == moments.count { $0.worst == severity })
    }
    // Each moment is in its own period.
    for (time, _) in moments {
      let number = Int((Double(time.milliseconds) / 1000 / Double(history.length)).rounded(.down))
      #expect(history.periods[number] != nil)
    }
  }

  @Test(arguments: [
    (0, "1 second"), (59, "1 second"), (60, "5 seconds"), (3599, "1 minute"), (3600, "5 minutes"),
    (86_400, "30 minutes"), (7 * 86_400, "3 hours"), (365 * 86_400, "1 week"),
    (10 * 365 * 86_400, "16 weeks"),
  ])
  func periodsHaveUsualLengths(seconds: Int, words: String) {
    let history = Self.history([
      (Timestamp(milliseconds: 0), nil), (Timestamp(milliseconds: seconds * 1000), .error),
    ])
    #expect(history.lengthWords == words)
  }

  @Test func periodsSayWhenTheyBegin() {
    let history = Self.history([(Timestamp(milliseconds: -1500), .note)])
    #expect(history.numbers == -2 ... -2)
    #expect(history.start(of: -2) == "1969-12-31 23:59:58")
  }

  @Test(arguments: 0..<20)
  func partsAreWhatIsBeforeAndAfter(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var history = ExchangeHistory.hours
    let start = Int.random(in: -10_000...500_000, using: &generator)
    let moments: [Moment] = (0..<500).map { _ in
      let hour = start + Int.random(in: 0..<5000, using: &generator)
      let rest = Int.random(in: 0..<3_600_000, using: &generator)
      return (
        Timestamp(milliseconds: hour * 3_600_000 + rest),
        [nil, .error].randomElement(using: &generator)!
      )
    }
    for moment in moments { history.add(moment.time, worst: moment.worst) }
    let time = Timestamp(milliseconds: (start + 2000) * 3_600_000)
    let parts = try #require(history.parts(at: time))
    #expect(parts.before.exchanges == moments.count { $0.time < time })
    #expect(parts.since.exchanges == moments.count { $0.time >= time })
    #expect(parts.since.worst[.error] ?? 0 == moments.count { $0.time >= time && $0.worst != nil })
    #expect(history.parts(at: Timestamp(milliseconds: time.milliseconds + 1)) == nil)
  }
}
