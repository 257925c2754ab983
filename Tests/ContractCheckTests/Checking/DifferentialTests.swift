@_spi(Engine) @testable import ContractCaptures
@_spi(Engine) import ContractCheck
import Foundation
@_spi(Engine) import JSONTape
import TestSupport
import Testing

/// An exchange that is settled by a verdict and one that is explained get the same report: seeded
/// mutations of exchanges, in every format.
@Suite struct DifferentialTests {
  /// How many exchanges are mutated: fewer without optimisation, which takes many times as long.
  private static var count: Int {
    if let text = ProcessInfo.processInfo.environment["SCHEMACHECK_MUTATED_EXCHANGES"],
      let count = Int(text)
    {
      return count
    }
    #if DEBUG
      return 2_500
    #else
      return 50_000
    #endif
  }

  enum Format: CaseIterable {
    case records, bareLines, har, http, files
  }

  /// What is said of a unit, without what only an explanation has.
  private struct Said: Hashable {
    var summary = Summary()
    var findings: [Finding] = []
    var problems: [CaptureProblem] = []
    var places: [TextPosition] = []
    var notes: [String] = []

    mutating func add(_ result: UnitResult) {
      switch result {
      case .checked(let result):
        summary.count(result.count, hasFindings: !result.findings.isEmpty)
        findings += result.complete.findings
        notes += result.notes
      case .late(let check): add(.checked(check.result))
      case .problem(let problem, let position, _):
        problems.append(problem)
        places.append(position)
      }
    }

    mutating func add(_ lines: LineResults) {
      summary += lines.summary
      for (_, result) in lines.results { add(result) }
    }

    /// A note is said once, however often it is true.
    func withoutNotes(_ known: inout Set<String>) -> Said {
      var said = self
      said.notes = notes.filter { known.insert($0).inserted }
      return said
    }
  }

  @Test(arguments: Format.allCases)
  func verdictsAndExplanationsAgree(format: Format) throws {
    var generator = SeededGenerator(seed: 0x5C4E_3A11)
    let judges = try [Contract.bundled("fotolokashen"), Self.asking()].map { contract in
      try Judges(contract, format)
    }
    var known: (Set<String>, Set<String>) = ([], [])
    var (right, wrong) = (0, 0)
    var own: Set<String> = []
    for number in 0..<Self.count / Format.allCases.count {
      let judges = judges[number % 2]
      let exchange = MutatedExchange(&generator)
      let bytes = exchange.bytes(format, &generator)
      let first = Self.said(of: bytes, format, by: judges.fast).withoutNotes(&known.0)
      let second = Self.said(of: bytes, format, by: judges.full).withoutNotes(&known.1)
      if first != second {
        Issue.record("\(number): \(String(decoding: bytes, as: UTF8.self))\n\(first)\n\(second)")
        return
      }
      // What reads a whole capture from the library says the same.
      var third = Said()
      judges.told.check(bytes, name: "a", format: format.captureFormat) { _, result in
        third.add(.checked(result))
      } problem: {
        third.problems.append($0)
      }
      #expect(third.findings == first.findings && third.problems == first.problems)
      own.formUnion(first.findings.map(\.rule))
      if first.findings.isEmpty && first.problems.isEmpty { right += 1 } else { wrong += 1 }
    }
    // Neither kind is rare.
    let tells = [.records, .har, .http].contains(format)
    #expect(!tells || own.isSuperset(of: ["only-successes", "no-ids"]))
    #expect(right * 20 > wrong && wrong * 20 > right, "\(right) right, \(wrong) wrong")
  }

  /// What settles, explains, and reads from the library, by one contract.
  private struct Judges {
    let told: Checker
    let fast: TrafficValidator
    let full: TrafficValidator

    init(_ contract: Contract, _ format: Format) throws {
      let plain = try Checker(contracts: [contract])
      told =
        format == .bareLines
        ? try plain.assuming(.init(operation: "GET /api/v1/locations/public")) : plain
      var explaining = told
      explaining.explainsMatches = true
      fast = TrafficValidator(told, showsLines: true, needsResults: false)
      full = TrafficValidator(explaining, showsLines: true, needsResults: true)
    }
  }

