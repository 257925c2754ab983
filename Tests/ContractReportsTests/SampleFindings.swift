@_spi(Engine) @testable import ContractReports
@_spi(Engine) @testable import ContractCaptures
import ContractCheck
import JSONTape

/// Findings made by hand, one for each shape that a report has to show.
enum SampleFindings {
  /// Those that show the findings they are given; the lines of verdicts are made by a run.
  static let formats = ReportFormat.all.filter { !$0.givesVerdicts }.map(\.name)

  static func finding(
    _ rule: String, _ message: String, severity: Severity = .error, keyword: String? = nil,
    label: String = "", why: String? = nil, file: String = "captures/friends.har", line: Int = 1,
    column: Int = 1, offset: Int = 0, length: Int = 1, decoded: TextPosition? = nil,
    exchange: ExchangeReference? = nil, instance: String = "", property: String? = nil,
    schema: String? = nil, contract: String? = "fotolokashen", frame: CodeFrame? = nil,
    fix: Fix? = nil
  ) -> Finding {
    Finding(
      rule: rule, severity: severity, keyword: keyword, message: message, label: label, why: why,
      file: file,
      region: region(line: line, column: column, offset: offset, length: length),
      decoded: decoded, exchange: exchange, instance: JSONPointer(instance) ?? JSONPointer(),
      property: property, schema: schema, contract: contract, frame: frame, fix: fix)
  }

  private static func region(line: Int, column: Int, offset: Int, length: Int) -> Region {
    Region(
      start: TextPosition(line: line, column: column),
      end: TextPosition(line: line, column: column + length),
      bytes: ByteRange(offset: offset, length: length))
  }

  /// SPEC's example.
  static func coordinate(
    entry: Int = 17, element: Int = 0, line: Int = 412, offset: Int = 20133
  ) -> Finding {
    finding(
      "coordinate-names", "coordinate is named `latitude`; this API says `lat`",
      label: "rename to `lat`",
      why: "the app decodes `lat`; a place with another name has no position",
      line: line, column: 38, offset: offset, length: 10,
      exchange: ExchangeReference(
        index: entry, method: "GET", url: "https://fotolokashen.com/api/v1/locations/friends",
        status: 200, operation: "GET /api/v1/locations/friends", part: .response, unit: .entry),
      instance: "/locations/\(element)/latitude",
      schema: "#/components/schemas/MapSocialLocation",
      frame: CodeFrame(line: 12, text: "    \"latitude\": 37.7749,", highlight: 4..<14),
      fix: Fix(
        title: "rename to `lat`",
        edits: [
          TextEdit(
            range: ByteRange(offset: offset, length: 10), text: "\"lat\"",
            region: region(line: line, column: 38, offset: offset, length: 10))
        ],
        isSafe: true))
  }

  static let missingProperty = finding(
    "explicit-null", "`address` is absent; a member without a value is sent as null",
    label: "insert `\"address\": null`", line: 2041, column: 5, offset: 90_000, length: 120,
    exchange: ExchangeReference(
      index: 18, method: "GET", url: "https://fotolokashen.com/api/v1/locations/public?page=2",
      status: 200, operation: "GET /api/v1/locations/public", part: .response, unit: .entry),
    instance: "/locations/3", property: "address",
    frame: CodeFrame(line: 1207, text: "    {", highlight: 4..<5),
    fix: Fix(
      title: "insert `\"address\": null`",
      edits: [TextEdit(range: ByteRange(offset: 90_001, length: 0), text: "\"address\": null,")],
      isSafe: true))

  static let requestBody = finding(
    "device-platform", "platform is `iOS`; it must be exactly `ios` or `android`",
    label: "write `ios`", file: "captures/devices.ndjson", line: 3, column: 88, offset: 710,
    length: 5,
    exchange: ExchangeReference(
      index: 2, method: "POST", url: "/api/devices", status: 400,
      operation: "POST /api/devices", part: .request, unit: .line),
    instance: "/platform", contract: "unitedwerise-devices",
    frame: CodeFrame(
      line: 1, text: "{\"deviceToken\":\"‹64 characters›\",\"platform\":\"iOS\"}",
      highlight: 43..<48))

  static let pathParameter = finding(
    "device-token", "device token has 12 characters; 32 are the least",
    file: "captures/devices.ndjson", line: 4, column: 30, offset: 900, length: 30,
    exchange: ExchangeReference(
      index: 3, method: "DELETE", url: "/api/devices/‹12 characters›", status: 400,
      operation: "DELETE /api/devices/{deviceToken}", part: .request, unit: .line),
    contract: "unitedwerise-devices")

