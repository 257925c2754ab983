@_spi(Engine) @testable import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

// The files are kept beside the package, not in it; where they are absent there is nothing to read.
@Suite(.enabled(if: HARSuite.isPresent, "the HAR files are not at hand"))
struct HARSuiteTests {
  struct Outcome: Sendable {
    var file: String
    var bodies = 0
    var json = 0
    var requestBodies = 0
    var absences: [SkipReason: Int] = [:]
  }

  static let outcomes = [
    Outcome(file: "browsertime-no-bodies.har", absences: [.noBody: 12]),
    Outcome(file: "chrome-304.har", absences: [.notModified: 1]),
    Outcome(file: "chrome-json.har", bodies: 1, json: 1),
    Outcome(file: "chrome-network-error.har", absences: [.noResponse: 1]),
    Outcome(file: "firefox-111.har", bodies: 5, absences: [.noBody: 5, .notModified: 4]),
    Outcome(file: "mitmproxy-httpbin-json.har", bodies: 2, json: 1, requestBodies: 1),
    Outcome(file: "mitmproxy-incomplete-no-bodies.har", absences: [.noResponse: 4]),
    Outcome(file: "playwright-fulfill.har", bodies: 4, absences: [.noBody: 1]),
    Outcome(file: "pollyjs-jsonplaceholder.har", bodies: 2, json: 2),
    Outcome(file: "pollyjs-rest-persister.har", bodies: 1, json: 1),
  ]

  @Test func everyFileIsExpected() {
    #expect(HARSuite.names == Self.outcomes.map(\.file))
  }

  @Test(arguments: outcomes)
  func everyEntryIsReadOrAbsentForAReason(expected: Outcome) throws {
    let probe = CaptureProbe(try HARSuite.bytes(expected.file))
    #expect(CaptureFormat.detect(probe.file) == .har)
    #expect(probe.problems.isEmpty)
    #expect(probe.exchanges.map(\.index) == Array(probe.exchanges.indices))
    var found = Outcome(file: expected.file)
    for exchange in probe.exchanges {
      #expect(exchange.unit == .entry)
      #expect(probe.text(exchange.urlRange) == exchange.url.map(JSONWriter.quoted))
      if exchange.request.body != nil { found.requestBodies += 1 }
      if let reason = exchange.response.absence { found.absences[reason, default: 0] += 1 }
      guard let body = exchange.response.body else { continue }
      found.bodies += 1
      guard exchange.response.mediaType.flatMap(MediaType.init)?.isJSON == true else { continue }
      found.json += 1
      try probe.expectEveryTokenInPlace(body)
    }
    #expect(found.bodies == expected.bodies)
    #expect(found.json == expected.json)
    #expect(found.requestBodies == expected.requestBodies)
    #expect(found.absences == expected.absences)
  }
}
