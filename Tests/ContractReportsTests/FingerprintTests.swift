@_spi(Engine) import ContractCaptures
import JSONTape
import Testing

@testable import ContractCheck

@Suite struct FingerprintTests {
  /// Vectors of the algorithm's authors.
  @Test(arguments: [
    ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
  ])
  func theHashIsTheOneItIsCalled(text: String, hash: String) {
    var content = ContentHash()
    content.add(bytes: text.utf8)
    #expect(content.hexadecimal == hash)
  }

  /// A baseline written yesterday on another machine still knows its findings.
  @Test func itStaysWhatItWas() {
    #expect(SampleFindings.coordinate().fingerprint == "3a5128882fc93d92ba8856504f477565")
    #expect(SampleFindings.bareFile.fingerprint == "2f438f5b91215b44851a9698f9cf74e7")
  }

  @Test func placeAndWordsDoNotCount() {
    let base = SampleFindings.coordinate()
    let changes: [(inout Finding) -> Void] = [
      { $0.file = "other.har" }, { $0.region = SampleFindings.missingProperty.region },
      { $0.message = "other words" }, { $0.label = "" }, { $0.why = nil }, { $0.frame = nil },
      { $0.fix = nil }, { $0.severity = .warning }, { $0.exchange?.index = 3 },
      { $0.exchange?.url = "https://example.com/other" }, { $0.exchange?.status = 201 },
      { $0.instance = JSONPointer(tokens: ["locations", "77", "latitude"]) },
      { $0.schema = "#/elsewhere" }, { $0.exchange?.id = "x" },
    ]
    for change in changes {
      var other = base
      change(&other)
      #expect(other.fingerprint == base.fingerprint)
    }
  }

  @Test func whateverIsAnotherMistakeCounts() {
    let base = SampleFindings.coordinate()
    let changes: [(inout Finding) -> Void] = [
      { $0.rule = "key-case" }, { $0.keyword = "type" }, { $0.contract = "other" },
      { $0.contract = nil }, { $0.exchange?.operation = "GET /other" },
      { $0.exchange?.status = 404 }, { $0.exchange?.status = nil },
      { $0.exchange?.part = .request }, { $0.property = "" }, { $0.lookalike = "Lat" },
      { $0.shape = "string" }, { $0.instance = JSONPointer(tokens: ["locations", "0", "lon"]) },
      { $0.instance = JSONPointer(tokens: ["locations", "0"]) },
    ]
    var seen: Set = [base.fingerprint]
    for change in changes {
      var other = base
      change(&other)
      #expect(seen.insert(other.fingerprint).inserted)
    }
  }

  /// A contract's file is named from the working folder.
  @Test func theFoldersOfAContractDoNotCount() {
    var prints: Set<String> = []
    for name in ["openapi.json", "./api/openapi.json", "../api/openapi.json", "/x/openapi.json"] {
      var finding = SampleFindings.coordinate()
      finding.contract = name
      prints.insert(finding.fingerprint)
    }
    #expect(prints.count == 1)
  }

  @Test func withoutAnOperationTheSchemaOrThePathCount() {
    var other = SampleFindings.bareFile
    other.schema = "#/components/schemas/User"
    #expect(other.fingerprint != SampleFindings.bareFile.fingerprint)
    let route = SampleFindings.unknownRoute
    other = route
    other.exchange?.url = "https://fotolokashen.com/api/v2/users"
    #expect(other.fingerprint != route.fingerprint)
    #expect(
      Finding.requestPattern("GET /users/42/posts/0d9c9e5c-7f0f-4d0a-8f06-2f4a0a0c0b11")
        == "GET /users/*/posts/*")
  }

  // MARK: Of real findings

  private func fingerprints(of users: String...) throws -> [[String]] {
    let checker = try Checker(
      contracts: [try Contract.bundled("fotolokashen")],
      assumption: Checker.Assumption(schema: "MapSocialLocation"))
    return users.map { text in
      var found: [String] = []
      checker.check(Array(text.utf8), name: "body.json") { _, result in
        found += result.findings.map(\.fingerprint)
      } problem: { _ in
      }
      return found
    }
  }

  private static func place(_ id: String = "1", name: String = "\"n\"", date: String) -> String {
    """
    {"id": \(id), "name": \(name), "savedAt": "\(date)"}
    """
  }

  @Test func theValueCountsByItsKindAlone() throws {
    let found = try fingerprints(
      of: Self.place(name: "7", date: "2026-01-02 03:04:05"),
      "\n\n" + Self.place("2", name: "81234", date: "2025-11-12 13:14:15"),
      Self.place(name: "true", date: "2026-01-02 03:04:05"),
      Self.place(name: "7", date: "1767323045"))
    #expect(!found[0].isEmpty)
    #expect(Set(found[0]).count == found[0].count)
    #expect(found[0] == found[1])
    #expect(Set(found[0]).symmetricDifference(found[2]).count == 2)
    #expect(Set(found[0]).symmetricDifference(found[3]).count == 2)
  }

  @Test func lintTellsFormsApart() {
    func found(_ date: String) -> [String] {
      var found: [String] = []
      Linter().check(Array("{\"createdAt\": \"\(date)\"}".utf8), name: "a.json") {
        found += $1.findings.map(\.fingerprint)
      } problem: { _ in
      }
      return found
    }
    let first = found("2026-01-02 03:04:05")
    #expect(first.count == 1)
    #expect(first == found("2026-02-03 04:05:06"))
    #expect(first != found("Mon Feb 23 2026 10:00:00 GMT+0000"))
  }

  @Test func whatIsNoJSONIsToldByItsFault() throws {
    let found = try fingerprints(of: "{\"a\" 1}", "{\"bcd\" 1}", "{\"a\": 1,}")
    #expect(found[0].count == 1)
    #expect(found[0] == found[1])
    #expect(found[0] != found[2])
  }
}
