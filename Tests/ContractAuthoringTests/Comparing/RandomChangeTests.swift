import ContractAuthoring
import ContractCheck
import JSONSchema
import JSONTape
import TestSupport
import Testing

/// Random pairs of schemas of requests. Every value of a pool is validated with both: if the new
/// schema refuses a value that the old one accepts, there is a warning or an error, and else not.
struct RandomChangeTests {
  @Test func valuesDecide() throws {
    var generator = SeededGenerator(seed: TestSeed.seed(20_261_129))
    let pairs = (0..<TestSeed.rounds(200)).map { _ in
      let kind = generator.pick(Kind.allCases)
      return (old: generator.schema(kind), new: generator.schema(kind))
    }
    func document(_ schemas: [String]) -> String {
      let paths = schemas.enumerated().map { number, schema in
        #""/p\#(number)": {"post": {"requestBody": {"content": {"application/json": {"schema": "#
          + #"\#(schema)}}}, "responses": {"204": {"description": ""}}}}"#
      }
      return DiffProbe.document(paths: "{\(paths.joined(separator: ",\n"))}")
    }
    let findings = try DiffProbe.findings(document(pairs.map(\.old)), document(pairs.map(\.new)))
    var worst: [String: Severity] = [:]
    for finding in findings {
      for name in finding.operations { worst[name] = max(worst[name] ?? .note, finding.severity) }
    }
    #expect((60...140).contains(worst.values.count { $0 >= .warning } * 200 / pairs.count))
    let values = try Self.pool.map { try JSONDocument($0) }
    for (number, pair) in pairs.enumerated() {
      let old = try CompiledSchema(JSONDocument(pair.old))
      let new = try CompiledSchema(JSONDocument(pair.new))
      let refused = zip(values, Self.pool).first { value, _ in
        old.failures(in: value).isEmpty && !new.failures(in: value).isEmpty
      }
      let found = worst["POST /p\(number)"] ?? .note
      #expect(
        (found >= .warning) == (refused != nil),
        "\(pair.old) → \(pair.new): \(found), refused: \(refused?.1 ?? "nothing")")
    }
  }

  private static let pool: [String] = {
    let scalars = ["null", "true", "false", "\"\"", "\"a\"", "\"ab\"", "\"abc\""]
    let numbers = (-4...20).map { "\(Double($0) / 4)" } + ["1e9", "-1e9"]
    let texts = ["1", "\"x\""]
    var lists = [[String]()]
    for _ in 0..<4 { lists += lists.flatMap { list in texts.map { list + [$0] } } }
    let arrays = Set(lists.map { "[\($0.joined(separator: ","))]" }).sorted()
    var objects = [[String]()]
    for name in ["a", "b", "c"] {
      objects += objects.flatMap { object in texts.map { object + ["\"\(name)\": \($0)"] } }
    }
    return scalars + numbers + arrays + objects.map { "{\($0.joined(separator: ","))}" }
  }()
}

private enum Kind: CaseIterable { case number, string, boolean, array, map }

extension SeededGenerator {
  /// A schema that accepts some values, and whose parts all count.
  fileprivate mutating func schema(_ kind: Kind) -> String {
    switch kind {
    case .number:
      // From 2 to 3, all ends leave values.
      let ends = [
        "", #""minimum": 0"#, #""minimum": 0.5"#, #""minimum": 1"#, #""exclusiveMinimum": 0"#,
        #""exclusiveMinimum": 0.5"#, #""exclusiveMinimum": 1"#, #""maximum": 3"#,
        #""maximum": 3.5"#, #""exclusiveMaximum": 3.5"#, #""exclusiveMaximum": 4"#,
      ]
      return allOf(pick([#""type": "integer""#, #""type": "number""#]), pick(ends), pick(ends))
    case .string:
      let ends = [
        "", #""minLength": 0"#, #""minLength": 1"#, #""maxLength": 1"#, #""maxLength": 2"#,
      ]
      return allOf(#""type": "string""#, pick(ends), pick(ends))
    case .boolean:
      return pick([
        #"{"type": "boolean"}"#, #"{"enum": [true, false]}"#, #"{"const": true}"#,
        #"{"type": ["boolean", "null"]}"#, #"{"enum": [null, false, true]}"#, #"{"const": null}"#,
        #"{"type": "null"}"#,
      ])
    case .array:
      let prefix = (0..<below(3)).map { _ in type }.joined(separator: ", ")
      let list = prefix.isEmpty ? "" : #""prefixItems": [\#(prefix)]"#
      return allOf(
        #""type": "array""#, list, pick(["", #""items": false"#, #""items": \#(type)"#]),
        isSplit: false)
    case .map:
      let names = ["a", "b"].filter { _ in below(2) == 0 }
      let listed = names.map { "\"\($0)\": \(type)" }.joined(separator: ", ")
      return
        #"{"type": "object", "properties": {\#(listed)}, "additionalProperties": \#(type)}"#
    }
  }

  private var type: String {
    mutating get { pick([#"{"type": "string"}"#, #"{"type": "integer"}"#]) }
  }

  /// The keywords in one schema, or in parts of one. A keyword that is there twice is in two parts.
  private mutating func allOf(
    _ first: String, _ second: String, _ third: String, isSplit: Bool? = nil
  ) -> String {
    let keywords = [first, second, third].filter { !$0.isEmpty }
    guard isSplit ?? true else { return "{\(keywords.joined(separator: ", "))}" }
    return #"{"allOf": [\#(keywords.map { "{\($0)}" }.joined(separator: ", "))]}"#
  }
}
