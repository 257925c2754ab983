@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct MarkdownReportTests {
  @Test func countsComeFirst() throws {
    let report = try SampleFindings.report("markdown")
    #expect(report.hasPrefix("## schemacheck: 44 errors, 1 warning and 1 note\n\n29 of 31"))
    #expect(
      try SampleFindings.report("markdown", [], Summary()).hasPrefix(
        "## schemacheck: no findings\n"))
  }

  @Test func operationsWithErrorsStandBeforeOthers() throws {
    let report = try SampleFindings.report("markdown", SampleFindings.all.reversed())
    let titles = report.split(separator: "\n").filter { $0.hasPrefix("### ") }
    #expect(titles.count == 6)
    #expect(titles.last == "### `GET /api/v1/users/{username}`")
  }

  @Test func itFitsAComment() throws {
    let findings = (0..<2000).map { number in
      var finding = SampleFindings.missingProperty
      finding.instance = JSONPointer(tokens: ["m\(number)x"])
      if number == 1999 { finding.severity = .error } else { finding.severity = .warning }
      return finding
    }
    let report = try SampleFindings.report("markdown", findings)
    #expect(report.utf8.count < 60_000 && report.utf8.count > 58_000)
    #expect(report.contains("/m1999x"))
    let shown = report.split(separator: "\n").count { $0.hasPrefix("- **") }
    #expect(
      report.hasSuffix(
        "\n> **Cut here:** \(2000 - shown) further findings of \(2000 - shown) more mistakes would "
          + "not fit; `--format json` has them all.\n"))
  }

  @Test func dataDoesNothing() throws {
    let attack =
      "<img src=x> [a](http://evil.example) @everyone #12 *b* :tada: `x` ``` | ~~c~~ $d$ &amp;"
    #expect(
      MarkdownText.sentence(attack)
        == "&lt;img src=x&gt; \\[a\\](http\\://evil.example) @<!-- -->everyone #<!-- -->12 "
        + "\\*b\\* \\:tada: `x` \\`\\`\\` \\| \\~\\~c\\~\\~ \\$d\\$ &amp;amp;")
    #expect(MarkdownText.code("a`b``c") == "``` a`b``c ```")
    #expect(MarkdownText.block(["````"], indent: " ") == " `````\n ````\n `````\n")
    var finding = SampleFindings.bareFile
    finding.message = "x\n\n## y"
    #expect(try !SampleFindings.report("markdown", [finding]).contains("\n## y"))
  }

  /// Azure Pipelines and GitHub Actions obey some lines of a log; reports are printed to logs.
  @Test(arguments: SampleFindings.formats)
  func buildServersFindNoCommand(_ format: String) throws {
    for command in ["##vso[task.setvariable variable=a]b", "###VSO[x]", "a ##[error]b"] {
      var finding = SampleFindings.bareFile
      finding.message = command
      finding.label = "write `\(command)`"
      finding.file = "a/\(command).json"
      finding.property = command
      finding.instance = JSONPointer(tokens: [command])
      finding.frame = CodeFrame.cut(
        ByteRange(offset: 0, length: 1), line: 1, from: Array(command.utf8), redaction: Redaction())
      let report = try SampleFindings.report(format, [finding])
      #expect(report.lowercased().contains("vso[") || report.contains("error]b"), "\(report)")
      #expect(!report.lowercased().contains("##vso["), "\(report)")
      #expect(!report.contains("##["), "\(report)")
    }
  }

  @Test(arguments: [
    ("a # b ## c", "a # b ## c"), ("##[a]", "#♯[a]"), ("###[", "##♯["), ("##VsO[", "#♯VsO["),
    ("##vs", "##vs"), ("##[##[", "#♯[#♯["), ("\u{7}##vso[é", "␇#♯vso[é"),
  ])
  func commandsOfBuildServersAreWords(_ text: String, _ shown: String) {
    #expect(SafeText.line(text) == shown)
  }

  @Test func linesOfABlockAreNoCommands() {
    #expect(
      MarkdownText.block(["::error::x", "  ::x", "a::b"], indent: "  ")
        == "  ```\n  ∶:error::x\n    ∶:x\n  a::b\n  ```\n")
  }
}
