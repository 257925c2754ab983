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

  /// A live run has requests and no files; with files, both are counted.
  @Test func requests() {
    var summary = Summary()
    summary.inputs = 2
    summary.urls = 2
    summary.exchanges = 5
    summary.checked = 2
    for _ in 0..<3 { summary.skip("no-parameter") }
    #expect(
      summary.line == "checked 2 of 5 requests (3 skipped: no-parameter): 0 errors, 0 warnings")
    summary.exchanges = 1
    #expect(summary.counts(of: "checked").hasPrefix("checked 2 of 1 request ("))
    summary += summary
    summary.inputs += 3
    #expect(
      summary.counts(of: "checked").hasPrefix("checked 4 of 2 exchanges in 3 files and 4 URLs ("))
    #expect(Summary().line == "checked 0 of 0 exchanges in 0 files: 0 errors, 0 warnings")
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
