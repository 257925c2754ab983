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
    #expect(tallies([SampleFindings.coordinate(), other]) == [" (×2 in 2 exchanges of 2 files)"])
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

  private func absent(_ member: String, element: Int, rule: String = "schema") -> Finding {
    var finding = SampleFindings.coordinate(element: element)
    finding.rule = rule
    finding.keyword = "required"
    finding.instance = JSONPointer(tokens: ["locations", "\(element)"])
    finding.member = member
    finding.message = "`\(member)` is missing"
    return finding
  }

  private func headlines(_ findings: [Finding]) -> [String] {
    var groups = FindingGroups()
    for finding in findings { groups.add(finding) }
    #expect(groups.all.map(\.count).reduce(0, +) == findings.count)
    return groups.all.map { $0.message + $0.tally }
  }

  @Test func absentMembersOfOneObjectAreOneBlock() {
    #expect(headlines([absent("a", element: 0)]) == ["`a` is missing"])
    #expect(
      headlines([absent("a", element: 0), absent("b", element: 0)]) == ["`a` and `b` are missing"])
    let all = (0..<3).flatMap { [absent("a", element: $0), absent("b", element: $0)] }
    #expect(headlines(all) == ["`a` and `b` are missing (each ×3)"])
    #expect(
      headlines([absent("a", element: 0)] + all.dropFirst(2))
        == ["`a` ×3 and `b` ×2 are missing"])
    #expect(
      headlines(["a", "b"].map { absent($0, element: 0, rule: "explicit-null") })
        == ["`a` and `b` are left out; this API sends an explicit `null`"])
  }

  @Test func keysThatAreIdsArePlaces() {
    func at(_ key: String) -> Finding {
      var finding = SampleFindings.coordinate()
      finding.instance = JSONPointer(tokens: ["users", key, "lat"])
      return finding
    }
    let ids = [
      "7", "123e4567-e89b-12d3-a456-426614174000", "507f1f77bcf86cd799439011", "2026-01-31",
    ]
    #expect(tallies(ids.map(at)) == [" (×4)"])
    let names = ["home", "work", "line1", "line2", "sha256", "en-US", "address2"]
    #expect(tallies(names.map(at)).count == names.count)
  }

  /// Memory stays bounded however many different mistakes there are; none is forgotten in silence.
  @Test func furtherGroupsAreCounted() {
    var groups = FindingGroups(limit: 2)
    for number in 0..<5 {
      var finding = SampleFindings.coordinate()
      finding.rule = "rule-\(min(number, 3))"
      groups.add(finding)
    }
    #expect(groups.all.count == 2 && groups.leftOut == 3)
    #expect(groups.rest == "3 further findings are not shown; `--format json` has them all")
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
