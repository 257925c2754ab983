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
        == "2 errors; 30 of 31 exchanges checked; not checked: 1 no body")
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
      summary.line == "no findings; 2 of 5 requests checked; not checked: 3 no parameter")
    summary.exchanges = 1
    #expect(summary.lines(of: "checked").first == "2 of 1 request checked")
    summary += summary
    summary.inputs += 3
    #expect(
      summary.lines(of: "checked").first == "4 of 2 exchanges checked")
    #expect(Summary().line == "no findings; 0 of 0 exchanges checked")
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
        == "1 error, 1 warning and 2 notes; 1 of 9 exchanges checked; "
        + "not checked: 3 not modified, 1 no body, 4 unmatched")
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
