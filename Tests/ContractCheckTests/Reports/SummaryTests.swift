import ContractCheck
import Testing

@Suite struct SummaryTests {
  @Test func theLineOfTheExample() {
    var summary = Summary()
    summary.inputs = 1
    summary.exchanges = 31
    summary.checked = 30
    summary.skip("no-body")
    summary.errors = 2
    #expect(
      summary.line
        == "checked 30 of 31 exchanges in 1 file (1 skipped: no-body): 2 errors, 0 warnings")
  }

  @Test func severalReasons() {
    var summary = Summary()
    summary.inputs = 2
    summary.exchanges = 9
    summary.checked = 1
    for _ in 0..<3 { summary.skip("not-modified") }
    summary.skip("no-body")
    summary.unmatched = 4
    for severity in [Severity.error, .warning, .note, .note] { summary.count(severity) }
    #expect(
      summary.line
        == "checked 1 of 9 exchanges in 2 files (4 skipped: 1 no-body, 3 not-modified; 4 unmatched): "
        + "1 error, 1 warning, 2 notes")
  }

  @Test func partsAddUp() {
    var total = Summary()
    var part = Summary()
    part.inputs = 1
    part.exchanges = 3
    part.checked = 2
    part.unmatched = 1
    part.skip("no-body")
    part.count(.error)
    part.count(.warning)
    part.count(.note)
    total += part
    total += part
    #expect(total.inputs == 2 && total.exchanges == 6 && total.checked == 4)
    #expect(total.unmatched == 2 && total.skipped == ["no-body": 2])
    #expect(total.findings(atLeast: .error) == 2)
    #expect(total.findings(atLeast: .warning) == 4)
    #expect(total.findings(atLeast: .note) == 6)
  }

  @Test func severitiesAreOrdered() {
    #expect(Severity.allCases.sorted() == [.note, .warning, .error])
  }
}
