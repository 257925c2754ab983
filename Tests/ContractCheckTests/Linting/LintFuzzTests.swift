@_spi(Engine) import ContractCaptures
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// Bodies of random shape out of the words that a lint looks for. The seeds are fixed.
@Suite struct LintFuzzTests {
  private static let names = [
    "lat", "lng", "latitude", "longitude", "lon", "long", "LAT", "createdAt", "updated_at", "date",
    "page", "limit", "total", "totalPages", "hasMore", "per_page", "pagination", "meta", "items",
    "platform", "deviceToken", "device_name", "password", "refreshToken", "id", "type", "metadata",
    "firstName", "last_name", "caption", "a\\u0062c", "\\ud83d\\ude00", "é",
  ]
  private static let scalars = [
    "0", "-1", "1.5", "91", "1e400", "1767225600", "1767225600000", "9223372036854775807",
    "-9223372036854775808", "99999999999999999999", "true", "false", "null", #""""#, #""1.5""#,
    #""ios""#, #""iOS""#, #""2026-02-30""#, #""2026-02-23 10:00:00""#, #""Invalid Date""#,
    #""2/23/2026""#, #""\u0000\ud800""#, #""abcdefghijklmnopqrstuvwxyz0123456789""#, "[]", "{}",
  ]

  private func body(_ random: inout SeededGenerator, depth: Int) -> String {
    switch depth == 0 ? 9 : Int.random(in: 0..<10, using: &random) {
    case 0..<4:
      var names = Self.names.shuffled(using: &random).prefix(Int.random(in: 0..<7, using: &random))
      if Int.random(in: 0..<40, using: &random) == 0 { names += names.prefix(1) }
      let properties = names.map { "\"\($0)\": \(body(&random, depth: depth - 1))" }
      return "{\(properties.joined(separator: ","))}"
    case 4..<7:
      let elements = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
        body(&random, depth: depth - 1)
      }
      return "[\(elements.joined(separator: ", "))]"
    default: return Self.scalars.randomElement(using: &random) ?? "0"
    }
  }

  @Test(arguments: 1...8)
  func randomBodies(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestSeed.rounds(75) {
      let text = body(&random, depth: 5)
      let document = try JSONDocument(text)
      let part: LintCase.Part =
        [.bare, .request, .response(), .response(404)].randomElement(
          using: &random) ?? .bare
      let row = LintCase("", as: part, query: "?page=2&limit=3", text)
      let file = row.file(.har, text)
      let findings = lint(file, as: part == .bare ? .json : nil)
      #expect(findings == lint(file, as: part == .bare ? .json : nil))
      let places = findings.map { [$0.rule, $0.instance.description, $0.property ?? ""] }
      let isDouble = findings.contains { $0.rule == "duplicate-key" }
      #expect(isDouble || Set(places).count == places.count, "\(text)")
      for finding in findings {
        // Of two properties of one name a pointer leads to the first.
        #expect(
          isDouble || document.node(at: finding.instance) != nil, "\(finding.gist) in \(text)")
        #expect(finding.region.bytes.end <= file.count)
      }
    }
  }

  @Test(arguments: 1...4)
  func brokenBodies(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<TestSeed.rounds(100) {
      var bytes = Array(body(&random, depth: 4).utf8)
      for _ in 0...Int.random(in: 0..<4, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        default: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      let isJSON = (try? JSONDocument(bytes)) != nil
      let findings = lint(bytes, as: .json)
      #expect(findings.contains { $0.rule == "json-syntax" } == !isJSON)
      #expect(findings.allSatisfy { $0.region.bytes.end <= bytes.count })
    }
  }

  /// Many of everything: the work must grow with the body and not with its square.
  @Test func bigBodies() {
    let count = 1_000
    let pages = #"{"page": 1, "limit": 1, "total": 5, "totalPages": 1, "items": []}"#
    #expect(!lint(Array(array(of: pages, count).utf8), as: .json).isEmpty)
    let places = #"{"latitude": 91, "longitude": 1, "created_at": 1767225600}"#
    #expect(lint(Array(array(of: places, count).utf8), as: .json).count == 4 * count)
    let names = (0..<count).map { "\"name\($0)\": {\"lat\": \"1\"}" }.joined(separator: ",")
    #expect(lint(Array("{\(names)}".utf8), as: .json).isEmpty)
  }

  private func array(of element: String, _ count: Int) -> String {
    "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
  }
}
