@_spi(Engine) import ContractCheck
@_spi(Engine) import JSONTape
import TestSupport
import Testing

/// Random contracts of several object schemas, and bodies of which nobody says what they are.
@Suite struct AssumedSchemaTests {
  /// A guess never makes an error of a body that a schema accepts and documents. If some properties
  /// are undocumented, another schema that lists all of them may be meant. Then the errors are at
  /// most as many as the undocumented properties.
  @Test func whatASchemaAcceptsHasNoError() throws {
    var generator = SeededGenerator(seed: 0xA55)
    var assumed: Set<String> = []
    var isOther = false
    for number in 0..<150 {
      let schemas = RandomSchemas(&generator)
      let checker = try Checker(contracts: [schemas.contract()])
      for _ in 0..<20 {
        let body = schemas.validBody(&generator)
        let said = Said(body, "body.json", checker)
        let mayErr = schemas.undocumented(in: body)
        #expect(
          said.errors.isEmpty || said.errors.count <= mayErr && schemas.list(body),
          "\(number): \(body)\n\(schemas.text)\n\(said)")
        isOther = isOther || !said.errors.isEmpty
        assumed.formUnion(said.notes)
      }
    }
    #expect(assumed.count == 5, "each schema is assumed of some body")
    #expect(isOther, "some body is meant for another schema than that which accepts it")
  }

  /// What a body is assumed to be depends on the body and the name of its file alone: not on what
  /// came before, nor on whether anybody asks why. A new validator remembers nothing.
  @Test func whatCameBeforeChangesNothing() throws {
    var generator = SeededGenerator(seed: 0x0DE5)
    for number in 0..<60 {
      let schemas = RandomSchemas(&generator)
      let checker = try Checker(contracts: [schemas.contract()])
      var explaining = checker
      explaining.explainsMatches = true
      let fast = TrafficValidator(checker, showsLines: true, needsResults: false)
      let full = TrafficValidator(explaining, showsLines: true, needsResults: true)
      var bodies = (0..<15).map { _ in
        let body = schemas.validBody(&generator)
        let isBroken = generator.below(2) == 0
        return (
          isBroken ? schemas.broken(body, &generator) : body,
          generator.pick([
            "body.json", "alpha-beta.json", "getGamma.json", "get_delta.json", "x-404.json",
          ])
        )
      }
      let wanted = bodies.map { body, name in
        let plain = TrafficValidator(explaining, showsLines: true, needsResults: true)
        return (body, name, Said(body, name, plain))
      }
      for _ in 0..<3 {
        bodies.shuffle(using: &generator)
        for (body, name) in bodies {
          guard let expected = wanted.first(where: { $0.0 == body && $0.1 == name })?.2 else {
            continue
          }
          let explained = Said(body, name, full)
          #expect(explained == expected, "\(number), \(name): \(body)\n\(schemas.text)")
          var settled = Said(body, name, fast)
          settled.reasons = expected.reasons
          #expect(settled == expected, "\(number), \(name): \(body)\n\(schemas.text)")
        }
      }
    }
  }

  /// What is said of one body.
  private struct Said: Equatable {
    var errors: [String] = []
    var findings: [Finding] = []
    var notes: [String] = []
    var reasons: [String] = []

    init(_ body: String, _ name: String, _ checker: Checker) {
      self.init(body, name, TrafficValidator(checker, showsLines: true, needsResults: true))
    }

    init(_ body: String, _ name: String, _ validator: TrafficValidator) {
      var results: [Checker.Result] = []
      let padded = Array(body.utf8) + [UInt8](repeating: 0, count: 64)
      padded.withByteView { bytes in
        _ = validator.check(file: bytes, of: name, format: nil) { unit in
          if case .checked(let result) = unit { results.append(result.complete) }
        }
      }
      findings = results.flatMap(\.findings)
      errors = findings.filter { $0.severity == .error }.map(\.message)
      notes = results.flatMap(\.notes)
      reasons = results.flatMap { $0.explanation?.lines ?? [] }
    }
  }
}

