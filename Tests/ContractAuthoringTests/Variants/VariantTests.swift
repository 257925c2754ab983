@_spi(Engine) import ContractCaptures
@_spi(Engine) @testable import ContractAuthoring
import Foundation
import JSONTape
import TestSupport
import Testing

@_spi(Engine) @testable import ContractCheck

@Suite struct VariantTests {
  private static func made(_ contract: Contract) throws -> (all: [Variant], tally: VariantTally) {
    var all: [Variant] = []
    let tally = try contract.variants(limit: 10_000) { all.append($0) }
    return (all, tally)
  }

  @Test(arguments: VariantCase.all) func whatASchemaLeavesOpen(variant: VariantCase) throws {
    let made = try Self.made(variant.contract)
    #expect(made.tally.omissions == [] && made.tally.limits == [])
    #expect(
      made.all.map { "\($0.words): \(String(decoding: $0.body, as: UTF8.self))" }
        == variant.expected)
  }

  /// How many variants each contract gives, and how many places have none.
  private static let counts = [
    "fotolokashen": 0, "fork-in-the-road": 0, "bmn-boston": 0, "unitedwerise-devices": 0,
    "social-posts": 0,
  ]

  @Test(arguments: counts.keys.sorted()) func bundledContracts(name: String) throws {
    try Self.verify(try Contract.bundled(name), omissions: Self.counts[name] ?? 0)
  }

  /// Documents that others wrote, by their number of places without a value.
  @Test(
    .enabled(if: PackageFolder.suite("openapi") != nil, "the public documents are not there"),
    arguments: [
      "museum-3.1.yaml": 0, "petstore-3.1.json": 0, "tictactoe-3.1.json": 0,
      "twilio-messaging-v1-3.0.json": 0,
    ].sorted { $0.key < $1.key })
  func publicDocuments(name: String, omissions: Int) throws {
    let folder = try #require(PackageFolder.suite("openapi"))
    let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
    try Self.verify(try Contract(bytes, name: name), omissions: omissions)
  }

  /// Each record is read and judged again, with nothing known but its method and address.
  private static func verify(_ contract: Contract, omissions: Int) throws {
    let (all, tally) = try made(contract)
    #expect(tally.omissions.count == omissions, "\(tally.omissions)")
    #expect(tally.limits == [] && tally.variants == all.count)
    #expect(tally.bytes == all.reduce(0) { $0 + $1.record.count + 1 })
    let checker = try Checker(contracts: [contract])
    var checked = 0
    checker.check(
      all.flatMap { $0.record + [UInt8(ascii: "\n")] }, name: "variants", format: .ndjson
    ) { exchange, result in
      let variant = all[checked]
      checked += 1
      #expect(result.outcome == .checked && result.givenUp.isEmpty)
      #expect(result.count.operation?.operation == variant.operation)
      #expect(result.count.status == variant.status)
      let expected =
        ["deprecated-use"] + (variant.freedom == .unlisted ? ["undocumented-field"] : [])
      #expect(
        Set(result.findings.map(\.rule)).isSubset(of: expected),
        "\(variant.words): \(result.findings.map(\.message))")
      #expect(result.findings.allSatisfy { $0.severity < .error })
    } problem: { problem in
      Issue.record("\(problem.message)")
    }
    #expect(checked == all.count && checked > 0)
    #expect(Set(all.map(\.record)).count == all.count)
    if all.count < 1_000 {
      #expect(try made(contract).all.map(\.record) == all.map(\.record))
    }
    for variant in all {
      #expect(variant.place != nil, "\(variant.words)")
      let body = try JSONDocument(variant.body)
      let isThere = body.node(at: variant.instance) != nil
      #expect(isThere || [.absent, .unlisted].contains(variant.freedom), "\(variant.words)")
    }
  }

  /// Each operation and status with a JSON body has one complete body.
  @Test func everyResponseHasABody() throws {
    for name in Contract.bundledNames {
      let contract = try Contract.bundled(name)
      var expected: [String] = []
      for operation in contract.operations {
        for response in operation.responses
        where response.content.entries.contains(where: { $0.mediaType.isJSON && $0.root != nil }) {
          let status = VariantResponses.status(of: response, in: operation)
          expected.append("\(operation.name) \(status)")
        }
      }
      let all = try Self.made(contract).all.filter { $0.freedom == .none }
      #expect(all.map { "\($0.operation) \($0.status)" } == expected)
    }
  }

  /// The complete body and the one without optional properties come first, then what is near the
  /// top; each response has its share, and the rest is counted.
  @Test func theLimit() throws {
    let text = """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/v": {"get": {"responses": {
       "200": {"description": "", "content": {"application/json": {"schema": {"type": "object",
        "required": ["o"], "additionalProperties": false, "properties": {
         "o": {"type": "object", "additionalProperties": false, "properties": {"a": {"const": 1}}},
         "b": {"type": ["boolean", "null"]}}}}}},
       "404": {"description": "", "content": {"application/json": {"schema": {"enum": [1, 2, 3]}}}}}}}}}
      """
    let contract = try Contract(Array(text.utf8), name: "case.json")
    func made(_ limit: Int) throws -> (words: [String], limits: [String]) {
      var words: [String] = []
      let tally = try contract.variants(limit: limit) { words.append("\($0.status) \($0.words)") }
      return (words, tally.limits)
    }
    let all = [
      "200 every documented property", "200 every optional property missing", "200 `b` missing",
      "200 `b` null", "200 `a` missing", "404 every documented property", "404 the body as 2",
      "404 the body as 3",
    ]
    #expect(try made(1_000) == (all, []))
    let some = try made(6)
    #expect(some.words == Array(all[0...2] + all[5...]))
    #expect(
      some.limits
        == ["at most 6 responses were made for each operation (`--limit`); GET /v has 2 more"])
  }

  @Test func places() throws {
    let all = try Self.made(try Contract.bundled("bmn-boston")).all
    func place(_ words: String) -> String? {
      all.first { $0.words == words }?.place?.description
    }
    #expect(place("`sqft` missing") == "schemas/bmn-boston.json:466:11")
    #expect(place("`school_type` as \"High\"") == "schemas/bmn-boston.json:671:19")
    #expect(place("`latitude` as -90") == "schemas/bmn-boston.json:478:13")
  }

  @Test func statuses() throws {
    let contract = try Contract.bundled("unitedwerise-devices")
    func statuses(_ operation: String?, _ status: Int?) throws -> Set<Int> {
      var found: Set<Int> = []
      _ = try contract.variants(operation: operation, status: status) { found.insert($0.status) }
      return found
    }
    #expect(try statuses("listDevices", nil).isSuperset(of: [200, 401]))
    #expect(try statuses("GET /api/devices", 401) == [401])
    #expect(contract.successStatus(ofOperation: "listDevices") == 200)
    #expect(throws: Checker.UnknownName.self) { try statuses("listDevice", nil) }
    #expect(throws: Checker.UnknownName.self) { try statuses("listDevices", 418) }
  }

  /// Twice the schema makes twice the variants and twice the values.
  @Test func theNumberIsLinear() throws {
    func tally(_ count: Int) throws -> VariantTally {
      let properties = (0..<count).map { ##""m\##($0)": {"$ref": "#/components/schemas/S"}"## }
      return try Self.made(
        VariantCase.contract(
          ##"{"type": "object", "properties": {\##(properties.joined(separator: ","))}}"##,
          schemas: #""S": {"type": ["string", "null"]}"#)
      ).tally
    }
    let (small, large) = (try tally(100), try tally(200))
    #expect(small.variants == 503 && large.variants == 1003)
    #expect(small.steps == 101 && large.steps == 201)
  }

  /// Each level holds the next one twice: written out, it would have 2 to the 60th values.
  @Test func schemasThatHoldOneAnotherAreBounded() throws {
    for required in ["", #""required": ["a", "b"],"#] {
      let levels = (0..<60).map { level in
        let next = ##"{"$ref": "#/components/schemas/L\##(level + 1)"}"##
        return
          #""L\#(level)": {"type": "object", \#(required) "properties": {"a": \#(next), "b": \#(next)}}"#
      }
      let contract = try VariantCase.contract(
        ##"{"$ref": "#/components/schemas/L0"}"##,
        schemas: (levels + [#""L60": {"type": "boolean"}"#]).joined(separator: ","))
      let tally = try Self.made(contract).tally
      #expect(tally.steps <= 40_000 && tally.variants < 2_000)
      #expect(!tally.limits.isEmpty)
      #expect((tally.omissions.count == 1) == !required.isEmpty)
    }
  }

  /// Choices beside one another are varied one at a time: all combinations would be 2 to the 20th.
  @Test func choicesBesideOneAnother() throws {
    let choices = (0..<20).map {
      #"{"oneOf": [{"required": ["a\#($0)"], "properties": {"a\#($0)": {"const": 1}}},"#
        + #"{"required": ["b\#($0)"], "properties": {"b\#($0)": {"const": 2}}}]}"#
    }
    let made = try Self.made(
      VariantCase.contract(
        #"{"type": "object", "unevaluatedProperties": false, "allOf": [\#(choices.joined(separator: ","))]}"#
      ))
    #expect(made.all.count == 21 && made.tally.omissions == [] && made.tally.limits == [])
    #expect(made.all.dropFirst().allSatisfy { $0.freedom == .branch })
  }

  @Test func whatHasNoValueIsNamed() throws {
    func omissions(_ schema: String, _ schemas: String = "") throws -> [String] {
      try Self.made(VariantCase.contract(schema, schemas: schemas)).tally.omissions
    }
    #expect(
      try omissions(
        ##"{"$ref": "#/components/schemas/N"}"##,
        ##""N": {"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#/components/schemas/N"}}}"##
      ) == ["GET /v → 200: no valid body found: no value was found for a part that is required"])
    #expect(
      try omissions(
        #"{"type": "object", "minProperties": 1, "additionalProperties": false, "properties": {"a": {"type": "boolean"}}}"#
      ) == [
        "GET /v → 200: no value found for `a` missing (case.json:4:132): the body is empty; at least 1 property is needed"
      ])
  }

  /// An optional property without a value is left out and named; the rest is made.
  @Test(arguments: [
    #"{"type": "string", "not": {"pattern": "^[a-z]"}}"#,
    #"{"type": "string", "pattern": "^(?=a)b$"}"#,
    #"{"type": "array", "contains": {"const": 5}}"#,
    #"{"type": "object", "minProperties": 1, "propertyNames": {"not": {"minLength": 1}}, "additionalProperties": {"type": "boolean"}}"#,
    #"{"not": {"type": ["string", "null"]}}"#,
    #"{"type": "integer", "not": {"multipleOf": 2}, "minimum": 2, "maximum": 4}"#,
    ##"{"type": "object", "required": ["n"], "properties": {"n": {"type": "array", "contains": {"const": 5}}}}"##,
  ])
  func anOptionalPropertyWithoutAValue(schema: String) throws {
    let strict = #""additionalProperties": false"#
    let inner =
      #"{"type": "object", "required": ["id"], \#(strict), "properties": {"id": {"type": "boolean"}, "nick": \#(schema)}}"#
    let cases = [
      (inner, #"{"id":true}"#, 1),
      (
        #"{"type": "array", "minItems": 2, "maxItems": 2, "items": \#(inner)}"#,
        #"[{"id":true},{"id":true}]"#, 1
      ),
      (
        #"{"type": "object", \#(strict), "properties": {"a": \#(inner), "nick": \#(schema)}}"#,
        #"{"a":{"id":true}}"#, 2
      ),
    ]
    for (schema, first, count) in cases {
      let made = try Self.made(VariantCase.contract(schema))
      #expect(made.all.first.map { String(decoding: $0.body, as: UTF8.self) } == first)
      #expect(made.tally.unmade == count && made.tally.omissions.count == 1)
      let line = made.tally.omissions[0]
      #expect(line.hasPrefix("GET /v → 200: no value found for `nick` (case.json:4:"), "\(line)")
      #expect(line.hasSuffix(" (and 1 more of this schema)") == (count == 2), "\(line)")
    }
    // Where it is required, nothing can be made.
    let required = inner.replacing(#"["id"]"#, with: #"["id", "nick"]"#)
    let none = try Self.made(VariantCase.contract(required))
    #expect(none.all.isEmpty && none.tally.omissions.count == 1)
  }

  /// Elements that must differ keep their form.
  @Test(arguments: [
    #"{"type": "string", "format": "uuid"}"#, #"{"type": "string", "format": "date"}"#,
    #"{"type": "string", "format": "date-time"}"#,
    #"{"type": "integer", "minimum": 1, "maximum": 2}"#,
    #"{"type": "string", "pattern": "^[A-Z]{2}-\\d+$"}"#,
  ])
  func elementsThatDiffer(items: String) throws {
    for least in [1, 2] {
      let made = try Self.made(
        VariantCase.contract(
          #"{"type": "array", "minItems": \#(least), "uniqueItems": true, "items": \#(items)}"#))
      #expect(!made.tally.omissions.contains { $0.contains("no valid body found") })
      #expect(made.all.first?.freedom == Variant.Freedom.none)
      #expect(made.all.contains { $0.freedom == .several } == (least == 1))
    }
  }

  @Test func namesOfAMap() throws {
    let made = try Self.made(
      VariantCase.contract(
        #"{"type": "object", "minProperties": 1, "propertyNames": {"pattern": "^x-[a-z]$"}, "additionalProperties": {"enum": [1]}}"#
      ))
    #expect(made.all.first.map { String(decoding: $0.body, as: UTF8.self) } == #"{"x-a":1}"#)
  }

  /// A value that one example gives, and one that an example spoils.
  @Test func examplesDoNotLeaveOutProperties() throws {
    let schema =
      #"{"type": "object", "additionalProperties": false, "example": {"a": 7, "b": "no"}, "properties": {"a": {"type": "integer", "not": {"multipleOf": 2}}, "b": {"type": "boolean"}}}"#
    let made = try Self.made(VariantCase.contract(schema))
    #expect(made.all.first.map { String(decoding: $0.body, as: UTF8.self) } == #"{"a":7,"b":true}"#)
    #expect(!made.tally.omissions.contains { $0.contains("no value found for `a` (") })
  }

  /// The bodies that a contract forbids lack one required property each.
  @Test func lacking() throws {
    let contract = try Contract.bundled("social-posts")
    var found: [Variant] = []
    _ = try contract.lackingVariants(operation: "likePost") { found.append($0) }
    #expect(found.map(\.words) == ["`likes` missing"])
    #expect(found.map { String(decoding: $0.body, as: UTF8.self) } == ["{}"])
    #expect(try contract.check(found[0].body, operation: "likePost").map(\.property) == ["likes"])
  }
}
