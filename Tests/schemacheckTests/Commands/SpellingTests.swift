import Foundation
import JSONTape
import TestSupport
import Testing

@testable import ContractRuns
@testable import schemacheck

/// A way to write an object schema that means the same as the flat one.
struct Spelling: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The schema under a name, from its properties and required names, with further components.
  let write: @Sendable (String, [(String, String)], [String]) -> (String, [String: String])

  static let flat = Spelling(testDescription: "flat") { _, properties, required in
    (object(properties, required), [:])
  }

  static let all: [Spelling] = [
    Spelling(testDescription: "allOf of two") { _, properties, required in
      let (first, second) = halves(properties)
      return (#"{"allOf": [\#(object(first, required)), \#(object(second, required))]}"#, [:])
    },
    Spelling(testDescription: "allOf with a reference") { name, properties, required in
      let (first, second) = halves(properties)
      return (
        ##"{"allOf": [{"$ref": "#/components/schemas/\##(name)Base"}, \##(object(second, required))]}"##,
        ["\(name)Base": object(first, required)]
      )
    },
    Spelling(testDescription: "keywords beside allOf") { name, properties, required in
      let (first, second) = halves(properties)
      return (
        ##"{"allOf": [{"$ref": "#/components/schemas/\##(name)Base"}], \##(inner(second, required))}"##,
        ["\(name)Base": object(first, required)]
      )
    },
    Spelling(testDescription: "two levels of references") { name, properties, required in
      let (first, second) = halves(properties)
      return (
        ##"{"$ref": "#/components/schemas/\##(name)Outer"}"##,
        [
          "\(name)Outer":
            ##"{"allOf": [{"$ref": "#/components/schemas/\##(name)Middle"}, \##(object(second, []))]}"##,
          "\(name)Middle":
            ##"{"description": "d", "allOf": [{"$ref": "#/components/schemas/\##(name)Base"}]}"##,
          "\(name)Base": object(first, required),
        ]
      )
    },
    Spelling(testDescription: "anyOf with null") { _, properties, required in
      (#"{"anyOf": [\#(object(properties, required)), {"type": "null"}]}"#, [:])
    },
    Spelling(testDescription: "oneOf with null and a reference") { name, properties, required in
      (
        ##"{"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/\##(name)Base"}]}"##,
        ["\(name)Base": object(properties, required)]
      )
    },
    Spelling(testDescription: "anyOf of one") { _, properties, required in
      (#"{"anyOf": [\#(object(properties, required))]}"#, [:])
    },
    Spelling(testDescription: "oneOf of one in allOf") { _, properties, required in
      (#"{"allOf": [{"oneOf": [\#(object(properties, required))]}]}"#, [:])
    },
    Spelling(testDescription: "one property a branch") { _, properties, required in
      let branches = properties.map { object([$0], []) } + [object([], required)]
      return (#"{"allOf": [\#(branches.joined(separator: ", "))]}"#, [:])
    },
    Spelling(testDescription: "required in another branch") { name, properties, required in
      (
        ##"{"allOf": [{"required": \##(required)}, {"$ref": "#/components/schemas/\##(name)Base"}]}"##,
        ["\(name)Base": object(properties, [])]
      )
    },
    Spelling(testDescription: "each property twice") { _, properties, required in
      let loose = properties.map { ($0.0, "{}") }
      return (#"{"allOf": [\#(object(loose, required)), \#(object(properties, []))]}"#, [:])
    },
  ]

  private static func halves(
    _ properties: [(String, String)]
  ) -> ([(String, String)], [(String, String)]) {
    let middle = properties.count / 2
    return (Array(properties[..<middle]), Array(properties[middle...]))
  }

  private static func inner(_ properties: [(String, String)], _ required: [String]) -> String {
    let listed = properties.map { #""\#($0.0)": \#($0.1)"# }.joined(separator: ", ")
    return #""type": "object", "required": \#(required), "properties": {\#(listed)}"#
  }

  private static func object(_ properties: [(String, String)], _ required: [String]) -> String {
    "{\(inner(properties, required))}"
  }
}

/// The same contract in other words gives the same findings, whatever reads its schemas.
@Suite struct SpellingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A contract whose objects are all written in a spelling.
  private func contract(
    _ spelling: Spelling, changed: Bool = false, isNested: Bool = false
  ) throws -> String {
    var place = [
      ("id", #"{"type": "integer"}"#), ("placeName", #"{"type": "string"}"#),
      ("lat", #"{"type": "number"}"#), ("lng", #"{"type": "number"}"#),
      ("savedAt", #"{"type": ["string", "null"], "format": "date-time"}"#),
      ("kind", #"{"type": "string", "enum": ["cafe", "park"]}"#),
    ]
    var required = ["id", "placeName", "lat", "lng", "savedAt"]
    if changed {
      place[0].1 = #"{"type": "string"}"#
      place[5].1 = #"{"type": "string", "enum": ["cafe", "park", "bar"]}"#
      place.remove(at: 1)
      place.append(("owner", #"{"type": "string"}"#))
      required = ["id", "lat", "lng"]
    }
    let figures = ["page", "limit", "total", "totalPages"]
    let items = (
      "items", ##"{"type": "array", "items": {"$ref": "#/components/schemas/Place"}}"##
    )
    let numbers = figures.map { ($0, #"{"type": "integer"}"#) }
    var schemas: [String: String] = [:]
    func add(_ name: String, _ properties: [(String, String)], _ required: [String]) {
      let (text, others) = spelling.write(name, properties, required)
      schemas[name] = text
      schemas.merge(others) { first, _ in first }
    }
    add("Place", place, required)
    if isNested {
      add("Figures", numbers, figures)
      add(
        "Page",
        [("success", "{\"type\": \"boolean\"}"), items]
          + [("pagination", ##"{"$ref": "#/components/schemas/Figures"}"##)],
        ["success", "items", "pagination"])
    } else {
      add("Page", numbers + [items], figures + ["items"])
    }
    let components = schemas.sorted { $0.key < $1.key }.map { #""\#($0.key)": \#($0.value)"# }
    func content(_ name: String) -> String {
      ##""content": {"application/json": {"schema": {"$ref": "#/components/schemas/\##(name)"}}}"##
    }
    let text = """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "x-schemacheck": {"rules": {"key-case": {"case": "camel"}}},
       "paths": {
        "/places": {
          "get": {"parameters": [
              {"name": "page", "in": "query", "schema": {"type": "integer"}},
              {"name": "limit", "in": "query", "schema": {"type": "integer"}}],
            "responses": {"200": {"description": "", \(content("Page"))}}},
          "post": {"requestBody": {\(content("Place"))},
            "responses": {"201": {"description": "", \(content("Place"))}}}}},
       "components": {"schemas": {\(components.joined(separator: ",\n"))}}}
      """
    return try folder.write(text, to: "\(UUID().uuidString).json")
  }

  private static let places = [
    #"{"id": 1, "placeName": "a", "lat": 1.5, "lng": 2.5, "savedAt": null, "kind": "cafe"}"#,
    #"{"id": 1, "placeName": "a", "latitude": 1.5, "lng": 2.5, "savedAt": null}"#,
    #"{"id": 1, "place_name": "a", "lat": 1.5, "lng": 2.5, "savedAt": null}"#,
    #"{"id": "1", "placeName": "a", "lat": 1.5, "lng": 2.5}"#,
    #"{"id": 1, "placeNam": "a", "lat": 91, "savedAt": "2026-01-01 10:00:00"}"#,
    #"{"id": 1, "placeName": "a", "lat": 1.5, "lng": 2.5, "savedAt": null, "stray": 1}"#,
    #"{"id": 1, "placeName": "a", "lat": 1.5, "lng": 2.5, "savedAt": null, "password": "x"}"#,
    #"{"id": 1, "placeName": "a", "lat": "1.5", "lng": 2.5, "savedAt": null, "kind": "bar"}"#,
  ]

  private static func page(_ place: String, pages: Int, isNested: Bool) -> String {
    let figures = #""page": 1, "limit": 10, "total": 25, "totalPages": \#(pages)"#
    return isNested
      ? #"{"success": true, "pagination": {\#(figures)}, "items": [\#(place)]}"#
      : #"{\#(figures), "items": [\#(place)]}"#
  }

  private static func pages(isNested: Bool) -> [String] {
    places.map { page($0, pages: 3, isNested: isNested) }
      + [page(places[0], pages: 9, isNested: isNested)]
  }

  /// Expects a contract in a spelling and the flat one to give the same findings in an input.
  private func expectSame(
    _ spelling: Spelling, isNested: Bool = false, _ arguments: [String]
  ) throws {
    let found = try [Spelling.flat, spelling].map { spelling in
      try findings(arguments + ["-c", contract(spelling, isNested: isNested)])
    }
    #expect(found[0] == found[1], "\(arguments)")
  }

  private func findings(_ arguments: [String]) throws -> [String] {
    let scenario = Scenario.run(["check"] + arguments + ["-f", "json"])
    let report = try JSONDocument(scenario.output).root
    let found = try #require(report["findings"]).elements.map { finding in
      ["rule", "severity", "keyword", "line", "column", "instance", "member", "message", "label"]
        .map { finding[$0]?.text ?? "" }.joined(separator: " ")
    }
    let notes = scenario.errors.split(separator: "\n").filter { $0.contains("assumed") }
    return found + notes.map { String($0) }
  }

  private func records(isNested: Bool) throws -> String {
    var lines = Self.pages(isNested: isNested).map {
      #"{"method": "GET", "url": "/places?page=1&limit=10", "status": 200, "responseBody": \#($0)}"#
    }
    for place in Self.places {
      lines.append(
        #"{"method": "POST", "url": "/places", "status": 201, "requestBody": \#(place), "#
          + #""responseBody": \#(place)}"#)
    }
    return try folder.write(lines.joined(separator: "\n") + "\n", to: "records-\(isNested).ndjson")
  }

  @Test(arguments: Spelling.all, [false, true])
  func records(_ spelling: Spelling, isNested: Bool) throws {
    let records = try records(isNested: isNested)
    #expect(try findings([records, "-c", contract(.flat, isNested: isNested)]).count > 10)
    try expectSame(spelling, isNested: isNested, [records])
  }

  @Test(arguments: Spelling.all) func entries(_ spelling: Spelling) throws {
    let entries = try Self.pages(isNested: false).map { body in
      let text = String(
        decoding: try JSONEncoder().encode([body]), as: UTF8.self
      ).dropFirst().dropLast()
      return """
        {"request": {"method": "GET", "url": "https://h/places?page=1&limit=10", "headers": []},
         "response": {"status": 200, "headers": [],
          "content": {"mimeType": "application/json", "text": \(text)}}}
        """
    }
    let har = try folder.write(
      #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ",\n"))]}}"#,
      to: "a.har")
    try expectSame(spelling, [har])
  }

  /// Bodies that say nothing of where they come from.
  @Test(arguments: Spelling.all, [false, true])
  func bodies(_ spelling: Spelling, isNested: Bool) throws {
    for (number, page) in Self.pages(isNested: isNested).enumerated() {
      let file = try folder.write(page, to: "page-\(number).json")
      try expectSame(spelling, isNested: isNested, [file])
    }
    for (number, place) in Self.places.enumerated() {
      let file = try folder.write(place, to: "place-\(number).json")
      try expectSame(spelling, [file, "--schema", "Place"])
      // A part that is a component of its own may itself be what a body comes nearest to.
      if spelling.write("Place", [], []).1.isEmpty { try expectSame(spelling, [file]) }
    }
  }

  @Test(arguments: Spelling.all) func fixes(_ spelling: Spelling) throws {
    func fixed(_ spelling: Spelling) throws -> String {
      let contract = try contract(spelling)
      let bodies = try Self.places.enumerated().map { number, place in
        try folder.write(place, to: "fix-\(number).json")
      }
      _ = Scenario.run(["fix", "-c", contract, "--schema", "Place"] + bodies)
      return try bodies.map { try String(contentsOfFile: $0, encoding: .utf8) }
        .joined(separator: "\n")
    }
    let flat = try fixed(.flat)
    #expect(flat != Self.places.joined(separator: "\n"))
    #expect(try fixed(spelling) == flat)
  }

  /// A change is the same whether both sides are flat, one is, or none.
  @Test(arguments: Spelling.all) func changes(_ spelling: Spelling) throws {
    func changes(_ old: Spelling, _ new: Spelling) throws -> [String] {
      let scenario = Scenario.run(
        "diff", try contract(old), try contract(new, changed: true), "-f", "json")
      let report = try JSONDocument(scenario.output).root
      return try #require(report["findings"]).elements.map { finding in
        let message = finding["message"]?.string ?? ""
        let change = message.range(of: " (").map { message[..<$0.lowerBound] } ?? message[...]
        return "\(finding["severity"]?.text ?? "") \(finding["rule"]?.text ?? "") \(change)"
      }.sorted()
    }
    let flat = try changes(.flat, .flat)
    #expect(flat.count > 4)
    // Null beside the object is a change of its own where one side alone has it.
    if !spelling.testDescription.contains("null") {
      #expect(try changes(.flat, spelling) == flat)
      #expect(try changes(spelling, .flat) == flat)
    }
    #expect(try changes(spelling, spelling) == flat)
  }
}
