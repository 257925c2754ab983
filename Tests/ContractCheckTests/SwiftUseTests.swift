@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractReports
import ContractCheck
import Foundation
import TestSupport
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// The articles "Checking in tests" and "Testing the app's decoder", run: their Swift examples stand
/// here to the letter.
@Suite struct SwiftUseTests {
  /// The articles, with the number of examples that need neither another product nor an app.
  @Test(arguments: [("CheckingInTests", 6), ("DecodingTests", 1)])
  func theArticleHoldsThisCode(article name: String, examples: Int) throws {
    let article = try String(
      contentsOf: PackageFolder.url.appendingPathComponent(
        "Sources/ContractCheck/ContractCheck.docc/\(name).md"), encoding: .utf8)
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let lines = source.split(separator: "\n").map { $0.drop { $0 == " " } }
    // The way to the fixtures is the one thing that differs between an app and this package.
    let blocks = article.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
      .filter { block in
        !["Bundle.module", "ContractCheckTesting", "ContractRecorder", "Decod"].contains {
          block.contains($0)
        }
      }
    #expect(blocks.count == examples)
    for block in blocks {
      for line in block.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
        #expect(lines.contains(line), "not in this file: \(line)")
      }
    }
  }
}

/// A fixture of the package's own samples.
func fixture(_ name: String) throws -> Data {
  try Data(contentsOf: PackageFolder.url.appendingPathComponent("samples/fotolokashen/\(name)"))
}

func report(_ findings: [Finding]) -> String {
  var text = "\n"
  guard let format = ReportFormat.named("text") else { return text }
  var report = format.report { text += String(decoding: $0, as: UTF8.self) }
  for finding in findings { report.add(finding) }
  report.finish(Summary())
  return text
}

struct PublicLocationsTests {
  @Test(arguments: ["public-right.json"])
  func fixtureKeepsTheContract(name: String) throws {
    let contract = try Contract.bundled("fotolokashen")
    let body = try fixture(name)
    let findings = try contract.check(
      body, operation: "GET /api/v1/locations/public", name: name)
    #expect(findings.isEmpty, "\(report(findings))")
  }

  @Test func aCoordinateInQuotesIsFound() throws {
    let contract = try Contract.bundled("fotolokashen")
    let findings = try contract.check(
      fixture("public-lat-as-string.json"), operation: "listPublicLocations")
    #expect(findings.map(\.rule) == ["coordinate-range"])
    #expect(findings.map { "\($0.instance)" } == ["/locations/0/lat"])
  }
}

struct DeviceTests {
  @Test func theAppSendsWhatIsDocumented() throws {
    let contract = try Contract.bundled("unitedwerise-devices")
    let body = #"{"platform": "iOS", "deviceToken": "fcm-registration-token-0123456789-abc"}"#
    let findings = try contract.check(
      body.utf8, operation: "POST /api/devices/register", isRequest: true)
    #expect(findings.map(\.rule) == ["device-platform"])
  }

  @Test func anErrorIsCheckedByItsStatus() throws {
    let contract = try Contract.bundled("unitedwerise-devices")
    let body = #"{"success": true, "error": "Unauthorized"}"#
    let findings = try contract.check(body.utf8, operation: "listDevices", status: 401)
    #expect(findings.map(\.rule) == ["schema"])
    #expect(findings.first?.keyword == "const")
  }
}

struct SessionTests {
  @Test func theRecordedSessionKeepsTheContract() throws {
    let checker = try Checker(contracts: [Contract.bundled("fotolokashen")])
    var findings: [Finding] = []
    var checked = 0
    checker.check(Array(try fixture("friends-right.har")), name: "friends-right.har") {
      exchange, result in
      findings += result.findings
      if result.outcome == .checked { checked += 1 }
    } problem: { problem in
      Issue.record("\(problem.message)")
    }
    #expect(checked > 0)
    #expect(findings.isEmpty, "\(report(findings))")
  }
}

#if canImport(XCTest)
  func checkSession(_ file: URL, against contract: Contract) throws {
    let checker = try Checker(contracts: [contract])
    var checked = 0
    checker.check(Array(try Data(contentsOf: file)), name: file.lastPathComponent) {
      exchange, result in
      if result.outcome == .checked { checked += 1 }
      for finding in result.findings where finding.severity == .error {
        XCTFail("\(finding.instance): \(finding.message) (\(finding.rule))")
      }
    } problem: { problem in
      XCTFail(problem.message)
    }
    XCTAssertGreaterThan(checked, 0, "nothing was checked")
  }

  final class RecordedSessionXCTests: XCTestCase {
    func testTheRecordedSessionKeepsTheContract() throws {
      try checkSession(
        PackageFolder.url.appendingPathComponent("samples/fotolokashen/users-right.ndjson"),
        against: Contract.bundled("fotolokashen"))
    }
  }

  final class PublicLocationsXCTests: XCTestCase {
    func testFixtureKeepsTheContract() throws {
      let contract = try Contract.bundled("fotolokashen")
      let body = try fixture("public-right.json")
      let findings = try contract.check(body, operation: "GET /api/v1/locations/public")
      XCTAssertTrue(findings.isEmpty, report(findings))
    }
  }
#endif