  /// The same contract with own rules that ask for the status and the media type.
  private static func asking() throws -> Contract {
    let file = PackageFolder.url.appendingPathComponent("schemas/fotolokashen.json")
    let text = try String(contentsOf: file, encoding: .utf8).replacing(
      #""x-schemacheck": {"#,
      with: #"""
        "x-schemacheck": {"customRules": {
         "only-successes": {"summary": "s", "message": "m", "where": {"pointers": ""},
          "relation": "status() < 300"},
         "no-ids": {"summary": "s", "message": "m", "schema": false,
          "where": {"pointers": "/locations/*/id",
           "when": "mediaType() == 'application/problem+json' or pagination.page == 3"}}},
        """#)
    let contract = try Contract(Array(text.utf8), name: "fotolokashen")
    #expect(contract.ownRules.ids.contains("no-ids"))
    return contract
  }

  private static func said(
    of bytes: [UInt8], _ format: Format, by validator: TrafficValidator
  ) -> Said {
    var said = Said()
    let padded = bytes + [UInt8](repeating: 0, count: 64)
    padded.withByteView { block in
      switch format {
      case .records, .bareLines: said.add(validator.check(lines: block, at: 0, of: "a"))
      case .http, .files:
        _ = validator.check(file: block, of: "a", format: format.captureFormat) { said.add($0) }
      case .har:
        let stream = HARStream()
        let take = { (part: HARStream.Part) in
          switch part {
          case .entry(let entry):
            validator.check(entry, of: "a") { said.add($0) }
          case .problem(let problem, let position): said.add(.problem(problem, position))
          }
        }
        stream.feed(ByteView(rebasing: block.dropLast(64)), yield: take)
        stream.finish(take)
      }
    }
    return said
  }
}

extension DifferentialTests.Format {
  var captureFormat: CaptureFormat {
    switch self {
    case .records, .bareLines: .ndjson
    case .har: .har
    case .http: .http
    case .files: .json
    }
  }
}

/// An exchange of the locations API with a few things changed at random, or with none.
private struct MutatedExchange {
  private var method = "GET"
  private var url = "https://fotolokashen.com/api/v1/locations/public?page=1&limit=2"
  private var status = "200"
  private var mediaType = "application/json"
  private var body: [UInt8]

  private static let body = """
    {"locations": [{"id": 1, "placeId": "p1", "name": "A \\u00e9 \\"q\\" Köln", "address": "x",
    "city": "Köln", "state": null, "lat": 48.1, "lng": 11.5, "type": "cafe", "rating": 4.5,
    "caption": null, "savedAt": "2024-02-29T23:59:59.999Z", "photos": [{"imagekitFilePath": "/a"}],
    "user": {"id": 3, "username": "anna", "firstName": null, "lastName": null, "avatar": null}}],
    "pagination": {"page": 1, "limit": 2, "total": 5, "totalPages": 3, "hasMore": true}}
    """.split(separator: "\n").joined(separator: " ")

  private static let words = [
    "null", "true", "false", "-1", "0", "1.0", "1e3", "3", "\"\"", "\"x\"", "[]", "{}",
    "{\"a\": 1}",
    "\"2024-02-30T00:00:00Z\"", "\"37.7\"", "\"latitude\"", "\"page\"", "\"l\\u0061t\"",
    "99999999999999999999", "\"savedat\"", "\"password\"", "\"\\ud83d\\ude00\"", "}", "]", ",", ":",
    "\"", "\\", "\u{FEFF}", "#",
  ]
  private static let urls = [
    "/api/v1/locations/public?page=2", "https://fotolokashen.com/api/v1/locations/public",
    "https://fotolokashen.com/api/v1/locations/public?limit=0&page=x",
    "https://fotolokashen.com/api/v1/locations/public?lim%69t=1&page=1#top", "/locations/public",
    "https://fotolokashen.com/api/v1/users/anna/locations?page=1&limit=2",
    "https://fotolokashen.com/api/v1/users/%20/locations", "https://h/none", "", "::",
    "/a.png?token=abcdef",
    "https://fotolokashen.com/api/v1/locations/public?limit=2&limit=3",
    "https://fotolokashen.com/api/v1/locations/public?page=1&bounds=1,2,3,4&search=a+b",
  ]

  init(_ generator: inout SeededGenerator) {
    body = Array(Self.body.utf8)
    func once(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
    if once(in: 2) { url = Self.urls.randomElement(using: &generator) ?? url }
    if once(in: 12) {
      method = ["get", "POST", "DELETE", "OPTIONS", ""].randomElement(using: &generator) ?? ""
    }
    if once(in: 8) {
      status =
        ["304", "404", "500", "0", "-1", "201", "400", "422", "200.0", "2e2", "\"200\"", "null"]
        .randomElement(using: &generator) ?? "200"
    }
    if once(in: 10) {
      mediaType =
        [
          "text/html", "", "application/problem+json", "image/png", "x",
          "application/JSON; charset=utf-8",
        ].randomElement(using: &generator) ?? ""
    }
    for _ in 0..<Int.random(in: 0...2, using: &generator) { mutate(&generator) }
  }

  /// Puts another token in the place of one, or leaves one out, or writes one twice.
  private mutating func mutate(_ generator: inout SeededGenerator) {
    var starts: [Int] = []
    for (index, byte) in body.enumerated()
    where byte == UInt8(ascii: " ") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") {
      starts.append(index + 1)
    }
    guard let start = starts.randomElement(using: &generator) else { return }
    let rest = body[start...]
    let end = rest.firstIndex { ",:]}".utf8.contains($0) } ?? body.endIndex
    let word = Array((Self.words.randomElement(using: &generator) ?? "").utf8)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: body.removeSubrange(start..<end)
    case 1: body.insert(contentsOf: body[start..<end], at: end)
    default: body.replaceSubrange(start..<end, with: word)
    }
  }

  func bytes(_ format: DifferentialTests.Format, _ generator: inout SeededGenerator) -> [UInt8] {
    let text = String(decoding: body, as: UTF8.self)
    let isOdd = Bool.random(using: &generator)
    let number = Int(status) ?? 200
    switch format {
    case .bareLines:
      return Array("\n\(isOdd ? " " : "")\(text)\r\n\(Self.body)\n".utf8)
    case .files: return body
    case .http:
      let target = url.isEmpty ? "/" : url
      return Array(
        """
        \(method.isEmpty ? "GET" : method.uppercased()) \(target) HTTP/1.1\r
        Host: fotolokashen.com\r
        \r
        HTTP/1.1 \(abs(number) < 100 ? 200 : abs(number)) OK\r
        Content-Type: \(mediaType)\r
        \(isOdd ? "Content-Length: \(body.count)\r\n" : "")\r
        \(text)
        """.utf8)
    case .records:
      let value = isOdd ? JSONWriter.quoted(text) : text
      return Array(
        """
        {"method": "\(method)", "url": "\(url)", "status": \(status), \
        "responseHeaders": {"Content-Type": "\(mediaType)"}, "responseBody": \(value)}

        {"responseBody": \(Self.body), "status": 200, "url": "\(url)"}
        """.utf8)
    case .har:
      let content =
        isOdd
        ? JSONWriter.quoted(text)
        : "\"\(Data(body).base64EncodedString())\", \"encoding\": \"base64\""
      let code = status.first == "\"" ? "200" : status
      let entry = """
        {"request": {"method": "\(method)", "url": "\(url)"}, "response": {"status": \(code),
        "content": {"mimeType": "\(mediaType)", "text": \(content)}}}
        """
      return Array("{\"log\": {\"version\": \"1.2\", \"entries\": [\(entry),\n\(entry)]}}".utf8)
    }
  }
}
