@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

/// Shares and times for readers.
@Suite struct RateTests {
  @Test(arguments: [
    (0, 7, "0 %"), (1, 1000, "0.1 %"), (1, 2001, "<0.1 %"), (1, 1_000_000_000, "<0.1 %"),
    (120, 52_866, "0.2 %"), (1, 4, "25 %"), (1, 3, "33.3 %"), (999, 1000, "99.9 %"),
    (9999, 10_000, ">99.9 %"), (10_000, 10_000, "100 %"),
  ]) func shares(part: Int, whole: Int, text: String) {
    #expect(Rate.percent(part, of: whole) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (52_866, "52,866"), (1_234_567, "1,234,567"),
  ]) func largeNumbers(number: Int, text: String) { #expect(Rate.grouped(number) == text) }

  @Test func periods() {
    let start = Timestamp("2026-11-03T09:14:58Z")
    #expect(Rate.period(start, start) == "at 2026-11-03 09:14")
    #expect(
      Rate.period(start, Timestamp("2026-11-03T11:02:00Z")) == "first 2026-11-03 09:14, last 11:02")
    #expect(
      Rate.period(start, Timestamp("2026-11-04T00:01:00Z"))
        == "first 2026-11-03 09:14, last 2026-11-04 00:01")
    #expect(Rate.period(nil, nil) == nil)
  }

  private static func rate(
    _ findings: [Finding], evaluated: Int, _ part: Exchange.Part = .response
  ) -> String? {
    var groups = FindingGroups()
    for finding in findings { groups.add(finding) }
    var summary = Summary()
    let name = OperationCount.Name(
      contract: "fotolokashen", operation: "GET /api/v1/locations/friends")
    summary.operations[name] = OperationCount()
    summary.operations[name]?.evaluated[.init(part, status: 200)] = evaluated
    return groups.all.first?.rate(in: summary)
  }

  @Test func aRateIsAShareOfWhatWasChecked() {
    let one = SampleFindings.coordinate()
    #expect(Self.rate([one], evaluated: 40) == "in 1 of 40 exchanges (2.5 %)")
    let many = (0..<263).map { SampleFindings.coordinate(entry: $0 % 120) }
    let sorted = many.sorted { $0.exchange?.index ?? 0 < $1.exchange?.index ?? 0 }
    #expect(Self.rate(sorted, evaluated: 52_866) == "×263 in 120 of 52,866 exchanges (0.2 %)")
    // There is nothing to add to the tally.
    #expect(Self.rate([one], evaluated: 1) == nil)
    #expect(Self.rate([one], evaluated: 40, .request) == nil)
    #expect(Self.rate([SampleFindings.bareFile], evaluated: 40) == nil)
    // Less was checked than has findings: a report that is not of this run.
    #expect(Self.rate(sorted, evaluated: 119) == nil)
  }

  @Test func timesAreThoseOfAllFindings() {
    var findings = (0..<3).map { SampleFindings.coordinate(entry: $0) }
    for (index, hour) in ["10", "09", "11"].enumerated() {
      findings[index].exchange?.time = Timestamp("2026-11-03T\(hour):00:00Z")
    }
    #expect(
      Self.rate(findings, evaluated: 4)
        == "×3 in 3 of 4 exchanges (75 %), first 2026-11-03 09:00, last 11:00")
    #expect(
      Self.rate(findings, evaluated: 0)
        == "×3 in 3 exchanges, first 2026-11-03 09:00, last 11:00")
  }
}
