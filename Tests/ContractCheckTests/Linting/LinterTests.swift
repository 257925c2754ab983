@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct LinterTests {
  @Test(arguments: LintCase.all)
  func table(_ row: LintCase) throws {
    let expected = row.expected.sorted()
    for layout in Layout.allCases {
      let body = try layout.apply(row.body)
      let document = try JSONDocument(body)
      for carrier in Carrier.allCases where !(carrier == .http && !row.query.isEmpty) {
        let file = row.file(carrier, body)
        let findings = lint(file, as: row.part == .bare ? .json : nil)
        #expect(findings.map(\.gist).sorted() == expected, "\(layout) \(carrier)")
        for finding in findings { expectPlace(finding, in: document, file) }
        #expect(findings == findings.sorted(by: Finding.inReportOrder))
        if row.part == .bare { break }
      }
    }
  }

  /// A day is told how days are written, an instant how instants are.
  @Test(arguments: [
    (#"{"date": "01/15/2026"}"#, "`YYYY-MM-DD`"),
    (#"{"createdAt": "1/15/2026, 10:00:00 AM"}"#, "`YYYY-MM-DDTHH:mm:ssZ`"),
  ])
  func namesTheNearestForm(body: String, form: String) {
    let messages = lint(Array(body.utf8), as: .json).map(\.message)
    #expect(messages.count == 1 && messages[0].contains(form), "\(messages)")
  }

  /// The place in the file is that of the body: a key, a value, or the object that lacks a property.
  private func expectPlace(_ finding: Finding, in document: JSONDocument, _ file: [UInt8]) {
    let bytes = finding.region.bytes
    #expect(bytes.offset >= 0 && bytes.length > 0 && bytes.end <= file.count)
    #expect(finding.frame != nil && !finding.message.isEmpty && finding.why != nil)
    guard finding.decoded == nil, let value = document.node(at: finding.instance) else {
      #expect(document.node(at: finding.instance) != nil)
      return
    }
    let text = String(decoding: file[bytes.offset..<bytes.end], as: UTF8.self)
    let decoded = text.hasPrefix("\\\"") ? (try? JSONDocument("\"\(text)\""))?.root.string : text
    let name = finding.instance.tokens.last
    let isKey = (decoded.flatMap { try? JSONDocument($0) }?.root.string) == name && name != nil
    let first = value.text.unicodeScalars.first
    #expect(isKey || decoded?.unicodeScalars.first == first, "\(finding.gist): \(text)")
  }

  /// A fix mends what it is offered for, wherever the body stands.
  @Test(arguments: LintCase.all)
  func fixes(_ row: LintCase) throws {
    for layout in Layout.allCases {
      for carrier in [Carrier.har, .ndjson, .http] where row.query.isEmpty || carrier != .http {
        let file = row.file(carrier, try layout.apply(row.body))
        let format: CaptureFormat? = row.part == .bare ? .json : nil
        for finding in lint(file, as: format) {
          guard let fix = finding.fix else { continue }
          var mended = file
          for edit in fix.edits.sorted(by: { $0.range.offset > $1.range.offset }) {
            mended.replaceSubrange(edit.range.offset..<edit.range.end, with: edit.text.utf8)
          }
          let after = lint(mended, as: format)
          #expect(
            !after.contains { $0.gist == finding.gist || $0.rule == "json-syntax" },
            "\(finding.gist), \(layout) \(carrier): \(String(decoding: mended, as: UTF8.self))")
          #expect(fix.isSafe == (finding.severity == .error))
        }
      }
    }
  }

  @Test func onlyCertainFindingsAreErrors() {
    var errors: Set<String> = []
    var found: Set<String> = ["json-syntax", "duplicate-key"]
    for gist in LintCase.all.flatMap(\.expected) {
      let words = gist.split(separator: " ").map(String.init)
      if words[0] == "error" { errors.insert(words[1]) }
      found.insert(words[1])
    }
    #expect(errors == ["coordinate-range", "iso-dates", "secret-exposure"])
    #expect(found == Set(Linter.rules.map(\.id)))
  }

  @Test func notJSON() {
    for (body, rule) in [
      (#"{"likes": 42,}"#, "json-syntax"), ("", "json-syntax"),
      (#"{"likes": 42, "l\u0069kes": 43}"#, "duplicate-key"),
    ] {
      let findings = lint(Array(body.utf8), as: .json)
      #expect(findings.map(\.rule) == [rule])
      #expect(findings.allSatisfy { $0.severity == .error })
    }
  }

  @Test func whatIsNotMeantAsJSONIsSkipped() throws {
    func outcome(_ type: String?, _ text: String) -> Checker.Outcome? {
      let header = type.map { "Content-Type: \($0)\r\n" } ?? ""
      var outcome: Checker.Outcome?
      Linter().check(
        Array("HTTP/1.1 200 OK\r\n\(header)\r\n\(text)".utf8), name: "f", format: .http
      ) { _, result in
        outcome = result.outcome
      } problem: { _ in
      }
      return outcome
    }
    let skipped = Checker.Outcome.skipped("non-json")
    #expect(outcome("text/html", "<html>") == skipped)
    #expect(outcome("text/plain", "[not JSON") == skipped)
    #expect(outcome("text/plain", #" {"lat": 1.5}"#) == .checked)
    #expect(outcome("application/json", "<html>") == .checked)
    #expect(outcome("application/problem+json; charset=utf-8", "{}") == .checked)
    #expect(outcome(nil, "{") == .checked)
    #expect(outcome(nil, "plain text") == skipped)
    #expect(outcome("application/json", "") == .skipped("no-body"))
  }

  @Test func severitiesOfTheUser() {
    let file = Array(#"{"lat": 91, "lon": "2", "createdAt": 1767225600}"#.utf8)
    #expect(
      lint(file).map(\.gist) == [
        "error coordinate-range /lat", "warning coordinate-names /lon",
        "warning coordinate-range /lon", "warning iso-dates /createdAt",
      ])
    let overrides: [String: Severity?] = [
      "coordinate-range": .note, "iso-dates": .error,
      "coordinate-names": nil, "unknown-route": .error,
    ]
    #expect(
      lint(file, overrides: overrides).map(\.gist) == [
        "note coordinate-range /lat", "note coordinate-range /lon", "error iso-dates /createdAt",
      ])
    for rule in Linter.rules {
      var alone: [String: Severity?] = [:]
      for other in Linter.rules {
        let severity: Severity? = other.id == rule.id ? .note : nil
        alone[other.id] = .some(severity)
      }
      for row in LintCase.all {
        let findings = lint(
          row.file(.ndjson, row.body), as: row.part == .bare ? .json : nil,
          overrides: alone)
        #expect(findings.allSatisfy { $0.rule == rule.id && $0.severity == .note })
      }
    }
    #expect(lint(Array("{".utf8), overrides: ["json-syntax": nil]).isEmpty)
  }

  @Test func bothPartsAreTold() {
    let record = """
      {"method": "POST", "url": "https://h/devices?token=abcdef", "status": 200, \
      "requestBody": {"deviceToken": "short", "platform": "ios"}, \
      "responseBody": {"deviceToken": "short", "platform": "ios"}}

      """
    let findings = lint(Array(record.utf8), as: .ndjson)
    #expect(
      findings.map(\.gist) == [
        "warning device-token /deviceToken", "error secret-exposure /deviceToken",
      ])
    #expect(findings.map(\.exchange?.part) == [.request, .response])
    #expect(findings.allSatisfy { $0.exchange?.url?.contains("abcdef") == false })
    #expect(findings.allSatisfy { $0.frame?.text.contains("short") == false })
  }

  /// The call stack is not what bounds depth.
  @Test func depth() {
    let deep = String(repeating: #"{"a":["#, count: 255)
    let end = String(repeating: "]}", count: 255)
    let findings = lint(Array((deep + #"{"lat": 1.5, "lon": 2}"# + end).utf8), as: .json)
    #expect(findings.map(\.rule) == ["coordinate-names"])
    #expect(findings.first?.instance.tokens.count == 511)
    let tooDeep = String(repeating: "[", count: 513) + String(repeating: "]", count: 513)
    #expect(lint(Array(tooDeep.utf8), as: .json).map(\.rule) == ["json-syntax"])
  }
}
