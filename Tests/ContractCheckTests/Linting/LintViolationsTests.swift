@_spi(Engine) import JSONTape
import Testing

@testable import ContractCheck

/// Violations that are too many to keep are found again, part by part.
@Suite struct LintViolationsTests {
  /// Mistakes of every kind of part, in objects that hold other objects and come between their
  /// properties.
  private static let body: String = {
    let places = (0..<40).map { number in
      let name = number % 7 == 0 ? "" : #""name": "n", "city": null,"#
      let again = number % 5 == 0 ? #", "createdAt": "Invalid Date""# : ""
      return #"""
        {"id": \#(number), \#(name) "latitude": 48.1, "lng": 200, "kind": "\#(number == 9 ? "Food" : "food")",
         "inner": {"createdAt": "2024-13-01T00:00:00Z", "metadata": {"updatedAt": "2024-13-01"},
                   "passwordHash": "abcdef0123", "photo_url": 1\#(again)},
         "updatedAt": "Invalid Date",
         "pagination": {"page": 3, "limit": "x", "total": 50, "totalPages": 1, "hasMore": true}}
        """#
    }
    return """
      {"createdAt": "Invalid Date", "aName": 1, "bName": 2, "cName": 3, "dName": 4, "eName": 5,
       "locations": [\(places.joined(separator: ",\n"))], "updatedAt": "Invalid Date"}
      """
  }()

  private static func words(_ mostKept: Int, isDetached: Bool = false) throws -> [String?] {
    let context = LintContext(
      part: nil, status: nil, query: nil,
      severities: LintSeverities(overrides: [:]))
    var linted = LintViolations(
      in: try JSONDocument(body), context, NameTable(), [], mostKept: mostKept)
    if isDetached { linted.detach() }
    return linted.offsets.indices.map { position in
      guard let violation = linted.violation(at: position) else { return nil }
      let text = violation.text
      return "\(violation.rule.id) \(violation.severity) \(violation.instance) "
        + "\(violation.property ?? "") \(violation.range) \(text.message); \(text.label) "
        + "\(violation.fix?.title ?? "")"
    }
  }

  @Test(arguments: [1, 2, 3, 10, 64, 300], [false, true])
  func partsAreTheWhole(mostKept: Int, isDetached: Bool) throws {
    let whole = try Self.words(.max)
    let rules = Set(whole.compactMap { $0?.prefix { $0 != " " } })
    #expect(whole.count > 300 && rules.count > 6, "\(rules)")
    #expect(try Self.words(mostKept, isDetached: isDetached) == whole)
  }
}
