@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import JSONSchema
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

@Suite struct BaselineTests {
  private static func finding(
    _ rule: String, _ pointer: String, property: String? = nil, operation: String? = "GET /a",
    file: String = "a.har", offset: Int = 0
  ) -> Finding {
    let place = TextPosition(line: 1 + offset, column: 1)
    return Finding(
      rule: rule, severity: .error, message: "m é \u{1b} \(rule)", file: file,
      region: Region(start: place, end: place, bytes: ByteRange(offset: offset, length: 1)),
      exchange: ExchangeReference(index: offset, method: "GET", status: 200, operation: operation),
      instance: JSONPointer(pointer) ?? JSONPointer(), property: property, contract: "c")
  }

  private static let day = CalendarDate("2026-11-21")

  private static func recorded(_ findings: [Finding]) -> Baseline {
    var filter = FindingFilter(baseline: Baseline(), growth: .allowed, today: day)
    filter.begin([])
    for finding in findings { #expect(filter.fate(of: finding) == .baselined) }
    return filter.updatedBaseline
  }

  @Test func oneEntryALineInAnOrderOfItsOwn() {
    let findings = [
      Self.finding("schema", "/b/1/x"), Self.finding("schema", "/b/7/x", offset: 9),
      Self.finding("schema", "/a"), Self.finding("explicit-null", "/a", property: "z"),
      Self.finding("schema", "/a", operation: nil),
    ]
    let text = Self.recorded(findings).json
    #expect(Golden.difference(of: text, from: "baseline.json.expected") == nil)
    for _ in 0..<5 { #expect(Self.recorded(findings.shuffled()).json == text) }
  }

  @Test func readsWhatItWrites() throws {
    let written = Self.recorded([Self.finding("schema", "/a"), Self.finding("iso-dates", "/b")])
    var read = try Baseline(written.json.utf8, name: "b")
    #expect(read.entries.map { $0.position?.line } == [2, 3])
    #expect(read.json == written.json)
    #expect(read.entries.allSatisfy { written.knows($0.fingerprint) })
    // Two branches that were merged may both have added an entry.
    let line = written.json.split(separator: "\n")[1]
    read = try Baseline(
      written.json.replacing("[\n", with: "[\n\(line)\n").utf8, name: "b")
    #expect(read.json == written.json)
    #expect(try Baseline(Baseline().json.utf8, name: "b") == Baseline())
  }

  @Test(arguments: [
    ("[]", "1:1: a baseline must be an object"),
    ("{}", "1:1: this is not a baseline: `schemacheckBaseline` is missing"),
    (#"{"schemacheckBaseline": 2}"#, "1:25: the version of a baseline must be 1"),
    (
      #"{"schemacheckBaseline": 1, "finding": []}"#,
      "1:28: a baseline has no property `finding`; did you mean `findings`?"
    ),
    (
      #"{"schemacheckBaseline": 1, "findings": {}}"#, "1:40: `findings` must be an array of objects"
    ),
    (
      "{\"schemacheckBaseline\": 1, \"findings\": [\n<<<<<<< HEAD\n",
      "2:1: not JSON: git wrote this line for a merge conflict; resolve the conflict"
    ),
    (
      #"{"schemacheckBaseline": 1, "findings": [{"fingerprint": "AB"}]}"#,
      "1:57: a finding needs a `fingerprint` of 32 hexadecimal digits"
    ),
    (
      #"{"schemacheckBaseline": 1, "findings": [{"rule": "schema"}]}"#,
      "1:41: a finding needs a `fingerprint` of 32 hexadecimal digits"
    ),
    (
      #"{"schemacheckBaseline": 1, "findings": [{"count": 0}]}"#,
      "1:51: `count` must be a whole number of at least 1"
    ),
  ])
  func errors(text: String, message: String) {
    do throws(ConfigurationError) {
      _ = try Baseline(text.utf8, name: "b.json")
      Issue.record("it is read")
    } catch {
      #expect(error.description == "b.json:" + message)
    }
  }

  @Test func onlyShrinksUnlessItMayGrow() {
    let old = Self.recorded([Self.finding("schema", "/a"), Self.finding("schema", "/b")])
    var filter = FindingFilter(baseline: old, today: Self.day)
    filter.begin([])
    #expect(filter.fate(of: Self.finding("schema", "/a")) == .baselined)
    #expect(filter.fate(of: Self.finding("schema", "/new")) == .reported)
    #expect(filter.staleEntries.map(\.pointer) == ["/b"])
    #expect(filter.updatedBaseline.entries.map(\.pointer) == ["/a"])
  }

  // MARK: The sum of all fates

  /// Whatever is suppressed, expected, known and reported: together it is everything, and what is
  /// reported is what nothing fits.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func fatesAddUp(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rules = ["schema", "iso-dates", "explicit-null"]
    let pointers = ["", "/a", "/a/0/b", "/a/1/b", "/c"]
    let files = ["x.har", "d/y.har", "d/broken/z.json", "w.json"]
    func pick<Value>(_ values: [Value]) -> Value {
      values.randomElement(using: &random) ?? values[0]
    }
    for _ in 0..<200 {
      let suppressions = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Suppression(
          rule: pick([nil, pick(rules)]), operation: pick([nil, nil, "GET /a", "GET /b"]),
          pointer: pick(
            [nil, "/a/*/b", "/**", "/a/0/member"].map { $0.flatMap(PointerGlob.init) }),
          file: pick([nil, "d", "*.har"].map { $0.flatMap(PathGlob.init) }), reason: "r",
          expires: pick([nil, nil, CalendarDate("2020-01-01"), Self.day]))
      }
      let broken = try Configuration(
        pick([#"{}"#, #"{"expectedBroken": ["**/broken"]}"#]).utf8, name: "c"
      ).expectedBroken
      let known = Self.recorded(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          Self.finding(pick(rules), pick(pointers), operation: pick(["GET /a", nil]))
        })
      var filter = FindingFilter(
        suppressions: suppressions, expectedBroken: broken, baseline: pick([nil, known]),
        today: Self.day)
      var summary = Summary()
      var total = 0
      var reported = 0
      for file in files {
        filter.begin([Array(file.utf8)])
        for _ in 0..<Int.random(in: 0...6, using: &random) {
          let finding = Self.finding(
            pick(rules), pick(pointers), property: pick([nil, "member"]),
            operation: pick(["GET /a", "GET /b", nil]), file: file)
          let fate = filter.fate(of: finding)
          summary.count(finding.severity, fate)
          total += 1
          guard fate == .reported else { continue }
          reported += 1
          let isSuppressed = suppressions.contains {
            $0.fits(finding) && ($0.file?.matches(file.utf8) ?? true)
              && Self.day.map($0.holds) ?? true
          }
          #expect(!isSuppressed)
          #expect(!(file.contains("broken") && !broken.isEmpty))
        }
      }
      #expect(summary.errors == reported)
      #expect(summary.errors + summary.hidden == total)
      #expect(summary.hidden == summary.suppressed + summary.baselined + summary.expected)
      #expect(
        filter.expiredSuppressions.count
          == suppressions.count { $0.expires == CalendarDate("2020-01-01") })
    }
  }

  @Test func hiddenFindingsAreInTheSummary() throws {
    var summary = Summary()
    summary.count(.error, .suppressed)
    summary.count(.error, .baselined)
    summary.count(.note, .expected)
    summary.count(.warning, .suppressed)
    #expect(
      summary.line
        == "no findings; 2 suppressed, 1 in the baseline, 1 in files that are broken on purpose; "
        + "0 of 0 exchanges checked")
    let read = try #require(Summary(report: try JSONDocument(summary.json).root))
    #expect(read == summary)
    summary += read
    #expect(summary.suppressed == 4 && summary.hidden == 8)
    #expect(!Summary().json.contains("suppressed"))
  }
}
