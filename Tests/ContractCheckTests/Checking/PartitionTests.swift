@_spi(Engine) import JSONSchema
import JSONTape
import TestSupport
import Testing

@testable import ContractCheck

/// Explaining is a partition: a body has an error exactly if its schema refuses it or a rule that is
/// an error does, and a violation is as grave as the gravest failure that it stands for.
@Suite struct PartitionTests {
  private static let contracts = [
    nil, #"{"rules": {}}"#, #"{"rules": {"key-case": {"case": "camel", "severity": "note"}}}"#,
    #"{"rules": {"coordinate-names": "note", "explicit-null": "off", "iso-dates": "warning"}}"#,
    #"{"rules": {"coordinate-range": "error", "undocumented-field": "error"}}"#,
    #"{"decoder": {"keys": "convertFromSnakeCase"}, "rules": {"key-case": "warning"}}"#,
  ]

  private static let schema = """
    {"type": "object", "required": ["lat", "lng", "created_at", "note"], "additionalProperties": false,
     "properties": {"lat": {"type": "number"}, "lng": {"type": "number"},
      "created_at": {"type": "string", "format": "date-time"}, "note": {"type": ["string", "null"]},
      "place": {"oneOf": [{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}},
        {"type": "string"}]}}}
    """

  private static let names = [
    "lat", "lng", "latitude", "longitude", "lon", "created_at", "createdAt", "note", "Note",
    "place",
    "x", "data",
  ]
  private static let values = [
    "1", "91", "\"1\"", "null", "\"2026-02-23T10:00:00Z\"", "\"today\"", "{\"id\": 1}",
    "{\"id\": \"1\", \"lat\": 1}", "{\"lat\": 1, \"lng\": 2, \"created_at\": 3, \"note\": 4}", "[]",
  ]

  @Test func everyFailureStandsInOneViolation() throws {
    let seed = TestSeed.seed(2926)
    var random = SeededGenerator(seed: seed)
    let all = try Self.contracts.map { settings in
      try OpenAPIProbe(
        components: #"{"schemas": {"S": \#(Self.schema)}}"#,
        more: settings.map { #""x-schemacheck": \#($0),"# } ?? ""
      ).contract
    }
    var refused = 0
    for _ in 0..<TestSeed.rounds(1_500) {
      let properties = (0..<random.below(7)).map { _ in
        "\"\(random.pick(Self.names))\": \(random.pick(Self.values))"
      }
      let body = try JSONDocument("{\(properties.joined(separator: ", "))}")
      let contract = random.pick(all)
      let component = try #require(contract.components["S"])
      var list = contract.schema.failureList(in: body, root: component.response)
      let reading = FailureReading(
        document: body, contract: contract, settings: component.settings,
        places: ContractPlaces())
      let reader = ViolationReader(
        reading, list, root: component.response, hasRepeatedKeys: false)
      let gravest = (0..<list.count).map { reading.severity(of: list.failure(at: $0)) }.max()
      let told = reader.positions.compactMap { reader.violation(at: $0)?.severity }.max()
      let isRefused = !contract.schema.isValid(body, root: component.response)
      if isRefused { refused += 1 }
      #expect((told == nil) == (gravest == nil), "\(body.root.text), seed \(seed)")
      #expect(!isRefused || told == .error, "\(body.root.text), seed \(seed)")
      // A key beside the documented one is an addition, whatever its rule's severity.
      if told != gravest { #expect(told == .warning && !isRefused, "\(body.root.text)") }
    }
    #expect(refused > 500)
  }
}
