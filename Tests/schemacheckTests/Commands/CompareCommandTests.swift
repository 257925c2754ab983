import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// Two reports compared, each written by a run over real traffic.
@Suite struct CompareCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let right = #"{"a": 1, "b": 1}"#
  private static let wrong = #"{"a": "1", "b": 1}"#

  /// Right answers, and wrong ones.
  private static func traffic(_ right: Int, _ wrong: Int, _ body: String = wrong) -> [String] {
    (0..<right).map { _ in RatesTests.record(1, Self.right) }
      + (0..<wrong).map { _ in RatesTests.record(2, body) }
  }

  private func report(
    _ lines: [String], _ name: String, format: String = "json", contract: String = "shop.json",
    _ options: String...
  ) throws -> String {
    let contract = try folder.write(RatesTests.contract, to: contract)
    let run = Scenario.run(
      [
        "check", "--no-config", "-q", "-c", contract, "--input-format", "ndjson", "-f", format, "-",
      ] + options, input: lines.joined())
    return try folder.write(run.output, to: name)
  }

  @Test func aNewErrorFails() throws {
    let before = try report(Self.traffic(1200, 0), "a.json")
    let after = try report(Self.traffic(1199, 1), "b.json")
    let run = Scenario.run("compare", before, after)
    #expect(run.code == .findings)
    #expect(
      run.output == """
        new error[schema]: `a` is a string; the contract says an integer
          --> GET /items → 200  /a
           = before: in none of 1,200 exchanges
           = after: in 1 of 1,200 exchanges (0.1 %), at 2026-11-03 09:02

        """)
    #expect(
      run.errors == """
        compared 0 groups with 1: 1 new (1 error), 0 more frequent (ten times or more), \
        0 less frequent, 0 gone

        """)
    #expect(Scenario.run("compare", before, after, "--exit-zero").code == .clean)
    #expect(
      Scenario.run("compare", before, before).everything.hasPrefix("compared 0 groups with 0"))
    let turned = Scenario.run("compare", after, before, "-q")
    #expect(turned.code == .clean && turned.errors.isEmpty)
    #expect(
      turned.output == """
        gone error[schema]: `a` is a string; the contract says an integer
          --> GET /items → 200  /a
           = before: in 1 of 1,200 exchanges (0.1 %), at 2026-11-03 09:02
           = after: in none of 1,200 exchanges

        """)
  }

  /// Each with the wrong of the right answers before and after, and what is said.
  @Test(
    arguments: [
      ((90, 10), (0, 10), "more-frequent"), ((91, 9), (10, 90), "more-frequent"),
      ((90, 10), (1, 99), nil), ((0, 5), (45, 5), "less-frequent"), ((0, 5), (44, 5), nil),
      // Ten times the traffic is not ten times more frequent.
      ((9, 1), (90, 10), nil), ((9, 1), (99, 1), "less-frequent"),
    ] as [((Int, Int), (Int, Int), String?)])
  func tenTimesIsAShare(before: (Int, Int), after: (Int, Int), change: String?) throws {
    let run = Scenario.run(
      "compare", try report(Self.traffic(before.0, before.1), "a.json"),
      try report(Self.traffic(after.0, after.1), "b.json"), "-f", "json", "-q")
    #expect(run.code == .clean)
    let gate = Scenario.run(
      "compare", folder.path + "/a.json", folder.path + "/b.json", "--fail-on-growth", "-q")
    #expect(gate.code == (change == "more-frequent" ? .findings : .clean))
    let changes = try JSONDocument(run.output).root["changes"]
    #expect(changes?.elements.map { $0["change"]?.string } == (change.map { [$0] } ?? []))
  }

  @Test func whatWasNotCheckedIsNotGone() throws {
    let before = try report(Self.traffic(2, 2), "a.json")
    let other = [RatesTests.record(3, #"{"a": 1}"#, "POST", request: #"{"a": 1}"#)]
    let after = try report(other, "b.json")
    let run = Scenario.run("compare", before, after)
    #expect(run.code == .clean)
    #expect(
      run.output == """
        not checked error[schema]: `a` is a string; the contract says an integer
          --> GET /items → 200  /a
           = before: ×2 in 2 of 4 exchanges (50 %), at 2026-11-03 09:02
           = after: no such exchange was checked

        """)
    #expect(run.errors.hasSuffix("0 gone, 1 not checked after\n"))
    // The other way round the operation was not checked before.
    let turned = Scenario.run("compare", after, before)
    #expect(turned.code == .findings)
    #expect(turned.output.contains("   = before: no such exchange was checked\n"))
  }

  @Test func aGroupIsNotItsWordsOrItsSeverity() throws {
    let before = try report(Self.traffic(1, 1, #"{"a": "x", "b": 1}"#), "a.json")
    let after = try report(Self.traffic(1, 1, #"{"a": "y", "b": 1}"#), "b.json")
    #expect(Scenario.run("compare", before, after).output.isEmpty)
    let elsewhere = try report(
      Self.traffic(1, 1), "c.json", format: "ndjson", contract: "deep/down/shop.json")
    #expect(Scenario.run("compare", before, elsewhere).output.isEmpty)
    let warning = try report(Self.traffic(1, 1), "w.json", "--rule", "schema=warning")
    let raised = Scenario.run("compare", warning, after)
    #expect(raised.code == .findings)
    #expect(raised.output.hasPrefix("new error (a warning before)[schema]: "))
    #expect(Scenario.run("compare", after, warning).output.isEmpty)
    #expect(Scenario.run("compare", before, warning).code == .clean)
    let none = try report(Self.traffic(2, 0), "n.json")
    #expect(Scenario.run("compare", none, warning).code == .clean)
    #expect(Scenario.run("compare", none, warning, "--fail-on", "warning").code == .findings)
    // Another absent property of the same object is a new mistake.
    let one = try report(Self.traffic(1, 1, #"{"b": 1}"#), "1.json")
    let two = try report(Self.traffic(1, 1, "{}"), "2.json")
    let run = Scenario.run("compare", one, two, "-q")
    #expect(run.output.contains("  --> GET /items → 200  (property `b`)\n"))
    #expect(run.output.split(separator: "\n").count == 4)
  }

  @Test func wrongFilesAreOneLine() throws {
    let good = try report(Self.traffic(1, 1), "a.json")
    let text = try String(contentsOfFile: good, encoding: .utf8)
    let cut = try folder.write(String(text.dropLast(40)), to: "cut.json")
    let old = try folder.write(
      text.replacing(/\ "groups":\[(.|\n)*?\n \],\n/, with: ""), to: "old.json")
    let har = try folder.write(#"{"log": {"entries": []}}"#, to: "a.har")
    let report =
      "no summary found: this is not a json or ndjson report, or the report is "
      + "incomplete"
    for (name, message) in [
      (cut, report), (har, report), (try folder.write("", to: "empty.json"), report),
      (folder.path + "/none.json", "No such file or directory"),
      (
        old, "the report has findings but no groups; write it again with this version"
      ),
    ] {
      for arguments in [[name, good], [good, name]] {
        let run = Scenario.run(["compare"] + arguments)
        #expect(run.code == .error)
        #expect(run.errors == "schemacheck: \(name): \(message)\n", "\(run.errors)")
      }
    }
    #expect(Scenario.run("compare", "-", "-").code == .error)
    #expect(Scenario.run("compare", good).code == .error)
    #expect(Scenario.run("compare", "-", good, input: text).code == .clean)
  }

  /// A report of a part of the findings proves no growth, and that nothing is new.
  @Test func aLimitedReportProvesNothing() throws {
    let before = try report(Self.traffic(99, 1), "a.json")
    let short = try report(Self.traffic(80, 20), "s.json", "--max-findings", "1")
    for options in [[], ["--fail-on-growth"], ["--exit-zero"]] {
      let run = Scenario.run(["compare", before, short] + options)
      #expect(run.code == .error && run.output.isEmpty)
      #expect(
        run.errors.hasPrefix(
          "\(short): `--max-findings` limited the findings, so groups may be missing and their "
            + "counts may be too small\n"), "\(run.errors)")
      #expect(
        run.errors.hasSuffix(
          "schemacheck: \(short): the report is not complete, and its missing "
            + "findings may be new; write it again without `--max-findings`\n"),
        "\(run.errors)")
    }
    let whole = try report(Self.traffic(80, 20), "w.json", "--max-findings", "20")
    let growth = Scenario.run("compare", before, whole, "--fail-on-growth")
    #expect(growth.code == .findings && growth.errors.hasPrefix("compared 1 group with 1: "))
    // The limit hides nothing that could fail.
    let warnings = try report(
      Self.traffic(80, 20), "v.json", "--max-findings", "1", "--rule", "schema=warning")
    #expect(Scenario.run("compare", before, warnings).code == .clean)
    // Rates of the limited report are not shown.
    let gone = Scenario.run("compare", short, try report(Self.traffic(1, 0), "g.json"))
    #expect(gone.code == .clean)
    #expect(
      gone.output.hasSuffix(
        """
           = before: in at least 1 exchange
           = after: in none of 1 exchange

        """), "\(gone.output)")
  }
}