/// A few object schemas that share names of properties, as answers of operations.
private struct RandomSchemas {
  private struct Property {
    let name: String
    let type: String
    let isRequired: Bool

    func value(_ generator: inout SeededGenerator) -> String {
      switch type {
      case "integer": "\(generator.below(100))"
      case "boolean": generator.below(2) == 0 ? "true" : "false"
      case "array": "[]"
      default: "\"\(generator.pick(RandomSchemas.names))\""
      }
    }
  }

  private struct Schema {
    let properties: [Property]
    let isClosed: Bool
    /// Whether it says that it is open; otherwise other properties are undocumented.
    let isOpen: Bool

    var text: String {
      let listed = properties.map { "\"\($0.name)\": {\"type\": \"\($0.type)\"}" }
      let others = isClosed || isOpen ? ", \"additionalProperties\": \(isOpen)" : ""
      let required = properties.filter(\.isRequired).map { "\"\($0.name)\"" }
      return """
        {"type": "object", "properties": {\(listed.joined(separator: ", "))}, \
        "required": [\(required.joined(separator: ", "))]\(others)}
        """
    }
  }

  fileprivate static let names = [
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
  ]

  private let schemas: [Schema]

  init(_ generator: inout SeededGenerator) {
    schemas = (0..<2 + generator.below(4)).map { _ in
      let names = Self.names.shuffled(using: &generator).prefix(1 + generator.below(8))
      let kind = generator.below(4)
      return Schema(
        properties: names.map { name in
          Property(
            name: name, type: generator.pick(["integer", "boolean", "string", "array"]),
            isRequired: generator.below(3) == 0)
        }, isClosed: kind == 0, isOpen: kind == 1)
    }
  }

  var text: String {
    let paths = schemas.enumerated().map { number, schema in
      let name = Self.names[number]
      return """
        "/\(name)/{id}": {"get": {"operationId": "get_\(name)",
          "parameters": [{"name": "id", "in": "path", "required": true, "schema": {}}],
          "responses": {"\(number == 1 ? 404 : 200)": {"description": "d",
            "content": {"application/json": {"schema": \(schema.text)}}}}}}
        """
    }
    return """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"},
       "paths": {\(paths.joined(separator: ",\n"))}}
      """
  }

  func contract() throws -> Contract { try Contract(Array(text.utf8), name: "t") }

  /// A body that one of the schemas accepts and most of whose properties it lists.
  func validBody(_ generator: inout SeededGenerator) -> String {
    let schema = generator.pick(schemas)
    var properties = schema.properties.filter { $0.isRequired || generator.below(2) == 0 }
    if properties.isEmpty { properties = [generator.pick(schema.properties)] }
    var body = properties.map { "\"\($0.name)\": \($0.value(&generator))" }
    if !schema.isClosed {
      let others = Self.names.filter { name in !schema.properties.contains { $0.name == name } }
      for name in others.shuffled(using: &generator).prefix(generator.below(properties.count)) {
        body.append("\"\(name)\": \(generator.pick(["1", "true", "\"x\"", "[]", "null"]))")
      }
    }
    return "{\(body.shuffled(using: &generator).joined(separator: ", "))}"
  }

  /// The most properties of a body that a schema which may accept it does not document.
  func undocumented(in body: String) -> Int {
    schemas.map { schema in
      schema.isOpen || schema.isClosed
        ? 0 : names(in: body).subtracting(schema.properties.map(\.name)).count
    }.max() ?? 0
  }

  /// Whether some schema lists all properties of a body.
  func list(_ body: String) -> Bool {
    schemas.contains { names(in: body).isSubset(of: $0.properties.map(\.name)) }
  }

  private func names(in body: String) -> Set<String> {
    Set(Self.names.filter { body.contains("\"\($0)\": ") })
  }

  /// With a value that is of another type, perhaps also for other schemas.
  func broken(_ body: String, _ generator: inout SeededGenerator) -> String {
    let name = generator.pick(Self.names)
    return body.replacing("\"\(name)\": ", with: "\"\(name)\": {}, \"x\(name)\": ")
  }
}
