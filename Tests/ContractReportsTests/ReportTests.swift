@_spi(Engine) @testable import ContractReports
import ContractCheck
import Foundation
import JSONTape
import TestSupport
import Testing

@Suite struct ReportTests {
  @Test(arguments: SampleFindings.formats)
  func everyFormatIsAsRecorded(format: String) throws {
    let report = try SampleFindings.report(format, exchanges: SampleFindings.exchanges)
    #expect(Golden.difference(of: report, from: "report.\(format)") == nil)
  }

  @Test(arguments: ["text", "concise"])
  func colourAddsNothingButColour(format: String) throws {
    let plain = try SampleFindings.report(format)
    let coloured = try SampleFindings.report(format, usesColour: true)
    #expect(coloured.contains("\u{1B}[1;31m"))
    let parts = coloured.components(separatedBy: "\u{1B}[")
    let stripped = parts.dropFirst().map { $0[$0.index(after: $0.firstIndex(of: "m")!)...] }
    #expect(parts[0] + stripped.joined() == plain)
  }

  @Test func theExampleOfTheSpecification() throws {
    let report = try SampleFindings.report("text", [SampleFindings.coordinate()])
    #expect(
      report == """
        error[coordinate-names]: coordinate is named `latitude`; this API says `lat`
          --> captures/friends.har:412:38  entry 17  GET /api/v1/locations/friends → 200
           | /locations/0/latitude
         12|     "latitude": 37.7749,
           |     ^^^^^^^^^^ rename to `lat`
           = why: the app decodes `lat`; a place with another name has no position
           = see: schemacheck explain coordinate-names

        """)
  }

  @Test func nothingFound() throws {
    #expect(try SampleFindings.report("text", []) == "")
    #expect(try SampleFindings.report("concise", []) == "")
    let json = try JSONDocument(SampleFindings.report("json", [], Summary()))
    #expect(json.root["findings"]?.count == 0)
    #expect(json.root["summary"]?["checked"]?.int == 0)
  }

  @Test func jsonHoldsEveryFindingInOrder() throws {
    let report = try SampleFindings.report("json")
    let document = try JSONDocument(report)
    let findings = try #require(document.root["findings"])
    #expect(findings.count == SampleFindings.all.count)
    #expect(findings[0]?["offset"]?.int == 20133)
    #expect(findings[40]?["member"]?.string == "address")
    #expect(findings[0]?["member"] == nil)
    #expect(document.root["summary"]?["errors"]?.int == SampleFindings.summary.errors)
    // One finding or group a line; two lines before the findings, two between, and two at the end.
    let groups = try #require(document.root["groups"]?.count)
    #expect(report.split(separator: "\n").count == SampleFindings.all.count + groups + 6)
  }

  @Test func formatsWriteTheSameTwice() throws {
    for format in ReportFormat.all {
      #expect(try SampleFindings.report(format.name) == SampleFindings.report(format.name))
    }
  }

  @Test(arguments: SampleFindings.formats)
  func nothingFromAnInputReachesATerminal(format: String) throws {
    let attack = "\u{1B}[2J\u{1B}]0;owned\u{07}\r\n\u{9B}31m\u{202E}txt\u{7F}\u{2028}"
    var finding = SampleFindings.missingProperty
    finding.message = attack
    finding.label = attack
    finding.why = attack
    finding.file = "a\(attack).har"
    finding.property = attack
    finding.instance = JSONPointer().appending(attack)
    finding.exchange?.operation = attack
    finding.exchange?.url = attack
    for hasFrame in [true, false] {
      if !hasFrame { finding.frame = nil }
      let report = try SampleFindings.report(format, [finding])
      for scalar in report.unicodeScalars where scalar != "\n" {
        #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
        #expect(![0x202E, 0x2028].contains(scalar.value))
      }
    }
    if format == "json" {
      let document = try JSONDocument(SampleFindings.report(format, [finding]))
      #expect(document.root["findings"]?[0]?["message"]?.string == attack)
    }
  }
}