  static let unknownRoute = finding(
    "unknown-route", "fotolokashen has no operation for GET /api/v2/locations", severity: .warning,
    label: "did you mean /api/v1/locations/public?", file: "captures/devices.ndjson", line: 5,
    column: 12, offset: 1200, length: 40,
    exchange: ExchangeReference(
      index: 4, method: "GET", url: "https://fotolokashen.com/api/v2/locations?page=1",
      status: 200, unit: .line), contract: nil)

  static let base64 = finding(
    "schema", "expected a number, found a string", severity: .note, keyword: "type",
    label: "number expected",
    file: "Fixtures/old file.har", line: 9, column: 17, offset: 300, length: 400,
    decoded: TextPosition(line: 4, column: 12),
    exchange: ExchangeReference(
      index: 0, method: "GET", url: "https://fotolokashen.com/api/v1/users/alice", status: 200,
      operation: "GET /api/v1/users/{username}", unit: .entry),
    instance: "/id",
    frame: CodeFrame(line: 4, text: "  \"id\": \"7\"", highlight: 8..<11))

  static let bareFile = finding(
    "json-syntax", "a comma is missing between two members", file: "Fixtures/user.json", line: 3,
    column: 3, offset: 20, length: 1, contract: nil,
    frame: CodeFrame(line: 3, text: "  \"name\": \"Ada\"", highlight: 2..<8))

  static var all: [Finding] {
    var findings = [coordinate()]
    for element in 1..<40 {
      findings.append(
        coordinate(
          entry: element < 20 ? 17 : 21, element: element, line: 412 + element * 9,
          offset: 20133 + element * 200))
    }
    return findings + [
      missingProperty, requestBody, pathParameter, unknownRoute, base64, bareFile,
    ]
  }

  /// The exchanges of the findings, with two that nothing was found in and one that was not read.
  static var exchanges: [CheckedExchange] {
    var exchanges = all.compactMap { finding in
      finding.exchange.map {
        CheckedExchange(
          file: finding.file, reference: $0, contract: finding.contract, outcome: .checked)
      }
    }
    exchanges = exchanges.enumerated().filter { $0 == 0 || exchanges[$0 - 1] != $1 }.map(\.element)
    let right = ExchangeReference(
      index: 0, method: "GET", url: "https://fotolokashen.com/api/v1/users/alice", status: 200,
      operation: "GET /api/v1/users/{username}", unit: .entry)
    return exchanges + [
      CheckedExchange(
        file: "right.har", reference: right, contract: "fotolokashen", outcome: .checked),
      CheckedExchange(
        file: "right.har", reference: ExchangeReference(index: 1, status: 304, unit: .entry),
        outcome: .skipped("not-modified")),
      CheckedExchange(
        file: "right.har", outcome: .unreadable, trouble: "right.har:9:1: no entry"),
    ]
  }

  /// Every finding before its exchange, in the order of a run.
  static func feed(
    _ report: inout any Report, _ findings: [Finding], _ exchanges: [CheckedExchange]
  ) {
    var rest = findings[...]
    for exchange in exchanges {
      while let finding = rest.first, finding.file == exchange.file,
        finding.exchange?.index == exchange.reference?.index
      {
        report.add(finding)
        rest.removeFirst()
      }
      report.add(exchange)
    }
    for finding in rest { report.add(finding) }
  }

  static var summary: Summary {
    var summary = Summary()
    summary.inputs = 4
    summary.exchanges = 31
    summary.checked = 29
    summary.skip("no-body")
    summary.unmatched = 1
    for finding in all { summary.count(finding.severity) }
    return summary
  }

  /// The same run without its findings.
  static var cleanSummary: Summary {
    var summary = summary
    (summary.errors, summary.warnings, summary.notes) = (0, 0, 0)
    return summary
  }

  /// What `format` writes for `findings`.
  static func report(
    _ format: String, _ findings: [Finding] = all, _ summary: Summary = summary,
    usesColour: Bool = false, exchanges: [CheckedExchange] = [],
    contracts: [ReportContract] = []
  ) throws -> String {
    var bytes: [UInt8] = []
    let found = ReportFormat.named(format)
    guard let found else { return "no format \(format)" }
    var context = ReportContext()
    context.usesColour = usesColour
    context.contracts = contracts
    var report = found.report(context) { bytes += $0 }
    feed(&report, findings, exchanges)
    report.finish(summary)
    return String(decoding: bytes, as: UTF8.self)
  }
}
