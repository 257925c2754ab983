import JSONTape
import Testing

@testable import ContractCheck

@Suite struct FindingGroupsTests {
  private func tallies(_ findings: [Finding]) -> [String] {
    var groups = FindingGroups()
    for finding in findings { groups.add(finding) }
    return groups.all.map(\.tally)
  }

  @Test func oneMistakeAtManyElements() {
    let findings = (0..<200).map { SampleFindings.coordinate(element: $0) }
    #expect(tallies(findings) == [" (×200)"])
    #expect(tallies([findings[0]]) == [""])
  }

  @Test func exchangesAreCountedOnce() {
    let findings = (0..<30).map { SampleFindings.coordinate(entry: $0 / 10, element: $0) }
    #expect(tallies(findings) == [" (×30 in 3 exchanges)"])
    var other = SampleFindings.coordinate()
    other.file = "other.har"
    #expect(tallies([SampleFindings.coordinate(), other]) == [" (×2 in 2 exchanges)"])
  }

  @Test func whateverTellsMistakesApart() {
    let base = SampleFindings.coordinate()
    let changes: [(inout Finding) -> Void] = [
      { $0.rule = "key-case" }, { $0.severity = .warning }, { $0.keyword = "type" },
      { $0.contract = "other" }, { $0.exchange?.operation = "GET /other" },
      { $0.exchange?.status = 201 }, { $0.exchange?.part = .request }, { $0.member = "a" },
      { $0.instance = $0.instance.appending("x") },
    ]
    for change in changes {
      var other = base
      change(&other)
      #expect(tallies([base, other]) == ["", ""])
    }
    var reworded = base
    reworded.message = "another number"
    #expect(tallies([base, reworded]) == [" (×2)"])
  }

  @Test func withoutAnOperationTheWordingAndTheFileCount() {
    var reworded = SampleFindings.unknownRoute
    reworded.message = "no operation for GET /b"
    #expect(tallies([SampleFindings.unknownRoute, reworded]) == ["", ""])
    var elsewhere = SampleFindings.bareFile
    elsewhere.file = "Fixtures/other.json"
    #expect(tallies([SampleFindings.bareFile, elsewhere]) == ["", ""])
    #expect(tallies([SampleFindings.bareFile, SampleFindings.bareFile]) == [" (×2)"])
  }

  @Test func orderOfFindings() {
    let base = SampleFindings.coordinate()
    var later = base
    later.region.bytes.offset += 1
    var rule = base
    rule.rule = "explicit-null"
    var member = rule
    member.member = "a"
    #expect(
      [later, member, rule, base].sorted(by: Finding.inReportOrder) == [base, rule, member, later])
  }
}
