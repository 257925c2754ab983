@_spi(Engine) @testable import ContractReports
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct GitHubReportTests {
  /// The lines of the report, and the Markdown for the page of the job.
  private func report(
    _ findings: [Finding], hasSummary: Bool = false, paths: ReportPaths = ReportPaths()
  ) -> (lines: [String], summary: String) {
    var bytes: [UInt8] = []
    var page: [UInt8] = []
    var context = ReportContext()
    context.paths = paths
    if hasSummary { context.stepSummary = { page += $0 } }
    var report = ReportFormat.github.report(context) { bytes += $0 }
    for finding in findings { report.add(finding) }
    report.finish(SampleFindings.summary)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return (lines, String(decoding: page, as: UTF8.self))
  }

  private func findings(_ count: Int, _ severity: Severity = .error) -> [Finding] {
    (0..<count).map { number in
      var finding = SampleFindings.missingProperty
      finding.severity = severity
      finding.instance = JSONPointer(tokens: ["m\(number)"])
      return finding
    }
  }

  @Test func errorsComeFirstAndAreTen() {
    let (lines, page) = report(findings(4, .note) + findings(3, .warning) + findings(5))
    #expect(
      lines.map { $0.prefix { $0 != " " } }
        == [
          "::error", "::error", "::error", "::error", "::error", "::warning", "::warning",
          "::warning", "::notice", "::notice", "2",
        ])
    #expect(lines.last == "2 further findings are not annotated; `--format text` shows them")
    #expect(page == "")
  }

  @Test func theRestIsOnThePageOfTheJob() {
    let (lines, page) = report(findings(11), hasSummary: true)
    #expect(lines.last == "1 further finding is in the summary of the job")
    for number in 0..<11 { #expect(page.contains("/m\(number)")) }
    #expect(report(findings(10), hasSummary: true).lines.count == 10)
  }

  @Test func oneMistakeIsOneAnnotation() {
    let (lines, _) = report((0..<200).map { SampleFindings.coordinate(element: $0) })
    #expect(lines.count == 1)
    #expect(lines[0].contains("title=coordinate-names (×200)::"))
    #expect(
      lines[0].hasPrefix(
        "::error file=captures/friends.har,line=412,endLine=412,col=38,endColumn=48,"))
  }

  @Test func dataIsNoCommand() {
    var finding = SampleFindings.bareFile
    finding.message = "50%\r\n::stop-commands::x"
    finding.file = "a,b:c%25.json"
    let (lines, _) = report([finding])
    #expect(
      lines == [
        "::error file=a%2Cb%3Ac%2525.json,line=3,endLine=3,col=3,endColumn=4,title=json-syntax"
          + "::50%25␍␊::stop-commands::x"
      ])
  }

  @Test func whatIsNotInTheRepositoryHasNoPlaceThere() {
    for file in ["/elsewhere/a.har", "<stdin>", "https://api.example.com/slots"] {
      var finding = SampleFindings.bareFile
      finding.file = file
      let (lines, _) = report([finding], paths: ReportPaths(folder: "/repo"))
      #expect(lines[0].hasPrefix("::error title="))
    }
  }
}

@Suite struct ReportPathsTests {
  @Test(arguments: [
    ("a.har", "sub/a.har"), ("./x//a b.har", "sub/x/a b.har"), ("../a.har", "a.har"),
    ("/repo/sub/a.har", "sub/a.har"), ("/other/a.har", "/other/a.har"),
    ("../../a.har", "/a.har"), ("<stdin>", "sub/<stdin>"),
    ("https://example.com/a", "https://example.com/a"), ("", ""),
  ])
  func pathsBeginAtTheTopOfTheRepository(name: String, path: String) {
    let paths = ReportPaths(folder: "/repo/sub", root: "/repo")
    #expect(paths.path(of: name) == path)
  }

  @Test func aFolderOutsideTheRepositoryIsItsOwnTop() {
    let paths = ReportPaths(folder: "/repo-2/sub", root: "/repo")
    #expect(paths.path(of: "a.har") == "a.har")
    #expect(ReportPaths().path(of: "x/../../a.har") == "../a.har")
    #expect(ReportPaths().path(of: "/x/a.har") == "/x/a.har")
  }

  @Test(arguments: [
    ("a b/ü:%.har", "a%20b/%C3%BC%3A%25.har", true), ("<stdin>", "%3Cstdin%3E", true),
    ("/other/a#b.har", "file:///other/a%23b.har", false),
    (
      "https://example.com/a?b=‹4 characters›",
      "https://example.com/a?b=%E2%80%B94%20characters%E2%80%BA", false
    ),
  ])
  func urisAreURIs(name: String, uri: String, isRelative: Bool) {
    let found = ReportPaths(folder: "/repo").uri(of: name)
    #expect(found.uri == uri)
    #expect(found.isRelative == isRelative)
  }
}
